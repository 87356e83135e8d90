/*
 * dorix.h - the state of Dorix, its moves as numbers, and what its files share.
 *
 * Squares are numbered 0 to 15 in square order: a1, b1, c1, d1, a2, ... d4.
 */
#ifndef TABLIER_GAMES_DORIX_H
#define TABLIER_GAMES_DORIX_H

#include "core/game.h"
#include "core/solved.h"

enum {
    DORIX_WIDTH = 4,
    DORIX_SQUARES = 16,
    DORIX_OFF_BOARD = DORIX_SQUARES, /* where a direction leaves the board */
    DORIX_DIRECTIONS = 4,
};

enum { DORIX_OPTION_HOLD, DORIX_OPTION_PAWNS };

#define DORIX_RISING 0x8421u  /* a1 b2 c3 d4, bit n for square n */
#define DORIX_FALLING 0x1248u /* a4 b3 c2 d1 */
#define DORIX_CENTRE 0x0660u  /* b2 c2 b3 c3 */

/* The owners of the pawns of one pile, two bits per pawn: bit i of `low` and of
 * `high` make up the owner of pawn i, counted from the top. Bits from the
 * pile's height on are zero. */
struct dorix_pile {
    uint64_t low, high;
};

/* Invariants: control[p] is the set of piles whose top pawn is p's, so that the
 * sets are disjoint and together hold exactly the squares of height > 0; for
 * every player, pawns on the board plus hand equal dorix_pawns(); fields of missing players are
 * zero. */
struct dorix {
    struct dorix_pile pile[DORIX_SQUARES];
    uint16_t control[TB_PLAYERS_MAX];
    uint8_t height[DORIX_SQUARES + 1]; /* the last, off the board, stays 0 */
    uint8_t hand[TB_PLAYERS_MAX];
    uint8_t turn;
    uint8_t players;
    uint8_t hold_barred; /* 1: a turn must change the board */
};
_Static_assert(sizeof(struct dorix) == 288, "struct dorix has no padding");
_Static_assert(sizeof(struct dorix) <= STATE_SIZE, "struct dorix fits into a state");

/*
 * A move, from the highest bit down: the square lifted from plus one, or 0 for
 * a pawn from the hand (5 bits); the square placed on (4 bits); the directions
 * in which the pawns of a collapse fall, the top pawn's first (4 times 2 bits).
 * How many pawns fall follows from the position; unused directions are 0.
 * Directions are numbered such that receiving squares come in square order, and
 * among pawns of one owner the directions rise: this makes moves that differ
 * only in exchanging such pawns one move.
 */
#define DORIX_PASS ((tb_move)(DORIX_SQUARES + 1) << 12)

static inline tb_move dorix_move(int lift, int place)
{
    return (tb_move)(lift + 1) << 12 | (tb_move)place << 8;
}

/* -1 for a pawn from the hand. */
static inline int dorix_move_lift(tb_move move)
{
    return (int)(move >> 12) - 1;
}

static inline int dorix_move_place(tb_move move)
{
    return move >> 8 & 15;
}

/* The move with pawn i, from the top, falling in `direction`. */
static inline tb_move dorix_move_with(tb_move move, int i, int direction)
{
    return move | (tb_move)direction << (6 - 2 * i);
}

static inline int dorix_move_direction(tb_move move, int i)
{
    return move >> (6 - 2 * i) & 3;
}

/* The pawns that fall when the player to move puts a pawn on a square. */
struct dorix_fall {
    unsigned lower; /* bit d: the pile in direction d is lower, so it may receive */
    int count;      /* pawns that fall, 0 to 4; 0 where nothing collapses */
    uint8_t owner[DORIX_DIRECTIONS]; /* of the falling pawns, the top one first */
};

/* The neighbour of a square by direction, or DORIX_OFF_BOARD. */
extern const uint8_t dorix_neighbour[DORIX_SQUARES][DORIX_DIRECTIONS];

