/*
 * quoridor_features.c - network input features and logits of Quoridor.
 *
 * For two players on the usual board. The board is turned so that the player to move walks
 * to the top, and mirrored so that its pawn stands in the left half or the middle: of the
 * four positions that are the same, the network sees one. With barriers and pawns alone it would
 * have to learn how to find a path; so the features include the distances, the corridors, and the
 * barriers that lengthen them.
 *
 * There is a logit for each square and each barrier; the logit of a class of moves (enum class)
 * is added to those of all moves in it.
 */
#include "core/features.h"
#include "games/quoridor/quoridor_inputs.h"
#include "games/quoridor/quoridor_view.h"

#include <string.h>

enum {
    PLACES = 64,    /* of barriers that lie across; and as many of upright ones */
    HANDS = 11,     /* numbers of barriers in hand */
    DISTANCES = 21, /* the last stands for all beyond */
    COUNTS = 16,
    ACTIVE = 160, /* the most inputs that are 1 */
};

/* The inputs, family by family. */
enum {
    INPUT_ACROSS = 0,
    INPUT_UPRIGHT = INPUT_ACROSS + PLACES,
    INPUT_PAWN = INPUT_UPRIGHT + PLACES,             /* the mover's, then the other's */
    INPUT_HANDS = INPUT_PAWN + 2 * QUORIDOR_SQUARES, /* mine * HANDS + yours */
    INPUT_DISTANCES = INPUT_HANDS + HANDS * HANDS,   /* mine * DISTANCES + yours */
    INPUT_CORRIDOR = INPUT_DISTANCES + DISTANCES * DISTANCES,
    INPUT_LENGTHENING = INPUT_CORRIDOR + 2 * QUORIDOR_SQUARES, /* mine across, upright, yours */
    INPUT_LENGTHENINGS = INPUT_LENGTHENING + 4 * PLACES,       /* how many */
    INPUT_NARROW = INPUT_LENGTHENINGS + 2 * COUNTS,            /* layers that one edge leads into */
    INPUT_END = INPUT_NARROW + 2 * COUNTS,
};

_Static_assert((int)INPUT_END == (int)QUORIDOR_FEATURES, "as the header says");

/* The logits: of squares, barriers, a pass, and classes of moves. */
enum {
    LOGIT_ACROSS = QUORIDOR_SQUARES,
    LOGIT_UPRIGHT = LOGIT_ACROSS + PLACES,
    LOGIT_PASS = LOGIT_UPRIGHT + PLACES,
    LOGIT_CLASS,
};

/* Classes of barriers, and of steps. */
enum class {
    CUTS_YOURS,      /* crosses your corridor */
    CUTS_MINE,
    LENGTHENS_YOURS, /* all your shortest ways */
    LENGTHENS_MINE,
    CUTS_DETOUR,     /* crosses a way of yours that is at most two steps longer */
    NEAR_YOU,
    NEAR_ME,
    EXTENDS,         /* a barrier that stands, or touches one from the side */
    BARRIER_CLASSES,
    STEPS_CLOSER = BARRIER_CLASSES,
    STEPS_BACK,
    CLASSES,
};

_Static_assert(LOGIT_CLASS + CLASSES <= QUORIDOR_LOGITS &&
                   BARRIER_CLASSES + 1 == QUORIDOR_LOGITS_MOVE,
               "every class has an answer");

/* Tables of images: [0] as it is, [1] mirrored, [2] turned round, [3] both; squares
 * become 9 * row + column, places 8 * row + column. */
#define SQUARE_0(r, c) 9 * (r) + (c)
#define SQUARE_1(r, c) 9 * (r) + 8 - (c)
#define SQUARE_2(r, c) 9 * (8 - (r)) + 8 - (c)
#define SQUARE_3(r, c) 9 * (8 - (r)) + (c)
#define PLACE_0(r, c) (8 * (r) + (c)) & 63
#define PLACE_1(r, c) (8 * (r) + 7 - (c)) & 63
#define PLACE_2(r, c) (8 * (7 - (r)) + 7 - (c)) & 63
#define PLACE_3(r, c) (8 * (7 - (r)) + (c)) & 63

