/* match_report.c - the results of a match as text. */
#include "cli/match/match_report.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/terminal.h"
#include "cli/wrap.h"
#include "core/advice.h"
#include "core/message.h"

enum { HEAD_WIDTH = 17 };

static bool has_two_sides(const struct match_session *session)
{
    return session->schedule.sides == 2;
}

/* "+103.7", "-inf" */
static struct decimal elo_text(double elo, int decimals)
{
    if (isinf(elo))
        return (struct decimal){.text = {elo > 0 ? '+' : '-', 'i', 'n', 'f'}};
    return decimal_signed(elo, decimals, terminal_lang());
}

/* Prints the name of a statistic, in a column of its own. */
static void print_head(FILE *out, const char *before, const char *words)
{
    int width = wrap_width(words, strlen(words));

    fprintf(out, "%s  %s%*s", before, words, width < HEAD_WIDTH ? HEAD_WIDTH - width : 1, "");
}

/* ---- During the match ---------------------------------------------------------------------- */

static void add_two_sides(const struct match_session *session, struct text *out)
{
    const struct tally *tally = &session->tables[0].tally;
    const struct standing *first = &tally->standings[0];
    struct interval score = tally_score(tally), elo = elo_of_interval(score);

    text_add(out, ": +%d =%d -%d, %s %%, Elo %s [%s, %s]", first->wins, first->draws, first->losses,
             own_decimal(100 * score.value, 1).text, elo_text(elo.value, 0).text,
             elo_text(elo.low, 0).text, elo_text(elo.high, 0).text);
    if (session->args->sprt.given)
        text_add(out, ", LLR %s", own_decimal(match_llr(session, session->tables), 2).text);
}

void match_progress(void *context, struct text *out)
{
    const struct match_session *session = context;

    if (session->args->event != EVENT_MATCH || session->tables[0].tally.games == 0)
        return;
    if (has_two_sides(session))
        add_two_sides(session, out);
    else
        for (int c = 0; c < session->schedule.contestants; c++)
            text_add(out, "%s %c %s", c ? "," : ":", 'A' + c,
                     own_decimal(tally_points(&session->tables[0].tally, c).value, 3).text);
}

/* ---- The report ------------------------------------------------------------------------- */

static void print_title(const struct match_session *session, const struct table *table, FILE *out)
{
    char line[512];
    struct text text = text_into(line, sizeof line);

    report_add_setup(session, &text);
    text_message(&text, terminal_lang(), ": {games, plural, one {# game} other {# games}} in ",
                 arg_count("games", table->tally.games));
    work_add_duration(&text, table->seconds);
    text_add(&text, ", ");
    report_add_terms(session, &text);
    if (session->interrupted)
        text_message(&text, terminal_lang(), "; interrupted, {games} games were wanted",
                     arg_count("games", session->games));
    report_print_title(line, out);
}

/* Starts a table with a row for each contestant: the empty cell above the labels, and the words
 * above the other columns. Returns the width of the labels. */
static int print_columns(const struct match_session *session, const char *before, const char *words,
                         FILE *out)
{
    int width = report_label_width(session, session->tables[0].spec, session->schedule.contestants);

    fprintf(out, "%s  %-*s %s\n", before, width + 2, "", words);
    return width;
}

/* "  A level:3" */
static void print_contestant(const struct match_session *session, int contestant, int width,
                             FILE *out)
{
    fprintf(out, "  %c ", 'A' + contestant);
    report_print_label(session, session->tables[0].spec[contestant], width, out);
}

static void print_standings(const struct match_session *session, const struct table *table,
                            FILE *out)
{
    int width = print_columns(session, "", tr("    wins    draws   losses    score"), out);

    for (int c = 0; c < session->schedule.contestants; c++) {
        const struct standing *standing = &table->tally.standings[c];

        print_contestant(session, c, width, out);
        fprintf(out, " %8d %8d %8d %6s %%\n", standing->wins, standing->draws, standing->losses,
                own_decimal(100 * standing->points / table->tally.games, 1).text);
    }
}

