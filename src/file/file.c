/* file.c - reading whole files, making folders. */
#include "file/file.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/array.h"
#include "core/error.h"
#include "core/windows.h"

enum { BLOCK = 1 << 16 };

#ifdef _WIN32
static const char READ[] = "rb";
#else
static const char READ[] = "re"; /* other programs that we start do not get it */
#endif

bool file_cannot_write(struct tb_error *error, const char *path)
{
    error_system(error, TB_ERR_SYSTEM, errno, "Cannot write {path}", arg_start("path", path, 160));
    return false;
}

/* Reads to the end, or a block beyond FILE_TEXT_MAX; NULL with errno set, to EILSEQ
 * as soon as there is a zero byte. */
static char *read_all(FILE *file, size_t *length)
{
    char *text = NULL;
    size_t capacity = 0, got = 1;
    int reason = 0;

    for (*length = 0; got > 0 && !reason && *length <= FILE_TEXT_MAX; *length += got) {
        if (!ARRAY_RESERVE(text, capacity, *length, BLOCK + 1)) {
            reason = ENOMEM;
            break;
        }
        got = fread(text + *length, 1, BLOCK, file);
        if (memchr(text + *length, '\0', got))
            reason = EILSEQ;
        else if (ferror(file))
            reason = errno;
    }
    if (!reason) {
        text[*length] = '\0';
        return text;
    }
    free(text);
    errno = reason;
    return NULL;
}

long file_read_line(FILE *file, char **line, size_t *capacity, size_t max)
{
    size_t length = 0;
    int c;

    do {
        if (length > max)
            return FILE_LINE_LONG;
        if (!ARRAY_RESERVE(*line, *capacity, length, 2))
            return FILE_LINE_MEMORY;
        c = getc_unlocked(file);
        if (c != EOF)
            (*line)[length++] = (char)c;
    } while (c != EOF && c != '\n');
    (*line)[length] = '\0';
    return length > 0 && !ferror(file) ? (long)length : FILE_LINE_NONE;
}

char *file_read_rest(FILE *file, const char *name, struct tb_error *error)
{
    size_t length;
    char *text = read_all(file, &length);

    if (text && length <= FILE_TEXT_MAX)
        return text;
    if (text)
        error_set(error, TB_ERR_RECORD, "{name} is too long: a text may have {max} megabytes.",
                  arg_start("name", name, 160), arg_count("max", FILE_TEXT_MAX >> 20));
    else if (errno == EILSEQ)
        error_set(error, TB_ERR_RECORD, "{name} is not a text file.", arg_start("name", name, 160));
    else
        error_system(error, TB_ERR_RECORD, errno, "Cannot read {name}",
                     arg_start("name", name, 160));
    free(text);
    return NULL;
}

char *file_read(const char *path, struct tb_error *error)
{
    FILE *file = fopen(path, READ);

    if (!file) {
        error_system(error, TB_ERR_RECORD, errno, "Cannot open {path}",
                     arg_start("path", path, 160));
        return NULL;
    }
    char *text = file_read_rest(file, path, error);

    fclose(file);
    if (!text || *text)
        return text;
    error_set(error, TB_ERR_RECORD, "{path} is empty.", arg_start("path", path, 160));
    free(text);
    return NULL;
}

int file_no_folder(struct tb_error *error)
{
    return error_set(error, TB_ERR_VALUE, "The folder has no name; for this one, write a dot.");
}

bool file_in_folder(char path[PATH_MAX], const char *folder, const char *name,
                    struct tb_error *error)
{
    struct text text = text_into(path, PATH_MAX);

    if (!*folder)
        return file_no_folder(error) == TB_OK;
    text_add(&text, "%s/%s", folder, name);
    if (text.used < PATH_MAX)
        return true;
    return error_set(error, TB_ERR_VALUE, "The path {path}... is too long.",
                     arg_text("path", quote(folder).text)) == TB_OK;
}

bool file_make_folders(const char *path, struct tb_error *error)
{
    char copy[PATH_MAX];
    struct text text = text_into(copy, sizeof copy);

    text_add(&text, "%s", path);
    for (char *slash = strchr(copy + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(copy, 0777) != 0 && errno != EEXIST)
            return error_system(error, TB_ERR_SYSTEM, errno, "Cannot make the folder {path}",
                                arg_start("path", copy, 160)) == TB_OK;
        *slash = '/';
    }
    return true;
}
