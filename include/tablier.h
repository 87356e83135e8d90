/*
 * tablier.h - the public interface of the Tablier library.
 *
 * Tablier knows four games (Dorix, Tic Tac Doh, Quoridor, Orbital) completely:
 * legal moves, play, result, notation, drawing, and why a move is not allowed.
 *
 * Conventions
 *  - Players are counted from 0 in this interface and from 1 in every text.
 *  - A function that can fail returns TB_OK (0) or a negative code from the
 *    list below, and describes the failure in the struct tb_error it is given;
 *    that pointer may be NULL.
 *  - A function that writes text works like snprintf: it never writes more than
 *    `size` bytes, always terminates, and returns the length it wanted.
 *  - A pointer that is NULL where something is needed, an index out of range, a
 *    set-up or position that was never filled in: nothing crashes. The answer is a
 *    code such as TB_ERR_ARGUMENT, or NULL, false or 0 where there are no codes.
 *    (A board whose bytes were overwritten cannot be told from a good one.)
 *  - Nothing here prints, exits, or keeps state of its own. Different objects
 *    may be used from different threads at the same time.
 */
#ifndef TABLIER_H
#define TABLIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Versions follow semver.org: what is declared here stays until the first number
 * changes, which is also the number of the shared library (libtablier.so.2). */
#define TB_VERSION "2.0.0"

#if defined(TB_BUILD_SHARED)
#define TB_API __attribute__((visibility("default")))
#else
#define TB_API
#endif

/* ---- Limits ------------------------------------------------------------ */

enum {
    TB_PLAYERS_MAX = 4,
    TB_OPTIONS_MAX = 4,
    TB_STATE_SIZE = 320,     /* bytes, the largest state of any game */
    TB_MOVES_MAX = 2560,     /* moves, the most that any position can have */
    TB_MOVE_TEXT = 32,       /* bytes that hold any move, its end included */
    TB_POSITION_TEXT = 512,  /* bytes that hold any position string */
    TB_DRAWING_TEXT = 16384, /* bytes that hold any drawing */
    TB_REMARK_TEXT = 1024,   /* bytes that hold any remark */
    TB_ERROR_TEXT = 256,     /* bytes that hold the English text of an error */
    TB_MESSAGE_TEXT = 768,   /* bytes that hold a message as data */
};

/* ---- Errors ------------------------------------------------------------ */

/* Name, number and identifier of each code; tb_error_name() returns the identifier. */
#define TB_ERRORS(X)                                                                               \
    X(MEMORY, -1, "memory")      /* out of memory */                                               \
    X(GAME, -2, "game")          /* unknown game */                                                \
    X(PLAYERS, -3, "players")    /* number of players not allowed */                               \
    X(OPTION, -4, "option")      /* unknown option */                                              \
    X(VALUE, -5, "value")        /* option value not allowed */                                    \
    X(SYNTAX, -6, "syntax")      /* syntax error */                                                \
    X(ILLEGAL, -7, "illegal")    /* move not allowed */                                            \
    X(POSITION, -8, "position")  /* position not allowed */                                        \
    X(OVER, -9, "over")          /* the game is over */                                            \
    X(RECORD, -10, "record")     /* invalid record */                                              \
    X(RANGE, -11, "range")       /* argument out of range */                                       \
    X(ARGUMENT, -12, "argument") /* missing or invalid argument */                                 \
    X(BUSY, -13, "busy")         /* in use by another call */                                      \
    X(STOPPED, -14, "stopped")   /* stopped by the caller */                                       \
    X(SETUP, -15, "setup")       /* different game or setup */                                     \
    X(SYSTEM, -16, "system")     /* operating system error */                                      \
    X(INTERNAL, -17, "internal") /* internal error */

enum tb_error_code {
    TB_OK = 0,
#define TB_ERROR_ENUM(name, code, identifier) TB_ERR_##name = code,
    TB_ERRORS(TB_ERROR_ENUM)
#undef TB_ERROR_ENUM
};

struct tb_error {
    int code;                      /* TB_OK or one of TB_ERR_... */
    char text[TB_ERROR_TEXT];      /* in English: what is wrong, and what to do */
    char message[TB_MESSAGE_TEXT]; /* the same as data, for tb_error_text() */
};

/* Who reads a message: in which language, and who the players are. */
struct tb_viewer {
    size_t size;              /* sizeof(struct tb_viewer) */
    const char *lang;         /* a BCP 47 tag such as "de" or "fr-CA"; NULL is English */
    const char *const *names; /* of the players, NULL for one without; NULL: none has a name */
    int you;                  /* the number of the player who reads, from 1; 0: a spectator */
};

/* The error in the reader's language, in English where there is no translation. A NULL viewer
 * reads English. */
TB_API int tb_error_text(const struct tb_error *error, const struct tb_viewer *viewer, char *out,
                         size_t size);

/* The languages that there are, English first: "en", "de", ...; NULL outside 0..count-1. */
TB_API int tb_language_count(void);
TB_API const char *tb_language_at(int index);
/* What a language calls itself: "Deutsch"; NULL if there is no such language. */
TB_API const char *tb_language_name(const char *lang);

/* The identifier of a code, for logs and protocols: "illegal" for TB_ERR_ILLEGAL, "ok" for TB_OK;
 * NULL if there is no such code. tb_error_text() is for people. */
