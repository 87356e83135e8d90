/*
 * dorix_features.c - network input features and logits of Dorix where two sides meet: two players,
 * or two teams, whose piles and pawns count together.
 *
 * Piles are mine or yours, as the player to move sees them, and the board is turned and mirrored so
 * that the network sees one of eight equivalent positions. The features are: each pile as far down
 * as a collapse can reach; the higher of each pair of neighbours, since that decides on which of
 * them pawns may fall; for each pile, how many pawns of either side can fall on it; and how much of
 * each diagonal either side holds or reaches.
 *
 * The policy score of a move is the sum of the logits of its parts: the place, the square lifted
 * from, the pawns that fall and their squares, the rest of the pile, and the effect on the
 * diagonals.
 */
#include "core/features.h"
#include "games/dorix/dorix_inputs.h"
#include "games/dorix/dorix_landing.h"

enum {
    PATTERNS = 62,    /* of a pile: its four topmost pawns, and heights up to 6 */
    EDGE_KINDS = 12,  /* by owners, and which is higher */
};

/* The inputs, family by family. */
enum {
    INPUT_PILE = 0, /* pattern and square */
    INPUT_EDGE = INPUT_PILE + PATTERNS * DORIX_SQUARES,
    INPUT_ATTACK = INPUT_EDGE + EDGES * EDGE_KINDS, /* owner, my attackers, yours, square */
    INPUT_DIAGONAL = INPUT_ATTACK + 2 * ATTACKERS * ATTACKERS * DORIX_SQUARES,
    INPUT_HAND = INPUT_DIAGONAL + 2 * REACHES * REACHES, /* mine, then yours */
    INPUT_THREAT = INPUT_HAND + 2 * HANDS,               /* you would win at once */
    INPUT_END,
};

/* The logits, family by family. */
enum {
    LOGIT_PLACE = 0, /* on an empty square, a pile, and one that collapses */
    LOGIT_LIFT = LOGIT_PLACE + 3 * DORIX_SQUARES,
    LOGIT_LIFTED = LOGIT_LIFT + DORIX_SQUARES,   /* leaves no pile, mine, yours */
    LOGIT_FALL = LOGIT_LIFTED + 3,               /* whose pawn, on whose pile */
    LOGIT_LEFT = LOGIT_FALL + 4 * DORIX_SQUARES, /* after a collapse: none, mine, yours */
    LOGIT_MINE = LOGIT_LEFT + 3 * DORIX_SQUARES, /* piles that I hold of each diagonal */
    LOGIT_YOURS = LOGIT_MINE + 2 * (DORIX_WIDTH + 1),
    LOGIT_PASS = LOGIT_YOURS + 2 * (DORIX_WIDTH + 1),
    LOGIT_END,
};

_Static_assert((int)INPUT_END == (int)DORIX_FEATURES && (int)LOGIT_END == (int)DORIX_LOGITS,
               "as the header says");

/* ---- The board as the network sees it ----------------------------------------------------- */

struct board {
    uint8_t height[DORIX_SQUARES];
    uint8_t pattern[DORIX_SQUARES]; /* of the squares that are not empty */
    unsigned mine, yours;
};

/* The pile's pattern: by height, then by whose the pawns are, mine being 1. */
static int pattern_of(const struct dorix *s, int square)
{
    static const uint8_t first[] = {0, 0, 2, 6, 14, 30, 46};
    int height = s->height[square];
    unsigned mine = (unsigned)own_pawns(s, square, dorix_side(s, s->turn)) & 15;

    return first[height < 6 ? height : 6] + (int)mine;
}

static int image_of(const uint8_t *height, const uint8_t *pattern, unsigned mine, unsigned yours)
{
    int16_t worth[DORIX_SQUARES] = {0};

    for (unsigned left = mine | yours; left; left &= left - 1) {
        int square = bits_first(left), size = 96 + pattern[square] + 64 * height[square];

        worth[square] = (int16_t)(mine >> square & 1 ? size : -size);
    }
    return dorix_heaviest_image(worth);
}

