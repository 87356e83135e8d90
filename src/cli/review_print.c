/* review_print.c - see review_print.h. */
#include "cli/review_print.h"

#include <jansson.h>
#include <stdio.h>

#include "cli/interactive_search.h"
#include "cli/terminal.h"
#include "cli/wrap.h"
#include "core/message.h"
#include "learn/annotate.h"
#include "jansson/json_memory.h"

enum { NOTE_INDENT = 9, LINE_MOVES = 4, ANSWER_MOVES = 3 }; /* of a better line and of an answer */

/* Calls `each` with the spelling of the first moves of a line. */
static void each_move(const struct review_move *move, const struct search_line *line, int most,
                      void (*each)(void *context, const char *text), void *context)
{
    struct tb_position position = move->position;

    for (int i = 0; i < line->length && i < most; i++) {
        char text[TB_MOVE_TEXT];

        tb_move_text(&position, line->pv[i], text, sizeof text);
        each(context, text);
        if (tb_play(&position, line->pv[i], NULL))
            return;
    }
}

/* ---- For people -------------------------------------------------------------------------- */

static void append_word(void *context, const char *word)
{
    text_add(context, " %s", word);
}

/* "73 %", or what is proven: "win in 5", "draw". */
static void value_text(const struct review_value *value, int players, const char *lang,
                       struct text *out)
{
    static const char *const words[] = {NC_("value", "loss"), NC_("value", "draw"),
                                        NC_("value", "win")};

    if (!value->exact)
        text_add(out, "%.0f %%", 100 * value->expected);
    else if (value->verdict.value != 0 && value->verdict.plies > 0)
        text_message(
            out, lang, "{value} in {moves}",
            arg_text("value", translate_as(lang, "value", words[value->verdict.value + 1])),
            arg_count("moves", moves_in(value->verdict.plies, players)));
    else
        text_add(out, "%s", translate_as(lang, "value", words[value->verdict.value + 1]));
}

static void print_row(const struct review_move *move, int number, const char *lang)
{
    char spelling[TB_MOVE_TEXT], before[32], after[32], marked[TB_MOVE_TEXT + 4];
    int players = move->position.setup.players;
    struct text text;

    tb_move_text(&move->position, move->move, spelling, sizeof spelling);
    snprintf(marked, sizeof marked, "%s%s", spelling, judgement_mark(move->judgement));
    text = text_into(before, sizeof before);
    value_text(&move->before, players, lang, &text);
    text = text_into(after, sizeof after);
    value_text(&move->after, players, lang, &text);
    printf("%4d  %d  %-14s %11s %11s\n", number, move->player + 1, marked, before, after);
}

/* A sentence below a row, wrapped to the terminal. */
static void print_note(const char *sentence)
{
    printf("%*s", NOTE_INDENT, "");
    wrap_print(sentence, terminal_wrap(), NOTE_INDENT, NOTE_INDENT);
    putchar('\n');
}

/* What the move does in terms of the game, a line for each sentence. `named`: with the move before
 * each of them, where a line of several moves comes first. */
static void print_remark(const struct tb_position *position, tb_move move, bool named,
                         const char *lang)
{
    char remark[TB_REMARK_TEXT], spelling[TB_MOVE_TEXT], note[TB_REMARK_TEXT + TB_MOVE_TEXT + 4];
    char *rest;

    tb_move_text(position, move, spelling, sizeof spelling);
    position_remark_move(position, move, &(struct tb_viewer){.lang = lang}, remark, sizeof remark);
    for (char *sentence = strtok_r(remark, "\n", &rest); sentence;
         sentence = strtok_r(NULL, "\n", &rest)) {
        struct text text = text_into(note, sizeof note);

        text_message(&text, lang, "{move}: {sentence}", arg_move("move", spelling),
                     arg_text("sentence", sentence));
        print_note(named ? note : sentence);
    }
}

