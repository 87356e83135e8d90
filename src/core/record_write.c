/* record_write.c - a record as text: tags, an empty line, numbered moves, the result. */
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "core/record.h"
#include "core/text.h"

enum { COLUMNS = 78 };

static void write_tag(struct text *out, const char *name, const char *value)
{
    text_add(out, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            text_char(out, '\\');
        text_char(out, *value);
    }
    text_add(out, "\"]\n");
}

static void write_field(struct text *out, enum record_field field, const char *value)
{
    write_tag(out, record_field_name(field), value);
}

/* The options that differ from the game's own: "size=5 walls=3". */
static void write_options(struct text *out, const struct tb_setup *setup)
{
    char all[256];
    struct text text = text_into(all, sizeof all);

    setup_options_text(setup, " ", "", &text);
    if (text.used)
        write_field(out, FIELD_OPTIONS, all + 1);
}

static void write_rules(struct text *out, struct match_rules rules)
{
    char number[16];
    struct text text = text_into(number, sizeof number);

    text_add(&text, "%d", rules.repetition);
    if (rules.repetition != match_rules_default().repetition)
        write_field(out, FIELD_REPETITION, number);
    if (rules.swap)
        write_field(out, FIELD_SWAP, "on");
}

static void write_tags(struct text *out, const struct record *record)
{
    const struct tb_position *start = tb_match_start(record->match);
    const char *ending = record_ending_name(tb_match_ending(record->match));
    char value[TB_POSITION_TEXT];
    struct text players = text_into(value, sizeof value);

    write_field(out, FIELD_GAME, tb_game_title(start->setup.game));
    text_add(&players, "%d", start->setup.players);
    write_field(out, FIELD_PLAYERS, value);
    write_options(out, &start->setup);
    write_rules(out, match_rules_of(record->match));
    if (!record_is_usual_start(record->match)) {
        tb_position_text(start, value, sizeof value);
        write_field(out, FIELD_POSITION, value);
    }
    for (int i = 0; i < record->tag_count; i++)
        write_tag(out, record->tags[i].name, record->tags[i].value);
    if (ending)
        write_field(out, FIELD_ENDING, ending);
    record_result_text(tb_match_result(record->match), value, sizeof value);
    write_field(out, FIELD_RESULT, value);
}

struct writer {
    struct text *out;
    const struct record *record;
    int players;
    size_t column;
    bool numbered;    /* the next move needs its number, no matter which player makes it */
    const char *open; /* the bracket or brace that opens with the next word, otherwise "" */
};

/* Writes a word, on a new line if this one has no room for it; a line of moves or of a
 * comment never begins like a game. */
static void write_word(struct writer *writer, const char *word)
{
    size_t length = strlen(writer->open) + strlen(word);
    bool stays = strncmp(word, RECORD_OPENING, strlen(RECORD_OPENING)) == 0;

    if (writer->column > 0 && writer->column + 1 + length > COLUMNS && !stays) {
        text_char(writer->out, '\n');
        writer->column = 0;
    }
    if (writer->column > 0) {
        text_char(writer->out, ' ');
        ++writer->column;
    }
    text_add(writer->out, "%s%s", writer->open, word);
    writer->column += length;
    writer->open = "";
}

/* Appends a character to the last word, even if the line gets too long. */
static void write_mark(struct writer *writer, char mark)
{
    text_char(writer->out, mark);
    writer->column++;
}

/* A round gives every player one turn; its number precedes player 1's move. */
static void write_move(struct writer *writer, const char *move, int turn)
{
    char word[TB_MOVE_TEXT + 20];
    struct text text = text_into(word, sizeof word);
    bool swap = strcmp(move, "swap") == 0;

    if (!swap && turn % writer->players == 0)
        text_add(&text, "%d. ", turn / writer->players + 1);
    else if (!swap && writer->numbered)
        text_add(&text, "%d... ", turn / writer->players + 1);
    text_add(&text, "%s", move);
    write_word(writer, word);
    writer->numbered = writer->numbered && swap;
}

static void write_comment(struct writer *writer, const char *words)
{
    char word[ANNOTATION_COMMENT_MAX + 1];

    for (; *words; words += strspn(words, " ")) {
        struct text text = text_into(word, sizeof word);
        size_t length = strcspn(words, " ");

        text_add(&text, "%.*s", (int)length, words);
        write_word(writer, word);
        words += length;
    }
}

