/* journal.c - see journal.h. */
#include "lab/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "core/checksum.h"
#include "core/error.h"

enum { ABOUT_CELL = -1 }; /* of the entry that says what the results are of */

static int cannot_write(const struct journal *journal, int reason, struct tb_error *error)
{
    return error_system(error, TB_ERR_SYSTEM, reason, "Cannot write {path}",
                        arg_start("path", journal->path, 160));
}

int journal_open(struct journal *journal, const char *path, struct tb_error *error)
{
    int handle = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

    snprintf(journal->path, sizeof journal->path, "%s", path);
    journal->file = handle < 0 ? NULL : fdopen(handle, "r+");
    if (!journal->file) {
        int reason = errno;

        if (handle >= 0)
            close(handle);
        return cannot_write(journal, reason, error);
    }
    if (flock(handle, LOCK_EX | LOCK_NB) == 0)
        return TB_OK;
    journal_close(journal, false);
    return error_set(error, TB_ERR_BUSY, "Another program is at work with {path}.",
                     arg_start("path", path, 160));
}

/* ---- Reading -------------------------------------------------------------------------------- */

/* Takes the next result, which the caller frees; NULL at the end, or where it is damaged. */
static char *read_entry(FILE *file, struct lab_range *range, size_t *size, int64_t *us)
{
    uint64_t sum;
    char end;

    if (fscanf(file, "result %d %d %d %" SCNd64 " %zu %16" SCNx64 "%c", &range->cell, &range->first,
               &range->count, us, size, &sum, &end) != 7 ||
        end != '\n' || *size > (size_t)1 << 30)
        return NULL;
    char *body = malloc(*size + 1);

    if (body && fread(body, 1, *size, file) == *size &&
        checksum_add(CHECKSUM_START, body, *size) == sum) {
        body[*size] = '\0';
        return body;
    }
    free(body);
    return NULL;
}

/* The first entry must be the same; a journal without entries is accepted. */
static int check_about(const struct journal *journal, const char *about, struct tb_error *error)
{
    struct lab_range range;
    size_t size;
    int64_t us;
    char *there = read_entry(journal->file, &range, &size, &us);
    bool differs = there && (range.cell != ABOUT_CELL || strcmp(there, about) != 0);
    bool foreign = !there && fseek(journal->file, 0, SEEK_SET) == 0 &&
                   fgetc(journal->file) != EOF && ftell(journal->file) == 1;

    if (foreign) { /* cut short within its first entry, or no journal at all */
        char word[8] = "";

        rewind(journal->file);
        foreign = fread(word, 1, 7, journal->file) == 7 && strcmp(word, "result ") != 0;
    }
    free(there);
    if (!differs && !foreign)
        return TB_OK;
    return error_set(
        error, TB_ERR_SETUP,
        "{path} holds the results of something else; remove it, or write to another file.",
        arg_start("path", journal->path, 120));
}

static void read_results(struct journal *journal, journal_reader *read, void *context, long *whole)
{
    struct lab_range range;
    size_t size;
    int64_t us;
    bool good = true;

    while (good) {
        char *body = read_entry(journal->file, &range, &size, &us);

        good = body && (range.cell == ABOUT_CELL || read(context, &range, body, size, us));
        free(body);
        if (good)
            *whole = ftell(journal->file);
    }
}

int journal_read(struct journal *journal, const char *about, bool replace, journal_reader *read,
                 void *context, struct tb_error *error)
{
    long whole = 0;
    int code = about && !replace ? check_about(journal, about, error) : TB_OK;

    if (code)
        return code;
    rewind(journal->file);
    if (!replace)
        read_results(journal, read, context, &whole);
    clearerr(journal->file);
    if (!replace && fseek(journal->file, 0, SEEK_END) == 0)
        journal->dropped = ftell(journal->file) - whole;
    if (ftruncate(fileno(journal->file), whole) != 0 || fseek(journal->file, whole, SEEK_SET) != 0)
        return cannot_write(journal, errno, error);
    if (about && whole == 0)
        return journal_add(journal, &(struct lab_range){ABOUT_CELL, 0, 1}, about, strlen(about), 0,
                           error);
    return TB_OK;
}

/* ---- Writing -------------------------------------------------------------------------------- */

int journal_add(struct journal *journal, const struct lab_range *range, const char *result,
                size_t size, int64_t us, struct tb_error *error)
{
    long before = ftell(journal->file);

    fprintf(journal->file, "result %d %d %d %" PRId64 " %zu %016" PRIx64 "\n", range->cell,
            range->first, range->count, us, size, checksum_add(CHECKSUM_START, result, size));
    if (fwrite(result, 1, size, journal->file) == size && fflush(journal->file) == 0)
        return TB_OK;
    int reason = errno;

    if (ftruncate(fileno(journal->file), before) != 0)
        reason = errno;
    return cannot_write(journal, reason, error);
}

void journal_close(struct journal *journal, bool remove)
{
    if (!journal->file)
        return;
    if (remove)
        unlink(journal->path);
    fclose(journal->file);
    journal->file = NULL;
}
