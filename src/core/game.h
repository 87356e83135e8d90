/*
 * game.h - the centre of Tablier: one struct per game.
 *
 * A game is a constant struct of facts and functions, listed once in
 * games/games.c. Everything else (command line, search, server, web app) reaches a game through
 * this struct only.
 *
 * Invariants that every game keeps, checked by tests/core/test_conformance.c:
 *  - A state is plain data: no pointers, no padding, unused bytes zero. Two
 *    states are the same position if and only if their bytes are equal, so a
 *    state holds nothing that depends on how it came about. It includes the
 *    player count and the options: no function needs the setup beside it.
 *  - States are copied with memcpy(state_size), or state_copy(); play() changes one in place and
 *    there is no undo.
 *  - A move is a number below move_limit. Given a position, every legal move has
 *    exactly one number and exactly one canonical spelling.
 *  - No function allocates, prints or keeps anything between calls.
 *
 * Players are counted from 0 here and from 1 in every text.
 */
#ifndef TABLIER_CORE_GAME_H
#define TABLIER_CORE_GAME_H

#include <string.h>

#include "core/bits.h"
#include "core/error.h"
#include "core/position.h"
#include "core/rng.h"
#include "core/text.h"

/* Mask of allowed player counts: PLAYERS(2) | PLAYERS(4). */
#define PLAYERS(n) (1u << (n))

/* For hooks that only the command-line tool and the server need: in the web app's module they are
 * NULL, so that it does not contain their code. */
#ifdef __wasm__
#define NOT_IN_PAGE(hook) NULL
#else
#define NOT_IN_PAGE(hook) (hook)
#endif

/* For those that the web app has in its second module, which solves small boards (cmake/web.cmake),
 * but not in the first. */
#if defined __wasm__ && !defined TABLIER_SOLVES
#define HAS_SOLVER 0
#define IN_SOLVER(hook) NULL
#else
#define HAS_SOLVER 1
#define IN_SOLVER(hook) (hook)
#endif

enum {
    GAME_NAME_SIZE = 16, /* bytes that hold the name of any game, its end included */
    STATE_NUMBERS = 2,   /* widths of numbers in a state */
};

struct tb_game {
    /* ---- Facts ---------------------------------------------------------- */
    const char *name;  /* lower case, one word: what the user types */
    const char *title; /* as the author writes it */
    const char *author;
    /* Facts from the game's own documents; 0 or NULL where they are silent. */
    const char *author_link; /* an address, mailto: included */
    const char *publisher;
    int minutes[2];                  /* duration of a game, from and to */
    int age;                         /* of the youngest players, in years */
    unsigned players;                /* mask of PLAYERS(n) */
    bool repeats;                    /* positions can repeat, so the repetition rule applies */
    const struct tb_option *options; /* ends with a NULL name */
    size_t state_size;               /* <= STATE_SIZE, a multiple of 8 */
    /* Width in bytes and count of the numbers that the state begins with, for hashes that are the
     * same on big-endian machines. Single bytes follow. */
    struct {
        uint8_t width, count;
    } numbers[STATE_NUMBERS];
    int moves_max;                   /* <= TB_MOVES_MAX */
    tb_move move_limit;              /* every move is below it */

    /* ---- Rules, all required -------------------------------------------- */

    /* Writes the starting state. The setup has been checked. */
    void (*init)(const struct tb_setup *setup, void *state);

    /* The player to move; of a finished position, the player who would be. */
    int (*turn)(const void *state);

    /* Writes all legal moves in ascending order and returns how many: 0 if and
     * only if the game is over. */
    int (*moves)(const void *state, tb_move *out);

    /* Plays a legal move. Behaviour with any other number is undefined. */
    void (*play)(void *state, tb_move move);

    struct tb_result (*result)(const void *state);

    /* ---- Text, all but remark and goal required ------------------------------------- */

    /* The canonical spelling of a legal move; it begins with a letter, so that no
     * record can take it for a number. */
    void (*move_text)(const void *state, tb_move move, struct text *out);