/* The squares or the arrows among the drawings of a node, if there are any. */
static void write_drawings(struct writer *writer, const char *words, bool arrows)
{
    char word[16 + ANNOTATION_DRAWINGS_MAX * DRAWING_TEXT];
    struct text text = text_into(word, sizeof word);

    text_add(&text, arrows ? "[%%cal" : "[%%csl");
    size_t name = text.used;

    for (; *words; words += strspn(words, " ")) {
        size_t length = strcspn(words, " ");

        if (drawing_is_arrow(words) == arrows)
            text_add(&text, "%c%.*s", text.used == name ? ' ' : ',', (int)length, words);
        words += length;
    }
    text_char(&text, ']');
    if (text.used > name + 1)
        write_word(writer, word);
}

/* Evaluation, time, drawings and comment between braces. */
static void write_note(struct writer *writer, const struct annotation_node *node)
{
    char word[ANNOTATION_TEXT];
    struct text text = text_into(word, sizeof word);

    if (!node || !annotation_is_noted(node))
        return;
    writer->open = "{";
    if (node->evaluated) {
        text_add(&text, "[%%eval ");
        evaluation_text(&node->evaluation, &text);
        text_char(&text, ']');
        write_word(writer, word);
    }
    if (node->ms >= 0) {
        text = text_into(word, sizeof word);
        text_add(&text, "[%%emt ");
        time_text(node->ms, &text);
        text_char(&text, ']');
        write_word(writer, word);
    }
    for (int arrows = 0; arrows < 2 && node->drawings; arrows++)
        write_drawings(writer, node->drawings, arrows);
    if (node->comment)
        write_comment(writer, node->comment);
    write_mark(writer, '}');
    writer->numbered = true;
}

static void write_variations(struct writer *writer, int parent, int played, int turn);

static int next_turn(const char *move, int turn)
{
    return turn + (strcmp(move, "swap") != 0);
}

/* A variation from its first move on. */
static void write_line(struct writer *writer, int first, int turn)
{
    const struct annotations *notes = &writer->record->notes;

    for (int at = first; at != ANNOTATION_NONE; at = notes->nodes[at].first) {
        const struct annotation_node *node = &notes->nodes[at];

        write_move(writer, node->move, turn);
        write_note(writer, node);
        if (at != first)
            write_variations(writer, node->parent, at, turn);
        turn = next_turn(node->move, turn);
    }
}

static void write_variations(struct writer *writer, int parent, int played, int turn)
{
    const struct annotations *notes = &writer->record->notes;
    int at = annotations_variation(notes, parent, played, ANNOTATION_NONE);

    for (; at != ANNOTATION_NONE; at = annotations_variation(notes, parent, played, at)) {
        writer->open = "(";
        writer->numbered = true;
        write_line(writer, at, turn);
        write_mark(writer, ')');
        writer->numbered = true;
    }
}

static void write_moves(struct writer *writer)
{
    const struct record *record = writer->record;
    int turn = tb_turn(tb_match_start(record->match)), node = ANNOTATION_START;
    char result[16];

    writer->numbered = true;
    write_note(writer, annotations_at(&record->notes, node));
    for (int i = 0; i < tb_match_length(record->match); i++) {
        const char *move = tb_match_entry(record->match, i);
        int parent = node;

        node = record_main_child(record, node, i);
        write_move(writer, move, turn);
        write_note(writer, annotations_at(&record->notes, node));
        write_variations(writer, parent, node, turn);
        turn = next_turn(move, turn);
    }
    record_result_text(tb_match_result(record->match), result, sizeof result);
    write_word(writer, result);
    text_char(writer->out, '\n');
}

static void write_record(struct text *out, const struct record *record)
{
    struct writer writer = {
        .out = out,
        .record = record,
        .players = tb_match_start(record->match)->setup.players,
        .open = "",
    };

    write_tags(out, record);
    text_char(out, '\n');
    write_moves(&writer);
}

char *record_write(const struct record *record)
{
    struct text measure = text_into(NULL, 0);

    write_record(&measure, record);
    char *out = malloc(measure.used + 1);

    if (out) {
        struct text text = text_into(out, measure.used + 1);

        write_record(&text, record);
    }
    return out;
}
