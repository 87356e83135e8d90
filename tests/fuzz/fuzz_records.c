/* fuzz_records.c - any text as a file of records for people. */
#include "core/record.h"
#include "fuzz.h"
#include "json/record_json.h"

/* By way of the other form nothing is lost but the order of the tags. */
static void check_other_form(const struct record *record, const char *text)
{
    struct record again = {0};
    struct tb_error error = {.text = ""};
    char *json = record_write_json(record), *twice;
    int ply;

    REQUIRE(json && !strchr(json, '\n'));
    REQUIRE(record_json_read(&again, json, strlen(json), &ply, &error) == TB_OK);
    twice = record_write(&again);
    REQUIRE(twice && strcmp(strstr(text, "\n\n"), strstr(twice, "\n\n")) == 0);
    free(json);
    free(twice);
    record_release(&again);
}

/* A record that was accepted is written, and then read as the same. */
static void check_record(const struct record *record)
{
    struct record again = {0};
    struct tb_error error = {.text = ""};
    int ply;
    char *text = record_write(record), *twice;

    REQUIRE(text);
    struct record_reader reader = {.at = text, .line = 1};

    REQUIRE(record_read(&reader, &again, &ply, &error) == TB_OK);
    REQUIRE(!record_more(&reader));
    twice = record_write(&again);
    REQUIRE(twice && strcmp(text, twice) == 0);
    check_other_form(record, text);
    free(text);
    free(twice);
    record_release(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_string(data, size);
    struct record_reader reader = {.at = text, .line = 1};

    while (record_more(&reader)) {
        const char *before = reader.at;
        struct record record = {0};
        struct tb_error error = {.text = ""};
        int ply;

        if (record_read(&reader, &record, &ply, &error) == TB_OK)
            check_record(&record);
        else
            REQUIRE(error.text[0] && !record.match && ply >= 0);
        REQUIRE(reader.at > before);
        record_release(&record);
    }
    free(text);
    return 0;
}
