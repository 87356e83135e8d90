/*
 * quoridor_many_features.c - network input features and logits of Quoridor with four players.
 *
 * A player's value is what the network says of the position as that player sees it: the board is
 * turned so that the player walks to the top, and players are told apart by how long after it they
 * sit. So all four are judged by the same network. The logits are those of the player to move.
 *
 * There is a logit for each square and each barrier; the logit of a class of moves is added to
 * those of all moves in it. All of them correct the model (quoridor_multiplayer.c).
 */
#include "core/features.h"
#include "games/quoridor/quoridor_inputs.h"
#include "games/quoridor/quoridor_standings.h"

#include <string.h>

enum {
    SEATS = 4,
    PLACES = 64,    /* of barriers that lie across; and as many of upright ones */
    HANDS = 11,     /* numbers of barriers in hand */
    DISTANCES = 21, /* the last stands for all beyond */
    COUNTS = 16,
    LEADS = 25, /* plies before the first of the others, or after; the outermost stand for more */
};

/* The inputs, family by family; families of a player are there for each seat. */
enum {
    INPUT_ACROSS = 0,
    INPUT_UPRIGHT = INPUT_ACROSS + PLACES,
    INPUT_PAWN = INPUT_UPRIGHT + PLACES,
    INPUT_CORRIDOR = INPUT_PAWN + SEATS * QUORIDOR_SQUARES,
    INPUT_LENGTHENING = INPUT_CORRIDOR + SEATS * QUORIDOR_SQUARES, /* across, upright */
    INPUT_HANDS = INPUT_LENGTHENING + SEATS * 2 * PLACES,
    INPUT_DISTANCE = INPUT_HANDS + SEATS * HANDS,
    INPUT_LENGTHENINGS = INPUT_DISTANCE + SEATS * DISTANCES, /* how many */
    INPUT_NARROW = INPUT_LENGTHENINGS + SEATS * COUNTS,      /* layers that one edge leads into */
    INPUT_TURN = INPUT_NARROW + SEATS * COUNTS,              /* the seat that is to move */
    INPUT_LEAD = INPUT_TURN + SEATS,
    INPUTS = INPUT_LEAD + LEADS,
};

/* The logits: of squares, barriers, a pass, and classes of moves. */
enum {
    LOGIT_ACROSS = QUORIDOR_SQUARES,
    LOGIT_UPRIGHT = LOGIT_ACROSS + PLACES,
    LOGIT_PASS = LOGIT_UPRIGHT + PLACES,
    LOGIT_CLASS,
};

/* Classes of barriers, and of steps. Rivals come in the order in which they arrive. */
enum class {
    CUTS_1, /* crosses the first rival's corridor */
    CUTS_2,
    CUTS_3,
    CUTS_MINE,
    LENGTHENS_1, /* all of the first rival's shortest ways */
    LENGTHENS_2,
    LENGTHENS_3,
    LENGTHENS_MINE,
    NEAR_1,
    NEAR_ME,
    EXTENDS, /* a barrier that stands, or touches one from the side */
    BARRIER_CLASSES,
    STEPS_CLOSER = BARRIER_CLASSES,
    STEPS_BACK,
    CLASSES,
    LOGITS = LOGIT_CLASS + CLASSES,
    LOGITS_MOVE = BARRIER_CLASSES + 1,
    BUCKETS = 6, /* by the barriers that all have left */
};

/* Tables of images: turned by as many quarters, clockwise. */
#define SQUARE_0(r, c) 9 * (r) + (c)
#define SQUARE_1(r, c) 9 * (8 - (c)) + (r)
#define SQUARE_2(r, c) 9 * (8 - (r)) + 8 - (c)
#define SQUARE_3(r, c) 9 * (c) + 8 - (r)
#define PLACE_0(r, c) (8 * (r) + (c)) & 63
#define PLACE_1(r, c) (8 * (7 - (c)) + (r)) & 63
#define PLACE_2(r, c) (8 * (7 - (r)) + 7 - (c)) & 63
#define PLACE_3(r, c) (8 * (c) + 7 - (r)) & 63

static const uint8_t square_images[SEATS][QUORIDOR_SQUARES] = {
    QUORIDOR_IMAGE(SQUARE_0), QUORIDOR_IMAGE(SQUARE_1), QUORIDOR_IMAGE(SQUARE_2), QUORIDOR_IMAGE(SQUARE_3)};
static const uint8_t place_images[SEATS][QUORIDOR_SQUARES] = {
    QUORIDOR_IMAGE(PLACE_0), QUORIDOR_IMAGE(PLACE_1), QUORIDOR_IMAGE(PLACE_2), QUORIDOR_IMAGE(PLACE_3)};

/* The quarters that turn a player's goal to the top. */
static int turns_of(int player)
{
    return (SEATS - player) % SEATS;
}

/* ---- Inputs ------------------------------------------------------------------------ */

