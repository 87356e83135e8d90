/*
 * layers_boards.h - solves Quoridor for two players from all positions.
 *
 * Layer k is the positions with k barriers on the board. A barrier is never removed, so a move
 * leads from layer k to layer k or k + 1, and the layers are solved from the last one, in which no
 * player has a barrier in hand, down to layer 0.
 *
 * A layer consists of sets of barriers; a set, with each way to divide the remaining barriers
 * between the two players' hands (a `share`), is a race of two pawns with exits (race_boards.h). An
 * exit is the placing of one more barrier, and its outcome comes from layer k + 1. A solved race of
 * layer k + 1 writes its outcomes at once into the exits of all races of layer k that lead to it
 * (`before`), keeping the best per position. So only the exits of two layers are in memory: those
 * read (`here`) and those written (`before`, meaning one barrier less). On request the results of
 * all layers are kept too (`plies`), except those of the last layer: it has most of the races, and
 * each can be solved again alone.
 *
 * A set has four images: itself, mirrored left to right, flipped top to bottom with the players
 * exchanged, and both. Only the least image in the order of compare_sets() is stored and solved.
 *
 * This is a template like race_boards.h, which it includes; RACE_STRIDE is the largest board size.
 * Several threads (struct layers_worker) solve the sets of one layer; `locks` guard the exits that
 * they write.
 *
 * Where only the positions that can follow one position are wanted, the sets are those that contain
 * its barriers; images count only if there are none and both players have as many in hand.
 */
#ifndef __wasm__
#include <pthread.h>
#endif
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "games/quoridor/quoridor_layers.h"
#include "games/quoridor/race_boards.h"

enum {
    S = RACE_STRIDE,
    LIVE =
        RACE_SQUARES - S, /* squares of a pawn outside its goal row; those of player 2 begin at S */
    BLOCK = LIVE * LIVE,  /* bytes of [square of player 2, less S][square of player 1] */
    IMAGES = 4,
    MIRRORED = 1, /* left and right */
    FLIPPED = 2,  /* top and bottom, and the players */
    LOCKS = 1 << 14,
    KEPT_WHOLE = 64 << 20, /* bytes of values after a position that are all kept */
    NOWHERE = UINT32_MAX,
};

/* The barriers on a board: bit (size - 1) * row + column of the anchor, the square south-west of
 * the barrier's middle. */
struct set {
    uint64_t across, upright;
};

/* The sets with one number of barriers. A set's number is its index in `sets`. */
struct layer {
    int barriers;
    int first, shares; /* share i leaves first + i barriers to player 1; there are `shares` */
    struct set *sets;
    size_t count, capacity;
    uint32_t *index;   /* hash table of numbers; NOWHERE: empty */
    size_t index_size; /* a power of two */
    /* [number][share][player who places][BLOCK], as struct race_exits. Players without a barrier in
     * hand have no block: if `first` is 0, the first and the last of each number are missing. */
    uint8_t *exits;
    size_t blocks;  /* per number */
    uint8_t *plies; /* if kept: [number][share][player to move][BLOCK], as struct race_plies */
};

enum { LAYERS_MAX = 2 * 10 + 1 };

/* All layers that are kept, by barriers on the board. */
struct layers_values {
    struct whole_values whole;
    int images; /* 1: only sets themselves */
    int size, total; /* of the board; barriers on it and in hand */
    bool turn_needs_barrier;
    struct layer layers[LAYERS_MAX];
};

struct layers {
    const struct layers_task *task;
    int size, side; /* side: anchors in a row */
    int hand[2], first; /* barriers in hand at first, and on the board: */
    struct set base;
    int keep_most; /* barriers on the board in layers that are kept */
    int images;
    bool turn_needs_barrier;
    struct layer here,
        before; /* being solved; with one barrier less, whose exits are being filled */
    struct layers_values *values; /* NULL: layers are not kept */
    struct layers_answer *answer;
    atomic_flag locks[LOCKS];
    atomic_size_t next;      /* the next piece of work of the layer */
    int part;                /* layers begun */
    atomic_size_t positions; /* solved */
    _Atomic enum layers_end end; /* LAYERS_DONE, or why the work stops early */
};

