/*
 * game.h - the centre of Tablier: one struct a game.
 *
 * A game is a constant struct of facts and functions, listed once in
 * games/games.c. Everything else (command line, search, server, page) reaches
 * a game through this struct only.
 *
 * Invariants that every game keeps, checked by tests/test_conformance.c:
 *  - A state is plain data: no pointers, no padding, unused bytes zero. Two
 *    states are the same position if and only if their bytes are equal, so a
 *    state holds nothing that depends on how it came about. It includes the
 *    player count and the options: no function needs the set-up beside it.
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
#include "core/margins.h"
#include "core/rng.h"
#include "core/svg.h"
#include "core/tensor.h"
#include "tablier.h"

/* Mask of allowed player counts: PLAYERS(2) | PLAYERS(4). */
#define PLAYERS(n) (1u << (n))

enum { EVAL_MAX = 20000 };

/* Bytes that hold the name of any game, its end included. */
enum { GAME_NAME_SIZE = 16 };

/* What perfect play leads to, for the side to move. */
struct verdict {
    int value; /* 1 a win, 0 a draw, -1 a loss */
    int plies; /* until the game is over with best play on both sides; -1: not known */
};

/*
 * How one level of the computer player plays: with short sight, with an error
 * in its judgement, content with a move that is nearly the best.
 */
struct level {
    int depth;       /* plies it looks ahead; 0: no limit */
    int nodes;       /* at most so many positions; 0: no limit */
    int net_nodes;   /* the same where a network judges, which makes few worth a long search */
    int simulations; /* the same for a search that grows a tree */
    int time_ms;     /* at most; 0: no limit */
    int blur;        /* the error, in hundredths of evaluate_scale */
    int slack;       /* plays any move this near to the best, in hundredths of a win */
    bool careful;    /* never misses a win at once, nor allows the next player one */
    bool blind;      /* does without the game's exact knowledge */
};

enum { LEVEL_MAX = 8 };

/* What a puzzle can be about. */
struct tb_theme {
    const char *name;    /* lower case, one word */
    const char *text;    /* English, to be translated */
    bool plain;          /* too common to make a puzzle of a win at once */
};

/* How much a network is told of a position, and asked. */
struct net_shape {
    int inputs, logits, buckets;
    int active; /* the most inputs that are 1 */
    int parts;  /* the most answers that the opinion of a move is the sum of */
    const struct margins *margins; /* of the search with the game's network */
};

/*
 * A position as a network sees it (net/net.h): the inputs that are 1, all others being 0. The
 * game's features() fills it in; its priors() gets it back.
 */
enum { NET_ACTIVE_MAX = 160, NET_NOTES = 36 };

struct net_input {
    int count;
    uint16_t active[NET_ACTIVE_MAX];
    int bucket; /* which of the network's last layers judges the position */
    int base;   /* the game's own evaluation, which the network corrects */
    uint64_t notes[NET_NOTES]; /* for the game's own use */
};

/*
 * What a tree of simulations is told where three or more sides play, each for itself
 * (search/crowd.h): terms, times weights. Weights are in 256ths of a doubling: 256 more for a
 * player or a move make it twice as likely to win, or to be the best. Fitted by
 * train/tune_crowd.c.
 */
enum { CROWD_TERMS = 48, CROWD_MOVE_TERMS = 32 };

struct crowd {
    const int16_t *weights;      /* [CROWD_TERMS], of a player's terms */
    const int16_t *move_weights; /* [CROWD_MOVE_TERMS] */
    int explore; /* how much the tree looks at moves that seem worse, in hundredths of a win */
    bool watchful; /* wins_at_once() is asked of every new position, not only of those seen twice */
    /* The terms of each player, and of each move. All of them are zero before. */
    void (*read)(const void *state, int8_t (*terms)[CROWD_TERMS]);
    void (*read_moves)(const void *state, const tb_move *moves, int count,
                       int8_t (*terms)[CROWD_MOVE_TERMS]);
};

struct tb_game {
    /* ---- Facts ---------------------------------------------------------- */
    const char *name;   /* lower case, one word: what the user types */
    const char *title;  /* as the author writes it */
    const char *author;
    /* What the game's own documents state; 0 or NULL where they do not. */
    const char *author_link; /* an address, mailto: included */
    const char *publisher;
    int minutes[2];     /* that a game takes, from and to */
    int age;            /* of the youngest players, in years */
    unsigned players;   /* mask of PLAYERS(n) */
    bool repeats;       /* can a position come back? then the repetition rule applies */
    const struct tb_option *options; /* ends with a NULL name */
    size_t state_size;  /* <= TB_STATE_SIZE, a multiple of 8 */
    int moves_max;      /* <= TB_MOVES_MAX */
    tb_move move_limit; /* every move is below it */

    /* ---- Rules, all required -------------------------------------------- */

    /* Writes the starting state. The set-up has been checked. */
    void (*init)(const struct tb_setup *setup, void *state);

