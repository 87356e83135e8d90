/*
 * advice.h - a game's advice to the search and to the solvers.
 *
 * Every hook may be NULL, and so may the whole table (struct tb_game, `advice`): then the generic
 * way serves.
 */
#ifndef TABLIER_CORE_ADVICE_H
#define TABLIER_CORE_ADVICE_H

#include "core/game.h"

enum { EVAL_MAX = 20000 };

/* A beginner's habits, by which a game may divide moves: the first is to get on, HABIT_HINDER,
 * where the game has it, to hold another up. HABIT_RISK is none: a move that a learner avoids. */
enum { HABIT_HINDER = 3, HABITS = 6, HABIT_RISK = HABITS };

/*
 * How one level of the computer player is weakened: a limited search, noise in its
 * evaluation, and moves that are nearly the best.
 */
struct level {
    int nodes;          /* node limit; 0: none */
    int simulations;    /* the same for MCTS */
    int net_nodes;      /* the same with a network, which needs fewer nodes for the same strength */
    int16_t time_ms;    /* time limit; 0: none */
    int16_t eval_noise; /* the error, in hundredths of evaluate_scale */
    int16_t many_noise; /* the same with three or more sides; 0: the same error, -1: none */
    int16_t habit_bonus;    /* what the first habit seems to be worth, in hundredths of
                             * evaluate_scale; only where two sides meet */
    int16_t risk_cost;      /* the same for what HABIT_RISK seems to cost */
    uint8_t depth;          /* plies it looks ahead; 0: no limit */
    uint8_t spread;         /* chooses freely: a move this much worse than the best, in hundredths
                             * of evaluate_scale, is played e times less often; 0: only the best */
    uint8_t random;         /* per cent of its moves that it makes without thinking */
    uint8_t habits[HABITS]; /* of those, the shares of the game's habits; one that no move belongs
                             * to leaves its share to the first; all 0: any move */
    /* A level may count a race (`lead`): */
    uint8_t waits;          /* for each whole step ahead, the per cent of those moves by which it
                             * dawdles (not the first habit); 0: it does not wait */
    uint8_t pace;           /* for each half step behind, by which it catches up; for each ahead,
                             * unless it waits, by which it gets on (the first habit) */
    uint8_t looks;          /* to catch up it holds the other up, whether it thinks or not: the best
                             * of this many moves of HABIT_HINDER; 0: it hurries (first habit) */
    uint8_t finds_wins;     /* per cent of its own wins at once that it finds */
    uint8_t sees_threats;   /* per cent of the next player's wins at once that it sees coming */
    /* The same with three or more sides, where many_wins is not 0. */
    uint8_t many_random, many_wins, many_threats;
    bool no_probe;          /* does without the game's exact knowledge */
};

/* Levels have the numbers 0 to LEVEL_MAX for people. In options 0 means full strength, so level 0,
 * for children, is LEVEL_CHILD there. */
enum { LEVEL_MAX = 12, LEVEL_ROWS, LEVEL_CHILD = -1, TWO_PLAYER_LEVELS = 6 };

/* The rows of levels 7 to LEVEL_MAX of a game without a network. */
#define STRONG_LEVELS                                                                              \
    STRONG_LEVEL(1500000, 60000, 3000), STRONG_LEVEL(2500000, 100000, 4500),                       \
        STRONG_LEVEL(4000000, 150000, 6000), STRONG_LEVEL(6000000, 220000, 7000),                  \
        STRONG_LEVEL(9000000, 300000, 8500), STRONG_LEVEL(0, 0, 10000)
#define STRONG_LEVEL(positions, tries, ms)                                                         \
    {                                                                                              \
        .nodes = positions, .simulations = tries, .time_ms = ms, .finds_wins = 100,                \
        .sees_threats = 100                                                                        \
    }

/*
 * A personality of the computer player: of moves that are about as good it prefers some. Only where
 * two sides meet.
 */
struct personality {
    const char *name; /* lower case, one word: what the user types */
    /* How much it likes a move: 100 if it is in character, less than 0 if it is the opposite. */
    int (*likes)(const void *state, tb_move move);
    /* By level: how much worse a move may be that it likes, in hundredths of evaluate_scale, and
     * how many more of its moves, in per cent, it makes without thinking where its taste helps it.
     * Found by matches, such that it is about as strong as its level. */
    uint8_t taste[LEVEL_ROWS], careless[LEVEL_ROWS];
};

/* In options: the level with a number for people, and back. */
static inline int level_option(int number)
{
    return number == 0 ? LEVEL_CHILD : number;
}

static inline int level_number(int option)
{
    return option == LEVEL_CHILD ? 0 : option;
}

/*
 * A model of play for three or more sides, each for itself (search/multiplayer.h): terms, times
 * weights. Weights are in 256ths of a doubling: 256 more for a player or a move make it twice as
 * likely to win, or to be the best. Fitted by train/tune_multiplayer.c.
 */
enum { MULTIPLAYER_TERMS = 48, MULTIPLAYER_MOVE_TERMS = 32 };

struct net_input;

