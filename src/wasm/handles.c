/* handles.c - see handles.h. */
#include "wasm/handles.h"

#include <stdlib.h>
#include <string.h>

#include "core/game.h"

tb_move handles_list[TB_MOVES_MAX], handles_spellings[TB_MOVES_MAX];

static struct {
    struct tb_match **matches; /* by number less 1; NULL: free */
    int capacity;
} handles;

int handles_add(struct tb_match *match)
{
    int at = 0;

    while (at < handles.capacity && handles.matches[at])
        at++;
    if (at == handles.capacity) {
        int capacity = handles.capacity ? 2 * handles.capacity : 16;
        struct tb_match **matches =
            realloc(handles.matches, (size_t)capacity * sizeof(*handles.matches));

        if (!matches) {
            tb_match_free(match);
            return 0;
        }
        memset(matches + at, 0, (size_t)(capacity - at) * sizeof *matches);
        handles.matches = matches;
        handles.capacity = capacity;
    }
    handles.matches[at] = match;
    return at + 1;
}

struct tb_match *handles_find(int handle)
{
    return handle >= 1 && handle <= handles.capacity ? handles.matches[handle - 1] : NULL;
}

void handles_remove(int handle)
{
    if (!handles_find(handle))
        return;
    tb_match_free(handles.matches[handle - 1]);
    handles.matches[handle - 1] = NULL;
}

int handles_moves(int handle)
{
    const struct tb_match *match = handles_find(handle);

    if (!match)
        return 0;
    const struct tb_position *position = tb_match_position(match);
    const struct tb_game *game = position->setup.game;
    int count = match_moves(match, handles_list);

    if (game->spellings)
        game->spellings(&position->state, handles_list, count, handles_spellings);
    return count;
}

const char *handles_text(int handle, int index)
{
    static char text[TB_MOVE_TEXT];
    const struct tb_match *match = handles_find(handle);

    text[0] = '\0';
    if (match && index >= 0 && index < TB_MOVES_MAX)
        position_move_text(tb_match_position(match), handles_list[index], text, sizeof text);
    return text;
}

int handles_play(int handle, int index)
{
    struct tb_match *match = handles_find(handle);

    if (match && index >= 0 && index < TB_MOVES_MAX)
        match_play_legal(match, handles_list[index], NULL);
    return handles_state(handle);
}

int handles_undo(int handle)
{
    struct tb_match *match = handles_find(handle);

    return match && tb_match_undo(match) ? handles_state(handle) : -1;
}

int handles_state(int handle)
{
    const struct tb_match *match = handles_find(handle);

    if (!match)
        return 0;
    const struct tb_position *position = tb_match_position(match);
    const struct tb_game *game = position->setup.game;
    enum tb_ending ending = tb_match_ending(match);
    unsigned winners = ending ? tb_match_result(match).winners : 0;

    return (game->turn(&position->state) + 1) | (int)ending << 4 | (int)winners << 8 |
           (int)tb_match_can_swap(match) << 16 | (game->spellings != NULL) << 17;
}
