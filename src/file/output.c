/* output.c - see output.h. */
#include "file/output.h"

bool output_finish(struct output *output, const void *data, size_t size, struct tb_error *error)
{
    fwrite(data, 1, size, output->file); /* output_commit() finds out if that failed */
    return output_commit(output, error);
}

bool output_write(const char *path, const void *data, size_t size, enum output_mode mode,
                  struct tb_error *error)
{
    struct output output;

    return output_open(&output, path, mode, error) && output_finish(&output, data, size, error);
}

#ifndef _WIN32 /* output_windows.c */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "core/memory.h"
#include "file/file.h"

enum { LINKS_MAX = 40, BLOCK = 1 << 16 };

/* ---- The file at a path --------------------------------------------------------------- */

/* The file at a path, links followed. */
struct place {
    bool exists;
    bool plain; /* a regular file, or nothing: it can be replaced */
    mode_t mode;
    off_t size;
};

/* True if our standard output or error goes to this file: replacing it would lose that
 * output. */
static bool is_ours(const struct stat *info)
{
    struct stat own;

    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
        if (fstat(fd, &own) == 0 && own.st_dev == info->st_dev && own.st_ino == info->st_ino)
            return true;
    return false;
}

/* Copies a path; false with errno set if it is too long. */
static bool set_path(char out[PATH_MAX], const char *path)
{
    struct text text = text_into(out, PATH_MAX);

    text_add(&text, "%s", path);
    errno = ENAMETOOLONG;
    return text.used < PATH_MAX;
}

/* Replaces the path of a symbolic link by its target. */
static bool follow_link(char path[PATH_MAX])
{
    char said[PATH_MAX], folder[PATH_MAX];
    ssize_t length = readlink(path, said, sizeof said - 1);
    struct text text;

    if (length < 0 || !set_path(folder, path))
        return false;
    said[length] = '\0';
    if (said[0] == '/')
        return set_path(path, said);
    text = text_into(path, PATH_MAX);
    text_add(&text, "%s/%s", dirname(folder), said);
    errno = ENAMETOOLONG;
    return text.used < PATH_MAX;
}

/* Follows links, even those whose target does not exist yet. */
static bool follow_links(char path[PATH_MAX])
{
    struct stat info;

    for (int i = 0; lstat(path, &info) == 0 && S_ISLNK(info.st_mode); i++) {
        errno = ELOOP;
        if (i == LINKS_MAX || !follow_link(path))
            return false;
    }
    return true;
}

/* Fills in *place for `path`, and writes the path with links followed to `where`. */
static bool look(const char *path, struct place *place, char where[PATH_MAX])
{
    struct stat info;

    *place = (struct place){.plain = true};
    if (!set_path(where, path))
        return false;
    if (stat(path, &info) == 0) {
        *place = (struct place){
            .exists = true,
            .plain = S_ISREG(info.st_mode) && !is_ours(&info),
            .mode = info.st_mode & 07777,
            .size = S_ISREG(info.st_mode) ? info.st_size : 0,
        };
    } else if (errno != ENOENT) {
        return false;
    }
    if (!place->plain)
        return true; /* `where` stays as given: links in /proc cannot be followed */
    if (!follow_links(where))
        return false;
    return !place->exists || access(where, W_OK) == 0;
}

bool output_is_used(const char *path)
{
    struct place place;
    char where[PATH_MAX];

    return look(path, &place, where) && place.plain && place.size > 0;
}

static bool refuse_used(const char *path, struct tb_error *error)
{
    error_set(error, TB_ERR_RECORD, "{path} is not empty; --force replaces it.",
              arg_start("path", path, 160));
    return false;
}

/* ---- Files that appear as a whole ------------------------------------------------------ */

static bool open_draft(struct output *output, const struct place *place)
{
    struct text name = text_into(output->draft, sizeof output->draft);

    text_add(&name, "%s.%ld.tmp", output->path, (long)getpid());
    errno = ENAMETOOLONG;
    if (name.used >= sizeof output->draft) {
        output->draft[0] = '\0';
        return false;
    }
    int fd = open(output->draft, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);

    if (fd < 0) {
        output->draft[0] = '\0';
        return false;
    }
    if (place->exists)
        (void)!fchmod(fd, place->mode); /* the new file is as private as the old one */
    output->file = fdopen(fd, "wb");
    if (!output->file)
        close(fd);
    return output->file != NULL;
}

/* The writer may seek, which a pipe cannot: it gets a file without a name, which is
 * copied in the end. */
