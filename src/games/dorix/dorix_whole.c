/*
 * dorix_whole.c - Dorix for two players with few pawns solved from all positions.
 *
 * A layer is the positions with the same number of pawns on the board, of the player to move and of
 * the other. A pawn from the hand leads to the next layer, so all but the last are solved by one
 * look at the moves of each position. In the last layer nobody has a pawn in hand, and moves lead
 * from it to itself: it is solved by retrograde analysis, one number of plies after the other. The
 * positions left open are draws: neither player can force a win.
 *
 * The positions of a layer are numbered without gaps: the number of the heights times the number of
 * ways to colour the pawns, plus the number of the colours. So a layer is an array of one byte per
 * position, and there are no keys. Images of a position are in the array, each with the same byte,
 * which is quicker than to look for the least image at every move; but only the least is solved.
 *
 * At each number of plies two kinds of positions are found: those with a move to a position that is
 * lost in one less, by taking moves back, and those whose moves all lead to won positions, the
 * slowest in one less. For the latter all open positions are looked at, or only those before a
 * position that is new among the won ones, where these are few.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/message.h"
#include "core/pages.h"
#include "core/solved.h"
#include "games/dorix/dorix_boards.h"

enum {
    PAWNS_MAX = 6, /* of each player: 16.1 GB for the last layer */
    TOTAL_MAX = 2 * PAWNS_MAX,
    IMAGES = DORIX_IMAGES,
    THREADS_MAX = 64,
    SHAPES_AT_ONCE = 32,
    BACK_FACTOR = 200, /* positions looked at in the time that all those before one of them take */
    PLIES_LIMIT = 126,
    /* The byte of a position: OPEN, or 1 + 2 * plies + 1 if the player to move wins. */
    OPEN = 0,
    LOST = 1,
    WON = 2,
};

typedef _Atomic uint8_t value_byte;

struct layer {
    int total, own; /* pawns on the board, and those of the player to move */
    uint32_t ranks[DORIX_SQUARES - 1]
                  [TOTAL_MAX + 2]; /* a shape's number is the sum over its squares */
    uint32_t *colour_rank;         /* by word; valid for words with `own` bits */
    uint16_t *words;               /* by rank */
    uint32_t colours;
    uint64_t *shapes; /* the least images of all heights, four bits per square */
    size_t shape_count, shape_capacity, shapes_in_all;
    value_byte *values;
};

struct dorix_values {
    struct whole_values whole;
    int pawns;
    bool barred;
    struct layer layers[TOTAL_MAX + 1]; /* by pawns on the board */
};

enum phase { PHASE_COUNT, PHASE_FORWARD, PHASE_BACK, PHASE_LOSS, PHASE_LOSS_BACK };

struct solver {
    struct dorix_values *all;
    struct layer *here;        /* being solved */
    const struct layer *after; /* where a move leads */
    const struct solved_watch *watch;
    int threads, part;
    enum phase phase;
    int plies;
    atomic_size_t next;             /* shape to look at */
    atomic_size_t positions, found; /* looked at in all; solved in this phase */
    atomic_bool stopped;
};

struct worker {
    struct solver *solver;
    bool leads;
    size_t found, positions;
};

/* ---- Symmetry ----------------------------------------------------------------------------------
 */

static struct board board_image(const struct board *b, int image)
{
    struct board out = {.own = 0};

    for (int square = 0; square < DORIX_SQUARES; square++) {
        int from = dorix_sources[image][square], height = board_height(b, from);

        out.own |= (b->own >> b->before[from] & bits_below(height)) << out.before[square];
        out.before[square + 1] = (uint8_t)(out.before[square] + height);
    }
    return out;
}

static uint64_t shape_image(uint64_t shape, int image)
{
    uint64_t out = 0;

    for (int square = 0; square < DORIX_SQUARES; square++)
        out |= (shape >> 4 * dorix_sources[image][square] & 15) << 4 * square;
    return out;
}

