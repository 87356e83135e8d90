/* experiment.c - see experiment.h. */
#include "lab/experiment.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/checksum.h"
#include "core/error.h"
#include "file/file.h"
#include "file/output.h"
#include "file/text_stream.h"

#define EXPERIMENT_HEAD "tablier experiment 1\n"

int experiment_init(struct experiment *experiment, struct lab_cell *cells, int count, int games,
                    struct tb_error *error)
{
    *experiment = (struct experiment){.cells = cells, .cell_count = count, .games = games};
    for (int c = 0; c < count; c++) {
        cells[c].games = calloc((size_t)games, sizeof *cells[c].games);
        if (!cells[c].games || !setup_fingerprint(&cells[c].terms.setup, &cells[c].fingerprint)) {
            experiment_release(experiment);
            return error_memory(error);
        }
    }
    return TB_OK;
}

void experiment_release(struct experiment *experiment)
{
    for (int c = 0; c < experiment->cell_count; c++) {
        for (int i = 0; experiment->cells[c].games && i < experiment->games; i++)
            free(experiment->cells[c].games[i]);
        free(experiment->cells[c].games);
    }
    free(experiment->cells);
    journal_close(&experiment->journal, false);
    *experiment = (struct experiment){0};
}

void experiment_file(const struct experiment *experiment, const char *name, char path[PATH_MAX])
{
    struct text text = text_into(path, PATH_MAX);

    text_add(&text, "%s/%s", experiment->path, name);
}

/* ---- The games ------------------------------------------------------------------------------- */

static bool has_game(const void *context, int cell, int game)
{
    return ((const struct experiment *)context)->cells[cell].games[game];
}

static int missing(void *context, int batch, struct lab_range **ranges, int *count,
                   struct tb_error *error)
{
    const struct experiment *experiment = context;

    return ranges_missing(experiment->cell_count, 0, experiment->games, batch, has_game, experiment,
                          ranges, count, error);
}

static int describe(void *context, const struct lab_range *range, struct job *job,
                    struct tb_error *error)
{
    const struct experiment *experiment = context;
    const struct lab_cell *cell = &experiment->cells[range->cell];
    char terms[TERMS_TEXT];
    struct text text = text_into(terms, sizeof terms);

    terms_write(&cell->terms, &text);
    return job_fill(job, range, cell->fingerprint, terms, NULL, error);
}

/* Takes the lines of a result over; false if memory runs out. */
static bool keep_lines(struct experiment *experiment, struct lab_cell *cell, int first, int count,
                       const char *result)
{
    for (int i = first; i < first + count; i++) {
        size_t length = strcspn(result, "\n");

        if (i < experiment->games && !cell->games[i] && length > 0) {
            if (!(cell->games[i] = strndup(result, length)))
                return false;
            experiment->done++;
        }
        result += length + (result[length] == '\n');
    }
    return true;
}

