/* record_write.c - a record as text: tags, an empty line, numbered moves, the result. */
#include <stdlib.h>
#include <string.h>

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

    for (int i = 0; i < tb_game_option_count(setup->game); i++) {
        const struct tb_option *option = tb_game_option(setup->game, i);
        char value[32];

        if (setup->options[i] == option->defaults[setup->players])
            continue;
        tb_setup_value(setup, i, value, sizeof value);
        text_add(&text, "%s%s=%s", text.used ? " " : "", option->name, value);
    }
    if (text.used)
        write_field(out, FIELD_OPTIONS, all);
}

static void write_rules(struct text *out, struct tb_match_rules rules)
{
    char number[16];
    struct text text = text_into(number, sizeof number);

    text_add(&text, "%d", rules.repetition);
    if (rules.repetition != tb_match_rules_default().repetition)
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
    write_rules(out, tb_match_rules_of(record->match));
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

/* Writes a word, on a new line if this one has no room for it. */
static void write_word(struct text *out, size_t *column, const char *word)
{
    size_t length = strlen(word);

    if (*column > 0 && *column + 1 + length > COLUMNS) {
        text_char(out, '\n');
        *column = 0;
    }
    if (*column > 0) {
        text_char(out, ' ');
        ++*column;
    }
    text_add(out, "%s", word);
    *column += length;
}

/* A round gives every player one turn; its number stands before player 1's move. */
static void write_moves(struct text *out, const struct tb_match *match)
{
    const struct tb_position *start = tb_match_start(match);
    char word[TB_MOVE_TEXT + 16], result[16];
    int turn = tb_turn(start), players = start->setup.players;
    size_t column = 0;

    for (int i = 0; i < tb_match_length(match); i++) {
        const char *entry = tb_match_entry(match, i);
        struct text text = text_into(word, sizeof word);

        if (strcmp(entry, "swap") == 0) {
            write_word(out, &column, entry);
            continue;
        }
        if (turn % players == 0)
            text_add(&text, "%d. ", turn / players + 1);
        else if (i == 0)
            text_add(&text, "1... ");
        text_add(&text, "%s", entry);
        write_word(out, &column, word);
        turn++;
    }
    record_result_text(tb_match_result(match), result, sizeof result);
    write_word(out, &column, result);
    text_char(out, '\n');
}

static void write_record(struct text *out, const struct record *record)
{
    write_tags(out, record);
    text_char(out, '\n');
    write_moves(out, record->match);
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
