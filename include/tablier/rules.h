/*
 * tablier/rules.h - games, setups, positions and moves.
 *
 * A game has options; a setup is a game with its number of players and all options decided; a
 * position is a setup with a board. A move is one whole turn of one player.
 */
#ifndef TB_RULES_H
#define TB_RULES_H

#include <tablier/base.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TB_PLAYERS_MAX = 4,
    TB_OPTIONS_MAX = 16,
    TB_MOVES_MAX = 2560,    /* maximum number of moves in a position */
    TB_MOVE_TEXT = 32,      /* bytes that hold any move */
    TB_MOVES_TEXT = 81920,  /* bytes that hold all moves of a position */
    TB_POSITION_TEXT = 512, /* bytes that hold any position string */
    TB_REMARK_TEXT = 1024,  /* bytes that hold any remark */
    TB_PLIES_ANY = 1000,    /* a number of plies that means: no limit */
};

/* ---- Games ------------------------------------------------------------------- */

/* One game: its facts and its rules. Constant, with static lifetime. */
struct tb_game;

TB_API const struct tb_game *tb_game_find(const char *name); /* NULL if there is none */
TB_API int tb_game_count(void);
TB_API const struct tb_game *tb_game_at(int index);           /* NULL outside 0..count-1 */
TB_API const char *tb_game_name(const struct tb_game *game);  /* "quoridor" */
TB_API const char *tb_game_title(const struct tb_game *game); /* "Quoridor" */

/* ---- Setups ------------------------------------------------------------------- */

/* A game with its number of players and every option decided. A plain value: copy it with =. */
struct tb_setup {
    const struct tb_game *game;
    int players;
    int options[TB_OPTIONS_MAX]; /* in the order of tb_game_option() */
};

/* Fills in the default setup for a number of players; 0 players means two. */
TB_API int tb_setup_init(struct tb_setup *setup, const struct tb_game *game, int players,
                         struct tb_error *error);
/* Sets one option from text: tb_setup_set_option(&setup, "walls", "7", &error). */
TB_API int tb_setup_set_option(struct tb_setup *setup, const char *key, const char *value,
                               struct tb_error *error);
/* Writes the value of option number `index`: "7" or "blocked". */
TB_API int tb_setup_option(const struct tb_setup *setup, int index, char *out, size_t size);

/* ---- Positions ------------------------------------------------------------------ */

/* A setup with a board. How many bytes it has is known at run time only, since a later version
 * may bring a game with a larger board. They contain no pointer and need no cleaning up. */
struct tb_position;

/* TB_POSITION(position) declares `struct tb_position *position` in C and its bytes on the stack.
 * It has no game yet: tb_position_start(position, &setup, &error) fills it in. C++, and a
 * position that must outlive its block: tb_position_new(). */
