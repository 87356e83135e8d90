/* match_report.c - the results of a match as text. */
#include "cli/match/match_report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/command.h"
#include "cli/terminal.h"
#include "cli/wrap.h"
#include "core/clock.h"
#include "core/message.h"

enum { HEAD_WIDTH = 17 };

char contestant_letter(int contestant)
{
    return (char)('A' + contestant);
}

double match_llr(const struct match_state *state)
{
    return sprt_llr(&state->sprt, tally_sample(&state->tally));
}

static bool has_two_sides(const struct match_state *state)
{
    return state->plan->match.schedule->sides == 2;
}

static const char *label(const struct match_state *state, int contestant)
{
    return state->plan->match.specs[contestant].label;
}

/* "+103.7", "-inf" */
static void add_elo(struct text *out, double elo)
{
    if (isinf(elo))
        text_add(out, "%s", elo > 0 ? "+inf" : "-inf");
    else
        text_add(out, "%s", decimal_signed(elo, 1, terminal_lang()).text);
}

/* What stands before a figure, in a column of its own. */
static void print_head(FILE *out, const char *before, const char *words)
{
    int width = wrap_width(words, strlen(words));

    fprintf(out, "%s  %s%*s", before, words, width < HEAD_WIDTH ? HEAD_WIDTH - width : 1, "");
}

/* ---- While it goes on ---------------------------------------------------------------- */

