/* nim_text.c - notation, reasons, drawing and remarks of Nim. */
#include "core/message.h"
#include "games/nim/nim.h"

void nim_move_text(const void *state, tb_move move, struct text *out)
{
    (void)state;
    text_add(out, "%c%d", 'a' + nim_heap(move), nim_taken(move));
}

void nim_why(const void *state, const char *text, struct tb_reason *out)
{
    const struct nim *s = state;
    struct scan scan = {text};
    int heap, stones;

    if (nim_stones_left(s) == 0) {
        reason_over(out);
    } else if (!scan_square(&scan, NIM_HEAPS, NIM_STONES, &heap, &stones) || !scan_end(&scan)) {
        reason_set(out, "''{text}'' is not a move: write a heap and a number, for example a1.",
                   arg_text("text", quote(text).text));
    } else if (heap >= s->heaps || stones + 1 > s->stones[heap]) {
        reason_set(out,
                   "There {stones, plural, one {is not one stone} other {are not # stones}} in "
                   "heap {heap}.",
                   arg_count("stones", stones + 1),
                   arg_text("heap", (char[]){(char)('a' + heap), '\0'}));
        reason_blame(out, (char[]){(char)('a' + heap), '1', '\0'});
    } else {
        reason_legal(out, (tb_move)(heap * NIM_STONES + stones));
    }
}

void nim_position_text(const void *state, struct text *out)
{
    const struct nim *s = state;

    for (int heap = 0; heap < s->heaps; heap++)
        text_add(out, "%s%d", heap ? "/" : "", s->stones[heap]);
    text_add(out, " %d", s->turn + 1);
}

int nim_position_parse(const struct tb_setup *setup, const char *text, void *state,
                       struct tb_error *error)
{
    struct nim *s = state;
    struct scan scan = {text};
    int value;
    bool good = true;

    nim_game.init(setup, s);
    for (int heap = 0; heap < s->heaps && good; heap++) {
        good = (heap == 0 || scan_char(&scan, '/')) && scan_number(&scan, NIM_STONES, &value);
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

void nim_draw(const void *state, const struct tb_style *style, struct text *out)
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

void nim_remark(const void *state, const tb_move *move, struct text *out)
{
    struct nim s = *(const struct nim *)state;

    if (move)
        s.stones[nim_heap(*move)] -= (uint8_t)nim_taken(*move);
    if (move && s.stones[nim_heap(*move)] == 0)
        remark_add(out, "Heap {heap} is empty then.",
                   arg_text("heap", (char[]){(char)('a' + nim_heap(*move)), '\0'}));
    remark_add(out,
               "{stones, plural, one {One stone} other {# stones}} in {heaps, plural, one {one "
               "heap} other {# heaps}}.",
               arg_count("stones", nim_stones_left(&s)), arg_count("heaps", nim_heaps_left(&s)));
}

void nim_goal(const void *state, int player, struct text *out)
{
    (void)state;
    message_encode(out, MESSAGE("{player, select, you {You win} other {{player} wins}} by taking "
                                "the last stone.",
                                arg_player("player", player + 1)));
}
