/*
 * retrograde.c - see retrograde.h.
 *
 * A position is seen by one player, its viewer: the player to move if there are
 * two sides, else the one who stands against all others. Values are his, from 1
 * (he wins) to -1. An edge leads to a position with a viewer of its own, perhaps
 * of the other side: then it carries TURNED, and values change their sign along it.
 */
#include "solve/retrograde.h"

#include <stdlib.h>
#include <string.h>

#include "core/canonical.h"
#include "solve/solver.h"

#define TURNED (UINT32_C(1) << 31)
#define FREE UINT32_MAX

enum {
    POSITIONS_MAX = INT32_MAX,
    REPORT_PERIOD = 1 << 8, /* positions */
    DRAWN = 0,
    OPEN = 2, /* not yet solved; what is open at the end is a draw */
};

/* The value of a position, as far as known. */
struct value {
    int8_t value;   /* 1, DRAWN, -1 or OPEN */
    bool attacking; /* is the viewer's side to move */
    uint16_t plies;
    uint32_t untried; /* moves that might still be better than losing */
};

struct retrograde {
    struct retrograde_task task;
    const struct tb_game *game;
    bool two_sides;
    size_t key_size; /* a state and its viewer */

    unsigned char *keys; /* by number of the position */
    struct value *values;
    size_t *first; /* edge of each position; one more than there are positions */
    size_t count, capacity;
    uint32_t *edges; /* number | TURNED; first to the positions after, then before */
    size_t edge_count, edge_capacity;
    uint32_t *index; /* a hash table of numbers */
    size_t index_size;
    enum retrograde_end end;
};

/* ---- Memory ----------------------------------------------------------------------- */

static bool grow(struct retrograde *r, void *array, size_t count, size_t size)
{
    void **target = array;
    void *grown = realloc(*target, count * size);

    if (grown)
        *target = grown;
    else
        r->end = RETROGRADE_TOO_LARGE;
    return grown != NULL;
}

/* Returns the bytes needed for the given positions and edges; the edges are needed twice. */
static size_t bytes_for(const struct retrograde *r, size_t positions, size_t edges)
{
    size_t each = r->key_size + sizeof *r->values + 2 * sizeof *r->first + 4 * sizeof *r->index;

    return positions * each + 2 * edges * sizeof *r->edges;
}

static bool allowed(struct retrograde *r, size_t positions, size_t edges)
{
    if (positions <= POSITIONS_MAX && bytes_for(r, positions, edges) <= r->task.bytes)
        return true;
    r->end = RETROGRADE_TOO_LARGE;
    return false;
}

static const unsigned char *key_at(const struct retrograde *r, size_t number)
{
    return r->keys + number * r->key_size;
}

static uint64_t key_hash(const struct retrograde *r, const unsigned char *key)
{
    return game_hash(r->game, key) + key[r->key_size - 1] * UINT64_C(0x9e3779b97f4a7c15);
}

/* The place in the index where the key is or belongs. */
static uint32_t *index_find(const struct retrograde *r, const unsigned char *key)
{
    size_t i = (size_t)key_hash(r, key) & (r->index_size - 1);

    while (r->index[i] != FREE && memcmp(key_at(r, r->index[i]), key, r->key_size) != 0)
        i = (i + 1) & (r->index_size - 1);
    return &r->index[i];
}

static bool index_rebuild(struct retrograde *r, size_t size)
{
    if (!grow(r, &r->index, size, sizeof *r->index))
        return false;
    r->index_size = size;
    memset(r->index, 0xff, size * sizeof *r->index);
    for (size_t i = 0; i < r->count; i++)
        *index_find(r, key_at(r, i)) = (uint32_t)i;
    return true;
}

static bool reserve(struct retrograde *r)
{
    size_t capacity = r->capacity ? r->capacity + r->capacity / 2 : 1024;

    if (r->count < r->capacity)
        return true;
    if (!allowed(r, capacity, r->edge_capacity) || !grow(r, &r->keys, capacity, r->key_size) ||
        !grow(r, &r->values, capacity, sizeof *r->values) ||
        !grow(r, &r->first, capacity + 1, sizeof *r->first))
        return false;
    r->capacity = capacity;
    return 2 * capacity <= r->index_size ||
           index_rebuild(r, r->index_size ? 2 * r->index_size : 4096);
}