TB_API const char *tb_error_name(int code);

/* The version of the library that is running, which a shared one need not have in
 * common with the header: "1.1.0". */
TB_API const char *tb_version(void);

/* ---- Games and their options ------------------------------------------- */

/* One game: its facts and its rules. Constant, lives for ever. */
struct tb_game;

/* One rule option of a game. Values are integers; where `words` is not NULL
 * the value is an index into it and is spelled by its word. */
struct tb_option {
    const char *name;
    const char *const *words;              /* NULL-terminated, or NULL for a number */
    int min, max, step;                    /* allowed: min, min+step, ... max */
    int defaults[TB_PLAYERS_MAX + 1];      /* by number of players */
    const char *text;                      /* its meaning, in English; see tb_option_text() */
};

TB_API int tb_game_count(void);
TB_API const struct tb_game *tb_game_at(int index);          /* NULL outside 0..count-1 */
TB_API const struct tb_game *tb_game_find(const char *name); /* NULL if there is none */
TB_API const char *tb_game_name(const struct tb_game *game);   /* "quoridor" */
TB_API const char *tb_game_title(const struct tb_game *game);  /* "Quoridor" */
TB_API const char *tb_game_author(const struct tb_game *game);
TB_API bool tb_game_allows(const struct tb_game *game, int players);
TB_API bool tb_game_repeats(const struct tb_game *game); /* can a position come back? */
TB_API int tb_game_option_count(const struct tb_game *game);
TB_API const struct tb_option *tb_game_option(const struct tb_game *game, int index);
/* What an option means, in a language. */
TB_API const char *tb_option_text(const struct tb_option *option, const char *lang);

/* A game with its player count and every option decided. */
struct tb_setup {
    const struct tb_game *game;
    int players;
    int options[TB_OPTIONS_MAX]; /* in the order of tb_game_option() */
};

/* The default set-up for a number of players; players = 0 means two. */
TB_API int tb_setup_init(struct tb_setup *setup, const struct tb_game *game, int players,
                         struct tb_error *error);
/* Sets one option from text: tb_setup_set_option(&setup, "walls", "7", &error). */
TB_API int tb_setup_set_option(struct tb_setup *setup, const char *key, const char *value,
                        struct tb_error *error);
/* The spelling of option number `index`: "7" or "blocked". */
TB_API int tb_setup_option(const struct tb_setup *setup, int index, char *out, size_t size);

/* ---- Positions and moves ------------------------------------------------ */

/* A move is one whole turn of one player. The number means something only to
 * the game it came from. */
typedef uint32_t tb_move;
#define TB_MOVE_NONE UINT32_MAX /* no move of any game */

/* The board of any game, as plain bytes: copy it with =. */
struct tb_state {
    unsigned char bytes[TB_STATE_SIZE] __attribute__((aligned(16)));
};

struct tb_position {
    struct tb_setup setup;
    struct tb_state state;
};

struct tb_result {
    bool over;
    unsigned winners; /* bit p is set if player p has won; 0 with over = a draw */
};

/* Sets *position to the start of a game. If the setup is invalid, it has no game afterwards, and
 * every function refuses it. */
TB_API int tb_position_start(struct tb_position *position, const struct tb_setup *setup,
                             struct tb_error *error);

/* Reads a position string. Leading words `players=4 size=5` in it override
 * `setup`, which must be given. Refused positions leave *position untouched. */
TB_API int tb_position_parse(struct tb_position *position, const struct tb_setup *setup,
                             const char *text, struct tb_error *error);
TB_API int tb_position_text(const struct tb_position *position, char *out, size_t size);

TB_API int tb_turn(const struct tb_position *position); /* the player to move, from 0 */
/* The side that a player plays for: players of one side win together. Sides are counted
 * from 0 in the order of their first players. */
TB_API int tb_side(const struct tb_position *position, int player);
TB_API int tb_side_count(const struct tb_position *position);
TB_API struct tb_result tb_position_result(const struct tb_position *position);
TB_API uint64_t tb_hash(const struct tb_position *position);
TB_API bool tb_equal(const struct tb_position *a, const struct tb_position *b);

/* All legal moves in ascending order; `out` holds TB_MOVES_MAX. None when the
 * game is over; otherwise at least one, `pass` where there is nothing else. */
TB_API int tb_moves(const struct tb_position *position, tb_move *out);
TB_API int tb_move_count(const struct tb_position *position);

/* Plays a move of this position, TB_ERR_ILLEGAL if it is not one. */
TB_API int tb_play(struct tb_position *position, tb_move move, struct tb_error *error);

/* The canonical spelling of a legal move, TB_ERR_ILLEGAL if it is not one. */
TB_API int tb_move_text(const struct tb_position *position, tb_move move, char *out, size_t size);
/* Reads a legal move; on failure the error's text says which rule forbids it. */
TB_API int tb_move_parse(const struct tb_position *position, const char *text, tb_move *move,
                         struct tb_error *error);

/* Reads a legal move and plays it; on failure the position is as it was. */
TB_API int tb_play_text(struct tb_position *position, const char *text, struct tb_error *error);

/* Counts the sequences of exactly `depth` moves; 0 for a negative depth. */
TB_API uint64_t tb_perft(const struct tb_position *position, int depth);

/* ---- Why a move is not allowed ------------------------------------------ */

