/* cmd_solve.c - tablier solve: who can force a win, and how soon, by proof. */
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/engine_args.h"
#include "cli/interrupt.h"
#include "cli/position_args.h"
#include "cli/solve_whole.h"
#include "cli/solving.h"
#include "cli/terminal.h"
#include "core/message.h"
#include "file/output.h"
#include "jansson/json_memory.h"
#include "solve/strategy.h"

enum { TABLE_DEFAULT = 256 }; /* megabytes */

struct args {
    struct position_args position;
    uint64_t player, plies, time_ms;
    int table_mb, threads;
    bool shortest, rules_only, whole, as_table, json, force;
    const char *checkpoint, *resume, *proof;
};

TAKE_BETWEEN(take_plies, 1, PLIES_MAX)
TAKE_BETWEEN(take_time, 1, INT32_MAX)

static const struct option options[] = {
    {"for", "PLAYER", N_("ask only whether this player can force a win"), take_positive,
     ARG(player)},
    {"within", "PLIES", N_("ask for a win within that number of plies"), take_plies, ARG(plies)},
    {"shortest", NULL, N_("find the smallest number of plies"), take_flag, ARG(shortest)},
    {"table", "MB", N_("megabytes of memory for what was found (default: 256)"), take_hash,
     ARG(table_mb)},
    {"threads", "N", N_("search with N threads (default: 1)"), take_threads, ARG(threads)},
    {"time", "MS", N_("time limit in milliseconds"), take_time, ARG(time_ms)},
    {"checkpoint", "FILE", N_("save the table in FILE now and then and at the end"), take_text,
     ARG(checkpoint)},
    {"resume", "FILE", N_("begin with the table saved in FILE"), take_text, ARG(resume)},
    {"proof", "FILE", N_("write a proof that tablier verify can check"), take_text, ARG(proof)},
    {"as-table", NULL, N_("write the proof as a table of positions, for perfect play"), take_flag,
     ARG(as_table)},
    {"rules-only", NULL, N_("use the rules alone, not the tables of solved games"), take_flag,
     ARG(rules_only)},
    {"whole", NULL, N_("solve all positions, and list all first moves"), take_flag, ARG(whole)},
    FORCE_OPTION(struct args, force),
    JSON_OPTION(struct args, json),
    POSITION_OPTIONS(struct args, position),
    {0},
};

static struct dfpn *make_solver(const struct args *args, const struct tb_position *position)
{
    struct dfpn_options wanted = {
        .bytes = (size_t)args->table_mb << 20,
        .threads = args->threads,
        .origin = &position->state,
        .rules_only = args->rules_only,
    };
    struct tb_error error;
    struct dfpn *solver = args->resume ? dfpn_load(args->resume, &position->setup, &wanted, &error)
                                       : dfpn_new(&position->setup, &wanted);

    if (!solver && args->resume)
        failure_of(NULL, &error);
    else if (!solver)
        out_of_memory();
    return solver;
}

/* Opens what will be written. A checkpoint goes on in the file it was resumed from. */
static int open_files(const struct args *args, struct output *proof)
{
    enum output_mode mode = args->force ? OUTPUT_REPLACE : OUTPUT_NEW;
    bool same = args->checkpoint && args->resume && strcmp(args->checkpoint, args->resume) == 0;
    struct tb_error error;

    if (args->checkpoint && !output_check(args->checkpoint, same ? OUTPUT_REPLACE : mode, &error))
        return failure_of("--checkpoint", &error);
    if (args->proof && !output_open(proof, args->proof, mode, &error))
        return failure_of("--proof", &error);
    return GO_ON;
}

/* Makes a proof of the claims, a tree or a table. A table proves wins in any number of plies, or in
 * the fewest; that there is no quicker one only a tree proves. */
static int make_proof(const struct solve_task *task, struct claim *claims, int count, bool as_table,
                      struct bytes *bytes, struct tb_error *error)
{
    struct strategy_task table = {
        .position = task->position,
        .claims = claims,
        .solver = task->solver,
    };

    for (int i = 0; i < count && as_table; i++) {
        if (claims[i].wins && !task->shortest)
            claims[i].plies = PLIES_ANY;
        if (claims[i].wins || claims[i].plies == PLIES_ANY)
            claims[table.count++] = claims[i];
    }
    return as_table ? strategy_write(&table, bytes, error)
                    : proof_write(task->solver, task->position, claims, count, NULL, bytes, error);
}

