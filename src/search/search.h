/*
 * search.h - public interface of the computer player.
 *
 * An engine thinks about one position at a time, in the thread that calls it,
 * and reports by a callback. It knows no game: everything goes through struct
 * tb_game. It never prints, keeps nothing global, and several engines can think
 * at once in different threads.
 *
 * With one thread, the same seed and a limit of nodes or depth (not of time), an
 * engine that was just created or cleared always answers the same.
 */
#ifndef TABLIER_SEARCH_H
#define TABLIER_SEARCH_H

#include "core/game.h"
#include "core/solved.h"

enum {
    SEARCH_LINES_MAX = 32,
    SEARCH_PV_MAX = 64,
    SEARCH_THREADS_MAX = 64,
    SEARCH_OVERHEAD_MS = 15, /* per move, for the way to the other side of a pipe */
};

#define MOVE_NONE ((tb_move)-1)

enum engine_kind {
    ENGINE_AUTO,      /* the best for the game and its number of sides */
    ENGINE_ALPHABETA, /* two sides */
    ENGINE_PARANOID,  /* three or more sides, the mover against all others */
    ENGINE_MAXN,      /* three or more sides, each for itself */
    ENGINE_MCTS,      /* any number of sides; with advice (evaluation, playouts, order) */
    ENGINE_UCT, /* any number of sides; plain UCT with uniform random playouts: the baseline */
    ENGINE_RANDOM,
};

struct engine_options {
    enum engine_kind kind;
    int level;     /* 1 to LEVEL_MAX, or LEVEL_CHILD; 0: everything, without a level's limits */
    const char *personality; /* its name in the game's advice; NULL: none */
    int table_mb;  /* size of the transposition table or tree; 0: a sensible default */
    int threads;   /* 0 means 1 */
    uint64_t seed; /* for the choices that weak levels and playouts make */
    const struct search_parameters *parameters; /* core/search_parameters.h; NULL: the usual ones */
    /* A network (net/net.h) to use instead of the game's own, or NULL. */
    const unsigned char *net;
    size_t net_size;
    bool no_net;  /* do without: the game's evaluation and order of moves */
    bool untimed; /* a level without its limit of time, unless it has no other: the same moves
                     on any machine */
};

struct search_limits {
    int64_t time_ms; /* stop after this time; 0: no limit */
    int64_t aim_ms;  /* stop after about this time, sooner where the move is clear and later where
                        it is not; 0: take all the time there is. See search_limits_clock() */
    uint64_t nodes;  /* node limit; 0: none */
    int depth;       /* depth limit in plies; 0: none */
};

/* One line of play and its value for the side to move. */
struct search_line {
    double score;           /* expected result, -1 to 1 */
    bool exact;             /* the value is proven */
    struct verdict verdict; /* meaningful when exact */
    int length;             /* moves in pv, at least 1 */
    tb_move pv[SEARCH_PV_MAX];
};

struct search_info {
    int depth; /* of the last iteration that was finished; 0 for a tree search */
    uint64_t nodes;
    int64_t ms;
    int threads;    /* that took part, once it has ended; 0 where there is only ever one */
    int line_count; /* best line first */
    struct search_line lines[SEARCH_LINES_MAX];
};

/* A search request. */
struct search_task {
    const struct tb_game *game;
    const void *state;
    /* Earlier positions of the match, oldest first, the one to search not
     * included, and the occurrences that make a draw (0: off). */
    const struct tb_state *history;
    int history_length;
    int repetition;
    struct search_limits limits; /* all zero: until engine_stop() */
    int lines;                   /* how many lines to report, 0 means 1 */
    /* In a position that is known to be lost: prefer a move that is hard to answer to the longest
     * defence. For play; with one line only. */
    bool swindle;
    /* Called in the searching thread whenever there is something new. May be NULL. */
    void (*report)(void *context, const struct search_info *info);
    /* Ends the search when it returns true, like engine_stop(). Called in every thread of the
     * search. May be NULL. */
    bool (*stopped)(const void *context);
    void *context;
};

/* How often the position after the move has been in the match. */
int task_repeats(const struct search_task *task, tb_move move);
/* Lists the legal moves, without those that bring back a position where that is illegal. */
int task_moves(const struct search_task *task, tb_move *out);

struct engine;

/* NULL on failure, with the reason. Freed by engine_free(), which accepts NULL. */
struct engine *engine_new(const struct tb_setup *setup, const struct engine_options *options,
                          struct tb_error *error);
void engine_free(struct engine *engine);

/* True if such an engine would use a network, if it had one. */
bool engine_can_use_net(const struct tb_setup *setup, const struct engine_options *options);

/* True if such an engine asks for exact values, such as those of tables; weak levels may not. */
bool engine_probes(const struct tb_setup *setup, const struct engine_options *options);

/* True if the engine would use several threads when asked to. Levels with a node limit do not:
 * their results must be reproducible. */
bool engine_can_use_threads(const struct tb_setup *setup, const struct engine_options *options);

/* Clears the tables of earlier searches: for a new game. */
void engine_clear(struct engine *engine);
/* Sets the seed of random choices from now on. */
void engine_reseed(struct engine *engine, uint64_t seed);

/* Thinks, and returns the chosen move, which is always legal; the position must
 * not be over. *info, if not NULL, gets the final report. A weak level may
 * choose another move than the best line's first. */
tb_move engine_think(struct engine *engine, const struct search_task *task,
                     struct search_info *info);

/* Fills in the position, those before it and the repetition rule from the match, which must not
 * change during the search. */
void search_task_match(struct search_task *task, const struct tb_match *match);

/* True if it is better to swap than to play on, if the pie rule allows it: the side to move has the
 * worse position. */
bool search_wants_swap(const struct tb_match *match, const struct search_info *info);

/* Picks the next entry of a computer player, a move or `swap`; the match must not be over. The
 * task needs only limits, lines and report. `entry` holds TB_MOVE_TEXT bytes; NULL: only *info is
 * wanted. */
void engine_choose(struct engine *engine, const struct tb_match *match,
                   const struct search_task *task, char *entry, struct search_info *info);

/* Makes engine_think() return soon. May be called from any thread or a signal handler, even when no
 * search runs; engine_arm() undoes it and must be called before a search that an earlier stop must
 * not end. */
void engine_stop(struct engine *engine);
void engine_arm(struct engine *engine);
/* True between these two. */
bool engine_is_stopped(const struct engine *engine);

/* The clock of the player to move. */
struct search_clock {
    int64_t left_ms, increment_ms;
    int moves_to_go; /* until more time is added; 0: it is for the whole game */
    int overhead_ms; /* per move, that the clock runs beyond the search */
    int plies;       /* played so far */
};

/* Narrows the limits to what a clock allows: a target and a maximum. */
void search_limits_clock(struct search_limits *limits, const struct search_clock *clock);

/* The target alone, for programs that only take a fixed time. */
int64_t search_time_for_clock(int64_t left_ms, int64_t increment_ms, int plies_played);

#endif