struct tb_reason {
    bool legal;
    tb_move move;      /* meaningful when legal */
    char text[TB_ERROR_TEXT];      /* the rule in an English sentence; empty when legal */
    char message[TB_MESSAGE_TEXT]; /* the same as data, for tb_reason_text() */
    char places[256];  /* squares or pieces to blame, separated by spaces; may be empty */
};

/* Answers for any text at all, well-formed or not. */
TB_API void tb_why(const struct tb_position *position, const char *text, struct tb_reason *reason);
/* The reason in the reader's language, with the names of the players. */
TB_API int tb_reason_text(const struct tb_reason *reason, const struct tb_viewer *viewer, char *out,
                          size_t size);

/* ---- Remarks: facts in words ---------------------------------------------- */

/* Facts about the position as its game sees it (how long the paths are, which line can be
 * completed), or about one of its legal moves (what a barrier costs, where a piece sends the
 * opponent): sentences separated by newlines, none where there is nothing to say. Facts, no
 * judgement: a search knows what is good. Work like snprintf. */
TB_API int tb_remark(const struct tb_position *position, const struct tb_viewer *viewer, char *out,
                     size_t size);
TB_API int tb_remark_move(const struct tb_position *position, tb_move move,
                          const struct tb_viewer *viewer, char *out, size_t size);

/* ---- Drawing ------------------------------------------------------------ */

struct tb_style {
    bool ascii;         /* only ASCII; otherwise Unicode box drawing */
    bool colour;        /* ANSI colours; no meaning rests on them */
    const char *lang;   /* a BCP 47 tag; NULL is English */
    bool bare;          /* without whose turn it is or who has won: a match may know better */
    bool ended;         /* a match has ended here, say by resignation: nothing can be played */
    int rows;           /* rather a smaller drawing than one of more lines; 0: no limit */
    const char *last;   /* the move that led here, to be marked with ( ); NULL: none */
};

/* A drawing of several lines: the board, what is in hand, whose turn or the result. */
TB_API int tb_draw(const struct tb_position *position, const struct tb_style *style, char *out,
                   size_t size);

/* ---- Symmetry ------------------------------------------------------------ */

/* Number of transformations of the board (0 is the identity) under which the
 * rules stay the same; some exchange the players' roles. */
TB_API int tb_symmetry_count(const struct tb_position *position);
TB_API void tb_symmetry_position(const struct tb_position *position, int symmetry,
                                 struct tb_position *out);
/* What a legal move of `position` becomes in the transformed position; or TB_MOVE_NONE. */
TB_API tb_move tb_symmetry_move(const struct tb_position *position, int symmetry, tb_move move);
/* What a player becomes. */
TB_API int tb_symmetry_player(const struct tb_position *position, int symmetry, int player);

/* ---- Matches: a game with its history ------------------------------------ */

/* A match adds to the rules of a game: undo and redo, the repetition rule, the
 * pie rule, resignation. */
struct tb_match;

struct tb_match_rules {
    int repetition; /* occurrences of a position that make a draw: 0 (off), 2..9 */
    bool swap;      /* the pie rule, two players only */
};

/* How a match came to its end. */
enum tb_ending {
    TB_ENDING_NONE,       /* it has not */
    TB_ENDING_BOARD,      /* by the rules of the game */
    TB_ENDING_REPETITION,
    TB_ENDING_RESIGNATION,
    TB_ENDING_AGREEMENT,
    TB_ENDING_TIME,
    TB_ENDING_LIMIT, /* a draw: the match has become too long */
};

/* repetition=3, swap off. */
TB_API struct tb_match_rules tb_match_rules_default(void);
/* NULL on failure; rules may be NULL. The caller frees it with tb_match_free, which accepts NULL. */
TB_API struct tb_match *tb_match_new(const struct tb_position *start,
                                     const struct tb_match_rules *rules, struct tb_error *error);
TB_API void tb_match_free(struct tb_match *match);
/* A match of its own that stands as this one does; NULL on failure. */
TB_API struct tb_match *tb_match_copy(const struct tb_match *match, struct tb_error *error);

/* Plays a move or `swap`. Whatever was undone before is forgotten. */
TB_API int tb_match_play(struct tb_match *match, const char *text, struct tb_error *error);
/* May this be played now, a move or `swap`? If not, why? Answers for any text at all. For
 * `swap` the reason's move means nothing. */
TB_API void tb_match_why(const struct tb_match *match, const char *text, struct tb_reason *reason);
TB_API bool tb_match_can_swap(const struct tb_match *match);
/* Take back or play again one entry; false when there is none. Undo also takes
 * back a resignation, an agreed draw or a flag fall, before any move. */
TB_API bool tb_match_undo(struct tb_match *match);
TB_API bool tb_match_redo(struct tb_match *match);
/* Ends the match without a move; TB_ERR_OVER if it has ended already. With two
 * sides the other side wins a resignation or flag fall; with more, the game
 * ends and everyone else shares the win. */
TB_API int tb_match_resign(struct tb_match *match, int player, struct tb_error *error);
TB_API int tb_match_flag(struct tb_match *match, int player, struct tb_error *error);
TB_API int tb_match_agree_draw(struct tb_match *match, struct tb_error *error);
/* Ends the match as a draw because it has reached a limit on its length, which the caller sets. */
TB_API int tb_match_draw_at_limit(struct tb_match *match, struct tb_error *error);

