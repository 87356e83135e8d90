/*
 * dorix_within.c - can a player force a win within a few plies? For two players who still place
 * from the hand; for the last plies of a proof search.
 *
 * The search is plain, on a small board, and leans on a bound. Call the players attacker and
 * defender, and suppose that the defender puts pawns only on empty squares of the border that is on
 * no diagonal. Such a pawn changes no other pile. A diagonal's squares have one colour of the
 * chequered board, their neighbours the other, so each move of the attacker does one of four
 * things for a diagonal:
 *
 *   it fills one empty square of it;
 *   a pile beside it falls and takes up to two of the defender's piles, which lie next to each
 *   other on the diagonal and are no higher than that pile;
 *   it raises piles beside the diagonal by one, or takes them, or both;
 *   nothing.
 *
 * The least numbers of the first three, added up, are moves that the attacker needs at least. If
 * that is more than the plies allow, and there are empty squares on the border for all the
 * defender's moves, there is no win. If it is just as many, every move must be of the first
 * three kinds.
 *
 * Three points are less plain:
 *
 *   A pawn of the defender's on the border can help to fall on a pile beside it, if that pile has
 *   two pawns or more and nothing else beside it: any other pile there serves as well. If no other
 *   square of the border is left, the defender puts the pawn on that lonely pile itself. Nothing
 *   falls then, and no number gets smaller.
 *   Squares of the border are counted as if every move, the attacker's too, filled one. That is
 *   needed: on a nearly full board a defender without an empty square may have only piles that fall
 *   apart.
 *   A last ply of the defender's needs no square on the border. A pawn on an empty square, or on a
 *   pile without a pawn of the attacker's, gives the attacker no pile, and a full board has such a
 *   pile: the attacker has 15 pawns at most, for 16 squares.
 *
 * tests/solve/test_dorix_within.c checks each step of this.
 */
#include "core/advice.h"
#include "core/bits.h"
#include "games/dorix/dorix.h"

#include <string.h>

#define BORDER 0x6996u /* the squares on no diagonal */
#define ALL 0xffffu

enum {
    SEARCHED = 5, /* plies that are searched */
    BOUNDED = 6,  /* plies for which the bound is tried */
    MOVES = 256,  /* more than there are ways to place: at most 148 */
};

static const unsigned diagonals[2] = {DORIX_RISING, DORIX_FALLING};
static const unsigned colours[2] = {0xa5a5u, 0x5a5au}; /* of the squares of a diagonal's colour */

/* The squares beside a square. */
static const uint16_t beside[DORIX_SQUARES] = {
    0x0012, 0x0025, 0x004a, 0x0084, 0x0121, 0x0252, 0x04a4, 0x0848,
    0x1210, 0x2520, 0x4a40, 0x8480, 0x2100, 0x5200, 0xa400, 0x4800,
};

