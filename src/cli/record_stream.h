/*
 * record_stream.h - the records of a file in sequence. JSON Lines are read one line, and so one
 * record, at a time; text is read as a whole.
 */
#ifndef TABLIER_CLI_RECORD_STREAM_H
#define TABLIER_CLI_RECORD_STREAM_H

#include "core/record.h"

struct record_stream {
    const char *name; /* of the file, for messages; "-" is standard input */
    /* Receives each record and releases it; or an error: then `code` is not TB_OK, `ply` is the
     * move at fault and the record is empty. False ends the reading. */
    bool (*take)(void *context, int line, struct record *record, int code, int ply,
                 const struct tb_error *error);
    void *context;
};

/* Reads all of them. Prints an error message if the file cannot be read. */
int record_stream_read(const struct record_stream *stream);

/* What messages call the file. */
const char *record_stream_name(const char *path);

#endif
