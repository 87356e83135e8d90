/* file.c - reading and replacing whole files. */
#include "cli/file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/text.h"

static bool io_failed(struct tb_error *error, const char *what, const char *path)
{
    error_set(error, TB_ERR_RECORD, "cannot %s %.160s: %s", what, path, strerror(errno));
    return false;
}

char *file_read(const char *path, struct tb_error *error)
{
    FILE *file = fopen(path, "re");
    char *text = NULL;
    size_t size = 0;

    if (!file) {
        io_failed(error, "open", path);
        return NULL;
    }
    errno = 0;
    ssize_t length = getdelim(&text, &size, '\0', file);
    bool broken = ferror(file);
    bool whole = !broken && (length < 0 || strlen(text) == (size_t)length);

    if (broken)
        io_failed(error, "read", path);
    else if (!whole)
        error_set(error, TB_ERR_RECORD, "%.160s is not a text file", path);
    else if (length < 0)
        error_set(error, TB_ERR_RECORD, "%.160s is empty", path);
    fclose(file);
    if (whole && length >= 0)
        return text;
    free(text);
    return NULL;
}

static bool write_all(int file, const char *text)
{
    size_t left = strlen(text);

    while (left > 0) {
        ssize_t written = write(file, text, left);

        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        text += written;
        left -= (size_t)written;
    }
    return true;
}

/* Writes and closes; `sync` waits for the disk. */
static bool write_and_close(int file, const char *text, bool sync)
{
    bool written = file >= 0 && write_all(file, text) && (!sync || fsync(file) == 0);
    int reason = errno;

    if (file >= 0 && close(file) != 0 && written)
        return false;
    errno = reason;
    return written;
}

/* Makes the rename itself last; a file system that cannot is not an error. */
static void sync_folder(const char *path)
{
    char copy[PATH_MAX];
    struct text text = text_into(copy, sizeof copy);

    text_add(&text, "%s", path);
    int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
}

static bool replace_plain(const char *path, const char *text, struct tb_error *error)
{
    char draft[PATH_MAX];
    struct text name = text_into(draft, sizeof draft);

    text_add(&name, "%s.%ld.tmp", path, (long)getpid());
    errno = ENAMETOOLONG;
    if (name.used >= sizeof draft)
        return io_failed(error, "write", path);
    int file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);

    if (!write_and_close(file, text, true) || rename(draft, path) != 0) {
        io_failed(error, "write", path);
        if (file >= 0)
            unlink(draft);
        return false;
    }
    sync_folder(path);
    return true;
}

bool file_replace(const char *path, const char *text, struct tb_error *error)
{
    struct stat info;
    char *target = realpath(path, NULL); /* a link stays a link */
    bool exists = target && stat(target, &info) == 0;
    bool done;

    if (exists && !S_ISREG(info.st_mode)) {
        done = write_and_close(open(target, O_WRONLY | O_CLOEXEC), text, false);
        if (!done)
            io_failed(error, "write", path);
    } else {
        done = replace_plain(exists ? target : path, text, error);
    }
    free(target);
    return done;
}

bool file_make_folders(const char *path, struct tb_error *error)
{
    char copy[PATH_MAX];
    struct text text = text_into(copy, sizeof copy);

    text_add(&text, "%s", path);
    for (char *slash = strchr(copy + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(copy, 0777) != 0 && errno != EEXIST)
            return io_failed(error, "make the folder", copy);
        *slash = '/';
    }
    return true;
}