/* Returns the number of the image. */
static int board_init(struct board *b, const struct dorix *s)
{
    struct hold hold = hold_of(s);
    unsigned mine = hold.ours, yours = hold.theirs;
    uint8_t pattern[DORIX_SQUARES];

    for (unsigned left = mine | yours; left; left &= left - 1)
        pattern[bits_first(left)] = (uint8_t)pattern_of(s, bits_first(left));
    int image = image_of(s->height, pattern, mine, yours);

    *b = (struct board){.mine = 0};
    for (unsigned left = mine | yours; left; left &= left - 1) {
        int from = bits_first(left), to = dorix_images[image][from];

        b->height[to] = s->height[from];
        b->pattern[to] = pattern[from];
        b->mine |= (mine >> from & 1) << to;
        b->yours |= (yours >> from & 1) << to;
    }
    return image;
}

/* ---- Inputs -------------------------------------------------------------------------------- */

/* How many piles can fall on each: mine and yours. */
struct attacks {
    uint8_t by[2][DORIX_SQUARES];
};

static void add_edge(const struct board *b, int edge, int one, int other, struct attacks *attacks,
                     struct net_input *out)
{
    int height = b->height[one], next = b->height[other];

    if (height == 0 || next == 0)
        return;
    bool yours = b->yours >> one & 1, yours_next = b->yours >> other & 1;
    int higher = (height > next) - (height < next) + 1;

    add_input(out, INPUT_EDGE + EDGE_KINDS * edge + 6 * yours + 3 * yours_next + higher);
    attacks->by[yours][other] += height >= next;
    attacks->by[yours_next][one] += next >= height;
}

static void add_edges(const struct board *b, struct attacks *attacks, struct net_input *out)
{
    int edge = 0;

    for (int square = 0; square < DORIX_SQUARES; square++)
        if (square % DORIX_WIDTH < DORIX_WIDTH - 1)
            add_edge(b, edge++, square, square + 1, attacks, out);
    for (int square = 0; square < DORIX_SQUARES - DORIX_WIDTH; square++)
        add_edge(b, edge++, square, square + DORIX_WIDTH, attacks, out);
}

/* The piles of either side that the other can fall on. */
struct reach {
    unsigned mine, yours; /* that I reach, that you reach */
};

static struct reach add_piles(const struct board *b, const struct attacks *attacks,
                              struct net_input *out)
{
    struct reach reach = {0, 0};

    for (unsigned left = b->mine | b->yours; left; left &= left - 1) {
        int square = bits_first(left), by_me = attacks->by[0][square];
        int by_you = attacks->by[1][square], yours = b->yours >> square & 1;
        int kind = (yours * ATTACKERS + capped(by_me, 2)) * ATTACKERS + capped(by_you, 2);

        add_input(out, INPUT_PILE + PATTERNS * square + b->pattern[square]);
        add_input(out, INPUT_ATTACK + DORIX_SQUARES * kind + square);
        reach.mine |= (unsigned)(by_me > 0) << square;
        reach.yours |= (unsigned)(by_you > 0) << square;
    }
    return reach;
}

static void add_diagonals(const struct board *b, struct reach reach, struct net_input *out)
{
    unsigned empty = ~(b->mine | b->yours);

    for (int i = 0; i < 2; i++)
        add_input(out, INPUT_DIAGONAL +
                     (i * REACHES + diagonal_kind(diagonals[i], b->mine, reach.mine, empty)) *
                         REACHES +
                     diagonal_kind(diagonals[i], b->yours, reach.yours, empty));
}

/* The pawns in a side's hands, at most 15: three quarters of a team's, which has 20 at first. */
static int hand_of(const struct dorix *s, int player)
{
    int partner = (player + 2) % s->players;

    return s->players == 2
               ? s->hand[player]
               : capped((3 * (s->hand[player] + s->hand[partner]) + 3) / 4, HANDS - 1);
}