static void print_points(const struct match_session *session, const struct table *table, FILE *out)
{
    int width =
        print_columns(session, "", tr("   seats     wins   points per seat  95 % interval"), out);

    for (int c = 0; c < session->schedule.contestants; c++) {
        const struct standing *standing = &table->tally.standings[c];
        struct interval points = tally_points(&table->tally, c);

        print_contestant(session, c, width, out);
        fprintf(out, " %8d %8d %8s %8s  %s %s %s\n", standing->seats, standing->wins,
                own_decimal(standing->points, 1).text, own_decimal(points.value, 3).text,
                own_decimal(points.low, 3).text, tr("to"), own_decimal(points.high, 3).text);
    }
    print_head(out, "\n", tr("fair share"));
    print_in(out, terminal_lang(), "{share} per seat\n",
             arg_number("share", 1.0 / session->schedule.sides, 3));
}

static void print_test(const struct match_session *session, const struct table *table, FILE *out)
{
    static const char *const verdicts[] = {
        [SPRT_OPEN] = N_("open"),
        [SPRT_ELO0] = N_("the first is accepted"),
        [SPRT_ELO1] = N_("the second is accepted"),
    };
    double llr = match_llr(session, table);
    char elo0[32], elo1[32];

    print_head(out, "", "SPRT");
    snprintf(elo0, sizeof elo0, "%g", session->sprt.elo0);
    snprintf(elo1, sizeof elo1, "%g", session->sprt.elo1);
    print_in(
        out, terminal_lang(), "Elo {elo0} or {elo1}: {verdict}, LLR {llr} ({lower}, {upper})\n",
        arg_text("elo0", elo0), arg_text("elo1", elo1),
        arg_term("verdict", verdicts[sprt_judge(&session->sprt, llr)]), arg_number("llr", llr, 2),
        arg_number("lower", session->sprt.lower, 2), arg_number("upper", session->sprt.upper, 2));
}

static void print_strength(const struct match_session *session, const struct table *table,
                           FILE *out)
{
    const struct tally *tally = &table->tally;
    const uint64_t *pairs = tally->pairs.count;
    struct interval score = tally_score(tally), elo = elo_of_interval(score);

    print_head(out, "\n", tr("score of A"));
    print_in(out, terminal_lang(), "{percent} %, 95 % interval {low} to {high} %\n",
             arg_number("percent", 100 * score.value, 1), arg_number("low", 100 * score.low, 1),
             arg_number("high", 100 * score.high, 1));
    print_head(out, "", tr("Elo difference"));
    fprintf(out, "%s%s%s%s%s\n", elo_text(elo.value, 1).text, tr(", 95 % interval "),
            elo_text(elo.low, 1).text, tr(" to "), elo_text(elo.high, 1).text);
    print_head(out, "", tr("A is stronger"));
    print_in(out, terminal_lang(), "{percent} % likely\n",
             arg_number("percent", 100 * superiority(tally_sample(tally)), 1));
    if (sample_total(&tally->pairs) > 0) {
        print_head(out, "", tr("pairs"));
        print_in(out, terminal_lang(),
                 "{lost_both} at 0-2, {lost_one} at 0.5-1.5, {even} at 1-1, {won_one} at 1.5-0.5, "
                 "{won_both} at 2-0\n",
                 arg_unsigned("lost_both", pairs[0]), arg_unsigned("lost_one", pairs[1]),
                 arg_unsigned("even", pairs[2]), arg_unsigned("won_one", pairs[3]),
                 arg_unsigned("won_both", pairs[4]));
    }
    if (session->args->sprt.given)
        print_test(session, table, out);
}

/* "time 2, crash 1" */
static void add_counts(struct text *out, const int *counts)
{
    const char *before = "";

    for (enum finish f = FINISH_BOARD; f < FINISH_COUNT; f++)
        if (counts[f] > 0) {
            text_add(out, "%s%s %d", before, finish_words(f, terminal_lang()), counts[f]);
            before = ", ";
        }
}

static void print_faults(const struct match_session *session, const struct table *table, FILE *out)
{
    for (int c = 0; c < session->schedule.contestants; c++) {
        char line[256];
        struct text text = text_into(line, sizeof line);

        add_counts(&text, table->tally.standings[c].faults);
        if (text.used)
            fprintf(out, "  %s %-6c %s\n", tr("faults of"), 'A' + c, line);
    }
}

