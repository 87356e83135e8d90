/*
 * record_write_json.c - a record as JSON, one object on one line:
 *
 *     {"game":"quoridor","players":2,"options":{"walls":3},"moves":["e2","e8"],"result":null}
 *
 * Reading is in json/record_json_read.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/json_writer.h"
#include "core/record.h"
#include "core/text.h"

/* ---- Fields before the moves ------------------------------------------------------------ */

/* The options that differ from the game's own, numbers as numbers. */
static void write_options(struct json_writer *out, const struct tb_setup *setup)
{
    writer_key_open(out, "options", '{');
    for (int i = 0; i < tb_game_option_count(setup->game); i++) {
        const struct tb_option *option = tb_game_option(setup->game, i);
        int value = setup->options[i];

        if (value == option->defaults[setup->players])
            continue;
        if (option->words)
            writer_key_string(out, option->name, option->words[value]);
        else
            writer_key_number(out, option->name, value);
    }
    writer_close(out, '}');
}

static void write_rules(struct json_writer *out, struct match_rules rules)
{
    if (rules.repetition != match_rules_default().repetition)
        writer_key_number(out, "repetition", rules.repetition);
    if (rules.swap)
        writer_key_bool(out, "swap", true);
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

static void write_names(struct json_writer *out, const struct record *record, int players)
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
    writer_key_open(out, "names", '[');
    for (int p = 1; p <= players; p++)
        writer_string(out, names[p]);
    writer_close(out, ']');
}

static void write_tags(struct json_writer *out, const struct record *record)
{
    int players = tb_match_start(record->match)->setup.players;
    const char *date = record_tag(record, "Date");
    bool first = true;

    if (date)
        writer_key_string(out, "date", date);
    write_names(out, record, players);
    for (int i = 0; i < record->tag_count; i++) {
        const struct record_tag *tag = &record->tags[i];

        if (name_tag(tag->name, players) || strcmp(tag->name, "Date") == 0)
            continue;
        if (first)
            writer_key_open(out, "tags", '{');
        writer_key_string(out, tag->name, tag->value);
        first = false;
    }
    if (!first)
        writer_close(out, '}');
}

/* ---- Annotations ----------------------------------------------------------------------------- */

static void write_evaluation(struct json_writer *out, const struct evaluation *evaluation)
{
    char score[32];
    struct text text = text_into(score, sizeof score);

    writer_key_open(out, "eval", '{');
    writer_key_number(out, "player", evaluation->player + 1);
    if (!evaluation->exact) {
        evaluation_score_text(evaluation->score, &text);
        writer_key(out, "score");
        writer_json(out, score);
    } else {
        writer_key_string(out, "value", evaluation_word(evaluation->value));
        if (evaluation->plies >= 0)
            writer_key_number(out, "plies", evaluation->plies);
    }
    writer_close(out, '}');
}

static void write_drawings(struct json_writer *out, const char *words)
{
    char word[DRAWING_TEXT];

    writer_key_open(out, "drawings", '[');
    for (; *words; words += strspn(words, " ")) {
        struct text text = text_into(word, sizeof word);
        size_t length = strcspn(words, " ");

        text_add(&text, "%.*s", (int)length, words);
        writer_string(out, word);
        words += length;
    }
    writer_close(out, ']');
}

static void write_variations(struct json_writer *out, const struct annotations *notes, int parent,
                             int played);

static bool has_variation(const struct annotations *notes, int parent, int played)
{
    return annotations_variation(notes, parent, played, ANNOTATION_NONE) != ANNOTATION_NONE;
}

/* Writes the annotations after `at` entries of a line, at a node that may be missing, and the
 * variations of the last of these entries. */
