/*
 * dorix_multiplayer.c - multiplayer model of three-player Dorix, for MCTS.
 *
 * Of each player: what the evaluation for two sides counts, when it is to move, and whether it
 * could win then. Of each move: who holds how much of the diagonals after it.
 */
#include "core/advice.h"
#include "games/dorix/dorix_drop.h"
#include "games/dorix/dorix_many.h"

#include <string.h>

#define ON_DIAGONAL (DORIX_RISING | DORIX_FALLING)

/* ---- Players ----------------------------------------------------------------------------- */

/* After those that two sides have. Who could win and is to move has won: the tree knows. */
enum {
    TERM_TO_MOVE = DORIX_TERMS,
    TERM_NEXT,
    TERM_NEXT_WINS, /* could win with one move, moving next, */
    TERM_LAST_WINS, /* or last */
    TERM_LIFTS,     /* has no pawn in hand */
    PLAYER_TERMS,
};
_Static_assert((int)PLAYER_TERMS <= (int)MULTIPLAYER_TERMS, "every term has a place");

static void read_players(const void *state, int8_t (*terms)[MULTIPLAYER_TERMS],
                         struct net_input *inputs)
{
    const struct dorix *s = state;
    int counts[TB_PLAYERS_MAX][DORIX_TERMS] = {{0}};
    bool threats[SIDES] = {false};

    dorix_side_terms(s, counts);
    for (int p = 0; p < SIDES; p++) {
        int wait = p - s->turn + (p < s->turn ? SIDES : 0);

        for (int i = 0; i < DORIX_TERMS; i++)
            terms[p][i] = (int8_t)counts[p][i];
        terms[p][TERM_TO_MOVE] = wait == 0;
        terms[p][TERM_NEXT] = wait == 1;
        threats[p] = wait > 0 && dorix_could_win(s, p);
        terms[p][wait == 1 ? TERM_NEXT_WINS : TERM_LAST_WINS] = threats[p];
        terms[p][TERM_LIFTS] = s->hand[p] == 0;
    }
    for (int p = 0; inputs && p < SIDES; p++)
        dorix_many_input(s, p, threats, &inputs[p]);
}

/* ---- Moves ------------------------------------------------------------------------------- */

/* The mover's come first, then the next player's and the last one's. */
enum {
    MOVE_PILES = 0,  /* piles more, or fewer */
    MOVE_THREES = 3, /* diagonals with three piles of the player after it */
    MOVE_TWOS = 6,
    MOVE_OPEN = 9,   /* diagonals with three piles of the player and an empty square */
    MOVE_FALLS = 12, /* pawns that fall */
    MOVE_EMPTY,      /* the pawn is put on an empty square, */
    MOVE_CENTRE,     /* in the centre, */
    MOVE_DIAGONAL,   /* on a diagonal */
    MOVE_HEIGHT,     /* of the pile that it is put on */
    MOVE_BACK,       /* it is put where it was lifted, and nothing falls */
    MOVE_CLEARS,     /* nothing is left where it was put */
    MOVE_BARES,      /* what is left there is a rival's */
    MOVE_OPEN_TWOS,  /* of all three again: diagonals with two piles of the player and two empty
                        squares */
    MOVE_TERMS = MOVE_OPEN_TWOS + 3,
};
_Static_assert((int)MOVE_TERMS <= (int)MULTIPLAYER_MOVE_TERMS, "every term has a place");

/* The counts of a diagonal for a player, by the number of squares held and of empty squares: two
 * held, three, two and the others empty, three and the other empty, in a byte each. */
static const uint32_t lines[5][5] = {
    [2] = {0x01, 0x01, 0x010001},
    [3] = {0x0100, 0x01000100},
};

static void read_holdings(const struct shares *before, const struct shares *after, int turn,
                          int8_t *to)
{
    uint32_t empty = after->of[NOBODY];

    for (int i = 0; i < SIDES; i++) {
        int p = turn + i < SIDES ? turn + i : turn + i - SIDES;
        uint32_t held = after->of[p];
        uint32_t both = lines[held >> 8 & 7][empty >> 8 & 7] + lines[held >> 16][empty >> 16];

        to[MOVE_PILES + i] = (int8_t)((int)(held & 31) - (int)(before->of[p] & 31));
        to[MOVE_TWOS + i] = (int8_t)(both & 3);
        to[MOVE_THREES + i] = (int8_t)(both >> 8 & 3);
        to[MOVE_OPEN_TWOS + i] = (int8_t)(both >> 16 & 3);
        to[MOVE_OPEN + i] = (int8_t)(both >> 24);
    }
}

static void read_moves(const void *state, const tb_move *moves, int count,
                       int8_t (*terms)[MULTIPLAYER_MOVE_TERMS], struct net_input *input)
{
    const struct dorix *s = state;
    struct drop drop;

    if (input)
        dorix_many_features.read(s, input);
    drop_init(&drop, s);
    for (int i = 0; i < count; i++) {
        int8_t *to = terms[i];

        if (moves[i] == DORIX_PASS)
            continue;
        struct shares after = drop_move(&drop, s, moves[i]);
        unsigned bit = 1u << drop.place;

        read_holdings(&drop.start, &after, s->turn, to);
        to[MOVE_FALLS] = (int8_t)drop.fall.count;
        to[MOVE_EMPTY] = drop.board->height[drop.place] == 0;
        to[MOVE_CENTRE] = (DORIX_CENTRE & bit) != 0;
        to[MOVE_DIAGONAL] = (ON_DIAGONAL & bit) != 0;
        to[MOVE_HEIGHT] = (int8_t)drop.board->height[drop.place];
        to[MOVE_BACK] = drop.lift == drop.place && drop.fall.count == 0;
        to[MOVE_CLEARS] = drop.left == 0;
        to[MOVE_BARES] = drop.fall.count > 0 && drop.left > 0 &&
                         dorix_owner(drop.board, drop.place, drop.fall.count - 1) != s->turn;
    }
}

/* ---- Weights ----------------------------------------------------------------------------- */

static const int16_t weights[MULTIPLAYER_TERMS] = {
    0,  0,   -110, -83, -50, -12, 15, -78, -47, -11, 40, -58, 9,   138,
    48, 177, 22,   34,  26,  2,   36, 52,  52,  54,  26, 128, 103, -96,
};

static const int16_t move_weights[MULTIPLAYER_MOVE_TERMS] = {
    -206, -1215, -1139, 278, -172, -77, 191,  26, 30, 111,  -1250, -588,
    -145, -295,  -128,  396, -40,  595, -594, 60, 22, -288, -202,
};

const struct multiplayer_model dorix_multiplayer = {
    .weights = weights,
    .move_weights = move_weights,
    .explore = 50,
    .hope = 10,
    .cover = 990,
    .check_wins_at_leaf = true,
    .read = read_players,
    .read_moves = read_moves,
};
