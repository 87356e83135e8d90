/* book_wide.c - see book_wide.h. */
#include "learn/book_wide.h"

#include <stdlib.h>

#include "core/array.h"
#include "core/canonical.h"

/* The difference of two expected results in Elo is that of the logarithms of their odds. With
 * odds q for 50 Elo, evaluations a > b are that near if (a - b) / (1 - a b) <= (q - 1) / (q +
 * 1). */
#define NEAR 0.142932

enum {
    NONE = -1,
    OVER = -2,
    CAPACITY_FIRST = 1 << 10,
    WALK_LEVEL_LOW = 2,
    WALK_LEVELS = 5,
};

struct node {
    uint64_t key;
    size_t parent;
    tb_move move; /* that leads here from the parent */
    int ply;
    int walks;     /* that go through it */
    double weight; /* the chance that good moves lead there, each of a position with the same chance */
    bool opened, target;
    size_t link; /* opened: the first of its good moves in `links` */
    int links;
};

struct book_wide {
    struct tb_setup setup;
    struct node *nodes;
    size_t count, capacity;
    size_t *targets, target_count, target_capacity; /* numbers of nodes */
    size_t *links, link_count, link_capacity;       /* likewise */
    size_t *opened, opened_count, opened_capacity;  /* likewise, in order */
    size_t *places; /* by key, number + 1; 0: free. At most half full */
    size_t place_count;
    int walks;
};

/* ---- Good moves ---------------------------------------------------------------------------- */

bool book_near(double best, double score)
{
    return best - score <= NEAR * (1 - best * score);
}

/* A search of the image of a position that stands for all its images, so that these have the same
 * good moves. */
struct look {
    struct engine *engine;
    struct tb_position image;
    uint64_t keys[TB_MOVES_MAX]; /* of the positions after its good moves */
    int count;
};

static uint64_t key_after(const struct tb_position *position, tb_move move)
{
    struct tb_position after = *position;

    position->setup.game->play(&after.state, move);
    return book_key(&after);
}

static void think(struct look *look, const struct tb_position *position, int lines, uint64_t nodes,
                  struct search_info *info)
{
    struct search_task task = {.game = position->setup.game, .state = &position->state,
                               .lines = lines, .limits = {.nodes = nodes}};

    engine_think(look->engine, &task, info);
}

static bool has_key(const struct look *look, uint64_t key)
{
    for (int i = 0; i < look->count; i++)
        if (look->keys[i] == key)
            return true;
    return false;
}

/* Adds the good moves that a search has no more lines for, each by a search of its own. */
static void add_beyond_lines(struct look *look, double best)
{
    const struct tb_game *game = look->image.setup.game;
    tb_move moves[TB_MOVES_MAX];
    int count = game->moves(&look->image.state, moves);

    for (int i = 0; i < count; i++) {
        struct tb_position after = look->image;
        struct search_info info;

        game->play(&after.state, moves[i]);
        if (has_key(look, book_key(&after)) || game->result(&after.state).over)
            continue;
        think(look, &after, 1, WIDE_NODES / SEARCH_LINES_MAX, &info);
        if (book_near(best, -info.lines[0].score))
            look->keys[look->count++] = book_key(&after);
    }
}

/* Finds the keys after the good moves of the image. */
static void find_keys(struct look *look)
{
    struct search_info info;

    think(look, &look->image, SEARCH_LINES_MAX, WIDE_NODES, &info);
    double best = info.lines[0].score;

    if (info.lines[0].exact)
        return;
    while (look->count < info.line_count && book_near(best, info.lines[look->count].score)) {
        look->keys[look->count] = key_after(&look->image, info.lines[look->count].pv[0]);
        look->count++;
    }
    if (look->count == SEARCH_LINES_MAX)
        add_beyond_lines(look, best);
}

void book_good_moves(struct engine *engine, const struct tb_position *position,
                     struct good_moves *out)
{
    const struct tb_game *game = position->setup.game;
    struct look look = {.engine = engine, .image = *position};
    tb_move moves[TB_MOVES_MAX];
    int player = game->turn(&position->state);

    out->count = 0;
    if (game->result(&position->state).over)
        return;
    canonical_image(game, &position->state, player, &look.image.state, &player);
    engine_clear(engine);
    find_keys(&look);
    int count = game->moves(&position->state, moves);

    for (int i = 0; i < count; i++)
        if (look.count > 0 && has_key(&look, key_after(position, moves[i])))
            out->moves[out->count++] = moves[i];
}

/* ---- Positions ----------------------------------------------------------------------------- */

static size_t *find_place(const struct book_wide *wide, size_t *places, size_t capacity,
                          uint64_t key)
{
    size_t i = (size_t)key & (capacity - 1);

    while (places[i] && wide->nodes[places[i] - 1].key != key)
        i = (i + 1) & (capacity - 1);
    return &places[i];
}

static bool grow_places(struct book_wide *wide)
{
    size_t capacity = 2 * wide->place_count;
    size_t *places = calloc(capacity, sizeof *places);

    if (!places)
        return false;
    for (size_t i = 0; i < wide->count; i++)
        *find_place(wide, places, capacity, wide->nodes[i].key) = i + 1;
    free(wide->places);
    wide->places = places;
    wide->place_count = capacity;
    return true;
}

