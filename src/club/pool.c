/* pool.c - pairs by dynamic programming over the order of ratings; tables of 3 and 4 greedily. */
#include "club/pool.h"

#include <stdlib.h>
#include <string.h>

#include "core/rng.h"

enum {
    BAND_MOST = 10,       /* places apart in the order of ratings, in a small pool */
    BAND_LARGE = 6,       /* in a large one */
    SMALL = 200,          /* seeks of a small pool */
    REACH = 64,           /* places either way that a player without a partner looks at */
    WORTH_MOST_S = 100,   /* waits longer than this are worth no more */
    PAIR_VALUE = 1000000, /* of a pair, so that no cost outweighs one */
    LEAVE = 0,            /* choice: the seek stays without a partner; n: joins the nth before it */
    LOST = 0x80,          /* choice: the seek that fell out of the band was without a partner */
};

/* ---- What fits -------------------------------------------------------------------------- */

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_blocks(const void *left, const void *right)
{
    const struct pool_block *a = left, *b = right;
    int order = compare_numbers(a->a, b->a);

    return order ? order : compare_numbers(a->b, b->b);
}

static struct pool_block ordered(uint64_t a, uint64_t b)
{
    return a < b ? (struct pool_block){a, b} : (struct pool_block){b, a};
}

void pool_sort_blocks(struct pool_block *blocks, int count)
{
    for (int i = 0; i < count; i++)
        blocks[i] = ordered(blocks[i].a, blocks[i].b);
    if (count > 0)
        qsort(blocks, (size_t)count, sizeof *blocks, compare_blocks);
}

static bool blocked(const struct pool *pool, uint64_t a, uint64_t b)
{
    struct pool_block block = ordered(a, b);

    return pool->block_count > 0 && bsearch(&block, pool->blocks, (size_t)pool->block_count,
                                            sizeof block, compare_blocks) != NULL;
}

int pool_window(int64_t wait_ms)
{
    if (wait_ms >= POOL_UNLIMITED_MS)
        return POOL_ANY;
    return POOL_WINDOW + (int)(POOL_WINDOW_GROWTH * wait_ms / 1000);
}

static int64_t shorter_wait(const struct pool *pool, int a, int b)
{
    int64_t since_a = pool->seeks[a].since, since_b = pool->seeks[b].since;

    return pool->now - (since_a > since_b ? since_a : since_b);
}

/* Returns the wait by which the window grows, in milliseconds: the shorter wait, plus half of the
 * time by which the longer wait exceeds POOL_UNLIMITED_MS. Without the latter, a player whose
 * rating is far from all others would not be paired while the others find each other at once. */
static int64_t counted_wait(const struct pool *pool, int a, int b)
{
    int64_t since_a = pool->seeks[a].since, since_b = pool->seeks[b].since;
    int64_t beyond = pool->now - (since_a < since_b ? since_a : since_b) - POOL_UNLIMITED_MS;

    return shorter_wait(pool, a, b) + (beyond > 0 ? beyond / 2 : 0);
}

static int difference(const struct pool *pool, int a, int b)
{
    return abs(pool->seeks[a].rating - pool->seeks[b].rating);
}

static bool accepts(const struct pool_seek *seek, const struct pool_seek *other)
{
    return other->rating >= seek->rating - seek->below &&
           other->rating <= seek->rating + seek->above;
}

bool pool_fits(const struct pool *pool, int a, int b)
{
    const struct pool_seek *left = &pool->seeks[a], *right = &pool->seeks[b];
    int64_t wait = shorter_wait(pool, a, b);

    if (left->group != right->group || left->player == right->player || wait < 0)
        return false;
    if (left->table != 0 && left->table == right->table)
        return !blocked(pool, left->player, right->player);
    if (difference(pool, a, b) > pool_window(counted_wait(pool, a, b)) || !accepts(left, right) ||
        !accepts(right, left))
        return false;
    if (wait < POOL_AGAIN_MS && (left->last == right->player || right->last == left->player))
        return false;
    return !blocked(pool, left->player, right->player);
}

int pool_cost(const struct pool *pool, int a, int b)
{
    int64_t worth = counted_wait(pool, a, b) / 1000;

    return difference(pool, a, b) -
           POOL_WINDOW_GROWTH * (int)(worth < WORTH_MOST_S ? worth : WORTH_MOST_S);
}

int pool_begun(int balance, bool began)
{
    balance += began ? 1 : -1;
    if (balance < POOL_BEGUN_LEAST)
        return POOL_BEGUN_LEAST;
    return balance > POOL_BEGUN_MOST ? POOL_BEGUN_MOST : balance;
}

