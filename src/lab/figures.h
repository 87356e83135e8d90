/*
 * figures.h - what was measured: a list of values with their 95 % intervals and the number of
 * observations behind each. Tables, files, plots and sentences are all made from such lists.
 */
#ifndef TABLIER_LAB_FIGURES_H
#define TABLIER_LAB_FIGURES_H

#include "match/stats.h"
#include "tablier.h"

enum unit {
    UNIT_SHARE, /* 0 to 1, shown in percent */
    UNIT_ELO,
    UNIT_NUMBER,
    UNIT_COUNT, /* a whole number, counted and not estimated */
};

/* Every measure: its name in the program and in files, its unit, and what people call it. */
#define MEASURES(X)                                                                                \
    X(GAMES, "games", UNIT_COUNT, "games", "parties")                                              \
    X(DISTINCT, "games.distinct", UNIT_COUNT, "games that differ", "parties différentes")          \
    X(WIN, "win", UNIT_SHARE, "wins of player", "victoires du joueur")                             \
    X(DRAW, "draw", UNIT_SHARE, "draws", "parties nulles")                                         \
    X(FIRST, "first", UNIT_SHARE, "score of the first side", "score du premier camp")              \
    X(FIRST_ELO, "first.elo", UNIT_ELO, "first-move advantage", "avantage du premier coup")        \
    X(SWAP, "swap", UNIT_SHARE, "swaps", "échanges")                                               \
    X(PIE, "pie", UNIT_SHARE, "score of whoever begins, after the swap",                           \
      "score de celui qui commence, après l'échange")                                              \
    X(PLAYER, "player", UNIT_SHARE, "score of", "score de")                                        \
    X(STEP, "step", UNIT_ELO, "Elo of the second over the first", "Elo du second sur le premier")  \
    X(REPETITION, "ending.repetition", UNIT_SHARE, "ended by repetition", "finies par répétition") \
    X(CUT, "ending.length", UNIT_SHARE, "cut off as too long", "arrêtées car trop longues")        \
    X(FAULT, "ending.fault", UNIT_SHARE, "ended by a fault or resignation",                        \
      "finies par une faute ou un abandon")                                                        \
    X(LENGTH, "length", UNIT_NUMBER, "plies", "demi-coups")                                        \
    X(LENGTH_10, "length.10", UNIT_NUMBER, "one game in ten has at most",                          \
      "une partie sur dix a au plus")                                                              \
    X(LENGTH_50, "length.50", UNIT_NUMBER, "half of the games have at most",                       \
      "la moitié des parties a au plus")                                                           \
    X(LENGTH_90, "length.90", UNIT_NUMBER, "nine games in ten have at most",                       \
      "neuf parties sur dix ont au plus")                                                          \
    X(LENGTH_BIN, "length.bin", UNIT_SHARE, "games of so many plies",                              \
      "parties de tant de demi-coups")                                                             \
    X(MOVES, "moves", UNIT_NUMBER, "legal moves in a position", "coups permis dans une position")  \
    X(MOVES_PLY, "moves.ply", UNIT_NUMBER, "legal moves after so many plies",                      \
      "coups permis après tant de demi-coups")                                                     \
    X(FORCED, "forced", UNIT_SHARE, "forced moves", "coups forcés")                                \
    X(ONLY, "only", UNIT_SHARE, "positions where only one move holds",                             \
      "positions où un seul coup tient")                                                           \
    X(LEAD, "lead.changes", UNIT_NUMBER, "changes of the lead in a game",                          \
      "changements d'avantage par partie")                                                         \
    X(LEAD_LAST, "lead.last", UNIT_SHARE, "the last of them, as a part of the game",               \
      "le dernier, en part de la partie")                                                          \
    X(CERTAIN, "certain", UNIT_SHARE, "who leads after so many tenths wins",                       \
      "qui mène après tant de dixièmes gagne")                                                     \
    X(FIRST_MOVE, "first.move", UNIT_SHARE, "score after the first move",                          \
      "score après le premier coup")                                                               \
    X(FIRST_SQUARE, "first.square", UNIT_SHARE, "score after a first move to",                     \
      "score après un premier coup en")                                                            \
    X(USE_SQUARE, "use.square", UNIT_SHARE, "moves to", "coups vers")                              \
    X(USE_KIND, "use.kind", UNIT_SHARE, "moves of the form", "coups de la forme")                  \
    X(KING, "kingmaker", UNIT_SHARE, "a loser's last move chose the winner",                       \
      "le dernier coup d'un perdant a choisi le gagnant")                                          \
    X(KING_SELF, "kingmaker.self", UNIT_SHARE, "with another one he would have won himself",       \
      "avec un autre il aurait gagné lui-même")                                                    \
    X(NODES, "nodes", UNIT_NUMBER, "positions searched in a game", "positions cherchées par partie")

enum measure {
#define MEASURE_ENUM(id, key, unit, english, french) MEASURE_##id,
    MEASURES(MEASURE_ENUM)
#undef MEASURE_ENUM
        MEASURE_COUNT,
};

const char *measure_key(enum measure measure);
enum unit measure_unit(enum measure measure);
const char *measure_words(enum measure measure, enum tb_lang lang);
/* MEASURE_COUNT if there is none of that name. */
enum measure measure_find(const char *key);

enum { ITEM_TEXT = 64 };

struct figure {
    enum measure measure;
    char item[ITEM_TEXT]; /* of what: a seat, a move, a ply; "" if there is only one */
    struct interval interval;
    uint64_t n; /* observations: games, or positions where the measure is about positions */
};

/* Made of zeros it is empty. */
struct figures {
    struct figure *items;
    int count, room;
    bool lost; /* memory ran out */
};

void figures_add(struct figures *figures, enum measure measure, const char *item,
                 struct interval interval, uint64_t n);
void figures_release(struct figures *figures);
/* NULL if there is none. */
const struct figure *figures_find(const struct figures *figures, enum measure measure,
                                  const char *item);
/* The first figure of a measure and how many follow one another; NULL and 0: none. */
const struct figure *figures_all(const struct figures *figures, enum measure measure, int *count);

/* ---- Intervals ------------------------------------------------------------------------------ */

/* A sum over games of numerators and denominators: a mean where the latter are all 1. Games that
 * are the same are one observation together, with the weight of all. */
struct ratio {
    uint64_t n;   /* observations: games that differ */
    uint64_t all; /* games */
    double x, m, xx, xm, mm;
};

void ratio_add(struct ratio *ratio, double x, double m);
/* The same for another game of an observation, of which the games before came to this. */
void ratio_add_again(struct ratio *ratio, double x, double m, double before_x, double before_m);
/* The ratio of the sums, with an interval from its spread over the games. */
struct interval ratio_interval(const struct ratio *ratio);
/* The same for what lies between 0 and 1. */
struct interval ratio_share(const struct ratio *ratio);

/* A quantile of sorted values, with the interval that their order gives when they are as certain as
 * so many observations: `count`, where none repeats another. */
struct interval quantile_interval(const int *sorted, int count, double effective, double quantile);

/* The number that Student's t with so many degrees of freedom exceeds with 2.5 %. */
double student_t(double freedom);

#endif
