/*
 * output.h - the files that a command writes.
 *
 * What stands at a path decides how it is written, here and nowhere else:
 *  - nothing, or a regular file: what is written goes to a draft beside it, which
 *    takes its place in one step when it is complete;
 *  - a symbolic link: the same, with what it points to; the link stays;
 *  - anything else (a device, a FIFO, our own standard output): it is written to,
 *    and never replaced.
 *
 * A file that holds something is refused unless the user has asked to replace it or
 * to add to it. Commands open their files before they begin to work, so that a path
 * that cannot be written is known at once and not after hours.
 */
#ifndef TABLIER_FILE_OUTPUT_H
#define TABLIER_FILE_OUTPUT_H

#include <limits.h>
#include <stdio.h>

#include "core/position.h"

enum output_mode {
    OUTPUT_NEW,     /* refuse a file that is not empty */
    OUTPUT_REPLACE, /* replace it: --force */
    OUTPUT_APPEND,  /* write behind what it holds: --append; streams only */
};

struct output {
    FILE *file;           /* to write to, with seeking if need be; NULL: not open */
    FILE *through;        /* what is written in the end if it cannot be replaced; or NULL */
    char path[PATH_MAX];  /* the file itself, links followed */
    char draft[PATH_MAX]; /* "" if there is none */
};

/* Opens a file that is to appear as a whole. */
bool output_open(struct output *output, const char *path, enum output_mode mode,
                 struct tb_error *error);
/* Puts what was written in its place, on the disk, and closes. On failure the old
 * file is as it was. Fails if an allocation has (core/memory.h). */
bool output_commit(struct output *output, struct tb_error *error);
/* Writes this and commits. */
bool output_finish(struct output *output, const void *data, size_t size, struct tb_error *error);
/* Closes without having written anything; does nothing if it is not open. */
void output_drop(struct output *output);

/* All of it at once. */
bool output_write(const char *path, const void *data, size_t size, enum output_mode mode,
                  struct tb_error *error);
/* Does a regular file stand there that is not empty? */
bool output_is_used(const char *path);
/* Could output_open() open it? Leaves everything as it is. */
bool output_check(const char *path, enum output_mode mode, struct tb_error *error);

/* Opens a file that grows line by line and must keep what it has, whatever happens;
 * the caller closes it. *used, unless NULL, tells whether it holds something already. */
FILE *output_stream(const char *path, enum output_mode mode, bool *used, struct tb_error *error);
/* Opens a file that grows line by line, and is read before it goes on, and keeps every other program
 * out of it; as yet it stays as it is. What is no regular file is not read, but written to. */
FILE *output_continue(const char *path, struct tb_error *error);
/* Leaves so many bytes of such a file and goes on behind them, on a new line; false with errno set. */
bool output_cut(FILE *stream, long size);
/* Adds this to such a file, at once and as a whole: on failure, for which errno has the reason, the
 * file is as it was. Fails if an allocation has. */
bool output_add(FILE *stream, const void *data, size_t size);

#endif
