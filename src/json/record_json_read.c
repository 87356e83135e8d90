/*
 * record_json_read.c - reading records from JSON.
 *
 * Known keys are checked strictly (type, value, no duplicates); unknown keys are ignored, since
 * records of other programs may have more.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "core/start.h"
#include "json/record_json.h"

static const char *type_name(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return N_("an object");
    case JSON_ARRAY:
        return N_("a list");
    case JSON_STRING:
        return N_("a string");
    case JSON_INTEGER:
        return N_("a number");
    case JSON_REAL:
        return N_("a fraction");
    case JSON_TRUE:
    case JSON_FALSE:
        return N_("true or false");
    default:
        return N_("null");
    }
}

static int wrong_type(struct tb_error *error, const char *key, const char *wanted,
                      const json_t *value)
{
    return error_set(error, TB_ERR_RECORD, "\"{key}\" must be {wanted}, not {found}.",
                     arg_text("key", quote(key).text), arg_term("wanted", wanted),
                     arg_term("found", type_name(value)));
}

/* The string at `key` into *out, NULL if the key is not there. */
static int get_string(const json_t *root, const char *key, const char **out, struct tb_error *error)
{
    const json_t *value = json_object_get(root, key);

    *out = NULL;
    if (!value)
        return TB_OK;
    if (!json_is_string(value))
        return wrong_type(error, key, N_("a string"), value);
    *out = json_string_value(value);
    return TB_OK;
}

/* ---- The start ----------------------------------------------------------------- */

static int decode_game(const json_t *root, struct start *start, struct tb_error *error)
{
    const char *name;
    int code = get_string(root, "game", &name, error);

    if (code)
        return code;
    if (!name)
        return error_set(error, TB_ERR_RECORD, "\"game\" is missing.");
    start->game = tb_game_find(name);
    if (start->game)
        return TB_OK;
    char known[128];
    struct text text = text_into(known, sizeof known);

    start_list_games(&text);
    return error_set(error, TB_ERR_GAME, "There is no game ''{game}''; the games are {known}.",
                     arg_text("game", quote(name).text), arg_text("known", known));
}

static int decode_players(const json_t *root, struct start *start, struct tb_error *error)
{
    const json_t *value = json_object_get(root, "players");
    char text[32];

    if (!value)
        return TB_OK;
    if (!json_is_integer(value))
        return wrong_type(error, "players", N_("a number"), value);
    snprintf(text, sizeof text, "%lld", (long long)json_integer_value(value));
    return start_set(start, "players", text, error);
}

static int decode_options(json_t *root, struct start *start, struct tb_error *error)
{
    json_t *options = json_object_get(root, "options"), *value;
    const char *key;
    char number[32];
    int code;

    if (options && !json_is_object(options))
        return wrong_type(error, "options", N_("an object"), options);
    json_object_foreach(options, key, value) {
        if (!json_is_integer(value) && !json_is_string(value))
            return wrong_type(error, key, N_("a number or a string"), value);
        snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
        if (strcmp(key, "players") == 0)
            return error_set(error, TB_ERR_OPTION,
                             "\"players\" belongs beside the options, not among them.");
        if ((code = start_set(start, key, json_is_string(value) ? json_string_value(value) : number,
                              error)))
            return code;
    }
    return TB_OK;
}

static int decode_rules(const json_t *root, struct match_rules *rules, struct tb_error *error)
{
    const json_t *repetition = json_object_get(root, "repetition");
    const json_t *swap = json_object_get(root, "swap");
    char number[32];

    if (swap && !json_is_boolean(swap))
        return wrong_type(error, "swap", N_("true or false"), swap);
    rules->swap = json_is_true(swap);
    if (!repetition)
        return TB_OK;
    if (!json_is_integer(repetition))
        return wrong_type(error, "repetition", N_("a number"), repetition);
    snprintf(number, sizeof number, "%lld", (long long)json_integer_value(repetition));
    return rules_set(rules, "repetition", number, error);
}

