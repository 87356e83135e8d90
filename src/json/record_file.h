/* record_file.h - records in files, as text or as JSON: the content says which. */
#ifndef TABLIER_JSON_RECORD_FILE_H
#define TABLIER_JSON_RECORD_FILE_H

#include "core/record.h"
#include "file/output.h"

enum record_form { RECORD_TEXT, RECORD_JSON };

/* Returns the text after its byte order mark, if it begins with one. */
const char *record_skip_mark(const char *text);

/* Returns the form of a file, given its first line that is not blank. */
enum record_form record_form_of(const char *line);

/* The record in one of its forms, its line end included; the caller frees it. */
char *record_format(const struct record *record, enum record_form form);

/* JSON if the name ends in .json or .jsonl, text otherwise. */
enum record_form record_form_of_name(const char *path);

/* Reads the one record of a file into *record, which must be empty. */
bool record_file_load(const char *path, struct record *record, enum record_form *form,
                      struct tb_error *error);
bool record_file_save(const char *path, const struct record *record, enum record_form form,
                      enum output_mode mode, struct tb_error *error);

#endif
