/* match_report.c - the results of a match as text. */
#include "cli/match/match_report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/command.h"
#include "cli/terminal.h"
#include "cli/wrap.h"
#include "core/clock.h"
#include "core/text.h"

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
    return state->plan->crew.schedule->sides == 2;
}

static const char *label(const struct match_state *state, int contestant)
{
    return state->plan->crew.specs[contestant].label;
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

    text_add(out, tr("game %d/%d", "partie %d/%d"), tally->games, state->plan->games);
    if (tally->games == 0)
        return;
    if (has_two_sides(state))
        add_two_sides(out, state);
    else
        for (int c = 0; c < state->plan->crew.schedule->contestants; c++)
            text_add(out, "%s %c %s", c ? "," : ":", contestant_letter(c),
                     own_decimal(tally_points(tally, c).value, 3).text);
    text_add(out, ", ");
    report_add_duration(out, elapsed / tally->games * (state->plan->games - tally->games));
    text_add(out, "%s", tr(" left", " restent"));
}

void match_fault(const struct match_state *state, const struct bout *bout, struct text *out)
{
    int contestant = bout->fixture.seats[bout->culprit];
    enum tb_lang lang = terminal_lang();

    text_add(out,
             tr("Game %d: %c (%s) loses by %s: it %s", "Partie %d : %c (%s) perd par %s : il %s"),
             bout->fixture.number + 1, contestant_letter(contestant), label(state, contestant),
             finish_words(bout->finish, lang), bout->fault.text[lang]);
    if (out->used > 0 && out->start[strlen(out->start) - 1] != '.')
        text_char(out, '.');
}

/* ---- The report ------------------------------------------------------------------------- */

/* "1000 ms a move" */
void report_add_limits(struct text *out, const struct bout_limits *limits)
{
    if (limits->clocked)
        text_add(out, "%g min + %g s", (double)limits->base_ms / 60000,
                 (double)limits->increment_ms / 1000);
    else if (limits->move_ms)
        text_add(out, tr("%" PRId64 " ms a move", "%" PRId64 " ms par coup"), limits->move_ms);
    else if (limits->nodes)
        text_add(out, tr("%" PRIu64 " nodes a move", "%" PRIu64 " positions par coup"),
                 limits->nodes);
    else
        text_add(out, "%s", tr("limits of their own", "limites propres à chacun"));
}

/* "Quoridor, 4 players, size=5" */
void report_add_setup(struct text *out, const struct tb_setup *setup)
{
    text_add(out, tr("%s, %d players", "%s, %d joueurs"), tb_game_title(setup->game),
             setup->players);
    for (int i = 0; i < tb_game_option_count(setup->game); i++) {
        const struct tb_option *option = tb_game_option(setup->game, i);
        char value[32];

        if (setup->options[i] == option->defaults[setup->players])
            continue;
        tb_setup_value(setup, i, value, sizeof value);
        text_add(out, ", %s=%s", option->name, value);
    }
}

static void print_title(const struct match_state *state, FILE *out)
{
    char line[512];
    struct text text = text_into(line, sizeof line);

    report_add_setup(&text, &state->plan->crew.terms.setup);
    text_add(&text, tr(": %d game%s in ", " : %d partie%s en "), state->tally.games,
             state->tally.games == 1 ? "" : "s");
    report_add_duration(&text, state->seconds);
    text_add(&text, ", ");
    report_add_limits(&text, &state->plan->crew.limits);
    text_add(&text, ", %s", state->openings);
    if (state->interrupted)
        text_add(&text,
                 tr("; interrupted, %d games were wanted", " ; interrompu, sur %d demandées"),
                 state->plan->games);
    fprintf(out, "%s\n\n", line);
}

/* The width of the longest label. */
static int label_width(const struct match_state *state)
{
    int width = 8;

    for (int c = 0; c < state->plan->crew.schedule->contestants; c++) {
        int length = (int)strlen(label(state, c));

        width = length > width ? length : width;
    }
    return width;
}

