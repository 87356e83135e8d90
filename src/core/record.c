/* record.c - tags, results and endings: what every form of record shares. */
#include "core/record.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/checksum.h"
#include "core/game.h"

static const char *const field_names[FIELD_COUNT] = {
    [FIELD_GAME] = "Game",       [FIELD_PLAYERS] = "Players",
    [FIELD_OPTIONS] = "Options", [FIELD_REPETITION] = "Repetition",
    [FIELD_SWAP] = "Swap",       [FIELD_POSITION] = "Position",
    [FIELD_ENDING] = "Ending",   [FIELD_RESULT] = "Result",
};

const char *record_field_name(enum record_field field)
{
    return field_names[field];
}

enum record_field record_field_find(const char *name)
{
    enum record_field field = 0;

    while (field < FIELD_COUNT && strcmp(field_names[field], name) != 0)
        field++;
    return field;
}

const char *record_ending_name(enum tb_ending ending)
{
    return ending >= TB_ENDING_RESIGNATION ? tb_ending_name(ending) : NULL;
}

/* ---- Tags ------------------------------------------------------------------- */

void record_release(struct record *record)
{
    tb_match_free(record->match);
    for (int i = 0; i < record->tag_count; i++) {
        free(record->tags[i].name);
        free(record->tags[i].value);
    }
    free(record->tags);
    free(record->tag_slots);
    annotations_release(&record->notes);
    *record = (struct record){0};
}

/* Returns the slot of a name, or the free slot where it belongs. The hash depends on the address of
 * the slots, so that a hostile record cannot choose names that collide. */
static int *tag_slot(int *slots, int count, const struct record_tag *tags, const char *name)
{
    uint64_t hash = checksum_text(CHECKSUM_START ^ (uintptr_t)slots, name);
    unsigned mask = (unsigned)count - 1, at = (unsigned)(hash ^ hash >> 32) & mask;

    while (slots[at] != 0 && strcmp(tags[slots[at] - 1].name, name) != 0)
        at = (at + 1) & mask;
    return &slots[at];
}

static struct record_tag *find_tag(const struct record *record, const char *name)
{
    if (record->tag_count == 0)
        return NULL;
    int number = *tag_slot(record->tag_slots, record->tag_slot_count, record->tags, name);

    return number ? &record->tags[number - 1] : NULL;
}

const char *record_tag(const struct record *record, const char *name)
{
    const struct record_tag *tag = find_tag(record, name);

    return tag ? tag->value : NULL;
}

