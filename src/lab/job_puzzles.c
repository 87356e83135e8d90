/*
 * job_puzzles.c - jobs that look for puzzles. The head of a job is the rules and the
 * seed; its result has a line for each puzzle: the game's number and the puzzle as in a file.
 */
#include "lab/job_puzzles.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/checksum.h"
#include "core/error.h"
#include "lab/terms.h"

enum { AHEAD_MIN = 64, AHEAD_MAX = 4096 }; /* games that are put in at a time */

struct executor {
    struct job_context base;
    struct tb_setup setup;
    struct puzzle_finder *finder;
};

static void close_executor(void *context)
{
    struct executor *executor = context;

    puzzle_finder_free(executor->finder);
    free(executor);
}

static int open_executor(const char *head, FILE *log, void **out, struct tb_error *error)
{
    struct executor *executor = calloc(1, sizeof *executor);
    struct match_rules rules;
    uint64_t seed;

    (void)log;
    if (!executor)
        return error_memory(error);
    int code = terms_read_rules(&executor->setup, &rules, &head, error);

    if (!code && !terms_take_number(&head, "seed", UINT64_MAX, &seed))
        code = job_malformed(error);
    if (!code && !(executor->finder = puzzle_finder_new(&executor->setup, seed)))
        code = error_memory(error);
    if (!code && !search_fingerprint(&executor->setup, &executor->base.fingerprint))
        code = error_memory(error);
    if (code) {
        close_executor(executor);
        return code;
    }
    *out = executor;
    return TB_OK;
}

static void write_puzzle(int game, struct puzzle *puzzle, FILE *out)
{
    char line[PUZZLE_LINE_MAX];
    struct text text = text_into(line, sizeof line);

    puzzle->grade = puzzle_grade(puzzle_points(puzzle));
    puzzle_write(puzzle, &text);
    fprintf(out, "%d %s\n", game, line);
}

static int run(void *context, const struct job *job, FILE *out, struct tb_error *error)
{
    struct executor *executor = context;

    for (int game = job->first; game < job->first + job->count; game++) {
        struct puzzle puzzle = {0};

        if (puzzle_finder_look(executor->finder, (uint64_t)game, &puzzle, job_is_stopped, executor))
            write_puzzle(game, &puzzle, out);
        puzzle_release(&puzzle);
        if (job_is_stopped(executor))
            return error_set(error, TB_ERR_STOPPED, "Stopped.");
    }
    return ferror(out) ? error_memory(error) : TB_OK;
}

const struct job_type puzzles_job_type = {
    .name = "puzzles",
    .open = open_executor,
    .run = run,
    .close = close_executor,
};

/* ---- What is found ------------------------------------------------------------------------ */

static bool is_known(const struct puzzle_work *work, uint64_t name)
{
    for (int i = 0; i < work->name_count; i++)
        if (work->names[i] == name)
            return true;
    return false;
}

int puzzle_work_know(struct puzzle_work *work, const struct puzzle *puzzle, struct tb_error *error)
{
    if (!ARRAY_RESERVE(work->names, work->name_capacity, work->name_count, 1))
        return error_memory(error);
    work->names[work->name_count++] = puzzle_name(puzzle);
    return TB_OK;
}

/* Reads one line of a result. At most a twentieth of the puzzles may be immediate ones. */
static int look_at(struct puzzle_work *work, const char *line, struct tb_error *error)
{
    enum { IMMEDIATE_PART = 20 };
    struct puzzle puzzle = {0};
    int game, used = 0;

    if (sscanf(line, "%d %n", &game, &used) != 1 || used == 0)
        return error_set(error, TB_ERR_RECORD, "The result of a job is damaged.");
    int code = puzzle_read(line + used, work->setup.game, &puzzle, error);
    bool easy = !code && puzzle_immediate(&puzzle);
    bool wanted = work->count < work->wanted && !code && !is_known(work, puzzle_name(&puzzle)) &&
                  (!easy || work->easy < work->wanted / IMMEDIATE_PART);

    if (wanted && !(code = puzzle_work_know(work, &puzzle, error)))
        code = work->found(work->context, line + used, error);
    if (wanted && !code) {
        work->count++;
        work->easy += easy;
    }
    puzzle_release(&puzzle);
    return code;
}

/* Looks through the games whose turn it is. */
static int go_through(struct puzzle_work *work, struct tb_error *error)
{
    int code = TB_OK;

    while (!code && (size_t)work->next < work->capacity && work->results[work->next]) {
        char *rest = work->results[work->next], *line;

        while (!code && (line = strsep(&rest, "\n")))
            if (*line)
                code = look_at(work, line, error);
        free(work->results[work->next]);
        work->results[work->next++] = NULL;
    }
    return code;
}