static void write_note(struct json_writer *out, const struct annotations *notes, int parent,
                       int node, int at)
{
    const struct annotation_node *said = annotations_at(notes, node);
    bool varied = has_variation(notes, parent, node);

    if ((!said || !annotation_is_noted(said)) && !varied)
        return;
    writer_open(out, '{');
    writer_key_number(out, "at", at);
    if (said && said->comment)
        writer_key_string(out, "comment", said->comment);
    if (said && said->evaluated)
        write_evaluation(out, &said->evaluation);
    if (said && said->ms >= 0)
        writer_key_number(out, "ms", said->ms);
    if (said && said->drawings)
        write_drawings(out, said->drawings);
    if (varied)
        write_variations(out, notes, parent, node);
    writer_close(out, '}');
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
static void write_line(struct json_writer *out, const struct annotations *notes, int start)
{
    int entries = 0;

    writer_open(out, '{');
    writer_key_open(out, "moves", '[');
    for (int at = start; at != ANNOTATION_NONE; at = notes->nodes[at].first)
        writer_string(out, notes->nodes[at].move);
    writer_close(out, ']');
    if (line_is_noted(notes, start)) {
        writer_key_open(out, "notes", '[');
        for (int at = start; at != ANNOTATION_NONE; at = notes->nodes[at].first)
            write_note(out, notes, at == start ? ANNOTATION_NONE : notes->nodes[at].parent, at,
                       ++entries);
        writer_close(out, ']');
    }
    writer_close(out, '}');
}

static void write_variations(struct json_writer *out, const struct annotations *notes, int parent,
                             int played)
{
    int at = annotations_variation(notes, parent, played, ANNOTATION_NONE);

    writer_key_open(out, "variations", '[');
    for (; at != ANNOTATION_NONE; at = annotations_variation(notes, parent, played, at))
        write_line(out, notes, at);
    writer_close(out, ']');
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

void record_write_notes(struct json_writer *out, const struct record *record)
{
    int node = ANNOTATION_START;

    writer_open(out, '[');
    write_note(out, &record->notes, ANNOTATION_NONE, node, 0);
    for (int i = 0; i < tb_match_length(record->match); i++) {
        int parent = node;

        node = record_main_child(record, node, i);
        write_note(out, &record->notes, parent, node, i + 1);
    }
    writer_close(out, ']');
}

/* ---- The whole ------------------------------------------------------------------------------- */

static void write_result(struct json_writer *out, struct tb_result result)
{
    if (!result.over || result.winners == 0) {
        writer_key_string(out, "result", result.over ? "draw" : NULL);
        return;
    }
    writer_key_open(out, "result", '[');
    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        if (result.winners & (1u << p))
            writer_number(out, p + 1);
    writer_close(out, ']');
}

char *record_write_json(const struct record *record)
{
    const struct tb_position *start = tb_match_start(record->match);
    const char *ending = record_ending_name(tb_match_ending(record->match));
    struct json_writer writer = {0}, *out = &writer;
    char position[TB_POSITION_TEXT];

    writer_open(out, '{');
    writer_key_string(out, "game", tb_game_name(start->setup.game));
    writer_key_number(out, "players", start->setup.players);
    write_options(out, &start->setup);
    write_rules(out, match_rules_of(record->match));
    if (!record_is_usual_start(record->match)) {
        tb_position_text(start, position, sizeof position);
        writer_key_string(out, "position", position);
    }
    write_tags(out, record);
    writer_key_open(out, "moves", '[');
    for (int i = 0; i < tb_match_length(record->match); i++)
        writer_string(out, tb_match_entry(record->match, i));
    writer_close(out, ']');
    if (is_noted(record)) {
        writer_key(out, "notes");
        record_write_notes(out, record);
    }
    if (ending)
        writer_key_string(out, "ending", ending);
    write_result(out, tb_match_result(record->match));
    writer_close(out, '}');
    return writer_take(out);
}

char *record_write_line(const struct record *record)
{
    char *line = record_write_json(record);
    size_t length = line ? strlen(line) : 0, capacity = length + 1;

    if (!line || !ARRAY_RESERVE(line, capacity, length, 2)) {
        free(line);
        return NULL;
    }
    return strcat(line, "\n");
}