static int begin_match(json_t *root, struct record *record, struct tb_error *error)
{
    struct start start = {0};
    struct match_rules rules = match_rules_default();
    struct tb_position position;
    int code;

    if ((code = decode_game(root, &start, error)) ||
        (code = decode_players(root, &start, error)) ||
        (code = decode_options(root, &start, error)) ||
        (code = decode_rules(root, &rules, error)) ||
        (code = get_string(root, "position", &start.position, error)) ||
        (code = start_resolve(&start, &position, error)))
        return code;
    struct tb_error reason;

    record->match = match_new(&position, &rules, &reason);
    if (record->match)
        return TB_OK;
    return error_copy(error, &reason);
}

/* ---- Tags ------------------------------------------------------------------------ */

static int decode_names(const json_t *root, struct record *record, struct tb_error *error)
{
    const json_t *names = json_object_get(root, "names"), *name;
    size_t players = (size_t)tb_match_start(record->match)->setup.players, i;
    char tag[32];
    int code;

    if (names && !json_is_array(names))
        return wrong_type(error, "names", N_("a list"), names);
    if (json_array_size(names) > players)
        return error_set(error, TB_ERR_RECORD, "\"names\" has {count} names for {players} players.",
                         arg_unsigned("count", json_array_size(names)),
                         arg_unsigned("players", players));
    json_array_foreach(names, i, name) {
        if (json_is_null(name))
            continue;
        if (!json_is_string(name))
            return wrong_type(error, "names", N_("a list of strings"), name);
        snprintf(tag, sizeof tag, "Player%zu", i + 1);
        if ((code = record_set_tag(record, tag, json_string_value(name), error)))
            return code;
    }
    return TB_OK;
}

static int decode_tags(json_t *root, struct record *record, struct tb_error *error)
{
    json_t *tags = json_object_get(root, "tags"), *value;
    const char *key, *date;
    int code;

    if ((code = get_string(root, "date", &date, error)) ||
        (date && (code = record_set_tag(record, "Date", date, error))) ||
        (code = decode_names(root, record, error)))
        return code;
    if (tags && !json_is_object(tags))
        return wrong_type(error, "tags", N_("an object"), tags);
    json_object_foreach(tags, key, value) {
        if (!json_is_string(value))
            return wrong_type(error, key, N_("a string"), value);
        if (record_tag(record, key))
            return error_set(error, TB_ERR_RECORD, "The tag ''{tag}'' is given twice.",
                             arg_text("tag", quote(key).text));
        if ((code = record_set_tag(record, key, json_string_value(value), error)))
            return code;
    }
    return TB_OK;
}

/* ---- Annotations ---------------------------------------------------------------------- */

/* The notes of one line, in the order of its moves. */
struct notes {
    const json_t *list; /* NULL: there are none */
    size_t next;
    bool variation; /* then nothing can stand before the first move */
};

static int decode_moves(const json_t *line, struct record_cursor *cursor, int *ply,
                        struct tb_error *error);

/* The note at hand stands where the line has no move. */
static int bad_place(const struct notes *notes, struct tb_error *error)
{
    const json_t *note = json_array_get(notes->list, notes->next);

    if (!json_is_object(note))
        return wrong_type(error, "notes", N_("a list of objects"), note);
    return error_set(error, TB_ERR_RECORD,
                     "\"notes\" must be in order, each with its \"at\": the number of moves before "
                     "it, from {min}.",
                     arg_count("min", notes->variation ? 1 : 0));
}

/* The number at `key` into *out, `missing` if the key is not there. */
static int get_number(const json_t *object, const char *key, json_int_t missing, json_int_t *out,
                      struct tb_error *error)
{
    const json_t *value = json_object_get(object, key);

    *out = value ? json_integer_value(value) : missing;
    if (value && !json_is_integer(value))
        return wrong_type(error, key, N_("a number"), value);
    if (value && (*out < 0 || *out > ANNOTATION_MS_MAX))
        return error_set(error, TB_ERR_RANGE, "\"{key}\" cannot be {value}.", arg_text("key", key),
                         arg_count("value", *out));
    return TB_OK;
}

