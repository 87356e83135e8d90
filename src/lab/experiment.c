/* experiment.c - see experiment.h. */
#include "lab/experiment.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/checksum.h"
#include "file/file.h"
#include "file/output.h"

#define EXPERIMENT_HEAD "tablier experiment 1\n"

int experiment_init(struct experiment *experiment, struct lab_cell *cells, int count, int games,
                    struct tb_error *error)
{
    *experiment = (struct experiment){.cells = cells, .cell_count = count, .games = games};
    for (int c = 0; c < count; c++) {
        cells[c].games = calloc((size_t)games, sizeof *cells[c].games);
        if (!cells[c].games) {
            experiment_release(experiment);
            return error_memory(error);
        }
        cells[c].fingerprint = terms_fingerprint(&cells[c].terms);
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
    if (experiment->journal)
        fclose(experiment->journal);
    *experiment = (struct experiment){0};
}

void experiment_file(const struct experiment *experiment, const char *name, char path[PATH_MAX])
{
    struct text text = text_into(path, PATH_MAX);

    text_add(&text, "%s/%s", experiment->path, name);
}

/* ---- The games ------------------------------------------------------------------------------- */

/* Adds a range to the list, which grows; false if memory runs out. */
static bool add_range(struct lab_range **ranges, int *count, int *room, struct lab_range range)
{
    if (*count == *room) {
        int more = *room ? 2 * *room : 256;
        struct lab_range *list = realloc(*ranges, (size_t)more * sizeof *list);

        if (!list)
            return false;
        *ranges = list;
        *room = more;
    }
    (*ranges)[(*count)++] = range;
    return true;
}

int experiment_missing(const struct experiment *experiment, int batch, struct lab_range **ranges,
                       int *count, struct tb_error *error)
{
    int room = 0, games = experiment->games;
    bool good = true;

    *ranges = NULL;
    *count = 0;
    for (int first = 0; good && first < games; first += batch) /* all cells get on together */
        for (int c = 0; good && c < experiment->cell_count; c++)
            for (int i = first, end; good && i < first + batch && i < games; i = end) {
                end = i + 1;
                if (experiment->cells[c].games[i])
                    continue;
                while (end < first + batch && end < games && !experiment->cells[c].games[end])
                    end++;
                good = add_range(ranges, count, &room, (struct lab_range){c, i, end - i});
            }
    if (good)
        return TB_OK;
    free(*ranges);
    *ranges = NULL;
    return error_memory(error);
}

struct lab_job experiment_job(const struct experiment *experiment, const struct lab_range *range)
{
    const struct lab_cell *cell = &experiment->cells[range->cell];