TB_API const struct tb_position *tb_match_position(const struct tb_match *match); /* now */
TB_API const struct tb_position *tb_match_start(const struct tb_match *match);
TB_API struct tb_match_rules tb_match_rules_of(const struct tb_match *match);
TB_API struct tb_result tb_match_result(const struct tb_match *match);
TB_API enum tb_ending tb_match_ending(const struct tb_match *match);
/* The result if the player resigned or overstepped the time now. */
TB_API struct tb_result tb_match_result_without(const struct tb_match *match, int player);
/* "board", "repetition", "resignation", "agreement", "time" or "limit"; NULL for
 * TB_ENDING_NONE. */
TB_API const char *tb_ending_name(enum tb_ending ending);
/* Entries of the record, `swap` counted; plies do not count it. */
TB_API int tb_match_length(const struct tb_match *match);
TB_API int tb_match_plies(const struct tb_match *match);
TB_API bool tb_match_swapped(const struct tb_match *match);
/* The spelling of entry `index` (from 0), NULL outside the record. */
TB_API const char *tb_match_entry(const struct tb_match *match, int index);
/* The boards of the match, oldest first: that of the start, then that after each ply, in
 * all tb_match_plies() + 1; the last one is now. Valid until the match changes. */
TB_API const struct tb_state *tb_match_states(const struct tb_match *match);
/* The position after the first `plies` plies; TB_ERR_RANGE if there were not so many. */
TB_API int tb_match_position_at(const struct tb_match *match, int plies,
                                struct tb_position *position, struct tb_error *error);

/* ---- Structs that may grow ------------------------------------------------ */

/* The structs below begin with `size`, which the caller sets to their sizeof before
 * anything else, best by TB_STRUCT(tb_task, task): all other fields become zero, which
 * is the usual value of each. So a program that was built with an older header works
 * with a newer library: fields are only ever added at the end. */
#ifdef __cplusplus
#define TB_STRUCT(type, name) struct type name = {}; name.size = sizeof(struct type)
#else
#define TB_STRUCT(type, name) struct type name = {.size = sizeof(struct type)}
#endif

/* ---- Pictures -------------------------------------------------------------- */

struct tb_picture {
    size_t size;
    bool dark;          /* for a dark page */
    const char *lang;
    int width;          /* in pixels; 0: as wide as whatever shows it */
    const char *marks;  /* squares or moves to mark, separated by spaces: "e4 e3h"; or NULL */
    const char *arrows; /* "e2>e4 d2>d5", or NULL */
};

/* The position as an SVG picture, readable without colour. Returns the length it
 * wanted, or a negative code if marks or arrows name no square. A board alone takes at
 * most about 40,000 bytes, and each mark or arrow adds to that: call it with a size of 0
 * first to learn how much room to make. Any thread. */
TB_API int tb_draw_svg(const struct tb_position *position, const struct tb_picture *picture,
                       char *out, size_t size, struct tb_error *error);

/* ---- Engines ---------------------------------------------------------------- */

/* An engine thinks about positions of one set-up. It starts no thread unless `threads`
 * asks for more than one: it thinks in the thread that calls tb_engine_search(). */
struct tb_engine;
/* What an engine has found so far. */
struct tb_analysis;

enum {
    TB_LEVELS = 8,
    TB_LINES_MAX = 32,
    TB_LINE_MOVES = 64,
    TB_THREADS_MAX = 64,
};

enum tb_engine_kind {
    TB_ENGINE_AUTO,      /* the best for the game and its number of sides */
    TB_ENGINE_ALPHABETA, /* two sides */
    TB_ENGINE_PARANOID,  /* three or more sides, the mover against all others */
    TB_ENGINE_MAXN,      /* three or more sides, everyone for himself */
    TB_ENGINE_MCTS,      /* a tree of simulations, with the game's advice */
    TB_ENGINE_UCT,       /* the same without advice, a baseline */
    TB_ENGINE_RANDOM,
};

struct tb_engine_options {
    size_t size;
    enum tb_engine_kind kind;
    int level;     /* 1 to TB_LEVELS; 0: full strength */
    int table_mb;  /* megabytes of memory; 0: a sensible number */
    int threads;   /* 1 to TB_THREADS_MAX; 0: 1 */
    uint64_t seed; /* of the choices that weak levels and simulations make */
};

/* One line of play and what it is worth to the player to move. */
struct tb_line {
    size_t size;
    double score; /* the expected result, -1 to 1 */
    bool exact;   /* the value is proven: */
    int value;    /* 1 a win, 0 a draw, -1 a loss; */
    int plies;    /* until the end with best play, -1 if not known */
    int length;   /* of moves, at least 1 */
    tb_move moves[TB_LINE_MOVES];
};

/* What to think about, and for how long: without any limit, until tb_engine_stop()
 * or until nothing is left to find. A level has limits of its own. */
struct tb_task {
    size_t size;
    const struct tb_position *position; /* this position, */
    const struct tb_match *match;       /* or that of a match, with its repetition rule */
    int64_t time_ms;
    uint64_t nodes;
    int depth;    /* in plies */
    int lines;    /* how many best lines, 1 to TB_LINES_MAX; 0: 1 */
    bool to_play; /* in a lost position: the move that is hardest to answer */
    /* Called whenever there is something new, in the thread that searches; the analysis is
     * only there until it returns. It may call tb_engine_stop(). May be NULL. */
    void (*report)(void *context, const struct tb_analysis *analysis);
    void *context;
};