static void print_standings(const struct match_state *state, FILE *out)
{
    int width = label_width(state);

    fprintf(out, "  %-*s %s\n", width + 2, "",
            tr("    wins    draws   losses    score", "  gagnés     nuls   perdus    score"));
    for (int c = 0; c < state->plan->crew.schedule->contestants; c++) {
        const struct standing *standing = &state->tally.standings[c];

        fprintf(out, "  %c %-*s %8d %8d %8d %6s %%\n", contestant_letter(c), width,
                label(state, c), standing->wins, standing->draws, standing->losses,
                own_decimal(100 * standing->points / state->tally.games, 1).text);
    }
}

static void print_points(const struct match_state *state, FILE *out)
{
    int width = label_width(state);

    fprintf(out, "  %-*s %s\n", width + 2, "",
            tr("   seats     wins   points   a seat  95 % interval",
               "  places   gagnés   points par pl.  intervalle 95 %"));
    for (int c = 0; c < state->plan->crew.schedule->contestants; c++) {
        const struct standing *standing = &state->tally.standings[c];
        struct interval points = tally_points(&state->tally, c);

        fprintf(out, "  %c %-*s %8d %8d %8s %8s  %s %s %s\n", contestant_letter(c), width,
                label(state, c), standing->seats, standing->wins,
                own_decimal(standing->points, 1).text, own_decimal(points.value, 3).text,
                own_decimal(points.low, 3).text, tr("to", "à"), own_decimal(points.high, 3).text);
    }
    print_head(out, "\n", tr("fair share", "part égale"));
    fprintf(out, tr("%s a seat\n", "%s par place\n"),
            own_decimal(1.0 / state->plan->crew.schedule->sides, 3).text);
}

static void print_test(const struct match_state *state, FILE *out)
{
    static const char *const verdicts[][2] = {
        [SPRT_OPEN] = {"open", "indécis"},
        [SPRT_ELO0] = {"the first is accepted", "le premier est retenu"},
        [SPRT_ELO1] = {"the second is accepted", "le second est retenu"},
    };
    double llr = match_llr(state);

    print_head(out, "", "SPRT");
    fprintf(out,
            tr("Elo %g or %g: %s, LLR %s (%s, %s)\n",
               "Elo %g ou %g : %s, LLR %s (%s, %s)\n"),
            state->sprt.elo0, state->sprt.elo1,
            verdicts[sprt_judge(&state->sprt, llr)][terminal_lang()], own_decimal(llr, 2).text,
            own_decimal(state->sprt.lower, 2).text, own_decimal(state->sprt.upper, 2).text);
}

static void print_strength(const struct match_state *state, FILE *out)
{
    const struct tally *tally = &state->tally;
    const uint64_t *pairs = tally->pairs.count;
    struct interval score = tally_score(tally), elo = elo_of_interval(score);
    char line[128];
    struct text text = text_into(line, sizeof line);

    add_elo(&text, elo.value);
    text_add(&text, "%s", tr(", 95 % interval ", ", intervalle à 95 % "));
    add_elo(&text, elo.low);
    text_add(&text, "%s", tr(" to ", " à "));
    add_elo(&text, elo.high);
    print_head(out, "\n", tr("score of A", "score de A"));
    fprintf(out,
            tr("%s %%, 95 %% interval %s to %s %%\n", "%s %%, intervalle à 95 %% %s à %s %%\n"),
            own_decimal(100 * score.value, 1).text, own_decimal(100 * score.low, 1).text,
            own_decimal(100 * score.high, 1).text);
    print_head(out, "", tr("Elo difference", "différence Elo"));
    fprintf(out, "%s\n", line);
    print_head(out, "", tr("A is stronger", "A plus fort"));
    fprintf(out, tr("%s %% likely\n", "probable à %s %%\n"),
            own_decimal(100 * superiority(tally_sample(tally)), 1).text);
    if (sample_total(&tally->pairs) > 0) {
        print_head(out, "", tr("pairs", "paires"));
        fprintf(out,
                tr("%" PRIu64 " at 0-2, %" PRIu64 " at 0.5-1.5, %" PRIu64 " at 1-1, %" PRIu64
                   " at 1.5-0.5, %" PRIu64 " at 2-0\n",
                   "%" PRIu64 " à 0-2, %" PRIu64 " à 0,5-1,5, %" PRIu64 " à 1-1, %" PRIu64
                   " à 1,5-0,5, %" PRIu64 " à 2-0\n"),
                pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]);
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
    for (int c = 0; c < state->plan->crew.schedule->contestants; c++) {
        char line[256];
        struct text text = text_into(line, sizeof line);

        add_counts(&text, state->tally.standings[c].faults);
        if (text.used)
            fprintf(out, tr("  faults of %-6c %s\n", "  fautes de %-6c %s\n"), contestant_letter(c),
                    line);
    }
}

