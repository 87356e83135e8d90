/*
 * variation.c - spelling a line of play, which takes the position before each move.
 *
 * A search stops where a table knows the rest. Here the rest is read from the table: from
 * each position on, a move that keeps its exact value and, where the table counts plies, its
 * length.
 */
#include "search/variation.h"
#include "core/solved.h"

/* Gets the value of a move for the player who makes it; false if it is not known at once. */
static bool move_verdict(const struct tb_position *position, struct ending_table *ending,
                         tb_move move, struct verdict *out)
{
    const struct tb_game *game = position->setup.game;
    int player = tb_turn(position);
    struct tb_position next = *position;

    game->play(&next.state, move);
    struct tb_result result = game->result(&next.state);

    if (result.over) {
        bool won = result.winners & (1u << player);

        *out = (struct verdict){won ? 1 : result.winners ? -1 : 0, 1};
        return true;
    }
    if (!position_probe(game, ending, &next.state, out))
        return false;
    *out = (struct verdict){-out->value, out->plies < 0 ? -1 : out->plies + 1};
    return true;
}

/* A move that keeps what the table says of the position; MOVE_NONE where it says nothing. */
static tb_move table_move(const struct tb_position *position, struct ending_table *ending)
{
    const struct tb_game *game = position->setup.game;
    tb_move moves[TB_MOVES_MAX];
    struct verdict known, one;

    if (position->setup.players != 2 || game->result(&position->state).over ||
        !position_probe(game, ending, &position->state, &known))
        return MOVE_NONE;
    if (known.plies < 0 && game->repeats)
        return MOVE_NONE; /* it might go round in circles */
    int count = game->moves(&position->state, moves);

    for (int i = 0; i < count; i++)
        if (move_verdict(position, ending, moves[i], &one) && one.value == known.value &&
            (known.value == 0 || one.plies == known.plies))
            return moves[i];
    return MOVE_NONE;
}

void variation_each(const struct tb_position *position, const struct search_line *line,
                    void (*visit)(void *context, const char *move), void *context)
{
    struct tb_position now = *position;
    struct ending_table ending = {0};

    for (int i = 0; i < SEARCH_PV_MAX; i++) {
        char text[TB_MOVE_TEXT];
        tb_move move = i < line->length ? line->pv[i] : MOVE_NONE;

        if (i >= line->length && line->exact)
            move = table_move(&now, &ending);
        if (move == MOVE_NONE || !game_is_legal(now.setup.game, &now.state, move))
            return;
        tb_move_text(&now, move, text, sizeof text);
        visit(context, text);
        tb_play(&now, move, NULL);
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
