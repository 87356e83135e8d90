/*
 * record_write_json.c - a record as JSON, one object on one line:
 *
 *     {"game":"quoridor","players":2,"options":{"walls":3},"moves":["e2","e8"],"result":null}
 *
 * Reading is in json/record_json_read.c. Everything written here was checked on its way
 * into the record, so quotation marks and backslashes are all that must be escaped.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/record.h"
#include "core/text.h"

static void write_string(struct text *out, const char *value)
{
    text_char(out, '"');
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            text_char(out, '\\');
        text_char(out, *value);
    }
    text_char(out, '"');
}

/* The key of a further value of the object that is open. */
static void write_key(struct text *out, const char *key)
{
    text_add(out, ",\"%s\":", key);
}

static void write_pair(struct text *out, const char *key, const char *value)
{
    write_key(out, key);
    write_string(out, value);
}

/* ---- Fields before the moves ------------------------------------------------------------ */

/* The options that differ from the game's own, numbers as numbers. */
static void write_options(struct text *out, const struct tb_setup *setup)
{
    bool first = true;

    write_key(out, "options");
    text_char(out, '{');
    for (int i = 0; i < tb_game_option_count(setup->game); i++) {
        const struct tb_option *option = tb_game_option(setup->game, i);
        int value = setup->options[i];

        if (value == option->defaults[setup->players])
            continue;
        text_add(out, "%s\"%s\":", first ? "" : ",", option->name);
        if (option->words)
            write_string(out, option->words[value]);
        else
            text_add(out, "%d", value);
        first = false;
    }
    text_char(out, '}');
}

static void write_rules(struct text *out, struct match_rules rules)
{
    if (rules.repetition != match_rules_default().repetition)
        text_add(out, ",\"repetition\":%d", rules.repetition);
    if (rules.swap)
        text_add(out, ",\"swap\":true");
}

/* The number of the player whose name this tag gives, 0 if it is another tag. */
static int name_tag(const char *tag, int players)
{
    char name[24];

    for (int p = 1; p <= players; p++) {
        snprintf(name, sizeof name, "Player%d", p);
        if (strcmp(tag, name) == 0)
            return p;
    }
    return 0;
}

static void write_names(struct text *out, const struct record *record, int players)
{
    const char *names[TB_PLAYERS_MAX + 1] = {0};
    bool named = false;

    for (int i = 0; i < record->tag_count; i++) {
        int player = name_tag(record->tags[i].name, players);

        names[player] = record->tags[i].value;
        named = named || player > 0;
    }
    if (!named)
        return;
    write_key(out, "names");
    for (int p = 1; p <= players; p++) {
        text_char(out, p == 1 ? '[' : ',');
        if (names[p])
            write_string(out, names[p]);
        else
            text_add(out, "null");
    }
    text_char(out, ']');
}

static void write_tags(struct text *out, const struct record *record)
{
    int players = tb_match_start(record->match)->setup.players;
    const char *date = record_tag(record, "Date");
    bool first = true;

    if (date)
        write_pair(out, "date", date);
    write_names(out, record, players);
    for (int i = 0; i < record->tag_count; i++) {
        const struct record_tag *tag = &record->tags[i];

        if (name_tag(tag->name, players) || strcmp(tag->name, "Date") == 0)
            continue;
        text_add(out, "%s\"%s\":", first ? ",\"tags\":{" : ",", tag->name);
        write_string(out, tag->value);
        first = false;
    }
    if (!first)
        text_char(out, '}');
}

/* ---- Annotations ----------------------------------------------------------------------------- */

static void write_evaluation(struct text *out, const struct evaluation *evaluation)
{
    text_add(out, ",\"eval\":{\"player\":%d", evaluation->player + 1);
    if (!evaluation->exact) {
        write_key(out, "score");
        evaluation_score_text(evaluation->score, out);
    } else {
        write_pair(out, "value", evaluation_word(evaluation->value));
        if (evaluation->plies >= 0)
            text_add(out, ",\"plies\":%d", evaluation->plies);
    }
    text_char(out, '}');
}

static void write_variations(struct text *out, const struct annotations *notes, int parent,
                             int played);

static bool has_variation(const struct annotations *notes, int parent, int played)
{
    return annotations_variation(notes, parent, played, ANNOTATION_NONE) != ANNOTATION_NONE;
}

/* Writes the annotations after `at` entries of a line, at a node that may be missing, and the
 * variations of the last of these entries. `first` tells whether it is the first note. */
static void write_note(struct text *out, const struct annotations *notes, int parent, int node,
                       int at, bool *first)
{
    const struct annotation_node *said = annotations_at(notes, node);
    bool varied = has_variation(notes, parent, node);

    if ((!said || !annotation_is_noted(said)) && !varied)
        return;
    text_add(out, "%s{\"at\":%d", *first ? "" : ",", at);
    *first = false;
    if (said && said->comment)
        write_pair(out, "comment", said->comment);
    if (said && said->evaluated)
        write_evaluation(out, &said->evaluation);
    if (said && said->ms >= 0)
        text_add(out, ",\"ms\":%lld", (long long)said->ms);
    if (varied)
        write_variations(out, notes, parent, node);
    text_char(out, '}');
}