/* "3:07" or "2:00:00" */
void report_add_duration(struct text *out, double seconds)
{
    int whole = (int)fmin(seconds + 0.5, 3600000);

    if (whole >= 3600)
        text_add(out, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
    else
        text_add(out, "%d:%02d", whole / 60, whole % 60);
}

/* A whole number: there is no room for more. */
static void add_round_elo(struct text *out, double elo)
{
    if (isinf(elo))
        add_elo(out, elo);
    else
        text_add(out, "%+.0f", elo);
}

static void add_two_sides(struct text *out, const struct match_state *state)
{
    const struct standing *first = &state->tally.standings[0];
    struct interval score = tally_score(&state->tally), elo = elo_of_interval(score);

    text_add(out, ": +%d =%d -%d, %s %%, Elo ", first->wins, first->draws, first->losses,
             own_decimal(100 * score.value, 1).text);
    add_round_elo(out, elo.value);
    text_add(out, " [");
    add_round_elo(out, elo.low);
    text_add(out, ", ");
    add_round_elo(out, elo.high);
    text_add(out, "]");
    if (state->testing)
        text_add(out, ", LLR %s", own_decimal(match_llr(state), 2).text);
}

void match_progress(const struct match_state *state, struct text *out)
{
    const struct tally *tally = &state->tally;
    double elapsed = (double)(clock_us() - state->started_us) / 1e6;

    text_message(out, terminal_lang(), "game {game}/{games}", arg_count("game", tally->games),
                 arg_count("games", state->plan->games));
    if (tally->games == 0)
        return;
    if (has_two_sides(state))
        add_two_sides(out, state);
    else
        for (int c = 0; c < state->plan->match.schedule->contestants; c++)
            text_add(out, "%s %c %s", c ? "," : ":", contestant_letter(c),
                     own_decimal(tally_points(tally, c).value, 3).text);
    text_add(out, ", ");
    report_add_duration(out, elapsed / tally->games * (state->plan->games - tally->games));
    text_add(out, "%s", tr(" left"));
}

void match_fault(const struct match_state *state, const struct match_game *game, struct text *out)
{
    int contestant = game->pairing.seats[game->culprit];
    const char *lang = terminal_lang();

    text_message(out, terminal_lang(),
                 "Game {game}: {letter} ({name}) loses by {finish}: it {fault}",
                 arg_count("game", game->pairing.number + 1),
                 arg_text("letter", (char[]){(char)(contestant_letter(contestant)), 0}),
                 arg_text("name", label(state, contestant)),
                 arg_text("finish", finish_words(game->finish, lang)),
                 arg_message("fault", game->fault.message));
    if (out->used > 0 && out->start[strlen(out->start) - 1] != '.')
        text_char(out, '.');
}

/* ---- The report ------------------------------------------------------------------------- */

/* "1000 ms per move" */
void report_add_limits(struct text *out, const struct match_limits *limits)
{
    if (limits->clocked)
        text_add(out, "%g min + %g s", (double)limits->base_ms / 60000,
                 (double)limits->increment_ms / 1000);
    else if (limits->move_ms)
        text_message(out, terminal_lang(), "{milliseconds} ms per move",
                     arg_count("milliseconds", limits->move_ms));
    else if (limits->nodes)
        text_message(out, terminal_lang(), "{nodes} nodes per move",
                     arg_unsigned("nodes", limits->nodes));
    else
        text_add(out, "%s", tr("limits of their own"));
}

/* "Quoridor, 4 players, size=5" */
void report_add_setup(struct text *out, const struct tb_setup *setup)
{
    text_message(out, terminal_lang(), "{game}, {players} players",
                 arg_text("game", tb_game_title(setup->game)),
                 arg_count("players", setup->players));
    for (int i = 0; i < tb_game_option_count(setup->game); i++) {
        const struct tb_option *option = tb_game_option(setup->game, i);
        char value[32];

        if (setup->options[i] == option->defaults[setup->players])
            continue;
        tb_setup_option(setup, i, value, sizeof value);
        text_add(out, ", %s=%s", option->name, value);
    }
}

static void print_title(const struct match_state *state, FILE *out)
{
    char line[512];
    struct text text = text_into(line, sizeof line);

    report_add_setup(&text, &state->plan->match.terms.setup);
    text_message(&text, terminal_lang(), ": {games, plural, one {# game} other {# games}} in ",
                 arg_count("games", state->tally.games));
    report_add_duration(&text, state->seconds);
    text_add(&text, ", ");
    report_add_limits(&text, &state->plan->match.limits);
    text_add(&text, ", %s", state->openings);
    if (state->interrupted)
        text_message(&text, terminal_lang(), "; interrupted, {games} games were wanted",
                     arg_count("games", state->plan->games));
    fprintf(out, "%s\n\n", line);
}

/* The width of the longest label. */
static int label_width(const struct match_state *state)
{
    int width = 8;

    for (int c = 0; c < state->plan->match.schedule->contestants; c++) {
        int length = (int)strlen(label(state, c));

        width = length > width ? length : width;
    }
    return width;
}

static void print_standings(const struct match_state *state, FILE *out)
{
    int width = label_width(state);

    fprintf(out, "  %-*s %s\n", width + 2, "", tr("    wins    draws   losses    score"));
    for (int c = 0; c < state->plan->match.schedule->contestants; c++) {
        const struct standing *standing = &state->tally.standings[c];

        fprintf(out, "  %c %-*s %8d %8d %8d %6s %%\n", contestant_letter(c), width, label(state, c),
                standing->wins, standing->draws, standing->losses,
                own_decimal(100 * standing->points / state->tally.games, 1).text);
    }
}

static void print_points(const struct match_state *state, FILE *out)
{
    int width = label_width(state);

    fprintf(out, "  %-*s %s\n", width + 2, "",
            tr("   seats     wins   points per seat  95 % interval"));
    for (int c = 0; c < state->plan->match.schedule->contestants; c++) {
        const struct standing *standing = &state->tally.standings[c];
        struct interval points = tally_points(&state->tally, c);

        fprintf(out, "  %c %-*s %8d %8d %8s %8s  %s %s %s\n", contestant_letter(c), width,
                label(state, c), standing->seats, standing->wins,
                own_decimal(standing->points, 1).text, own_decimal(points.value, 3).text,
                own_decimal(points.low, 3).text, tr("to"), own_decimal(points.high, 3).text);
    }
    print_head(out, "\n", tr("fair share"));
    say_in(out, terminal_lang(), "{share} per seat\n",
           arg_number("share", 1.0 / state->plan->match.schedule->sides, 3));
}

static void print_test(const struct match_state *state, FILE *out)
{
    static const char *const verdicts[] = {
        [SPRT_OPEN] = N_("open"),
        [SPRT_ELO0] = N_("the first is accepted"),
        [SPRT_ELO1] = N_("the second is accepted"),
    };
    double llr = match_llr(state);
    char elo0[32], elo1[32];

    print_head(out, "", "SPRT");
    snprintf(elo0, sizeof elo0, "%g", state->sprt.elo0);
    snprintf(elo1, sizeof elo1, "%g", state->sprt.elo1);
    say_in(out, terminal_lang(), "Elo {elo0} or {elo1}: {verdict}, LLR {llr} ({lower}, {upper})\n",
           arg_text("elo0", elo0), arg_text("elo1", elo1),
           arg_term("verdict", verdicts[sprt_judge(&state->sprt, llr)]), arg_number("llr", llr, 2),
           arg_number("lower", state->sprt.lower, 2), arg_number("upper", state->sprt.upper, 2));
}

static void print_strength(const struct match_state *state, FILE *out)
{
    const struct tally *tally = &state->tally;
    const uint64_t *pairs = tally->pairs.count;
    struct interval score = tally_score(tally), elo = elo_of_interval(score);
    char line[128];
    struct text text = text_into(line, sizeof line);

    add_elo(&text, elo.value);
    text_add(&text, "%s", tr(", 95 % interval "));
    add_elo(&text, elo.low);
    text_add(&text, "%s", tr(" to "));
    add_elo(&text, elo.high);
    print_head(out, "\n", tr("score of A"));
    say_in(out, terminal_lang(), "{percent} %, 95 % interval {low} to {high} %\n",
           arg_number("percent", 100 * score.value, 1), arg_number("low", 100 * score.low, 1),
           arg_number("high", 100 * score.high, 1));
    print_head(out, "", tr("Elo difference"));
    fprintf(out, "%s\n", line);
    print_head(out, "", tr("A is stronger"));
    say_in(out, terminal_lang(), "{percent} % likely\n",
           arg_number("percent", 100 * superiority(tally_sample(tally)), 1));
    if (sample_total(&tally->pairs) > 0) {
        print_head(out, "", tr("pairs"));
        say_in(out, terminal_lang(),
               "{lost_both} at 0-2, {lost_one} at 0.5-1.5, {even} at 1-1, {won_one} at 1.5-0.5, "
               "{won_both} at 2-0\n",
               arg_unsigned("lost_both", pairs[0]), arg_unsigned("lost_one", pairs[1]),
               arg_unsigned("even", pairs[2]), arg_unsigned("won_one", pairs[3]),
               arg_unsigned("won_both", pairs[4]));
    }
    if (state->testing)
        print_test(state, out);
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

static void print_faults(const struct match_state *state, FILE *out)
{
    for (int c = 0; c < state->plan->match.schedule->contestants; c++) {
        char line[256];
        struct text text = text_into(line, sizeof line);

        add_counts(&text, state->tally.standings[c].faults);
        if (text.used)
            fprintf(out, "  %s %-6c %s\n", tr("faults of"), contestant_letter(c), line);
    }
}

static void print_games(const struct match_state *state, FILE *out)
{
    const struct tally *tally = &state->tally;
    char line[256];
    struct text text = text_into(line, sizeof line);

    print_head(out, "", tr("won by seat"));
    for (int s = 0; s < state->plan->match.schedule->sides; s++)
        say_in(out, terminal_lang(), "{name}: {percent} %, ", arg_count("name", s + 1),
               arg_number("percent", 100.0 * tally->side_wins[s] / tally->games, 1));
    say_in(out, terminal_lang(), "drawn: {percent} %\n",
           arg_number("percent", 100.0 * tally->draws / tally->games, 1));
    print_head(out, "", tr("length"));
    say_in(out, terminal_lang(), "{mean} plies, {shortest} to {longest}\n",
           arg_number("mean", tally->plies.mean, 1), arg_count("shortest", tally->shortest),
           arg_count("longest", tally->longest));
    add_counts(&text, tally->endings);
    print_head(out, "", tr("endings"));
    fprintf(out, "%s\n", line);
    if (tally->repeats > 0) {
        print_head(out, "", tr("repeated"));
        say_in(out, terminal_lang(), "{copies} of the games are copies of earlier ones\n",
               arg_count("copies", tally->repeats));
    }
    print_faults(state, out);
}

/* A number in a column of ten, a dash if it is not known. */
static void print_number(FILE *out, int decimals, double value)
{
    if (isnan(value))
        fprintf(out, "%10s", "-");
    else
        fprintf(out, "%10s", own_decimal(value, decimals).text);
}

static void print_efforts(const struct match_state *state, FILE *out)
{
    int width = label_width(state);

    fprintf(out, "\n  %-*s %s\n", width + 2, "",
            tr("     moves   ms/move   longest     depth   nodes/s"));
    for (int c = 0; c < state->plan->match.schedule->contestants; c++) {
        const struct effort *effort = &state->tally.standings[c].effort;

        fprintf(out, "  %c %-*s %10d", contestant_letter(c), width, label(state, c), effort->moves);
        print_number(out, 1, effort_ms(effort));
        print_number(out, 1, (double)effort->longest_us / 1000);
        print_number(out, 1, effort_depth(effort));
        print_number(out, 0, effort_speed(effort));
        fputc('\n', out);
    }
}

void match_report(const struct match_state *state, FILE *out)
{
    print_title(state, out);
    if (state->tally.games == 0) {
        fputs(tr("  No game was finished.\n"), out);
        return;
    }
    if (has_two_sides(state)) {
        print_standings(state, out);
        print_strength(state, out);
    } else {
        print_points(state, out);
    }
    print_games(state, out);
    print_efforts(state, out);
}

/* ---- The ladder ----------------------------------------------------------------------------- */

void ladder_head(const struct match_state *state, FILE *out)
{
    char line[256];
    struct text text = text_into(line, sizeof line);

    report_add_setup(&text, &state->plan->match.terms.setup);
    text_add(&text, "%s", tr(": each level against the one below, "));
    report_add_limits(&text, &state->plan->match.limits);
    text_message(&text, terminal_lang(), " at most, {openings}",
                 arg_text("openings", state->openings));
    fprintf(out, "%s\n\n", line);
    fputs(tr("| levels | games | wins | draws | losses |   score |   95 % interval |    Elo "
             "| ms/move | longest |\n"),
          out);
    fputs("|--------|------:|-----:|------:|-------:|--------:|----------------:|-------:"
          "|--------:|--------:|\n",
          out);
}

void ladder_row(const struct match_state *state, FILE *out)
{
    const struct standing *upper = &state->tally.standings[0];
    const struct effort *effort = &upper->effort;
    struct interval score = tally_score(&state->tally);
    char elo[16];
    struct text text = text_into(elo, sizeof elo);

    add_elo(&text, elo_of_score(score.value));
    fprintf(out,
            "| %d : %d  | %5d | %4d | %5d | %6d | %5s %% | %4s %s %5s %% | %6s | %7s | "
            "%7s |\n",
            state->plan->match.specs[0].engine.level, state->plan->match.specs[1].engine.level,
            state->tally.games, upper->wins, upper->draws, upper->losses,
            own_decimal(100 * score.value, 1).text, own_decimal(100 * score.low, 1).text, tr("to"),
            own_decimal(100 * score.high, 1).text, elo, own_decimal(effort_ms(effort), 1).text,
            own_decimal((double)effort->longest_us / 1000, 1).text);
    fflush(out);
}
