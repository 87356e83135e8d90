/* fuzz_records_json.c - any bytes as a record for programs. */
#include "fuzz.h"
#include "json/record_json.h"

/* A record that was accepted is written, and then read as the same. */
static void check_record(const struct record *record)
{
    struct record again = {0};
    struct tb_error error = {.text = ""};
    int ply;
    char *text = record_write_json(record), *twice;

    REQUIRE(text && !strchr(text, '\n'));
    REQUIRE(record_json_read(&again, text, strlen(text), &ply, &error) == TB_OK);
    twice = record_write_json(&again);
    REQUIRE(twice && strcmp(text, twice) == 0);
    free(text);
    free(twice);
    record_release(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct record record = {0};
    struct tb_error error = {.text = ""};
    int ply = 0;

    if (record_json_read(&record, (const char *)data, size, &ply, &error) == TB_OK)
        check_record(&record);
    else
        REQUIRE(error.text[0] && !record.match && ply >= 0);
    record_release(&record);
    return 0;
}
