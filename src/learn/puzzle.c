/* puzzle.c - puzzles as text: lines of a file, tasks in words, walking through a tree. */
#include "learn/puzzle.h"

#include <stdlib.h>
#include <string.h>

#include "core/checksum.h"
#include "core/error.h"
#include "core/themes.h"

void puzzle_release(struct puzzle *puzzle)
{
    free(puzzle->tree);
    *puzzle = (struct puzzle){0};
}

/* ---- Trees ------------------------------------------------------------------------------- */

/* The characters of a move or reply. */
static size_t word_length(const char *at)
{
    return strcspn(at, "(/= )*");
}

/* Behind a tree: its move and, if there are any, its branches. */
static const char *skip_tree(const char *tree)
{
    const char *at = tree + word_length(tree);
    int depth = 0;

    if (*at != '(')
        return at;
    for (; *at; at++) {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        if (depth == 0)
            return at + 1;
    }
    return at;
}

bool puzzle_answer(const char *tree, char out[TB_MOVE_TEXT])
{
    size_t length = word_length(tree);

    if (length == 0 || length >= TB_MOVE_TEXT)
        return false;
    memcpy(out, tree, length);
    out[length] = '\0';
    return true;
}

/* The first branch of a tree, NULL if it has none. */
static const char *first_branch(const char *tree)
{
    const char *at = tree + word_length(tree);

    return *at == '(' ? at + 1 : NULL;
}

/* True if a branch's list of replies, which ends with '=', contains this one. */
static bool branch_takes(const char *branch, const char *reply)
{
    size_t length = strlen(reply);

    if (*branch == '*')
        return true;
    for (const char *at = branch; *at && *at != '='; at++) {
        size_t word = word_length(at);

        if (word == length && strncmp(at, reply, length) == 0)
            return true;
        at += word;
        if (*at != '/')
            break;
    }
    return false;
}

const char *puzzle_follow(const char *tree, const char *reply)
{
    const char *branch = first_branch(tree);

    while (branch && *branch) {
        const char *next = strchr(branch, '=');

        if (!next)
            return NULL;
        if (branch_takes(branch, reply))
            return next + 1;
        next = skip_tree(next + 1);
        branch = *next == ' ' ? next + 1 : NULL;
    }
    return NULL;
}

int puzzle_moves(const char *tree)
{
    const char *branch = first_branch(tree);
    int most = 0;

    while (branch && *branch) {
        const char *next = strchr(branch, '=');

        if (!next)
            break;
        int moves = puzzle_moves(next + 1);

        most = moves > most ? moves : most;
        next = skip_tree(next + 1);
        branch = *next == ' ' ? next + 1 : NULL;
    }
    return most + 1;
}

/* ---- Attempts ---------------------------------------------------------------------------- */

struct puzzle_attempt puzzle_attempt_start(const struct puzzle *puzzle)
{
    return (struct puzzle_attempt){
        .position = puzzle->position, .tree = puzzle->tree, .plies = puzzle->plies};
}

int puzzle_attempt_play(struct puzzle_attempt *at, const char *text, struct tb_error *error)
{
    char answer[TB_MOVE_TEXT], spelling[TB_MOVE_TEXT];
    tb_move move;
    int code = tb_move_parse(&at->position, text, &move, error);

    if (code)
        return code;
    if (!at->tree || at->wrong)
        return error_set(error, TB_ERR_OVER, "The puzzle ends before this move.");
    tb_move_text(&at->position, move, spelling, sizeof spelling);
    tb_play(&at->position, move, NULL);
    at->plies = plies_after(at->plies);
    if (at->replying) {
        at->tree = puzzle_follow(at->tree, spelling);
        at->replying = false;
        return TB_OK;
    }
    at->wrong = !puzzle_answer(at->tree, answer) || strcmp(answer, spelling) != 0;
    if (!at->wrong && (at->tree[strlen(answer)] != '(' || tb_position_result(&at->position).over))
        at->tree = NULL;
    at->replying = !at->wrong && at->tree;
    return TB_OK;
}

/* ---- Lines ------------------------------------------------------------------------------- */

static void write_task(const struct puzzle *puzzle, struct text *out)
{
    text_add(out, "%s", puzzle->goal == PUZZLE_WIN ? "win" : puzzle->draw ? "draw" : "hold");
    if (puzzle->plies < PLIES_ANY)
        text_add(out, " %d", puzzle->plies);
}

static void write_themes(const struct puzzle *puzzle, struct text *out)
{
    const struct theme *themes = game_themes(puzzle->position.setup.game);
    const char *between = "";

    for (int i = 0; themes[i].name; i++) {
        if (!(puzzle->themes >> i & 1))
            continue;
        text_add(out, "%s%s", between, themes[i].name);
        between = ",";
    }
}

