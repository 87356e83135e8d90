/* tournament_report.c - the rating list and the cross table of a tournament. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/match/tournament_session.h"
#include "cli/terminal.h"
#include "cli/wrap.h"
#include "core/message.h"
#include "json/json_memory.h"

/* Everything that a report is made from. */
struct standings {
    const struct tournament_session *session;
    struct crosstable table;
    struct rating_list list;
    int order[ENTRANTS_MAX]; /* best first */
};

static int standings_make(struct standings *standings, const struct tournament_session *session)
{
    int count = session->tournament.entrants;
    struct tb_error error;

    *standings = (struct standings){.session = session};
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

static void standings_release(struct standings *standings)
{
    crosstable_release(&standings->table);
    ratings_release(&standings->list);
}

static const char *label(const struct standings *standings, int place)
{
    return standings->session->base.specs[standings->order[place]].label;
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

static void print_title(const struct tournament_session *session, FILE *out)
{
    const struct runner_plan *plan = &session->base.plan;
    char line[512];
    struct text text = text_into(line, sizeof line);

    report_add_setup(&text, &plan->match.terms.setup);
    text_message(&text, terminal_lang(),
                 ": {format}, {entrants} entrants, {played} of {games} games, ",
                 arg_text("format", format_words(session->tournament.format)),
                 arg_count("entrants", session->tournament.entrants),
                 arg_count("played", tournament_played(&session->tournament)),
                 arg_count("games", tournament_games(&session->tournament)));
    report_add_limits(&text, &plan->match.limits);
    text_add(&text, ", %s", session->base.openings_text);
    char wrapped[640];
    struct text lines = text_into(wrapped, sizeof wrapped);

    wrap_text(line, isatty(fileno(out)) ? terminal_width() : 0, 2, &lines);
    fprintf(out, "%s\n\n", wrapped);
}

/* The columns that the longest label takes. */
static int label_width(const struct standings *standings)
{
    int width = 8;

    for (int i = 0; i < standings->table.count; i++) {
        int its = wrap_width(label(standings, i), strlen(label(standings, i)));

        width = its > width ? its : width;
    }
    return width;
}

static void print_label(const struct standings *standings, int place, int width, FILE *out)
{
    const char *text = label(standings, place);

    fprintf(out, "%3d %s%*s", place + 1, text, width - wrap_width(text, strlen(text)), "");
}

/* A word over a column, at its right edge. */
static void print_heading(const char *word, int width, FILE *out)
{
    int its = wrap_width(word, strlen(word));

    fprintf(out, "%*s%s", its < width ? width - its : 1, "", word);
}

static void print_ratings(const struct standings *standings, int width, FILE *out)
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

        print_label(standings, i, width, out);
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
static void print_crosstable(const struct standings *standings, int width, FILE *out)
{
    const struct crosstable *table = &standings->table;

    fprintf(out, "\n    %-*s", width, "");
    for (int j = 0; j < table->count; j++)
        fprintf(out, " %9d", j + 1);
    fputc('\n', out);
    for (int i = 0; i < table->count; i++) {
        print_label(standings, i, width, out);
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

static void print_notes(const struct standings *standings, FILE *out)
{
    const struct rating_list *list = &standings->list;
    const struct tournament_session *session = standings->session;
    int champion = session->tournament.format == FORMAT_KNOCKOUT
                       ? tournament_champion(&session->tournament)
                       : -1;

    if (champion >= 0)
        say_in(out, terminal_lang(), "\nwinner                {name}\n",
               arg_text("name", session->base.specs[champion].label));
    say_in(out, terminal_lang(), "\nfirst-move advantage  {value} +/- {error} Elo\n",
           arg_text("value", decimal_signed(list->advantage.value, 0, terminal_lang()).text),
           arg_number("error", list->advantage.error, 0));
    say_in(out, terminal_lang(), "draws between equals  {percent} %\n",
           arg_number("percent", 100 * list->draw_rate, 0));
    for (int i = 0; i < session->tournament.entrants; i++)
        if (session->faults[i] > 0)
            say_in(out, terminal_lang(), "games lost by a fault of {name}: {count}\n",
                   arg_text("name", session->base.specs[i].label),
                   arg_count("count", session->faults[i]));
    if (session->interrupted && session->args->match.out)
        fprintf(out, "%s\n", tr("Interrupted. Run the same command to resume."));
}

int tournament_report(const struct tournament_session *session, FILE *out)
{
    struct standings standings;
    int status = standings_make(&standings, session);

    if (status != GO_ON)
        return status;
    int width = label_width(&standings);

    print_title(session, out);
    print_ratings(&standings, width, out);
    print_crosstable(&standings, width, out);
    print_notes(&standings, out);
    standings_release(&standings);
    return GO_ON;
}

void tournament_report_interim(const struct tournament_session *session, FILE *out)
{
    struct standings standings;

    if (standings_make(&standings, session) != GO_ON)
        return;
    say_in(out, terminal_lang(), "{played} of {games} games\n",
           arg_count("played", tournament_played(&session->tournament)),
           arg_count("games", tournament_games(&session->tournament)));
    print_ratings(&standings, label_width(&standings), out);
    fputc('\n', out);
    standings_release(&standings);
}

/* ---- JSON ------------------------------------------------------------------------------ */

static json_t *estimate_json(struct estimate estimate)
{
    return json_pack("{s:f, s:f}", "elo", estimate.value, "error", estimate.error);
}

static json_t *entrant_json(const struct standings *standings, int place)
{
    int e = standings->order[place];
    json_t *row = json_array();

    for (int j = 0; j < standings->table.count; j++) {
        const struct results *r = crosstable_at(&standings->table, e, standings->order[j]);

        json_array_append_new(row, json_pack("[i, i, i]", r->wins, r->draws, r->losses));
    }
    return json_pack("{s:s, s:o, s:i, s:f, s:i, s:o}", "name", label(standings, place), "rating",
                     estimate_json(standings->list.ratings[e]), "games",
                     crosstable_games(&standings->table, e, -1), "points",
                     crosstable_points(&standings->table, e, -1), "faults",
                     standings->session->faults[e], "moving_first", row);
}

int tournament_report_json(const struct tournament_session *session, FILE *out)
{
    struct standings standings;
    int status = standings_make(&standings, session);
    json_t *entrants = json_array();

    for (int i = 0; status == GO_ON && i < standings.table.count; i++)
        json_array_append_new(entrants, entrant_json(&standings, i));
    if (status == GO_ON) {
        json_t *object = json_pack(
            "{s:s, s:s, s:i, s:i, s:b, s:o, s:f, s:O}", "game",
            tb_game_name(session->base.plan.match.terms.setup.game), "format",
            tournament_format_name(session->tournament.format), "games", session->tournament.count,
            "wanted", tournament_games(&session->tournament), "interrupted", session->interrupted,
            "first_move_advantage", estimate_json(standings.list.advantage), "draw_rate",
            standings.list.draw_rate, "entrants", entrants);

        json_write(object, JSON_INDENT(2) | JSON_REAL_PRECISION(8), out);
        standings_release(&standings);
    }
    json_decref(entrants);
    return status;
}
