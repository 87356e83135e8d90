/* request.c - reading requests, and the record that most of them carry. */
#include "wasm/request.h"

#include <string.h>

#include "core/game.h"
#include "wasm/handles.h"

/* ---- Fields ---------------------------------------------------------------------- */

bool request_is_sound(const struct request *request)
{
    size_t strings = 0;

    for (size_t i = 0; i < request->size; i++)
        strings += request->fields[i] == '\0';
    return strings % 2 == 0 && strings > 0 && request->fields[request->size - 1] == '\0';
}

bool request_next(const struct request *request, struct field *field)
{
    const char *name = field->name ? field->value + strlen(field->value) + 1 : request->fields;

    if (name == request->fields + request->size)
        return false;
    *field = (struct field){name, name + strlen(name) + 1};
    return true;
}

const char *request_get(const struct request *request, const char *name)
{
    struct field field = {0};

    while (request_next(request, &field))
        if (strcmp(field.name, name) == 0)
            return field.value;
    return NULL;
}

/* Returns the part of a field's name after `prefix`, NULL if the name begins otherwise. */
static const char *name_after(const struct field *field, const char *prefix)
{
    struct scan scan = {field->name};

    return scan_word(&scan, prefix) ? scan.at : NULL;
}

int request_number(const struct request *request, const char *name, int *value,
                   struct tb_error *error)
{
    const char *text = request_get(request, name);
    size_t digits = text ? strspn(text, "0123456789") : 0;

    *value = 0;
    if (!text)
        return TB_OK;
    if (digits == 0 || digits > 9 || text[digits] != '\0')
        return error_set(error, TB_ERR_RANGE,
                         "The field {field} cannot be ''{value}''; it is a whole number.",
                         arg_text("field", name), arg_text("value", quote(text).text));
    for (size_t i = 0; i < digits; i++)
        *value = *value * 10 + (text[i] - '0');
    return TB_OK;
}

const char *request_lang(const struct request *request)
{
    const char *lang = request_get(request, "lang");

    return lang ? lang : "en";
}

const struct tb_viewer *request_viewer(const struct request *request, struct request_viewer *out)
{
    struct field field = {0};
    int count = 0, you;

    memset(out, 0, sizeof *out);
    while (request_next(request, &field))
        if (strcmp(field.name, "names") == 0 && count < TB_PLAYERS_MAX)
            out->names[count++] = *field.value ? field.value : NULL;
    request_number(request, "you", &you, NULL);
    out->viewer = (struct tb_viewer){sizeof out->viewer, request_lang(request), out->names, you};
    return &out->viewer;
}

/* ---- The record -------------------------------------------------------------------- */

static int find_game(const struct request *request, struct start *start, struct tb_error *error)
{
    const char *name = request_get(request, "game");
    char known[128];
    struct text text = text_into(known, sizeof known);

    start->game = name ? tb_game_find(name) : NULL;
    if (start->game)
        return TB_OK;
    start_list_games(&text);
    return error_set(error, TB_ERR_GAME, "There is no game ''{game}''; the games are {games}.",
                     arg_text("game", quote(name ? name : "").text), arg_text("games", known));
}

/* What one field says about the start. */
static int apply_field(const struct field *field, struct start *start, struct match_rules *rules,
                       struct tb_error *error)
{
    const char *option = name_after(field, "options.");

    if (option)
        return start_set(start, option, field->value, error);
    if (strcmp(field->name, "players") == 0)
        return start_set(start, "players", field->value, error);
    if (strcmp(field->name, "position") == 0)
        start->position = field->value;
    if (rules && (strcmp(field->name, "repetition") == 0 || strcmp(field->name, "swap") == 0))
        return rules_set(rules, field->name, field->value, error);
    return TB_OK;
}

int request_start(const struct request *request, struct tb_position *position,
                  struct match_rules *rules, struct tb_error *error)
{
    struct start start = {0};
    struct field field = {0};
    int code = find_game(request, &start, error);

    while (code == TB_OK && request_next(request, &field))
        code = apply_field(&field, &start, rules, error);
    return code ? code : start_resolve(&start, position, error);
}

