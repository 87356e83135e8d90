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
#include "games/quoridor/quoridor_view.h"

#include <string.h>

enum {
    PLACES = 64,    /* of barriers that lie across; and as many of upright ones */
    HANDS = 11,     /* numbers of barriers in hand */
    DISTANCES = 21, /* the last stands for all beyond */
    COUNTS = 16,
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
#define NINE(f, r) f(r, 0), f(r, 1), f(r, 2), f(r, 3), f(r, 4), f(r, 5), f(r, 6), f(r, 7), f(r, 8)
#define TABLE(f)                                                                                  \
    {                                                                                             \
        NINE(f, 0), NINE(f, 1), NINE(f, 2), NINE(f, 3), NINE(f, 4), NINE(f, 5), NINE(f, 6),       \
            NINE(f, 7), NINE(f, 8)                                                                \
    }
#define SQUARE_0(r, c) 9 * (r) + (c)
#define SQUARE_1(r, c) 9 * (r) + 8 - (c)
#define SQUARE_2(r, c) 9 * (8 - (r)) + 8 - (c)
#define SQUARE_3(r, c) 9 * (8 - (r)) + (c)
#define PLACE_0(r, c) (8 * (r) + (c)) & 63
#define PLACE_1(r, c) (8 * (r) + 7 - (c)) & 63
#define PLACE_2(r, c) (8 * (7 - (r)) + 7 - (c)) & 63
#define PLACE_3(r, c) (8 * (7 - (r)) + (c)) & 63

static const uint8_t square_images[4][QUORIDOR_SQUARES] = {TABLE(SQUARE_0), TABLE(SQUARE_1),
                                                           TABLE(SQUARE_2), TABLE(SQUARE_3)};
static const uint8_t place_images[4][QUORIDOR_SQUARES] = {TABLE(PLACE_0), TABLE(PLACE_1),
                                                          TABLE(PLACE_2), TABLE(PLACE_3)};

/* Returns the image of the board that the network sees. */
static int image_of(const struct quoridor *q)
{
    int turned = q->turn == 1 ? 2 : 0;
    int column = square_images[turned][q->pawn[q->turn]] % QUORIDOR_STRIDE;

    return turned | (column > QUORIDOR_STRIDE / 2);
}

/* ---- Inputs ------------------------------------------------------------------------ */

static void add(struct net_input *out, int input)
{
    if (out->count < NET_ACTIVE_MAX)
        out->active[out->count++] = (uint16_t)input;
}

static void add_half(struct net_input *out, uint64_t half, const uint8_t *image, int family)
{
    uint16_t *to = out->active + out->count;
    int left = NET_ACTIVE_MAX - out->count;

    for (; half && left > 0; half &= half - 1, left--)
        *to++ = (uint16_t)(family + image[bits_first(half)]);
    out->count = (int)(to - out->active);
}

static void add_all(struct net_input *out, quoridor_board set, const uint8_t *image, int family)
{
    add_half(out, (uint64_t)set, image, family);
    add_half(out, (uint64_t)(set >> 64), image + 64, family);
}

static int at_most(int value, int limit)
{
    return value < limit ? value : limit;
}

/* ---- Classes of moves ---------------------------------------------------------------- */

/* Intermediate results that the classes need too. Most positions are only evaluated, and moves are
 * ordered in few, so the rest is computed only then. */
struct kept {
    quoridor_board corridor[2]; /* mine, yours */
    quoridor_board across[2], upright[2]; /* barriers that lengthen them */
    quoridor_board closer;      /* squares nearer to my goal */
};

_Static_assert(sizeof(struct kept) <= NET_NOTES * sizeof(uint64_t), "the notes hold it");

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

static void find_classes(const struct quoridor *q, const struct kept *kept, class_words words)
{
    struct quoridor_edges open = quoridor_edges(q);
    quoridor_board points = touched_points(q);
    quoridor_board near_me = around(quoridor_bit(q->pawn[q->turn]), 1, &open);
    quoridor_board near_you = around(quoridor_bit(q->pawn[1 - q->turn]), 1, &open);
    struct view yours;

    view_init(&yours, q, &open, 1 - q->turn);
    put_crossing(words[CUTS_YOURS], kept->corridor[1], &open);
    put_crossing(words[CUTS_MINE], kept->corridor[0], &open);
    put_class(words[LENGTHENS_YOURS], kept->across[1], kept->upright[1]);
    put_class(words[LENGTHENS_MINE], kept->across[0], kept->upright[0]);
    put_crossing(words[CUTS_DETOUR], corridor(&yours, 2), &open);
    put_class(words[NEAR_YOU], near_you, near_you);
    put_class(words[NEAR_ME], near_me, near_me);
    put_class(words[EXTENDS], points << 1 | points >> 1,
              points << QUORIDOR_STRIDE | points >> QUORIDOR_STRIDE);
}

/* Adds the features of a player's paths to the inputs. */
static void add_ways(const struct view *view, const struct quoridor_edges *open,
                     quoridor_board across_free, quoridor_board upright_free, int image, bool yours,
                     struct net_input *out, struct kept *kept)
{
    struct ways ways = walk_ways(view, open);
    quoridor_board across = ways.across & across_free, upright = ways.upright & upright_free;
    int family = INPUT_LENGTHENING + yours * 2 * PLACES;

