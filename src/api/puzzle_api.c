/* puzzle_api.c - puzzles as the public interface shows them. */
#include <stdlib.h>
#include <string.h>

#include "api/check.h"
#include "core/error.h"
#include "core/themes.h"
#include "core/windows.h"
#include "file/file.h"
#include "learn/puzzle_file.h"

_Static_assert((int)TB_GRADES == (int)PUZZLE_GRADES, "the public number is ours");
_Static_assert((int)TB_PUZZLE_ID >= (int)PUZZLE_ID_SIZE, "an id fits");
_Static_assert((int)TB_PLIES_ANY == (int)PLIES_ANY, "the public number is ours");

struct tb_puzzles {
    struct puzzle_list list;
};

static struct tb_puzzles *read_text(const char *text, struct tb_error *error)
{
    struct tb_puzzles *puzzles = calloc(1, sizeof *puzzles);

    if (!puzzles) {
        error_memory(error);
        return NULL;
    }
    if (puzzle_list_read(text, &puzzles->list, error)) {
        free(puzzles);
        return NULL;
    }
    return puzzles;
}

struct tb_puzzles *tb_puzzles_load(const char *path, struct tb_error *error)
{
    if (!path) {
        api_missing(error, "path");
        return NULL;
    }
    char *text = file_read(path, error);
    struct tb_puzzles *puzzles = text ? read_text(text, error) : NULL;

    free(text);
    return puzzles;
}

struct tb_puzzles *tb_puzzles_new(const char *text, size_t length, struct tb_error *error)
{
    if (!text) {
        api_missing(error, "text");
        return NULL;
    }
    if (memchr(text, '\0', length)) {
        error_set(error, TB_ERR_SYNTAX, "The text contains a zero byte.");
        return NULL;
    }
    char *copy = strndup(text, length);

    if (!copy) {
        error_memory(error);
        return NULL;
    }
    struct tb_puzzles *puzzles = read_text(copy, error);

    free(copy);
    return puzzles;
}

void tb_puzzles_free(struct tb_puzzles *puzzles)
{
    if (puzzles)
        puzzle_list_release(&puzzles->list);
    free(puzzles);
}

int tb_puzzles_count(const struct tb_puzzles *puzzles)
{
    return puzzles ? puzzles->list.count : TB_ERR_ARGUMENT;
}

/* Returns NULL if the index is out of range. */
static const struct puzzle *puzzle_at(const struct tb_puzzles *puzzles, int index)
{
    return puzzles && index >= 0 && index < puzzles->list.count ? &puzzles->list.puzzles[index]
                                                                : NULL;
}

/* Sets the error for an index that puzzle_at() does not find; returns its code. */
static int missing_puzzle(const struct tb_puzzles *puzzles, struct tb_error *error)
{
    return puzzles ? error_set(error, TB_ERR_RANGE, "There are {count} puzzles.",
                               arg_count("count", puzzles->list.count))
                   : api_missing(error, "puzzles");
}

int tb_puzzles_get(const struct tb_puzzles *puzzles, int index, struct tb_puzzle *puzzle)
{
    const struct puzzle *found = puzzle_at(puzzles, index);

    if (!found)
        return missing_puzzle(puzzles, NULL);
    if (!puzzle)
        return TB_ERR_ARGUMENT;
    struct tb_puzzle own = {
        .size = sizeof own,
        .goal = found->goal == PUZZLE_WIN ? TB_GOAL_WIN
                : found->draw             ? TB_GOAL_DRAW
                                          : TB_GOAL_HOLD,
        .plies = found->plies,
        .grade = found->grade,
        .length = puzzle_moves(found->tree),
    };

    memcpy(own.id, found->id, sizeof found->id);
    return api_write_struct(puzzle, &own, length, NULL);
}

int tb_puzzles_position(const struct tb_puzzles *puzzles, int index, struct tb_position *position)
{
    const struct puzzle *found = puzzle_at(puzzles, index);

    if (!found || !position)
        return found ? TB_ERR_ARGUMENT : missing_puzzle(puzzles, NULL);
    *position = found->position;
    return TB_OK;
}

