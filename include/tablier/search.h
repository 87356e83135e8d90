/*
 * tablier/search.h - engines that choose moves and analyse positions.
 *
 * An engine searches positions of one setup. It starts no thread unless `threads` asks for more
 * than one: it searches in the thread that calls tb_engine_search().
 */
#ifndef TB_SEARCH_H
#define TB_SEARCH_H

#include <tablier/records.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TB_LEVELS = 12,      /* a game may have fewer: one beyond its last plays like that */
    TB_LEVEL_CHILD = -1, /* level 0, for children: a beginner wins half of the games */
    TB_LINES_MAX = 32,
    TB_LINE_MOVES = 64,
    TB_THREADS_MAX = 64,
};

/* ---- Engines ------------------------------------------------------------------- */

struct tb_engine;

enum tb_engine_kind {
    TB_ENGINE_AUTO,      /* the best for the game and its number of sides */
    TB_ENGINE_ALPHABETA, /* two sides */
    TB_ENGINE_PARANOID,  /* three or more sides, the mover against all others */
    TB_ENGINE_MAXN,      /* three or more sides, each for itself */
    TB_ENGINE_MCTS,      /* Monte Carlo tree search with the game's advice */
    TB_ENGINE_UCT,       /* the same without advice, a baseline */
    TB_ENGINE_RANDOM,
};

struct tb_engine_options {
    size_t size;
    enum tb_engine_kind kind;
    int level;     /* 1 to TB_LEVELS, or TB_LEVEL_CHILD; 0: full strength */
    int table_mb;  /* megabytes of memory; 0: a default */
    int threads;   /* 1 to TB_THREADS_MAX; 0: 1 */
    uint64_t seed; /* of the random choices of weak levels and simulations */
    /* Of moves that are about as good it prefers some: a name of tb_game_personality(), only where
     * two sides meet; NULL: none. Copied. */
    const char *personality;
};

/* Personality number `index` of the game's computer player, such as "runner"; NULL if it has
 * fewer. */
TB_API const char *tb_game_personality(const struct tb_game *game, int index);

/* NULL on failure; options may be NULL. Any thread. */
TB_API struct tb_engine *tb_engine_new(const struct tb_setup *setup,
                                       const struct tb_engine_options *options,
                                       struct tb_error *error);
/* Stops a search that is running in another thread, waits for it, and frees the engine. Called
 * from a report, it frees the engine when the search has returned. The engine must not be used
 * afterwards. */
TB_API void tb_engine_free(struct tb_engine *engine);

/* ---- Searches ------------------------------------------------------------------- */

/* The findings of an engine so far. */
struct tb_analysis;

/* What to search, and for how long: without any limit, until tb_engine_stop() or until nothing is
 * left to find. A level has limits of its own. */
struct tb_task {
    size_t size;
    const struct tb_position *position; /* either this position, */
    const struct tb_match *match;       /* or that of a match, with its repetition rule */
    int64_t time_ms;
    uint64_t nodes;
    int depth;    /* in plies */
    int lines;    /* the number of best lines, 1 to TB_LINES_MAX; 0: 1 */
    bool to_play; /* in a lost position: the move that is hardest to answer */
    /* Called whenever there is something new, in the thread that searches; the analysis is valid
     * until it returns. It may call tb_engine_stop(). May be NULL. */
    void (*report)(void *context, const struct tb_analysis *analysis);
    void *context;
    /* The search ends soon once this is not 0, at once if it is so before the search begins. Any
     * thread may set it, best with an atomic store. May be NULL. */
    const volatile int *cancel;
};

/* Searches, and chooses a move; a weak level may choose another than the best line's.
 * TB_ERR_BUSY if the engine is searching already, TB_ERR_OVER if there is nothing to play,
 * TB_ERR_SETUP for a position of another game or setup. */
TB_API int tb_engine_search(struct tb_engine *engine, const struct tb_task *task, tb_move *move,
                            struct tb_error *error);

/* Ends the search that is running, which then returns as usual. It never affects a later search:
 * without a running one it does nothing. To stop a search that may not have begun yet, use
 * tb_task.cancel. Any thread, even a signal handler. */
TB_API void tb_engine_stop(struct tb_engine *engine);

/* ---- Analyses ------------------------------------------------------------------- */

/* One line of play and its value for the player to move. */
struct tb_line {
    size_t size;
    double score; /* the expected result, -1 to 1 */
    bool exact;   /* the value is proven: */
    int value;    /* 1 a win, 0 a draw, -1 a loss; */
    int plies;    /* until the end with best play, -1: unknown */
    int length;   /* the number of moves, at least 1 */
    tb_move moves[TB_LINE_MOVES];
};

/* The result of the last search, NULL before the first; valid until the engine is used again.
 * Only the thread that searches. */
TB_API const struct tb_analysis *tb_engine_analysis(const struct tb_engine *engine);
TB_API int tb_analysis_line_count(const struct tb_analysis *analysis);
/* Fills in line number `index`, best first; TB_ERR_RANGE if there are fewer. */
TB_API int tb_analysis_line(const struct tb_analysis *analysis, int index, struct tb_line *line);
TB_API int tb_analysis_depth(const struct tb_analysis *analysis); /* in plies; 0 for MCTS */
TB_API uint64_t tb_analysis_nodes(const struct tb_analysis *analysis);
TB_API int64_t tb_analysis_ms(const struct tb_analysis *analysis);

/* Forgets the results of earlier searches; TB_ERR_BUSY during a search. Any thread. */
TB_API int tb_engine_clear(struct tb_engine *engine);

#ifdef __cplusplus
}
#endif

#endif
