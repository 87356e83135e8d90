/* record_file.c - loading and saving one record. */
#include "json/record_file.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "file/file.h"
#include "json/record_json.h"

const char *record_skip_mark(const char *text)
{
    return strncmp(text, "\xef\xbb\xbf", 3) == 0 ? text + 3 : text;
}

enum record_form record_form_of(const char *line)
{
    line += strspn(line, " \t\r\n");
    if (line[0] != '[')
        return RECORD_JSON;
    line += 1 + strspn(line + 1, " \t");
    return (*line >= 'A' && *line <= 'Z') || (*line >= 'a' && *line <= 'z') ? RECORD_TEXT
                                                                            : RECORD_JSON;
}

enum record_form record_form_of_name(const char *path)
{
    const char *dot = strrchr(path, '.');

    return dot && (strcmp(dot, ".json") == 0 || strcmp(dot, ".jsonl") == 0) ? RECORD_JSON
                                                                            : RECORD_TEXT;
}

char *record_format(const struct record *record, enum record_form form)
{
    return form == RECORD_TEXT ? record_write(record) : record_write_line(record);
}

/* Reads the first record of `text`; *rest is the text after it. */
static int read_first(const char *text, enum record_form form, struct record *record,
                      const char **rest, struct tb_error *error)
{
    struct record_reader reader = {text, 1};
    int ply, code;

    if (form == RECORD_TEXT) {
        code = record_read(&reader, record, &ply, error);
        *rest = reader.at;
        return code;
    }
    text += strspn(text, " \t\r\n");
    *rest = text + strcspn(text, "\n");
    return record_json_read(record, text, (size_t)(*rest - text), &ply, error);
}

bool record_file_load(const char *path, struct record *record, enum record_form *form,
                      struct tb_error *error)
{
    char *text = file_read(path, error);
    const char *start, *rest;

    if (!text)
        return false;
    start = record_skip_mark(text);
    *form = record_form_of(start);
    int code = read_first(start, *form, record, &rest, error);

    if (code) {
        error_prefix(error, "{path}: ", arg_start("path", path, 80));
    } else if (rest[strspn(rest, " \t\r\n")]) {
        code = error_set(error, TB_ERR_RECORD, "{path} holds more than one game.",
                         arg_start("path", path, 160));
        record_release(record);
    }
    free(text);
    return code == TB_OK;
}

bool record_file_save(const char *path, const struct record *record, enum record_form form,
                      enum output_mode mode, struct tb_error *error)
{
    char *text = record_format(record, form);

    if (!text) {
        error_memory(error);
        return false;
    }
    bool saved = output_write(path, text, strlen(text), mode, error);

    free(text);
    return saved;
}