/* ---- Numbers -----------------------------------------------------------------------------------
 */

static uint64_t shape_rank(const struct layer *layer, const struct board *b)
{
    uint64_t rank = 0;

    for (int i = 0; i < DORIX_SQUARES - 1; i++)
        rank += layer->ranks[i][b->before[i + 1]];
    return rank;
}

static value_byte *value_of(const struct layer *layer, const struct board *b)
{
    return &layer->values[shape_rank(layer, b) * layer->colours + layer->colour_rank[b->own]];
}

static struct board board_of(uint64_t shape, uint32_t own)
{
    struct board b = {.own = own};

    for (int square = 0; square < DORIX_SQUARES; square++)
        b.before[square + 1] = (uint8_t)(b.before[square] + (shape >> 4 * square & 15));
    return b;
}

static uint64_t binomial(int n, int k)
{
    uint64_t result = 1;

    for (int i = 1; i <= k; i++)
        result = result * (uint64_t)(n - k + i) / (uint64_t)i;
    return k > n ? 0 : result;
}

/* Adds the shapes that begin with `shape`, whose squares from `square` on get the pawns left. */
static bool add_shapes(struct layer *layer, uint64_t shape, int square, int left)
{
    if (square < DORIX_SQUARES - 1) {
        for (int height = 0; height <= left; height++)
            if (!add_shapes(layer, shape | (uint64_t)height << 4 * square, square + 1,
                            left - height))
                return false;
        return true;
    }
    shape |= (uint64_t)left << 4 * square;
    for (int image = 1; image < IMAGES; image++)
        if (shape_image(shape, image) < shape)
            return true;
    if (layer->shape_count == layer->shape_capacity) {
        size_t capacity = layer->shape_capacity ? 2 * layer->shape_capacity : 64;
        uint64_t *grown = realloc(layer->shapes, capacity * sizeof *grown);

        if (!grown)
            return false;
        layer->shapes = grown;
        layer->shape_capacity = capacity;
    }
    layer->shapes[layer->shape_count++] = shape;
    return true;
}

static bool layer_init(struct layer *layer, int total, int own)
{
    uint32_t rank = 0;

    *layer = (struct layer){.total = total, .own = own};
    layer->colours = (uint32_t)binomial(total, own);
    layer->shapes_in_all = binomial(total + DORIX_SQUARES - 1, DORIX_SQUARES - 1);
    size_t bytes = layer->shapes_in_all * layer->colours;

    layer->colour_rank = calloc((size_t)1 << total, sizeof *layer->colour_rank);
    layer->words = calloc(layer->colours, sizeof *layer->words);
    layer->values = calloc(bytes, 1);
    if (!layer->colour_rank || !layer->words || !layer->values)
        return false;
    pages_scattered(layer->values, bytes);
    for (int i = 0; i < DORIX_SQUARES - 1; i++)
        for (int before = 0; before <= total; before++)
            layer->ranks[i][before] = (uint32_t)binomial(before + i, i + 1);
    for (uint32_t word = 0; word < UINT32_C(1) << total; word++)
        if (bits_count(word) == own) {
            layer->words[rank] = (uint16_t)word;
            layer->colour_rank[word] = rank++;
        }
    return add_shapes(layer, 0, 0, total);
}

static void layer_release(struct layer *layer)
{
    free(layer->colour_rank);
    free(layer->words);
    free(layer->shapes);
    free(layer->values);
    *layer = (struct layer){0};
}

/* ---- Values ------------------------------------------------------------------------------------
 */

static uint8_t get(const struct layer *layer, const struct board *b)
{
    return atomic_load_explicit(value_of(layer, b), memory_order_relaxed);
}

/* Sets the value of a position and all its images. */
static void settle(struct worker *w, const struct board *b, int value)
{
    const struct layer *layer = w->solver->here;

    w->found++;
    for (int image = 0; image < IMAGES; image++) {
        struct board other = board_image(b, image);

        atomic_store_explicit(value_of(layer, &other), (uint8_t)value, memory_order_relaxed);
    }
}

