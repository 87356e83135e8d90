/* file.h - whole files: read one, or replace one so that it is never half-written. */
#ifndef TABLIER_CLI_FILE_H
#define TABLIER_CLI_FILE_H

#include "tablier.h"

/* The file as a C string, which the caller frees; NULL with the reason in *error.
 * A file that holds a zero byte is refused: it is not text. */
char *file_read(const char *path, struct tb_error *error);

/* Replaces the file by `text` in one step: whatever happens, it holds the old
 * text or the new one, and the new one is on the disk when this returns true.
 * Something that is no plain file (a device, a pipe) is simply written to. */
bool file_replace(const char *path, const char *text, struct tb_error *error);

/* Makes the folders that lead to the file. */
bool file_make_folders(const char *path, struct tb_error *error);

#endif
