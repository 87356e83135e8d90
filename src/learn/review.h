/*
 * review.h - reviews: a match, finished or not, judged move by move.
 *
 * Values are expected results of one player, from 0 (a loss) to 1 (a win); a draw is one
 * half. With limits of nodes and one thread the same match always gets the same review.
 */
#ifndef TABLIER_LEARN_REVIEW_H
#define TABLIER_LEARN_REVIEW_H

#include "core/solved.h"
#include "search/search.h"

enum judgement {
    JUDGEMENT_BEST,
    JUDGEMENT_GOOD,
    JUDGEMENT_INACCURACY,
    JUDGEMENT_MISTAKE,
    JUDGEMENT_BLUNDER,
    JUDGEMENT_COUNT,
};

/* Verdicts about a move that rest on proofs. */
enum certainty {
    CERTAINTY_NONE,
    CERTAINTY_ONLY_WIN,  /* the only move that wins, and it was played */
    CERTAINTY_ONLY_HOLD, /* the only move that does not lose, and it was played */
    CERTAINTY_LOST_WIN,  /* gave away a proven win */
    CERTAINTY_LOST_DRAW, /* gave away a proven draw */
    CERTAINTY_SOONER,    /* proven lost, and lost much sooner than with the best move */
};

/* The value of a position for one player. */
struct review_value {
    double expected;
    bool exact;
    struct verdict verdict; /* meaningful when exact; plies from that position on */
};

struct review_move {
    struct tb_position position; /* before the move */
    int entry;                   /* of the match */
    int player;
    tb_move move;
    struct review_value before, after; /* for the player who moved */
    struct search_line best;           /* the computer's choice */
    double loss;                       /* of expected result, by this move */
    enum judgement judgement;
    enum certainty certainty;
    bool excused; /* made under the pie rule, before the other player may swap: not judged */
};

struct review {
    int count;
    struct review_move *moves;
    int players;
    double accuracy[TB_PLAYERS_MAX]; /* 0 to 100; below 0 for a player without a judged move */
    int turning; /* the move that decided the match, from 0; -1: none did */
};

struct review_options {
    struct search_limits limits; /* for each position; all zero: REVIEW_NODES */
    int threads;
    int table_mb; /* 0: a sensible default */
    const unsigned char *net; /* a network, as in engine_options; or NULL */
    size_t net_size;
    /* Called before each position is searched; false ends the work. May be NULL. */
    bool (*progress)(void *context, int done, int count);
    void *context;
};

enum { REVIEW_NODES = 60000 };

/* Reviews the moves that are played in the match. TB_ERR_OVER: the work was ended early.
 * Released by review_release(), which accepts a zero-initialised review. */
int review_make(const struct tb_match *match, const struct review_options *options,
                struct review *review, struct tb_error *error);
void review_release(struct review *review);

/* True if a review comments on the move and shows a better one: from an inaccuracy on, or if the
 * move loses much sooner than necessary. */
bool review_faults(const struct review_move *move);

/* "best", "inaccuracy": one word for files. */
const char *judgement_word(enum judgement judgement);
/* The same for people, and the mark that chess players know: "?!". */
const char *judgement_name(enum judgement judgement, const char *lang);
const char *judgement_mark(enum judgement judgement);

/* One word for files, "" for none; and a sentence for people. */
const char *certainty_word(enum certainty certainty);
const char *certainty_sentence(enum certainty certainty, const char *lang);

#endif
