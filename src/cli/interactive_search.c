/* interactive_search.c - see interactive_search.h. */
#include "cli/interactive_search.h"

#include <math.h>
#include <stdio.h>

#include "cli/interrupt.h"
#include "cli/wrap.h"
#include "core/message.h"
#include "file/print.h"
#include "learn/analysis.h"
#include "search/variation.h"

enum {
    REDRAW_MS = 100,
    ROW_INDENT = 15, /* of a line's moves in the table */
    TABLE_LINE = 128 + SEARCH_PV_MAX * TB_MOVE_TEXT,
};

void interactive_choose(struct engine *engine, const struct tb_match *match,
                        const struct search_task *task, char *entry, struct search_info *info)
{
    engine_arm(engine);
    interrupt_stops(engine);
    engine_choose(engine, match, task, entry, info);
    interrupt_stops(NULL);
}

void interactive_analyse(struct engine *engine, const struct tb_match *match,
                         const struct search_task *task, struct search_info *info)
{
    interactive_choose(engine, match, task, NULL, info);
    interrupt_stops(engine);
    analysis_extend(engine, match, info, work_must_end);
    interrupt_stops(NULL);
}

/* ---- Words ---------------------------------------------------------------------------- */

/* A score with its sign and two decimals, never "-0.00". */
static double shown(double score)
{
    double rounded = round(100 * score) / 100;

    return rounded == 0 ? 0 : rounded;
}

int moves_in(int plies, int players)
{
    return (plies + players - 1) / players;
}

void line_value_text(const struct search_line *line, int players, const char *lang,
                     struct text *out)
{
    static const char *const words[] = {NC_("value", "loss"), NC_("value", "draw"),
                                        NC_("value", "win")};

    if (!line->exact) {
        text_add(out, "%s", decimal_signed(shown(line->score), 2, lang).text);
        return;
    }
    text_add(out, "%s", translate_as(lang, "value", words[line->verdict.value + 1]));
    if (line->verdict.value != 0 && line->verdict.plies >= 0)
        text_add(out, " %d", moves_in(line->verdict.plies, players));
}

/* Describes the chances of a side whose expected result is `score`, -1 to 1. */
static const char *standing(double score, const char *lang)
{
    static const struct {
        double from;
        const char *text;
    } steps[] = {
        {0.6, N_("clearly ahead")}, {0.15, N_("ahead")},    {-0.15, N_("about even")},
        {-0.6, N_("behind")},       {-2, N_("far behind")},
    };
    int i = 0;

    while (score < steps[i].from)
        i++;
    return translate(lang, steps[i].text);
}

/* Writes it as a phrase: "win in 7 moves (proven)", "about even (+0.02)". */
static void line_value_phrase(const struct search_line *line, int players, const char *lang,
                              struct text *out)
{
    static const char *const words[] = {N_("loss"), N_("draw"), N_("win")};
    const struct verdict *verdict = &line->verdict;

    if (!line->exact) {
        text_add(out, "%s (%s)", standing(line->score, lang),
                 decimal_signed(shown(line->score), 2, lang).text);
        return;
    }
    text_add(out, "%s", translate(lang, words[verdict->value + 1]));
    if (verdict->value != 0 && verdict->plies >= 0)
        text_message(out, lang, " in {moves, plural, one {# move} other {# moves}}",
                     arg_count("moves", moves_in(verdict->plies, players)));
    text_add(out, "%s", translate(lang, " (proven)"));
}

void line_reason(const struct search_line *line, int players, const char *lang, struct text *out)
{
    const struct verdict *verdict = &line->verdict;
    bool soon = verdict->plies >= 0;

    if (!line->exact)
        text_message(out, lang, "It is the best move I see: you are then {standing} ({score}).",
                     arg_text("standing", standing(line->score, lang)),
                     arg_text("score", decimal_signed(shown(line->score), 2, lang).text));
    else if (verdict->value == 0)
        text_add(out, "%s", translate(lang, "It keeps the draw, and no move does better."));
    else if (verdict->value > 0 && soon)
        text_message(out, lang,
                     "It wins in {moves, plural, one {# move} other {# moves}}, whatever the other "
                     "side plays.",
                     arg_count("moves", moves_in(verdict->plies, players)));
    else if (verdict->value > 0)
        text_add(out, "%s", translate(lang, "It wins, whatever the other side plays."));
    else if (soon)
        text_message(
            out, lang,
            "The game is lost against best play, but this move holds out longest ({moves, plural, "
            "one {# move} other {# moves}}).",
            arg_count("moves", moves_in(verdict->plies, players)));
    else
        text_add(out, "%s",
                 translate(lang, "The game is lost against best play, whatever you do."));
}