/* ---- Work ------------------------------------------------------------------------------- */

struct matcher {
    const struct pool *pool;
    int *order; /* the seeks that take part, by group and rating */
    int *mate;  /* by seek: its partner; -1: none; itself: it is at a table */
    int *party; /* by seek: the next of those at its table, in a ring */
    int count;  /* of `order` */
    struct rng rng;
    struct pool_table *out;
    int tables;
};

struct sort_key {
    uint64_t group, player;
    int rating, seek;
    uint64_t table;
};

static int compare_keys(const void *left, const void *right)
{
    const struct sort_key *a = left, *b = right;
    int order = compare_numbers(a->group, b->group);

    if (!order)
        order = (a->rating > b->rating) - (a->rating < b->rating);
    return order ? order : compare_numbers(a->player, b->player);
}

static int compare_tables(const void *left, const void *right)
{
    const struct sort_key *a = left, *b = right;
    int order = compare_numbers(a->table, b->table);

    return order ? order : compare_keys(left, right);
}

/* Makes a ring of the seeks at each table. Two who have chosen each other for a game of two are a
 * pair. */
static void find_parties(struct matcher *matcher, struct sort_key *keys)
{
    const struct pool_seek *seeks = matcher->pool->seeks;
    int size = 1;

    qsort(keys, (size_t)matcher->count, sizeof *keys, compare_tables);
    for (int i = 1; i < matcher->count; i++) {
        int one = keys[i - 1].seek, two = keys[i].seek;

        if (keys[i].table == 0 || keys[i].table != keys[i - 1].table ||
            size == seeks[one].players || !pool_fits(matcher->pool, one, two)) {
            size = 1;
            continue;
        }
        size++;
        if (seeks[one].players > 2) {
            matcher->party[two] = matcher->party[one];
            matcher->party[one] = two;
        } else {
            matcher->mate[one] = two;
            matcher->mate[two] = one;
        }
    }
}

/* The order does not depend on that of the seeks. */
static bool sort_seeks(struct matcher *matcher)
{
    const struct pool *pool = matcher->pool;
    struct sort_key *keys = malloc(((size_t)pool->count + 1) * sizeof *keys);

    if (!keys)
        return false;
    for (int i = 0; i < pool->count; i++) {
        const struct pool_seek *seek = &pool->seeks[i];

        matcher->mate[i] = -1;
        matcher->party[i] = i;
        if (seek->since <= pool->now)
            keys[matcher->count++] =
                (struct sort_key){seek->group, seek->player, seek->rating, i, seek->table};
    }
    int count = matcher->count;

    find_parties(matcher, keys);
    qsort(keys, (size_t)count, sizeof *keys, compare_keys);
    matcher->count = 0;
    for (int i = 0; i < count; i++)
        if (matcher->mate[keys[i].seek] < 0)
            matcher->order[matcher->count++] = keys[i].seek;
    free(keys);
    return true;
}

/* ---- Pairs ------------------------------------------------------------------------------ */

/* Some consecutive seeks of the order. The DP goes through them one by one; a state is the set of
 * the last `band` seeks that are without a partner, bit 0 the latest. */
struct run {
    const int *order;
    int count, band;
    unsigned char *choices; /* by seek and state after it */
    int64_t *value, *next;  /* by state */
};

static void improve(struct run *run, int at, unsigned state, int64_t value, int choice)
{
    if (value <= run->next[state])
        return;
    run->next[state] = value;
    run->choices[((size_t)at << run->band) + state] = (unsigned char)choice;
}

/* Adds seek number `at` of the run to all states. */
static void step(struct run *run, const struct pool *pool, int at)
{
    unsigned states = 1u << run->band, top = states >> 1;
    int64_t gain[BAND_MOST];

    for (int d = 0; d < run->band; d++)
        gain[d] = at > d && pool_fits(pool, run->order[at], run->order[at - 1 - d])
                      ? PAIR_VALUE - pool_cost(pool, run->order[at], run->order[at - 1 - d])
                      : 0;
    for (unsigned s = 0; s < states; s++)
        run->next[s] = -1;
    for (unsigned s = 0; s < states; s++) {
        if (run->value[s] < 0)
            continue;
        improve(run, at, (s << 1 | 1) & (states - 1), run->value[s], LEAVE | (s & top ? LOST : 0));
        for (int d = 0; d < run->band; d++) {
            unsigned without = s & ~(1u << d);

            if ((s >> d & 1) && gain[d] > 0)
                improve(run, at, without << 1 & (states - 1), run->value[s] + gain[d],
                        (d + 1) | (without & top ? LOST : 0));
        }
    }
    int64_t *old = run->value;

    run->value = run->next;
    run->next = old;
}