static const uint8_t square_images[4][QUORIDOR_SQUARES] = {
    QUORIDOR_IMAGE(SQUARE_0), QUORIDOR_IMAGE(SQUARE_1), QUORIDOR_IMAGE(SQUARE_2), QUORIDOR_IMAGE(SQUARE_3)};
static const uint8_t place_images[4][QUORIDOR_SQUARES] = {
    QUORIDOR_IMAGE(PLACE_0), QUORIDOR_IMAGE(PLACE_1), QUORIDOR_IMAGE(PLACE_2), QUORIDOR_IMAGE(PLACE_3)};

/* Returns the image of the board that the network sees. */
static int image_of(const struct quoridor *q)
{
    int turned = q->turn == 1 ? 2 : 0;
    int column = square_images[turned][q->pawn[q->turn]] % QUORIDOR_STRIDE;

    return turned | (column > QUORIDOR_STRIDE / 2);
}

/* ---- Inputs ------------------------------------------------------------------------ */

/* Families of inputs that are sets of squares or places; a player's families are mine, then yours. */
enum {
    SET_ACROSS,
    SET_UPRIGHT,
    SET_CORRIDOR,
    SET_LENGTHENING = SET_CORRIDOR + 2, /* mine across, upright, yours */
    SETS = SET_LENGTHENING + 4,
};

/* Families with exactly one input that is 1. */
enum {
    ONE_PAWN,
    ONE_HANDS = ONE_PAWN + 2,
    ONE_DISTANCES,
    ONE_LENGTHENINGS,
    ONE_NARROW = ONE_LENGTHENINGS + 2,
    ONES = ONE_NARROW + 2,
};

/* Facts about a player's shortest ways that hold as long as the pawn stays and no barrier closes an
 * edge that they cross: other barriers lengthen other ways only. */
struct known_ways {
    quoridor_board across, upright; /* barriers that lengthen them, legal or not */
    struct quoridor_edges edges;
    uint8_t pawn, steps, narrow;
};

/*
 * Notes on a position, from which the changes to the inputs of the next one are found, and the ways
 * of its child. The classes of moves need them too; most positions are only evaluated, and moves
 * are ordered in few, so the rest is computed only then.
 */
struct kept {
    quoridor_board set[SETS];
    struct known_ways ways[2]; /* mine, yours */
    uint16_t one[ONES];
    uint8_t lengthenings[2];
    uint8_t turn, image;
    uint8_t total; /* number of inputs that are 1 */
    bool known;    /* all of them had room */
};

_Static_assert(sizeof(struct kept) <= NET_NOTES * sizeof(uint64_t), "the notes hold it");
_Static_assert((int)ACTIVE <= (int)NET_ACTIVE_MAX && (int)ACTIVE <= UINT8_MAX,
               "a byte counts them");

static inline const struct kept *kept_of(const struct net_input *input)
{
    return (const void *)input->notes;
}

/* True if the lists may lack some inputs. */
static bool is_full(const struct net_input *out)
{
    return out->count + out->gone_count >= ACTIVE;
}

/* Lists the members of half a set that have changed. Each goes into both lists, and is counted in
 * one: nothing can predict which. */
static void change_half(struct net_input *out, uint64_t was, uint64_t now, const uint8_t *image,
                        int family)
{
    int count = out->count, gone = out->gone_count;

    for (uint64_t changed = was ^ now; changed && count + gone < ACTIVE;
         changed &= changed - 1) {
        int member = bits_first(changed), is = now >> member & 1;

        out->active[count] = out->gone[gone] = (uint16_t)(family + image[member]);
        count += is;
        gone += 1 - is;
    }
    out->count = count;
    out->gone_count = gone;
}

/* Lists the changes to a family that is a set. */
static void change_set(struct net_input *out, quoridor_board *set, quoridor_board now,
                       const uint8_t *image, int family)
{
    quoridor_board was = *set;

    *set = now;
    change_half(out, (uint64_t)was, (uint64_t)now, image, family);
    change_half(out, (uint64_t)(was >> 64), (uint64_t)(now >> 64), image + 64, family);
}

/* Lists the change to a family with exactly one input that is 1. */
static void change_one(struct net_input *out, uint16_t *one, int now)
{
    if (out->changes && *one == now)
        return;
    if (out->changes && !is_full(out))
        out->gone[out->gone_count++] = *one;
    if (!is_full(out))
        out->active[out->count++] = (uint16_t)now;
    *one = (uint16_t)now;
}