extern const struct tb_game dorix_game;

/* The owner of pawn i of a pile, counted from the top. */
static inline int dorix_owner(const struct dorix *s, int square, int i)
{
    const struct dorix_pile *pile = &s->pile[square];

    return (int)(pile->low >> i & 1) | (int)(pile->high >> i & 1) << 1;
}

/* True if there is a pile that is not higher than `height`. For an empty square the difference
 * wraps round. */
static inline unsigned dorix_takes_pawn(const struct dorix *s, int square, unsigned height)
{
    return s->height[square] - 1u < height;
}

/* The directions of the piles that are lower than the one on `place` with a pawn more. */
static inline unsigned dorix_lower(const struct dorix *s, int place)
{
    const uint8_t *next = dorix_neighbour[place];
    unsigned height = s->height[place];

    return dorix_takes_pawn(s, next[0], height) | dorix_takes_pawn(s, next[1], height) << 1 |
           dorix_takes_pawn(s, next[2], height) << 2 | dorix_takes_pawn(s, next[3], height) << 3;
}

static inline int dorix_fall_count(const struct dorix *s, int place, unsigned lower)
{
    static const uint8_t bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    int count = bits[lower], height = s->height[place] + 1;

    return count < height ? count : height;
}

/* The collapse that a pawn of the player to move causes on `place`. A pawn that
 * is moved on the board must have been lifted already. */
static inline struct dorix_fall dorix_fall(const struct dorix *s, int place)
{
    struct dorix_fall fall = {.lower = dorix_lower(s, place), .owner = {s->turn}};

    fall.count = dorix_fall_count(s, place, fall.lower);
    for (int i = 1; i < fall.count; i++)
        fall.owner[i] = (uint8_t)dorix_owner(s, place, i - 1);
    return fall;
}

/* Puts a pawn on top of a pile or on an empty square. */
static inline void dorix_push(struct dorix *s, int square, int owner)
{
    struct dorix_pile *pile = &s->pile[square];

    if (s->height[square])
        s->control[dorix_owner(s, square, 0)] &= (uint16_t)~(1u << square);
    pile->low = pile->low << 1 | (owner & 1);
    pile->high = pile->high << 1 | (owner >> 1);
    s->height[square]++;
    s->control[owner] |= (uint16_t)(1u << square);
}

/* Takes the top pawn off a pile and returns its owner. */
static inline int dorix_pop(struct dorix *s, int square)
{
    struct dorix_pile *pile = &s->pile[square];
    int owner = dorix_owner(s, square, 0);

    s->control[owner] &= (uint16_t)~(1u << square);
    pile->low >>= 1;
    pile->high >>= 1;
    if (--s->height[square])
        s->control[dorix_owner(s, square, 0)] |= (uint16_t)(1u << square);
    return owner;
}

/* The position in which the pawn of a move is about to be placed; with lift -1
 * the position as it is. */
static inline struct dorix dorix_lifted(const struct dorix *s, int lift)
{
    struct dorix lifted = *s;

    if (lift >= 0)
        dorix_pop(&lifted, lift);
    return lifted;
}

static inline unsigned dorix_occupied(const struct dorix *s)
{
    return s->control[0] | s->control[1] | s->control[2] | s->control[3];
}

struct dorix_name {
    char text[3];
};

static inline struct dorix_name dorix_name(int square)
{
    return (struct dorix_name){
        {(char)('a' + square % DORIX_WIDTH), (char)('1' + square / DORIX_WIDTH)}};
}

/* Pawns of each player: his hand at the start. */
int dorix_pawns(const struct dorix *s);

int dorix_side(const void *state, int player);

/* Completes `move` with the directions in which the pawns of `fall` go, all
 * different, exchanging those of pawns of one owner into rising order. */
tb_move dorix_move_spread(tb_move move, const struct dorix_fall *fall, const int *directions);

/* True if the move is refused because it would leave the board as it is (hold=barred). */
bool dorix_holds(const struct dorix *s, tb_move move);