/* One thread. */
struct layers_worker {
    struct layers *all;
    int index; /* 0: the one who reports */
    struct race race;
    struct race_wins wins;
    struct race_plies plies;
    uint8_t images[IMAGES][2][BLOCK]; /* outcomes by image and player to move, as race_exits */
    bool made[IMAGES];                /* which of them are filled */
};

/* ---- Sets ---------------------------------------------------------------------------------- */

static uint64_t flip_rows(uint64_t b, int side)
{
    uint64_t row = ((uint64_t)1 << side) - 1, out = 0;

    for (int r = 0; r < side; r++)
        out |= (b >> r * side & row) << (side - 1 - r) * side;
    return out;
}

static uint64_t turn_round(uint64_t b, int bits)
{
    b = (b >> 1 & 0x5555555555555555u) | (b & 0x5555555555555555u) << 1;
    b = (b >> 2 & 0x3333333333333333u) | (b & 0x3333333333333333u) << 2;
    b = (b >> 4 & 0x0f0f0f0f0f0f0f0fu) | (b & 0x0f0f0f0f0f0f0f0fu) << 4;
    return __builtin_bswap64(b) >> (64 - bits);
}

static struct set image_of(struct set set, int image, int side)
{
    if (image == FLIPPED || image == MIRRORED)
        set = (struct set){flip_rows(set.across, side), flip_rows(set.upright, side)};
    if (image & MIRRORED) /* a mirror image is half a turn and a flip */
        set = (struct set){turn_round(set.across, side * side),
                           turn_round(set.upright, side * side)};
    return set;
}

static int compare_sets(struct set a, struct set b)
{
    if (a.across != b.across)
        return a.across < b.across ? -1 : 1;
    return a.upright < b.upright ? -1 : a.upright > b.upright;
}

static bool is_least(struct set set, int side, int images)
{
    for (int image = 1; image < images; image++)
        if (compare_sets(image_of(set, image, side), set) < 0)
            return false;
    return true;
}

static size_t slot_of(const struct layer *layer, struct set set)
{
    uint64_t hash = (set.across * 0x9e3779b97f4a7c15u) ^ (set.upright * 0xc2b2ae3d27d4eb4fu);
    size_t i = (size_t)((hash ^ hash >> 29) * 0x9e3779b97f4a7c15u >> 20) & (layer->index_size - 1);

    while (layer->index[i] != NOWHERE && compare_sets(layer->sets[layer->index[i]], set) != 0)
        i = (i + 1) & (layer->index_size - 1);
    return i;
}

/* ---- Races --------------------------------------------------------------------------------- */

static RACE_BOARD board_of(uint64_t anchors, int side)
{
    RACE_BOARD board = 0;

    for (; anchors; anchors &= anchors - 1) {
        int a = bits_first(anchors);

        board |= race_bit(a / side * S + a % side);
    }
    return board;
}

/* Sets what is the same for all sets: all but the open edges. */
static void race_begin(struct race *race, int size, bool turn_needs_barrier)
{
    RACE_BOARD row = race_bit(size) - 1;

    *race = (struct race){.turn_needs_barrier = turn_needs_barrier};
    for (int r = 0; r < size; r++) {
        race->squares |= row << r * S;
        race->all_east |= (row >> 1) << r * S;
        race->all_north |= r + 1 < size ? row << r * S : 0;
    }
    race->goal[0] = row << (size - 1) * S;
    race->goal[1] = row;
}

static void race_enter(struct race *race, struct set set, int side)
{
    RACE_BOARD across = board_of(set.across, side), upright = board_of(set.upright, side);

    race->north = race->all_north & ~(across | across << 1);
    race->east = race->all_east & ~(upright | upright << S);
}

/* Returns the squares from which the player has a path to the goal row, without that row. */
static RACE_BOARD race_region(const struct race *race, int player)
{
    RACE_BOARD now = race->goal[player], wider;

    for (; (wider = now | race_around(race, now)) != now; now = wider)
        ;
    return now & ~race->goal[player];
}

static int count_squares(RACE_BOARD board)
{
    int count = 0;

    for (; board; board &= board - 1)
        count++;
    return count;
}