/* Boards that moves lead to, with the values that they have for the other player. */
struct looking {
    const struct layer *layer;
    int limit;        /* is_won: the largest byte that counts */
    int lost, won;    /* best_value: the least and the most */
    bool open, moves; /* best_value: one is open; there is a move */
};

/* Ends where a move does not lead to a won position. */
static bool is_won(void *context, const struct board *after)
{
    struct looking *looking = context;
    struct board turned = board_turned(after);
    int value = get(looking->layer, &turned);

    looking->moves = true;
    return value != OPEN && value % 2 == 0 && value <= looking->limit;
}

static bool take_value(void *context, const struct board *after)
{
    struct looking *looking = context;
    struct board turned = board_turned(after);
    int value = get(looking->layer, &turned);

    looking->moves = true;
    if (value == OPEN)
        looking->open = true;
    else if (value % 2 == 0)
        looking->won = value > looking->won ? value : looking->won;
    else
        looking->lost = value < looking->lost ? value : looking->lost;
    return true;
}

static bool note_move(void *context, const struct board *after)
{
    (void)after;
    *(bool *)context = true;
    return false;
}

/* True if there is no move but to pass, in the last layer. */
static bool must_pass(const struct solver *s, const struct board *b)
{
    bool moves = false;

    each_move(b, false, s->all->barred, note_move, &moves);
    return !moves;
}

/* True if all moves lead to positions that the other player wins, in fewer plies than these. */
static bool all_lose(const struct solver *s, const struct board *b, int plies)
{
    struct looking looking = {.layer = s->here, .limit = WON + 2 * (plies - 1)};

    if (!each_move(b, false, s->all->barred, is_won, &looking))
        return false;
    return looking.moves || is_won(&looking, b);
}

/* ---- The phases --------------------------------------------------------------------------------
 */

/* Sets the value of a position by those of the next layer. */
static void solve_forward(struct worker *w, const struct board *b)
{
    struct looking looking = {.layer = w->solver->after, .lost = UINT8_MAX};

    each_move(b, true, false, take_value, &looking);
    if (looking.lost < UINT8_MAX)
        settle(w, b, looking.lost + 3); /* LOST to WON, and a ply more */
    else if (!looking.open)
        settle(w, b, looking.won + 1);
}

/* A position before one that is lost for the other player. */
static bool win_before(void *context, const struct board *before)
{
    struct worker *w = context;

    if (get(w->solver->here, before) == OPEN)
        settle(w, before, WON + 2 * w->solver->plies);
    return true;
}

/* A position before one that is won for the other player. */
static bool lose_before(void *context, const struct board *before)
{
    struct worker *w = context;

    if (get(w->solver->here, before) == OPEN && all_lose(w->solver, before, w->solver->plies))
        settle(w, before, LOST + 2 * w->solver->plies);
    return true;
}

/* Takes back all moves that lead to a position. */
static void go_back(struct worker *w, const struct board *b, visit_board *visit)
{
    struct board turned = board_turned(b);
    bool barred = w->solver->all->barred;

    if (visit == win_before)
        each_move_back(&turned, barred, win_before, w);
    else
        each_move_back(&turned, barred, lose_before, w);
    if (must_pass(w->solver, &turned))
        visit(w, &turned);
}

/* The byte of the positions that a phase looks at; PHASE_COUNT looks at all, which are open before
 * it. */
static int wanted(const struct solver *s)
{
    switch (s->phase) {
    case PHASE_BACK:
        return LOST + 2 * (s->plies - 1);
    case PHASE_LOSS_BACK:
        return WON + 2 * (s->plies - 1);
    default:
        return OPEN;
    }
}

