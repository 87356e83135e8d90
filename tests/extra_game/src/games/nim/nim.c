/* nim.c - the rules of Nim, and the game's struct. */
#include "games/nim/nim.h"

#include <string.h>

int nim_heaps_left(const struct nim *s)
{
    int count = 0;

    for (int heap = 0; heap < s->heaps; heap++)
        count += s->stones[heap] > 0;
    return count;
}

int nim_stones_left(const struct nim *s)
{
    int count = 0;

    for (int heap = 0; heap < s->heaps; heap++)
        count += s->stones[heap];
    return count;
}

/* ---- Rules --------------------------------------------------------------------- */

static void init(const struct tb_setup *setup, void *state)
{
    struct nim *s = state;

    memset(s, 0, sizeof *s);
    s->heaps = (uint8_t)setup->options[0];
    s->players = (uint8_t)setup->players;
    for (int heap = 0; heap < s->heaps; heap++)
        s->stones[heap] = (uint8_t)(2 * heap + 1 < NIM_STONES ? 2 * heap + 1 : NIM_STONES);
}

static int turn(const void *state)
{
    return ((const struct nim *)state)->turn;
}

static int moves(const void *state, tb_move *out)
{
    const struct nim *s = state;
    int count = 0;

    for (int heap = 0; heap < s->heaps; heap++)
        for (int stones = 1; stones <= s->stones[heap]; stones++)
            out[count++] = (tb_move)(heap * NIM_STONES + stones - 1);
    return count;
}

static void play(void *state, tb_move move)
{
    struct nim *s = state;

    s->stones[nim_heap(move)] -= (uint8_t)nim_taken(move);
    s->turn = (uint8_t)((s->turn + 1) % s->players);
}

static int side(const void *state, int player)
{
    const struct nim *s = state;

    return s->players == 4 ? player % 2 : player;
}

/* The last stone was taken by the player before the one to move. */
static struct tb_result result(const void *state)
{
    const struct nim *s = state;
    int last = (s->turn + s->players - 1) % s->players;

    if (nim_stones_left(s) > 0)
        return (struct tb_result){0};
    return (struct tb_result){
        .over = true,
        .winners = (uint8_t)(s->players == 4 ? 5u << last % 2 : 1u << last),
    };
}

/* ---- Symmetry: the heaps from right to left, and in the order of their sizes ------------ */

static int symmetries(const void *state)
{
    (void)state;
    return 2;
}

static void transform(const void *state, int symmetry, void *out)
{
    const struct nim *s = state;
    struct nim image = *s;

    for (int heap = 0; symmetry && heap < s->heaps; heap++)
        image.stones[heap] = s->stones[s->heaps - 1 - heap];
    memcpy(out, &image, sizeof image);
}

static tb_move transform_move(const void *state, int symmetry, tb_move move)
{
    const struct nim *s = state;
    int heap = symmetry ? s->heaps - 1 - nim_heap(move) : nim_heap(move);

    return (tb_move)(heap * NIM_STONES + nim_taken(move) - 1);
}

static int transform_player(const void *state, int symmetry, int player)
{
    (void)state;
    (void)symmetry;
    return player;
}

static void settle(void *state)
{
    struct nim *s = state;

    for (int heap = 1; heap < s->heaps; heap++)
        for (int i = heap; i > 0 && s->stones[i - 1] > s->stones[i]; i--) {
            uint8_t larger = s->stones[i - 1];

            s->stones[i - 1] = s->stones[i];
            s->stones[i] = larger;
        }
}

/* ---- Quicker ways -------------------------------------------------------------------- */

static int count(const void *state)
{
    return nim_stones_left(state);
}

static tb_move random_move(const void *state, struct rng *rng)
{
    const struct nim *s = state;
    int at = (int)rng_below(rng, (uint32_t)nim_stones_left(s)), heap = 0;

    for (; at >= s->stones[heap]; heap++)
        at -= s->stones[heap];
    return (tb_move)(heap * NIM_STONES + at);
}

/* After a move that takes n stones, the moves are as many as the stones less n. */
static uint64_t perft(const void *state, int depth)
{
    const struct nim *s = state;
    uint64_t total = (uint64_t)nim_stones_left(s), nodes = 0;

    if (depth < 2)
        return depth ? total : 1;
    for (int heap = 0; heap < s->heaps; heap++) {
        uint64_t stones = s->stones[heap];

        if (depth == 2)
            nodes += stones * total - stones * (stones + 1) / 2;
        for (uint64_t taken = 1; depth > 2 && taken <= stones; taken++) {
            struct nim next = *s;

            next.stones[heap] -= (uint8_t)taken;
            nodes += perft(&next, depth - 1);
        }
    }
    return nodes;
}

/* ---- The game ------------------------------------------------------------------------- */

static const struct tb_option options[] = {
    {.size = sizeof(struct tb_option),
     .name = "heaps",
     .min = 2,
     .max = NIM_HEAPS,
     .step = 1,
     .defaults = {[2] = 3, [3] = 4, [4] = 4},
     .text = N_("number of heaps")},
    {0},
};

const struct tb_game nim_game = {
    .name = "nim",
    .title = "Nim",
    .author = "unknown",
    .players = PLAYERS(2) | PLAYERS(3) | PLAYERS(4),
    .repeats = false,
    .options = options,
    .state_size = sizeof(struct nim),
    .moves_max = NIM_MOVES,
    .move_limit = NIM_MOVES,
    .init = init,
    .turn = turn,
    .moves = moves,
    .play = play,
    .result = result,
    .move_text = nim_move_text,
    .why = nim_why,
    .position_text = nim_position_text,
    .position_parse = nim_position_parse,
    .draw = NOT_IN_PAGE(nim_draw),
    .remark = nim_remark,
    .goal = nim_goal,
    .symmetries = symmetries,
    .transform = transform,
    .transform_move = transform_move,
    .transform_player = transform_player,
    .settle = settle,
    .side = side,
    .count = count,
    .random_move = random_move,
    .perft = NOT_IN_PAGE(perft),
    .advice = &nim_advice,
    .features = &nim_features,
    .solved = &nim_solved,
    .picture = &nim_picture,
    .tensor = NOT_IN_PAGE(&nim_tensor),
    .themes = &nim_themes,
};
