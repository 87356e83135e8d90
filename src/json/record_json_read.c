/*
 * record_json_read.c - reading records from JSON.
 *
 * Known keys are checked strictly (type, value, no duplicates); unknown keys are ignored, since
 * records of other programs may have more.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "core/start.h"
#include "json/json_tree.h"
#include "json/record_json.h"

static const char *type_name(const struct json_node *value)
{
    switch (value ? value->type : NODE_NULL) {
    case NODE_OBJECT:
        return N_("an object");
    case NODE_LIST:
        return N_("a list");
    case NODE_STRING:
        return N_("a string");
    case NODE_INTEGER:
        return N_("a number");
    case NODE_REAL:
        return N_("a fraction");
    case NODE_TRUE:
    case NODE_FALSE:
        return N_("true or false");
    default:
        return N_("null");
    }
}

static int wrong_type(struct tb_error *error, const char *key, const char *wanted,
                      const struct json_node *value)
{
    return error_set(error, TB_ERR_RECORD, "\"{key}\" must be {wanted}, not {found}.",
                     arg_text("key", quote(key).text), arg_term("wanted", wanted),
                     arg_term("found", type_name(value)));
}

/* Sets *out to the string at `key`, or to NULL if the key is missing. */
static int get_string(const struct json_node *root, const char *key, const char **out,
                      struct tb_error *error)
{
    const struct json_node *value = node_get(root, key);

    *out = NULL;
    if (!value)
        return TB_OK;
    if (!node_is(value, NODE_STRING))
        return wrong_type(error, key, N_("a string"), value);
    *out = value->value.string;
    return TB_OK;
}

/* ---- The start ----------------------------------------------------------------- */

static int decode_game(const struct json_node *root, struct start *start, struct tb_error *error)
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

static int decode_players(const struct json_node *root, struct start *start, struct tb_error *error)
{
    const struct json_node *value = node_get(root, "players");
    char text[32];

    if (!value)
        return TB_OK;
    if (!node_is(value, NODE_INTEGER))
        return wrong_type(error, "players", N_("a number"), value);
    snprintf(text, sizeof text, "%lld", (long long)node_integer(value));
    return start_set(start, "players", text, error);
}

static int decode_options(const struct json_node *root, struct start *start, struct tb_error *error)
{
    const struct json_node *options = node_get(root, "options");
    char number[32];
    int code;

    if (options && !node_is(options, NODE_OBJECT))
        return wrong_type(error, "options", N_("an object"), options);
    NODE_EACH(options, value) {
        if (!node_is(value, NODE_INTEGER) && !node_is(value, NODE_STRING))
            return wrong_type(error, value->key, N_("a number or a string"), value);
        snprintf(number, sizeof number, "%lld", (long long)node_integer(value));
        if (strcmp(value->key, "players") == 0)
            return error_set(error, TB_ERR_OPTION,
                             "\"players\" belongs beside the options, not among them.");
        if ((code = start_set(start, value->key,
                              node_is(value, NODE_STRING) ? value->value.string : number, error)))
            return code;
    }
    return TB_OK;
}

static int decode_rules(const struct json_node *root, struct match_rules *rules,
                        struct tb_error *error)
{
    const struct json_node *repetition = node_get(root, "repetition");
    const struct json_node *swap = node_get(root, "swap");
    char number[32];

    if (swap && !node_is(swap, NODE_TRUE) && !node_is(swap, NODE_FALSE))
        return wrong_type(error, "swap", N_("true or false"), swap);
    rules->swap = node_is(swap, NODE_TRUE);
    if (!repetition)
        return TB_OK;
    if (!node_is(repetition, NODE_INTEGER))
        return wrong_type(error, "repetition", N_("a number"), repetition);
    snprintf(number, sizeof number, "%lld", (long long)node_integer(repetition));
    return rules_set(rules, "repetition", number, error);
}

static int begin_match(const struct json_node *root, struct record *record, struct tb_error *error)
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

