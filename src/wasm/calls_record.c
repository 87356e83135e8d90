/* calls_record.c - records as text: reading them and writing one. */
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "wasm/calls.h"

static void answer_tags(struct answer *answer, const struct record *record)
{
    answer_key(answer, "tags");
    answer_open(answer, '{');
    for (int i = 0; i < record->tag_count; i++)
        answer_key_string(answer, record->tags[i].name, record->tags[i].value);
    answer_close(answer, '}');
}

/* Keys of the object that is open; false if memory runs out. */
static bool answer_good(struct answer *answer, const struct record *record)
{
    bool noted = annotations_say_something(&record->notes);
    char *notes = noted ? record_write_notes(record) : NULL;

    answer_key(answer, "record");
    answer_record(answer, record->match, notes);
    answer_tags(answer, record);
    answer_key(answer, "result");
    answer_result(answer, tb_match_result(record->match));
    answer_key_string(answer, "ending", record_ending_name(tb_match_ending(record->match)));
    free(notes);
    return notes || !noted;
}

/* Reads one game and writes what it is or what is wrong with it. */
static int answer_next(struct answer *answer, struct record_reader *reader,
                       const struct request *request)
{
    struct record record = {0};
    struct fault fault = {0};
    int line = reader->line;
    int code = record_read(reader, &record, &fault.ply, &fault.error);
    struct request_viewer viewer;
    bool whole = true;

    answer_open(answer, '{');
    answer_key_number(answer, "line", line);
    if (code) {
        answer_key(answer, "error");
        answer_fault(answer, &fault, request_viewer(request, &viewer));
    } else {
        whole = answer_good(answer, &record);
    }
    answer_close(answer, '}');
    record_release(&record);
    return whole ? TB_OK : TB_ERR_MEMORY;
}

int call_parse(const struct request *request, struct answer *answer, struct fault *fault)
{
    const char *text = request_get(request, "text");
    struct record_reader reader = {text ? text : "", 1};

    answer_open(answer, '[');
    while (record_more(&reader))
        if (answer_next(answer, &reader, request))
            return error_memory(&fault->error);
    answer_close(answer, ']');
    return TB_OK;
}

int call_record(const struct request *request, struct answer *answer, struct fault *fault)
{
    struct record record = {0};
    int code = request_record(request, &record, fault);

    if (code)
        return code;
    answer_open(answer, '{');
    if (!answer_good(answer, &record))
        code = error_memory(&fault->error);
    answer_close(answer, '}');
    record_release(&record);
    return code;
}

int call_format(const struct request *request, struct answer *answer, struct fault *fault)
{
    struct record record = {0};
    int code = request_record(request, &record, fault);

    if (code)
        return code;
    const char *form = request_get(request, "form");
    bool json = form && strcmp(form, "json") == 0;
    char *text = json ? record_write_json(&record) : record_write(&record);

    if (text)
        answer_string(answer, text);
    else
        code = error_memory(&fault->error);
    free(text);
    record_release(&record);
    return code;
}
