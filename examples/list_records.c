/*
 * list_records.c - lists the records of a file: who played, how many moves, how it ended.
 *
 *     cc list_records.c $(pkg-config --cflags --libs tablier) -o list_records
 *     ./list_records FILE
 */
#include <stdio.h>
#include <stdlib.h>

#include <tablier/records.h>

static char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t more = 0;

    for (*length = 0; file; *length += more) {
        char *longer = realloc(text, *length + 65536);

        if (!longer)
            break;
        text = longer;
        if ((more = fread(text + *length, 1, 65536, file)) == 0)
            break;
    }
    if (file)
        fclose(file);
    return text;
}

static void list(struct tb_record *record)
{
    const struct tb_match *match = tb_record_match(record);
    const struct tb_setup *setup = tb_position_setup(tb_match_start(match));
    struct tb_result result = tb_match_result(match);
    const char *ending = tb_ending_name(tb_match_ending(match));

    int plies = tb_match_plies(match);

    printf("%s, %d %s", tb_game_title(setup->game), plies, plies == 1 ? "ply" : "plies");
    for (int p = 0; p < setup->players; p++) {
        char tag[24];

        snprintf(tag, sizeof tag, "Player%d", p + 1);
        const char *name = tb_record_tag(record, tag);

        printf("%s %s%s", p ? "," : ":", name ? name : tag,
               result.winners >> p & 1 ? " (won)" : "");
    }
    printf("; ended by: %s\n", ending ? ending : "not yet");
}

int main(int argc, char **argv)
{
    size_t length;
    char *text = argc == 2 ? read_file(argv[1], &length) : NULL;
    struct tb_error error;
    struct tb_record *record;
    int code, bad = 0;

    if (!text) {
        fprintf(stderr, "usage: list_records FILE\n");
        return 2;
    }
    struct tb_reader *reader = tb_reader_new(text, length, &error);

    free(text);
    while (reader && (code = tb_reader_next(reader, &record, &error)) != 0) {
        if (code < 0) { /* the next record can still be read */
            fprintf(stderr, "line %d: %s\n", tb_reader_line(reader), error.text);
            bad = 1;
            continue;
        }
        list(record);
        tb_record_free(record);
    }
    tb_reader_free(reader);
    return bad;
}