static bool read_features(const void *state, struct net_input *out)
{
    const struct dorix *s = state;
    struct attacks attacks = {{{0}}};
    struct board board;

    if (s->players == 3)
        return false;
    int mine = hand_of(s, s->turn), yours = hand_of(s, (s->turn + 1) % s->players);

    out->notes[0] = (uint64_t)board_init(&board, s);
    out->count = 0;
    out->base = dorix_evaluate(s);
    out->bucket = (mine + yours + 4) / 5;
    add_edges(&board, &attacks, out);
    add_diagonals(&board, add_piles(&board, &attacks, out), out);
    add_input(out, INPUT_HAND + mine);
    add_input(out, INPUT_HAND + HANDS + yours);
    if (dorix_could_win(s, (s->turn + 1) % s->players))
        add_input(out, INPUT_THREAT);
    return true;
}

/* ---- Answers ---------------------------------------------------------------------------- */

/* None, mine, yours. */
static int owner_kind(const struct hold *hold, int square)
{
    return hold->ours >> square & 1 ? 1 : hold->theirs >> square & 1 ? 2 : 0;
}

/* Returns the sum of the logits of a lift, which do not depend on the placement. */
static int lift_score(const struct landing *l, const uint8_t *image, const int *logits)
{
    struct hold hold = hold_of(l->board);

    return l->lift < 0 ? 0
                       : logits[LOGIT_LIFT + image[l->lift]] +
                             logits[LOGIT_LIFTED + owner_kind(&hold, l->lift)];
}

/* Returns the sum of the logits of the place, and of the rest of the pile there. */
static int place_score(const struct landing *l, const uint8_t *image, const int *logits)
{
    int at = image[l->place];

    if (l->count == 0)
        return logits[LOGIT_PLACE + (l->board->height[l->place] > 0) * DORIX_SQUARES + at];
    return logits[LOGIT_PLACE + 2 * DORIX_SQUARES + at] +
           logits[LOGIT_LEFT + owner_kind(&l->hold, l->place) * DORIX_SQUARES + at];
}

static int falls_score(const struct landing *l, tb_move move, const uint8_t *image,
                       const int *logits)
{
    unsigned ours = side_piles(l->board, l->side);
    int sum = 0;

    for (int i = 0; i < l->count; i++) {
        int square = dorix_neighbour[l->place][dorix_move_direction(move, i)];
        unsigned kind = 2 * (l->own >> i & 1) + (ours >> square & 1);

        sum += logits[LOGIT_FALL + (int)kind * DORIX_SQUARES + image[square]];
    }
    return sum;
}

static int diagonals_score(struct hold hold, bool exchanged, const int *logits)
{
    int sum = 0;

    for (int i = 0; i < 2; i++) {
        int at = (i ^ exchanged) * (DORIX_WIDTH + 1);

        sum += logits[LOGIT_MINE + at + bits_count(hold.ours & diagonals[i])] +
               logits[LOGIT_YOURS + at + bits_count(hold.theirs & diagonals[i])];
    }
    return sum;
}

static void read_priors(const void *state, const struct net_input *input, const int *logits,
                        const tb_move *moves, int count, int *priority)
{
    const struct dorix *s = state;
    int number = (int)input->notes[0], lift = -1, place = -1, lifted = 0, placed = 0;
    const uint8_t *image = dorix_images[number];
    bool exchanged = dorix_image_exchanges(number);
    struct landing landing;

    landing_init(&landing, s);
    for (int i = 0; i < count; i++) {
        if (moves[i] == DORIX_PASS) {
            priority[i] = logits[LOGIT_PASS];
            continue;
        }
        struct hold after = landing_hold(&landing, s, moves[i]);

        if (landing.lift != lift) {
            lift = landing.lift;
            lifted = lift_score(&landing, image, logits);
            place = -1;
        }
        if (landing.place != place) {
            place = landing.place;
            placed = place_score(&landing, image, logits);
        }
        priority[i] = lifted + placed + falls_score(&landing, moves[i], image, logits) +
                      diagonals_score(after, exchanged, logits);
    }
}