    /* The player to move; of a finished position, the player who would be. */
    int (*turn)(const void *state);

    /* Writes all legal moves in ascending order and returns how many: 0 if and
     * only if the game is over. */
    int (*moves)(const void *state, tb_move *out);

    /* Plays a legal move. Behaviour with any other number is undefined. */
    void (*play)(void *state, tb_move move);

    struct tb_result (*result)(const void *state);

    /* ---- Text, all required ---------------------------------------------- */

    /* The canonical spelling of a legal move; it begins with a letter, so that no
     * record can take it for a number. */
    void (*move_text)(const void *state, tb_move move, struct text *out);

    /* Given any text: legal (with the move), or the rule that forbids it, in
     * words a beginner understands, with the squares to blame. This is also the
     * parser: it accepts every canonical spelling and may accept more. It
     * answers "legal" exactly for moves that moves() lists. */
    void (*why)(const void *state, const char *text, struct tb_reason *out);

    /* The position in one line of words separated by single spaces, without
     * the set-up (the caller writes that). No word may contain '='. */
    void (*position_text)(const void *state, struct text *out);

    /* Reads what position_text writes, for a checked set-up. Accepts every
     * position that follows the material rules, reachable or not; refuses the
     * rest with the reason. */
    int (*position_parse)(const struct tb_setup *setup, const char *text, void *state,
                          struct tb_error *error);

    /* Draws the board, what is in hand, whose turn it is or the result. Ends
     * with a newline. No line of the board is wider than 60 columns, and every position can be drawn
     * within 20 rows, whose turn it is aside. */
    void (*draw)(const void *state, const struct tb_style *style, struct text *out);

    /* ---- Symmetry, all but settle required ------------------------------- */

    int (*symmetries)(const void *state); /* how many, the identity included */
    void (*transform)(const void *state, int symmetry, void *out);
    tb_move (*transform_move)(const void *state, int symmetry, tb_move move);
    int (*transform_player)(const void *state, int symmetry, int player);

    /* Where the board has no edge: shifts the position to the one place that stands for all
     * positions that differ by translation alone. It commutes with the rules as a symmetry does,
     * and its result is a position of the game. NULL: no two positions differ by translation. */
    void (*settle)(void *state);

    /* ---- Advice, NULL where the generic way serves ------------------------ */

    /* The side a player plays for (teams); NULL: everyone for himself. */
    int (*side)(const void *state, int player);

    /* Facts about the position, or about a legal move if `move` is not NULL, one sentence after
     * the other by remark_add(). What is said of a player comes twice, as others hear it and as he
     * hears it himself: "{Player 2 has|You have} 3 steps to go."; the only digits before the | are
     * the numbers of those for whom the second is. */
    void (*remark)(const void *state, const tb_move *move, struct text *out);

    /* Facts that a picture of the position shows, separated by spaces. The squares to which the
     * last move sends the player to move, whether or not anything fits there: "a2 b3"; and
     * who holds a square, where that counts: "b2:1 c3:2". */
    void (*reach)(const void *state, struct text *out);
    void (*holders)(const void *state, struct text *out);

    /* Number of legal moves, faster than listing them. */
    int (*count)(const void *state);

    /* A legal move, each as likely as another, faster than by listing them. The
     * game is not over. */
    tb_move (*random_move)(const void *state, struct rng *rng);

    /* Draws the board with its pieces and what is in hand into a picture, beginning with
     * svg_board(), whose last line below the board is left free for the status. */
    void (*picture)(const void *state, struct svg *svg);
    /* Marks what a word of so many bytes names, if that is not squares alone; else false. */
    bool (*picture_mark)(const void *state, const char *word, size_t length, struct svg *svg);

    /* Actions and planes for programs that learn. */
    const struct tensor *tensor;

    /* perft, faster than the generic one. */
    uint64_t (*perft)(const void *state, int depth);

    /* ---- Advice to the search, NULL where the generic way serves ---------- */

    /* How good a position that is not over is for the side to move, in points,
     * for a game of two sides: never exact, |score| <= EVAL_MAX. */
    int (*evaluate)(const void *state);
    int evaluate_scale; /* points that mean an expected result of about 0.76 (tanh 1) */

    /* The expected payoff of each player, -1 to 1, for any number of sides. */
    void (*evaluate_players)(const void *state, float *payoff);

    /* The same and the likelihood of moves, for three or more sides, in a form that was fitted;
     * used where nobody misjudges on purpose. */
    const struct crowd *crowd;

    /* With three or more sides: so short that max^n, which looks at every line,
     * plays better than a tree of simulations? Found by matches. */
    bool brief;

    /* Does a proof search settle most positions so soon that the search should try it
     * at the root? Only for two sides and where no position comes back. */
    bool provable;

    /* How promising each move looks at first sight, larger first. A move below
     * zero is one that a person would not look at: the search may reduce or
     * skip it near the horizon. */
    void (*order)(const void *state, const tb_move *moves, int count, int *priority);

