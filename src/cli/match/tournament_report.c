/* tournament_report.c - the rating list and the cross table of a tournament. */
#include <math.h>
#include <string.h>

#include "cli/command.h"
#include "cli/match/match_report.h"
#include "cli/terminal.h"
#include "cli/wrap.h"
#include "core/message.h"

int standings_make(struct standings *standings, const struct match_session *session)
{
    int count = session->tournament.entrants;
    struct tb_error error;

    *standings = (struct standings){.order = {0}};
    if (crosstable_init(&standings->table, count, &error))
        return failure_of(NULL, &error);
    tournament_results(&session->tournament, &standings->table);
    if (ratings_estimate(&standings->list, &standings->table, &error)) {
        crosstable_release(&standings->table);
        return failure_of(NULL, &error);
    }
    for (int e = 0; e < count; e++) {
        int at = e;

        for (; at > 0 && standings->list.ratings[standings->order[at - 1]].value <
                             standings->list.ratings[e].value; at--)
            standings->order[at] = standings->order[at - 1];
        standings->order[at] = e;
    }
    return GO_ON;
}

void standings_release(struct standings *standings)
{
    crosstable_release(&standings->table);
    ratings_release(&standings->list);
}

/* ---- Text ------------------------------------------------------------------------------ */

static const char *format_words(enum tournament_format format)
{
    switch (format) {
    case FORMAT_ROUND_ROBIN:
        return tr("round robin");
    case FORMAT_GAUNTLET:
        return tr("gauntlet");
    case FORMAT_KNOCKOUT:
        return tr("knockout");
    default:
        return tr("Swiss system");
    }
}

static void print_title(const struct match_session *session, FILE *out)
{
    char line[512];
    struct text text = text_into(line, sizeof line);

    report_add_setup(session, &text);
    text_message(&text, terminal_lang(),
                 ": {format}, {entrants} entrants, {played} of {games} games, ",
                 arg_text("format", format_words(session->tournament.format)),
                 arg_count("entrants", session->tournament.entrants),
                 arg_count("played", tournament_played(&session->tournament)),
                 arg_count("games", tournament_games(&session->tournament)));
    report_add_terms(session, &text);
    report_print_title(line, out);
}

static void print_place(const struct match_session *session, const struct standings *standings,
                        int place, int width, FILE *out)
{
    fprintf(out, "%3d ", place + 1);
    report_print_label(session, standings->order[place], width, out);
}

/* A word over a column, at its right edge. */
static void print_heading(const char *word, int width, FILE *out)
{
    int its = wrap_width(word, strlen(word));

    fprintf(out, "%*s%s", its < width ? width - its : 1, "", word);
}

static void print_ratings(const struct match_session *session, const struct standings *standings,
                          int width, FILE *out)
{
    const struct crosstable *table = &standings->table;

    fprintf(out, "    %*s %6s %5s", width, "", "Elo", "+/-");
    print_heading(tr("games"), 8, out);
    print_heading(tr("points"), 8, out);
    print_heading(tr("score"), 8, out);
    print_heading(tr("better"), 7, out);
    fputc('\n', out);
    for (int i = 0; i < table->count; i++) {
        int e = standings->order[i], games = crosstable_games(table, e, -1);
        double points = crosstable_points(table, e, -1);

        print_place(session, standings, i, width, out);
        fprintf(out, " %+6.0f %5.0f %7d %7s", standings->list.ratings[e].value,
                standings->list.ratings[e].error, games, own_decimal(points, 1).text);
        if (games > 0)
            fprintf(out, " %5s %%", own_decimal(100 * points / games, 1).text);
        else
            fprintf(out, " %7s", "");
        if (i + 1 < table->count)
            fprintf(out, " %4.0f %%",
                    100 * ratings_superiority(&standings->list, e, standings->order[i + 1]));
        fputc('\n', out);
    }
}

/* Points against each of the others, best first. */
static void print_crosstable(const struct match_session *session, const struct standings *standings,
                             int width, FILE *out)
{
    const struct crosstable *table = &standings->table;

    fprintf(out, "\n    %-*s", width, "");
    for (int j = 0; j < table->count; j++)
        fprintf(out, " %9d", j + 1);
    fputc('\n', out);
    for (int i = 0; i < table->count; i++) {
        print_place(session, standings, i, width, out);
        for (int j = 0; j < table->count; j++) {
            int a = standings->order[i], b = standings->order[j];
            int games = i == j ? 0 : crosstable_games(table, a, b);
            double points = crosstable_points(table, a, b);
            char cell[48];

            snprintf(cell, sizeof cell, games > 0 ? "%s/%d" : i == j ? "x" : "-",
                     own_decimal(points, points != floor(points)).text, games);
            fprintf(out, " %9s", cell);
        }
        fputc('\n', out);
    }
}

static void print_notes(const struct match_session *session, const struct standings *standings,
                        FILE *out)
{
    const struct rating_list *list = &standings->list;
    int champion = session->tournament.format == FORMAT_KNOCKOUT
                       ? tournament_champion(&session->tournament)
                       : -1;

    if (champion >= 0)
        print_in(out, terminal_lang(), "\nwinner                {name}\n",
                 arg_text("name", session->specs[champion].label));
    print_in(out, terminal_lang(), "\nfirst-move advantage  {value} +/- {error} Elo\n",
             arg_text("value", decimal_signed(list->advantage.value, 0, terminal_lang()).text),
             arg_number("error", list->advantage.error, 0));
    print_in(out, terminal_lang(), "draws between equals  {percent} %\n",
             arg_number("percent", 100 * list->draw_rate, 0));
    for (int i = 0; i < session->tournament.entrants; i++)
        if (session->faults[i] > 0)
            print_in(out, terminal_lang(), "games lost by a fault of {name}: {count}\n",
                     arg_text("name", session->specs[i].label),
                     arg_count("count", session->faults[i]));
}

int tournament_report(const struct match_session *session, FILE *out)
{
    struct standings standings;
    int status = standings_make(&standings, session);

    if (status != GO_ON)
        return status;
    int width = report_label_width(session, standings.order, standings.table.count);

    print_title(session, out);
    print_ratings(session, &standings, width, out);
    print_crosstable(session, &standings, width, out);
    print_notes(session, &standings, out);
    standings_release(&standings);
    return GO_ON;
}

void tournament_report_interim(const struct match_session *session, FILE *out)
{
    struct standings standings;

    if (standings_make(&standings, session) != GO_ON)
        return;
    print_in(out, terminal_lang(), "{played} of {games} games\n",
             arg_count("played", tournament_played(&session->tournament)),
             arg_count("games", tournament_games(&session->tournament)));
    print_ratings(session, &standings,
                  report_label_width(session, standings.order, standings.table.count), out);
    fputc('\n', out);
    standings_release(&standings);
}