/* NULL on failure; options may be NULL. Any thread. */
TB_API struct tb_engine *tb_engine_new(const struct tb_setup *setup,
                                       const struct tb_engine_options *options,
                                       struct tb_error *error);
/* Stops a search that is running in another thread, waits for it, and frees the engine.
 * Called from a report, it frees the engine as soon as the search has returned. NULL is
 * fine. Nobody may use the engine afterwards. */
TB_API void tb_engine_free(struct tb_engine *engine);

/* Thinks, and chooses a move; a weak level may choose another than the best line's.
 * TB_ERR_BUSY if the engine is thinking already, TB_ERR_OVER if there is nothing to
 * play, TB_ERR_SETUP for a position of another game or set-up. */
TB_API int tb_engine_search(struct tb_engine *engine, const struct tb_task *task, tb_move *move,
                            struct tb_error *error);

/* Ends the search soon, which then returns as usual; if none is running, the next one
 * ends at once. Any thread, also a signal handler. */
TB_API void tb_engine_stop(struct tb_engine *engine);
/* Takes back a tb_engine_stop() that came too late. Any thread. */
TB_API void tb_engine_arm(struct tb_engine *engine);
/* Forgets what earlier searches found; TB_ERR_BUSY while it thinks. Any thread. */
TB_API int tb_engine_clear(struct tb_engine *engine);

/* What the last search found, NULL before the first; valid until the engine is used
 * again. Only the thread that searches. */
TB_API const struct tb_analysis *tb_engine_analysis(const struct tb_engine *engine);
TB_API int tb_analysis_depth(const struct tb_analysis *analysis); /* in plies; 0: a tree */
TB_API uint64_t tb_analysis_nodes(const struct tb_analysis *analysis);
TB_API int64_t tb_analysis_ms(const struct tb_analysis *analysis);
TB_API int tb_analysis_line_count(const struct tb_analysis *analysis);
/* Line number `index`, best first; TB_ERR_RANGE if there are not so many. */
TB_API int tb_analysis_line(const struct tb_analysis *analysis, int index, struct tb_line *line);

/* ---- Solving ------------------------------------------------------------------ */

/* A solver finds out, by proof, who can force a win in one position. Used by one thread
 * at a time, except for tb_solver_stop(). */
struct tb_solver;

enum { TB_PLIES_ANY = 1000, TB_CLAIMS_MAX = 8 };

struct tb_solver_options {
    size_t size;
    int table_mb;       /* 0: 256 */
    int threads;        /* 0: 1 */
    bool rules_only;    /* do without the tables of solved games */
    const char *resume; /* a file of tb_solver_save() to go on with, or NULL */
};

enum tb_stage { TB_STAGE_LISTING, TB_STAGE_WORKING_BACK, TB_STAGE_SEARCHING, TB_STAGE_CHECKING };

struct tb_progress {
    size_t size;
    enum tb_stage stage;
    uint64_t nodes;  /* positions looked at */
    int64_t ms;
    uint64_t positions, solved; /* of a retrograde analysis */
    double fill;     /* of the table, 0 to 1 */
    int player;      /* the question that a search works on: can this player win */
    int plies;       /* within so many plies, or TB_PLIES_ANY */
};

struct tb_question {
    size_t size;
    bool only;       /* ask only whether `player` can force a win, not who can */
    int player;
    int plies;       /* within so many; 0: no limit */
    bool shortest;   /* find the smallest number of plies */
    int64_t time_ms; /* give up after so long; 0: never */
    /* Called about twice a second, in the thread that asked; false ends the work. May be
     * NULL. */
    bool (*report)(void *context, const struct tb_progress *progress);
    void *context;
};

/* What is known about one side, named by its first player: it can force a win within
 * `win` plies (-1: not known to), and none within `hold` plies (-1: nothing known). */
struct tb_finding {
    int player, win, hold;
};

struct tb_solution {
    size_t size;
    bool answered; /* the question that was asked */
    bool valued;   /* the value for the player to move is known: */
    int value;     /* 1 a win, 0 a draw, -1 a loss; */
    int plies;     /* -1 unless they are known to be the smallest */
    bool chosen;   /* a move that keeps the value is known: */
    tb_move move;
    int count;     /* of the findings, the side to move first */
    struct tb_finding findings[TB_PLAYERS_MAX];
    uint64_t positions; /* that a retrograde analysis solved; 0: there was none */
    uint64_t nodes;
    int64_t ms;
};

/* NULL on failure; options may be NULL. Any thread. */
TB_API struct tb_solver *tb_solver_new(const struct tb_position *position,
                                       const struct tb_solver_options *options,
                                       struct tb_error *error);
TB_API void tb_solver_free(struct tb_solver *solver); /* not while it works; NULL is fine */
/* Works until the question is answered, the time is over or the report says stop: then
 * `answered` is false and the solution says what is known. question may be NULL. */
TB_API int tb_solver_ask(struct tb_solver *solver, const struct tb_question *question,
                         struct tb_solution *solution, struct tb_error *error);