/* Writes the proof of what was found. */
static int write_proof(struct output *proof, const struct solve_task *task,
                       const struct solution *solution, bool as_table)
{
    struct claim claims[PROOF_CLAIMS_MAX];
    int count = solve_claims(task, solution, claims);
    struct bytes bytes = {0};
    struct tb_error error;

    if (count == 0)
        return failure("The search found nothing that a proof could show.");
    int code = make_proof(task, claims, count, as_table, &bytes, &error);

    if (!code)
        code = bytes_finish(&bytes, &error);
    bool written = !code && output_finish(proof, bytes.data, bytes.size, &error);

    bytes_release(&bytes);
    return written ? GO_ON : failure_of(NULL, &error);
}

/* Prints the solution and writes the files that were asked for. */
static int finish(const struct args *args, struct output *proof, const struct solve_task *task,
                  const struct solution *solution)
{
    struct tb_error error;
    int status = GO_ON;

    if (dfpn_starved(task->solver))
        status = out_of_memory();
    else if (args->json)
        json_write(solution_json(task, solution), JSON_COMPACT, stdout);
    else
        solution_print(task, solution, terminal_lang());
    fflush(stdout);
    if (args->checkpoint && !checkpoint_write(task->solver, args->checkpoint, &error))
        status = failure_of(NULL, &error);
    if (work_must_end())
        return STATUS_INTERRUPTED;
    if (args->proof && status == GO_ON)
        status = write_proof(proof, task, solution, args->as_table);
    return status;
}

/* Solves the position; the files are open. */
static int solve_position(const struct args *args, const struct tb_position *position,
                          struct output *proof)
{
    struct watch watch = {
        .solver = make_solver(args, position),
        .checkpoint = args->checkpoint,
        .time_ms = (int64_t)args->time_ms,
        .lang = terminal_lang(),
        .live = isatty(STDERR_FILENO),
    };
    struct solve_task task = {
        .solver = watch.solver,
        .position = position,
        .player = (int)args->player - 1,
        .plies = (int)args->plies,
        .shortest = args->shortest,
        .bytes = args->resume ? 0 : (size_t)args->table_mb << 19, /* half; the solver has its own */
        .time_ms = (int64_t)args->time_ms,
        .report = watch_report,
        .context = &watch,
    };
    struct solution solution;

    if (!watch.solver)
        return STATUS_FAILED;
    interrupt_catch();
    solve(&task, &solution);
    watch_finish(&watch);
    int status = finish(args, proof, &task, &solution);

    dfpn_free(watch.solver);
    return status;
}

static int run(void *values, char **words)
{
    struct args *args = values;
    struct tb_position position;
    struct output proof = {0};
    int status = position_args_add(&args->position, words[1]);

    if (status != GO_ON ||
        (status = position_args_resolve(&args->position, words[0], &position)) != GO_ON)
        return status;
    if (args->player > (uint64_t)position.setup.players)
        return usage_error("--for: The players are 1 to {players}.",
                           arg_count("players", position.setup.players));
    const struct solved *solved = position.setup.game->solved;
    bool limited = args->plies || tb_game_repeats(position.setup.game);

    if (args->as_table && !args->whole && (limited || !solved || !solved->pack))
        return usage_error("--as-table is for games whose positions never repeat and have numbers, "
                           "without --within.");
    if ((status = open_files(args, &proof)) != GO_ON)
        return status;
    status = args->whole
                 ? solve_whole(&position,
                               &(struct whole_args){.threads = args->threads ? args->threads : 1,
                                                    .bytes = (size_t)args->table_mb << 20,
                                                    .plies = (int)args->plies,
                                                    .json = args->json,
                                                    .proof = args->proof ? &proof : NULL})
                 : solve_position(args, &position, &proof);
    output_drop(&proof);
    return status;
}

const struct command cmd_solve = {
    .name = "solve",
    .words = "GAME [POSITION]",
    .summary = N_("Prove who can force a win, and how soon."),
    ARGS(struct args, .table_mb = TABLE_DEFAULT),
};