/* Returns the number of positions in which both pawns have a path. */
static size_t count_positions(const struct race *race)
{
    RACE_BOARD first = race_region(race, 0), second = race_region(race, 1);

    return 2 * (size_t)(count_squares(first) * count_squares(second) -
                        count_squares(first & second));
}

static bool set_allows_play(struct race *race, struct set set, int side)
{
    race_enter(race, set, side);
    RACE_BOARD first = race_region(race, 0), second = race_region(race, 1);

    return first && second && !(first == second && (first & (first - 1)) == 0);
}

/* ---- Enumeration --------------------------------------------------------------------------- */

/* True if a barrier fits at a place: an anchor, plus side * side if the barrier is upright. */
static bool place_is_free(struct set set, int place, int side)
{
    int anchors = side * side, a = place % anchors;
    uint64_t bit = (uint64_t)1 << a, near = 0;
    bool upright = place >= anchors;

    if ((set.across | set.upright) & bit)
        return false;
    if (upright) {
        near |= a >= side ? bit >> side : 0;
        near |= a + side < anchors ? bit << side : 0;
        return !(set.upright & near);
    }
    near |= a % side ? bit >> 1 : 0;
    near |= a % side + 1 < side ? bit << 1 : 0;
    return !(set.across & near);
}

static struct set set_with(struct set set, int place, int side)
{
    int anchors = side * side;

    if (place < anchors)
        set.across |= (uint64_t)1 << place;
    else
        set.upright |= (uint64_t)1 << (place - anchors);
    return set;
}

/* Calls visit() for every set with `more` barriers more that is the least of its images. */
static void each_set(struct layers_worker *w, struct set set, int from, int more,
                     void (*visit)(struct layers_worker *w, struct set set))
{
    int side = w->all->side;

    if (atomic_load_explicit(&w->all->end, memory_order_relaxed) != LAYERS_DONE)
        return;
    if (more == 0) {
        if (is_least(set, side, w->all->images) && set_allows_play(&w->race, set, side))
            visit(w, set);
        return;
    }
    for (int place = from; place < 2 * side * side; place++)
        if (place_is_free(set, place, side))
            each_set(w, set_with(set, place, side), place + 1, more - 1, visit);
}

/* ---- Solving one race, and passing its outcomes to those that lead to it --------------------- */

/* The barriers in hand of both when this many are on the board. */
static int hands_at(const struct layers *all, int barriers)
{
    return all->hand[0] + all->hand[1] + all->first - barriers;
}

static uint8_t *exits_of(const struct layer *layer, size_t number, int share, int player)
{
    int block = 2 * share + player - (layer->first == 0);

    return layer->exits + (number * layer->blocks + (size_t)block) * BLOCK;
}

/* Returns where the plies of a race are kept; NULL: they are not. */
static uint8_t *plies_of(const struct layer *layer, size_t number, int share)
{
    size_t race = number * (size_t)layer->shares + (size_t)share;

    return layer->plies ? layer->plies + race * 2 * BLOCK : NULL;
}

/* Converts plies to the points of an exit: for the opponent of the player to move, and one ply
 * earlier. */
static uint8_t points_of(struct layers_worker *w, int plies)
{
    if (plies == 0)
        return EXIT_DRAW;
    if (plies + 1 >= EXIT_DRAW)
        atomic_store(&w->all->end, LAYERS_TOO_LONG);
    return (uint8_t)(plies % 2 ? plies + 1 : EXIT_WIN - (plies + 1));
}

/* Writes the race's outcomes as points; 0 where a pawn has no path to its goal. */
static void make_points(struct layers_worker *w)
{
    RACE_BOARD first = race_region(&w->race, 0), second = race_region(&w->race, 1);

    memset(w->images[0], 0, sizeof w->images[0]);
    for (int turn = 0; turn < 2; turn++)
        for (RACE_BOARD b = second; b; b &= b - 1) {
            int s1 = race_first(b);
            uint8_t *row = w->images[0][turn] + (s1 - S) * LIVE;

            for (RACE_BOARD a = first & ~race_bit(s1); a; a &= a - 1) {
                int s0 = race_first(a);

                row[s0] = points_of(w, w->plies.of[turn][s1][s0]);
            }
        }
    memset(w->made, 0, sizeof w->made);
    w->made[0] = true;
}

