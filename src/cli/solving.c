/* solving.c - the progress and the result of a solver, as text and as JSON. */
#include "cli/solving.h"

#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/wrap.h"
#include "core/message.h"
#include "file/output.h"

enum {
    LIVE_MS = 500,
    LOG_MS = 30000,       /* between two lines where they cannot be drawn over */
    SAVE_MS = 5 * 60 * 1000,
};

/* ---- Files ----------------------------------------------------------------------------- */

bool checkpoint_write(const struct dfpn *solver, const char *path, struct tb_error *error)
{
    struct output output;

    if (!output_open(&output, path, OUTPUT_REPLACE, error))
        return false;
    dfpn_save(solver, output.file); /* output_commit() finds out if that failed */
    return output_commit(&output, error);
}

/* ---- While it works ------------------------------------------------------------------- */

static void progress_text(const struct watch *watch, const struct solve_progress *progress,
                          struct text *out)
{
    const char *lang = watch->lang;
    double seconds = (double)progress->ms / 1000;

    if (progress->stage == SOLVE_SEARCHING) {
        text_message(out, lang, "player {number}", arg_count("number", progress->player + 1));
        if (progress->plies != PLIES_ANY)
            text_message(out, lang, " within {plies, plural, one {# ply} other {# plies}}",
                         arg_count("plies", progress->plies));
        text_message(
            out, lang,
            ": {millions} million nodes, {percent}% of the table, proof {proof}:{disproof}",
            arg_number("millions", (double)progress->nodes * 1e-6, 1),
            arg_number("percent", 100 * progress->fill, 0), arg_count("proof", progress->proof),
            arg_count("disproof", progress->disproof));
    } else if (progress->stage == SOLVE_LISTING) {
        text_message(out, lang, "{positions} positions found",
                     arg_unsigned("positions", progress->positions));
    } else {
        text_message(out, lang, "{solved} of {positions} positions solved",
                     arg_unsigned("solved", progress->solved),
                     arg_unsigned("positions", progress->positions));
    }
    text_add(out, ", %.0f s", seconds);
    if (watch->time_ms)
        text_message(out, lang, ", {seconds} s left",
                     arg_number("seconds", (double)watch->time_ms / 1000 - seconds, 0));
}

bool watch_report(void *context, const struct solve_progress *progress)
{
    struct watch *watch = context;
    struct tb_error error;

    if (progress->ms - watch->last_line >= (watch->live ? LIVE_MS : LOG_MS)) {
        char line[256];
        struct text out = text_into(line, sizeof line);

        progress_text(watch, progress, &out);
        fprintf(stderr, watch->live ? "\r%s\033[K" : "%s\n", line);
        watch->drawn = watch->live;
        watch->last_line = progress->ms;
    }
    if (watch->checkpoint && progress->ms - watch->last_save >= SAVE_MS) {
        if (!checkpoint_write(watch->solver, watch->checkpoint, &error))
            failure_of(NULL, &error);
        watch->last_save = progress->ms;
    }
    return !work_must_end();
}

void watch_finish(struct watch *watch)
{
    if (watch->drawn)
        fputs("\r\033[K", stderr);
    watch->drawn = false;
}

/* ---- Words ----------------------------------------------------------------------------- */

/* What is known about one side. */
static void finding_text(const struct finding *finding, const char *lang, struct text *out)
{
    struct bounds bounds = finding->bounds;
    int player = finding->player + 1;

    if (bounds.win < PLIES_ANY && bounds.win == bounds.hold + 1)
        text_message(out, lang,
                     "player {number} wins in {plies, plural, one {# ply} other {# plies}}",
                     arg_count("number", player), arg_count("plies", bounds.win));
    else if (bounds.win < PLIES_ANY)
        text_message(out, lang,
                     "player {number} wins within {plies, plural, one {# ply} other {# plies}}",
                     arg_count("number", player), arg_count("plies", bounds.win));
    else if (bounds.win == PLIES_ANY)
        text_message(out, lang, "player {number} wins", arg_count("number", player));
    else if (bounds.hold == PLIES_ANY)
        text_message(out, lang, "player {number} cannot force a win", arg_count("number", player));
    else if (bounds.hold > 0)
        text_message(
            out, lang,
            "player {number} has no win within {plies, plural, one {# ply} other {# plies}}",
            arg_count("number", player), arg_count("plies", bounds.hold));
    else
        text_message(out, lang, "nothing is known of player {number}", arg_count("number", player));
}

