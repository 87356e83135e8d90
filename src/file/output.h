/*
 * output.h - the files that a command writes.
 *
 * The type of the file at a path decides how it is written, here and nowhere else:
 *  - nothing, or a regular file: the output goes to a draft beside it, which takes its place in one
 * step when it is complete;
 *  - a symbolic link: the same for its target; the link stays;
 *  - anything else (a device, a FIFO, our own standard output): it is written to,
 *    and never replaced.
 *
 * A file that holds something is refused unless the user has asked to replace it. Commands open
 * their files before they begin to work, so that a path that cannot be written is known at once and
 * not after hours.
 */
#ifndef TABLIER_FILE_OUTPUT_H
#define TABLIER_FILE_OUTPUT_H

#include <limits.h>
#include <stdio.h>

#include "core/position.h"

enum output_mode {
    OUTPUT_NEW,     /* refuse a file that is not empty */
    OUTPUT_REPLACE, /* replace it: --force */
};

struct output {
    FILE *file;           /* to write to, with seeking if need be; NULL: not open */
    FILE *through; /* the target if it cannot be replaced: the draft is copied to it; or NULL */
    char path[PATH_MAX];  /* the file itself, links followed */
    char draft[PATH_MAX]; /* "" if there is none */
};

/* Opens a file that nobody sees before it is complete. */
bool output_open(struct output *output, const char *path, enum output_mode mode,
                 struct tb_error *error);
/* Flushes the draft to the disk, moves it into place and closes. On failure the old file is as it
 * was. Fails if an allocation has (core/memory.h). */
bool output_commit(struct output *output, struct tb_error *error);
/* Writes the data and commits. */
bool output_finish(struct output *output, const void *data, size_t size, struct tb_error *error);
/* Closes without having written anything; does nothing if it is not open. */
void output_drop(struct output *output);

/* Opens, writes and commits. */
bool output_write(const char *path, const void *data, size_t size, enum output_mode mode,
                  struct tb_error *error);
/* True if the path is a regular file that is not empty. */
bool output_is_used(const char *path);
/* True if output_open() could open it. Changes nothing. */
bool output_check(const char *path, enum output_mode mode, struct tb_error *error);

/* Opens a file that grows line by line, after its contents or in their place; the caller closes
 * it. */
FILE *output_stream(const char *path, bool replace, struct tb_error *error);
/* Opens a file that grows line by line, to read it and then to continue it, and locks out other
 * programs; does not change it yet. A device or a pipe is not read, only written to. */
FILE *output_continue(const char *path, struct tb_error *error);
/* Truncates such a file to `size` bytes and continues after them, on a new line; false with errno
 * set. */
bool output_cut(FILE *stream, long size);
/* Appends the data to such a file, all or nothing: on failure errno has the reason and the file is
 * as it was. Fails if an allocation has. */
bool output_add(FILE *stream, const void *data, size_t size);

#endif