/* Ends the work soon, for good: the solver answers no more questions, but can be saved.
 * Any thread, also a signal handler. */
TB_API void tb_solver_stop(struct tb_solver *solver);
/* Writes all that it knows to a file, for tb_solver_options.resume. What a solver finds that
 * went on from such a file rests on it; a proof does not, for tb_verify() checks it with the
 * rules. Another version of the library refuses the file. */
TB_API int tb_solver_save(const struct tb_solver *solver, const char *path,
                          struct tb_error *error);
/* Writes a proof of the last solution, which tb_verify() checks. */
TB_API int tb_solver_prove(struct tb_solver *solver, const char *path, struct tb_error *error);

/* A claim that is proven: the player can (or cannot) force a win within so many plies. */
struct tb_claim {
    int player;
    bool wins;
    int plies; /* TB_PLIES_ANY: however many */
    uint64_t nodes; /* positions in its tree */
};

enum tb_file_kind { TB_FILE_PROOF, TB_FILE_TABLE, TB_FILE_OPENINGS };

/* What a checked file holds. */
struct tb_verified {
    size_t size;
    enum tb_file_kind kind;
    uint64_t positions;          /* in a table */
    struct tb_position position; /* of a proof, like the rest */
    int count;
    struct tb_claim claims[TB_CLAIMS_MAX];
};

/* Checks a proof by the rules alone, or a table. The report is called now and then, and
 * false ends the work with TB_ERR_STOPPED; it may be NULL. Any thread. */
TB_API int tb_verify(const char *path, struct tb_verified *verified,
                     bool (*report)(void *context, const struct tb_progress *progress),
                     void *context, struct tb_error *error);

/* ---- Reviews: a match judged move by move ------------------------------------------ */

/* Values are expected results of the player who moved, 0 (a loss) to 1 (a win). */
struct tb_review;

enum tb_judgement { TB_BEST, TB_GOOD, TB_INACCURACY, TB_MISTAKE, TB_BLUNDER };

struct tb_review_options {
    size_t size;
    uint64_t nodes; /* for each position, like the next two; all zero: 60,000 nodes */
    int64_t time_ms;
    int depth;
    int threads;  /* 0: 1 */
    int table_mb; /* 0: a sensible number */
    /* Called before each position is searched, in the thread that asked; false ends the
     * work with TB_ERR_STOPPED. May be NULL. */
    bool (*report)(void *context, int done, int count);
    void *context;
};

struct tb_reviewed {
    size_t size;
    int entry;  /* of the match, from 0 */
    int player;
    tb_move move;         /* what was played, */
    tb_move best;         /* and what the engine would have played */
    double before, after; /* the value with the best move, and with this one */
    double loss;
    bool exact;           /* both values are proven */
    enum tb_judgement judgement;
};

/* NULL on failure; options may be NULL. Any thread. */
TB_API struct tb_review *tb_review_new(const struct tb_match *match,
                                       const struct tb_review_options *options,
                                       struct tb_error *error);
TB_API void tb_review_free(struct tb_review *review); /* NULL is fine */
TB_API int tb_review_count(const struct tb_review *review); /* of moves */
TB_API int tb_review_move(const struct tb_review *review, int index, struct tb_reviewed *move);
/* 0 to 100; below 0 for a player who made no move. */
TB_API double tb_review_accuracy(const struct tb_review *review, int player);
/* The move that decided the match, from 0; -1 if none did. */
TB_API int tb_review_turning(const struct tb_review *review);
/* "inaccuracy"; NULL for what is no judgement. */
TB_API const char *tb_judgement_text(enum tb_judgement judgement, const char *lang);

/* ---- Puzzles: positions with a task ------------------------------------------------- */

/* The puzzles of one file, all of one game. Nothing changes once they are read: any number
 * of threads may ask. Indexes count from 0. */
struct tb_puzzles;

enum { TB_PUZZLE_ID = 8, TB_GRADES = 5 };

/* What the player to move has to achieve. */
enum tb_goal {
    TB_GOAL_WIN,  /* force a win, */
    TB_GOAL_HOLD, /* or leave the opponent no forced win, both within `plies`; */
    TB_GOAL_DRAW, /* hold the draw */
};

struct tb_puzzle {
    size_t size;
    char id[TB_PUZZLE_ID]; /* six characters, derived from position and task */
    struct tb_position position;
    enum tb_goal goal;
    int plies;  /* counted from the position; TB_PLIES_ANY: without a limit */
    int grade;  /* 1, the easiest, to TB_GRADES */
    int length; /* moves to find */
};

enum tb_attempt_state {
    TB_ATTEMPT_OPEN,   /* a move of the solver is due, */
    TB_ATTEMPT_REPLY,  /* or a reply of the opponent: any legal move */
    TB_ATTEMPT_WRONG,  /* the last move was not the right one */
    TB_ATTEMPT_SOLVED,
};

/* How a puzzle stands after some moves. */
struct tb_attempt {
    size_t size;
    enum tb_attempt_state state;
    struct tb_position position;
    tb_move answer; /* the one right move while it is open, else TB_MOVE_NONE */
};

/* Reads a file of puzzles, or a text that is one: NULL if anything in it is no good, and the
 * error names the line. Solutions are taken as they are; `tablier puzzles --check` proves
 * them. */
