/*
 * statistics.h - lists of statistics: values with their 95 % intervals and numbers of observations.
 * Reports (report.h) show them as tables, files, plots and sentences.
 */
#ifndef TABLIER_LAB_STATISTICS_H
#define TABLIER_LAB_STATISTICS_H

#include "core/position.h"
#include "match/stats.h"

enum unit {
    UNIT_SHARE, /* 0 to 1, shown in percent */
    UNIT_ELO,
    UNIT_NUMBER,
    UNIT_COUNT, /* a whole number, counted and not estimated */
};

/* Every measure: its name in the program and in files, its unit, and what people call it. */
#define MEASURES(X)                                                                                \
    X(GAMES, "games", UNIT_COUNT, N_("games"))                                                     \
    X(DISTINCT, "games.distinct", UNIT_COUNT, N_("games that differ"))                             \
    X(WIN, "win", UNIT_SHARE, N_("wins of player"))                                                \
    X(DRAW, "draw", UNIT_SHARE, N_("draws"))                                                       \
    X(FIRST, "first", UNIT_SHARE, N_("score of the first side"))                                   \
    X(FIRST_ELO, "first.elo", UNIT_ELO, N_("first-move advantage"))                                \
    X(SWAP, "swap", UNIT_SHARE, N_("swaps"))                                                       \
    X(PIE, "pie", UNIT_SHARE, N_("score of the first player, after the swap"))                     \
    X(PLAYER, "player", UNIT_SHARE, N_("score of"))                                                \
    X(STEP, "step", UNIT_ELO, N_("Elo of the second over the first"))                              \
    X(REPETITION, "ending.repetition", UNIT_SHARE, N_("ended by repetition"))                      \
    X(CUT, "ending.length", UNIT_SHARE, N_("cut off as too long"))                                 \
    X(FAULT, "ending.fault", UNIT_SHARE, N_("ended by a fault or resignation"))                    \
    X(LENGTH, "length", UNIT_NUMBER, N_("plies"))                                                  \
    X(LENGTH_10, "length.10", UNIT_NUMBER, N_("one game in ten has at most"))                      \
    X(LENGTH_50, "length.50", UNIT_NUMBER, N_("half of the games have at most"))                   \
    X(LENGTH_90, "length.90", UNIT_NUMBER, N_("nine games in ten have at most"))                   \
    X(LENGTH_BIN, "length.bin", UNIT_SHARE, N_("games by number of plies"))                        \
    X(MOVES, "moves", UNIT_NUMBER, N_("legal moves in a position"))                                \
    X(MOVES_PLY, "moves.ply", UNIT_NUMBER, N_("legal moves by ply"))                               \
    X(FORCED, "forced", UNIT_SHARE, N_("forced moves"))                                            \
    X(ONLY, "only", UNIT_SHARE, N_("positions where only one move holds"))                         \
    X(LEAD, "lead.changes", UNIT_NUMBER, N_("changes of the lead in a game"))                      \
    X(LEAD_LAST, "lead.last", UNIT_SHARE, N_("the last of them, as a part of the game"))           \
    X(CERTAIN, "certain", UNIT_SHARE, N_("the leader after each tenth wins"))                      \
    X(DRAMA, "drama", UNIT_SHARE, N_("how far the winner trailed"))                                \
    X(DECISIVE, "decisive", UNIT_SHARE, N_("decided, as a part of the game"))                      \
    X(THRESHOLD, "decisive.threshold", UNIT_SHARE, N_("the best that a loser could expect"))       \
    X(UNCERTAINTY, "uncertainty", UNIT_SHARE, N_("uncertainty"))                                   \
    X(FIRST_MOVE, "first.move", UNIT_SHARE, N_("score after the first move"))                      \
    X(FIRST_SQUARE, "first.square", UNIT_SHARE, N_("score after a first move to"))                 \
    X(USE_SQUARE, "use.square", UNIT_SHARE, N_("moves to"))                                        \
    X(USE_KIND, "use.kind", UNIT_SHARE, N_("moves of the form"))                                   \
    X(KING, "kingmaker", UNIT_SHARE, N_("a loser's last move chose the winner"))                   \
    X(KING_SELF, "kingmaker.self", UNIT_SHARE, N_("with another one he would have won himself"))   \
    X(NODES, "nodes", UNIT_NUMBER, N_("positions searched in a game"))

enum measure {
#define MEASURE_ENUM(id, key, unit, words) MEASURE_##id,
    MEASURES(MEASURE_ENUM)
#undef MEASURE_ENUM
        MEASURE_COUNT,
};

const char *measure_key(enum measure measure);
enum unit measure_unit(enum measure measure);
const char *unit_name(enum unit unit); /* in files */
const char *measure_words(enum measure measure, const char *lang);
/* MEASURE_COUNT if there is none of that name. */
enum measure measure_find(const char *key);

enum { ITEM_TEXT = 64 };

struct statistic {
    enum measure measure;
    char item[ITEM_TEXT]; /* of what: a seat, a move, a ply; "" if there is only one */
    struct interval interval;
    uint64_t n; /* observations: games, or positions where the measure is about positions */
};

/* Empty when zero-initialised. */
struct statistics {
    struct statistic *items;
    int count;
    size_t capacity;
    bool lost; /* memory ran out */
};

void statistics_add(struct statistics *statistics, enum measure measure, const char *item,
                    struct interval interval, uint64_t n);
void statistics_release(struct statistics *statistics);
/* NULL if there is none. */
const struct statistic *statistics_find(const struct statistics *statistics, enum measure measure,
                                        const char *item);
/* The first statistic of a measure and how many follow one another; NULL and 0: none. */
const struct statistic *statistics_all(const struct statistics *statistics, enum measure measure,
                                       int *count);

/* ---- Intervals ------------------------------------------------------------------------------ */

/* A sum over games of numerators and denominators: a mean where the latter are all 1. Games that
 * are the same are one observation together, with the weight of all. */
struct ratio {
    uint64_t n;   /* observations: games that differ */
    uint64_t all; /* games */
    double x, m, xx, xm, mm;
};

void ratio_add(struct ratio *ratio, double x, double m);
/* The same for one more game of an observation; `before_x` and `before_m` are the sums of its
 * earlier games. */
void ratio_add_again(struct ratio *ratio, double x, double m, double before_x, double before_m);
/* The ratio of the sums, with an interval from its spread over the games. */
struct interval ratio_interval(const struct ratio *ratio);
/* The same for what lies between 0 and 1. */
struct interval ratio_share(const struct ratio *ratio);

/* A quantile of sorted values, with the interval from their order, for `effective` independent
 * observations (`count` if all games differ). */
struct interval quantile_interval(const int *sorted, int count, double effective, double quantile);

/* The value that Student's t with `freedom` degrees of freedom exceeds with 2.5 %. */
double student_t(double freedom);

#endif
