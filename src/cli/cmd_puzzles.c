/* cmd_puzzles.c - tablier puzzles: find puzzles, or prove the puzzles of a file again. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/lab/work_session.h"
#include "cli/position_args.h"
#include "core/error.h"
#include "file/file.h"
#include "file/output.h"
#include "file/text_stream.h"
#include "lab/job_puzzles.h"

enum {
    COUNT_DEFAULT = 10,
    COUNT_MAX = 100000,
    CHECK_BYTES = 128 << 20,
};

struct args {
    struct position_args position;
    struct work_args work;
    uint64_t count, seed;
    const char *out, *check, *grade;
    bool append, force;
};

TAKE_BETWEEN(take_count, 1, COUNT_MAX)

static const struct option options[] = {
    {"count", "N", N_("find N puzzles (default: 10)"), take_count, ARG(count)},
    {"seed", "S", N_("another seed finds other puzzles (default: 0)"), take_number, ARG(seed)},
    {"out", "FILE", N_("write them to FILE; the same command resumes if it was stopped"), take_text,
     ARG(out)},
    {"append", NULL, N_("add to FILE what it does not hold yet"), take_flag, ARG(append)},
    FORCE_OPTION(struct args, force),
    {"check", "FILE", N_("prove every puzzle of FILE by the rules alone"), take_text, ARG(check)},
    {"grade", "FILE", N_("grade the puzzles of FILE by comparison"), take_text, ARG(grade)},
    {"threads", "N", N_("games to look at at a time (default: 1)"), take_positive,
     ARG(work.threads)},
    QUEUE_OPTIONS(struct args, work),
    SETUP_OPTIONS(struct args, position),
    {0},
};

/* ---- Checking ---------------------------------------------------------------------------- */

/* Returns a solver by the rules alone for the puzzle's setup: the given one if the setup is the
 * same. */
static struct dfpn *solver_for(const struct puzzle *puzzle, struct dfpn *solver,
                               struct tb_setup *setup)
{
    struct dfpn_options wanted = {.bytes = CHECK_BYTES, .rules_only = true};

    if (solver && memcmp(setup, &puzzle->position.setup, sizeof *setup) == 0)
        return solver;
    dfpn_free(solver);
    *setup = puzzle->position.setup;
    return dfpn_new(setup, &wanted);
}

static int load(const char *path, struct puzzle_list *list)
{
    struct tb_error error;
    char *text = file_read(path, &error);

    if (!text)
        return failure_of(NULL, &error);
    int code = puzzle_list_read(text, list, &error);

    free(text);
    return code ? failure_of(path, &error) : GO_ON;
}

static void report_twin(void *context, const struct puzzle *puzzle, const struct puzzle *earlier)
{
    (void)context;
    failure("{id}: the position is that of {other}, turned, mirrored or shifted.",
            arg_text("id", puzzle->id), arg_text("other", earlier->id));
}

static int check(const char *path)
{
    struct puzzle_list list = {0};
    struct tb_error error;
    struct tb_setup setup;
    struct dfpn *solver = NULL;
    int bad = 0, status = load(path, &list);

    if (status != GO_ON)
        return status;
    interrupt_catch();
    for (int i = 0; i < list.count && !work_must_end(); i++) {
        const struct puzzle *puzzle = &list.puzzles[i];

        if (!(solver = solver_for(puzzle, solver, &setup)))
            bad += out_of_memory();
        else if (puzzle_check(puzzle, solver, &error))
            bad += failure_of(puzzle->id, &error);
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "\r%d of %d", i + 1, list.count);
    }
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    int twins = puzzle_list_twins(&list, report_twin, NULL);

    dfpn_free(solver);
    if (twins < 0)
        bad += out_of_memory();
    else if (!work_must_end())
        say_out("{count} puzzles: {proven} proven, {wrong} wrong, {equal} equal to another\n",
                arg_count("count", list.count), arg_count("proven", list.count - bad),
                arg_count("wrong", bad), arg_count("equal", twins));
    puzzle_list_release(&list);
    return work_must_end() ? STATUS_INTERRUPTED : bad || twins ? STATUS_FAILED : STATUS_OK;
}

/* ---- Finding ----------------------------------------------------------------------------- */

static bool stopped(void *context)
{
    (void)context;
    return work_must_end();
}

/* Puzzles as they are found: lines for a file, or to be printed at once. */
struct finding {
    const struct args *args;
    struct puzzle_work puzzles;
    struct text_stream lines; /* for --out */
};

static int print_line(void *context, const char *line, struct tb_error *error)
{
    const struct finding *finding = context;

    if (!finding->args->out)
        work_hide_progress();
    FILE *out = finding->args->out ? finding->lines.file : stdout;

    if (fprintf(out, "%s\n", line) > 0 && fflush(out) == 0)
        return TB_OK;
    return error_system(error, TB_ERR_SYSTEM, errno, "Cannot write the puzzles");
}

/* Registers the puzzles of the file, so that they are not found again. */
static int know_file(const char *path, struct puzzle_work *work)
{
    struct puzzle_list list = {0};
    struct tb_error error;
    int status = output_is_used(path) ? load(path, &list) : GO_ON;

    for (int i = 0; status == GO_ON && i < list.count; i++)
        if (puzzle_work_know(work, &list.puzzles[i], &error))
            status = out_of_memory();
    puzzle_list_release(&list);
    return status;
}