static bool play_entries(const struct request *request, struct tb_match *match, struct fault *fault)
{
    struct field field = {0};

    while (request_next(request, &field))
        if (strcmp(field.name, "moves") == 0 &&
            record_play(match, field.value, &fault->ply, &fault->error))
            return false;
    return true;
}

/* Ends the match as the record says, if it says so. */
static bool conclude(const struct request *request, struct tb_match *match, struct tb_error *error)
{
    const char *result = request_get(request, "result");
    struct tb_result stated = {0};

    if (result && record_result_parse(result, tb_match_start(match)->setup.players, &stated, error))
        return false;
    return record_conclude(match, request_get(request, "ending"), stated, error) == TB_OK;
}

/* A match at the start of the record; NULL with the fault. */
static struct tb_match *begin_match(const struct request *request, struct fault *fault)
{
    struct match_rules rules = match_rules_default();
    struct tb_position position;

    fault->ply = 0;
    if (request_start(request, &position, &rules, &fault->error))
        return NULL;
    return match_new(&position, &rules, &fault->error);
}

struct tb_match *request_match(const struct request *request, struct fault *fault)
{
    int handle = 0;

    if (request_get(request, "handle")) {
        request_number(request, "handle", &handle, NULL);
        return tb_match_copy(handles_find(handle), &fault->error);
    }
    struct tb_match *match = begin_match(request, fault);

    if (!match)
        return NULL;
    if (play_entries(request, match, fault) && conclude(request, match, &fault->error))
        return match;
    tb_match_free(match);
    return NULL;
}

/* ---- Annotations ---------------------------------------------------------------------- */

static int take_evaluation(struct record_cursor *cursor, const char *words, struct tb_error *error)
{
    struct record *record = cursor->record;
    struct evaluation evaluation;
    int code = evaluation_parse(words, &evaluation, error);

    return code ? code
                : annotations_evaluate(&record->notes, cursor->node,
                                       tb_match_start(record->match)->setup.players, &evaluation,
                                       error);
}

static int take_time(struct record_cursor *cursor, const char *digits, struct tb_error *error)
{
    int64_t ms = 0;

    for (int i = 0; digits[i] && ms <= ANNOTATION_MS_MAX; i++)
        ms = digits[i] >= '0' && digits[i] <= '9' ? 10 * ms + (digits[i] - '0') : INT64_MAX;
    return annotations_time(&cursor->record->notes, cursor->node, *digits ? ms : -1, error);
}

/* Takes one field: a move, an annotation or a tag. */
static int take_field(struct record_cursor *cursor, const struct field *field, struct fault *fault)
{
    struct tb_error *error = &fault->error;
    const char *tag = name_after(field, "tags.");

    if (tag)
        return record_set_tag(cursor->record, tag, field->value, error);
    if (strcmp(field->name, "moves") == 0) {
        fault->ply = tb_match_plies(cursor->record->match) + 1;
        return record_cursor_play(cursor, field->value, &fault->ply, error);
    }
    if (strcmp(field->name, "variation") == 0)
        return strcmp(field->value, "(") == 0 ? record_cursor_open(cursor, error)
                                              : record_cursor_close(cursor, error);
    if (strcmp(field->name, "comment") == 0)
        return annotations_comment(&cursor->record->notes, cursor->node, field->value,
                                   strlen(field->value), error);
    if (strcmp(field->name, "eval") == 0)
        return take_evaluation(cursor, field->value, error);
    if (strcmp(field->name, "time") == 0)
        return take_time(cursor, field->value, error);
    if (strcmp(field->name, "draw") == 0)
        return annotations_draw(&cursor->record->notes, cursor->node,
                                &tb_match_start(cursor->record->match)->setup, field->value, error);
    return TB_OK;
}

int request_record(const struct request *request, struct record *record, struct fault *fault)
{
    struct record_cursor cursor = {.record = record};
    struct field field = {0};
    int code = TB_OK;

    record->match = begin_match(request, fault);
    if (!record->match)
        return fault->error.code;
    while (code == TB_OK && request_next(request, &field))
        code = take_field(&cursor, &field, fault);
    while (code == TB_OK && cursor.depth > 0)
        code = record_cursor_close(&cursor, &fault->error);
    if (code == TB_OK && !conclude(request, record->match, &fault->error))
        code = fault->error.code;
    if (code)
        record_release(record);
    return code;
}