/* Notes on a position, for the classes of its moves. */
struct kept {
    quoridor_board corridor[SEATS], across[SEATS], upright[SEATS]; /* of the players */
    quoridor_board closer; /* squares of the player to move that are nearer to its goal */
    uint8_t rivals[SEATS]; /* of the player to move, those who arrive first in front */
};

_Static_assert(sizeof(struct kept) <= NET_NOTES * sizeof(uint64_t), "the notes hold it");

static void put(struct net_input *out, int input)
{
    if (out->count < NET_ACTIVE_MAX)
        out->active[out->count++] = (uint16_t)input;
}

static void put_half(struct net_input *out, uint64_t half, const uint8_t *image, int family)
{
    for (; half && out->count < NET_ACTIVE_MAX; half &= half - 1)
        out->active[out->count++] = (uint16_t)(family + image[bits_first(half)]);
}

static void put_set(struct net_input *out, quoridor_board set, const uint8_t *image, int family)
{
    put_half(out, (uint64_t)set, image, family);
    put_half(out, (uint64_t)(set >> 64), image + 64, family);
}

/* Puts the places of two sets of barriers, which a quarter turn exchanges. */
static void put_barriers(struct net_input *out, quoridor_board across, quoridor_board upright,
                         int turns, int family)
{
    put_set(out, turns & 1 ? upright : across, place_images[turns], family);
    put_set(out, turns & 1 ? across : upright, place_images[turns], family + PLACES);
}

/* Plies by which the player arrives before the first of the others. */
static int lead_of(const struct standings *s, int player)
{
    int others = INT32_MAX;

    for (int p = 0; p < SEATS; p++)
        if (p != player && s->arrival[p] < others)
            others = s->arrival[p];
    int lead = others - s->arrival[player];

    return lead < -(LEADS / 2) ? -(LEADS / 2) : at_most(lead, LEADS / 2);
}

/* The barriers that lengthen all shortest ways of each player, of those that there is room for. */
struct lengthening {
    quoridor_board across[SEATS], upright[SEATS];
    int count[SEATS];
};

static void find_lengthening(const struct quoridor *q, const struct standings *s,
                             struct lengthening *out)
{
    quoridor_board across, upright;

    quoridor_free_places(q, &across, &upright);
    for (int p = 0; p < SEATS; p++) {
        out->across[p] = s->ways[p].across & across;
        out->upright[p] = s->ways[p].upright & upright;
        out->count[p] =
            quoridor_board_count(out->across[p]) + quoridor_board_count(out->upright[p]);
    }
}

static void put_view(const struct quoridor *q, const struct standings *s,
                     const struct lengthening *lengthening, int player, struct net_input *out)
{
    int turns = turns_of(player);

    out->count = out->gone_count = 0;
    out->changes = false;
    out->base = 0;
    out->bucket = at_most((s->hands + 3) / 4, BUCKETS - 1);
    put(out, INPUT_TURN + (q->turn - player + SEATS) % SEATS);
    put(out, INPUT_LEAD + LEADS / 2 + lead_of(s, player));
    for (int seat = 0; seat < SEATS; seat++) {
        int p = (player + seat) % SEATS;

        put(out, INPUT_PAWN + seat * QUORIDOR_SQUARES + square_images[turns][q->pawn[p]]);
        put(out, INPUT_HANDS + seat * HANDS + at_most(q->left[p], HANDS - 1));
        put(out, INPUT_DISTANCE + seat * DISTANCES + at_most(s->views[p].steps, DISTANCES - 1));
        put(out, INPUT_LENGTHENINGS + seat * COUNTS + at_most(lengthening->count[p], COUNTS - 1));
        put(out, INPUT_NARROW + seat * COUNTS + at_most(s->ways[p].narrow, COUNTS - 1));
        put_barriers(out, lengthening->across[p], lengthening->upright[p], turns,
                     INPUT_LENGTHENING + seat * 2 * PLACES);
    }
    put_barriers(out, q->across, q->upright, turns, INPUT_ACROSS);
    for (int seat = 0; seat < SEATS; seat++)
        put_set(out, s->ways[(player + seat) % SEATS].corridor, square_images[turns],
                INPUT_CORRIDOR + seat * QUORIDOR_SQUARES);
}

void quoridor_many_inputs(const struct quoridor *q, const struct standings *s,
                          struct net_input *out)
{
    struct lengthening lengthening;

    find_lengthening(q, s, &lengthening);
    for (int p = 0; p < SEATS; p++)
        put_view(q, s, &lengthening, p, &out[p]);
}

void quoridor_many_input(const struct quoridor *q, const struct standings *s, struct net_input *out)
{
    struct kept *kept = (void *)out->notes;
    const struct view *view = &s->views[q->turn];
    struct lengthening lengthening;
    int rivals[TB_PLAYERS_MAX];

    find_lengthening(q, s, &lengthening);
    put_view(q, s, &lengthening, q->turn, out);
    quoridor_rivals(s, q, rivals);
    for (int p = 0; p < SEATS; p++) {
        kept->corridor[p] = s->ways[p].corridor;
        kept->across[p] = s->ways[p].across;
        kept->upright[p] = s->ways[p].upright;
    }
    for (int i = 0; i < SEATS - 1; i++)
        kept->rivals[i] = (uint8_t)rivals[i];
    kept->closer = view->steps ? view->from_goal[view->steps - 1] : 0;
}