#ifndef __cplusplus
#define TB_POSITION(name)                                                                          \
    unsigned char name##_bytes[tb_position_size()] __attribute__((aligned(16)));                   \
    struct tb_position *name = tb_position_init(name##_bytes)
#endif

/* Sets the position to the start of a game. If the setup is invalid, the position has no game
 * afterwards, and every function refuses it. */
TB_API int tb_position_start(struct tb_position *position, const struct tb_setup *setup,
                             struct tb_error *error);

/* Allocates a position at the start of a game; a NULL setup gives one without a game, for other
 * functions to fill in. NULL on failure. */
TB_API struct tb_position *tb_position_new(const struct tb_setup *setup, struct tb_error *error);
TB_API void tb_position_free(struct tb_position *position);
TB_API int tb_position_copy(struct tb_position *to, const struct tb_position *from);

/* Reads a position string. Leading words `players=4 size=5` in it override `setup`, which is
 * required. On failure the position is unchanged. */
TB_API int tb_position_parse(struct tb_position *position, const struct tb_setup *setup,
                             const char *text, struct tb_error *error);
TB_API int tb_position_text(const struct tb_position *position, char *out, size_t size);

struct tb_result {
    bool over;
    unsigned winners; /* bit p is set if player p has won; 0 with over: a draw */
};

TB_API int tb_turn(const struct tb_position *position); /* the player to move */
TB_API struct tb_result tb_position_result(const struct tb_position *position);
/* The setup, NULL without a game. Valid as long as the position. */
TB_API const struct tb_setup *tb_position_setup(const struct tb_position *position);

/* ---- Moves ------------------------------------------------------------------------ */

/* One whole turn of one player. The number has a meaning only in its position. */
typedef uint32_t tb_move;
#define TB_MOVE_NONE UINT32_MAX /* not a move of any game */

/* Writes all legal moves in ascending order and returns how many; `out` holds TB_MOVES_MAX. 0 if
 * the game is over; otherwise at least one, `pass` where there is nothing else. */
TB_API int tb_moves(const struct tb_position *position, tb_move *out);

/* Writes the canonical spellings of all legal moves in the order of tb_moves(), with a space
 * between two: one call, much faster than tb_move_text() for each. */
TB_API int tb_moves_text(const struct tb_position *position, char *out, size_t size);

/* Plays a legal move; TB_ERR_ILLEGAL if it is not legal. */
TB_API int tb_play(struct tb_position *position, tb_move move, struct tb_error *error);
/* Reads a legal move and plays it. On failure the position is unchanged, and the error says
 * which rule forbids the move. */
TB_API int tb_play_text(struct tb_position *position, const char *text, struct tb_error *error);

/* Writes the canonical spelling of a legal move; TB_ERR_ILLEGAL if it is not legal. */
TB_API int tb_move_text(const struct tb_position *position, tb_move move, char *out, size_t size);
/* Reads a legal move. On failure the error says which rule forbids it. */
TB_API int tb_move_parse(const struct tb_position *position, const char *text, tb_move *move,
                         struct tb_error *error);

/* ---- Why a move is not allowed ------------------------------------------------------ */

struct tb_reason {
    size_t size;
    bool legal;
    tb_move move;                  /* meaningful when legal */
    char text[TB_ERROR_TEXT];      /* the rule in an English sentence; empty when legal */
    char message[TB_MESSAGE_TEXT]; /* the same as data, for tb_reason_text() */
    char places[256]; /* squares or pieces to blame, separated by spaces; may be empty */
};

/* Fills in the reason, for any text, well-formed or not. */
TB_API int tb_why(const struct tb_position *position, const char *text, struct tb_reason *reason);
/* Writes the reason in the viewer's language. */
TB_API int tb_reason_text(const struct tb_reason *reason, const struct tb_viewer *viewer, char *out,
                          size_t size);

/* ---- Remarks: facts in words --------------------------------------------------------- */

/* Writes facts about the position as its game sees it (how long the paths are, which line can be
 * completed), or about one of its legal moves (what a barrier costs, where a piece sends the
 * opponent): sentences separated by newlines, none where there is nothing to say. Remarks do not
 * judge: an engine knows what is good. */
TB_API int tb_remark(const struct tb_position *position, const struct tb_viewer *viewer, char *out,
                     size_t size);
TB_API int tb_remark_move(const struct tb_position *position, tb_move move,
                          const struct tb_viewer *viewer, char *out, size_t size);

/* How a player wins, in a sentence; empty if the game does not say. Works like snprintf. */
TB_API int tb_goal(const struct tb_position *position, int player, const struct tb_viewer *viewer,
                   char *out, size_t size);

/* ---- Facts about games --------------------------------------------------------------- */

/* One rule option of a game, owned by the library. Values are integers; where `words` is not NULL
 * the value is an index into it and is spelled by its word. */
struct tb_option {
    size_t size;
    const char *name;
    const char *const *words;         /* NULL-terminated, or NULL for a number */
    int min, max, step;               /* allowed: min, min+step, ... max */
    int defaults[TB_PLAYERS_MAX + 1]; /* by number of players */
    const char *text;                 /* its meaning, in English; see tb_option_text() */
};

TB_API int tb_game_option_count(const struct tb_game *game);
TB_API const struct tb_option *tb_game_option(const struct tb_game *game, int index);
/* The meaning of an option, in a language. */
TB_API const char *tb_option_text(const struct tb_option *option, const char *lang);
/* True if the game can be played by this number of players. */
TB_API bool tb_game_allows(const struct tb_game *game, int players);
/* True if positions can repeat. */
TB_API bool tb_game_repeats(const struct tb_game *game);
TB_API const char *tb_game_author(const struct tb_game *game);

/* ---- For programs that analyse ------------------------------------------------------- */

/* The side that a player plays for: players of one side win together. Sides are counted from 0 in
 * the order of their first players. */
TB_API int tb_side(const struct tb_position *position, int player);
TB_API int tb_side_count(const struct tb_position *position);

/* Equal positions have equal hashes, on every machine. */
TB_API uint64_t tb_hash(const struct tb_position *position);
TB_API bool tb_equal(const struct tb_position *a, const struct tb_position *b);

/* The number of legal moves, without a list of them. */
TB_API int tb_move_count(const struct tb_position *position);
/* Counts the sequences of exactly `depth` moves; 0 for a negative depth. */
TB_API uint64_t tb_perft(const struct tb_position *position, int depth);

/* The number of transformations of the board (0 is the identity) that keep the rules; some
 * exchange the players' roles. */
TB_API int tb_symmetry_count(const struct tb_position *position);
TB_API int tb_symmetry_position(const struct tb_position *position, int symmetry,
                                struct tb_position *out);
/* The image of a legal move, or TB_MOVE_NONE. */
TB_API tb_move tb_symmetry_move(const struct tb_position *position, int symmetry, tb_move move);
/* The image of a player. */
TB_API int tb_symmetry_player(const struct tb_position *position, int symmetry, int player);

/* ---- Memory of your own ---------------------------------------------------------------- */

/* The bytes of a position. */
TB_API size_t tb_position_size(void);
/* Makes a position without a game in tb_position_size() bytes, which must be aligned to 16. */
TB_API struct tb_position *tb_position_init(void *bytes);

#ifdef __cplusplus
}
#endif

#endif