/* Reads the best choices backwards. */
static void trace_back(const struct run *run, int *mate)
{
    unsigned states = 1u << run->band, state = 0;

    for (unsigned s = 1; s < states; s++)
        if (run->value[s] > run->value[state])
            state = s;
    for (int at = run->count - 1; at >= 0; at--) {
        int choice = run->choices[((size_t)at << run->band) + state];
        int partner = choice & ~LOST;

        state >>= 1;
        if (choice & LOST)
            state |= states >> 1;
        if (partner != LEAVE) {
            int a = run->order[at], b = run->order[at - partner];

            state |= 1u << (partner - 1);
            mate[a] = b;
            mate[b] = a;
        }
    }
}

static bool match_run(struct matcher *matcher, int from, int count)
{
    int most = matcher->count <= SMALL ? BAND_MOST : BAND_LARGE;
    struct run run = {.order = matcher->order + from, .count = count, .band = most};

    if (run.band > count - 1)
        run.band = count - 1;
    if (run.band < 1)
        return true;
    size_t states = (size_t)1 << run.band;
    int64_t *values = malloc(2 * states * sizeof *values);

    run.choices = malloc((size_t)count * states);
    if (values && run.choices) {
        run.value = values;
        run.next = values + states;
        for (size_t s = 0; s < states; s++)
            run.value[s] = s == 0 ? 0 : -1;
        for (int at = 0; at < count; at++)
            step(&run, matcher->pool, at);
        trace_back(&run, matcher->mate);
    }
    bool done = values && run.choices;

    free(values);
    free(run.choices);
    return done;
}

/* The place of the best partner for seek number `at` of a run; -1: none. */
static int best_partner(const struct matcher *matcher, int from, int count, int at)
{
    int best = -1, seek = matcher->order[from + at];
    int low = at > REACH ? at - REACH : 0, high = at + REACH < count ? at + REACH : count - 1;

    for (int i = low; i <= high; i++) {
        int other = matcher->order[from + i];

        if (matcher->mate[other] < 0 && pool_fits(matcher->pool, seek, other) &&
            (best < 0 || pool_cost(matcher->pool, seek, other) <
                             pool_cost(matcher->pool, seek, matcher->order[from + best])))
            best = i;
    }
    return best;
}

/* Pairs players whom the band kept apart: close in rating, but with many who do not fit between. */
static void match_rest(struct matcher *matcher, int from, int count)
{
    int left = 0;

    /* The run is only that of the seeks that are left from now on. */
    for (int i = 0; i < count; i++)
        if (matcher->mate[matcher->order[from + i]] < 0)
            matcher->order[from + left++] = matcher->order[from + i];
    for (int i = 0; i < left; i++) {
        int seek = matcher->order[from + i], place;

        if (matcher->mate[seek] >= 0 || (place = best_partner(matcher, from, left, i)) < 0)
            continue;
        matcher->mate[seek] = matcher->order[from + place];
        matcher->mate[matcher->order[from + place]] = seek;
    }
}

static void add_pair(struct matcher *matcher, int a, int b)
{
    int first = matcher->pool->seeks[a].begun, second = matcher->pool->seeks[b].begun;
    bool swap = first != second ? first > second : rng_next(&matcher->rng) >> 63 != 0;

    matcher->out[matcher->tables++] =
        (struct pool_table){.players = 2, .seats = {swap ? b : a, swap ? a : b}};
}

/* ---- Tables of three and four ----------------------------------------------------------- */

/* Seats the players: those who have begun the fewest games sit first, ties at random. */
static void seat_table(struct matcher *matcher, struct pool_table *table, int people)
{
    const struct pool_seek *seeks = matcher->pool->seeks;

    for (int i = people - 1; i > 0; i--) {
        int j = (int)rng_below(&matcher->rng, (uint32_t)i + 1), seat = table->seats[i];

        table->seats[i] = table->seats[j];
        table->seats[j] = seat;
    }
    for (int i = 1; i < people; i++)
        for (int j = i; j > 0 && seeks[table->seats[j]].begun < seeks[table->seats[j - 1]].begun;
             j--) {
            int seat = table->seats[j];

            table->seats[j] = table->seats[j - 1];
            table->seats[j - 1] = seat;
        }
    for (int i = people; i < table->players; i++)
        table->seats[i] = POOL_COMPUTER;
    for (int i = 0; i < people; i++)
        matcher->mate[table->seats[i]] = table->seats[i];
}