static int count_lines(const char *text)
{
    int lines = 0;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static int take(void *context, const struct lab_range *range, const char *result, size_t size,
                int64_t us, struct tb_error *error)
{
    struct experiment *experiment = context;

    if (range->cell < 0 || range->cell >= experiment->cell_count || range->first < 0 ||
        count_lines(result) != range->count)
        return error_set(error, TB_ERR_RECORD, "The result of a job is damaged.");
    struct lab_cell *cell = &experiment->cells[range->cell];

    if (range->first >= experiment->games || cell->games[range->first])
        return TB_OK; /* nothing new */
    int code = experiment->journal.file
                   ? journal_add(&experiment->journal, range, result, size, us, error)
                   : TB_OK;

    if (code)
        return code;
    experiment->cost_us += us;
    return keep_lines(experiment, cell, range->first, range->count, result) ? TB_OK
                                                                            : error_memory(error);
}

static int done(void *context, int *all)
{
    const struct experiment *experiment = context;

    *all = experiment->cell_count * experiment->games;
    return experiment->done;
}

struct work experiment_work(struct experiment *experiment)
{
    struct work work = {
        .type = &games_job_type,
        .unit = N_("games"),
        .key = CHECKSUM_START,
        .missing = missing,
        .describe = describe,
        .take = take,
        .done = done,
        .context = experiment,
    };

    for (int c = 0; c < experiment->cell_count; c++) {
        char words[TERMS_TEXT];
        struct text text = text_into(words, sizeof words);

        terms_write(&experiment->cells[c].terms, &text);
        work.key = checksum_text(work.key, words);
        text = text_into(words, sizeof words);
        text_add(&text, "%016" PRIx64, experiment->cells[c].fingerprint);
        work.key = checksum_text(work.key, words);
    }
    return work;
}

/* ---- The folder --------------------------------------------------------------------------- */

/* Describes the experiment, without the number of games: more can be added later. */
static char *description_of(const struct experiment *experiment)
{
    struct text_stream out;

    if (!text_stream_open(&out))
        return NULL;
    fprintf(out.file, EXPERIMENT_HEAD "version " TB_VERSION "\n");
    for (int c = 0; c < experiment->cell_count; c++) {
        char terms[TERMS_TEXT];
        struct text into = text_into(terms, sizeof terms);

        terms_write(&experiment->cells[c].terms, &into);
        fprintf(out.file, "cell %s\nfingerprint %016" PRIx64 "\n%s", experiment->cells[c].label,
                experiment->cells[c].fingerprint, terms);
    }
    return text_stream_close(&out, NULL);
}

/* The folder holds another experiment: says where they differ first. */
static int differs(const char *path, const char *there, const char *wanted, struct tb_error *error)
{
    if (strncmp(there, EXPERIMENT_HEAD, strlen(EXPERIMENT_HEAD)) != 0)
        return error_set(error, TB_ERR_SETUP, "{path} is not an experiment of this program.",
                         arg_start("path", path, 120));
    while (*there && strcspn(there, "\n") == strcspn(wanted, "\n") &&
           strncmp(there, wanted, strcspn(there, "\n") + 1) == 0) {
        there += strcspn(there, "\n") + 1;
        wanted += strcspn(wanted, "\n") + 1;
    }
    char one[48], two[48];

    snprintf(one, sizeof one, "%.*s", (int)strcspn(there, "\n"), there);
    snprintf(two, sizeof two, "%.*s", (int)strcspn(wanted, "\n"), wanted);
    return error_set(error, TB_ERR_SETUP,
                     "{path} holds another experiment: it says ''{theirs}'' where this one says "
                     "''{ours}''. Use another folder, or --force to start over.",
                     arg_start("path", path, 80), arg_text("theirs", one), arg_text("ours", two));
}

/* True if the description in the file is the wanted one, cut short by a crash. A description that
 * ends at the end of a cell is complete: that of a smaller experiment. */
static bool is_torn(const char *there, const char *wanted)
{
    size_t length = strlen(there);

    return length < strlen(wanted) && strncmp(there, wanted, length) == 0 &&
           !(there[length - 1] == '\n' && strncmp(wanted + length, "cell ", 5) == 0);
}

static int check_description(struct experiment *experiment, bool replace, struct tb_error *error)
{
    char path[PATH_MAX], *wanted = description_of(experiment);
    int code = TB_OK;

    if (!wanted)
        return error_memory(error);
    experiment_file(experiment, "experiment.txt", path);
    char *there = output_is_used(path) && !replace ? file_read(path, error) : NULL;

    if (!there && output_is_used(path) && !replace)
        code = TB_ERR_SYSTEM;
    else if (there && is_torn(there, wanted))
        experiment->torn = true;
    else if (there && strcmp(there, wanted) != 0)
        code = differs(experiment->path, there, wanted, error);
    if (!code && (!there || experiment->torn) &&
        !output_write(path, wanted, strlen(wanted), OUTPUT_REPLACE, error))
        code = TB_ERR_SYSTEM;
    free(there);
    free(wanted);
    return code;
}

/* A result of the journal. */
static bool read_result(void *context, const struct lab_range *range, const char *result,
                        size_t size, int64_t us)
{
    struct experiment *experiment = context;

    (void)size;
    if (range->cell < 0 || range->cell >= experiment->cell_count || range->first < 0 ||
        range->count < 1 || count_lines(result) != range->count)
        return false;
    experiment->cost_us += us;
    return keep_lines(experiment, &experiment->cells[range->cell], range->first, range->count,
                      result);
}

int experiment_open(struct experiment *experiment, const char *path, bool replace,
                    struct tb_error *error)
{
    struct text text = text_into(experiment->path, sizeof experiment->path);
    char file[PATH_MAX];

    if (!*path)
        return file_no_folder(error);
    text_add(&text, "%s", path);
    if (text.used + 32 > sizeof experiment->path)
        return error_set(error, TB_ERR_VALUE, "The name of the folder is too long.");
    experiment_file(experiment, "journal", file);
    if (!file_make_folders(file, error))
        return TB_ERR_SYSTEM;
    int code = journal_open(&experiment->journal, file, error);

    if (!code)
        code = check_description(experiment, replace, error);
    return code ? code
                : journal_read(&experiment->journal, NULL, replace, read_result, experiment, error);
}