static void look_at(struct worker *w, const struct board *b)
{
    struct solver *s = w->solver;
    int result;

    switch (s->phase) {
    case PHASE_COUNT:
        w->positions++;
        if ((result = board_result(b)))
            settle(w, b, result > 0 ? WON : LOST);
        break;
    case PHASE_FORWARD:
        solve_forward(w, b);
        break;
    case PHASE_BACK:
        go_back(w, b, win_before);
        break;
    case PHASE_LOSS:
        if (all_lose(s, b, s->plies))
            settle(w, b, LOST + 2 * s->plies);
        break;
    case PHASE_LOSS_BACK:
        go_back(w, b, lose_before);
        break;
    }
}

/* True if no image of the board with the same heights has a lower number. */
static bool is_least(const struct board *b, unsigned keeping)
{
    for (int image = 1; image < IMAGES; image++)
        if (keeping >> image & 1 && board_image(b, image).own < b->own)
            return false;
    return true;
}

/* Looks at all colourings of the heights that the phase wants. */
static void look_at_shape(struct worker *w, uint64_t shape)
{
    const struct layer *layer = w->solver->here;
    struct board b = board_of(shape, layer->words[0]);
    const value_byte *row = value_of(layer, &b);
    int byte = wanted(w->solver);
    unsigned keeping = 0; /* images with the same heights */

    for (int image = 1; image < IMAGES; image++)
        keeping |= (unsigned)(shape_image(shape, image) == shape) << image;
    for (uint32_t i = 0; i < layer->colours; i++) {
        b.own = layer->words[i];
        if ((w->solver->phase == PHASE_COUNT ||
             atomic_load_explicit(&row[i], memory_order_relaxed) == byte) &&
            (!keeping || is_least(&b, keeping)))
            look_at(w, &b);
    }
}

static void *work(void *context)
{
    struct worker *w = context;
    struct solver *s = w->solver;
    size_t count = s->here->shape_count, i;

    while ((i = atomic_fetch_add(&s->next, SHAPES_AT_ONCE)) < count && !atomic_load(&s->stopped)) {
        size_t end = i + SHAPES_AT_ONCE < count ? i + SHAPES_AT_ONCE : count;

        if (w->leads &&
            !solved_report(s->watch, s->part, i * s->here->colours, count * s->here->colours))
            atomic_store(&s->stopped, true);
        for (; i < end; i++)
            look_at_shape(w, s->here->shapes[i]);
    }
    atomic_fetch_add(&s->found, w->found);
    atomic_fetch_add(&s->positions, w->positions);
    return NULL;
}

/* Runs a phase with all threads; returns how many positions it solved. */
static size_t run(struct solver *s, enum phase phase)
{
    pthread_t threads[THREADS_MAX];
    struct worker workers[THREADS_MAX];
    int made = 1;

    s->phase = phase;
    atomic_store(&s->next, 0);
    atomic_store(&s->found, 0);
    for (int i = 0; i < s->threads; i++)
        workers[i] = (struct worker){.solver = s, .leads = i == 0};
    while (made < s->threads && pthread_create(&threads[made], NULL, work, &workers[made]) == 0)
        made++;
    work(&workers[0]);
    while (made > 1)
        pthread_join(threads[--made], NULL);
    return atomic_load(&s->found);
}

/* Solves the last layer, in which moves lead from it to itself; false if a win takes too many
 * plies. */
static bool solve_last(struct solver *s)
{
    size_t all = s->here->shape_count * s->here->colours;
    size_t open = all - run(s, PHASE_COUNT), wins = open, losses = 0;

    for (s->plies = 1; (s->plies <= 2 || wins || losses) && !atomic_load(&s->stopped); s->plies++) {
        size_t won = run(s, PHASE_BACK);
        bool few = s->plies > 2 && wins < open / BACK_FACTOR;

        losses = run(s, few ? PHASE_LOSS_BACK : PHASE_LOSS);
        wins = won;
        open -= won + losses < open ? won + losses : open;
        if (s->plies == PLIES_LIMIT)
            return false;
    }
    return true;
}