/* Takes the lines of each game of a result. */
static int keep(struct puzzle_work *work, const struct lab_range *range, const char *result,
                struct tb_error *error)
{
    if (range->first < 0 || range->count < 1 || range->first > INT_MAX - range->count)
        return TB_OK; /* not ours */
    size_t before = work->capacity;

    if (!ARRAY_RESERVE(work->results, work->capacity, range->first, range->count))
        return error_memory(error);
    memset(work->results + before, 0, (work->capacity - before) * sizeof *work->results);
    for (int game = range->first; game < range->first + range->count; game++) {
        const char *begin = result;

        while (*result && atoi(result) == game)
            result += strcspn(result, "\n") + (result[strcspn(result, "\n")] == '\n');
        if (game < work->next || work->results[game])
            continue;
        if (!(work->results[game] = strndup(begin, (size_t)(result - begin))))
            return error_memory(error);
    }
    return TB_OK;
}

static bool has_game(const void *context, int cell, int game)
{
    const struct puzzle_work *work = context;

    (void)cell;
    return game < work->next || ((size_t)game < work->capacity && work->results[game]);
}

/* ---- Work --------------------------------------------------------------------------------- */

static void write_head(const struct puzzle_work *work, char head[TERMS_TEXT])
{
    struct text text = text_into(head, TERMS_TEXT);
    const struct match_rules rules = match_rules_default();

    terms_write_rules(&work->setup, &rules, &text);
    text_add(&text, "seed %" PRIu64 "\n", work->seed);
}

static int missing(void *context, int batch, struct lab_range **ranges, int *count,
                   struct tb_error *error)
{
    const struct puzzle_work *work = context;
    int ahead = 2 * (work->wanted - work->count);

    ahead = ahead < AHEAD_MIN ? AHEAD_MIN : ahead > AHEAD_MAX ? AHEAD_MAX : ahead;
    return ranges_missing(1, work->next, work->next + ahead, batch, has_game, work, ranges, count,
                          error);
}

static int describe(void *context, const struct lab_range *range, struct job *job,
                    struct tb_error *error)
{
    const struct puzzle_work *work = context;
    char head[TERMS_TEXT];

    write_head(work, head);
    return job_fill(job, range, work->fingerprint, head, NULL, error);
}

static int take(void *context, const struct lab_range *range, const char *result, size_t size,
                int64_t us, struct tb_error *error)
{
    struct puzzle_work *work = context;

    if (range->first >= 0 && has_game(work, 0, range->first))
        return TB_OK; /* nothing new */
    int code =
        work->journal.file ? journal_add(&work->journal, range, result, size, us, error) : TB_OK;

    if (!code)
        code = keep(work, range, result, error);
    return code ? code : go_through(work, error);
}

static int done(void *context, int *all)
{
    const struct puzzle_work *work = context;

    *all = work->wanted;
    return work->count;
}

static bool read_result(void *context, const struct lab_range *range, const char *result,
                        size_t size, int64_t us)
{
    (void)size;
    (void)us;
    return keep(context, range, result, NULL) == TB_OK;
}

int puzzle_work_begin(struct puzzle_work *work, struct tb_error *error)
{
    return search_fingerprint(&work->setup, &work->fingerprint) ? TB_OK : error_memory(error);
}

int puzzle_work_open(struct puzzle_work *work, const char *path, struct tb_error *error)
{
    char about[TERMS_TEXT + 128], head[TERMS_TEXT];
    struct text text = text_into(about, sizeof about);
    int code = journal_open(&work->journal, path, error);

    write_head(work, head);
    text_add(&text, "tablier puzzles %s\nfingerprint %016" PRIx64 "\n%s", TB_VERSION,
             work->fingerprint, head);
    if (!code)
        code = journal_read(&work->journal, about, false, read_result, work, error);
    return code ? code : go_through(work, error);
}

void puzzle_work_end(struct puzzle_work *work, bool finished)
{
    journal_close(&work->journal, finished);
    for (size_t i = 0; i < work->capacity; i++)
        free(work->results[i]);
    free(work->results);
    free(work->names);
}

struct work puzzle_work(struct puzzle_work *work)
{
    char head[TERMS_TEXT];

    write_head(work, head);
    return (struct work){
        .type = &puzzles_job_type,
        .unit = N_("puzzles"),
        .key = checksum_text(CHECKSUM_START, head),
        .missing = missing,
        .describe = describe,
        .take = take,
        .done = done,
        .context = work,
    };
}
