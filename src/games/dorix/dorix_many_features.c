/*
 * dorix_many_features.c - network input features and logits of Dorix with three players.
 *
 * A player's value is what the network says of the position as that player sees it: pawns are its
 * own, the next player's and the last one's. So all three are judged by the same network, which
 * sees one of eight equivalent positions. The logits are those of the player to move. All of them
 * correct the model (dorix_multiplayer.c).
 */
#include "core/features.h"
#include "games/dorix/dorix_drop.h"
#include "games/dorix/dorix_inputs.h"
#include "games/dorix/dorix_many.h"

enum {
    TOPS = 3,         /* pawns of a pile that its pattern tells apart, from the top */
    PATTERNS = 120,   /* of a pile: their owners, and heights up to 6 */
    EDGE_KINDS = 27,  /* by owners, and which is higher */
    ATTACKS = ATTACKERS * ATTACKERS * ATTACKERS,
};

/* The inputs, family by family. */
enum {
    INPUT_PILE = 0, /* pattern and square */
    INPUT_FOURTH = INPUT_PILE + PATTERNS * DORIX_SQUARES, /* the owner of the next pawn below */
    INPUT_EDGE = INPUT_FOURTH + SIDES * DORIX_SQUARES,
    INPUT_ATTACK = INPUT_EDGE + EDGES * EDGE_KINDS, /* owner, attackers of each, square */
    INPUT_DIAGONAL = INPUT_ATTACK + SIDES * ATTACKS * DORIX_SQUARES,
    INPUT_RIVALRY = INPUT_DIAGONAL + 2 * SIDES * REACHES, /* what I and a rival have of a diagonal */
    INPUT_HAND = INPUT_RIVALRY + 2 * (SIDES - 1) * REACHES * REACHES,
    INPUT_TURN = INPUT_HAND + SIDES * HANDS, /* whose it is */
    INPUT_THREAT = INPUT_TURN + SIDES,       /* would win at once */
    INPUTS = INPUT_THREAT + SIDES,
};

/* The logits, family by family. */
enum {
    LOGIT_PLACE = 0, /* on an empty square, a pile, and one that collapses */
    LOGIT_LIFT = LOGIT_PLACE + 3 * DORIX_SQUARES,
    LOGIT_LIFTED = LOGIT_LIFT + DORIX_SQUARES,        /* leaves whose pile, or none */
    LOGIT_FALL = LOGIT_LIFTED + SIDES + 1,            /* my pawn or not, on my pile or not */
    LOGIT_LEFT = LOGIT_FALL + 4 * DORIX_SQUARES,      /* after a collapse: whose pile, or none */
    LOGIT_HELD = LOGIT_LEFT + (SIDES + 1) * DORIX_SQUARES, /* piles of each diagonal */
    LOGIT_PASS = LOGIT_HELD + SIDES * 2 * (DORIX_WIDTH + 1),
    LOGITS,
    LOGITS_MOVE = 14,
    ACTIVE = 96,
    BUCKETS = 7, /* by the pawns that all have in hand */
};

/* ---- The board as a player sees it --------------------------------------------------------- */

/* How long after the viewer each player moves; nobody is nobody. */
struct seats {
    uint8_t of[SIDES + 1];
};

static struct seats seats_from(int player)
{
    struct seats seats = {.of = {[NOBODY] = NOBODY}};

    for (int p = 0; p < SIDES; p++)
        seats.of[p] = (uint8_t)((p - player + SIDES) % SIDES);
    return seats;
}

struct board {
    uint8_t height[DORIX_SQUARES];
    uint8_t pattern[DORIX_SQUARES], owner[DORIX_SQUARES]; /* of the squares that are not empty */
    uint8_t fourth[DORIX_SQUARES]; /* the owner of the fourth pawn from the top, if there is one */
    unsigned held[SIDES];
};

/* The owners of the three topmost pawns, by height. */
static int pattern_of(const struct dorix *s, int square, const struct seats *seats)
{
    static const uint8_t first[] = {0, 0, 3, 12, 39, 66, 93};
    int height = s->height[square], number = 0;

    for (int i = 0; i < TOPS && i < height; i++)
        number = SIDES * number + seats->of[dorix_owner(s, square, i)];
    return first[height < 6 ? height : 6] + number;
}