/* Solves all layers, the last one first; false when out of memory, or of plies that fit into a
 * byte. */
static bool solve_layers(struct solver *s, bool keep)
{
    int pawns = s->all->pawns;

    for (int total = 2 * pawns; total >= 0 && !atomic_load(&s->stopped); total--) {
        s->part++;
        s->here = &s->all->layers[total];
        s->after = &s->all->layers[total + 1];
        if (!layer_init(s->here, total, total / 2))
            return false;
        if (total == 2 * pawns) {
            if (!solve_last(s))
                return false;
            continue;
        }
        run(s, PHASE_COUNT);
        run(s, PHASE_FORWARD);
        if (!keep && total > 0)
            layer_release(&s->all->layers[total + 1]);
    }
    return true;
}

/* ---- Reading -----------------------------------------------------------------------------------
 */

/* For two players: the owner of a pawn is its bit of `low`. */
static struct board board_from(const struct dorix *s)
{
    struct board b = {.own = dorix_pawn_word(s)};

    for (int square = 0; square < DORIX_SQUARES; square++)
        b.before[square + 1] = (uint8_t)(b.before[square] + s->height[square]);
    return b;
}

static bool values_read(const struct whole_values *whole, const void *state, struct verdict *out)
{
    const struct dorix_values *all = (const struct dorix_values *)whole;
    struct board b = board_from(state);
    const struct layer *layer = &all->layers[b.before[DORIX_SQUARES]];

    if (!layer->values || bits_count(b.own) != layer->own)
        return false;
    int value = get(layer, &b);

    *out = value == OPEN ? (struct verdict){0, -1}
                         : (struct verdict){value % 2 ? -1 : 1, (value - 1) / 2};
    return true;
}

static void values_drop(struct whole_values *whole)
{
    struct dorix_values *all = (struct dorix_values *)whole;

    for (int total = 0; total <= TOTAL_MAX; total++)
        layer_release(&all->layers[total]);
    free(all);
}

static void list_moves(const struct tb_setup *setup, const struct whole_values *values,
                       struct whole *out)
{
    struct dorix start;
    tb_move moves[TB_MOVES_MAX];

    dorix_game.init(setup, &start);
    values_read(values, &start, &out->start);
    out->count = dorix_moves(&start, moves);
    for (int i = 0; i < out->count; i++) {
        struct dorix next = start;
        struct verdict after = {0, -1};

        dorix_play(&next, moves[i]);
        values_read(values, &next, &after);
        out->moves[i] =
            (struct first_move){moves[i], {-after.value, after.value ? after.plies + 1 : -1}};
    }
}

int dorix_whole(const struct tb_setup *setup, int threads, const struct solved_watch *watch,
                struct whole *out, struct whole_values **values, struct tb_error *error)
{
    struct dorix_values *all = calloc(1, sizeof *all);
    struct solver solver = {
        .all = all,
        .watch = watch,
        .threads = threads < 1             ? 1
                   : threads > THREADS_MAX ? THREADS_MAX
                                           : threads,
    };

    if (!all)
        return error_memory(error);
    *all = (struct dorix_values){
        .whole = {values_read, values_drop},
        .pawns = setup->options[DORIX_OPTION_PAWNS],
        .barred = setup->options[DORIX_OPTION_HOLD],
    };
    int code = TB_OK;

    if (all->pawns > PAWNS_MAX)
        code = error_set(error, TB_ERR_ARGUMENT,
                         "All positions can be solved with at most {pawns} pawns per player.",
                         arg_count("pawns", PAWNS_MAX));
    else if (!solve_layers(&solver, values != NULL))
        code = error_memory(error);
    else if (atomic_load(&solver.stopped))
        code = error_set(error, TB_ERR_STOPPED, "The work was interrupted.");
    else
        list_moves(setup, &all->whole, out);
    out->positions = atomic_load(&solver.positions);
    if (code || !values)
        values_drop(&all->whole);
    else
        *values = &all->whole;
    return code;
}
