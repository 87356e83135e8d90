/*
 * nim.c - Nim, for two or three: heaps of stones; whoever takes the last stone wins.
 *
 * Heap a has 1 stone at first, b has 3, c has 5, and so on. A move is a heap and how
 * many stones are taken from it, `c2`; its number is heap * TAKE_MAX + stones - 1. A
 * position is the heaps and the player to move, `1/3/5 1`.
 */
#include <string.h>

#include "core/game.h"
#include "core/picture.h"

enum { HEAPS_MAX = 5, TAKE_MAX = 9 };

struct nim {
    uint8_t stones[HEAPS_MAX];
    uint8_t heaps;
    uint8_t turn; /* from 0 */
    uint8_t players;
};

_Static_assert(sizeof(struct nim) == 8, "the state has no padding");

static int heap_size(int heap)
{
    return 2 * heap + 1;
}

/* ---- Rules --------------------------------------------------------------------- */

static void nim_init(const struct tb_setup *setup, void *state)
{
    struct nim *s = state;

    memset(s, 0, sizeof *s);
    s->heaps = (uint8_t)setup->options[0];
    s->players = (uint8_t)setup->players;
    for (int heap = 0; heap < s->heaps; heap++)
        s->stones[heap] = (uint8_t)heap_size(heap);
}

static int nim_turn(const void *state)
{
    return ((const struct nim *)state)->turn;
}

static int nim_moves(const void *state, tb_move *out)
{
    const struct nim *s = state;
    int count = 0;

    for (int heap = 0; heap < s->heaps; heap++)
        for (int stones = 1; stones <= s->stones[heap]; stones++)
            out[count++] = (tb_move)(heap * TAKE_MAX + stones - 1);
    return count;
}

static void nim_play(void *state, tb_move move)
{
    struct nim *s = state;

    s->stones[move / TAKE_MAX] -= (uint8_t)(move % TAKE_MAX + 1);
    s->turn = (uint8_t)((s->turn + 1) % s->players);
}

/* The last stone was taken by the player before the one to move. */
static struct tb_result nim_result(const void *state)
{
    static const uint8_t none[HEAPS_MAX];
    const struct nim *s = state;

    if (memcmp(s->stones, none, sizeof none) != 0)
        return (struct tb_result){0};
    return (struct tb_result){
        .over = true,
        .winners = (uint8_t)(1u << (s->turn + s->players - 1) % s->players),
    };
}

/* ---- Text ------------------------------------------------------------------------ */

static void nim_move_text(const void *state, tb_move move, struct text *out)
{
    (void)state;
    text_add(out, "%c%d", 'a' + (int)move / TAKE_MAX, (int)move % TAKE_MAX + 1);
}

static void nim_why(const void *state, const char *text, struct tb_reason *out)
{
    const struct nim *s = state;
    struct scan scan = {text};
    int heap, stones;

    if (nim_result(s).over) {
        reason_over(out);
    } else if (!scan_square(&scan, HEAPS_MAX, TAKE_MAX, &heap, &stones) || !scan_end(&scan)) {
        reason_set(out, "''{text}'' is not a move: write a heap and a number, for example a1.",
                   arg_text("text", quote(text).text));
    } else if (heap >= s->heaps || stones + 1 > s->stones[heap]) {
        reason_set(out, "There are not {stones} stones in heap {heap}.",
                   arg_count("stones", stones + 1),
                   arg_text("heap", (char[]){(char)('a' + heap), '\0'}));
        reason_blame(out, (char[]){(char)('a' + heap), '1', '\0'});
    } else {
        reason_legal(out, (tb_move)(heap * TAKE_MAX + stones));
    }
}

static void nim_position_text(const void *state, struct text *out)
{
    const struct nim *s = state;

    for (int heap = 0; heap < s->heaps; heap++)
        text_add(out, "%s%d", heap ? "/" : "", s->stones[heap]);
    text_add(out, " %d", s->turn + 1);
}

static int nim_position_parse(const struct tb_setup *setup, const char *text, void *state,
                              struct tb_error *error)
{
    struct nim *s = state;
    struct scan scan = {text};
    int value;
    bool good = true;

