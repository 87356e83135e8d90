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

static void report_pair(const struct puzzle *puzzle, const struct puzzle *other, bool contained)
{
    if (contained)
        failure("{id}: the position occurs in the solution of {other}.", arg_text("id", puzzle->id),
                arg_text("other", other->id));
    else
        failure("{id}: the position is that of {other}, turned, mirrored or shifted.",
                arg_text("id", puzzle->id), arg_text("other", other->id));
}

/* Proves the puzzles of a list and returns how many are wrong. */
static int count_wrong(const struct puzzle_list *list)
{
    struct tb_setup setup;
    struct dfpn *solver = NULL;
    int wrong = 0;

    for (int i = 0; i < list->count && !work_must_end(); i++) {
        const struct puzzle *puzzle = &list->puzzles[i];
        struct tb_error error;

        if (!(solver = solver_for(puzzle, solver, &setup)))
            wrong += out_of_memory();
        else if (puzzle_check(puzzle, solver, &error))
            wrong += failure_of(puzzle->id, &error);
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "\r%d of %d", i + 1, list->count);
    }
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    dfpn_free(solver);
    return wrong;
}

static int check(const struct puzzle_list *list)
{
    struct puzzle_pairs pairs;
    int wrong = count_wrong(list);

    if (work_must_end())
        return STATUS_INTERRUPTED;
    if (!puzzle_list_pairs(list, &pairs, report_pair))
        return out_of_memory();
    print_out(
        "{count} puzzles: {proven} proven, {wrong} wrong, {equal} equal to another, {contained} "
        "in the solution of another\n",
        arg_count("count", list->count), arg_count("proven", list->count - wrong),
        arg_count("wrong", wrong), arg_count("equal", pairs.equal),
        arg_count("contained", pairs.contained));
    return wrong || pairs.equal || pairs.contained ? STATUS_FAILED : STATUS_OK;
}

/* ---- Grading ------------------------------------------------------------------------------- */

static bool stopped(void *context)
{
    (void)context;
    return work_must_end();
}

static int grade(struct puzzle_list *list, const char *path)
{
    struct tb_error error;
    char *text = puzzle_list_grade(list, stopped, NULL) ? puzzle_list_write(list) : NULL;
    int status = work_must_end() ? STATUS_INTERRUPTED
                 : !text         ? out_of_memory()
                 : output_write(path, text, strlen(text), OUTPUT_REPLACE, &error)
                     ? STATUS_OK
                     : failure_of(NULL, &error);

    free(text);
    return status;
}

/* Checks or grades the puzzles of a file. */
static int work_through(const struct args *args)
{
    struct puzzle_list list = {0};
    int status = load(args->check ? args->check : args->grade, &list);

    if (status != GO_ON)
        return status;
    interrupt_catch();
    status = args->check ? check(&list) : grade(&list, args->grade);
    puzzle_list_release(&list);
    return status;
}

/* ---- Finding ----------------------------------------------------------------------------- */

/* Puzzles as they are found: lines for a file, or to be printed at once. */
struct finding {
    const struct args *args;
    struct puzzle_work puzzles;
    enum output_mode mode;
    struct text_stream text; /* of the file, for --out */
};

static int print_line(void *context, const char *line, struct tb_error *error)
{
    const struct finding *finding = context;

    if (!finding->args->out)
        work_hide_progress();
    FILE *out = finding->args->out ? finding->text.file : stdout;

    if (fprintf(out, "%s\n", line) > 0 && fflush(out) == 0)
        return TB_OK;
    return error_system(error, TB_ERR_SYSTEM, errno, "Cannot write the puzzles");
}

/* Begins the file with what it holds, and registers its puzzles, so that they are not found
 * again. */
static int begin_file(struct finding *finding)
{
    const char *path = finding->args->out;
    struct puzzle_list list = {0};
    struct tb_error error;
    bool used = finding->args->append && output_is_used(path);
    int status = used ? load(path, &list) : GO_ON;
    char *before = NULL;

    if (status == GO_ON && used && list.game != finding->puzzles.setup.game)
        status = failure("{path}: These are puzzles of {game}.", arg_text("path", path),
                         arg_text("game", tb_game_title(list.game)));
    for (int i = 0; status == GO_ON && i < list.count; i++)
        if (puzzle_work_know(&finding->puzzles, &list.puzzles[i], &error))
            status = out_of_memory();
    list.game = finding->puzzles.setup.game;
    if (status == GO_ON && (before = puzzle_list_write(&list)))
        fputs(before, finding->text.file);
    else if (status == GO_ON)
        status = out_of_memory();
    free(before);
    puzzle_list_release(&list);
    return status;
}

static int write_file(struct finding *finding)
{
    struct tb_error error;
    size_t size;
    char *text = text_stream_close(&finding->text, &size);

    if (!text)
        return out_of_memory();
    bool good = output_write(finding->args->out, text, size, finding->mode, &error);

    free(text);
    return good ? GO_ON : failure_of(NULL, &error);
}

/* Prepares the output, so that a path that cannot be written is known at once. */
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
    if (!output_check(args->out, finding->mode, &error))
        return failure_of(NULL, &error);
    if (!text_stream_open(&finding->text))
        return out_of_memory();
    int status = begin_file(finding);

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
        print_in(stderr, terminal_lang(),
                 "{count} puzzles found. Run the same command to resume.\n",
                 arg_count("count", finding->puzzles.count));
    if (status == GO_ON && !interrupted && finding->args->out)
        status = write_file(finding);
    if (status == GO_ON && !interrupted && finding->args->out)
        print_out("{count} puzzles in {path}.\n", arg_count("count", finding->puzzles.count),
                  arg_text("path", finding->args->out));
    puzzle_work_end(&finding->puzzles, status == GO_ON && !interrupted);
    free(text_stream_close(&finding->text, NULL));
    return status != GO_ON ? status : interrupted ? STATUS_INTERRUPTED : STATUS_OK;
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
                              .mode = args->append || args->force ? OUTPUT_REPLACE : OUTPUT_NEW,
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
    if (args->check || args->grade)
        return work_through(args);
    if (!words[0])
        return usage_error("Which game? See tablier puzzles --help.");
    return find_puzzles(args, words[0]);
}

const struct command cmd_puzzles = {
    .name = "puzzles",
    .words = "[GAME]",
    .summary = N_("Make a file of puzzles with proven solutions, or check one."),
    ARGS(struct args, .count = COUNT_DEFAULT),
};