static int decode_evaluation(const json_t *object, struct evaluation *out, struct tb_error *error)
{
    const json_t *score = json_object_get(object, "score");
    const char *value;
    json_int_t player, plies;
    int code;

    if ((code = get_number(object, "player", 0, &player, error)) ||
        (code = get_number(object, "plies", -1, &plies, error)) ||
        (code = get_string(object, "value", &value, error)))
        return code;
    double number = json_number_value(score); /* 0 if it is none */
    bool exact = value && evaluation_value(value, &out->value);

    if (exact == json_is_number(score) || number > ANNOTATION_SCORE_MAX / ANNOTATION_UNIT ||
        number < -ANNOTATION_SCORE_MAX / ANNOTATION_UNIT)
        return error_set(error, TB_ERR_RECORD,
                         "\"eval\" needs a \"player\", and either a \"score\" such as 0.35 or a "
                         "\"value\": win, draw or loss.");
    out->exact = exact;
    out->player = player <= TB_PLAYERS_MAX ? (int)player - 1 : -1;
    out->plies = plies <= ANNOTATION_PLIES_MAX ? (int)plies : -2; /* refused */
    out->score = (int)lround(number * ANNOTATION_UNIT);
    return TB_OK;
}

static int decode_drawings(const json_t *note, struct record_cursor *cursor, struct tb_error *error)
{
    const json_t *drawings = json_object_get(note, "drawings"), *word;
    const struct tb_setup *setup = &tb_match_start(cursor->record->match)->setup;
    size_t i;
    int code;

    if (drawings && !json_is_array(drawings))
        return wrong_type(error, "drawings", N_("a list"), drawings);
    json_array_foreach(drawings, i, word) {
        if (!json_is_string(word))
            return wrong_type(error, "drawings", N_("a list of strings"), word);
        if ((code = annotations_draw(&cursor->record->notes, cursor->node, setup,
                                     json_string_value(word), error)))
            return code;
    }
    return TB_OK;
}

static int decode_variations(const json_t *note, struct record_cursor *cursor, int *ply,
                             struct tb_error *error)
{
    const json_t *variations = json_object_get(note, "variations"), *line;
    size_t i;
    int code;

    if (variations && !json_is_array(variations))
        return wrong_type(error, "variations", N_("a list"), variations);
    json_array_foreach(variations, i, line) {
        if (!json_is_object(line))
            return wrong_type(error, "variations", N_("a list of objects"), line);
        if ((code = record_cursor_open(cursor, error)) ||
            (code = decode_moves(line, cursor, ply, error)) ||
            (code = record_cursor_close(cursor, error)))
            return code;
    }
    return TB_OK;
}

static int decode_note(const json_t *note, struct record_cursor *cursor, int *ply,
                       struct tb_error *error)
{
    struct annotations *tree = &cursor->record->notes;
    const json_t *eval = json_object_get(note, "eval");
    int players = tb_match_start(cursor->record->match)->setup.players, code;
    struct evaluation evaluation = {0};
    const char *comment;
    json_int_t ms;

    if ((code = get_string(note, "comment", &comment, error)) ||
        (code = get_number(note, "ms", -1, &ms, error)) ||
        (comment && (code = annotations_comment(tree, cursor->node, comment, strlen(comment),
                                                error))) ||
        (ms >= 0 && (code = annotations_time(tree, cursor->node, ms, error))))
        return code;
    if (eval && !json_is_object(eval))
        return wrong_type(error, "eval", N_("an object"), eval);
    if (eval && ((code = decode_evaluation(eval, &evaluation, error)) ||
                 (code = annotations_evaluate(tree, cursor->node, players, &evaluation, error))))
        return code;
    code = decode_drawings(note, cursor, error);
    return code ? code : decode_variations(note, cursor, ply, error);
}

/* Takes the notes that stand after `at` moves. */
static int decode_notes(struct notes *notes, json_int_t at, struct record_cursor *cursor, int *ply,
                        struct tb_error *error)
{
    for (; notes->next < json_array_size(notes->list); notes->next++) {
        const json_t *note = json_array_get(notes->list, notes->next);
        const json_t *place = json_object_get(note, "at");

        if (!json_is_integer(place) || json_integer_value(place) < at)
            return bad_place(notes, error);
        if (json_integer_value(place) > at)
            return TB_OK;
        int code = decode_note(note, cursor, ply, error);

        if (code)
            return code;
    }
    return TB_OK;
}

/* ---- Moves and the end -------------------------------------------------------------- */

static int decode_moves(const json_t *line, struct record_cursor *cursor, int *ply,
                        struct tb_error *error)
{
    const json_t *moves = json_object_get(line, "moves"), *move;
    const json_t *notes = json_object_get(line, "notes");
    struct notes list = {notes, 0, cursor->depth > 0};
    size_t i;
    int code;