/* Returns the number of the image. */
static int board_init(struct board *b, const struct dorix *s, const struct seats *seats)
{
    /* A rival's piles count down, the last one's less. */
    static const int8_t shares[SIDES] = {4, -4, -3};
    int16_t worth[DORIX_SQUARES] = {0};
    uint8_t pattern[DORIX_SQUARES];

    for (unsigned left = dorix_occupied(s); left; left &= left - 1) {
        int square = bits_first(left), share = shares[seats->of[dorix_owner(s, square, 0)]];

        pattern[square] = (uint8_t)pattern_of(s, square, seats);
        worth[square] = (int16_t)(share * (96 + pattern[square] + 64 * s->height[square]) / 4);
    }
    int image = dorix_heaviest_image(worth);

    *b = (struct board){.held = {0}};
    for (unsigned left = dorix_occupied(s); left; left &= left - 1) {
        int from = bits_first(left), to = dorix_images[image][from];

        b->height[to] = s->height[from];
        b->pattern[to] = pattern[from];
        b->owner[to] = seats->of[dorix_owner(s, from, 0)];
        b->fourth[to] = s->height[from] > TOPS ? seats->of[dorix_owner(s, from, TOPS)] : NOBODY;
        b->held[b->owner[to]] |= 1u << to;
    }
    return image;
}

/* ---- Inputs -------------------------------------------------------------------------------- */

/* How many piles of each player can fall on each. */
struct attacks {
    uint8_t by[SIDES][DORIX_SQUARES];
};

static void add_edge(const struct board *b, int edge, int one, int other, struct attacks *attacks,
                     struct net_input *out)
{
    int height = b->height[one], next = b->height[other];

    if (height == 0 || next == 0)
        return;
    int owners = SIDES * b->owner[one] + b->owner[other];
    int higher = (height > next) - (height < next) + 1;