/* ---- The table of an analysis ------------------------------------------------------------ */

/* Prints one line of the table: cut to the width while it is drawn over, wrapped in the end. */
static void print_line(const struct analysis *analysis, const char *line, size_t length)
{
    bool cut = analysis->width > 3 && length > (size_t)analysis->width;

    if (cut && !analysis->finished)
        printf("%.*s...", analysis->width - 3, line);
    else
        wrap_print(line, analysis->width, 0, ROW_INDENT);
    fputs(analysis->live ? "\033[K\n" : "\n", stdout);
}

static void print_head(const struct analysis *analysis, const struct search_info *info)
{
    char line[TABLE_LINE];
    struct text out = text_into(line, sizeof line);
    uint64_t ms = info->ms > 0 ? (uint64_t)info->ms : 1;

    if (info->depth > 0)
        text_message(&out, analysis->lang, "depth {depth}, ", arg_count("depth", info->depth));
    text_message(&out, analysis->lang, "{nodes, number} nodes in {seconds} s ({speed, number}/s)",
                 arg_unsigned("nodes", info->nodes),
                 arg_number("seconds", (double)info->ms / 1000, 1),
                 arg_unsigned("speed", info->nodes * 1000 / ms));
    print_line(analysis, line, out.used);
}

static void print_row(const struct analysis *analysis, int rank, const struct search_line *row)
{
    char line[TABLE_LINE], value[32];
    struct text out = text_into(line, sizeof line), value_text = text_into(value, sizeof value);

    line_value_text(row, analysis->position.setup.players, analysis->lang, &value_text);
    text_add(&out, "%3d  %-8s ", rank, value);
    variation_text(&analysis->position, row, &out);
    print_line(analysis, line, out.used);
}

static void print_table(struct analysis *analysis, const struct search_info *info,
                        const struct search_line *lines, int count)
{
    if (analysis->drawn > 0) /* in the end lines are wrapped, and nothing may shine through */
        printf("\r\033[%dA%s", analysis->drawn, analysis->finished ? "\033[J" : "");
    print_head(analysis, info);
    for (int i = 0; i < count; i++)
        print_row(analysis, i + 1, &lines[i]);
    if (analysis->live)
        fputs("\033[J", stdout); /* what is left of a longer table */
    analysis->drawn = analysis->live ? 1 + count : 0;
    fflush(stdout);
}

void analysis_report(void *context, const struct search_info *info)
{
    struct analysis *analysis = context;

    if (!analysis->live || info->ms < analysis->next || info->line_count == 0)
        return;
    print_table(analysis, info, info->lines, info->line_count);
    analysis->next = info->ms + REDRAW_MS;
}

void analysis_finish(struct analysis *analysis, const struct search_info *info)
{
    analysis_list(analysis, info, info->lines, info->line_count);
}

void analysis_list(struct analysis *analysis, const struct search_info *info,
                   const struct search_line *lines, int count)
{
    char move[TB_MOVE_TEXT], phrase[128];
    struct text out = text_into(phrase, sizeof phrase);
    int player = tb_turn(&analysis->position) + 1;

    analysis->finished = true;
    print_table(analysis, info, lines, count);
    tb_move_text(&analysis->position, lines[0].pv[0], move, sizeof move);
    line_value_phrase(&lines[0], analysis->position.setup.players, analysis->lang, &out);
    print_in(stdout, analysis->lang, "{player}, {move}: {value}.\n", arg_player("player", player),
             arg_move("move", move), arg_text("value", phrase));
    analysis->drawn = 0;
}
