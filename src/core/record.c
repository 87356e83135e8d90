/* record.c - tags, results and endings: what every form of record shares. */
#include "core/record.h"

#include <stdlib.h>
#include <string.h>

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
    *record = (struct record){0};
}

static struct record_tag *find_tag(const struct record *record, const char *name)
{
    for (int i = 0; i < record->tag_count; i++)
        if (strcmp(record->tags[i].name, name) == 0)
            return &record->tags[i];
    return NULL;
}

const char *record_tag(const struct record *record, const char *name)
{
    const struct record_tag *tag = find_tag(record, name);

    return tag ? tag->value : NULL;
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

/* Bytes of the UTF-8 character that begins with this byte, 0 if none does. */
static int character_length(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first < 0xc2 || first >= 0xf5)
        return 0;
    return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/* Length of the UTF-8 character at `at`, 0 if it is malformed or a control character. */
static int clean_character(const unsigned char *at)
{
    int length = character_length(at[0]);

    if (at[0] < ' ' || at[0] == 0x7f || (at[0] == 0xc2 && at[1] < 0xa0))
        return 0;
    for (int i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xf0 && at[1] < 0x90);
    bool surrogate = at[0] == 0xed && at[1] >= 0xa0;
    bool beyond = at[0] == 0xf4 && at[1] >= 0x90;

    return overlong || surrogate || beyond ? 0 : length;
}

static bool is_clean(const char *value)
{
    const unsigned char *at = (const unsigned char *)value;

    while (*at) {
        int length = clean_character(at);

        if (length == 0)
            return false;
        at += length;
    }
    return true;
}

static int add_tag(struct record *record, char *name, char *value)
{
    size_t room = (size_t)record->tag_count + 1;
    struct record_tag *tags = NULL;

    if (name && value)
        tags = realloc(record->tags, room * sizeof *tags);
    if (!tags)
        return TB_ERR_MEMORY;
    record->tags = tags;
    record->tags[record->tag_count++] = (struct record_tag){name, value};
    return TB_OK;
}

int record_set_tag(struct record *record, const char *name, const char *value,
                   struct tb_error *error)
{
    struct record_tag *tag = find_tag(record, name);

    if (!is_tag_name(name))
        return error_set(error, TB_ERR_RECORD, "'%s' cannot be the name of a tag.",
                         "'%s' ne peut pas être le nom d'une balise.", quote(name).text);
    if (record_field_find(name) != FIELD_COUNT)
        return error_set(error, TB_ERR_RECORD, "The tag %s is the game's own.",
                         "La balise %s appartient à la partie elle-même.", name);
    if (!is_clean(value))
        return error_set(error, TB_ERR_RECORD, "The value of the tag '%s' is not clean UTF-8 text.",
                         "La valeur de la balise '%s' n'est pas un texte UTF-8 correct.",
                         quote(name).text);
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
        "'%s' is not a result; it may be draw, * or winners from 1 to %d such as 1.",
        "'%s' n'est pas un résultat ; c'est draw, * ou les gagnants de 1 à %d, par exemple 1.",
        quote(text).text, players);
}

/* ---- Playing a record ----------------------------------------------------------- */

int record_play(struct tb_match *match, const char *text, int *ply, struct tb_error *error)
{
    int number = tb_match_plies(match) + 1;
    int code = tb_match_play(match, text, error);

    if (code == TB_OK)
        return TB_OK;
    *ply = number;
    error_prefix(error, "Move %d '%s': ", "Coup %d '%s' : ", number, quote(text).text);
    return code;
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
    return error_set(error, TB_ERR_RECORD, "No loss by %s ends with the result %s.",
                     "Aucune défaite par '%s' ne donne le résultat %s.", tb_ending_name(ending),
                     result);
}

static int conclude_called(struct tb_match *match, const char *name, struct tb_result stated,
                           struct tb_error *error)
{
    if (strcmp(name, tb_ending_name(TB_ENDING_AGREEMENT)) == 0)
        return tb_match_agree_draw(match, error);
    if (strcmp(name, tb_ending_name(TB_ENDING_RESIGNATION)) == 0)
        return conclude_lost(match, TB_ENDING_RESIGNATION, stated, error);
    if (strcmp(name, tb_ending_name(TB_ENDING_TIME)) == 0)
        return conclude_lost(match, TB_ENDING_TIME, stated, error);
    return error_set(error, TB_ERR_RECORD,
                     "The ending cannot be '%s'; it may be resignation, agreement or time.",
                     "La fin ne peut pas être '%s' ; c'est resignation, agreement ou time.",
                     quote(name).text);
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
        return error_set(
            error, TB_ERR_RECORD, "The record says the result is %s, but the game is not over.",
            "Selon l'enregistrement le résultat est %s, mais la partie n'est pas finie.", theirs);
    return error_set(error, TB_ERR_RECORD, "The record says the result is %s, but it is %s.",
                     "Selon l'enregistrement le résultat est %s, mais c'est %s.", theirs, ours);
}

bool record_is_usual_start(const struct tb_match *match)
{
    const struct tb_position *start = tb_match_start(match);
    struct tb_position usual;

    tb_position_start(&usual, &start->setup);
    return tb_equal(start, &usual);
}