    return (struct lab_job){cell->terms, cell->fingerprint, range->first, range->count};
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

int experiment_add(struct experiment *experiment, const struct lab_range *range, const char *result,
                   int64_t us, struct tb_error *error)
{
    size_t length = strlen(result);
    struct lab_cell *cell = &experiment->cells[range->cell];

    if (count_lines(result) != range->count)
        return error_set(error, TB_ERR_RECORD, "The result of a job is damaged.",
                         "Le résultat d'une tâche est abîmé.");
    if (range->first >= experiment->games || cell->games[range->first])
        return TB_OK; /* nothing new */
    if (experiment->journal) {
        long before = ftell(experiment->journal);

        fprintf(experiment->journal, "result %d %d %d %" PRId64 " %zu %016" PRIx64 "\n%s",
                range->cell, range->first, range->count, us, length,
                checksum_add(CHECKSUM_START, result, length), result);
        if (fflush(experiment->journal) != 0) {
            char path[PATH_MAX];
            int reason = errno;

            experiment_file(experiment, "journal", path);
            if (ftruncate(fileno(experiment->journal), before) != 0)
                reason = errno;
            return error_system(error, TB_ERR_SYSTEM, reason, "Cannot write %.160s",
                                "Impossible d'écrire %.160s", path);
        }
    }
    experiment->cost_us += us;
    return keep_lines(experiment, cell, range->first, range->count, result) ? TB_OK
                                                                            : error_memory(error);
}

/* ---- The folder ---------------------------------------------------------------------------------
 */

/* What the experiment is, without how many games: there can always be more. */
static char *describe(const struct experiment *experiment)
{
    size_t size;
    char *text = NULL;
    FILE *out = open_memstream(&text, &size);

    if (!out)
        return NULL;
    fprintf(out, EXPERIMENT_HEAD "version " TB_VERSION "\n");
    for (int c = 0; c < experiment->cell_count; c++) {
        char terms[TERMS_TEXT];
        struct text into = text_into(terms, sizeof terms);

        terms_write(&experiment->cells[c].terms, &into);
        fprintf(out, "cell %s\nfingerprint %016" PRIx64 "\n%s", experiment->cells[c].label,
                experiment->cells[c].fingerprint, terms);
    }
    return fclose(out) == 0 ? text : NULL;
}

/* The folder holds another experiment: says where they differ first. */
static int differs(const char *path, const char *there, const char *wanted, struct tb_error *error)
{
    if (strncmp(there, EXPERIMENT_HEAD, strlen(EXPERIMENT_HEAD)) != 0)
        return error_set(error, TB_ERR_SETUP, "%.120s is no experiment of this program.",
                         "%.120s n'est pas une expérience de ce programme.", path);
    while (*there && strcspn(there, "\n") == strcspn(wanted, "\n") &&
           strncmp(there, wanted, strcspn(there, "\n") + 1) == 0) {
        there += strcspn(there, "\n") + 1;
        wanted += strcspn(wanted, "\n") + 1;
    }
    char one[48], two[48];

    snprintf(one, sizeof one, "%.*s", (int)strcspn(there, "\n"), there);
    snprintf(two, sizeof two, "%.*s", (int)strcspn(wanted, "\n"), wanted);
    return error_set(error, TB_ERR_SETUP,
                     "%.80s holds another experiment: it says '%s' where this one says '%s'. Use "
                     "another folder, or --force to begin anew.",
                     "%.80s contient une autre expérience : elle dit '%s' et celle-ci '%s'. Prenez "
                     "un autre dossier, ou --force pour recommencer.",
                     path, one, two);
}

static int check_description(struct experiment *experiment, bool replace, struct tb_error *error)
{
    char path[PATH_MAX], *wanted = describe(experiment);
    int code = TB_OK;

    if (!wanted)
        return error_memory(error);
    experiment_file(experiment, "experiment.txt", path);
    char *there = output_is_used(path) && !replace ? file_read(path, error) : NULL;

    if (!there && output_is_used(path) && !replace)
        code = TB_ERR_SYSTEM;
    else if (there && strcmp(there, wanted) != 0)
        code = differs(experiment->path, there, wanted, error);
    else if (!there && !output_write(path, wanted, strlen(wanted), OUTPUT_REPLACE, error))
        code = TB_ERR_SYSTEM;
    free(there);
    free(wanted);
    return code;
}

/* Reads one result of the journal; false at the end, or where it is damaged. */
static bool read_result(struct experiment *experiment, FILE *file)
{
    int cell, first, count;
    int64_t us;
    size_t length;
    uint64_t sum;
    char end;

    if (fscanf(file, "result %d %d %d %" SCNd64 " %zu %16" SCNx64 "%c", &cell, &first, &count, &us,
               &length, &sum, &end) != 7 ||
        end != '\n' || length > (size_t)1 << 30)
        return false;
    char *body = malloc(length + 1);
    bool good = body && fread(body, 1, length, file) == length &&
                checksum_add(CHECKSUM_START, body, length) == sum && cell >= 0 &&
                cell < experiment->cell_count && first >= 0 && count > 0;

    if (good) {
        body[length] = '\0';
        good = count_lines(body) == count &&
               keep_lines(experiment, &experiment->cells[cell], first, count, body);
        experiment->cost_us += us;
    }
    free(body);
    return good;
}

/* Reads the journal, cuts off what is not whole, and goes on behind that. */
static int open_journal(struct experiment *experiment, bool replace, struct tb_error *error)
{
    char path[PATH_MAX];
    long whole = 0;

    experiment_file(experiment, "journal", path);
    int handle = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

    experiment->journal = handle < 0 ? NULL : fdopen(handle, "r+");
    if (!experiment->journal)
        return error_system(error, TB_ERR_SYSTEM, errno, "Cannot write %.160s",
                            "Impossible d'écrire %.160s", path);
    if (flock(handle, LOCK_EX | LOCK_NB) != 0)
        return error_set(error, TB_ERR_BUSY, "Another program is at work in %.160s.",
                         "Un autre programme travaille dans %.160s.", experiment->path);
    int code = check_description(experiment, replace, error);

    if (code)
        return code;
    while (!replace && read_result(experiment, experiment->journal))
        whole = ftell(experiment->journal);
    clearerr(experiment->journal);
    if (ftruncate(handle, whole) != 0 || fseek(experiment->journal, whole, SEEK_SET) != 0)
        return error_system(error, TB_ERR_SYSTEM, errno, "Cannot write %.160s",
                            "Impossible d'écrire %.160s", path);
    return TB_OK;
}

int experiment_open(struct experiment *experiment, const char *path, bool replace,
                    struct tb_error *error)
{
    struct text text = text_into(experiment->path, sizeof experiment->path);
    char file[PATH_MAX];

    text_add(&text, "%s", path);
    if (text.used + 32 > sizeof experiment->path)
        return error_set(error, TB_ERR_VALUE, "The name of the folder is too long.",
                         "Le nom du dossier est trop long.");
    experiment_file(experiment, "journal", file);
    if (!file_make_folders(file, error))
        return TB_ERR_SYSTEM;
    return open_journal(experiment, replace, error);
}