/* The logits that are needed. */
struct asked {
    uint16_t *number;
    int count;
};

static void ask(struct asked *asked, int number)
{
    asked->number[asked->count++] = (uint16_t)number;
}

static void ask_all(struct asked *asked, int from, int to)
{
    while (from < to)
        ask(asked, from++);
}

/* To a pawn that falls on a pile: whose pile it is can change if its top pawn may be lifted. */
static void ask_falls(struct asked *asked, int square, bool ours, bool lifts)
{
    for (int kind = 0; kind < 4; kind++)
        if ((kind & 1) == ours || lifts)
            ask(asked, LOGIT_FALL + kind * DORIX_SQUARES + square);
}

/* True if a pawn on this square could make a pile collapse, perhaps after a lift from one of
 * `lifts`. */
static bool could_collapse(const struct dorix *s, int square, unsigned lifts)
{
    for (int d = 0; d < DORIX_DIRECTIONS; d++) {
        int next = dorix_neighbour[square][d];

        if (s->height[next] > 0 && s->height[next] <= s->height[square] + (int)(lifts >> next & 1))
            return true;
    }
    return false;
}

/* Lists the logits that the moves need, and some more where an exact list would take long. */
static int needed_logits(const void *state, const struct net_input *input, const tb_move *moves,
                         int count, uint16_t *asked)
{
    const struct dorix *s = state;
    const uint8_t *image = dorix_images[input->notes[0]];
    unsigned lifts = 0, places = 0, ours = hold_of(s).ours;
    struct asked list = {asked, 0};

    for (int i = 0; i < count; i++)
        if (moves[i] != DORIX_PASS) {
            lifts |= 1u << (dorix_move_lift(moves[i]) + 1);
            places |= 1u << dorix_move_place(moves[i]);
        }
    lifts >>= 1; /* without the hand */
    for (int square = 0; square < DORIX_SQUARES; square++) {
        int at = image[square], height = s->height[square];
        bool may_lift = lifts >> square & 1;

        if (may_lift)
            ask(&list, LOGIT_LIFT + at);
        if (height > 0)
            ask_falls(&list, at, ours >> square & 1, may_lift);
        if (!(places >> square & 1))
            continue;
        if (height == 0 || (height == 1 && may_lift))
            ask(&list, LOGIT_PLACE + at);
        if (height > 0)
            ask(&list, LOGIT_PLACE + DORIX_SQUARES + at);
        if (could_collapse(s, square, lifts)) {
            ask(&list, LOGIT_PLACE + 2 * DORIX_SQUARES + at);
            for (int owner = 0; owner < 3; owner++)
                ask(&list, LOGIT_LEFT + owner * DORIX_SQUARES + at);
        }
    }
    ask_all(&list, LOGIT_LIFTED, LOGIT_FALL);
    ask_all(&list, LOGIT_MINE, LOGIT_END);
    return list.count;
}

/* ---- The search with a network --------------------------------------------------------- */

/* dorix.net */
extern const unsigned char dorix_net[];
extern const size_t dorix_net_size;

const struct features dorix_features = {
    .name = "dorix",
    .next = &dorix_many_features,
    .inputs = DORIX_FEATURES,
    .logits = DORIX_LOGITS,
    .buckets = DORIX_BUCKETS,
    .active = DORIX_ACTIVE,
    .parts = DORIX_LOGITS_MOVE,
    .parameters = &network_parameters,
    .read = read_features,
    .priors = read_priors,
    .needed_logits = needed_logits,
    .net = dorix_net,
    .net_size = &dorix_net_size,
};