TB_API struct tb_puzzles *tb_puzzles_load(const char *path, struct tb_error *error);
TB_API struct tb_puzzles *tb_puzzles_new(const char *text, size_t length, struct tb_error *error);
TB_API void tb_puzzles_free(struct tb_puzzles *puzzles); /* NULL is fine */
TB_API int tb_puzzles_count(const struct tb_puzzles *puzzles);
TB_API int tb_puzzles_get(const struct tb_puzzles *puzzles, int index, struct tb_puzzle *puzzle);
/* The index of the puzzle with an id; TB_ERR_RANGE if there is none. */
TB_API int tb_puzzles_find(const struct tb_puzzles *puzzles, const char *id);
/* The next puzzle of a grade (0: of any) from `index` on, after the last one from the first
 * on again; TB_ERR_RANGE if there is none. */
TB_API int tb_puzzles_next(const struct tb_puzzles *puzzles, int index, int grade);
/* The task as a sentence: "Player 1 to move and win in 3 moves." Works like snprintf. */
TB_API int tb_puzzles_task(const struct tb_puzzles *puzzles, int index, const char *lang, char *out,
                           size_t size);
/* What is typical of it, one theme on each line; may be empty. Works like snprintf. */
TB_API int tb_puzzles_themes(const struct tb_puzzles *puzzles, int index, const char *lang,
                             char *out, size_t size);
/* Judges an attempt: moves of the solver and replies in turn. TB_ERR_OVER if there are moves
 * behind a wrong one or behind the solution; moves may be NULL if count is 0. */
TB_API int tb_puzzles_attempt(const struct tb_puzzles *puzzles, int index,
                              const char *const *moves, int count, struct tb_attempt *attempt,
                              struct tb_error *error);
/* The whole solution, as in the file: "e4(e5=d5 *=e5)" is e4, then d5 after e5 and e5 after
 * anything else. Works like snprintf. */
TB_API int tb_puzzles_solution(const struct tb_puzzles *puzzles, int index, char *out,
                               size_t size);

/* ---- Records: matches as text --------------------------------------------------- */

/* A match with tags that say who played it and when, and annotations. */
struct tb_record;
/* Reads the records of a text one after the other. */
struct tb_reader;

enum tb_format {
    TB_FORMAT_TEXT, /* in the style of PGN */
    TB_FORMAT_JSON, /* one object on one line for each record */
};

/* A record of a new match; NULL on failure. Any thread. */
TB_API struct tb_record *tb_record_new(const struct tb_position *start,
                                       const struct tb_match_rules *rules,
                                       struct tb_error *error);
TB_API void tb_record_free(struct tb_record *record); /* and its match; NULL is fine */
TB_API struct tb_match *tb_record_match(struct tb_record *record); /* the record's own */
/* The tag's value, NULL if there is none. */
TB_API const char *tb_record_tag(const struct tb_record *record, const char *name);
TB_API int tb_record_set_tag(struct tb_record *record, const char *name, const char *value,
                             struct tb_error *error);
TB_API int tb_record_tag_count(const struct tb_record *record);
TB_API const char *tb_record_tag_name(const struct tb_record *record, int index);
/* The record with its line end, to be given to tb_text_free(); NULL if memory runs out. */
TB_API char *tb_record_write(const struct tb_record *record, enum tb_format format);
TB_API void tb_text_free(char *text);

/* Annotations: comments, evaluations, the time that moves took, and variations, on a tree of
 * moves. A node of the tree is a number: 0 is the start; a node that was removed, or never
 * was there, is answered with TB_ERR_RANGE (or NULL, or -1). The main line is always the
 * match's: its moves are played and taken back there. What was said about a move that is
 * taken back and replaced becomes a variation; what follows the last move of the match is
 * not written. */
enum { TB_NODE_START = 0, TB_COMMENT_MAX = 4000 /* bytes */ };

/* What the position after a move is worth to one player. */
struct tb_evaluation {
    size_t size;
    int player;
    bool exact;   /* proven: then value and plies count, otherwise the score */
    double score; /* 1 a certain win, -1 a certain loss; kept to four decimals */
    int value;    /* 1 a win, 0 a draw, -1 a loss */
    int plies;    /* to the end, -1 if not known */
};

/* The node after so many entries of the match. */
TB_API int tb_record_node(struct tb_record *record, int entries);
/* Number `index` of the moves that follow a node, the main line first; TB_ERR_RANGE if there
 * are not so many. */
TB_API int tb_record_child(struct tb_record *record, int node, int index);
TB_API int tb_record_parent(const struct tb_record *record, int node);
/* The move, or swap, that leads to the node; NULL at the start. */
TB_API const char *tb_record_move(const struct tb_record *record, int node);
/* The position of a node. */
TB_API int tb_record_position(const struct tb_record *record, int node,
                              struct tb_position *position, struct tb_error *error);
/* The node of a move that might have been played instead of the main line's; it is made if
 * need be. TB_ERR_RECORD at the end of the match, where a move is played in the match. */
TB_API int tb_record_add(struct tb_record *record, int node, const char *move,
                         struct tb_error *error);
/* Takes a variation away from this node on; the moves of the match stay. */
TB_API int tb_record_remove(struct tb_record *record, int node, struct tb_error *error);

/* NULL: none. A comment is UTF-8 without control characters and without '}'; blank space is
 * reduced to single spaces. Valid until the record is changed. */
