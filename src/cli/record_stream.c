/* record_stream.c - see record_stream.h. */
#include "cli/record_stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "json/record_file.h"
#include "core/message.h"
#include "file/file.h"
#include "json/record_json.h"

/* A record of a game of thousands of moves has a few hundred thousand bytes. */
enum { LINE_MAX_BYTES = 16 << 20 };

struct reading {
    const struct record_stream *stream;
    const char *name;
    bool any, ended;
    bool starved; /* memory ran out */
};

const char *record_stream_name(const char *path)
{
    return strcmp(path, "-") == 0 ? tr("standard input") : path;
}

static void hand_over(struct reading *reading, int line, struct record *record, int code, int ply,
                      const struct tb_error *error)
{
    const struct record_stream *stream = reading->stream;

    reading->any = true;
    if (code == TB_ERR_MEMORY) /* says nothing about the record */
        reading->starved = reading->ended = true;
    else if (!stream->take(stream->context, line, record, code, ply, error) || ferror(stdout))
        reading->ended = true;
}

static void read_json(struct reading *reading, int number, const char *text, size_t length)
{
    struct record record = {0};
    struct tb_error error;
    int ply, code = record_json_read(&record, text, length, &ply, &error);

    hand_over(reading, number, &record, code, ply, &error);
}

static void read_text(struct reading *reading, const char *text, int line)
{
    struct record_reader reader = {text, line};

    while (record_more(&reader) && !reading->ended) {
        struct record record = {0};
        struct tb_error error;
        int first = reader.line, ply;
        int code = record_read(&reader, &record, &ply, &error);

        hand_over(reading, first, &record, code, ply, &error);
    }
}

/* Reads the rest of the file behind the text in *line. */
static int read_rest(const struct reading *reading, FILE *in, char **line)
{
    struct tb_error error;
    char *rest = file_read_rest(in, reading->name, &error);

    if (!rest)
        return failure_of(NULL, &error);
    char *whole = realloc(*line, strlen(*line) + strlen(rest) + 1);

    if (whole)
        *line = strcat(whole, rest);
    free(rest);
    return whole ? GO_ON : out_of_memory();
}

/* Why no more lines were read. */
static int end_of_lines(const struct reading *reading, FILE *in, long length, int number)
{
    if (ferror(in))
        return failure("Cannot read {path}: {reason}.", arg_text("path", reading->name),
                       arg_text("reason", system_words(errno)));
    if (length == FILE_LINE_LONG)
        return failure("{path}: Line {line} is longer than {max} megabytes; that is not a record.",
                       arg_text("path", reading->name), arg_count("line", number),
                       arg_count("max", LINE_MAX_BYTES >> 20));
    return length == FILE_LINE_MEMORY ? out_of_memory() : GO_ON;
}

static int read_lines(struct reading *reading, FILE *in)
{
    char *line = NULL;
    size_t capacity = 0;
    long length = 0;
    int status = GO_ON, number = 1;

    for (; !reading->ended && (length = file_read_line(in, &line, &capacity, LINE_MAX_BYTES)) >= 0;
         number++) {
        const char *text = number == 1 ? record_skip_mark(line) : line;
        size_t mark = (size_t)(text - line);

        if (mark + strspn(text, " \t\r\n") == (size_t)length)
            continue;
        if (!reading->any && record_form_of(text) == RECORD_TEXT) {
            if ((status = read_rest(reading, in, &line)) == GO_ON)
                read_text(reading, line + mark, number);
            break;
        }
        read_json(reading, number, text, (size_t)length - mark);
    }
    free(line);
    return status == GO_ON ? end_of_lines(reading, in, length, number) : status;
}

int record_stream_read(const struct record_stream *stream)
{
    bool standard = strcmp(stream->name, "-") == 0;
    struct reading reading = {.stream = stream, .name = record_stream_name(stream->name)};
    FILE *in = standard ? stdin : fopen(stream->name, "re");

    if (!in)
        return usage_error("Cannot open {path}: {reason}.", arg_text("path", stream->name),
                           arg_text("reason", system_words(errno)));
    int status = read_lines(&reading, in);

    if (!standard)
        fclose(in);
    if (status == GO_ON && reading.starved)
        return out_of_memory();
    if (status == GO_ON && !reading.any)
        return failure("There is no record in {path}.", arg_text("path", reading.name));
    return status;
}
