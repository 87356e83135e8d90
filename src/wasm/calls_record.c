/* calls_record.c - records as text: reading them and writing one. */
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "wasm/calls.h"
#include "wasm/handles.h"

static void answer_tags(struct json_writer *answer, const struct record *record)
{
    writer_key_open(answer, "tags", '{');
    for (int i = 0; i < record->tag_count; i++)
        writer_key_string(answer, record->tags[i].name, record->tags[i].value);
    writer_close(answer, '}');
}

/* Keys of the object that is open. */
static void answer_good(struct json_writer *answer, const struct record *record)
{
    writer_key(answer, "record");
    answer_record(answer, record);
    answer_tags(answer, record);
    writer_key(answer, "result");
    answer_result(answer, tb_match_result(record->match));
    writer_key_string(answer, "ending", record_ending_name(tb_match_ending(record->match)));
}

/* Reads one game and writes what it is or what is wrong with it. */
static void answer_next(struct json_writer *answer, struct record_reader *reader,
                       const struct request *request)
{
    struct record record = {0};
    struct fault fault = {0};
    int line = reader->line;
    int code = record_read(reader, &record, &fault.ply, &fault.error);
    struct request_viewer viewer;

    writer_open(answer, '{');
    writer_key_number(answer, "line", line);
    if (code) {
        writer_key(answer, "error");
        answer_fault(answer, &fault, request_viewer(request, &viewer));
    } else {
        answer_good(answer, &record);
    }
    writer_close(answer, '}');
    record_release(&record);
}

int call_parse(const struct request *request, struct json_writer *answer, struct fault *fault)
{
    const char *text = request_get(request, "text");
    struct record_reader reader = {text ? text : "", 1};

    (void)fault;
    writer_open(answer, '[');
    while (record_more(&reader))
        answer_next(answer, &reader, request);
    writer_close(answer, ']');
    return TB_OK;
}

int call_record(const struct request *request, struct json_writer *answer, struct fault *fault)
{
    struct record record = {0};
    int code = request_record(request, &record, fault);

    if (code)
        return code;
    writer_open(answer, '{');
    answer_good(answer, &record);
    writer_close(answer, '}');
    record_release(&record);
    return TB_OK;
}

int call_format(const struct request *request, struct json_writer *answer, struct fault *fault)
{
    struct record record = {0};
    int code = request_record(request, &record, fault);

    if (code)
        return code;
    const char *form = request_get(request, "form");
    bool json = form && strcmp(form, "json") == 0;
    char *text = json ? record_write_json(&record) : record_write(&record);

    if (text)
        writer_string(answer, text);
    else
        code = error_memory(&fault->error);
    free(text);
    record_release(&record);
    return code;
}

/* ---- Matches that the module keeps ------------------------------------------------------ */

int call_open(const struct request *request, struct json_writer *answer, struct fault *fault)
{
    struct tb_match *match = request_match(request, fault);
    int handle = match ? handles_add(match) : 0;

    if (!match)
        return fault->error.code;
    if (!handle)
        return error_memory(&fault->error);
    writer_number(answer, handle);
    return TB_OK;
}

int call_close(const struct request *request, struct json_writer *answer, struct fault *fault)
{
    int handle, code = request_number(request, "handle", &handle, &fault->error);

    if (code)
        return code;
    handles_remove(handle);
    writer_null(answer);
    return TB_OK;
}

int call_enter(const struct request *request, struct json_writer *answer, struct fault *fault)
{
    int handle, code = request_number(request, "handle", &handle, &fault->error);
    struct tb_match *match = code ? NULL : handles_find(handle);

    if (!code)
        code = tb_match_play(match, request_get(request, "text"), &fault->error);
    if (!code)
        writer_string(answer, tb_match_entry(match, tb_match_length(match) - 1));
    else if (match)
        fault->ply = tb_match_plies(match) + 1;
    return code;
}