static bool read_features(const void *state, struct net_input *out)
{
    const struct quoridor *q = state;
    struct standings s;

    if (q->players != SEATS || q->size != QUORIDOR_STRIDE)
        return false;
    quoridor_standings(&s, q);
    quoridor_many_input(q, &s, out);
    return true;
}

/* ---- Answers ------------------------------------------------------------------------- */

static int logit_of(int turns, int move)
{
    if (move < QUORIDOR_ACROSS)
        return square_images[turns][move];
    if (move >= QUORIDOR_PASS)
        return LOGIT_PASS;
    bool upright = move >= QUORIDOR_UPRIGHT;
    int place = place_images[turns][move - (upright ? QUORIDOR_UPRIGHT : QUORIDOR_ACROSS)];

    return (upright != (turns & 1) ? LOGIT_UPRIGHT : LOGIT_ACROSS) + place;
}

/* The sums of the logits of classes, by barrier: those that lie across, then upright ones. */
struct sums {
    int of[2][2 * 64];
};

/* Adds the logit of a class to all its barriers. */
static void add_barriers(struct sums *sums, quoridor_board across, quoridor_board upright, int answer)
{
    add_class(sums->of[0], (uint64_t)across, answer);
    add_class(sums->of[0] + 64, (uint64_t)(across >> 64), answer);
    add_class(sums->of[1], (uint64_t)upright, answer);
    add_class(sums->of[1] + 64, (uint64_t)(upright >> 64), answer);
}

static void add_classes(const struct quoridor *q, const struct kept *kept, const int *answers,
                        struct sums *sums)
{
    struct quoridor_edges open = quoridor_edges(q);
    quoridor_board points = touched_points(q), across, upright;
    quoridor_board near_1 = around(quoridor_bit(q->pawn[kept->rivals[0]]), 1, &open);
    quoridor_board near_me = around(quoridor_bit(q->pawn[q->turn]), 1, &open);

    for (int i = 0; i < SEATS; i++) {
        int p = i < SEATS - 1 ? kept->rivals[i] : q->turn;

        crossing(kept->corridor[p], &open, &across, &upright);
        add_barriers(sums, across, upright, answers[CUTS_1 + i]);
        add_barriers(sums, kept->across[p], kept->upright[p], answers[LENGTHENS_1 + i]);
    }
    add_barriers(sums, near_1, near_1, answers[NEAR_1]);
    add_barriers(sums, near_me, near_me, answers[NEAR_ME]);
    add_barriers(sums, points << 1 | points >> 1,
              points << QUORIDOR_STRIDE | points >> QUORIDOR_STRIDE, answers[EXTENDS]);
}

static void read_priors(const void *state, const struct net_input *input, const int *logits,
                        const tb_move *moves, int count, int *priority)
{
    const struct quoridor *q = state;
    const struct kept *kept = (const void *)input->notes;
    const int *answers = logits + LOGIT_CLASS;
    int turns = turns_of(q->turn);
    struct sums sums = {{{0}}};

    if (q->left[q->turn] > 0)
        add_classes(q, kept, answers, &sums);
    for (int i = 0; i < count; i++) {
        int move = (int)moves[i];

        priority[i] = logits[logit_of(turns, move)];
        if (move < QUORIDOR_ACROSS)
            priority[i] += answers[kept->closer & quoridor_bit(move) ? STEPS_CLOSER : STEPS_BACK];
        else if (move < QUORIDOR_UPRIGHT)
            priority[i] += sums.of[0][move - QUORIDOR_ACROSS];
        else if (move < QUORIDOR_PASS)
            priority[i] += sums.of[1][move - QUORIDOR_UPRIGHT];
    }
}

static int needed_logits(const void *state, const struct net_input *input, const tb_move *moves,
                         int count, uint16_t *asked)
{
    const struct quoridor *q = state;
    int turns = turns_of(q->turn), found = 0;

    (void)input;
    for (int class = q->left[q->turn] > 0 ? 0 : BARRIER_CLASSES; class < CLASSES; class++)
        asked[found++] = (uint16_t)(LOGIT_CLASS + class);
    for (int i = 0; i < count; i++)
        asked[found++] = (uint16_t)logit_of(turns, (int)moves[i]);
    return found;
}

/* quoridor_many.net */
extern const unsigned char quoridor_many_net[];
extern const size_t quoridor_many_net_size;

const struct features quoridor_many_features = {
    .name = "quoridor_many",
    .inputs = INPUTS,
    .logits = LOGITS,
    .buckets = BUCKETS,
    .active = NET_ACTIVE_MAX,
    .parts = LOGITS_MOVE,
    .views = SEATS,
    .read = read_features,
    .priors = read_priors,
    .needed_logits = needed_logits,
    .net = quoridor_many_net,
    .net_size = &quoridor_many_net_size,
};
