/* variation.c - spelling a line of play, which takes the position before each move. */
#include "protocol/variation.h"

void variation_each(const struct tb_position *position, const struct search_line *line,
                    void (*visit)(void *context, const char *move), void *context)
{
    struct tb_position now = *position;

    for (int i = 0; i < line->length; i++) {
        char move[TB_MOVE_TEXT];

        if (!game_is_legal(now.setup.game, &now.state, line->pv[i]))
            return;
        tb_move_text(&now, line->pv[i], move, sizeof move);
        visit(context, move);
        tb_play(&now, line->pv[i], NULL);
    }
}

static void add_move(void *context, const char *move)
{
    text_add(context, " %s", move);
}

void variation_text(const struct tb_position *position, const struct search_line *line,
                    struct text *out)
{
    variation_each(position, line, add_move, out);
}
