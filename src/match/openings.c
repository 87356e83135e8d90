/* openings.c - the start, random moves, or what a file says. */
#include "match/openings.h"

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/canonical.h"
#include "core/game.h"
#include "core/record.h"
#include "match/hash_set.h"
#include "json/record_json.h"

void openings_release(struct opening_list *list)
{
    for (int i = 0; i < list->count; i++)
        free(list->items[i].moves);
    free(list->items);
    *list = (struct opening_list){0};
}

static int add(struct opening_list *list, const struct tb_position *start, const char *moves,
               struct tb_error *error)
{
    char *copy = strdup(moves);

    if (!copy || !ARRAY_RESERVE(list->items, list->capacity, list->count, 1)) {
        free(copy);
        return error_memory(error);
    }
    list->items[list->count++] = (struct opening){*start, copy};
    return TB_OK;
}

/* What a function that fills a list returns. */
static int close_list(struct opening_list *list, int code)
{
    if (code)
        openings_release(list);
    return code;
}

int openings_usual(struct opening_list *list, const struct tb_setup *setup, struct tb_error *error)
{
    struct tb_position start;

    tb_position_start(&start, setup, NULL);
    return close_list(list, add(list, &start, "", error));
}

static int play_words(struct tb_match *match, char *line, struct tb_error *error)
{
    for (char *word; (word = strsep(&line, " \t"));) {
        int code = *word ? tb_match_play(match, word, error) : TB_OK;

        if (code) {
            error_prefix(error,
                         "Move {move} ''{word}'': ", arg_count("move", tb_match_plies(match) + 1),
                         arg_text("word", quote(word).text));
            return code;
        }
    }
    return TB_OK;
}

/* True if the match is not over after these moves. */
static bool is_open(const struct tb_position *start, const char *moves,
                    const struct match_rules *rules)
{
    struct tb_match *match = match_new(start, rules, NULL);
    char *copy = strdup(moves);
    bool open = match && copy && play_words(match, copy, NULL) == TB_OK &&
                tb_match_ending(match) == TB_ENDING_NONE;

    free(copy);
    tb_match_free(match);
    return open;
}

/* ---- Random openings --------------------------------------------------------------- */

enum {
    PLIES_MAX = 200,
    TRIES_MAX = 2000, /* in a row without a new opening */
};

/* The same for a position and all that symmetry or translation makes the same. */
static uint64_t common_hash(const struct tb_position *position)
{
    const struct tb_game *game = position->setup.game;
    const void *state = &position->state;

    return canonical_hash(game, state, game->turn(state), canonical_all(game, state));
}

/* True if the game is over, or the player to move can win with one move. */
static bool is_decided(const struct tb_position *position)
{
    tb_move moves[TB_MOVES_MAX];
    int count = tb_moves(position, moves), player = tb_turn(position);

    for (int i = 0; i < count; i++) {
        struct tb_position next = *position;

        tb_play(&next, moves[i], NULL);
        if (tb_position_result(&next).winners & (1u << player))
            return true;
    }
    return count == 0;
}

/* Plays `plies` random moves and spells them; false if the game ends before that. */
static bool play_random_moves(struct tb_position *position, int plies, struct rng *rng,
                              struct text *spelled)
{
    tb_move moves[TB_MOVES_MAX];

    for (int i = 0; i < plies; i++) {
        int count = tb_moves(position, moves);
        char word[TB_MOVE_TEXT];

        if (count == 0)
            return false;
        tb_move move = moves[rng_below(rng, (uint32_t)count)];

        tb_move_text(position, move, word, sizeof word);
        text_add(spelled, "%s%s", i ? " " : "", word);
        tb_play(position, move, NULL);
    }
    return !is_decided(position);
}

int openings_random(struct opening_list *list, const struct tb_setup *setup,
                    const struct match_rules *rules, int plies, int wanted, uint64_t seed,
                    struct tb_error *error)
{
    struct rng rng = {seed};
    struct hash_set seen = {0};
    struct tb_position start;
    int code = TB_OK;

    if (plies < 1 || plies > PLIES_MAX)
        return error_set(error, TB_ERR_RANGE, "Random openings have 1 to {max} plies, not {plies}.",
                         arg_count("max", PLIES_MAX), arg_count("plies", plies));
    tb_position_start(&start, setup, NULL);
    for (int tries = 0; !code && tries < TRIES_MAX && list->count < wanted; tries++) {
        struct tb_position position = start;
        char moves[PLIES_MAX * TB_MOVE_TEXT + 1];
        struct text spelled = text_into(moves, sizeof moves);

        if (play_random_moves(&position, plies, &rng, &spelled) && is_open(&start, moves, rules) &&
            hash_set_add(&seen, common_hash(&position))) {
            code = add(list, &start, moves, error);
            tries = 0;
        }
    }
    hash_set_release(&seen);
    if (!code && list->count == 0)
        code =
            error_set(error, TB_ERR_RANGE,
                      "Random moves never lead to a game that is still open after {plies} plies.",
                      arg_count("plies", plies));
    return close_list(list, code);
}

/* ---- Files ------------------------------------------------------------------------------ */

/* The match that the openings of a file are for. */
struct target {
    const struct tb_setup *setup;
    const struct match_rules *rules;
};