static int mirror_square(int square, int size)
{
    return square / S * S + size - 1 - square % S;
}

static int flip_square(int square, int size)
{
    return (size - 1 - square / S) * S + square % S;
}

/* Writes the outcomes as they are in an image of the set. */
static void make_image(struct layers_worker *w, int image)
{
    int size = w->all->size, at[2][RACE_SQUARES];

    if (w->made[image])
        return;
    w->made[image] = true;
    memset(w->images[image], 0, sizeof w->images[image]);
    for (int s = 0; s < size * S; s++) {
        int there = image & MIRRORED ? mirror_square(s, size) : s;

        at[0][s] = at[1][s] = image & FLIPPED ? flip_square(there, size) : there;
    }
    for (int s1 = S; s1 < size * S; s1++)
        for (int s0 = 0; s0 < (size - 1) * S; s0++) {
            int from = (s1 - S) * LIVE + s0, to;

            if (s0 % S >= size || s1 % S >= size)
                continue;
            to = image & FLIPPED ? (at[0][s0] - S) * LIVE + at[1][s1]
                                 : (at[1][s1] - S) * LIVE + at[0][s0];
            for (int turn = 0; turn < 2; turn++)
                w->images[image][image & FLIPPED ? 1 - turn : turn][to] =
                    w->images[0][turn][from];
        }
}

/* The player who places the barrier takes the best exit. */
static void add_points(uint8_t *exits, const uint8_t *points)
{
    for (int i = 0; i < BLOCK; i++)
        exits[i] = exits[i] > points[i] ? exits[i] : points[i];
}

/* Passes the outcomes to the set `number` with one barrier less, which leads to an image of this
 * one. `left` are the barriers in hand after the placing. */
static void pass_to_image(struct layers_worker *w, size_t number, int image, const int left[2])
{
    struct layers *all = w->all;
    struct layer *before = &all->before;
    atomic_flag *lock = &all->locks[number % LOCKS];

    make_image(w, image);
    while (atomic_flag_test_and_set_explicit(lock, memory_order_acquire))
        ;
    for (int placer = 0; placer < 2; placer++) {
        int mine[2] = {left[image & FLIPPED ? 1 : 0], left[image & FLIPPED ? 0 : 1]};

        mine[placer]++;
        if (mine[placer] <= all->hand[placer])
            add_points(exits_of(before, number, mine[0] - before->first, placer),
                       w->images[image][1 - placer]);
    }
    atomic_flag_clear_explicit(lock, memory_order_release);
}

static void pass_to_set(struct layers_worker *w, struct set smaller, const int left[2])
{
    const struct layers *all = w->all;
    struct set images[IMAGES], least = smaller;

    for (int i = 0; i < all->images; i++) {
        images[i] = image_of(smaller, i, all->side);
        if (compare_sets(images[i], least) < 0)
            least = images[i];
    }
    uint32_t number = all->before.index[slot_of(&all->before, least)];

    for (int i = 0; i < all->images && number != NOWHERE; i++)
        if (compare_sets(images[i], least) == 0)
            pass_to_image(w, number, i, left);
}

static void pass_to_all(struct layers_worker *w, struct set set, const int left[2])
{
    make_points(w);
    for (uint64_t rest = set.across; rest; rest &= rest - 1)
        pass_to_set(w, (struct set){set.across & ~(rest & -rest), set.upright}, left);
    for (uint64_t rest = set.upright; rest; rest &= rest - 1)
        pass_to_set(w, (struct set){set.across, set.upright & ~(rest & -rest)}, left);
}

/* Keeps the outcome of each first move that places a barrier. */
static void note_first(struct layers_worker *w, struct set set, const int left[2])
{
    struct layers *all = w->all;
    int side = all->side, middle = all->size / 2, north = (all->size - 1) * S + middle;

    for (int i = 0; i < IMAGES; i++) {
        struct set b = image_of(set, i, side);
        int turn = i & FLIPPED ? 0 : 1;
        int place = b.across ? bits_first(b.across) : side * side + bits_first(b.upright);

        if (left[1 - turn] == all->hand[0] - 1 && left[turn] == all->hand[0])
            all->answer->barriers[place] = w->plies.of[turn][north][middle];
    }
}