/* True if the moves of a variation have annotations. */
static bool line_is_noted(const struct annotations *notes, int start)
{
    for (int at = start; at != ANNOTATION_NONE; at = notes->nodes[at].first)
        if (annotation_is_noted(&notes->nodes[at]) ||
            (at != start && has_variation(notes, notes->nodes[at].parent, at)))
            return true;
    return false;
}

/* A variation as an object with its own moves and notes. */
static void write_line(struct text *out, const struct annotations *notes, int start)
{
    bool first = true;
    int entries = 0;

    text_add(out, "{\"moves\":");
    for (int at = start; at != ANNOTATION_NONE; at = notes->nodes[at].first) {
        text_char(out, at == start ? '[' : ',');
        write_string(out, notes->nodes[at].move);
    }
    text_char(out, ']');
    if (line_is_noted(notes, start)) {
        write_key(out, "notes");
        text_char(out, '[');
        for (int at = start; at != ANNOTATION_NONE; at = notes->nodes[at].first)
            write_note(out, notes, at == start ? ANNOTATION_NONE : notes->nodes[at].parent, at,
                       ++entries, &first);
        text_char(out, ']');
    }
    text_char(out, '}');
}

static void write_variations(struct text *out, const struct annotations *notes, int parent,
                             int played)
{
    int at = annotations_variation(notes, parent, played, ANNOTATION_NONE);
    bool first = true;

    write_key(out, "variations");
    for (; at != ANNOTATION_NONE; at = annotations_variation(notes, parent, played, at)) {
        text_char(out, first ? '[' : ',');
        write_line(out, notes, at);
        first = false;
    }
    text_char(out, ']');
}

/* True if the match has annotations. */
static bool is_noted(const struct record *record)
{
    const struct annotation_node *said = annotations_at(&record->notes, ANNOTATION_START);
    int node = ANNOTATION_START;
    bool noted = said && annotation_is_noted(said);

    for (int i = 0; i < tb_match_length(record->match) && said && !noted; i++) {
        int parent = node;

        node = record_main_child(record, node, i);
        noted = has_variation(&record->notes, parent, node);
        said = annotations_at(&record->notes, node);
        noted = noted || (said && annotation_is_noted(said));
    }
    return noted;
}

static void write_notes(struct text *out, const struct record *record)
{
    int node = ANNOTATION_START;
    bool first = true;

    text_char(out, '[');
    write_note(out, &record->notes, ANNOTATION_NONE, node, 0, &first);
    for (int i = 0; i < tb_match_length(record->match); i++) {
        int parent = node;

        node = record_main_child(record, node, i);
        write_note(out, &record->notes, parent, node, i + 1, &first);
    }
    text_char(out, ']');
}

/* ---- The whole ------------------------------------------------------------------------------- */

static void write_result(struct text *out, struct tb_result result)
{
    bool first = true;

    write_key(out, "result");
    if (!result.over || result.winners == 0) {
        text_add(out, "%s", result.over ? "\"draw\"" : "null");
        return;
    }
    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        if (result.winners & (1u << p)) {
            text_add(out, "%c%d", first ? '[' : ',', p + 1);
            first = false;
        }
    text_char(out, ']');
}

static void write_moves(struct text *out, const struct tb_match *match)
{
    write_key(out, "moves");
    text_char(out, '[');
    for (int i = 0; i < tb_match_length(match); i++) {
        if (i > 0)
            text_char(out, ',');
        write_string(out, tb_match_entry(match, i));
    }
    text_char(out, ']');
}

static void write_record(struct text *out, const struct record *record)
{
    const struct tb_position *start = tb_match_start(record->match);
    const char *ending = record_ending_name(tb_match_ending(record->match));
    char position[TB_POSITION_TEXT];

    text_add(out, "{\"game\":\"%s\",\"players\":%d", tb_game_name(start->setup.game),
             start->setup.players);
    write_options(out, &start->setup);
    write_rules(out, match_rules_of(record->match));
    if (!record_is_usual_start(record->match)) {
        tb_position_text(start, position, sizeof position);
        write_pair(out, "position", position);
    }
    write_tags(out, record);
    write_moves(out, record->match);
    if (is_noted(record)) {
        write_key(out, "notes");
        write_notes(out, record);
    }
    if (ending)
        write_pair(out, "ending", ending);
    write_result(out, tb_match_result(record->match));
    text_char(out, '}');
}

/* Returns the output of `write`, allocated; NULL if memory runs out. */
static char *collect(const struct record *record,
                     void (*write)(struct text *out, const struct record *record))
{
    struct text measure = text_into(NULL, 0);

    write(&measure, record);
    char *out = malloc(measure.used + 1);

    if (out) {
        struct text text = text_into(out, measure.used + 1);

        write(&text, record);
    }
    return out;
}

char *record_write_json(const struct record *record)
{
    return collect(record, write_record);
}

char *record_write_notes(const struct record *record)
{
    return collect(record, write_notes);
}