void puzzle_write(const struct puzzle *puzzle, struct text *out)
{
    char position[TB_POSITION_TEXT];

    tb_position_text(&puzzle->position, position, sizeof position);
    text_add(out, "%s\t%s\t", puzzle->id, position);
    write_task(puzzle, out);
    text_add(out, "\t%d\t", puzzle->grade);
    write_themes(puzzle, out);
    text_add(out, "\t%s", puzzle->tree);
}

void puzzle_identify(struct puzzle *puzzle)
{
    static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
    char buffer[TB_POSITION_TEXT + 32];
    struct text text = text_into(buffer, sizeof buffer);

    write_task(puzzle, &text);
    tb_position_text(&puzzle->position, buffer + text.used, sizeof buffer - text.used);
    uint64_t hash = checksum_text(CHECKSUM_START, buffer);

    hash ^= hash >> 32;
    for (int i = 0; i < PUZZLE_ID_SIZE - 1; i++)
        puzzle->id[i] = letters[hash >> (5 * i) & 31];
    puzzle->id[PUZZLE_ID_SIZE - 1] = '\0';
}

enum { FIELD_ID, FIELD_POSITION, FIELD_TASK, FIELD_GRADE, FIELD_THEMES, FIELD_TREE, FIELDS };

static int read_task(const char *field, struct puzzle *puzzle, struct tb_error *error)
{
    struct scan scan = {field};

    puzzle->goal = scan_word(&scan, "win") ? PUZZLE_WIN : PUZZLE_HOLD;
    puzzle->plies = PLIES_ANY;
    if (puzzle->goal == PUZZLE_HOLD) {
        puzzle->draw = scan_word(&scan, "draw");
        if (!puzzle->draw && !scan_word(&scan, "hold"))
            return error_set(error, TB_ERR_SYNTAX, "''{text}'' is not a task.",
                             arg_text("text", quote(field).text));
    }
    bool limited = scan_char(&scan, ' ');

    if ((limited && !scan_number(&scan, PLIES_MAX, &puzzle->plies)) || !scan_end(&scan) ||
        puzzle->plies == 0 || (limited && puzzle->draw))
        return error_set(error, TB_ERR_SYNTAX, "''{text}'' is not a task.",
                         arg_text("text", quote(field).text));
    if (!limited && puzzle->position.setup.game->repeats)
        return error_set(error, TB_ERR_VALUE, "A task of this game needs a number of plies.");
    return TB_OK;
}

static int read_themes(const char *field, struct puzzle *puzzle, struct tb_error *error)
{
    const struct theme *themes = game_themes(puzzle->position.setup.game);

    for (const char *at = field; *at;) {
        size_t length = strcspn(at, ",");
        int found = -1;

        for (int i = 0; themes[i].name; i++)
            if (strlen(themes[i].name) == length && strncmp(at, themes[i].name, length) == 0)
                found = i;
        if (found < 0)
            return error_set(error, TB_ERR_VALUE, "''{text}'' is not a list of themes.",
                             arg_text("text", quote(field).text));
        puzzle->themes |= 1u << found;
        at += length + (at[length] == ',');
    }
    return TB_OK;
}

static int read_fields(char *const *fields, const struct tb_game *game, struct puzzle *puzzle,
                       struct tb_error *error)
{
    struct tb_setup setup;
    struct scan scan = {fields[FIELD_GRADE]};
    int code;

    if ((code = tb_setup_init(&setup, game, 0, error)) ||
        (code = tb_position_parse(&puzzle->position, &setup, fields[FIELD_POSITION], error)) ||
        (code = read_task(fields[FIELD_TASK], puzzle, error)) ||
        (code = read_themes(fields[FIELD_THEMES], puzzle, error)))
        return code;
    if (!scan_number(&scan, PUZZLE_GRADES, &puzzle->grade) || !scan_end(&scan) || puzzle->grade < 1)
        return error_set(error, TB_ERR_VALUE, "''{text}'' is not a grade from 1 to {max}.",
                         arg_text("text", quote(fields[FIELD_GRADE]).text),
                         arg_count("max", PUZZLE_GRADES));
    if (strlen(fields[FIELD_ID]) != PUZZLE_ID_SIZE - 1)
        return error_set(error, TB_ERR_VALUE, "''{text}'' is not the id of a puzzle.",
                         arg_text("text", quote(fields[FIELD_ID]).text));
    memcpy(puzzle->id, fields[FIELD_ID], PUZZLE_ID_SIZE);
    if (strlen(fields[FIELD_TREE]) > PUZZLE_TREE_MAX)
        return error_set(error, TB_ERR_VALUE, "The solution is too long.");
    puzzle->tree = strdup(fields[FIELD_TREE]);
    return puzzle->tree ? TB_OK : error_memory(error);
}