static void print_games(const struct match_state *state, FILE *out)
{
    const struct tally *tally = &state->tally;
    char line[256];
    struct text text = text_into(line, sizeof line);

    print_head(out, "", tr("won by seat", "gain par place"));
    for (int s = 0; s < state->plan->crew.schedule->sides; s++)
        fprintf(out, tr("%d: %s %%, ", "%d : %s %%, "), s + 1,
                own_decimal(100.0 * tally->side_wins[s] / tally->games, 1).text);
    fprintf(out, tr("drawn: %s %%\n", "nulles : %s %%\n"),
            own_decimal(100.0 * tally->draws / tally->games, 1).text);
    print_head(out, "", tr("length", "longueur"));
    fprintf(out, tr("%s plies, %d to %d\n", "%s demi-coups, de %d à %d\n"),
            own_decimal(tally->plies.mean, 1).text, tally->shortest, tally->longest);
    add_counts(&text, tally->endings);
    print_head(out, "", tr("endings", "fins"));
    fprintf(out, "%s\n", line);
    if (tally->repeats > 0) {
        print_head(out, "", tr("repeated", "répétées"));
        fprintf(out,
                tr("%d of the games are copies of earlier ones\n",
                   "%d parties sont des copies de précédentes\n"),
                tally->repeats);
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
            tr("     moves   ms/move   longest     depth   nodes/s",
               "     coups   ms/coup  le + long     prof.     pos./s"));
    for (int c = 0; c < state->plan->crew.schedule->contestants; c++) {
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
        fputs(tr("  No game was finished.\n", "  Aucune partie n'est finie.\n"), out);
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

    report_add_setup(&text, &state->plan->crew.terms.setup);
    text_add(
        &text, "%s",
        tr(": each level against the one below, ", " : chaque niveau contre celui d'en dessous, "));
    report_add_limits(&text, &state->plan->crew.limits);
    text_add(&text, tr(" at most, %s", " au plus, %s"), state->openings);
    fprintf(out, "%s\n\n", line);
    fputs(tr("| levels | games | wins | draws | losses |   score |   95 % interval |    Elo "
             "| ms/move | longest |\n",
             "| niveaux | parties | gains | nuls | pertes | score | intervalle 95 % |   Elo "
             "| ms/coup | le + long |\n"),
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
            state->plan->crew.specs[0].engine.level, state->plan->crew.specs[1].engine.level,
            state->tally.games, upper->wins, upper->draws, upper->losses,
            own_decimal(100 * score.value, 1).text, own_decimal(100 * score.low, 1).text,
            tr("to", "à "), own_decimal(100 * score.high, 1).text, elo,
            own_decimal(effort_ms(effort), 1).text,
            own_decimal((double)effort->longest_us / 1000, 1).text);
    fflush(out);
}