/* Keeps the outcome of the start, and of each first move of the pawn. */
static void note_start(struct layers_worker *w)
{
    const struct layers *all = w->all;
    int middle = all->size / 2, north = (all->size - 1) * S + middle;

    all->answer->start = w->plies.of[0][north][middle];
    for (int row = 0; row < all->size - 1; row++)
        for (int column = 0; column < all->size; column++)
            all->answer->pawn[row * all->size + column] =
                w->plies.of[1][north][row * S + column];
}

/* Copies the plies of one race, without the squares of pawns that are home. */
static void keep_plies(const struct layers_worker *w, uint8_t *keep)
{
    for (int turn = 0; turn < 2; turn++)
        for (int s1 = 0; s1 < LIVE; s1++, keep += LIVE)
            memcpy(keep, w->plies.of[turn][s1 + S], LIVE);
}

static void solve_race(struct layers_worker *w, struct set set, const int left[2],
                       const struct race_exits *exits, uint8_t *keep)
{
    memset(&w->plies, 0, sizeof w->plies);
    for (int winner = 0; winner < 2; winner++) {
        w->wins.winner = winner;
        w->wins.last_due = 0;
        memset(w->wins.won, 0, sizeof w->wins.won);
        memset(w->wins.lost, 0, sizeof w->wins.lost);
        race_sort_exits(&w->wins, exits);
        if (!race_solve_for(&w->wins))
            atomic_store(&w->all->end, LAYERS_TOO_LONG);
    }
    if (keep)
        keep_plies(w, keep);
    if (!w->all->task->from && w->all->here.barriers == 0)
        note_start(w);
    if (!w->all->task->from && w->all->here.barriers == 1)
        note_first(w, set, left);
    if (w->all->here.barriers > w->all->first)
        pass_to_all(w, set, left);
    atomic_fetch_add_explicit(&w->all->positions, count_positions(&w->race), memory_order_relaxed);
}

/* Solves a set of the last layer, where nobody has a barrier left. */
static void solve_last(struct layers_worker *w, struct set set)
{
    const struct race_exits none = {{NULL, NULL}};

    race_prepare(&w->race);
    solve_race(w, set, (int[2]){0, 0}, &none, NULL);
}

/* Solves a set with every share of the barriers in hand. */
static void solve_set(struct layers_worker *w, size_t number)
{
    const struct layer *here = &w->all->here;
    int in_hand = hands_at(w->all, here->barriers);

    race_enter(&w->race, here->sets[number], w->all->side);
    race_prepare(&w->race);
    for (int share = 0; share < here->shares; share++) {
        int left[2] = {here->first + share, in_hand - here->first - share};
        struct race_exits exits;

        for (int p = 0; p < 2; p++)
            exits.points[p] = left[p] ? exits_of(here, number, share, p) : NULL;
        solve_race(w, here->sets[number], left, &exits, plies_of(here, number, share));
    }
}

/* ---- Layers -------------------------------------------------------------------------------- */

static struct layers_worker *worker_new(struct layers *all, int index)
{
    struct layers_worker *w = calloc(1, sizeof *w);

    if (!w)
        return NULL;
    w->all = all;
    w->index = index;
    w->wins.race = &w->race;
    w->wins.plies = &w->plies;
    race_begin(&w->race, all->size, all->turn_needs_barrier);
    return w;
}

/* True if the work stops early. The first worker reports. */
static bool is_over(struct layers_worker *w)
{
    struct layers *all = w->all;

    if (w->index == 0 &&
        !solved_report(all->task->watch, all->part, atomic_load(&all->positions), 0))
        atomic_store(&all->end, LAYERS_STOPPED);
    return atomic_load(&all->end) != LAYERS_DONE;
}