/* ---- Ways ------------------------------------------------------------------------------ */

/* True if the ways of a player in another position are those of this one. */
static bool still_hold(const struct known_ways *ways, const struct quoridor *q,
                       const struct quoridor_edges *open, int player)
{
    return ways->pawn == q->pawn[player] && !(ways->edges.north & ~open->north) &&
           !(ways->edges.east & ~open->east);
}

/* Member by member: a browser would call a function for the whole. */
static quoridor_board copy_ways(const struct kept *from, bool yours, struct known_ways *out)
{
    const struct known_ways *ways = &from->ways[yours];

    out->across = ways->across;
    out->upright = ways->upright;
    out->edges.north = ways->edges.north;
    out->edges.east = ways->edges.east;
    out->pawn = ways->pawn;
    out->steps = ways->steps;
    out->narrow = ways->narrow;
    return from->set[SET_CORRIDOR + yours];
}

static quoridor_board find_ways(const struct quoridor *q, const struct quoridor_edges *open,
                                int player, struct known_ways *out)
{
    struct view view;

    view_goal(&view, q, open, player);
    struct ways ways = walk_ways(&view, open);

    out->across = ways.across;
    out->upright = ways.upright;
    out->edges = ways.edges;
    out->pawn = q->pawn[player];
    out->steps = (uint8_t)view.steps;
    out->narrow = (uint8_t)ways.narrow;
    return ways.corridor;
}

/* Finds both players' ways and corridors, if possible from notes on a position with the same
 * barriers or fewer. */
static void keep_ways(const struct quoridor *q, const struct quoridor_edges *open,
                      const struct kept *near, struct kept *kept, quoridor_board *corridors)
{
    bool fewer = near && !(near->set[SET_ACROSS] & ~q->across) &&
                 !(near->set[SET_UPRIGHT] & ~q->upright);

    for (int yours = 0; yours < 2; yours++) {
        int player = q->turn ^ yours;
        bool theirs = near && near->turn != player;

        corridors[yours] = fewer && still_hold(&near->ways[theirs], q, open, player)
                               ? copy_ways(near, theirs, &kept->ways[yours])
                               : find_ways(q, open, player, &kept->ways[yours]);
    }
}

/* Lists the changes to the features of a player's paths. */
static void change_ways(struct net_input *out, struct kept *kept, bool yours,
                        quoridor_board corridor, quoridor_board across_free,
                        quoridor_board upright_free)
{
    const struct known_ways *ways = &kept->ways[yours];
    const uint8_t *image = place_images[kept->image];
    quoridor_board across = ways->across & across_free, upright = ways->upright & upright_free;
    quoridor_board *sets = kept->set + SET_LENGTHENING + 2 * yours;
    int family = INPUT_LENGTHENING + yours * 2 * PLACES;

    change_set(out, &kept->set[SET_CORRIDOR + yours], corridor, square_images[kept->image],
               INPUT_CORRIDOR + yours * QUORIDOR_SQUARES);
    int before = out->count - out->gone_count;

    change_set(out, &sets[0], across, image, family);
    change_set(out, &sets[1], upright, image, family + PLACES);
    int count = kept->lengthenings[yours] + out->count - out->gone_count - before;

    if (is_full(out))
        count = quoridor_board_count(across) + quoridor_board_count(upright);
    kept->lengthenings[yours] = (uint8_t)count;
    change_one(out, &kept->one[ONE_NARROW + yours],
               INPUT_NARROW + yours * COUNTS + at_most(ways->narrow, COUNTS - 1));
    change_one(out, &kept->one[ONE_LENGTHENINGS + yours],
               INPUT_LENGTHENINGS + yours * COUNTS + at_most(count, COUNTS - 1));
}

/* Lists the changes to all features. Those of a whole position are changes to an empty board. */
static void change_all(const struct quoridor *q, const struct kept *near, struct net_input *out,
                       struct kept *kept)
{
    int me = q->turn, you = 1 - me;
    struct quoridor_edges open = quoridor_edges(q);
    const uint8_t *squares = square_images[kept->image], *places = place_images[kept->image];
    quoridor_board across, upright, corridors[2];

    keep_ways(q, &open, near, kept, corridors);
    quoridor_free_places(q, &across, &upright);
    int mine = kept->ways[0].steps, yours = kept->ways[1].steps;

