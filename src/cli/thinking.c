/* thinking.c - thinking for a person, and the words for it. */
#include "cli/thinking.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/interrupt.h"
#include "cli/wrap.h"
#include "search/variation.h"

enum {
    REDRAW_MS = 100,
    ROW_INDENT = 15, /* of a line's moves in the table */
    TABLE_LINE = 128 + SEARCH_PV_MAX * TB_MOVE_TEXT,
};

void think_about(struct engine *engine, const struct tb_match *match,
                 const struct search_task *task, char *entry, struct search_info *info)
{
    engine_arm(engine);
    interrupt_stops(engine);
    engine_choose(engine, match, task, entry, info);
    interrupt_stops(NULL);
}

/* ---- Words ---------------------------------------------------------------------------- */

/* A score with its sign and two decimals, never "-0.00". */
static double shown(double score)
{
    double rounded = round(100 * score) / 100;

    return rounded == 0 ? 0 : rounded;
}

void opinion_value(const struct search_line *line, enum tb_lang lang, struct text *out)
{
    static const char *const words[][2] = {{"loss", "perte"}, {"draw", "nulle"}, {"win", "gain"}};

    if (!line->exact) {
        text_add(out, "%s", decimal_signed(shown(line->score), 2, lang).text);
        return;
    }
    text_add(out, "%s", words[line->verdict.value + 1][lang]);
    if (line->verdict.value != 0 && line->verdict.plies >= 0)
        text_add(out, " %d", line->verdict.plies);
}

const char *plies_word(int plies, enum tb_lang lang)
{
    static const char *const words[2][2] = {{"ply", "plies"}, {"demi-coup", "demi-coups"}};
    bool several = lang == TB_FRENCH ? plies > 1 : plies != 1;

    return words[lang == TB_FRENCH][several];
}

/* How a side stands whose expected result is `score`. */
static const char *standing(double score, enum tb_lang lang)
{
    static const struct {
        double from;
        const char *text[2];
    } steps[] = {
        {0.6, {"clearly ahead", "nettement devant"}},    {0.15, {"ahead", "devant"}},
        {-0.15, {"about even", "à peu près à égalité"}}, {-0.6, {"behind", "derrière"}},
        {-2, {"far behind", "loin derrière"}},
    };
    int i = 0;

    while (score < steps[i].from)
        i++;
    return steps[i].text[lang];
}

void opinion_phrase(const struct search_line *line, enum tb_lang lang, struct text *out)
{
    static const char *const words[][2] = {
        {"loss", "partie perdue"}, {"draw", "partie nulle"}, {"win", "partie gagnée"}};
    const struct verdict *verdict = &line->verdict;

    if (!line->exact) {
        text_add(out, "%s (%s)", standing(line->score, lang),
                 decimal_signed(shown(line->score), 2, lang).text);
        return;
    }
    text_add(out, "%s", words[verdict->value + 1][lang]);
    if (verdict->value != 0 && verdict->plies >= 0)
        text_add(out, in_lang(lang, " in %d %s", " en %d %s"), verdict->plies,
                 plies_word(verdict->plies, lang));
    text_add(out, "%s", in_lang(lang, " (proven)", " (prouvé)"));
}

void opinion_reason(const struct search_line *line, enum tb_lang lang, struct text *out)
{
    const struct verdict *verdict = &line->verdict;
    const char *plies = plies_word(verdict->plies, lang);
    bool soon = verdict->plies >= 0;

    if (!line->exact)
        text_add(out,
                 in_lang(lang, "It is the best move I see: you are then %s (%s).",
                         "C'est le meilleur coup que je voie : vous êtes alors %s (%s)."),
                 standing(line->score, lang),
                 decimal_signed(shown(line->score), 2, lang).text);
    else if (verdict->value == 0)
        text_add(out, "%s",
                 in_lang(lang, "It keeps the draw, and no move does better.",
                         "Il garde la partie nulle, et aucun coup ne fait mieux."));
    else if (verdict->value > 0 && soon)
        text_add(out,
                 in_lang(lang, "It wins in %d %s, whatever the other side plays.",
                         "Il gagne en %d %s, quoi que joue l'adversaire."),
                 verdict->plies, plies);
    else if (verdict->value > 0)
        text_add(out, "%s",
                 in_lang(lang, "It wins, whatever the other side plays.",
                         "Il gagne, quoi que joue l'adversaire."));
    else if (soon)
        text_add(out,
                 in_lang(lang,
                         "The game is lost against best play, but this move holds out longest "
                         "(%d %s).",
                         "La partie est perdue contre le meilleur jeu, mais ce coup résiste le "
                         "plus longtemps (%d %s)."),
                 verdict->plies, plies);
    else
        text_add(out, "%s",
                 in_lang(lang, "The game is lost against best play, whatever you do.",
                         "La partie est perdue contre le meilleur jeu, quoi qu'on fasse."));
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
        text_add(&out, in_lang(analysis->lang, "depth %d, ", "profondeur %d, "), info->depth);
    text_add_grouped(&out, info->nodes);
    text_add(&out, in_lang(analysis->lang, " nodes in %s s (", " positions en %s s ("),
             decimal((double)info->ms / 1000, 1, analysis->lang).text);
    text_add_grouped(&out, info->nodes * 1000 / ms);
    text_add(&out, "/s)");
    print_line(analysis, line, out.used);
}

static void print_row(const struct analysis *analysis, int rank, const struct search_line *row)
{
    char line[TABLE_LINE], value[32];
    struct text out = text_into(line, sizeof line), value_text = text_into(value, sizeof value);

    opinion_value(row, analysis->lang, &value_text);
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
    opinion_phrase(&lines[0], analysis->lang, &out);
    printf(in_lang(analysis->lang, "Player %d, %s: %s.\n", "Joueur %d, %s : %s.\n"), player, move,
           phrase);
    analysis->drawn = 0;
}