static int decode_names(const struct json_node *root, struct record *record, struct tb_error *error)
{
    const struct json_node *names = node_get(root, "names");
    size_t players = (size_t)tb_match_start(record->match)->setup.players, number = 0;
    char tag[32];
    int code;

    if (names && !node_is(names, NODE_LIST))
        return wrong_type(error, "names", N_("a list"), names);
    if (node_length(names) > players)
        return error_set(error, TB_ERR_RECORD, "\"names\" has {count} names for {players} players.",
                         arg_unsigned("count", node_length(names)),
                         arg_unsigned("players", players));
    NODE_EACH(names, name) {
        number++;
        if (node_is(name, NODE_NULL))
            continue;
        if (!node_is(name, NODE_STRING))
            return wrong_type(error, "names", N_("a list of strings"), name);
        snprintf(tag, sizeof tag, "Player%zu", number);
        if ((code = record_set_tag(record, tag, name->value.string, error)))
            return code;
    }
    return TB_OK;
}

static int decode_tags(const struct json_node *root, struct record *record, struct tb_error *error)
{
    const struct json_node *tags = node_get(root, "tags");
    const char *date;
    int code;

    if ((code = get_string(root, "date", &date, error)) ||
        (date && (code = record_set_tag(record, "Date", date, error))) ||
        (code = decode_names(root, record, error)))
        return code;
    if (tags && !node_is(tags, NODE_OBJECT))
        return wrong_type(error, "tags", N_("an object"), tags);
    NODE_EACH(tags, value) {
        if (!node_is(value, NODE_STRING))
            return wrong_type(error, value->key, N_("a string"), value);
        if (record_tag(record, value->key))
            return error_set(error, TB_ERR_RECORD, "The tag ''{tag}'' is given twice.",
                             arg_text("tag", quote(value->key).text));
        if ((code = record_set_tag(record, value->key, value->value.string, error)))
            return code;
    }
    return TB_OK;
}

/* ---- Annotations ---------------------------------------------------------------------- */

/* The notes of one line of moves, in the order of the moves. */
struct notes {
    const struct json_node *list, *next; /* NULL: there are none, or no more */
    bool variation; /* the line is a variation: no note may precede its first move */
};

static int decode_moves(const struct json_node *line, struct record_cursor *cursor, int *ply,
                        struct tb_error *error);

/* Sets the error for notes->next, which is not an object or is out of order; returns its code. */
static int bad_place(const struct notes *notes, struct tb_error *error)
{
    if (!node_is(notes->next, NODE_OBJECT))
        return wrong_type(error, "notes", N_("a list of objects"), notes->next);
    return error_set(error, TB_ERR_RECORD,
                     "\"notes\" must be in order, each with its \"at\": the number of moves before "
                     "it, from {min}.",
                     arg_count("min", notes->variation ? 1 : 0));
}

/* Sets *out to the number at `key`, or to `missing` if there is no such key. */
static int get_number(const struct json_node *object, const char *key, int64_t missing,
                      int64_t *out, struct tb_error *error)
{
    const struct json_node *value = node_get(object, key);

    *out = value ? node_integer(value) : missing;
    if (value && !node_is(value, NODE_INTEGER))
        return wrong_type(error, key, N_("a number"), value);
    if (value && (*out < 0 || *out > ANNOTATION_MS_MAX))
        return error_set(error, TB_ERR_RANGE, "\"{key}\" cannot be {value}.", arg_text("key", key),
                         arg_count("value", *out));
    return TB_OK;
}

static int decode_evaluation(const struct json_node *object, struct evaluation *out,
                             struct tb_error *error)
{
    const struct json_node *score = node_get(object, "score");
    const char *value;
    int64_t player, plies;
    int code;

    if ((code = get_number(object, "player", 0, &player, error)) ||
        (code = get_number(object, "plies", -1, &plies, error)) ||
        (code = get_string(object, "value", &value, error)))
        return code;
    double number = node_number(score); /* 0 if `score` is not a number */
    bool exact = value && evaluation_value(value, &out->value);

