/* record_api.c - records in both formats as the public interface shows them. */
#include <stdlib.h>
#include <string.h>

#include "api/check.h"
#include "api/handles.h"
#include "core/error.h"
#include "json/record_json.h"

#define BLANK " \t\r\n"

struct tb_reader {
    char *text;
    enum tb_format format;
    struct record_reader at;
    int line, ply; /* of the last record */
};

/* ---- One record ---------------------------------------------------------------------- */

struct tb_record *tb_record_new(const struct tb_position *start, const struct tb_match_rules *given,
                                struct tb_error *error)
{
    struct match_rules rules;

    if (position_check(start, error) || api_read_rules(&rules, given, error))
        return NULL;
    struct tb_record *record = calloc(1, sizeof *record);

    if (!record) {
        error_memory(error);
        return NULL;
    }
    record->record.match = match_new(start, &rules, error);
    if (!record->record.match) {
        free(record);
        return NULL;
    }
    return record;
}

void tb_record_free(struct tb_record *record)
{
    if (record)
        record_release(&record->record);
    free(record);
}

struct tb_match *tb_record_match(struct tb_record *record)
{
    return record ? record->record.match : NULL;
}

const char *tb_record_tag(const struct tb_record *record, const char *name)
{
    return record && name ? record_tag(&record->record, name) : NULL;
}

int tb_record_set_tag(struct tb_record *record, const char *name, const char *value,
                      struct tb_error *error)
{
    if (!record || !name || !value)
        return api_missing(error, !record ? "record" : !name ? "name" : "value");
    return record_set_tag(&record->record, name, value, error);
}

int tb_record_tag_count(const struct tb_record *record)
{
    return record ? record->record.tag_count : TB_ERR_ARGUMENT;
}

const char *tb_record_tag_name(const struct tb_record *record, int index)
{
    return record && index >= 0 && index < record->record.tag_count
               ? record->record.tags[index].name
               : NULL;
}

char *tb_record_write(const struct tb_record *record, enum tb_format format)
{
    if (!record)
        return NULL;
    return format == TB_FORMAT_TEXT ? record_write(&record->record)
                                    : record_write_line(&record->record);
}

void tb_text_free(char *text)
{
    free(text);
}

/* ---- Reading several --------------------------------------------------------------------- */

/* Guesses the format of a text: one that begins with '[' and a letter, as a tag line does, is text,
 * any other is JSON. */
static enum tb_format format_of(const char *text)
{
    text += strspn(text, BLANK);
    if (*text != '[')
        return TB_FORMAT_JSON;
    text += 1 + strspn(text + 1, " \t");
    return (*text >= 'A' && *text <= 'Z') || (*text >= 'a' && *text <= 'z') ? TB_FORMAT_TEXT
                                                                            : TB_FORMAT_JSON;
}

struct tb_reader *tb_reader_new(const char *text, size_t length, struct tb_error *error)
{
    if (!text) {
        api_missing(error, "text");
        return NULL;
    }
    struct tb_reader *reader = calloc(1, sizeof *reader);
    char *copy = reader && length + 1 > length ? malloc(length + 1) : NULL;

    if (!copy) {
        free(reader);
        error_memory(error);
        return NULL;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    reader->text = copy;
    /* Skip the byte order mark. */
    reader->at.at = strncmp(copy, "\xef\xbb\xbf", 3) == 0 ? copy + 3 : copy;
    reader->at.line = 1;
    reader->format = format_of(reader->at.at);
    return reader;
}

void tb_reader_free(struct tb_reader *reader)
{
    if (reader)
        free(reader->text);
    free(reader);
}

/* Skips blank space; false at the end. */
static bool more_json(struct record_reader *at)
{
    for (; *at->at && strchr(BLANK, *at->at); at->at++)
        at->line += *at->at == '\n';
    return *at->at;
}

static int read_json(struct record_reader *at, struct record *record, int *ply,
                     struct tb_error *error)
{
    const char *start = at->at;
    size_t length = strcspn(start, "\n");

    at->at += length;
    return record_json_read(record, start, length, ply, error);
}

int tb_reader_next(struct tb_reader *reader, struct tb_record **record, struct tb_error *error)
{
    if (!reader || !record)
        return api_missing(error, !reader ? "reader" : "record");
    bool json = reader->format == TB_FORMAT_JSON;

    *record = NULL;
    reader->ply = 0;
    if (!(json ? more_json(&reader->at) : record_more(&reader->at)))
        return 0;
    struct tb_record *read = calloc(1, sizeof *read);

    if (!read)
        return error_memory(error);
    reader->line = reader->at.line;
    int code = json ? read_json(&reader->at, &read->record, &reader->ply, error)
                    : record_read(&reader->at, &read->record, &reader->ply, error);

    if (code) {
        free(read);
        return code;
    }
    *record = read;
    return 1;
}

enum tb_format tb_reader_format(const struct tb_reader *reader)
{
    return reader ? reader->format : TB_FORMAT_TEXT;
}

int tb_reader_line(const struct tb_reader *reader)
{
    return reader ? reader->line : TB_ERR_ARGUMENT;
}

int tb_reader_ply(const struct tb_reader *reader)
{
    return reader ? reader->ply : TB_ERR_ARGUMENT;
}