    add_all(out, ways.corridor, square_images[image], INPUT_CORRIDOR + yours * QUORIDOR_SQUARES);
    int before = out->count;

    add_all(out, across, place_images[image], family);
    add_all(out, upright, place_images[image], family + PLACES);
    int count = out->count - before;

    if (out->count == NET_ACTIVE_MAX) /* there may have been no room for all */
        count = quoridor_board_count(across) + quoridor_board_count(upright);
    add(out, INPUT_NARROW + yours * COUNTS + at_most(ways.narrow, COUNTS - 1));
    add(out, INPUT_LENGTHENINGS + yours * COUNTS + at_most(count, COUNTS - 1));
    kept->corridor[yours] = ways.corridor;
    kept->across[yours] = across;
    kept->upright[yours] = upright;
}

static bool read_features(const void *state, struct net_input *out)
{
    const struct quoridor *q = state;

    if (q->players != 2 || q->size != QUORIDOR_STRIDE)
        return false;
    int me = q->turn, you = 1 - me, image = image_of(q);
    struct quoridor_edges open = quoridor_edges(q);
    struct view mine, yours;
    quoridor_board across, upright;
    struct kept kept;

    view_goal(&mine, q, &open, me);
    view_goal(&yours, q, &open, you);
    quoridor_free_places(q, &across, &upright);
    out->count = 0;
    out->base = quoridor_points(q, mine.steps, yours.steps);
    out->bucket = at_most((q->left[me] + q->left[you] + 2) / 3, QUORIDOR_BUCKETS - 1);
    add_all(out, q->across, place_images[image], INPUT_ACROSS);
    add_all(out, q->upright, place_images[image], INPUT_UPRIGHT);
    add(out, INPUT_PAWN + square_images[image][q->pawn[me]]);
    add(out, INPUT_PAWN + QUORIDOR_SQUARES + square_images[image][q->pawn[you]]);
    add(out, INPUT_HANDS + HANDS * at_most(q->left[me], HANDS - 1) +
                 at_most(q->left[you], HANDS - 1));
    add(out, INPUT_DISTANCES + DISTANCES * at_most(mine.steps, DISTANCES - 1) +
                 at_most(yours.steps, DISTANCES - 1));
    add_ways(&mine, &open, across, upright, image, false, out, &kept);
    add_ways(&yours, &open, across, upright, image, true, out, &kept);
    kept.closer = mine.steps > 0 ? mine.from_goal[mine.steps - 1] : 0;
    memcpy(out->notes, &kept, sizeof kept);
    return true;
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

/* Adds the logit of a class to all its places on a half board. */
static void add_class(int *sums, uint64_t half, int answer)
{
    for (; half; half &= half - 1)
        sums[bits_first(half)] += answer;
}

static void read_priors(const void *state, const struct net_input *input, const int *logits,
                        const tb_move *moves, int count, int *priority)
{
    const struct quoridor *q = state;
    int image = image_of(q), across[2 * 64] = {0}, upright[2 * 64] = {0};
    struct kept kept;

    memcpy(&kept, input->notes, sizeof kept);
    if (q->left[q->turn] > 0) {
        class_words words;

        find_classes(q, &kept, words);
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
            bool nearer = kept.closer & quoridor_bit(move);

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
    int image = image_of(q), found = 0;

    (void)input;
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
    .inputs = QUORIDOR_FEATURES,
    .logits = QUORIDOR_LOGITS,
    .buckets = QUORIDOR_BUCKETS,
    .active = NET_ACTIVE_MAX,
    .parts = QUORIDOR_LOGITS_MOVE,
    .parameters = &network_parameters,
    .read = read_features,
    .priors = read_priors,
    .needed_logits = needed_logits,
    .net = quoridor_net,
    .net_size = &quoridor_net_size,
};