    nim_init(setup, s);
    for (int heap = 0; heap < s->heaps && good; heap++) {
        good = (heap == 0 || scan_char(&scan, '/')) && scan_number(&scan, heap_size(heap), &value);
        if (good)
            s->stones[heap] = (uint8_t)value;
    }
    good = good && scan_char(&scan, ' ') && scan_number(&scan, s->players, &value) && value > 0 &&
           scan_end(&scan);
    if (!good)
        return error_set(error, TB_ERR_POSITION,
                         "Write the heaps and the player to move, for example 1/3/5 1.");
    s->turn = (uint8_t)(value - 1);
    return TB_OK;
}

extern const struct tb_game nim_game;

static void nim_draw(const void *state, const struct tb_style *style, struct text *out)
{
    const struct nim *s = state;

    for (int heap = 0; heap < s->heaps; heap++) {
        bool last = style->last && style->last[0] == 'a' + heap;

        text_add(out, last ? "(%c) " : "%c ", 'a' + heap);
        for (int stone = 0; stone < s->stones[heap]; stone++)
            text_char(out, 'o');
        text_char(out, '\n');
    }
    draw_status(&nim_game, s, style, out);
}

/* ---- As data ---------------------------------------------------------------------- */

static void nim_scene(const void *state, struct tb_scene *out)
{
    const struct nim *s = state;

    for (int heap = 0; heap < s->heaps; heap++)
        for (int row = 0; row < s->stones[heap]; row++)
            scene_piece(out, (char[]){(char)('a' + heap), (char)('1' + row), '\0'}, "stone", -1);
}

static void nim_spell(const void *state, const struct tb_scene *scene, int turn, struct text *out)
{
    const struct nim *s = state;

    for (int heap = 0; heap < s->heaps; heap++) {
        int stones = 0;

        for (int i = 0; i < scene->piece_count; i++)
            stones += scene->pieces[i].place[0] == 'a' + heap;
        text_add(out, "%s%d", heap ? "/" : "", stones);
    }
    text_add(out, " %d", turn + 1);
}

static void nim_goal(const void *state, int player, struct text *out)
{
    (void)state;
    message_encode(out, MESSAGE("{player, select, you {You win} other {{player} wins}} by taking "
                                "the last stone.",
                                arg_player("player", player + 1)));
}

/* ---- Symmetry: none ----------------------------------------------------------------- */

static int nim_symmetries(const void *state)
{
    (void)state;
    return 1;
}

static void nim_transform(const void *state, int symmetry, void *out)
{
    (void)symmetry;
    memcpy(out, state, sizeof(struct nim));
}

static tb_move nim_transform_move(const void *state, int symmetry, tb_move move)
{
    (void)state;
    (void)symmetry;
    return move;
}

static int nim_transform_player(const void *state, int symmetry, int player)
{
    (void)state;
    (void)symmetry;
    return player;
}

/* ---- The game ------------------------------------------------------------------------- */

static const struct tb_option options[] = {
    {.size = sizeof(struct tb_option),
     .name = "heaps",
     .min = 2,
     .max = HEAPS_MAX,
     .step = 1,
     .defaults = {[2] = 3, [3] = 4},
     .text = N_("number of heaps")},
    {0},
};

const struct tb_game nim_game = {
    .name = "nim",
    .title = "Nim",
    .author = "unknown",
    .players = PLAYERS(2) | PLAYERS(3),
    .repeats = false,
    .options = options,
    .state_size = sizeof(struct nim),
    .moves_max = HEAPS_MAX * TAKE_MAX,
    .move_limit = HEAPS_MAX * TAKE_MAX,
    .init = nim_init,
    .turn = nim_turn,
    .moves = nim_moves,
    .play = nim_play,
    .result = nim_result,
    .move_text = nim_move_text,
    .why = nim_why,
    .position_text = nim_position_text,
    .position_parse = nim_position_parse,
    .draw = nim_draw,
    .goal = nim_goal,
    .picture = &(const struct picture){.scene = nim_scene, .spell = nim_spell},
    .symmetries = nim_symmetries,
    .transform = nim_transform,
    .transform_move = nim_transform_move,
    .transform_player = nim_transform_player,
};