    out->count = out->gone_count = 0;
    out->base = quoridor_points(q, mine, yours);
    out->bucket = at_most((q->left[me] + q->left[you] + 2) / 3, QUORIDOR_BUCKETS - 1);
    change_set(out, &kept->set[SET_ACROSS], q->across, places, INPUT_ACROSS);
    change_set(out, &kept->set[SET_UPRIGHT], q->upright, places, INPUT_UPRIGHT);
    change_one(out, &kept->one[ONE_PAWN], INPUT_PAWN + squares[q->pawn[me]]);
    change_one(out, &kept->one[ONE_PAWN + 1],
               INPUT_PAWN + QUORIDOR_SQUARES + squares[q->pawn[you]]);
    change_one(out, &kept->one[ONE_HANDS], INPUT_HANDS + HANDS * at_most(q->left[me], HANDS - 1) +
                                               at_most(q->left[you], HANDS - 1));
    change_one(out, &kept->one[ONE_DISTANCES],
               INPUT_DISTANCES + DISTANCES * at_most(mine, DISTANCES - 1) +
                   at_most(yours, DISTANCES - 1));
    change_ways(out, kept, false, corridors[0], across, upright);
    change_ways(out, kept, true, corridors[1], across, upright);
}

static bool read_changes(const void *state, const struct net_input *near, struct net_input *out)
{
    const struct quoridor *q = state;
    struct kept *kept = (void *)out->notes;

    if (q->players != 2 || q->size != QUORIDOR_STRIDE)
        return false;
    int image = image_of(q), total = 0;

    out->changes = kept->known && kept->image == image;
    if (out->changes) {
        change_all(q, near ? kept_of(near) : NULL, out, kept);
        total = kept->total + out->count - out->gone_count;
        out->changes = !is_full(out) && total <= ACTIVE;
    }
    if (!out->changes) {
        memset(kept->set, 0, sizeof kept->set);
        memset(kept->lengthenings, 0, sizeof kept->lengthenings);
        kept->image = (uint8_t)image;
        change_all(q, near ? kept_of(near) : NULL, out, kept);
        total = out->count;
        kept->known = !is_full(out);
    }
    kept->total = (uint8_t)total;
    kept->turn = q->turn;
    return true;
}

static bool read_features(const void *state, struct net_input *out)
{
    struct kept *kept = (void *)out->notes;

    kept->known = false;
    return read_changes(state, NULL, out);
}

/* ---- Classes of moves ---------------------------------------------------------------- */

/* The classes of barriers, each as two halves of `across` and two of `upright`. */
typedef uint64_t class_words[BARRIER_CLASSES][4];

static void put_class(uint64_t *words, quoridor_board across, quoridor_board upright)
{
    words[0] = (uint64_t)across;
    words[1] = (uint64_t)(across >> 64);
    words[2] = (uint64_t)upright;
    words[3] = (uint64_t)(upright >> 64);
}

static void put_crossing(uint64_t *words, quoridor_board squares, const struct quoridor_edges *open)
{
    quoridor_board across, upright;

    crossing(squares, open, &across, &upright);
    put_class(words, across, upright);
}

static void find_classes(const struct quoridor *q, const struct kept *kept,
                         const struct quoridor_edges *open, class_words words)
{
    const quoridor_board *lengthening = kept->set + SET_LENGTHENING;
    quoridor_board points = touched_points(q);
    quoridor_board near_me = around(quoridor_bit(q->pawn[q->turn]), 1, open);
    quoridor_board near_you = around(quoridor_bit(q->pawn[1 - q->turn]), 1, open);
    struct view yours;

    view_init(&yours, q, open, 1 - q->turn);
    put_crossing(words[CUTS_YOURS], kept->set[SET_CORRIDOR + 1], open);
    put_crossing(words[CUTS_MINE], kept->set[SET_CORRIDOR], open);
    put_class(words[LENGTHENS_YOURS], lengthening[2], lengthening[3]);
    put_class(words[LENGTHENS_MINE], lengthening[0], lengthening[1]);
    put_crossing(words[CUTS_DETOUR], corridor(&yours, 2), open);
    put_class(words[NEAR_YOU], near_you, near_you);
    put_class(words[NEAR_ME], near_me, near_me);
    put_class(words[EXTENDS], points << 1 | points >> 1,
              points << QUORIDOR_STRIDE | points >> QUORIDOR_STRIDE);
}