struct multiplayer_model {
    const int16_t *weights;      /* [MULTIPLAYER_TERMS], of a player's terms */
    const int16_t *move_weights; /* [MULTIPLAYER_MOVE_TERMS] */
    int explore; /* how much the tree looks at moves that seem worse, in hundredths of a win */
    int hope;  /* bonus of an untried move over its tried siblings, in hundredths of a win */
    int cover; /* only the likeliest moves are tried, up to this total likelihood, in thousandths */
    bool check_wins_at_leaf; /* calls wins_at_once() at every new position, not only at the second
                                visit */
    /* Fill in the terms of each player, and of each move; the caller has zeroed them. Inputs are
     * those of each player's view for the network that corrects the model (core/features.h,
     * `views`), without their base; `input` is that of the player to move, with the notes for
     * priors(). NULL: there is no network. */
    void (*read)(const void *state, int8_t (*terms)[MULTIPLAYER_TERMS], struct net_input *inputs);
    void (*read_moves)(const void *state, const tb_move *moves, int count,
                       int8_t (*terms)[MULTIPLAYER_MOVE_TERMS], struct net_input *input);
};

/* A position for `tablier bench`, which searches it to a depth, or this many nodes. */
struct bench_position {
    int players;
    const char *moves; /* from the start, separated by spaces */
    int depth, nodes;  /* one of them is 0 */
};

/* Moves that decided other positions, by plies left, which within() tries first; in the game's own
 * encoding, 0: none. Its user zero-initialises it. */
enum { WITHIN_PLIES = 5, WITHIN_MOVES = 4 };

struct within_memory {
    uint16_t moves[WITHIN_PLIES + 1][WITHIN_MOVES];
};

struct advice {
    /* How good a position that is not over is for the side to move, in points,
     * for a game of two sides: never exact, |score| <= EVAL_MAX. */
    int (*evaluate)(const void *state);
    int evaluate_scale; /* points that mean an expected result of about 0.76 (tanh 1) */

    /* The expected payoff of each player, -1 to 1, for any number of sides. */
    void (*evaluate_players)(const void *state, float *payoff);

    /* A fitted model of the same and of the likelihood of moves, for three or more sides; not used
     * by weak levels, whose evaluation has noise. */
    const struct multiplayer_model *multiplayer;

    /* With three or more sides: true if games are so short that max^n, which looks at every line,
     * plays better than MCTS. Found by matches. */
    bool prefers_maxn;

    /* True if a proof search settles most positions so soon that the search should try it at the
     * root. Only for two sides and where positions cannot repeat. */
    bool use_prover;

    /* How promising each move looks at first sight, larger first. A move below
     * zero is one that a person would not look at: the search may reduce or
     * skip it near the horizon. */
    void (*order)(const void *state, const tb_move *moves, int count, int *priority);

    /* Lists the moves that must be looked at before a position counts as quiet
     * (they win, or threaten to, or stop that), in ascending order; 0: quiet. */
    int (*forcing)(const void *state, tb_move *out);

    /* True if the player to move can win with one move. Exact, and quicker than trying all
     * of them. The position is not over. */
    bool (*wins_at_once)(const void *state);

    /* True if the player to move can win, or play so that the next player cannot win with one
     * move. Exact, and quicker than trying all moves. The position is not over, and
     * the next player is on another side. */
    bool (*escapes)(const void *state);

    /* Tells whether the player can force a win within the plies: 1 or 0; -1: to be found out by
     * trying moves. Exact, and quicker than that. The position is not over. */
    int (*within)(const void *state, int player, int plies, struct within_memory *memory);

    /* A hash for proof search, equal for all images of a position under a set of symmetries
     * (core/canonical.h) that leave the players as they are; canonical_hash() is slower. */
    uint64_t (*image_hash)(const void *state);
    uint64_t image_set;

    /* Plays quickly and not too foolishly until the game is over or `plies`
     * have gone; the state is changed. */
    void (*playout)(void *state, struct rng *rng, int plies);

    /* Hands the turn to the next player as if the rules allowed to pass. False,
     * with the state untouched, where having to move might be a burden. */
    bool (*null)(void *state);

    /* LEVEL_ROWS levels of its own, from level 0; NULL: those of the search. */
    const struct level *levels;
    /* Levels 0 to TWO_PLAYER_LEVELS - 1 with two players, where they differ; NULL: they do not. */
    const struct level *two_player_levels;
    /* Where the levels end with two players and the usual options, because that one makes no
     * mistake, or hardly any; 0: they do not. */
    int last_level;
    /* The habit that a move belongs to, or HABIT_RISK. NULL: there are none. */
    int (*habit)(const void *state, tb_move move);
    /* Half steps by which the player to move is ahead in a race, negative: behind; having the move
     * is half a step. For a level that keeps pace. 0 with more than two sides. */
    int (*lead)(const void *state);

    /* Positions that the strongest of the solvers who grade a puzzle looks at; 0: as many as its
     * level. Grades depend on it. */
    int grading_nodes;

    const struct personality *personalities; /* ends with a NULL name; NULL: none */

    /* What `tablier bench` searches; ends with players = 0. */
    const struct bench_position *bench;
};

/* The table of a game that gives none. */
extern const struct advice advice_none;

static inline const struct advice *game_advice(const struct tb_game *game)
{
    return game->advice ? game->advice : &advice_none;
}

#endif
