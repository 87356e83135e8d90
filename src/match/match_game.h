/*
 * match_game.h - one game of a match, from its opening to its end.
 */
#ifndef TABLIER_MATCH_GAME_H
#define TABLIER_MATCH_GAME_H

#include "core/record.h"
#include "match/contestant.h"
#include "match/notes.h"
#include "match/openings.h"
#include "match/schedule.h"

/* The time control of the contestants, and the other limits of a game. */
struct match_limits {
    int64_t move_ms;               /* time limit per move; 0: none */
    uint64_t nodes;                /* node limit per move; 0: none */
    bool clocked;                  /* there are clocks, with these times: */
    int64_t base_ms, increment_ms; /* the increment comes before every move, the first included */
    int64_t margin_ms;             /* tolerated excess over the time of a move */
    int max_plies;                 /* then it is a draw; 0: no such limit */
    struct adjudication adjudication; /* for two sides */
};

/* The search effort of one contestant: sums over its moves. */
struct effort {
    int moves;
    int64_t us, longest_us;
    uint64_t nodes;   /* of the moves whose nodes are known */
    int64_t nodes_us; /* time of those moves */
    int64_t depths;   /* of the moves whose depth is known */
    int depth_moves;  /* number of those moves */
};

void effort_add(struct effort *sum, const struct effort *more);

/* Means; not a number where nothing is known. */
double effort_ms(const struct effort *effort); /* per move */
double effort_depth(const struct effort *effort);
double effort_speed(const struct effort *effort); /* nodes per second */

/* A game that was played. */
struct match_game {
    struct pairing pairing;
    struct record record;
    enum finish finish;
    int culprit;              /* contestant at fault, by its first seat; -1: none */
    struct fault_words fault; /* of the culprit */
    struct effort effort[CONTESTANTS_MAX];
    struct match_game *next; /* for lists */
};

struct match_game_plan {
    const struct contestant_terms *terms;
    const struct match_limits *limits;
    const struct opening *opening;
    const int *side; /* of each seat, as in the schedule */
    uint64_t seed;
    struct contestant *seats[TB_PLAYERS_MAX]; /* as they first sit down: a swap changes that */
    struct engine *judge; /* searches for proofs, if limits->adjudication wants some; or NULL */
};

/* Fills in the end, the culprit and the efforts of a finished game from its record, as far as it
 * has them: nodes and depths are not in it. The pairing and the record are there. */
void match_game_restore(struct match_game *game);

/* Plays the game of game->pairing and fills in the rest; the record is empty if
 * the game was stopped. Contestants at fault are halted. */
void match_game_play(struct match_game *game, const struct match_game_plan *plan);

#endif