/* Work on the last layer comes in pieces: sets that begin with the same two barriers. */
static void *last_thread(void *context)
{
    struct layers_worker *w = context;
    struct layers *all = w->all;
    size_t places = 2 * (size_t)all->side * (size_t)all->side, piece;

    while ((piece = atomic_fetch_add(&all->next, 1)) < places * places && !is_over(w)) {
        int a = (int)(piece / places), b = (int)(piece % places);
        struct set one = set_with((struct set){0, 0}, a, all->side);

        if (a < b && place_is_free(one, b, all->side))
            each_set(w, set_with(one, b, all->side), b + 1, all->here.barriers - 2, solve_last);
    }
    return NULL;
}

static void *layer_thread(void *context)
{
    enum { AT_ONCE = 16 };
    struct layers_worker *w = context;
    struct layers *all = w->all;
    size_t from;

    while ((from = atomic_fetch_add(&all->next, AT_ONCE)) < all->here.count && !is_over(w))
        for (size_t i = from; i < from + AT_ONCE && i < all->here.count; i++)
            solve_set(w, i);
    return NULL;
}

#ifdef __wasm__
/* The web app's module solves in the thread that calls it. */
static bool run_threads(struct layers *all, void *(*work)(void *))
{
    struct layers_worker *w = worker_new(all, 0);

    atomic_store(&all->next, 0);
    if (w)
        work(w);
    free(w);
    return w != NULL;
}
#else
static bool run_threads(struct layers *all, void *(*work)(void *))
{
    enum { THREADS_MAX = 64 };
    pthread_t threads[THREADS_MAX];
    struct layers_worker *workers[THREADS_MAX];
    int count = all->task->threads < THREADS_MAX ? all->task->threads : THREADS_MAX, made = 0;

    atomic_store(&all->next, 0);
    for (; made < count; made++) {
        workers[made] = worker_new(all, made);
        if (!workers[made] || pthread_create(&threads[made], NULL, work, workers[made]) != 0) {
            free(workers[made]);
            break;
        }
    }
    for (int i = 0; i < made; i++) {
        pthread_join(threads[i], NULL);
        free(workers[i]);
    }
    return made > 0;
}
#endif

static void layer_release(struct layer *layer)
{
    free(layer->sets);
    free(layer->index);
    free(layer->exits);
    free(layer->plies);
    *layer = (struct layer){0};
}

static void collect(struct layers_worker *w, struct set set)
{
    struct layer *layer = &w->all->before;
    size_t limit = w->all->task->bytes / (2 * BLOCK);

    if (limit && layer->count > limit) {
        atomic_store(&w->all->end, LAYERS_TOO_MANY);
        return;
    }
    if (layer->count == layer->capacity) {
        size_t capacity = layer->capacity ? 2 * layer->capacity : 1024;
        struct set *grown = realloc(layer->sets, capacity * sizeof *grown);

        if (!grown) {
            atomic_store(&w->all->end, LAYERS_NO_MEMORY);
            return;
        }
        layer->sets = grown;
        layer->capacity = capacity;
    }
    layer->sets[layer->count++] = set;
}

/* Begins all->before: how the barriers in hand can be shared when this many are on the board. */
static void layer_share(struct layers *all, int barriers)
{
    int placed = barriers - all->first, in_hand = hands_at(all, barriers);
    int first = all->hand[0] > placed ? all->hand[0] - placed : 0;
    int last = all->hand[0] < in_hand ? all->hand[0] : in_hand;

    all->before = (struct layer){.barriers = barriers, .first = first, .shares = last - first + 1};
}

/* Lists the sets with a number of barriers as all->before, with room for their exits. */
static bool layer_begin(struct layers *all, int barriers)
{
    struct layer *layer = &all->before;
    struct layers_worker *w = worker_new(all, 0);

    layer_share(all, barriers);
    if (!w)
        return false;
    each_set(w, all->base, 0, barriers - all->first, collect);
    free(w);
    for (layer->index_size = 1024; layer->index_size < 2 * layer->count;)
        layer->index_size *= 2;
    layer->index = malloc(layer->index_size * sizeof *layer->index);
    layer->blocks = 2 * (size_t)layer->shares - (layer->first == 0) -
                    (layer->first + layer->shares - 1 == hands_at(all, barriers));
    layer->exits = calloc(layer->count * layer->blocks + 1, BLOCK);
    if (!layer->index || !layer->exits)
        return false;
    memset(layer->index, 0xff, layer->index_size * sizeof *layer->index);
    for (size_t i = 0; i < layer->count; i++)
        layer->index[slot_of(layer, layer->sets[i])] = (uint32_t)i;
    return true;
}