    if (!moves)
        return error_set(error, TB_ERR_RECORD, "\"moves\" is missing; an empty list is allowed.");
    if (!json_is_array(moves))
        return wrong_type(error, "moves", N_("a list"), moves);
    if (notes && !json_is_array(notes))
        return wrong_type(error, "notes", N_("a list"), notes);
    if (cursor->depth == 0 && (code = decode_notes(&list, 0, cursor, ply, error)))
        return code;
    json_array_foreach(moves, i, move) {
        *ply = tb_match_plies(cursor->record->match) + 1;
        if (!json_is_string(move))
            return wrong_type(error, "moves", N_("a list of strings"), move);
        if ((code = record_cursor_play(cursor, json_string_value(move), ply, error)) ||
            (code = decode_notes(&list, (json_int_t)i + 1, cursor, ply, error)))
            return code;
    }
    return list.next == json_array_size(notes) ? TB_OK : bad_place(&list, error);
}

static int bad_winners(struct tb_error *error, int players)
{
    return error_set(error, TB_ERR_RECORD,
                     "\"result\" must list the winners once each, by numbers from 1 to {players}.",
                     arg_count("players", players));
}

static int decode_result(const json_t *root, int players, struct tb_result *result,
                         struct tb_error *error)
{
    const json_t *value = json_object_get(root, "result"), *winner;
    size_t i;

    *result = (struct tb_result){.over = value && !json_is_null(value)};
    if (!result->over || (json_is_string(value) && !strcmp(json_string_value(value), "draw")))
        return TB_OK;
    if (!json_is_array(value))
        return error_set(error, TB_ERR_RECORD,
                         "\"result\" must be \"draw\", a list of winners such as [1], or null.");
    json_array_foreach(value, i, winner) {
        json_int_t number = json_integer_value(winner); /* 0 if it is none */

        if (number < 1 || number > players || (result->winners & (1u << (number - 1))))
            return bad_winners(error, players);
        result->winners |= 1u << (number - 1);
    }
    return result->winners ? TB_OK : bad_winners(error, players);
}

static int decode(struct record *record, json_t *root, int *ply, struct tb_error *error)
{
    struct record_cursor cursor = {.record = record};
    struct tb_result stated;
    const char *ending;
    int code;

    if (!json_is_object(root))
        return error_set(error, TB_ERR_RECORD, "A record must be an object, not {found}.",
                         arg_term("found", type_name(root)));
    if ((code = begin_match(root, record, error)) || (code = decode_tags(root, record, error)) ||
        (code = get_string(root, "ending", &ending, error)) ||
        (code = decode_result(root, tb_match_start(record->match)->setup.players, &stated,
                              error)) ||
        (code = decode_moves(root, &cursor, ply, error)))
        return code;
    if (!annotations_say_something(&record->notes))
        annotations_release(&record->notes);
    *ply = tb_match_plies(record->match);
    return record_conclude(record->match, ending, stated, error);
}

int record_json_decode(struct record *record, json_t *root, int *ply, struct tb_error *error)
{
    *ply = 0;
    int code = decode(record, root, ply, error);

    if (code)
        record_release(record);
    return code;
}

/* The parser's message may quote bytes of the input that no terminal should see. */
static int bad_json(const json_error_t *fault, struct tb_error *error)
{
    char text[sizeof fault->text];
    size_t i = 0;

    for (; fault->text[i]; i++)
        text[i] = fault->text[i] >= ' ' && fault->text[i] <= '~' ? fault->text[i] : '?';
    text[i] = '\0';
    return error_set(error, TB_ERR_SYNTAX,
                     "This is not a JSON record: {problem} (column {column}).",
                     arg_text("problem", text), arg_count("column", fault->column));
}

int record_json_read(struct record *record, const char *text, size_t length, int *ply,
                     struct tb_error *error)
{
    json_error_t fault;

    errno = 0;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &fault);

    *ply = 0;
    if (!root && errno == ENOMEM) /* Jansson says nothing about it */
        return error_memory(error);
    if (!root)
        return bad_json(&fault, error);
    int code = record_json_decode(record, root, ply, error);

    json_decref(root);
    return code;
}