int dorix_moves(const void *state, tb_move *out);
void dorix_play(void *state, tb_move move);
struct tb_result dorix_result(const void *state);

/* The text hooks, in dorix_text.c, dorix_why.c and dorix_draw.c. */
void dorix_move_text(const void *state, tb_move move, struct text *out);
void dorix_spellings(const void *state, const tb_move *moves, int count, tb_move *out);
void dorix_why(const void *state, const char *text, struct tb_reason *out);
void dorix_position_text(const void *state, struct text *out);
int dorix_position_parse(const struct tb_setup *setup, const char *text, void *state,
                         struct tb_error *error);
void dorix_draw(const void *state, const struct tb_style *style, struct text *out);
void dorix_draw_marks(const struct tb_style *style, struct text *out);

/* Advice to the search, in dorix_eval.c. */
enum { DORIX_TERMS = 23, DORIX_SCALE = 400 };

/* The evaluation is the sum of the terms' values, each times its weight. */
extern const int dorix_weights[DORIX_TERMS];
void dorix_terms(const void *state, int *terms);

/* Adds those that belong to one side alone, for each of them. */
void dorix_side_terms(const struct dorix *s, int (*terms)[DORIX_TERMS]);

int dorix_evaluate(const void *state);

/* True if `player` could win with one move if it were their turn. A move that wins only by
 * breaking a rival's diagonal, both being held, is not seen. */
bool dorix_could_win(const struct dorix *s, int player);

/* ---- dorix_features.c -------------------------------------------------------- */

/* Numbers of the network's input features and logits; see dorix_features.c. */
enum {
    DORIX_FEATURES = 2051,
    DORIX_ACTIVE = 61,
    DORIX_LOGITS = 200,
    DORIX_LOGITS_MOVE = 12,
    DORIX_BUCKETS = 7,
};

/* ---- dorix_remark.c ---------------------------------------------------------- */

void dorix_remark(const void *state, const tb_move *move, struct text *out);
void dorix_goal(const void *state, int player, struct text *out);

/* ---- dorix_whole.c: the hooks of struct solved ---------------------------------- */

int dorix_whole(const struct tb_setup *setup, int threads, const struct solved_watch *watch,
                struct whole *out, struct whole_values **values, struct tb_error *error);

/* ---- dorix_number.c: more of them -------------------------------------------------- */

bool dorix_pack(const void *state, struct packed *out);
bool dorix_pack_least(const void *state, uint64_t set, struct packed *out, int *symmetry);
unsigned dorix_outline(const void *state);

/* The owners of all pawns of two players, one bit each: square after square, in each pile from the
 * bottom up. 1: the player to move. */
uint32_t dorix_pawn_word(const struct dorix *s);

/* ---- dorix_within.c ------------------------------------------------------------ */

/* The images of a board under the symmetries below 8 (4 exchanges columns and rows, then 1 and 2
 * mirror): the square that each has at each square. */
enum { DORIX_IMAGES = 8 };
extern const uint8_t dorix_sources[DORIX_IMAGES][DORIX_SQUARES];

struct within_memory;
int dorix_within(const void *state, int player, int plies, struct within_memory *memory);
uint64_t dorix_image_hash(const void *state);

/* ---- The tables of its struct tb_game ------------------------------------------ */

extern const struct advice dorix_advice;
/* The personalities and a beginner's habits: core/advice.h. */
int dorix_cautious(const void *state, tb_move move);
int dorix_greedy(const void *state, tb_move move);
int dorix_habit(const void *state, tb_move move);
extern const struct multiplayer_model dorix_multiplayer;
extern const struct features dorix_features, dorix_many_features; /* two sides, three */
extern const struct solved dorix_solved;
extern const struct picture dorix_picture;
extern const struct tensor dorix_tensor;
extern const struct rating_facts dorix_ratings;
extern const struct themes dorix_themes;

#endif