/* Returns the number of a node with this key, which is made if it is not there; NONE if memory
 * runs out. */
static ptrdiff_t find_node(struct book_wide *wide, const struct node *wanted)
{
    if ((2 * wide->count >= wide->place_count && !grow_places(wide)) ||
        !ARRAY_RESERVE(wide->nodes, wide->capacity, wide->count, 1))
        return NONE;
    size_t *place = find_place(wide, wide->places, wide->place_count, wanted->key);

    if (*place == 0) {
        wide->nodes[wide->count++] = *wanted;
        *place = wide->count;
    }
    return (ptrdiff_t)*place - 1;
}

struct book_wide *book_wide_new(const struct tb_game *game)
{
    struct book_wide *wide = calloc(1, sizeof *wide);
    struct tb_position start;

    if (!wide)
        return NULL;
    tb_setup_init(&wide->setup, game, 2, NULL);
    tb_position_start(&start, &wide->setup, NULL);
    wide->place_count = CAPACITY_FIRST;
    wide->places = calloc(wide->place_count, sizeof *wide->places);
    if (wide->places &&
        find_node(wide, &(struct node){.key = book_key(&start), .weight = 1}) != NONE)
        return wide;
    book_wide_free(wide);
    return NULL;
}

void book_wide_free(struct book_wide *wide)
{
    if (!wide)
        return;
    free(wide->nodes);
    free(wide->targets);
    free(wide->links);
    free(wide->opened);
    free(wide->places);
    free(wide);
}

size_t book_wide_targets(const struct book_wide *wide)
{
    return wide->target_count;
}

static int path_to(const struct book_wide *wide, size_t number, tb_move *moves)
{
    int plies = wide->nodes[number].ply;

    for (int i = plies; i > 0; i--) {
        moves[i - 1] = wide->nodes[number].move;
        number = wide->nodes[number].parent;
    }
    return plies;
}

int book_wide_path(const struct book_wide *wide, size_t target, tb_move moves[WIDE_PLIES_MAX + 1])
{
    return path_to(wide, wide->targets[target], moves);
}

void book_wide_position(const struct book_wide *wide, size_t number, struct tb_position *out)
{
    tb_move moves[WIDE_PLIES_MAX + 1];
    int plies = path_to(wide, number, moves);

    tb_position_start(out, &wide->setup, NULL);
    for (int i = 0; i < plies; i++)
        wide->setup.game->play(&out->state, moves[i]);
}

/* Returns the number of the node after a move, OVER if that ends the game, NONE if memory runs
 * out. */
static ptrdiff_t after_move(struct book_wide *wide, size_t number,
                            const struct tb_position *position, tb_move move)
{
    const struct tb_game *game = wide->setup.game;
    struct tb_position after = *position;

    game->play(&after.state, move);
    if (game->result(&after.state).over)
        return OVER;
    struct node wanted = {.key = book_key(&after), .parent = number, .move = move,
                          .ply = wide->nodes[number].ply + 1};

    return find_node(wide, &wanted);
}

/* ---- Walks --------------------------------------------------------------------------------- */

bool book_walk_play(const struct tb_game *game, uint64_t number, struct book_walk *walk)
{
    struct engine_options options = {.level = WALK_LEVEL_LOW + (int)(number % WALK_LEVELS),
                                     .table_mb = WIDE_TABLE_MB, .seed = number, .untimed = true};
    struct tb_setup setup;
    struct tb_position position;
    struct search_info info;

    tb_setup_init(&setup, game, 2, NULL);
    tb_position_start(&position, &setup, NULL);
    struct engine *engine = engine_new(&setup, &options, NULL);

    if (!engine)
        return false;
    for (walk->plies = 0; walk->plies < WALK_PLIES; walk->plies++) {
        struct search_task task = {.game = game, .state = &position.state};

        if (game->result(&position.state).over)
            break;
        walk->moves[walk->plies] = engine_think(engine, &task, &info);
        game->play(&position.state, walk->moves[walk->plies]);
    }
    engine_free(engine);
    return true;
}

/* The move of the node's position, which may be an image of the one that was walked through, that
 * leads to the position with this key. */
static tb_move move_to(const struct book_wide *wide, const struct tb_position *position,
                       uint64_t key)
{
    tb_move moves[TB_MOVES_MAX];
    int count = wide->setup.game->moves(&position->state, moves), i = 0;

    while (i < count - 1 && key_after(position, moves[i]) != key)
        i++;
    return moves[i];
}

bool book_wide_walk(struct book_wide *wide, const struct book_walk *walk)
{
    const struct tb_game *game = wide->setup.game;
    struct tb_position walked, position;
    ptrdiff_t at = 0;

    wide->walks++;
    tb_position_start(&walked, &wide->setup, NULL);
    for (int i = 0; i < walk->plies && at >= 0; i++) {
        game->play(&walked.state, walk->moves[i]);
        uint64_t key = book_key(&walked);
        const size_t *place = find_place(wide, wide->places, wide->place_count, key);

        if (*place == 0) {
            book_wide_position(wide, (size_t)at, &position);
            at = after_move(wide, (size_t)at, &position, move_to(wide, &position, key));
        } else {
            at = (ptrdiff_t)*place - 1;
        }
        if (at >= 0)
            wide->nodes[at].walks++;
    }
    return at != NONE;
}