static bool add_edge(struct retrograde *r, uint32_t edge)
{
    if (r->edge_count == r->edge_capacity) {
        size_t capacity = r->edge_capacity ? r->edge_capacity + r->edge_capacity / 2 : 4096;

        if (!allowed(r, r->capacity, capacity) || !grow(r, &r->edges, capacity, sizeof *r->edges))
            return false;
        r->edge_capacity = capacity;
    }
    r->edges[r->edge_count++] = edge;
    return true;
}

/* ---- Finding all positions -------------------------------------------------------------- */

static int viewer_of(const struct retrograde *r, const void *state, int player)
{
    return r->two_sides ? r->game->turn(state) : player;
}

/* Writes the key of a position seen by `viewer`, up to symmetry. */
static void make_key(const struct retrograde *r, const void *state, int viewer, unsigned char *key)
{
    struct tb_state image;
    int seat = viewer;

    canonical_image(r->game, state, viewer, &image, &seat);
    memcpy(key, &image, r->game->state_size);
    key[r->key_size - 1] = (unsigned char)seat;
}

/* Returns the value of a new position by the rules alone. */
static struct value first_value(const struct retrograde *r, const unsigned char *state, int viewer)
{
    struct tb_result result = r->game->result(state);
    struct value value = {
        .value = OPEN,
        .attacking = same_side(r->game, state, r->game->turn(state), viewer),
    };

    if (result.over)
        value.value = result.winners == 0 ? DRAWN : result.winners >> viewer & 1 ? 1 : -1;
    return value;
}

/* The number of the position, new or known; FREE when there is no room. */
static uint32_t intern(struct retrograde *r, const void *state, int viewer)
{
    unsigned char key[sizeof(struct tb_state) + 1];

    make_key(r, state, viewer, key);
    if (!reserve(r))
        return FREE;
    uint32_t *slot = index_find(r, key);

    if (*slot == FREE) {
        *slot = (uint32_t)r->count;
        memcpy(r->keys + r->count * r->key_size, key, r->key_size);
        r->values[r->count] = first_value(r, key, key[r->key_size - 1]);
        r->count++;
    }
    return *slot;
}

/* Adds the edges of one position, and the positions they lead to. */
static bool expand(struct retrograde *r, size_t number)
{
    const struct tb_game *game = r->game;
    tb_move moves[TB_MOVES_MAX];
    struct tb_state state;
    int viewer = key_at(r, number)[r->key_size - 1];

    memcpy(&state, key_at(r, number), game->state_size);
    int count = game->moves(&state, moves);

    r->values[number].untried = (uint32_t)count;
    for (int i = 0; i < count; i++) {
        struct tb_state next;

        memcpy(&next, &state, game->state_size);
        game->play(&next, moves[i]);
        int next_viewer = viewer_of(r, &next, viewer);
        uint32_t child = intern(r, &next, next_viewer);

        if (child == FREE ||
            !add_edge(r, child | (same_side(game, &state, viewer, next_viewer) ? 0 : TURNED)))
            return false;
    }
    return true;
}

static bool report_progress(struct retrograde *r, size_t done, size_t solved)
{
    if (done % REPORT_PERIOD || !r->task.report ||
        r->task.report(r->task.context, r->count, solved))
        return true;
    r->end = RETROGRADE_STOPPED;
    return false;
}

static bool find_all(struct retrograde *r)
{
    if (intern(r, r->task.state, viewer_of(r, r->task.state, r->task.player)) == FREE)
        return false;
    for (size_t i = 0; i < r->count; i++) {
        r->first[i] = r->edge_count;
        if (!expand(r, i) || !report_progress(r, i, 0))
            return false;
    }
    r->first[r->count] = r->edge_count;
    return true;
}

/* ---- Working back ------------------------------------------------------------------------ */