/* All of the file, with what it held before. */
static int write_file(struct finding *finding)
{
    const struct args *args = finding->args;
    struct tb_error error;
    struct output output;
    char *before = NULL;

    size_t size;
    char *lines = text_stream_close(&finding->lines, &size);

    if (!lines)
        return out_of_memory();
    if (args->append && output_is_used(args->out) && !(before = file_read(args->out, &error))) {
        free(lines);
        return failure_of(NULL, &error);
    }
    if (!output_open(&output, args->out, args->append || args->force ? OUTPUT_REPLACE : OUTPUT_NEW,
                     &error)) {
        free(lines);
        free(before);
        return failure_of(NULL, &error);
    }
    if (before)
        fprintf(output.file, "%s%s", before, before[strlen(before) - 1] == '\n' ? "" : "\n");
    else
        fprintf(output.file, PUZZLE_FILE_NAME " %s\n", tb_game_name(finding->puzzles.setup.game));
    fwrite(lines, 1, size, output.file);
    free(lines);
    free(before);
    bool good = output_commit(&output, &error);

    output_drop(&output);
    return good ? GO_ON : failure_of(NULL, &error);
}

/* Finds what can be written afterwards. */
static int prepare(struct finding *finding)
{
    const struct args *args = finding->args;
    char journal[PATH_MAX];
    struct tb_error error;

    if (puzzle_work_begin(&finding->puzzles, &error))
        return failure_of(NULL, &error);
    if (!args->out) {
        printf(PUZZLE_FILE_NAME " %s\n", tb_game_name(finding->puzzles.setup.game));
        return GO_ON;
    }
    if (!output_check(args->out, args->append || args->force ? OUTPUT_REPLACE : OUTPUT_NEW, &error))
        return failure_of(NULL, &error);
    if (!text_stream_open(&finding->lines))
        return out_of_memory();
    int status = args->append ? know_file(args->out, &finding->puzzles) : GO_ON;

    if (status == GO_ON && work_journal_path(args->out, journal) &&
        puzzle_work_open(&finding->puzzles, journal, &error))
        return failure_of(NULL, &error);
    note_dropped(finding->puzzles.journal.path, finding->puzzles.journal.dropped);
    return status;
}

static int find(struct finding *finding)
{
    const struct work work = puzzle_work(&finding->puzzles);
    struct work_args plan = finding->args->work;
    bool interrupted = false;
    int status = prepare(finding);

    plan.quiet = !finding->args->out;
    if (status == GO_ON)
        status = work_do(&work, &plan, &interrupted);
    if (status == GO_ON && interrupted && finding->args->out)
        say_in(stderr, terminal_lang(), "{count} puzzles found. Run the same command to resume.\n",
               arg_count("count", finding->puzzles.count));
    if (status == GO_ON && !interrupted && finding->args->out)
        status = write_file(finding);
    if (status == GO_ON && !interrupted && finding->args->out)
        say_out("{count} puzzles in {path}.\n", arg_count("count", finding->puzzles.count),
                arg_text("path", finding->args->out));
    puzzle_work_end(&finding->puzzles, status == GO_ON && !interrupted);
    free(text_stream_close(&finding->lines, NULL));
    return status != GO_ON ? status : interrupted ? STATUS_INTERRUPTED : STATUS_OK;
}

static int grade_file(const char *path)
{
    struct puzzle_list list = {0};
    struct tb_error error;
    int status = load(path, &list);

    if (status != GO_ON)
        return status;
    interrupt_catch();
    bool graded = puzzle_list_grade(&list, stopped, NULL);
    char *text = graded ? puzzle_list_write(&list) : NULL;

    if (work_must_end())
        status = STATUS_INTERRUPTED;
    else if (!text)
        status = out_of_memory();
    else
        status = output_write(path, text, strlen(text), OUTPUT_REPLACE, &error)
                     ? STATUS_OK
                     : failure_of(NULL, &error);
    free(text);
    puzzle_list_release(&list);
    return status;
}

static int find_puzzles(const struct args *args, const char *game)
{
    struct tb_position position;
    int status = position_args_resolve(&args->position, game, &position);

    if (status != GO_ON || (status = work_check(&args->work, "--threads")) != GO_ON)
        return status;
    if (position.setup.players != 2)
        return usage_error("Puzzles are for two players.");
    if (args->append && args->force)
        return usage_error("Give either --append or --force, not both.");
    if ((args->append || args->force) && !args->out)
        return usage_error("--append and --force go with --out.");
    struct finding finding = {.args = args,
                              .puzzles = {.setup = position.setup,
                                          .seed = args->seed,
                                          .wanted = (int)args->count,
                                          .found = print_line}};

    finding.puzzles.context = &finding;
    interrupt_catch();
    return find(&finding);
}

static int run(void *values, char **words)
{
    const struct args *args = values;

    if ((args->check || args->grade) && words[0])
        return usage_error("With --check and --grade, the file says which game it is.");
    if (args->check)
        return check(args->check);
    if (args->grade)
        return grade_file(args->grade);
    if (!words[0])
        return usage_error("Which game? See tablier puzzles --help.");
    return find_puzzles(args, words[0]);
}

const struct command cmd_puzzles = {
    .name = "puzzles",
    .words = "[GAME]",
    .summary = N_("Make a file of puzzles with proven solutions, or check one."),
    .options = options,
    ARGS(struct args, .count = COUNT_DEFAULT),
    .run = run,
};
