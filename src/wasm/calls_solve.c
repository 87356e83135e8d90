/* calls_solve.c - proofs of who can force a win, and pictures. */
#include <stdlib.h>

#include "core/error.h"
#include "solve/solve.h"
#include "wasm/calls.h"

enum { TABLE_MB = 64, TABLE_MB_MAX = 1024 };

/* ---- solve --------------------------------------------------------------------------------- */

static bool report(void *context, const struct solve_progress *progress)
{
    struct json_writer *text = context;

    writer_clear(text);
    writer_open(text, '{');
    writer_key_number(text, "nodes", (int64_t)progress->nodes);
    writer_key_number(text, "ms", progress->ms);
    writer_close(text, '}');
    calls_report_text(text);
    return true;
}

static void answer_solution(struct json_writer *answer, const struct tb_position *position,
                            const struct solution *found)
{
    char move[TB_MOVE_TEXT] = "";

    if (found->chosen)
        tb_move_text(position, found->move, move, sizeof move);
    writer_open(answer, '{');
    writer_key_bool(answer, "answered", found->answered);
    answer_verdict(answer, found->valued ? &found->verdict : NULL);
    writer_key_string(answer, "move", found->chosen ? move : NULL);
    writer_key_open(answer, "findings", '[');
    for (int i = 0; i < found->count; i++) {
        const struct finding *finding = &found->findings[i];

        writer_open(answer, '{');
        writer_key_number(answer, "player", finding->player + 1);
        writer_key_known(answer, "win", finding->bounds.win <= PLIES_ANY, finding->bounds.win);
        writer_key_known(answer, "hold", finding->bounds.hold >= 0, finding->bounds.hold);
        writer_close(answer, '}');
    }
    writer_close(answer, ']');
    writer_key_number(answer, "nodes", (int64_t)found->nodes);
    writer_key_number(answer, "ms", found->ms);
    writer_close(answer, '}');
}

/* Reads the question; fills in what does not depend on the solver. */
static int read_question(const struct request *request, const struct tb_position *position,
                         struct solve_task *task, int *table_mb, struct tb_error *error)
{
    int player = 0, time_ms = 0, shortest = 0, code;

    if ((code = request_number(request, "player", &player, error)) ||
        (code = request_number(request, "within", &task->plies, error)) ||
        (code = request_number(request, "shortest", &shortest, error)) ||
        (code = request_number(request, "timeMs", &time_ms, error)) ||
        (code = request_number(request, "tableMb", table_mb, error)))
        return code;
    if (player > position->setup.players || task->plies > PLIES_MAX || *table_mb > TABLE_MB_MAX)
        return error_set(error, TB_ERR_RANGE,
                         "A player, a number of plies or of megabytes is too large.");
    task->player = player - 1;
    task->shortest = shortest;
    task->time_ms = time_ms;
    return TB_OK;
}

int call_solve(const struct request *request, struct json_writer *answer, struct fault *fault)
{
    struct tb_match *match = request_match(request, fault);
    struct solve_task task = {.report = report};
    struct solution found;
    struct json_writer text = {0};
    int table_mb = 0, rules_only = 0, code;

    if (!match)
        return fault->error.code;
    task.position = tb_match_position(match);
    task.context = &text;
    if (!(code = read_question(request, task.position, &task, &table_mb, &fault->error)) &&
        !(code = request_number(request, "rulesOnly", &rules_only, &fault->error))) {
        size_t bytes = (size_t)(table_mb ? table_mb : TABLE_MB) << 20;
        const struct dfpn_options options = {
            .bytes = bytes, .origin = &task.position->state, .rules_only = rules_only};

        task.bytes = bytes / 2;
        task.solver = dfpn_new(&task.position->setup, &options);
        if (task.solver) {
            solve(&task, &found);
            answer_solution(answer, task.position, &found);
        } else {
            code = error_memory(&fault->error);
        }
        dfpn_free(task.solver);
    }
    writer_release(&text);
    tb_match_free(match);
    return code;
}

/* ---- picture -------------------------------------------------------------------------------- */

int call_picture(const struct request *request, struct json_writer *answer, struct fault *fault)
{
    struct tb_match *match = request_match(request, fault);
    char *svg = NULL;
    TB_STRUCT(tb_picture, picture);
    int dark = 0, bare = 0, code = match ? TB_OK : fault->error.code;

    picture.lang = request_lang(request);
    picture.marks = request_get(request, "marks");
    picture.arrows = request_get(request, "arrows");
    if (!code && !(code = request_number(request, "dark", &dark, &fault->error)) &&
        !(code = request_number(request, "bare", &bare, &fault->error)) &&
        !(code = request_number(request, "width", &picture.width, &fault->error))) {
        picture.dark = dark;
        picture.bare = bare;
        const struct tb_position *position = tb_match_position(match);
        int length = tb_draw_svg(position, &picture, NULL, 0, &fault->error);
        size_t size = (size_t)length + 1;

        if (length < 0)
            code = length;
        else if (!(svg = malloc(size)))
            code = error_memory(&fault->error);
        else
            tb_draw_svg(position, &picture, svg, size, &fault->error);
    }
    if (!code)
        writer_string(answer, svg);
    free(svg);
    tb_match_free(match);
    return code;
}