/* Turns the edges round: from now on they lead to the positions before. */
static bool reverse(struct retrograde *r)
{
    uint32_t *back = malloc((r->edge_count + 1) * sizeof *back);
    size_t *start = calloc(r->count + 2, sizeof *start);

    if (!back || !start) {
        free(back);
        free(start);
        r->end = RETROGRADE_TOO_LARGE;
        return false;
    }
    for (size_t i = 0; i < r->edge_count; i++)
        start[(r->edges[i] & ~TURNED) + 2]++;
    for (size_t i = 2; i < r->count + 2; i++)
        start[i] += start[i - 1];
    for (size_t from = 0; from < r->count; from++)
        for (size_t i = r->first[from]; i < r->first[from + 1]; i++) {
            uint32_t edge = r->edges[i];

            back[start[(edge & ~TURNED) + 1]++] = (uint32_t)from | (edge & TURNED);
        }
    free(r->edges);
    free(r->first);
    r->edges = back;
    r->first = start;
    return true;
}

/* A position after this one is solved: `value` for this one's viewer in `plies`.
 * True if that solves this one too. */
static bool learn(struct value *before, int value, int plies)
{
    bool good = before->attacking ? value > 0 : value < 0;

    if (before->value != OPEN || (!good && --before->untried > 0))
        return false;
    before->value = (int8_t)value;
    before->plies = (uint16_t)(plies + 1);
    return true;
}

/* Positions are solved in the order of their plies, so the first good move found
 * is the shortest way, and the last bad one the longest. */
static bool work_back(struct retrograde *r)
{
    uint32_t *queue = malloc((r->count + 1) * sizeof *queue);
    size_t head = 0, tail = 0;
    bool going = queue != NULL;

    if (!queue)
        r->end = RETROGRADE_TOO_LARGE;
    for (size_t i = 0; going && i < r->count; i++)
        if (r->values[i].value == 1 || r->values[i].value == -1)
            queue[tail++] = (uint32_t)i;
    for (; going && head < tail; going = report_progress(r, ++head, tail)) {
        const struct value *after = &r->values[queue[head]];

        for (size_t i = r->first[queue[head]]; i < r->first[queue[head] + 1]; i++) {
            uint32_t edge = r->edges[i];
            int value = edge & TURNED ? -after->value : after->value;

            if (learn(&r->values[edge & ~TURNED], value, after->plies))
                queue[tail++] = edge & ~TURNED;
        }
    }
    free(queue);
    return going;
}

/* ---- The interface ----------------------------------------------------------------------- */

struct retrograde *retrograde_solve(const struct retrograde_task *task, enum retrograde_end *end)
{
    struct retrograde *r = calloc(1, sizeof *r);

    *end = RETROGRADE_TOO_LARGE;
    if (!r)
        return NULL;
    r->task = *task;
    r->game = task->setup.game;
    r->two_sides = game_side_count(task->setup.game, task->state, task->setup.players) == 2;
    r->key_size = r->game->state_size + 1;
    if (!find_all(r) || !reverse(r) || !work_back(r)) {
        *end = r->end;
        retrograde_free(r);
        return NULL;
    }
    free(r->edges);
    free(r->first);
    r->edges = NULL;
    r->first = NULL;
    *end = RETROGRADE_DONE;
    return r;
}

void retrograde_free(struct retrograde *r)
{
    if (!r)
        return;
    free(r->keys);
    free(r->values);
    free(r->first);
    free(r->edges);
    free(r->index);
    free(r);
}

size_t retrograde_count(const struct retrograde *r)
{
    return r->count;
}

bool retrograde_verdict(const struct retrograde *r, const void *state, struct verdict *out)
{
    unsigned char key[sizeof(struct tb_state) + 1];

    make_key(r, state, viewer_of(r, state, r->task.player), key);
    uint32_t number = *index_find(r, key);

    if (number == FREE)
        return false;
    const struct value *value = &r->values[number];
    bool drawn = value->value == OPEN || value->value == DRAWN;

    *out = (struct verdict){drawn ? 0 : value->value, drawn ? -1 : value->plies};
    return true;
}