const char *record_player(const struct record *record, int seat)
{
    const char tag[] = {'P', 'l', 'a', 'y', 'e', 'r', (char)('1' + seat), '\0'};

    return record_tag(record, tag);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_tag_name(const char *name)
{
    if (!is_letter(*name))
        return false;
    while (is_letter(*name) || (*name >= '0' && *name <= '9') || *name == '_')
        name++;
    return *name == '\0';
}

/* Reserves space for one more tag; false if memory runs out. */
static bool reserve_tag(struct record *record)
{
    int count = record->tag_slot_count ? record->tag_slot_count * 2 : 16;

    if (record->tag_count < record->tag_slot_count / 2)
        return true;
    if (count > INT_MAX / 2 ||
        !ARRAY_RESERVE(record->tags, record->tag_capacity, count / 2, 0))
        return false;
    int *slots = calloc((size_t)count, sizeof *slots);

    if (!slots)
        return false;
    for (int i = 0; i < record->tag_count; i++)
        *tag_slot(slots, count, record->tags, record->tags[i].name) = i + 1;
    free(record->tag_slots);
    record->tag_slots = slots;
    record->tag_slot_count = count;
    return true;
}

static int add_tag(struct record *record, char *name, char *value)
{
    if (!name || !value || !reserve_tag(record))
        return TB_ERR_MEMORY;
    record->tags[record->tag_count] = (struct record_tag){name, value};
    *tag_slot(record->tag_slots, record->tag_slot_count, record->tags, name) = ++record->tag_count;
    return TB_OK;
}

int record_set_tag(struct record *record, const char *name, const char *value,
                   struct tb_error *error)
{
    struct record_tag *tag = find_tag(record, name);

    if (!is_tag_name(name))
        return error_set(error, TB_ERR_RECORD, "''{name}'' cannot be the name of a tag.",
                         arg_text("name", quote(name).text));
    if (record_field_find(name) != FIELD_COUNT)
        return error_set(error, TB_ERR_RECORD, "The tag {tag} is the game's own.",
                         arg_text("tag", name));
    if (!text_is_clean(value))
        return error_set(error, TB_ERR_RECORD,
                         "The value of the tag ''{tag}'' is not valid UTF-8 text.",
                         arg_text("tag", quote(name).text));
    char *copy = strdup(value);

    if (tag && copy) {
        free(tag->value);
        tag->value = copy;
        return TB_OK;
    }
    char *name_copy = strdup(name);

    if (!tag && add_tag(record, name_copy, copy) == TB_OK)
        return TB_OK;
    free(name_copy);
    free(copy);
    return error_memory(error);
}

void record_set_tag_format(struct record *record, const char *name, const char *format, ...)
{
    char value[512];
    struct text text = text_into(value, sizeof value);
    va_list arguments;

    va_start(arguments, format);
    text_add_list(&text, format, arguments);
    va_end(arguments);
    record_set_tag(record, name, value, NULL);
}

/* ---- Results ------------------------------------------------------------------ */

int record_result_text(struct tb_result result, char *out, size_t size)
{
    struct text text = text_into(out, size);

    if (!result.over || result.winners == 0) {
        text_add(&text, "%s", result.over ? "draw" : "*");
        return (int)text.used;
    }
    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        if (result.winners & (1u << p))
            text_add(&text, "%s%d", text.used ? "," : "", p + 1);
    return (int)text.used;
}

int record_result_parse(const char *text, int players, struct tb_result *result,
                        struct tb_error *error)
{
    struct scan scan = {text};
    int number;

    *result = (struct tb_result){.over = strcmp(text, "*") != 0};
    if (!result->over || strcmp(text, "draw") == 0)
        return TB_OK;
    do {
        if (!scan_number(&scan, players, &number) || number == 0 ||
            (result->winners & (1u << (number - 1))))
            break;
        result->winners |= 1u << (number - 1);
        if (scan_end(&scan))
            return TB_OK;
    } while (scan_char(&scan, ','));
    return error_set(
        error, TB_ERR_RECORD,
        "''{text}'' is not a result; it must be draw, * or winners from 1 to {players} such as 1.",
        arg_text("text", quote(text).text), arg_count("players", players));
}

/* ---- Playing a record ----------------------------------------------------------- */

int record_play(struct tb_match *match, const char *text, int *ply, struct tb_error *error)
{
    int number = tb_match_plies(match) + 1;
    int code = tb_match_play(match, text, error);

    if (code == TB_OK)
        return TB_OK;
    *ply = number;
    error_prefix(error, "Move {move} ''{text}'': ", arg_count("move", number),
                 arg_text("text", quote(text).text));
    return code;
}

int record_cursor_play(struct record_cursor *cursor, const char *text, int *ply,
                       struct tb_error *error)
{
    struct tb_match *match = cursor->record->match;
    int code = record_play(match, text, ply, error);

    if (code)
        return code;
    code = annotations_add(&cursor->record->notes, cursor->node,
                           tb_match_entry(match, tb_match_length(match) - 1), error);
    if (code < 0)
        return code;
    cursor->node = code;
    if (cursor->depth == 0)
        annotations_put_first(&cursor->record->notes, code);
    return TB_OK;
}

/* True if this line has a move. */
static bool has_moved(const struct record_cursor *cursor)
{
    int begin = cursor->depth > 0 ? cursor->open[cursor->depth - 1].length : 0;

    return tb_match_length(cursor->record->match) > begin;
}

int record_cursor_open(struct record_cursor *cursor, struct tb_error *error)
{
    struct tb_match *match = cursor->record->match;

    if (!has_moved(cursor))
        return error_set(error, TB_ERR_SYNTAX,
                         "A variation must follow the move that it replaces.");
    if (cursor->depth == ANNOTATION_DEPTH_MAX)
        return annotation_too_deep(error);
    cursor->open[cursor->depth].node = cursor->node;
    cursor->open[cursor->depth++].length = tb_match_length(match) - 1;
    tb_match_undo(match);
    cursor->node = annotations_at(&cursor->record->notes, cursor->node)->parent;
    return TB_OK;
}

int record_cursor_close(struct record_cursor *cursor, struct tb_error *error)
{
    struct tb_match *match = cursor->record->match;

    if (cursor->depth == 0)
        return error_set(error, TB_ERR_SYNTAX, "This ')' closes no variation.");
    if (!has_moved(cursor))
        return error_set(error, TB_ERR_SYNTAX, "This variation has no move.");
    int length = cursor->open[--cursor->depth].length;

    while (tb_match_length(match) > length)
        tb_match_undo(match);
    cursor->node = cursor->open[cursor->depth].node;
    return tb_match_play(match, annotations_at(&cursor->record->notes, cursor->node)->move, error);
}

bool record_cursor_fresh(const struct record_cursor *cursor)
{
    return cursor->depth > 0 && !has_moved(cursor);
}

/* Ends the match by resignation or time so that the stated winners win. */
static int conclude_lost(struct tb_match *match, enum tb_ending ending, struct tb_result stated,
                         struct tb_error *error)
{
    int players = tb_match_start(match)->setup.players;
    char result[16];

    for (int p = 0; p < players; p++) {
        int code = ending == TB_ENDING_TIME ? tb_match_flag(match, p, error)
                                            : tb_match_resign(match, p, error);
        if (code)
            return code;
        if (stated.over && tb_match_result(match).winners == stated.winners)
            return TB_OK;
        tb_match_undo(match);
    }
    record_result_text(stated, result, sizeof result);
    return error_set(error, TB_ERR_RECORD, "No loss by {ending} ends with the result {result}.",
                     arg_text("ending", tb_ending_name(ending)), arg_text("result", result));
}

static int conclude_called(struct tb_match *match, const char *name, struct tb_result stated,
                           struct tb_error *error)
{
    if (strcmp(name, tb_ending_name(TB_ENDING_AGREEMENT)) == 0)
        return tb_match_agree_draw(match, error);
    if (strcmp(name, tb_ending_name(TB_ENDING_LIMIT)) == 0)
        return tb_match_draw_at_limit(match, error);
    if (strcmp(name, tb_ending_name(TB_ENDING_RESIGNATION)) == 0)
        return conclude_lost(match, TB_ENDING_RESIGNATION, stated, error);
    if (strcmp(name, tb_ending_name(TB_ENDING_TIME)) == 0)
        return conclude_lost(match, TB_ENDING_TIME, stated, error);
    return error_set(
        error, TB_ERR_RECORD,
        "The ending cannot be ''{name}''; it must be resignation, agreement, time or limit.",
        arg_text("name", quote(name).text));
}

int record_conclude(struct tb_match *match, const char *ending, struct tb_result stated,
                    struct tb_error *error)
{
    char ours[16], theirs[16];
    int code;

    if (ending && (code = conclude_called(match, ending, stated, error)))
        return code;
    struct tb_result result = tb_match_result(match);

    if (!stated.over || (result.over && result.winners == stated.winners))
        return TB_OK;
    record_result_text(stated, theirs, sizeof theirs);
    record_result_text(result, ours, sizeof ours);
    if (!result.over)
        return error_set(error, TB_ERR_RECORD,
                         "The record says the result is {theirs}, but the game is not over.",
                         arg_text("theirs", theirs));
    return error_set(error, TB_ERR_RECORD,
                     "The record says the result is {theirs}, but it is {ours}.",
                     arg_text("theirs", theirs), arg_text("ours", ours));
}

int record_main_child(const struct record *record, int node, int entry)
{
    const char *text = tb_match_entry(record->match, entry);

    return text ? annotations_find(&record->notes, node, text) : ANNOTATION_NONE;
}

int record_person(const struct tb_match *match, int player)
{
    return tb_match_seat(match, tb_match_length(match), player);
}

bool record_is_usual_start(const struct tb_match *match)
{
    const struct tb_position *start = tb_match_start(match);
    struct tb_position usual;

    tb_position_start(&usual, &start->setup, NULL);
    return tb_equal(start, &usual);
}