static bool open_through(struct output *output)
{
    int fd = open(output->path, O_WRONLY | O_APPEND | O_CLOEXEC);

    if (fd < 0)
        return false;
    output->through = fdopen(fd, "ab");
    if (!output->through) {
        close(fd);
        return false;
    }
    output->file = tmpfile();
    return output->file != NULL;
}

bool output_open(struct output *output, const char *path, enum output_mode mode,
                 struct tb_error *error)
{
    struct place place;

    *output = (struct output){0};
    if (!look(path, &place, output->path))
        return file_cannot_write(error, path);
    if (place.plain && place.size > 0 && mode == OUTPUT_NEW)
        return refuse_used(path, error);
    if (place.plain ? open_draft(output, &place) : open_through(output))
        return true;
    file_cannot_write(error, path);
    output_drop(output);
    return false;
}

void output_drop(struct output *output)
{
    if (output->file)
        fclose(output->file);
    if (output->through)
        fclose(output->through);
    if (output->draft[0])
        unlink(output->draft);
    *output = (struct output){0};
}

/* Makes the rename itself last; a file system that cannot is not an error. */
static void sync_folder(char path[PATH_MAX])
{
    int folder = open(dirname(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
}

static bool commit_draft(struct output *output)
{
    bool written = fflush(output->file) == 0 && !ferror(output->file) &&
                   fsync(fileno(output->file)) == 0;
    int reason = errno;

    written = fclose(output->file) == 0 && written;
    output->file = NULL;
    if (written && rename(output->draft, output->path) == 0) {
        output->draft[0] = '\0';
        sync_folder(output->path);
        return true;
    }
    if (!written)
        errno = reason;
    return false;
}

static bool commit_through(struct output *output)
{
    char block[BLOCK];
    size_t got = 0;

    if (fflush(output->file) != 0 || ferror(output->file))
        return false;
    rewind(output->file);
    while ((got = fread(block, 1, sizeof block, output->file)) > 0)
        if (fwrite(block, 1, got, output->through) < got)
            return false;
    return !ferror(output->file) && fflush(output->through) == 0;
}

bool output_commit(struct output *output, struct tb_error *error)
{
    bool done = !memory_lost() &&
                (output->through ? commit_through(output) : commit_draft(output));

    if (memory_lost())
        error_memory(error);
    else if (!done)
        file_cannot_write(error, output->path);
    output_drop(output);
    return done;
}

bool output_check(const char *path, enum output_mode mode, struct tb_error *error)
{
    struct output output = {0};
    struct place place;

    if (!look(path, &place, output.path) || (!place.plain && access(path, W_OK) != 0))
        return file_cannot_write(error, path);
    if (!place.plain)
        return true; /* opening a FIFO would wait for its reader */
    if (!output_open(&output, path, mode, error))
        return false;
    output_drop(&output);
    return true;
}

/* ---- Files that grow -------------------------------------------------------------------- */

FILE *output_stream(const char *path, bool replace, struct tb_error *error)
{
    struct place place;
    char where[PATH_MAX];
    FILE *file =
        look(path, &place, where) ? fopen(where, place.plain && replace ? "we" : "ae") : NULL;

    if (!file)
        file_cannot_write(error, path);
    return file;
}

FILE *output_continue(const char *path, struct tb_error *error)
{
    struct place place;
    char where[PATH_MAX];
    FILE *file = look(path, &place, where) ? fopen(where, place.plain ? "a+e" : "ae") : NULL;

    if (!file) {
        file_cannot_write(error, path);
        return NULL;
    }
    rewind(file);
    if (!place.plain || flock(fileno(file), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return file; /* some file systems have no locks */
    fclose(file);
    error_set(error, TB_ERR_BUSY, "Another program is at work with {path}.",
              arg_start("path", path, 160));
    return NULL;
}

bool output_cut(FILE *stream, long size)
{
    int fd = fileno(stream);
    char last = '\n';

    if ((fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDWR)
        return true; /* it was not read */
    clearerr(stream);
    if (ftruncate(fd, size) != 0 || fseek(stream, 0, SEEK_END) != 0 ||
        (size > 0 && pread(fd, &last, 1, size - 1) != 1))
        return false;
    return last == '\n' || output_add(stream, "\n", 1);
}

bool output_add(FILE *stream, const void *data, size_t size)
{
    struct stat before;
    bool regular = fstat(fileno(stream), &before) == 0 && S_ISREG(before.st_mode);

    errno = ENOMEM;
    if (memory_lost())
        return false;
    errno = 0;
    if (fwrite(data, 1, size, stream) == size && fflush(stream) == 0)
        return true;
    int reason = errno ? errno : EIO;

    if (regular && ftruncate(fileno(stream), before.st_size) != 0)
        reason = errno;
    errno = reason;
    return false;
}
#endif