TB_API const char *tb_record_comment(const struct tb_record *record, int node);
TB_API int tb_record_set_comment(struct tb_record *record, int node, const char *comment,
                                 struct tb_error *error);
/* 1 if there is one, 0 if not. */
TB_API int tb_record_evaluation(const struct tb_record *record, int node,
                                struct tb_evaluation *evaluation);
/* NULL takes it away. */
TB_API int tb_record_set_evaluation(struct tb_record *record, int node,
                              const struct tb_evaluation *evaluation, struct tb_error *error);
/* In milliseconds, -1: not said, also for setting. */
TB_API int64_t tb_record_time(const struct tb_record *record, int node);
TB_API int tb_record_set_time(struct tb_record *record, int node, int64_t ms,
                              struct tb_error *error);
/* Notes a review of its match: evaluations, comments in this language, and the better lines as
 * variations. */
TB_API int tb_review_annotate(const struct tb_review *review, struct tb_record *record,
                              const char *lang, struct tb_error *error);

/* Reads a text in either format: it tells by itself. The text is copied. */
TB_API struct tb_reader *tb_reader_new(const char *text, size_t length, struct tb_error *error);
TB_API void tb_reader_free(struct tb_reader *reader);
/* 1 with the next record, which the caller frees; 0 at the end; negative if the next one
 * is no good, with the reason: the one behind it can still be read. */
TB_API int tb_reader_next(struct tb_reader *reader, struct tb_record **record,
                          struct tb_error *error);
TB_API enum tb_format tb_reader_format(const struct tb_reader *reader);
TB_API int tb_reader_line(const struct tb_reader *reader); /* where the last record began */
TB_API int tb_reader_ply(const struct tb_reader *reader);  /* the move at fault, 0: none is */

/* ---- For learning --------------------------------------------------------------- */

/* Every move that a set-up can ever have has one number below tb_action_count(), the same
 * in all positions: Quoridor has its squares, barriers and pass, 210 on nine by nine. A
 * negative code for a set-up that is none. Everything here: any thread. */
TB_API int tb_action_count(const struct tb_setup *setup);
/* The action of a legal move; TB_ERR_ILLEGAL if it is not legal. */
TB_API int tb_action_of(const struct tb_position *position, tb_move move);
/* The legal move of an action; TB_ERR_ILLEGAL if there is none. */
TB_API int tb_action_move(const struct tb_position *position, int action, tb_move *move,
                          struct tb_error *error);
/* What an action becomes in the transformed position. */
TB_API int tb_action_symmetry(const struct tb_position *position, int symmetry, int action);
/* Writes one byte for each action: 1 if it is legal. Returns how many are. */
TB_API int tb_action_mask(const struct tb_position *position, uint8_t *mask);

/* A position as numbers from 0 to 1: planes of rows of columns, a1 first. Players come in
 * the order of their turns, the player to move first. */
enum { TB_SHAPE_PLANES, TB_SHAPE_ROWS, TB_SHAPE_COLUMNS, TB_SHAPE };
TB_API int tb_observation_shape(const struct tb_setup *setup, int shape[TB_SHAPE]);
/* What a plane means: "pawn of the player to move". Works like snprintf. */
TB_API int tb_observation_plane(const struct tb_setup *setup, int plane, char *out, size_t size);
/* `out` holds planes times rows times columns. */
TB_API int tb_observation(const struct tb_position *position, float *out);

/* ---- Many games at once ----------------------------------------------------------- */

/* A number of games of one set-up that are played side by side; one that ends starts
 * again at once. One thread at a time uses it; it starts threads - 1 of its own. */
struct tb_batch;

struct tb_batch_options {
    size_t size;
    int threads;   /* 0: 1 */
    int plies_max; /* a game of so many plies is cut off; 0: 1000 */
    uint64_t seed; /* of tb_batch_sample() */
};

/* How a game stands after a step. */
enum tb_step { TB_STEP_GOES_ON, TB_STEP_OVER, TB_STEP_CUT_OFF };

TB_API struct tb_batch *tb_batch_new(const struct tb_setup *setup, int count,
                                       const struct tb_batch_options *options,
                                       struct tb_error *error);
TB_API void tb_batch_free(struct tb_batch *batch); /* NULL is fine */
TB_API int tb_batch_count(const struct tb_batch *batch);
/* Plays one action in each game. rewards: for each game one number a player, 1 a win,
 * -1 a loss, 0 otherwise; steps: enum tb_step for each game; either may be NULL. If any
 * action is not legal none is played, and the error names it. */
TB_API int tb_batch_step(struct tb_batch *batch, const int32_t *actions, float *rewards,
                          uint8_t *steps, struct tb_error *error);
/* A legal action for each game, each as likely as another. */
TB_API int tb_batch_sample(struct tb_batch *batch, int32_t *actions);
TB_API int tb_batch_turns(const struct tb_batch *batch, int32_t *turns);
TB_API int tb_batch_masks(struct tb_batch *batch, uint8_t *masks);
TB_API int tb_batch_observations(struct tb_batch *batch, float *observations);
TB_API int tb_batch_position(const struct tb_batch *batch, int index,
                              struct tb_position *position);
/* Starts all games anew. */
TB_API int tb_batch_reset(struct tb_batch *batch);

#ifdef __cplusplus
}
#endif

#endif
