/* cmd_match.c - tablier match: contestants play many games, and who is stronger. */
#include <math.h>
#include <stdlib.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/match/match_options.h"
#include "core/advice.h"
#include "core/error.h"
#include "core/start.h"
#include "json/json_memory.h"

extern const struct command cmd_match;

enum {
    GAMES_MAX = 10000000,
};

/* ---- Options --------------------------------------------------------------------------- */

static int take_sprt(void *target, const char *value, struct tb_error *error)
{
    struct sprt_arg *sprt = target;
    const char *at = value;

    if (!read_real(&at, &sprt->elo0) || *at++ != ',' || !read_real(&at, &sprt->elo1) || *at ||
        sprt->elo0 >= sprt->elo1 || sprt->elo0 < -1000 || sprt->elo1 > 1000)
        return error_set(error, TB_ERR_VALUE,
                         "''{value}'' is not ELO0,ELO1, two differences such as 0,5.",
                         arg_text("value", quote(value).text));
    sprt->given = true;
    return TB_OK;
}

static const struct option options[] = {
    {"a", "SPEC",
     N_("level:N, auto, alphabeta, mcts, uct, paranoid, maxn, random, cmd:..., qtp:..."), take_text,
     offsetof(struct match_args, specs[0])},
    {"b", "SPEC", N_("the same, for the second contestant"), take_text,
     offsetof(struct match_args, specs[1])},
    {"c", "SPEC", N_("a third, with three or more sides"), take_text,
     offsetof(struct match_args, specs[2])},
    {"d", "SPEC", N_("a fourth"), take_text, offsetof(struct match_args, specs[3])},
    {"games", "N", N_("play N games (default: 100)"), take_positive,
     offsetof(struct match_args, games)},
    PLAY_OPTIONS(struct match_args, ),
    {"sprt", "ELO0,ELO1", N_("end as soon as one of two Elo differences is the likelier"),
     take_sprt, offsetof(struct match_args, sprt)},
    {"out", "FILE", N_("write the games there (text if its name ends in .txt or .pgn)"), take_text,
     offsetof(struct match_args, out)},
    {"append", NULL, N_("add to --out and --log files that are not empty"), take_flag,
     offsetof(struct match_args, append)},
    FORCE_OPTION(struct match_args, force),
    {"ladder", NULL, N_("every level against the one below, instead of --a and --b"), take_flag,
     offsetof(struct match_args, ladder)},
    {"json", NULL, N_("print one JSON object (a list for --ladder)"), take_flag,
     offsetof(struct match_args, json)},
    {0},
};

static int check_args(const struct match_args *args)
{
    int status = play_options_check(args);

    if (status != GO_ON)
        return status;
    if (args->games > GAMES_MAX)
        return usage_error("--games must be between 1 and {max}.", arg_count("max", GAMES_MAX));
    if (args->append && args->force)
        return usage_error("Give either --append or --force, not both.");
    if (args->ladder && (args->specs[0] || args->specs[1] || args->specs[2] || args->specs[3]))
        return usage_error(
            "The option --ladder chooses the contestants itself; leave --a and --b out.");
    if (!args->ladder && (!args->specs[0] || !args->specs[1]))
        return usage_error("A match needs --a SPEC and --b SPEC, such as --a level:3 --b level:2.");
    if (!args->specs[2] && args->specs[3])
        return usage_error("The option --d needs --c.");
    return GO_ON;
}

/* ---- The command ----------------------------------------------------------------------- */

static void print_json(json_t *json)
{
    json_write(json, JSON_INDENT(2) | JSON_REAL_PRECISION(8), stdout);
}

static int run_match(struct match_session *session)
{
    int status = session_prepare(session, session->args->specs);

    if (status == GO_ON && (status = session_play(session)) == GO_ON) {
        if (session->args->json)
            print_json(match_json(&session->state));
        else
            match_report(&session->state, stdout);
    }
    session_clear(session);
    return status;
}

static int run_ladder(struct match_session *session)
{
    json_t *list = json_array();
    int status = GO_ON;

    for (int level = 2; level <= LEVEL_MAX && status == GO_ON && !work_must_end(); level++) {
        char upper[16], lower[16];
        const char *specs[CONTESTANTS_MAX] = {upper, lower};
        struct text upper_text = text_into(upper, sizeof upper);
        struct text lower_text = text_into(lower, sizeof lower);

        text_add(&upper_text, "level:%d", level);
        text_add(&lower_text, "level:%d", level - 1);
        status = session_prepare(session, specs);
        if (status == GO_ON && level == 2 && !session->args->json)
            ladder_head(&session->state, stdout);
        if (status == GO_ON && (status = session_play(session)) == GO_ON) {
            if (session->args->json)
                json_array_append_new(list, match_json(&session->state));
            else if (session->state.tally.games > 0)
                ladder_row(&session->state, stdout);
        }
        session_clear(session);
    }
    if (session->args->json && status == GO_ON)
        print_json(json_incref(list));
    json_decref(list);
    return status;
}

static int run(int argc, char **argv)
{
    struct match_args args = {
        .concurrency = 1,
        .max_plies = 500,
        .margin_ms = 200,
        .timeout_ms = 30000,
        .seed = 1,
        .rules = match_rules_default(),
    };
    struct match_session session;
    struct tb_position start;
    int status = options_parse(&cmd_match, &args, &argc, argv);

    if (status != GO_ON || (status = check_args(&args)) != GO_ON ||
        (status = position_args_start(&args.position, argv[0], &start)) != GO_ON)
        return status;
    interrupt_catch();
    session_open(&session, &args, &start.setup);
    status = args.ladder ? run_ladder(&session) : run_match(&session);
    int closed = session_close(&session);

    if (status != GO_ON)
        return status;
    return work_must_end() ? STATUS_INTERRUPTED : closed;
}

const struct command cmd_match = {
    .name = "match",
    .words = "GAME",
    .words_min = 1,
    .words_max = 1,
    .summary = N_("Let engines play many games, and say which is stronger."),
    .options = options,
    .run = run,
};