    /* Writes a number for each of `count` legal moves, below 2 * move_limit: moves with the same
     * number have the same text in every state. spell_by_number() if the moves' own numbers have
     * this property; NULL: no such numbering. */
    void (*spellings)(const void *state, const tb_move *moves, int count, tb_move *out);

    /* Given any text: legal (with the move), or the rule that forbids it, in
     * words a beginner understands, with the squares to blame. This is also the
     * parser: it accepts every canonical spelling and may accept more. It
     * answers "legal" exactly for moves that moves() lists. */
    void (*why)(const void *state, const char *text, struct tb_reason *out);

    /* The position in one line of words separated by single spaces, without
     * the setup (the caller writes that). No word may contain '='. */
    void (*position_text)(const void *state, struct text *out);

    /* Reads what position_text writes, for a checked setup. Accepts every
     * position that follows the material rules, reachable or not; refuses the
     * rest with the reason. */
    int (*position_parse)(const struct tb_setup *setup, const char *text, void *state,
                          struct tb_error *error);

    /* Draws the board, what is in hand, whose turn it is or the result. Ends
     * with a newline. No line of the board is wider than 60 columns, and every position can be
     * drawn within 20 rows, whose turn it is aside. */
    void (*draw)(const void *state, const struct tb_style *style, struct text *out);

    /* Explains the signs of the drawing that it does not explain itself, a sentence to a line.
     * NULL: there are none. */
    void (*draw_marks)(const struct tb_style *style, struct text *out);

    /* Facts about the position, or about a legal move if `move` is not NULL: a remark_add() per
     * sentence. NULL: there is nothing to say. */
    void (*remark)(const void *state, const tb_move *move, struct text *out);

    /* Writes how a player wins, as one encoded message (message_encode()). NULL: no such text. */
    void (*goal)(const void *state, int player, struct text *out);

    /* ---- Symmetry and teams, all but settle and side required ------------------------ */

    int (*symmetries)(const void *state); /* how many, the identity included */
    void (*transform)(const void *state, int symmetry, void *out);
    tb_move (*transform_move)(const void *state, int symmetry, tb_move move);
    int (*transform_player)(const void *state, int symmetry, int player);

    /* Where the board has no edge: shifts the position to the one place that stands for all
     * positions that differ by translation alone. It commutes with the rules as a symmetry does,
     * and its result is a position of the game. NULL: no two positions differ by translation. */
    void (*settle)(void *state);

    /* The side a player plays for (teams); NULL: every player is a side. */
    int (*side)(const void *state, int player);

    /* ---- Quicker ways, NULL where the generic one serves ------------------ */

    /* Number of legal moves, faster than listing them. */
    int (*count)(const void *state);

    /* A legal move, each as likely as another, faster than by listing them. The
     * game is not over. */
    tb_move (*random_move)(const void *state, struct rng *rng);

    /* perft, faster than the generic one. */
    uint64_t (*perft)(const void *state, int depth);

    /* canonical_hash() of core/canonical.h, faster than by an image at a time. */
    uint64_t (*canonical_hash)(const void *state, int player, uint64_t set);

    /* ---- What else a game can offer, NULL where it does not ---------------- */

    const struct advice *advice;     /* to the search: core/advice.h */
    const struct features *features; /* of its networks: core/features.h */
    const struct solved *solved;     /* exact values: core/solved.h */
    const struct picture *picture;   /* SVG: core/picture.h */
    const struct tensor *tensor;     /* for programs that learn: core/tensor.h */
    const struct themes *themes;     /* of puzzles: core/themes.h */
    const struct qtp_rules *qtp;     /* of the protocol QTP: core/qtp.h */
    const struct rating_facts *ratings; /* core/rating_facts.h */
};

/*
 * Copies a state. A memcpy() whose size only the game knows is a call, which costs more than
 * copying a small state, above all in WebAssembly; so it goes in steps of a fixed size, the last of
 * which may copy some bytes after the state too.
 */
