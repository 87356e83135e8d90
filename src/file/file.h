/* file.h - whole text files, and the folders that lead to a file. */
#ifndef TABLIER_FILE_FILE_H
#define TABLIER_FILE_FILE_H

#include <limits.h>
#include <stdio.h>

#include "core/position.h"

/* Bytes of the longest text that is read as a whole. A longer one is refused before it fills the
 * memory: a pipe may never end. */
enum { FILE_TEXT_MAX = 256 << 20 };

/* Returns the file as a C string, which the caller frees; NULL with the reason in *error.
 * A file that holds a zero byte is refused: it is not text. So is an empty one. */
char *file_read(const char *path, struct tb_error *error);

/* Reads the rest of an open file likewise, except that it may be empty; `name` is for messages. */
char *file_read_rest(FILE *file, const char *name, struct tb_error *error);

/* Reads one line, its end included, into *line, which grows up to `max` bytes and ends
 * with a zero byte. Returns its length, FILE_LINE_NONE at the end of the file or after
 * an error, FILE_LINE_LONG if it is longer, and FILE_LINE_MEMORY if there is no memory. */
enum { FILE_LINE_NONE = -1, FILE_LINE_LONG = -2, FILE_LINE_MEMORY = -3 };
long file_read_line(FILE *file, char **line, size_t *capacity, size_t max);

/* Joins the path of a file in a folder. False if it is too long or the folder's name is empty,
 * which must not stand for the root folder. */
bool file_in_folder(char path[PATH_MAX], const char *folder, const char *name,
                    struct tb_error *error);
/* Sets the error for an empty folder name, and returns its code. */
int file_no_folder(struct tb_error *error);

/* Makes the folders that lead to the file. */
bool file_make_folders(const char *path, struct tb_error *error);

/* Sets the error for a file that cannot be written, with the reason from errno; returns false. */
bool file_cannot_write(struct tb_error *error, const char *path);

#endif