static void print_games(const struct match_session *session, const struct table *table, FILE *out)
{
    const struct tally *tally = &table->tally;
    char line[256];
    struct text text = text_into(line, sizeof line);

    print_head(out, "", tr("won by seat"));
    for (int s = 0; s < session->schedule.sides; s++)
        print_in(out, terminal_lang(), "{name}: {percent} %, ", arg_count("name", s + 1),
                 arg_number("percent", 100.0 * tally->side_wins[s] / tally->games, 1));
    print_in(out, terminal_lang(), "drawn: {percent} %\n",
             arg_number("percent", 100.0 * tally->draws / tally->games, 1));
    print_head(out, "", tr("length"));
    print_in(out, terminal_lang(), "{mean} plies, {shortest} to {longest}\n",
             arg_number("mean", tally->plies.mean, 1), arg_count("shortest", tally->shortest),
             arg_count("longest", tally->longest));
    add_counts(&text, tally->endings);
    print_head(out, "", tr("endings"));
    fprintf(out, "%s\n", line);
    if (tally->repeats > 0) {
        print_head(out, "", tr("repeated"));
        print_in(out, terminal_lang(), "{copies} of the games are copies of earlier ones\n",
                 arg_count("copies", tally->repeats));
    }
    print_faults(session, table, out);
}

/* A number in a column of ten, a dash if it is not known. */
static void print_number(FILE *out, int decimals, double value)
{
    if (isnan(value))
        fprintf(out, "%10s", "-");
    else
        fprintf(out, "%10s", own_decimal(value, decimals).text);
}

static void print_efforts(const struct match_session *session, const struct table *table, FILE *out)
{
    int width =
        print_columns(session, "\n", tr("     moves   ms/move   longest     depth   nodes/s"), out);

    for (int c = 0; c < session->schedule.contestants; c++) {
        const struct effort *effort = &table->tally.standings[c].effort;

        print_contestant(session, c, width, out);
        fprintf(out, " %10d", effort->moves);
        print_number(out, 1, effort_ms(effort));
        print_number(out, 1, (double)effort->longest_us / 1000);
        print_number(out, 1, effort_depth(effort));
        print_number(out, 0, effort_speed(effort));
        fputc('\n', out);
    }
}

void match_report(const struct match_session *session, FILE *out)
{
    const struct table *table = session->tables;

    print_title(session, table, out);
    if (table->tally.games == 0) {
        fputs(tr("  No game was finished.\n"), out);
        return;
    }
    if (has_two_sides(session)) {
        print_standings(session, table, out);
        print_strength(session, table, out);
    } else {
        print_points(session, table, out);
    }
    print_games(session, table, out);
    print_efforts(session, table, out);
}

/* ---- The ladder ----------------------------------------------------------------------------- */

void ladder_head(const struct match_session *session, FILE *out)
{
    char line[256];
    struct text text = text_into(line, sizeof line);

    report_add_setup(session, &text);
    text_add(&text, "%s", tr(": each level against the one below, "));
    report_add_terms(session, &text);
    fprintf(out, "%s\n\n", line);
    fputs(tr("| levels | games | wins | draws | losses |   score |   95 % interval |    Elo "
             "| ms/move | longest |\n"),
          out);
    fputs("|--------|------:|-----:|------:|-------:|--------:|----------------:|-------:"
          "|--------:|--------:|\n",
          out);
}

static void print_row(const struct match_session *session, const struct table *table, FILE *out)
{
    const struct standing *upper = &table->tally.standings[0];
    const struct effort *effort = &upper->effort;
    struct interval score = tally_score(&table->tally);

    fprintf(out,
            "| %d : %d  | %5d | %4d | %5d | %6d | %5s %% | %4s %s %5s %% | %6s | %7s | "
            "%7s |\n",
            level_number(session->specs[table->spec[0]].engine.level),
            level_number(session->specs[table->spec[1]].engine.level), table->tally.games,
            upper->wins, upper->draws, upper->losses, own_decimal(100 * score.value, 1).text,
            own_decimal(100 * score.low, 1).text, tr("to"), own_decimal(100 * score.high, 1).text,
            elo_text(elo_of_score(score.value), 1).text, own_decimal(effort_ms(effort), 1).text,
            own_decimal((double)effort->longest_us / 1000, 1).text);
    fflush(out);
}

void ladder_rows(struct match_session *session, bool all, FILE *out)
{
    for (; session->rows < session->table_count; session->rows++) {
        const struct table *table = &session->tables[session->rows];

        if (table->tally.games == 0 || (!all && table->tally.games < session->games))
            return;
        work_hide_progress();
        print_row(session, table, out);
    }
}