int puzzle_read(const char *line, const struct tb_game *game, struct puzzle *puzzle,
                struct tb_error *error)
{
    char *fields[FIELDS], *copy = strdup(line), *at = copy;
    int count = 0, code = TB_OK;

    if (!copy)
        return error_memory(error);
    copy[strcspn(copy, "\r\n")] = '\0';
    while (at && count < FIELDS) {
        fields[count++] = at;
        at = strchr(at, '\t');
        if (at)
            *at++ = '\0';
    }
    if (count != FIELDS || at)
        code =
            error_set(error, TB_ERR_SYNTAX, "A puzzle has {count} fields with tabs between them.",
                      arg_count("count", FIELDS));
    else
        code = read_fields(fields, game, puzzle, error);
    free(copy);
    if (code)
        puzzle_release(puzzle);
    return code;
}

/* ---- Words ------------------------------------------------------------------------------- */

static void win_text(int player, int moves, const struct tb_viewer *viewer, struct text *out)
{
    if (moves == 1)
        text_message_for(
            out, viewer,
            MESSAGE("{player, select, you {You} other {{player}}} to move: win at once.",
                    arg_player("player", player)));
    else
        text_message_for(
            out, viewer,
            MESSAGE("{player, select, you {You} other {{player}}} to move: win in {moves} moves.",
                    arg_player("player", player), arg_count("moves", moves)));
}

static void hold_text(int player, int moves, const struct tb_viewer *viewer, struct text *out)
{
    if (moves == 1)
        text_message_for(out, viewer,
                         MESSAGE("{player, select, you {You} other {{player}}} to move: find the "
                                 "only move that does not lose at once.",
                                 arg_player("player", player)));
    else
        text_message_for(out, viewer,
                         MESSAGE("{player, select, you {You} other {{player}}} to move: all moves "
                                 "but one lose within {moves} moves. Find it.",
                                 arg_player("player", player), arg_count("moves", moves)));
}

void puzzle_task_text(const struct puzzle *puzzle, const struct tb_viewer *viewer, struct text *out)
{
    int player = tb_turn(&puzzle->position) + 1, moves = (puzzle->plies + 1) / 2;

    if (puzzle->goal == PUZZLE_WIN && puzzle->plies < PLIES_ANY)
        win_text(player, moves, viewer, out);
    else if (puzzle->goal == PUZZLE_WIN)
        text_message_for(out, viewer,
                         MESSAGE("{player, select, you {You} other {{player}}} to move: find the "
                                 "only move that wins.",
                                 arg_player("player", player)));
    else if (puzzle->draw)
        text_message_for(
            out, viewer,
            MESSAGE("{player, select, you {You} other {{player}}} to move: hold the draw.",
                    arg_player("player", player)));
    else if (puzzle->plies == PLIES_ANY)
        text_message_for(out, viewer,
                         MESSAGE("{player, select, you {You} other {{player}}} to move: find the "
                                 "only move that does not lose.",
                                 arg_player("player", player)));
    else
        hold_text(player, puzzle->plies / 2, viewer, out);
}

void puzzle_attempt_task(const struct puzzle *puzzle, const struct puzzle_attempt *attempt,
                         const struct tb_viewer *viewer, struct text *out)
{
    struct puzzle rest = *puzzle;

    if (attempt->tree && !attempt->wrong && !attempt->replying)
        rest.plies = attempt->plies;
    puzzle_task_text(&rest, viewer, out);
}

void puzzle_attempt_fault(const struct puzzle *puzzle, const struct puzzle_attempt *attempt,
                          const char *wrong, const char *reply, const char *lang, struct text *out)
{
    int moves = (attempt->plies + 2) / 2; /* that the solver had before this one */

    if (puzzle->goal == PUZZLE_HOLD && reply)
        text_message(out, lang, "{move} loses to {reply}.", arg_text("move", wrong),
                     arg_text("reply", reply));
    else if (puzzle->goal == PUZZLE_WIN && moves == 1)
        text_message(out, lang, "{move} does not win at once.", arg_text("move", wrong));
    else if (reply && attempt->plies < PLIES_ANY)
        text_message(
            out, lang,
            "{move} does not do it: after {reply} there is no win in {moves} moves any more.",
            arg_text("move", wrong), arg_text("reply", reply), arg_count("moves", moves));
    else if (reply)
        text_message(out, lang,
                     "{move} does not do it: after {reply} there is no forced win any more.",
                     arg_text("move", wrong), arg_text("reply", reply));
    else
        text_message(out, lang, "{move} does not do it.", arg_text("move", wrong));
}