/* "The best answer: e6h f5." with what its first move does. */
static void print_line(const char *label, const struct review_move *move, int most,
                       const char *lang)
{
    char line[LINE_MOVES * (TB_MOVE_TEXT + 1)], note[sizeof line + 64];
    struct text text = text_into(line, sizeof line);

    each_move(move, &move->best, most, append_word, &text);
    text = text_into(note, sizeof note);
    text_add(&text, "%s%s.", label, line);
    print_note(note);
    print_remark(&move->position, move->best.pv[0], true, lang);
}

/* Prints the verdict below the row: the move's value, its effects, and the better move. `next`: the
 * move after it, or NULL. */
static void print_verdict(const struct review_move *move, const struct review_move *next,
                          const char *lang)
{
    const char *certain = certainty_sentence(move->certainty, lang);
    bool marked = move->judgement >= JUDGEMENT_INACCURACY;
    char note[128];

    if (marked) {
        snprintf(note, sizeof note, "%s.%s%s", judgement_name(move->judgement, lang),
                 *certain ? " " : "", certain);
        print_note(note);
    } else if (*certain) {
        print_note(certain);
    }
    if (!review_faults(move))
        return;
    print_remark(&move->position, move->move, false, lang);
    if (next)
        print_line(translate(lang, "The best answer:"), next, ANSWER_MOVES, lang);
    print_line(translate(lang, "Better:"), move, LINE_MOVES, lang);
}

static void print_summary(const struct review *review, const char *lang)
{
    char words[1000];
    struct text text = text_into(words, sizeof words);

    review_summary(review, lang, &text);
    printf("\n%s", words);
}

void review_print(const struct review *review, const struct tb_match *match, const char *lang)
{
    printf("%s\n\n", tb_game_title(tb_match_start(match)->setup.game));
    puts(translate(lang, "move  player              before       after"));
    for (int i = 0; i < review->count; i++) {
        print_row(&review->moves[i], i + 1, lang);
        print_verdict(&review->moves[i], i + 1 < review->count ? &review->moves[i + 1] : NULL,
                      lang);
    }
    print_summary(review, lang);
}

/* ---- For programs ------------------------------------------------------------------------ */

static void append_json(void *context, const char *word)
{
    json_array_append_new(context, json_string(word));
}

static json_t *value_json(const struct review_value *value)
{
    json_t *object = json_pack("{s:f, s:b}", "expected", value->expected, "exact", value->exact);

    if (value->exact && value->verdict.plies >= 0)
        json_object_set_new(object, "plies", json_integer(value->verdict.plies));
    return object;
}

static json_t *move_json(const struct review_move *move)
{
    char text[TB_MOVE_TEXT];
    json_t *line = json_array();

    tb_move_text(&move->position, move->move, text, sizeof text);
    each_move(move, &move->best, SEARCH_PV_MAX, append_json, line);
    json_t *object =
        json_pack("{s:i, s:i, s:s, s:o, s:o, s:o, s:f, s:s}", "entry", move->entry, "player",
                  move->player + 1, "move", text, "before", value_json(&move->before), "after",
                  value_json(&move->after), "best", line, "loss", move->loss, "judgement",
                  judgement_word(move->judgement));

    if (move->certainty != CERTAINTY_NONE)
        json_object_set_new(object, "certainty", json_string(certainty_word(move->certainty)));
    return object;
}

void review_print_json(const struct review *review)
{
    json_t *moves = json_array(), *accuracy = json_array();

    for (int i = 0; i < review->count; i++)
        json_array_append_new(moves, move_json(&review->moves[i]));
    for (int p = 0; p < review->players; p++)
        json_array_append_new(accuracy, review->accuracy[p] < 0 ? json_null()
                                                                : json_real(review->accuracy[p]));
    json_t *object = json_pack("{s:o, s:o}", "moves", moves, "accuracy", accuracy);

    json_object_set_new(object, "turning",
                        review->turning < 0 ? json_null() : json_integer(review->turning + 1));
    json_write(object, JSON_COMPACT | JSON_REAL_PRECISION(4), stdout);
}