    if (exact == node_is_number(score) || number > ANNOTATION_SCORE_MAX / ANNOTATION_UNIT ||
        number < -ANNOTATION_SCORE_MAX / ANNOTATION_UNIT)
        return error_set(error, TB_ERR_RECORD,
                         "\"eval\" needs a \"player\", and either a \"score\" such as 0.35 or a "
                         "\"value\": win, draw or loss.");
    out->exact = exact;
    out->player = player <= TB_PLAYERS_MAX ? (int)player - 1 : -1;
    out->plies = plies <= ANNOTATION_PLIES_MAX ? (int)plies : -2; /* is refused later */
    out->score = (int)lround(number * ANNOTATION_UNIT);
    return TB_OK;
}

static int decode_drawings(const struct json_node *note, struct record_cursor *cursor,
                           struct tb_error *error)
{
    const struct json_node *drawings = node_get(note, "drawings");
    const struct tb_setup *setup = &tb_match_start(cursor->record->match)->setup;
    int code;

    if (drawings && !node_is(drawings, NODE_LIST))
        return wrong_type(error, "drawings", N_("a list"), drawings);
    NODE_EACH(drawings, word) {
        if (!node_is(word, NODE_STRING))
            return wrong_type(error, "drawings", N_("a list of strings"), word);
        if ((code = annotations_draw(&cursor->record->notes, cursor->node, setup,
                                     word->value.string, error)))
            return code;
    }
    return TB_OK;
}

static int decode_variations(const struct json_node *note, struct record_cursor *cursor, int *ply,
                             struct tb_error *error)
{
    const struct json_node *variations = node_get(note, "variations");
    int code;

    if (variations && !node_is(variations, NODE_LIST))
        return wrong_type(error, "variations", N_("a list"), variations);
    NODE_EACH(variations, line) {
        if (!node_is(line, NODE_OBJECT))
            return wrong_type(error, "variations", N_("a list of objects"), line);
        if ((code = record_cursor_open(cursor, error)) ||
            (code = decode_moves(line, cursor, ply, error)) ||
            (code = record_cursor_close(cursor, error)))
            return code;
    }
    return TB_OK;
}

static int decode_note(const struct json_node *note, struct record_cursor *cursor, int *ply,
                       struct tb_error *error)
{
    struct annotations *tree = &cursor->record->notes;
    const struct json_node *eval = node_get(note, "eval");
    int players = tb_match_start(cursor->record->match)->setup.players, code;
    struct evaluation evaluation = {0};
    const char *comment;
    int64_t ms;

    if ((code = get_string(note, "comment", &comment, error)) ||
        (code = get_number(note, "ms", -1, &ms, error)) ||
        (comment && (code = annotations_comment(tree, cursor->node, comment, strlen(comment),
                                                error))) ||
        (ms >= 0 && (code = annotations_time(tree, cursor->node, ms, error))))
        return code;
    if (eval && !node_is(eval, NODE_OBJECT))
        return wrong_type(error, "eval", N_("an object"), eval);
    if (eval && ((code = decode_evaluation(eval, &evaluation, error)) ||
                 (code = annotations_evaluate(tree, cursor->node, players, &evaluation, error))))
        return code;
    code = decode_drawings(note, cursor, error);
    return code ? code : decode_variations(note, cursor, ply, error);
}

/* Decodes the notes that belong after `at` moves of the line. */
static int decode_notes(struct notes *notes, int64_t at, struct record_cursor *cursor, int *ply,
                        struct tb_error *error)
{
    for (; notes->next; notes->next = node_next(notes->list, notes->next)) {
        const struct json_node *place = node_get(notes->next, "at");

        if (!node_is(place, NODE_INTEGER) || node_integer(place) < at)
            return bad_place(notes, error);
        if (node_integer(place) > at)
            return TB_OK;
        int code = decode_note(notes->next, cursor, ply, error);

        if (code)
            return code;
    }
    return TB_OK;
}