/* ---- Answers ------------------------------------------------------------------------- */

static int logit_of(int image, int move)
{
    if (move < QUORIDOR_ACROSS)
        return square_images[image][move];
    if (move < QUORIDOR_UPRIGHT)
        return LOGIT_ACROSS + place_images[image][move - QUORIDOR_ACROSS];
    return move < QUORIDOR_PASS ? LOGIT_UPRIGHT + place_images[image][move - QUORIDOR_UPRIGHT]
                                : LOGIT_PASS;
}

/* Among the squares that the pawn can move to, those that are nearer to its goal. A neighbour is
 * nearer if it is in the corridor; where a pawn can jump, distances tell. */
static quoridor_board closer_targets(const struct quoridor *q, const struct kept *kept,
                                     const struct quoridor_edges *open)
{
    quoridor_board pawn = quoridor_bit(q->pawn[q->turn]);
    struct view mine;

    if (!(quoridor_board_spread(pawn, open) & quoridor_bit(q->pawn[1 - q->turn])))
        return kept->set[SET_CORRIDOR];
    view_goal(&mine, q, open, q->turn);
    return mine.steps > 0 ? mine.from_goal[mine.steps - 1] : 0;
}

static void read_priors(const void *state, const struct net_input *input, const int *logits,
                        const tb_move *moves, int count, int *priority)
{
    const struct quoridor *q = state;
    const struct kept *kept = kept_of(input);
    int image = kept->image, across[2 * 64] = {0}, upright[2 * 64] = {0};
    struct quoridor_edges open = quoridor_edges(q);
    quoridor_board closer = closer_targets(q, kept, &open);

    if (q->left[q->turn] > 0) {
        class_words words;

        find_classes(q, kept, &open, words);
        for (int c = 0; c < BARRIER_CLASSES; c++) {
            int answer = logits[LOGIT_CLASS + c];

            add_class(across, words[c][0], answer);
            add_class(across + 64, words[c][1], answer);
            add_class(upright, words[c][2], answer);
            add_class(upright + 64, words[c][3], answer);
        }
    }
    for (int i = 0; i < count; i++) {
        int move = (int)moves[i];

        if (move < QUORIDOR_ACROSS) {
            bool nearer = closer & quoridor_bit(move);

            priority[i] = logits[logit_of(image, move)] +
                          logits[LOGIT_CLASS + (nearer ? STEPS_CLOSER : STEPS_BACK)];
        } else if (move < QUORIDOR_UPRIGHT) {
            priority[i] = logits[logit_of(image, move)] + across[move - QUORIDOR_ACROSS];
        } else if (move < QUORIDOR_PASS) {
            priority[i] = logits[logit_of(image, move)] + upright[move - QUORIDOR_UPRIGHT];
        } else {
            priority[i] = logits[LOGIT_PASS];
        }
    }
}

static int needed_logits(const void *state, const struct net_input *input, const tb_move *moves,
                         int count, uint16_t *asked)
{
    const struct quoridor *q = state;
    int image = kept_of(input)->image, found = 0;

    for (int class = q->left[q->turn] > 0 ? 0 : BARRIER_CLASSES; class < CLASSES; class++)
        asked[found++] = (uint16_t)(LOGIT_CLASS + class);
    for (int i = 0; i < count; i++)
        asked[found++] = (uint16_t)logit_of(image, (int)moves[i]);
    return found;
}

/* ---- The search with a network --------------------------------------------------------- */

/* quoridor.net */
extern const unsigned char quoridor_net[];
extern const size_t quoridor_net_size;

const struct features quoridor_features = {
    .name = "quoridor",
    .next = &quoridor_many_features,
    .inputs = QUORIDOR_FEATURES,
    .logits = QUORIDOR_LOGITS,
    .buckets = QUORIDOR_BUCKETS,
    .active = ACTIVE,
    .parts = QUORIDOR_LOGITS_MOVE,
    .parameters = &network_parameters,
    .read = read_features,
    .read_changes = read_changes,
    .priors = read_priors,
    .needed_logits = needed_logits,
    .net = quoridor_net,
    .net_size = &quoridor_net_size,
};