int openings_check_setup(const struct tb_setup *wanted, const struct tb_setup *found,
                         struct tb_error *error)
{
    if (found->game != wanted->game)
        return error_set(error, TB_ERR_GAME, "It is a game of {game}, not of {wanted}.",
                         arg_text("game", tb_game_title(found->game)),
                         arg_text("wanted", tb_game_title(wanted->game)));
    if (found->players != wanted->players)
        return error_set(error, TB_ERR_PLAYERS, "It has {players} players, not {wanted}.",
                         arg_count("players", found->players),
                         arg_count("wanted", wanted->players));
    for (int i = 0; i < tb_game_option_count(wanted->game); i++)
        if (found->options[i] != wanted->options[i]) {
            char theirs[32], ours[32];

            tb_setup_option(found, i, theirs, sizeof theirs);
            tb_setup_option(wanted, i, ours, sizeof ours);
            return error_set(error, TB_ERR_VALUE, "It has {option}={theirs}, not {ours}.",
                             arg_text("option", tb_game_option(wanted->game, i)->name),
                             arg_text("theirs", theirs), arg_text("ours", ours));
        }
    return TB_OK;
}

/* Adds what a match has come to. */
static int add_match(struct opening_list *list, const struct target *target,
                     const struct tb_match *match, struct tb_error *error)
{
    const struct tb_position *start = tb_match_start(match);
    int length = tb_match_length(match),
        code = openings_check_setup(target->setup, &start->setup, error);

    if (code)
        return code;
    if (tb_match_swapped(match))
        return error_set(error, TB_ERR_RECORD, "An opening cannot contain a swap.");
    size_t size = (size_t)length * TB_MOVE_TEXT + 1;
    char *moves = malloc(size);
    struct text text = text_into(moves, moves ? size : 0);

    for (int i = 0; i < length; i++)
        text_add(&text, "%s%s", i ? " " : "", tb_match_entry(match, i));
    if (!moves)
        code = error_memory(error);
    else if (!is_open(start, moves, target->rules))
        code = error_set(error, TB_ERR_OVER, "The game is over.");
    else
        code = add(list, start, moves, error);
    free(moves);
    return code;
}

/* The position that a line names, or the usual start if it begins with a move. */
static int line_start(const struct tb_setup *setup, char *line, struct tb_position *start,
                      bool *is_moves, struct tb_error *error)
{
    size_t length = strcspn(line, " \t");
    char end = line[length];
    tb_move move;

    tb_position_start(start, setup, NULL);
    line[length] = '\0';
    *is_moves = tb_move_parse(start, line, &move, NULL) == TB_OK;
    line[length] = end;
    if (*is_moves || tb_position_parse(start, setup, line, NULL) == TB_OK)
        return TB_OK;
    return error_set(error, TB_ERR_SYNTAX,
                     "This is neither a list of moves nor a position of {game}.",
                     arg_text("game", tb_game_title(setup->game)));
}

static int add_line(struct opening_list *list, const struct target *target, char *line,
                    struct tb_error *error)
{
    struct tb_position start;
    bool is_moves;
    int code = line_start(target->setup, line, &start, &is_moves, error);

    if (code)
        return code;
    struct tb_match *match = match_new(&start, target->rules, error);

    if (!match)
        return TB_ERR_MEMORY;
    if (is_moves)
        code = play_words(match, line, error);
    if (!code)
        code = add_match(list, target, match, error);
    tb_match_free(match);
    return code;
}

/* Adds a record that was read with `code`; releases it. */
static int add_record(struct opening_list *list, const struct target *target, struct record *record,
                      int code, struct tb_error *error)
{
    if (!code)
        code = add_match(list, target, record->match, error);
    record_release(record);
    return code;
}

static int at_line(struct tb_error *error, int code, int line)
{
    error_prefix(error, "Line {line}: ", arg_count("line", line));
    return code;
}

/* The line without remark and surrounding blanks. */
static char *trim(char *line)
{
    line += strspn(line, " \t");
    if (*line != '{')
        line[strcspn(line, "#")] = '\0';
    for (size_t end = strlen(line); end > 0 && strchr(" \t\r", line[end - 1]);)
        line[--end] = '\0';
    return line;
}

static int read_lines(struct opening_list *list, const struct target *target, char *text,
                      struct tb_error *error)
{
    int code = TB_OK, number = 1;

    for (char *line; (line = strsep(&text, "\n")); number++) {
        line = trim(line);
        if (*line == '{') {
            struct record record = {0};
            int ply, read = record_json_read(&record, line, strlen(line), &ply, error);

            code = add_record(list, target, &record, read, error);
        } else if (*line) {
            code = add_line(list, target, line, error);
        }
        if (code)
            return at_line(error, code, number);
    }
    return TB_OK;
}

static int read_records(struct opening_list *list, const struct target *target, const char *text,
                        struct tb_error *error)
{
    struct record_reader reader = {text, 1};
    int code = TB_OK;

    while (!code && record_more(&reader)) {
        struct record record = {0};
        int line = reader.line, ply, read = record_read(&reader, &record, &ply, error);

        code = add_record(list, target, &record, read, error);
        if (code && !read)
            return at_line(error, code, line);
    }
    return code;
}

int openings_read(struct opening_list *list, const struct tb_setup *setup,
                  const struct match_rules *rules, const char *text, struct tb_error *error)
{
    const struct target target = {setup, rules};
    char *copy = strdup(text);
    struct tb_error reason = {0};
    int code;

    if (!copy)
        return error_memory(error);
    if (text[strspn(text, " \t\r\n")] == '[')
        code = read_records(list, &target, text, &reason);
    else
        code = read_lines(list, &target, copy, &reason);
    free(copy);
    if (!code && list->count == 0)
        code = error_set(&reason, TB_ERR_RECORD, "There is no opening in it.");
    if (code)
        error_copy(error, &reason);
    return close_list(list, code);
}