/* True if nobody has a barrier in hand in this layer, which is not kept. */
static bool in_last(const struct layers *all, int barriers)
{
    return hands_at(all, barriers) == 0 && barriers >= 2 && !all->task->from;
}

/* Solves the layer whose exits are known. */
static bool layer_solve(struct layers *all)
{
    struct layer *here = &all->here;
    bool last = in_last(all, here->barriers);

    all->part++;
    if (all->values && !last && here->barriers <= all->keep_most &&
        !(here->plies = calloc(here->count * (size_t)here->shares * 2, BLOCK)))
        return false;
    return run_threads(all, last ? last_thread : layer_thread) &&
           atomic_load(&all->end) == LAYERS_DONE;
}

/* Keeps the layer that was solved, or drops it; goes on to the one before. */
static void layer_finish(struct layers *all)
{
    if (all->here.plies) {
        free(all->here.exits);
        all->here.exits = NULL;
        all->values->layers[all->here.barriers] = all->here;
    } else {
        layer_release(&all->here);
    }
    all->here = all->before;
    all->before = (struct layer){0};
}

/* The most barriers, up to all that there are, that can stand on the board at once. */
static int find_last(struct layers *all)
{
    int last = all->first, most = all->first + all->hand[0] + all->hand[1];
    size_t bytes = 0;

    if (all->size > 5 && !all->task->from)
        return most; /* there is room for all of them */
    for (int k = all->first; k <= most && k <= last + 1; k++) {
        struct layers_worker *w = worker_new(all, 0);

        layer_share(all, k);
        if (!w)
            return -1;
        each_set(w, all->base, 0, k - all->first, collect);
        free(w);
        bytes += all->before.count * (size_t)all->before.shares * 2 * BLOCK;
        last = all->before.count ? k : last;
        layer_release(&all->before);
        if (all->task->bytes && bytes > all->task->bytes)
            atomic_store(&all->end, LAYERS_TOO_MANY);
        if (atomic_load(&all->end) != LAYERS_DONE)
            return -1;
    }
    if (all->task->from && bytes > KEPT_WHOLE)
        all->keep_most = all->first + 1; /* enough for all moves of the position */
    return last;
}

/* Solves all layers, the last first. */
static bool solve_layers(struct layers *all)
{
    int last = find_last(all);
    bool going = last >= 0;

    if (going && in_last(all, last)) {
        all->here = (struct layer){.barriers = last, .shares = 1};
    } else if (going) {
        going = layer_begin(all, last);
        all->here = all->before;
        all->before = (struct layer){0};
    }
    for (int k = last; going; k--) {
        going = (k == all->first || layer_begin(all, k - 1)) && layer_solve(all);
        layer_finish(all);
        if (k == all->first)
            return going;
    }
    return false;
}

/* ---- Values ---------------------------------------------------------------------------------- */

static void values_drop(struct whole_values *whole)
{
    struct layers_values *values = (struct layers_values *)whole;

    for (int k = 0; k < LAYERS_MAX; k++)
        layer_release(&values->layers[k]);
    free(values);
}

static uint64_t anchors_of(quoridor_board board, int side)
{
    uint64_t anchors = 0;

    while (board) {
        int square = quoridor_board_take(&board);

        anchors |= (uint64_t)1 << (square / QUORIDOR_STRIDE * side + square % QUORIDOR_STRIDE);
    }
    return anchors;
}

/* The position as it is in an image of its set. */
static struct quoridor pawns_in_image(const struct quoridor *q, int image)
{
    struct quoridor at = *q;

