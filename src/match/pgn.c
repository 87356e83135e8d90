/* pgn.c - see pgn.h. The grammar is that of the PGN standard (1994), sections 8 and 18. */
#include "match/pgn.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"

enum { LINE_MAX_WIDTH = 79, TAG_MAX = 255, WORD_SIZE = 96 };

/* A text that is broken into lines of at most 79 characters, as the standard asks for. */
struct page {
    struct text text;
    size_t column;
};

/* A quote or backslash in a value has a backslash before it; no value is longer than 255. */
static void add_tag(struct page *page, const char *name, const char *value)
{
    text_add(&page->text, "[%s \"", name);
    for (int i = 0; value && value[i] && i < TAG_MAX; i++) {
        if (value[i] == '"' || value[i] == '\\')
            text_char(&page->text, '\\');
        text_char(&page->text, value[i]);
    }
    text_add(&page->text, "\"]\n");
}

static void add_word(struct page *page, const char *word)
{
    size_t length = strlen(word);

    if (page->column > 0 && page->column + 1 + length > LINE_MAX_WIDTH) {
        text_char(&page->text, '\n');
        page->column = 0;
    } else if (page->column > 0) {
        text_char(&page->text, ' ');
        page->column++;
    }
    text_add(&page->text, "%s", word);
    page->column += length;
}

static const char *result_of(const struct tb_match *match, int second)
{
    struct tb_result result = tb_match_result(match);

    if (!result.over)
        return "*";
    if (result.winners & 1)
        return "1-0";
    return result.winners & (1u << second) ? "0-1" : "1/2-1/2";
}

/* Hundredths of a win, "+M5" for a win in 5 plies, "?" if nothing is known. */
static void add_score(struct text *text, const struct annotation_node *node)
{
    const struct evaluation *evaluation = &node->evaluation;

    if (!node->evaluated)
        text_add(text, "?");
    else if (evaluation->exact && evaluation->value != 0 && evaluation->plies >= 0)
        text_add(text, "%cM%d", evaluation->value > 0 ? '+' : '-', evaluation->plies);
    else
        text_add(text, "%d", evaluation->exact ? 100 * evaluation->value
                                               : evaluation->score / (ANNOTATION_UNIT / 100));
}

static void add_moves(struct page *page, const struct record *record)
{
    int at = ANNOTATION_START;

    add_word(page, "{");
    for (int i = 0; i < tb_match_length(record->match); i++) {
        char word[WORD_SIZE];
        struct text text = text_into(word, sizeof word);

        at = record_main_child(record, at, i);
        const struct annotation_node *node = annotations_at(&record->notes, at);

        text_add(&text, "%s", tb_match_entry(record->match, i));
        if (node && node->ms >= 0) {
            text_char(&text, '(');
            add_score(&text, node);
            text_add(&text, ",%lldms)", (long long)node->ms);
        }
        add_word(page, word);
    }
    add_word(page, "}");
}

char *pgn_write(const struct record *record, int second)
{
    const struct tb_match *match = record->match;
    size_t size = 4096 + (size_t)tb_match_length(match) * (WORD_SIZE + 1);
    char *out = malloc(size);
    struct page page = {.text = text_into(out, out ? size : 0)};
    const char *date = record_tag(record, "Date"), *round = record_tag(record, "Round");
    const char *how = record_tag(record, "Termination"), *result = result_of(match, second);

    if (!out)
        return NULL;
    add_tag(&page, "Event", PGN_EVENT);
    add_tag(&page, "Site", "?");
    add_tag(&page, "Date", date ? date : "????.??.??");
    add_tag(&page, "Round", round ? round : "?");
    add_tag(&page, "White", record_player(record, 0));
    add_tag(&page, "Black", record_player(record, second));
    add_tag(&page, "Result", result);
    add_tag(&page, "Game", tb_game_title(tb_match_start(match)->setup.game));
    if (how)
        add_tag(&page, "Termination", how);
    text_char(&page.text, '\n');
    add_moves(&page, record);
    add_word(&page, result);
    text_add(&page.text, "\n\n");
    return out;
}