/* The number of bits of a set of directions: quicker than bits_count() on many processors. */
static const uint8_t ones[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

/* Bit i of a pile: the owner of pawn i from the top. */
struct board {
    uint32_t pile[DORIX_SQUARES];
    uint8_t height[DORIX_SQUARES + 1]; /* the last, off the board, stays 0 */
    uint8_t turn, attacker;
    uint16_t control[2];
};

/* A move: MOVE, the square (4 bits), the directions that receive a pawn (4), and those among them
 * that receive one of the mover's (4). */
enum { MOVE = 1 << 15 };

static int place_of(unsigned move)
{
    return move >> 8 & 15;
}

/* ---- Rules ------------------------------------------------------------------------------- */

static unsigned occupied(const struct board *b)
{
    return b->control[0] | b->control[1];
}

static unsigned lower(const struct board *b, int place)
{
    const uint8_t *next = dorix_neighbour[place];
    unsigned height = b->height[place], mask = 0;

    for (int d = 0; d < DORIX_DIRECTIONS; d++)
        mask |= (unsigned)(b->height[next[d]] - 1u < height) << d;
    return mask;
}

/* The pawns that fall when `player` puts one on a pile: how many, and how many of them are theirs.
 */
struct fall {
    unsigned lower;
    int count, own;
};

static struct fall fall_from(const struct board *b, int place, int player)
{
    struct fall fall = {.lower = lower(b, place)};
    int height = b->height[place] + 1;

    fall.count = ones[fall.lower];
    if (fall.count > height)
        fall.count = height;
    uint32_t others = (b->pile[place] << 1) ^ (player ? ~1u : 0);

    fall.own = fall.count - ones[others & ((1u << fall.count) - 1)];
    return fall;
}

/* Lists the ways to place on the squares of a mask; returns how many. */
static int list(const struct board *b, unsigned mask, uint16_t *out)
{
    int count = 0;

    for (unsigned left = ~occupied(b) & mask; left; left &= left - 1)
        out[count++] = (uint16_t)(MOVE | bits_first(left) << 8);
    for (unsigned left = b->control[b->turn] & mask; left; left &= left - 1) {
        int place = bits_first(left);
        struct fall fall = fall_from(b, place, b->turn);
        unsigned move = MOVE | (unsigned)place << 8;

        if (!fall.count)
            out[count++] = (uint16_t)move;
        for (unsigned to = fall.lower; to; to = (to - 1) & fall.lower)
            for (unsigned own = ones[to] == fall.count ? to : 0; own; own = (own - 1) & to)
                if (ones[own] == fall.own)
                    out[count++] = (uint16_t)(move | to << 4 | own);
    }
    return count;
}

static bool is_legal(const struct board *b, unsigned move)
{
    int place = place_of(move);
    unsigned to = move >> 4 & 15, own = move & 15, bit = 1u << place;

    if (!(occupied(b) & bit))
        return to == 0;
    if (!(b->control[b->turn] & bit))
        return false;
    struct fall fall = fall_from(b, place, b->turn);

    return !(to & ~fall.lower) && !(own & ~to) && ones[to] == fall.count && ones[own] == fall.own;
}

static void push(struct board *b, int square, int owner)
{
    unsigned bit = 1u << square;

    b->pile[square] = b->pile[square] << 1 | (unsigned)owner;
    b->height[square]++;
    b->control[owner] |= (uint16_t)bit;
    b->control[!owner] &= (uint16_t)~bit;
}

static void play(struct board *b, unsigned move)
{
    int place = place_of(move), player = b->turn, count = ones[move >> 4 & 15];
    unsigned bit = 1u << place;

    push(b, place, player);
    for (unsigned to = move >> 4 & 15; to; to &= to - 1) {
        int d = bits_first(to);

        push(b, dorix_neighbour[place][d], move >> d & 1 ? player : !player);
    }
    if (count) {
        b->pile[place] >>= count;
        b->height[place] = (uint8_t)(b->height[place] - count);
        b->control[0] &= (uint16_t)~bit;
        b->control[1] &= (uint16_t)~bit;
        if (b->height[place])
            b->control[b->pile[place] & 1] |= (uint16_t)bit;
    }
    b->turn = !player;
}

static bool holds(unsigned piles)
{
    return (piles & DORIX_RISING) == DORIX_RISING || (piles & DORIX_FALLING) == DORIX_FALLING;
}

/* The winner, -1 if there is none. */
static int winner(const struct board *b)
{
    bool first = holds(b->control[0]), second = holds(b->control[1]);

    return first == second ? -1 : second;
}

/* ---- Wins at once -------------------------------------------------------------------------- */

static bool some_move_wins(const struct board *b, int player)
{
    struct board now = *b;
    uint16_t moves[MOVES];

    now.turn = (uint8_t)player;
    int count = list(&now, ALL, moves);

    for (int i = 0; i < count; i++) {
        struct board next = now;

        play(&next, moves[i]);
        if (winner(&next) == player)
            return true;
    }
    return false;
}

/* True if the pawn that comes to light where the player's pile falls gives the rival the diagonal.
 */
static bool uncovers(const struct board *b, int player, int place, unsigned diagonal)
{
    unsigned bit = 1u << place;

    if (!(diagonal & bit) || (diagonal & ~bit & ~b->control[!player]))
        return false;
    struct fall fall = fall_from(b, place, player);

    return fall.count <= b->height[place] &&
           (int)(b->pile[place] >> (fall.count - 1) & 1) != player;
}

/* True if the player, on the move, wins with a pawn. Of a fall the two top pawns are the player's
 * own, and no more than two squares beside a pile are on one diagonal. */
static bool could_win(const struct board *b, int player)
{
    unsigned ours = b->control[player], theirs = b->control[!player];

    if (holds(ours)) /* and so does the rival */
        return some_move_wins(b, player);
    for (int i = 0; i < 2; i++) {
        unsigned missing = diagonals[i] & ~ours, rest = missing & (missing - 1);

        if (rest & (rest - 1))
            continue;
        if (missing & ~theirs) {
            if (!rest)
                return true;
            continue;
        }
        int square = bits_first(missing), height = b->height[square];
        unsigned from = beside[square] & ours;

        if (rest) {
            int other = bits_first(rest);

            from &= beside[other];
            if (b->height[other] > height)
                height = b->height[other];
        }
        for (; from; from &= from - 1) {
            int place = bits_first(from);

            if (b->height[place] >= height && !uncovers(b, player, place, diagonals[!i]))
                return true;
        }
    }
    return false;
}

/* ---- The bound ------------------------------------------------------------------------------- */

/* The moves that must raise or take piles before one of the attacker's can fall on this pile of the
 * defender's. */
static int preparation(const struct board *b, int square)
{
    unsigned ours = b->control[b->attacker], empty = beside[square] & ~occupied(b);
    int height = b->height[square], least = DORIX_SQUARES * 2;

    for (unsigned left = beside[square] & ours; left; left &= left - 1) {
        int raise = height - b->height[bits_first(left)];

        if (raise <= 0)
            return 0;
        least = raise < least ? raise : least;
    }
    for (unsigned left = beside[square] & b->control[!b->attacker]; left; left &= left - 1) {
        int raise = height - b->height[bits_first(left)];

        raise = raise < 1 ? 1 : raise;
        least = raise < least ? raise : least;
    }
    return empty && height < least ? height : least;
}

/* True if one pile can fall on both. */
static bool pair_falls(const struct board *b, int square, int other)
{
    int height = b->height[square] > b->height[other] ? b->height[square] : b->height[other];

    for (unsigned left = beside[square] & beside[other] & b->control[b->attacker]; left;
         left &= left - 1)
        if (b->height[bits_first(left)] >= height)
            return true;
    return false;
}

/* Returns the moves that the attacker needs at least for a diagonal, and the squares on which all
 * moves are placed that can bring that number down. */
static int needs(const struct board *b, int which, unsigned *useful)
{
    /* The least number of falls that take a set of squares of a diagonal, counted from its end. */
    static const uint8_t falls_for[16] = {0, 1, 1, 1, 1, 2, 1, 2, 1, 2, 2, 2, 1, 2, 2, 2};
    unsigned ours = b->control[b->attacker], theirs = diagonals[which] & b->control[!b->attacker];
    unsigned empty = diagonals[which] & ~occupied(b), near = 0, set = 0;
    int longest = 0;

    *useful = empty;
    for (unsigned left = theirs; left; left &= left - 1) {
        int square = bits_first(left), moves = preparation(b, square);

        longest = moves > longest ? moves : longest;
        near |= beside[square];
        set |= 1u << square / DORIX_WIDTH;
    }
    int falls = falls_for[set];
    bool prepare = longest > 0;

    if (!prepare && falls == 1 && (theirs & (theirs - 1)) &&
        !pair_falls(b, bits_first(theirs), bits_first(theirs & (theirs - 1)))) {
        falls = 2;
        prepare = true;
    }
    *useful |= near & ours;
    if (prepare)
        *useful |= (near & ~occupied(b)) | (ours & colours[which]);
    return bits_count(empty) + falls + longest;
}

/* Tells on which squares the attacker may have to be tried: all, some, or, if there is no
 * win within the plies, none. */
static unsigned squares_to_try(const struct board *b, int plies)
{
    int moves = b->turn == b->attacker ? (plies + 1) / 2 : plies / 2;
    unsigned useful[2], mask = 0;

    if (bits_count(~occupied(b) & BORDER) < plies - 1 || holds(b->control[b->attacker]))
        return ALL;
    for (int i = 0; i < 2; i++) {
        int least = needs(b, i, &useful[i]);

        if (least < moves)
            return ALL;
        if (least == moves)
            mask |= useful[i];
    }
    return mask;
}

/* ---- Search ------------------------------------------------------------------------------- */

static void remember(uint16_t *decisive, unsigned move)
{
    int i = 0;

    while (i < WITHIN_MOVES - 1 && decisive[i] != move)
        i++;
    memmove(decisive + 1, decisive, (size_t)i * sizeof *decisive);
    decisive[0] = (uint16_t)move;
}

static bool wins(const struct board *b, int plies, struct within_memory *memory);

/* True if the move succeeds for the player to move: it wins, or leads to a win or to none. */
static bool succeeds(const struct board *b, unsigned move, int plies, struct within_memory *memory)
{
    struct board next = *b;

    play(&next, move);
    int won = winner(&next);

    if (won >= 0)
        return won == b->turn;
    return wins(&next, plies - 1, memory) == (b->turn == b->attacker);
}

/* Tries those moves first that decided other positions. */
static bool some_succeeds(const struct board *b, unsigned mask, int plies,
                          struct within_memory *memory)
{
    uint16_t *decisive = memory->moves[plies], moves[MOVES], first[WITHIN_MOVES];

    memcpy(first, decisive, sizeof first);
    for (int i = 0; i < WITHIN_MOVES; i++)
        if (first[i] && mask >> place_of(first[i]) & 1 && is_legal(b, first[i]) &&
            succeeds(b, first[i], plies, memory)) {
            remember(decisive, first[i]);
            return true;
        }
    int count = list(b, mask, moves);

    for (int i = 0; i < count; i++) {
        bool tried = false;

        for (int j = 0; j < WITHIN_MOVES; j++)
            tried = tried || moves[i] == first[j];
        if (!tried && succeeds(b, moves[i], plies, memory)) {
            remember(decisive, moves[i]);
            return true;
        }
    }
    return false;
}

/* True if the attacker wins within the plies. Nobody has won yet. */
static bool wins(const struct board *b, int plies, struct within_memory *memory)
{
    bool attacking = b->turn == b->attacker;

    if (plies == 0)
        return false;
    if (could_win(b, b->turn))
        return attacking;
    if (plies == 1 && attacking)
        return false;
    unsigned mask = squares_to_try(b, plies);

    if (mask == 0)
        return false;
    return some_succeeds(b, attacking ? mask : ALL, plies, memory) == attacking;
}

static struct board board_of(const struct dorix *s, int attacker)
{
    struct board b = {
        .turn = s->turn, .attacker = (uint8_t)attacker, .control = {s->control[0], s->control[1]}};

    for (int i = 0; i < DORIX_SQUARES; i++)
        b.pile[i] = (uint32_t)s->pile[i].low;
    memcpy(b.height, s->height, sizeof b.height);
    return b;
}

int dorix_within(const void *state, int player, int plies, struct within_memory *memory)
{
    const struct dorix *s = state;

    if (s->players != 2 || plies > BOUNDED || s->hand[s->turn] < (plies + 1) / 2 ||
        s->hand[!s->turn] < plies / 2)
        return -1;
    struct board b = board_of(s, player);

    if (plies <= SEARCHED)
        return wins(&b, plies, memory);
    return could_win(&b, b.turn) ? -1 : squares_to_try(&b, plies) == 0 ? 0 : -1;
}

/* ---- Hash ------------------------------------------------------------------------------- */

static uint64_t scramble(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Each pile is scrambled, then the piles are added up with a factor for each square, for eight
 * images of the board. Hands follow from the pawns on the board. */
uint64_t dorix_image_hash(const void *state)
{
    static const uint64_t factors[DORIX_SQUARES] = {
        0x243f6a8885a308d3, 0x13198a2e03707345, 0xa4093822299f31d1, 0x082efa98ec4e6c89,
        0x452821e638d01377, 0xbe5466cf34e90c6d, 0xc0ac29b7c97c50dd, 0x3f84d5b5b5470917,
        0x9216d5d98979fb1b, 0xd1310ba698dfb5ad, 0x2ffd72dbd01adfb7, 0xb8e1afed6a267e97,
        0xba7c9045f12c7f99, 0x24a19947b3916cf7, 0x0801f2e2858efc17, 0x636920d871574e69,
    };
    const struct dorix *s = state;
    uint64_t piles[DORIX_SQUARES], least = UINT64_MAX;

    for (int i = 0; i < DORIX_SQUARES; i++) {
        uint64_t height = s->height[i], low = s->pile[i].low, high = s->pile[i].high;

        piles[i] = height ? scramble((low << 8 | height) ^ scramble(high)) : 0;
    }
    for (int image = 0; image < DORIX_IMAGES; image++) {
        uint64_t sum = 0;

        for (int i = 0; i < DORIX_SQUARES; i++)
            sum += piles[i] * factors[dorix_sources[image][i]];
        sum = scramble(sum);
        least = sum < least ? sum : least;
    }
    return scramble(least + s->turn);
}
