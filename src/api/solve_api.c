/* solve_api.c - solvers as the public interface shows them. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "api/check.h"
#include "core/error.h"
#include "file/output.h"
#include "solve/solve.h"

enum { TABLE_DEFAULT = 256, TABLE_MAX = 1 << 20 }; /* megabytes */

_Static_assert((int)TB_PLIES_ANY == (int)PLIES_ANY && (int)TB_CLAIMS_MAX == (int)PROOF_CLAIMS_MAX &&
                   (int)TB_THREADS_MAX == (int)DFPN_THREADS_MAX &&
                   (int)TB_STAGE_SEARCHING == (int)SOLVE_SEARCHING,
               "the public numbers are the solver's");

struct tb_solver {
    struct dfpn *dfpn;
    struct tb_position position;
    size_t retrograde; /* bytes for a retrograde analysis */
    struct solve_task task; /* the last question, */
    struct solution solution; /* and what was found */
    bool asked;
    atomic_bool stopped;
};

struct tb_solver *tb_solver_new(const struct tb_position *position,
                                const struct tb_solver_options *given, struct tb_error *error)
{
    struct tb_solver_options options;

    if (position_check(position, error) || api_read_struct(&options, given, resume, error) ||
        api_check_range("table_mb", options.table_mb, 0, TABLE_MAX, error) ||
        api_check_range("threads", options.threads, 0, TB_THREADS_MAX, error))
        return NULL;
    struct tb_solver *self = calloc(1, sizeof *self);

    if (!self) {
        error_memory(error);
        return NULL;
    }
    size_t megabytes = options.table_mb ? (size_t)options.table_mb : TABLE_DEFAULT;
    struct dfpn_options wanted = {
        .bytes = megabytes << 20,
        .threads = options.threads,
        .origin = &self->position.state,
        .rules_only = options.rules_only,
    };

    self->position = *position;
    self->retrograde = options.resume ? 0 : megabytes << 19; /* half; the table has its own */
    atomic_init(&self->stopped, false);
    if (options.resume) {
        self->dfpn = dfpn_load(options.resume, &position->setup, &wanted, error);
    } else {
        self->dfpn = dfpn_new(&position->setup, &wanted);
        if (!self->dfpn)
            error_memory(error);
    }
    if (!self->dfpn) {
        free(self);
        return NULL;
    }
    return self;
}

void tb_solver_free(struct tb_solver *solver)
{
    if (solver)
        dfpn_free(solver->dfpn);
    free(solver);
}

void tb_solver_stop(struct tb_solver *solver)
{
    if (!solver)
        return;
    atomic_store(&solver->stopped, true);
    dfpn_stop(solver->dfpn);
}

/* ---- Asking ------------------------------------------------------------------------ */

struct relay {
    struct tb_solver *solver;
    const struct tb_question *question;
};

/* Passes on the solver's reports; checks for a stop even if the caller has no report function. */
static bool pass_on(void *context, const struct solve_progress *progress)
{
    const struct relay *relay = context;
    struct tb_progress shown = {
        .size = sizeof shown,
        .stage = (enum tb_stage)progress->stage,
        .nodes = progress->nodes,
        .ms = progress->ms,
        .positions = progress->positions,
        .solved = progress->solved,
        .fill = progress->fill,
        .player = progress->player,
        .plies = progress->plies,
    };

    if (atomic_load(&relay->solver->stopped))
        return false;
    return !relay->question->report || relay->question->report(relay->question->context, &shown);
}

static void write_solution(const struct solution *found, struct tb_solution *out)
{
    *out = (struct tb_solution){
        .size = sizeof *out,
        .answered = found->answered,
        .valued = found->valued,
        .value = found->valued ? found->verdict.value : 0,
        .plies = found->valued ? found->verdict.plies : -1,
        .chosen = found->chosen,
        .move = found->chosen ? found->move : 0,
        .count = found->count,
        .positions = found->positions,
        .nodes = found->nodes,
        .ms = found->ms,
    };
    for (int i = 0; i < found->count; i++)
        out->findings[i] = (struct tb_finding){
            .player = found->findings[i].player,
            .win = found->findings[i].bounds.win <= PLIES_ANY ? found->findings[i].bounds.win : -1,
            .hold = found->findings[i].bounds.hold,
        };
}

static int check_question(const struct tb_solver *solver, const struct tb_question *question,
                          struct tb_error *error)
{
    int code;

    if (atomic_load(&solver->stopped))
        return error_set(error, TB_ERR_STOPPED, "This solver has been stopped.");
    if ((code = api_check_range("player", question->player, 0,
                                solver->position.setup.players - 1, error)) ||
        (code = api_check_range("plies", question->plies, 0, PLIES_MAX, error)) ||
        (code = api_check_range("time_ms", question->time_ms, 0, INT64_MAX, error)))
        return code;
    return TB_OK;
}

int tb_solver_ask(struct tb_solver *solver, const struct tb_question *given,
                  struct tb_solution *solution, struct tb_error *error)
{
    struct tb_question question;
    struct tb_solution shown;
    int code;

    if (!solver || !solution)
        return api_missing(error, !solver ? "solver" : "solution");
    if ((code = api_read_struct(&question, given, context, error)) ||
        (code = check_question(solver, &question, error)))
        return code;
    struct relay relay = {solver, &question};

    solver->task = (struct solve_task){
        .solver = solver->dfpn,
        .position = &solver->position,
        .player = question.only ? question.player : -1,
        .plies = question.plies,
        .shortest = question.shortest,
        .bytes = solver->retrograde,
        .time_ms = question.time_ms,
        .report = pass_on,
        .context = &relay,
    };
    solve(&solver->task, &solver->solution);
    solver->task.report = NULL;
    solver->task.context = NULL;
    solver->asked = true;
    write_solution(&solver->solution, &shown);
    return api_write_struct(solution, &shown, ms, error);
}

/* ---- Files ------------------------------------------------------------------------- */

int tb_solver_save(const struct tb_solver *solver, const char *path, struct tb_error *error)
{
    if (!solver || !path)
        return api_missing(error, !solver ? "solver" : "path");
    struct output output;

    if (!output_open(&output, path, OUTPUT_REPLACE, error))
        return TB_ERR_RECORD;
    dfpn_save(solver->dfpn, output.file); /* output_commit() finds out if that failed */
    return output_commit(&output, error) ? TB_OK : TB_ERR_RECORD;
}

int tb_solver_prove(struct tb_solver *solver, const char *path, struct tb_error *error)
{
    struct claim claims[PROOF_CLAIMS_MAX];
    struct bytes bytes = {0};

    if (!solver || !path)
        return api_missing(error, !solver ? "solver" : "path");
    int count = solver->asked ? solve_claims(&solver->task, &solver->solution, claims) : 0;

    if (count == 0)
        return error_set(error, TB_ERR_RECORD, "Nothing was found that a proof could show.");
    int code = proof_write(solver->dfpn, &solver->position, claims, count, NULL, &bytes, error);

    if (!code)
        code = bytes_finish(&bytes, error);
    if (!code && !output_write(path, bytes.data, bytes.size, OUTPUT_REPLACE, error))
        code = TB_ERR_RECORD;
    bytes_release(&bytes);
    return code;
}