/* Writes the value of the position, or the proven part if the value is unknown. */
static void solution_text(const struct solve_task *task, const struct solution *solution,
                          const char *lang, struct text *out)
{
    bool draw = solution->valued && solution->verdict.value == 0, two = solution->count == 2;

    if (draw)
        text_add(out, "%s\n",
                 two ? translate(lang, "a draw")
                     : translate(lang, "nobody can force a win against all others"));
    else if (!solution->valued && task->player < 0)
        text_add(out, "%s\n", translate(lang, "not decided"));
    for (int i = 0; i < solution->count && !draw; i++) {
        /* Who wins says all about the others. */
        if (solution->valued && solution->findings[i].bounds.win > PLIES_ANY)
            continue;
        finding_text(&solution->findings[i], lang, out);
        text_char(out, '\n');
    }
}

void solution_print(const struct solve_task *task, const struct solution *solution,
                    const char *lang)
{
    char line[512], move[TB_MOVE_TEXT];
    struct text out = text_into(line, sizeof line);

    solution_text(task, solution, lang, &out);
    for (char *rest = line, *words; (words = strsep(&rest, "\n")) && *words;) {
        char sentence[256];
        struct text text = text_into(sentence, sizeof sentence);

        sentence_text(words, &text);
        puts(sentence);
    }
    if (solution->chosen) {
        tb_move_text(task->position, solution->move, move, sizeof move);
        print_in(stdout, lang, "move: {move}\n", arg_text("move", move));
    }
    double seconds = (double)solution->ms / 1000;

    if (solution->positions)
        print_in(stdout, lang, "{positions, number} positions, all solved in {seconds} s\n",
                 arg_unsigned("positions", solution->nodes), arg_number("seconds", seconds, 1));
    else
        print_in(stdout, lang, "{nodes, number} nodes in {seconds} s\n",
                 arg_unsigned("nodes", solution->nodes), arg_number("seconds", seconds, 1));
}

void claim_text(const struct claim *claim, const char *lang, struct text *out)
{
    text_message(out, lang,
                 "player {number} {wins, select, yes {can force a win} other {cannot force a win}}",
                 arg_count("number", claim->player + 1),
                 arg_text("wins", claim->wins ? "yes" : "no"));
    if (claim->plies != PLIES_ANY)
        text_message(out, lang, " within {plies, plural, one {# ply} other {# plies}}",
                     arg_count("plies", claim->plies));
}

/* ---- JSON -------------------------------------------------------------------------------- */

/* A number of plies; `any` where it means any number, null where there is none. */
static json_t *plies_json(int plies, bool known)
{
    if (!known)
        return json_null();
    return plies == PLIES_ANY ? json_string("any") : json_integer(plies);
}

json_t *solution_json(const struct solve_task *task, const struct solution *solution)
{
    static const char *const values[] = {"loss", "draw", "win"};
    const struct tb_position *position = task->position;
    json_t *findings = json_array(), *value = json_null(), *move = json_null();
    char text[TB_MOVE_TEXT];

    for (int i = 0; i < solution->count; i++) {
        struct bounds bounds = solution->findings[i].bounds;

        json_array_append_new(
            findings, json_pack("{s:i, s:o, s:o}", "player", solution->findings[i].player + 1,
                                "win_within", plies_json(bounds.win, bounds.win <= PLIES_ANY),
                                "no_win_within", plies_json(bounds.hold, bounds.hold >= 0)));
    }
    if (solution->valued)
        value = json_string(values[solution->verdict.value + 1]);
    if (solution->chosen) {
        tb_move_text(position, solution->move, text, sizeof text);
        move = json_string(text);
    }
    return json_pack("{s:s, s:i, s:b, s:o, s:o, s:o, s:o, s:I, s:b, s:I}", "game",
                     tb_game_name(position->setup.game), "turn", tb_turn(position) + 1, "answered",
                     solution->answered, "value", value, "plies",
                     plies_json(solution->verdict.plies,
                                solution->valued && solution->verdict.plies >= 0),
                     "move", move, "findings", findings, "nodes", (json_int_t)solution->nodes,
                     "retrograde", solution->positions > 0, "ms", (json_int_t)solution->ms);
}