static bool fits_all(const struct matcher *matcher, const struct pool_table *table, int people,
                     int seek)
{
    for (int i = 0; i < people; i++)
        if (!pool_fits(matcher->pool, table->seats[i], seek))
            return false;
    return true;
}

/* Adds a seek and all who sit with it, or none of them; returns how many are at the table then. */
static int add_party(const struct matcher *matcher, struct pool_table *table, int people, int seek,
                     bool computers)
{
    int count = people, one = seek;

    do {
        if (count == table->players || matcher->mate[one] >= 0 ||
            (computers && matcher->pool->seeks[one].level == 0) ||
            !fits_all(matcher, table, count, one))
            return people;
        table->seats[count++] = one;
        one = matcher->party[one];
    } while (one != seek);
    return count;
}

/* Collects the nearest seeks that fit the first and each other; returns how many there are. */
static int gather(const struct matcher *matcher, int from, int count, int at, bool computers,
                  struct pool_table *table)
{
    int first = matcher->order[from + at];

    *table = (struct pool_table){.players = matcher->pool->seeks[first].players};
    int people = add_party(matcher, table, 0, first, computers);

    for (int d = 1; d <= REACH && people > 0 && people < table->players; d++)
        for (int side = -1; side <= 1; side += 2) {
            int place = at + side * d;

            if (place >= 0 && place < count)
                people = add_party(matcher, table, people, matcher->order[from + place], computers);
        }
    return people;
}

/* Completes a table at which two or more people have agreed to computer players: these take the
 * other seats, at the lowest level that one of the people named. */
static bool complete(const struct matcher *matcher, struct pool_table *table, int people)
{
    const struct pool_seek *seeks = matcher->pool->seeks;

    for (int i = 0; i < people; i++) {
        const struct pool_seek *seek = &seeks[table->seats[i]];

        if (matcher->pool->now - seek->since < POOL_COMPUTERS_MS)
            return false;
        if (!table->level || seek->level < table->level)
            table->level = seek->level;
    }
    return people >= 2;
}

static void match_tables(struct matcher *matcher, int from, int count)
{
    for (int pass = 0; pass < 2; pass++)
        for (int at = 0; at < count; at++) {
            int seek = matcher->order[from + at];
            struct pool_table table;

            if (matcher->mate[seek] >= 0 || (pass == 1 && matcher->pool->seeks[seek].level == 0))
                continue;
            int people = gather(matcher, from, count, at, pass == 1, &table);

            if (people == table.players || (pass == 1 && complete(matcher, &table, people))) {
                seat_table(matcher, &table, people);
                matcher->out[matcher->tables++] = table;
            }
        }
}

/* ---- All groups ------------------------------------------------------------------------- */

static bool match_group(struct matcher *matcher, int from, int count)
{
    if (matcher->pool->seeks[matcher->order[from]].players > 2) {
        match_tables(matcher, from, count);
        return true;
    }
    if (!match_run(matcher, from, count))
        return false;
    match_rest(matcher, from, count);
    return true;
}

static bool match_all(struct matcher *matcher)
{
    const struct pool *pool = matcher->pool;

    for (int from = 0, to; from < matcher->count; from = to) {
        uint64_t group = pool->seeks[matcher->order[from]].group;

        for (to = from + 1; to < matcher->count; to++)
            if (pool->seeks[matcher->order[to]].group != group)
                break;
        if (!match_group(matcher, from, to - from))
            return false;
    }
    for (int i = 0; i < pool->count; i++)
        if (matcher->mate[i] > i)
            add_pair(matcher, i, matcher->mate[i]);
    return true;
}

int pool_match(const struct pool *pool, struct pool_table *out)
{
    size_t size = ((size_t)pool->count + 1) * sizeof(int);
    struct matcher matcher = {
        .pool = pool,
        .order = malloc(size),
        .mate = malloc(size),
        .party = malloc(size),
        .rng = {pool->seed},
        .out = out,
    };
    bool done = matcher.order && matcher.mate && matcher.party && sort_seeks(&matcher) &&
                match_all(&matcher);

    free(matcher.order);
    free(matcher.mate);
    free(matcher.party);
    return done ? matcher.tables : -1;
}