/* ---- Moves and the end -------------------------------------------------------------- */

static int decode_moves(const struct json_node *line, struct record_cursor *cursor, int *ply,
                        struct tb_error *error)
{
    const struct json_node *moves = node_get(line, "moves");
    const struct json_node *notes = node_get(line, "notes");
    struct notes list = {notes, NULL, cursor->depth > 0};
    int64_t at = 0;
    int code;

    if (!moves)
        return error_set(error, TB_ERR_RECORD, "\"moves\" is missing; an empty list is allowed.");
    if (!node_is(moves, NODE_LIST))
        return wrong_type(error, "moves", N_("a list"), moves);
    if (notes && !node_is(notes, NODE_LIST))
        return wrong_type(error, "notes", N_("a list"), notes);
    list.next = node_first(notes);
    if (cursor->depth == 0 && (code = decode_notes(&list, 0, cursor, ply, error)))
        return code;
    NODE_EACH(moves, move) {
        *ply = tb_match_plies(cursor->record->match) + 1;
        if (!node_is(move, NODE_STRING))
            return wrong_type(error, "moves", N_("a list of strings"), move);
        if ((code = record_cursor_play(cursor, move->value.string, ply, error)) ||
            (code = decode_notes(&list, ++at, cursor, ply, error)))
            return code;
    }
    return list.next ? bad_place(&list, error) : TB_OK;
}

static int bad_winners(struct tb_error *error, int players)
{
    return error_set(error, TB_ERR_RECORD,
                     "\"result\" must list the winners once each, by numbers from 1 to {players}.",
                     arg_count("players", players));
}

static int decode_result(const struct json_node *root, int players, struct tb_result *result,
                         struct tb_error *error)
{
    const struct json_node *value = node_get(root, "result");

    *result = (struct tb_result){.over = value && !node_is(value, NODE_NULL)};
    if (!result->over || (node_is(value, NODE_STRING) && !strcmp(value->value.string, "draw")))
        return TB_OK;
    if (!node_is(value, NODE_LIST))
        return error_set(error, TB_ERR_RECORD,
                         "\"result\" must be \"draw\", a list of winners such as [1], or null.");
    NODE_EACH(value, winner) {
        int64_t number = node_integer(winner); /* 0 if `winner` is not an integer */

        if (number < 1 || number > players || (result->winners & (1u << (number - 1))))
            return bad_winners(error, players);
        result->winners |= 1u << (number - 1);
    }
    return result->winners ? TB_OK : bad_winners(error, players);
}

static int decode(struct record *record, const struct json_node *root, int *ply,
                  struct tb_error *error)
{
    struct record_cursor cursor = {.record = record};
    struct tb_result stated;
    const char *ending;
    int code;

    if (!node_is(root, NODE_OBJECT))
        return error_set(error, TB_ERR_RECORD, "A record must be an object, not {found}.",
                         arg_term("found", type_name(root)));
    if ((code = begin_match(root, record, error)) || (code = decode_tags(root, record, error)) ||
        (code = get_string(root, "ending", &ending, error)) ||
        (code = decode_result(root, tb_match_start(record->match)->setup.players, &stated,
                              error)) ||
        (code = decode_moves(root, &cursor, ply, error)))
        return code;
    if (!annotations_exist(&record->notes))
        annotations_release(&record->notes);
    *ply = tb_match_plies(record->match);
    return record_conclude(record->match, ending, stated, error);
}

int record_json_read(struct record *record, const char *text, size_t length, int *ply,
                     struct tb_error *error)
{
    struct json_tree tree;
    int code = json_tree_read(&tree, text, length, error);

    *ply = 0;
    if (code)
        return code;
    code = decode(record, tree.nodes, ply, error);
    if (code)
        record_release(record);
    json_tree_release(&tree);
    return code;
}