    add_input(out, INPUT_EDGE + EDGE_KINDS * edge + 3 * owners + higher);
    attacks->by[b->owner[one]][other] += height >= next;
    attacks->by[b->owner[other]][one] += next >= height;
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

/* Fills in the piles that each player can fall on. */
static void add_piles(const struct board *b, const struct attacks *attacks, unsigned *reached,
                      struct net_input *out)
{
    for (unsigned left = b->held[0] | b->held[1] | b->held[2]; left; left &= left - 1) {
        int square = bits_first(left), kind = b->owner[square];

        for (int p = 0; p < SIDES; p++) {
            int by = attacks->by[p][square];

            kind = kind * ATTACKERS + capped(by, ATTACKERS - 1);
            reached[p] |= (unsigned)(by > 0) << square;
        }
        add_input(out, INPUT_PILE + PATTERNS * square + b->pattern[square]);
        add_input(out, INPUT_ATTACK + DORIX_SQUARES * kind + square);
        if (b->fourth[square] != NOBODY)
            add_input(out, INPUT_FOURTH + SIDES * square + b->fourth[square]);
    }
}

static void add_diagonals(const struct board *b, const unsigned *reached, struct net_input *out)
{
    unsigned empty = ~(b->held[0] | b->held[1] | b->held[2]);

    for (int i = 0; i < 2; i++) {
        int mine = 0;

        for (int p = 0; p < SIDES; p++) {
            int kind = diagonal_kind(diagonals[i], b->held[p], reached[p], empty);

            add_input(out, INPUT_DIAGONAL + (SIDES * i + p) * REACHES + kind);
            if (p == 0)
                mine = kind;
            else
                add_input(out, INPUT_RIVALRY +
                             (((SIDES - 1) * i + p - 1) * REACHES + mine) * REACHES + kind);
        }
    }
}

int dorix_many_input(const struct dorix *s, int player, const bool *threats, struct net_input *out)
{
    struct seats seats = seats_from(player);
    struct attacks attacks = {{{0}}};
    unsigned reached[SIDES] = {0};
    struct board board;
    int image = board_init(&board, s, &seats);

    out->count = out->gone_count = 0;
    out->changes = false;
    out->base = 0;
    out->bucket = capped((s->hand[0] + s->hand[1] + s->hand[2] + 7) / 8, BUCKETS - 1);
    add_edges(&board, &attacks, out);
    add_piles(&board, &attacks, reached, out);
    add_diagonals(&board, reached, out);
    for (int p = 0; p < SIDES; p++) {
        add_input(out, INPUT_HAND + seats.of[p] * HANDS + capped(s->hand[p], HANDS - 1));
        if (threats[p])
            add_input(out, INPUT_THREAT + seats.of[p]);
    }
    add_input(out, INPUT_TURN + seats.of[s->turn]);
    return image;
}

static bool read_features(const void *state, struct net_input *out)
{
    const struct dorix *s = state;
    bool threats[SIDES] = {false};

    if (s->players != SIDES)
        return false;
    for (int p = 0; p < SIDES; p++)
        threats[p] = p != s->turn && dorix_could_win(s, p);
    out->notes[0] = (uint64_t)dorix_many_input(s, s->turn, threats, out);
    return true;
}

/* ---- Answers ---------------------------------------------------------------------------- */

/* What the moves of a position share. */
struct scene {
    const uint8_t *image;
    const int *logits;
    struct seats seats;
    int turn;
    bool exchanged; /* the diagonals */
};

/* The sum of the logits of a lift, which do not depend on the placement. */
static int lift_score(const struct scene *scene, const struct drop *d)
{
    return d->lift < 0 ? 0
                       : scene->logits[LOGIT_LIFT + scene->image[d->lift]] +
                             scene->logits[LOGIT_LIFTED + scene->seats.of[d->owner[d->lift]]];
}

/* The sum of the logits of the place, and of the rest of the pile there. */
static int place_score(const struct scene *scene, const struct drop *d)
{
    const int *logits = scene->logits;
    int at = scene->image[d->place], left = NOBODY;

    if (d->fall.count == 0)
        return logits[LOGIT_PLACE + (d->board->height[d->place] > 0) * DORIX_SQUARES + at];
    if (d->left > 0)
        left = scene->seats.of[dorix_owner(d->board, d->place, d->fall.count - 1)];
    return logits[LOGIT_PLACE + 2 * DORIX_SQUARES + at] +
           logits[LOGIT_LEFT + left * DORIX_SQUARES + at];
}

static int falls_score(const struct scene *scene, const struct drop *d, tb_move move)
{
    int sum = 0;

    for (int i = 0; i < d->fall.count; i++) {
        int square = dorix_neighbour[d->place][dorix_move_direction(move, i)];
        int kind = 2 * (d->fall.owner[i] == scene->turn) + (d->owner[square] == scene->turn);

        sum += scene->logits[LOGIT_FALL + kind * DORIX_SQUARES + scene->image[square]];
    }
    return sum;
}

static int held_score(const struct scene *scene, const struct shares *after)
{
    int sum = 0;

    for (int p = 0; p < SIDES; p++) {
        const int *logits = scene->logits + LOGIT_HELD + scene->seats.of[p] * 2 * (DORIX_WIDTH + 1);
        int rising = after->of[p] >> 8 & 7, falling = (int)(after->of[p] >> 16);

        sum += logits[scene->exchanged * (DORIX_WIDTH + 1) + rising] +
               logits[!scene->exchanged * (DORIX_WIDTH + 1) + falling];
    }
    return sum;
}

static void read_priors(const void *state, const struct net_input *input, const int *logits,
                        const tb_move *moves, int count, int *priority)
{
    const struct dorix *s = state;
    int number = (int)input->notes[0];
    const struct scene scene = {.image = dorix_images[number],
                                .logits = logits,
                                .seats = seats_from(s->turn),
                                .turn = s->turn,
                                .exchanged = dorix_image_exchanges(number)};
    struct drop drop;

    drop_init(&drop, s);
    for (int i = 0; i < count; i++) {
        if (moves[i] == DORIX_PASS) {
            priority[i] = logits[LOGIT_PASS];
            continue;
        }
        struct shares after = drop_move(&drop, s, moves[i]);

        priority[i] = lift_score(&scene, &drop) + place_score(&scene, &drop) +
                      falls_score(&scene, &drop, moves[i]) + held_score(&scene, &after);
    }
}

/* dorix_many.net */
extern const unsigned char dorix_many_net[];
extern const size_t dorix_many_net_size;

const struct features dorix_many_features = {
    .name = "dorix_many",
    .inputs = INPUTS,
    .logits = LOGITS,
    .buckets = BUCKETS,
    .active = ACTIVE,
    .parts = LOGITS_MOVE,
    .views = SIDES,
    .read = read_features,
    .priors = read_priors,
    .net = dorix_many_net,
    .net_size = &dorix_many_net_size,
};