int tb_puzzles_find(const struct tb_puzzles *puzzles, const char *id)
{
    if (!puzzles || !id)
        return TB_ERR_ARGUMENT;
    const struct puzzle *found = puzzle_list_find(&puzzles->list, id);

    return found ? (int)(found - puzzles->list.puzzles) : TB_ERR_RANGE;
}

int tb_puzzles_next(const struct tb_puzzles *puzzles, int index, int grade)
{
    if (!puzzles)
        return TB_ERR_ARGUMENT;
    if (index < 0 || grade < 0 || grade > TB_GRADES)
        return TB_ERR_RANGE;
    return puzzle_list_next(&puzzles->list, index, grade);
}

int tb_puzzles_task(const struct tb_puzzles *puzzles, int index, const char *lang, char *out,
                    size_t size)
{
    const struct puzzle *puzzle = puzzle_at(puzzles, index);

    if (!puzzle || (!out && size > 0))
        return puzzle ? TB_ERR_ARGUMENT : missing_puzzle(puzzles, NULL);
    struct text text = text_into(out, size);

    puzzle_task_text(puzzle, &(struct tb_viewer){.lang = lang}, &text);
    return (int)text.used;
}

int tb_puzzles_themes(const struct tb_puzzles *puzzles, int index, const char *lang, char *out,
                      size_t size)
{
    const struct puzzle *puzzle = puzzle_at(puzzles, index);

    if (!puzzle || (!out && size > 0))
        return puzzle ? TB_ERR_ARGUMENT : missing_puzzle(puzzles, NULL);
    struct text text = text_into(out, size);

    const struct theme *themes = game_themes(puzzle->position.setup.game);

    for (int i = 0; themes[i].name; i++)
        if (puzzle->themes >> i & 1)
            text_add(&text, "%s%s", text.used > 0 ? "\n" : "", translate(lang, themes[i].text));
    return (int)text.used;
}

int tb_puzzles_attempt(const struct tb_puzzles *puzzles, int index, const char *const *moves,
                       int count, struct tb_attempt *attempt, struct tb_error *error)
{
    const struct puzzle *puzzle = puzzle_at(puzzles, index);
    struct tb_attempt own;
    char answer[TB_MOVE_TEXT];
    int code;

    if (!puzzle)
        return missing_puzzle(puzzles, error);
    if (!attempt || (!moves && count > 0))
        return api_missing(error, attempt ? "moves" : "attempt");
    if ((code = api_read_struct(&own, attempt, position, error)))
        return code;
    struct puzzle_attempt at = puzzle_attempt_start(puzzle);

    for (int i = 0; i < count && !code; i++)
        code = moves[i] ? puzzle_attempt_play(&at, moves[i], error) : api_missing(error, "move");
    if (code)
        return code;
    own.state = at.wrong      ? TB_ATTEMPT_WRONG
                : !at.tree    ? TB_ATTEMPT_SOLVED
                : at.replying ? TB_ATTEMPT_REPLY
                              : TB_ATTEMPT_OPEN;
    own.answer = TB_MOVE_NONE;
    if (own.position)
        *own.position = at.position;
    if (own.state == TB_ATTEMPT_OPEN && puzzle_answer(at.tree, answer) &&
        tb_move_parse(&at.position, answer, &own.answer, NULL))
        own.answer = TB_MOVE_NONE;
    return api_write_struct(attempt, &own, position, error);
}

int tb_puzzles_solution(const struct tb_puzzles *puzzles, int index, char *out, size_t size)
{
    const struct puzzle *puzzle = puzzle_at(puzzles, index);

    if (!puzzle || (!out && size > 0))
        return puzzle ? TB_ERR_ARGUMENT : missing_puzzle(puzzles, NULL);
    struct text text = text_into(out, size);

    text_add(&text, "%s", puzzle->tree);
    return (int)text.used;
}