static inline void state_copy(const struct tb_game *game, struct tb_state *to,
                              const struct tb_state *from)
{
    enum { STEP = 32 };
    _Static_assert(STATE_SIZE % STEP == 0, "the steps stay within a state");

    for (size_t i = 0; i < game->state_size; i += STEP)
        memcpy(to->bytes + i, from->bytes + i, STEP);
}

/* The table of games, in games/games.c; ends with NULL. */
extern const struct tb_game *const game_table[];

/* perft by plain recursion through the struct, with count() at the last ply. */
uint64_t game_perft(const struct tb_game *game, const void *state, int depth);

/* Plays a legal move at random, each as likely as another; false if the game is over. */
bool game_play_random(const struct tb_game *game, void *state, struct rng *rng);

/* The position's 64-bit hash: equal for equal bytes, and the same on every machine. */
uint64_t game_hash(const struct tb_game *game, const void *state);

/* The side a player plays for, by the game's own number. */
static inline int game_side(const struct tb_game *game, const void *state, int player)
{
    return game->side ? game->side(state, player) : player;
}

/* The players who play for the same side as this one, as a mask like that of the winners. */
unsigned game_partners(const struct tb_game *game, const void *state, int players, int player);
int game_side_count(const struct tb_game *game, const void *state, int players);

/* TB_OK if the setup is one that tb_setup_init() and tb_setup_set_option() can make; NULL and an
 * uninitialised setup are not. */
int setup_check(const struct tb_setup *setup, struct tb_error *error);
int position_check(const struct tb_position *position, struct tb_error *error);
/* Adds every option that differs from its default, as "walls=3" between two texts. */
void setup_options_text(const struct tb_setup *setup, const char *before, const char *after,
                        struct text *out);
/* Adds the words of a setup that begin a position string, each with a space after it. */
void setup_text(const struct tb_setup *setup, struct text *out);
/* A required argument is NULL. */
int error_missing(struct tb_error *error, const char *argument);

/* tb_move_text() for a move that is known to be legal. */
int position_move_text(const struct tb_position *position, tb_move move, char *out, size_t size);

/* Looks the move up among the legal ones. */
bool game_is_legal(const struct tb_game *game, const void *state, tb_move move);

/* Index of an option in the game's table, or -1. */
int game_option_index(const struct tb_game *game, const char *name);

/* ---- For the games' own use ----------------------------------------------- */

/* The hook `spellings` for games in which moves with equal numbers have equal texts. */
void spell_by_number(const void *state, const tb_move *moves, int count, tb_move *out);

/* reason_set(reason, "template", arguments...): marks the move illegal, with the reason. */
#define reason_set(out, ...) reason_set_message(out, MESSAGE(__VA_ARGS__))
void reason_set_message(struct tb_reason *out, const struct phrase *message);
/* The same for an encoded message. */
void reason_set_encoded(struct tb_reason *out, const char *encoded);

/* Adds one name to out->places. */
void reason_blame(struct tb_reason *out, const char *place);

/* remark_add(out, "template", arguments...): adds a sentence to a remark, which is a list of
 * encoded messages, one per line. */
#define remark_add(out, ...) remark_add_message(out, MESSAGE(__VA_ARGS__))
void remark_add_message(struct text *out, const struct phrase *message);

/* Marks the move legal. */
void reason_legal(struct tb_reason *out, tb_move move);

/* The parser's shared answers, so that all games word them alike. */
void reason_over(struct tb_reason *out);
void reason_must_pass(struct tb_reason *out);
void reason_cannot_pass(struct tb_reason *out);

/* "Player 2 to move.", "Player 1 has won.", "Players 1 and 3 have won.", "A draw."; nothing if the
 * style wants the bare board. */
void draw_status(const struct tb_game *game, const void *state, const struct tb_style *style,
                 struct text *out);

#endif
