/* choose.c - the computer player's choice of an action in a match. */
#include "search/search.h"

void search_task_match(struct search_task *task, const struct tb_match *match)
{
    const struct tb_position *position = tb_match_position(match);

    task->game = position->setup.game;
    task->state = &position->state;
    task->history = match_states(match);
    task->history_length = tb_match_plies(match);
    task->repetition = match_rules_of(match).repetition;
}

bool search_wants_swap(const struct tb_match *match, const struct search_info *info)
{
    return tb_match_can_swap(match) && info->line_count > 0 && info->lines[0].score < 0;
}

void engine_choose(struct engine *engine, const struct tb_match *match,
                   const struct search_task *task, char *entry, struct search_info *info)
{
    struct search_task whole = *task;

    search_task_match(&whole, match);
    tb_move move = engine_think(engine, &whole, info);

    if (!entry)
        return;
    if (search_wants_swap(match, info))
        strcpy(entry, "swap");
    else
        tb_move_text(tb_match_position(match), move, entry, TB_MOVE_TEXT);
}