/* ---- Opening them -------------------------------------------------------------------------- */

static bool is_openable(const struct book_wide *wide, const struct node *node)
{
    return !node->opened && node->ply <= WIDE_PLIES_MAX &&
           (node->ply <= BOOK_FULL_PLIES || wide->walks > 0);
}

/* How often a position is reached, by good players and by walks. */
static double chance(const struct book_wide *wide, const struct node *node)
{
    return node->weight + (wide->walks > 0 ? (double)node->walks / wide->walks : 0);
}

/* True if the first is to be opened before the second. */
static bool is_before(const struct book_wide *wide, size_t a, size_t b)
{
    const struct node *x = &wide->nodes[a], *y = &wide->nodes[b];
    bool first = x->ply <= BOOK_FULL_PLIES, second = y->ply <= BOOK_FULL_PLIES;

    if (first != second)
        return first;
    double one = chance(wide, x), other = chance(wide, y);

    return one > other || (one >= other && a < b);
}

size_t book_wide_next(const struct book_wide *wide, size_t batch[WIDE_BATCH])
{
    size_t count = 0;

    for (size_t i = 0; i < wide->count; i++) {
        if (!is_openable(wide, &wide->nodes[i]) ||
            (count == WIDE_BATCH && !is_before(wide, i, batch[count - 1])))
            continue;
        size_t at = count < WIDE_BATCH ? count++ : count - 1;

        for (; at > 0 && is_before(wide, i, batch[at - 1]); at--)
            batch[at] = batch[at - 1];
        batch[at] = i;
    }
    return count;
}

/* Makes a position a target, unless it is one or all games of its kind are played anyway. False if
 * memory runs out. */
static bool add_target(struct book_wide *wide, size_t number)
{
    struct node *node = &wide->nodes[number];

    if (node->target || node->ply <= BOOK_FULL_PLIES)
        return true;
    if (!ARRAY_RESERVE(wide->targets, wide->target_capacity, wide->target_count, 1))
        return false;
    wide->targets[wide->target_count++] = number;
    node->target = true;
    return true;
}

static bool is_linked(const struct book_wide *wide, size_t number, size_t other)
{
    const struct node *node = &wide->nodes[number];

    for (int i = 0; i < node->links; i++)
        if (wide->links[node->link + (size_t)i] == other)
            return true;
    return false;
}

/* Links a position to the one after a good move. False if memory runs out. */
static bool link_move(struct book_wide *wide, size_t number, const struct tb_position *position,
                      tb_move move)
{
    ptrdiff_t found = after_move(wide, number, position, move);

    if (found == NONE || !ARRAY_RESERVE(wide->links, wide->link_capacity, wide->link_count, 1))
        return false;
    if (found == OVER || is_linked(wide, number, (size_t)found)) /* symmetric moves are one */
        return true;
    wide->links[wide->link_count++] = (size_t)found;
    wide->nodes[number].links++;
    return add_target(wide, (size_t)found);
}

/* Adds all moves of a position. False if memory runs out. */
static bool add_all(struct book_wide *wide, size_t number, const struct tb_position *position)
{
    tb_move moves[TB_MOVES_MAX];
    int count = wide->setup.game->moves(&position->state, moves);

    for (int i = 0; i < count; i++)
        if (after_move(wide, number, position, moves[i]) == NONE)
            return false;
    return true;
}

bool book_wide_open(struct book_wide *wide, size_t number, const struct good_moves *good)
{
    struct tb_position position;

    if ((good->count > 0 && !add_target(wide, number)) ||
        !ARRAY_RESERVE(wide->opened, wide->opened_capacity, wide->opened_count, 1))
        return false;
    book_wide_position(wide, number, &position);
    wide->opened[wide->opened_count++] = number;
    wide->nodes[number].opened = true;
    wide->nodes[number].link = wide->link_count;
    for (int i = 0; i < good->count; i++)
        if (!link_move(wide, number, &position, good->moves[i]))
            return false;
    const struct node node = wide->nodes[number];

    for (int i = 0; i < node.links; i++)
        wide->nodes[wide->links[node.link + (size_t)i]].weight += node.weight / node.links;
    return node.ply >= BOOK_FULL_PLIES || add_all(wide, number, &position);
}

void book_wide_keep(const struct book_wide *wide, struct book_maker *maker)
{
    uint64_t keys[TB_MOVES_MAX];

    for (size_t i = 0; i < wide->opened_count; i++) {
        const struct node *node = &wide->nodes[wide->opened[i]];

        for (int k = 0; k < node->links; k++)
            keys[k] = wide->nodes[wide->links[node->link + (size_t)k]].key;
        if (node->links > 0 && !book_maker_keep(maker, node->key, keys, node->links))
            return;
    }
}