    for (int p = 0; p < 2; p++) {
        int to = image & FLIPPED ? 1 - p : p;
        int square = q->pawn[p] / QUORIDOR_STRIDE * S + q->pawn[p] % QUORIDOR_STRIDE;

        square = image & MIRRORED ? mirror_square(square, q->size) : square;
        at.pawn[to] = (uint8_t)(image & FLIPPED ? flip_square(square, q->size) : square);
        at.left[to] = q->left[p];
    }
    at.turn = image & FLIPPED ? 1 - q->turn : q->turn;
    return at;
}

/* The value of a position that is not over; false where its layer is not kept. */
static bool values_read(const struct whole_values *whole, const void *state, struct verdict *out)
{
    const struct quoridor *q = state;
    const struct layers_values *values = (const struct layers_values *)whole;
    int side = q->size - 1, least = 0;
    struct set set = {anchors_of(q->across, side), anchors_of(q->upright, side)}, best = set;
    int barriers = quoridor_board_count(q->across) + quoridor_board_count(q->upright);
    const struct layer *layer = &values->layers[barriers];

    if (barriers >= LAYERS_MAX || !layer->plies || q->size != values->size ||
        q->left[0] + q->left[1] + barriers != values->total ||
        (q->turn_rule == QUORIDOR_TURN_BARRIER) != values->turn_needs_barrier)
        return false;
    for (int image = 1; image < values->images; image++)
        if (compare_sets(image_of(set, image, side), best) < 0) {
            least = image;
            best = image_of(set, image, side);
        }
    uint32_t number = layer->index[slot_of(layer, best)];
    struct quoridor at = pawns_in_image(q, least);

    int share = at.left[0] - layer->first;

    if (number == NOWHERE || share < 0 || share >= layer->shares)
        return false;
    int plies = plies_of(layer, number, share)
        [at.turn * BLOCK + (at.pawn[1] - S) * LIVE + at.pawn[0]];

    *out = (struct verdict){plies == 0 ? 0 : plies % 2 ? 1 : -1, plies ? plies : -1};
    return true;
}

/* ---- All --------------------------------------------------------------------------------------- */

static void begin_from(struct layers *all, const struct quoridor *q)
{
    all->hand[0] = q->left[0];
    all->hand[1] = q->left[1];
    all->base = (struct set){anchors_of(q->across, all->side), anchors_of(q->upright, all->side)};
    all->first = quoridor_board_count(q->across) + quoridor_board_count(q->upright);
    if (all->first > 0 || all->hand[0] != all->hand[1])
        all->images = 1;
}

static struct layers *layers_new(const struct layers_task *task, struct layers_answer *answer)
{
    struct layers *all = calloc(1, sizeof *all);

    if (!all)
        return NULL;
    all->task = task;
    all->size = task->size;
    all->side = task->size - 1;
    all->hand[0] = all->hand[1] = task->walls;
    all->images = IMAGES;
    if (task->from)
        begin_from(all, task->from);
    all->turn_needs_barrier = task->turn_needs_barrier;
    all->answer = answer;
    all->keep_most = task->keep_most ? task->keep_most : LAYERS_MAX;
    if (task->keep && (all->values = calloc(1, sizeof *all->values)))
        *all->values = (struct layers_values){
            .whole = {values_read, values_drop},
            .images = all->images,
            .size = all->size,
            .total = hands_at(all, 0),
            .turn_needs_barrier = all->turn_needs_barrier,
        };
    if (task->keep && !all->values) {
        free(all);
        return NULL;
    }
    for (int i = 0; i < LOCKS; i++)
        atomic_flag_clear(&all->locks[i]);
    return all;
}

enum layers_end RACE_LAYERS(const struct layers_task *task, struct layers_answer *answer)
{
    struct layers *all = layers_new(task, answer);

    if (!all)
        return LAYERS_NO_MEMORY;
    bool solved = solve_layers(all);
    enum layers_end end = atomic_load(&all->end);

    answer->positions = atomic_load(&all->positions);
    layer_release(&all->here);
    layer_release(&all->before);
    end = end == LAYERS_DONE && !solved ? LAYERS_NO_MEMORY : end;
    if (all->values && end == LAYERS_DONE)
        answer->values = &all->values->whole;
    else if (all->values)
        values_drop(&all->values->whole);
    free(all);
    return end;
}