    /* What a network gets to see of a position; false: this set-up is not for a network. */
    bool (*features)(const void *state, struct net_input *out);

    /* Like order(), by what a network says of the moves: `logits` are its answers to the
     * position of which features() made `input`. The opinion of a move is the sum of some of
     * them. */
    void (*priors)(const void *state, const struct net_input *input, const int *logits,
                   const tb_move *moves, int count, int *priority);
    /* The numbers of the answers that priors() reads for these moves, each once; returns how
     * many. Finding an answer costs the network time. NULL: priors() may read all of them. */
    int (*asks)(const void *state, const struct net_input *input, const tb_move *moves, int count,
                uint16_t *asked);

    const struct net_shape *net_shape;
    /* The network's numbers, as a file (net/net.h), and how long it is; NULL: there is none. */
    const unsigned char *net;
    const size_t *net_size;

    /* Lists the moves that must be looked at before a position counts as quiet
     * (they win, or threaten to, or stop that), in ascending order; 0: quiet. */
    int (*forcing)(const void *state, tb_move *out);

    /* The exact value, where it is known at once: a table, a race that can be
     * counted out. False where it is not. Never wrong, and cheap: the search
     * asks at every node. */
    bool (*probe)(const void *state, struct verdict *out);

    /* Can the player to move win with one move? Exact, and quicker than trying all
     * of them. The position is not over. */
    bool (*wins_at_once)(const void *state);

    /* Can the player to move win, or play so that the next player cannot win with one
     * move? Exact, and quicker than trying all moves. The position is not over, and
     * the next player is on another side. */
    bool (*escapes)(const void *state);

    /* Plays quickly and not too foolishly until the game is over or `plies`
     * have gone; the state is changed. */
    void (*playout)(void *state, struct rng *rng, int plies);

    /* Hands the turn to the next player as if the rules allowed to pass. False,
     * with the state untouched, where having to move might be a burden. */
    bool (*null)(void *state);

    /* LEVEL_MAX levels of its own, from the weakest; NULL: those of the search. */
    const struct level *levels;

    /* ---- Advice to learners, NULL where there is none ---------------------- */

    /* What puzzles are about, up to 32; ends with a NULL name. */
    const struct tb_theme *themes;

    /* The themes that a legal move shows: bit i for themes[i]. */
    unsigned (*move_themes)(const void *state, tb_move move);

    /* How many moves of his own a player still needs to win if everybody else stands still,
     * where that can be counted at a glance. */
    int (*needs)(const void *state, int player);
};

/*
 * Copies a state. A memcpy() whose size only the game knows is a call, which costs more than
 * copying a small state, above all in WebAssembly; so it goes in steps of a fixed size, the
 * last of which may take some of the room behind the state along.
 */
static inline void state_copy(const struct tb_game *game, struct tb_state *to,
                              const struct tb_state *from)
{
    enum { STEP = 32 };
    _Static_assert(TB_STATE_SIZE % STEP == 0, "the steps stay within a state");

    for (size_t i = 0; i < game->state_size; i += STEP)
        memcpy(to->bytes + i, from->bytes + i, STEP);
}

/* The table of games, in games/games.c; ends with NULL. */
extern const struct tb_game *const game_table[];

/* perft by plain recursion through the struct, with count() at the last ply. */
uint64_t game_perft(const struct tb_game *game, const void *state, int depth);

/* Plays a legal move at random, each as likely as another; false if the game is over. */
bool game_play_random(const struct tb_game *game, void *state, struct rng *rng);

/* The position's 64-bit hash: equal for equal bytes. */
uint64_t game_hash(const struct tb_game *game, const void *state);

/* The game's own or the plain one. */
static inline const struct tensor *game_tensor(const struct tb_game *game)
{
    return game->tensor ? game->tensor : &tensor_plain;
}

/* The side a player plays for, by the game's own number. */
static inline int game_side(const struct tb_game *game, const void *state, int player)
{
    return game->side ? game->side(state, player) : player;
}

/* The players who play for the same side as this one, as a mask like that of the winners. */
unsigned game_partners(const struct tb_game *game, const void *state, int players, int player);
int game_side_count(const struct tb_game *game, const void *state, int players);

/* TB_OK if the set-up is one that tb_setup_init() and tb_setup_set_option() can make; NULL and
 * what was never filled in are not. */
int setup_check(const struct tb_setup *setup, struct tb_error *error);
int position_check(const struct tb_position *position, struct tb_error *error);
/* An argument that must be there is NULL. */
int error_missing(struct tb_error *error, const char *argument);

/* tb_move_text() for a move that is known to be legal. */
int position_move_text(const struct tb_position *position, tb_move move, char *out, size_t size);

/* Looks the move up among the legal ones. */
bool game_is_legal(const struct tb_game *game, const void *state, tb_move move);

/* Index of an option in the game's table, or -1. */
int game_option_index(const struct tb_game *game, const char *name);

/* ---- For the games' own use ----------------------------------------------- */

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
