/* play.c SETS RECORDS - random games through the public C interface: one line for each ply; and
 * records with annotations, in both forms. play.py and play.mjs print the same through theirs. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <tablier.h>

enum { GAMES = 3, PLIES = 60 };

static void read_options(struct tb_setup *setup, char *words)
{
    for (char *word = strtok(words, " \n"); word; word = strtok(NULL, " \n")) {
        char *equals = strchr(word, '=');

        *equals = '\0';
        tb_setup_set_option(setup, word, equals + 1, NULL);
    }
}

static void play(const struct tb_setup *setup, unsigned seed)
{
    TB_POSITION(position);
    tb_move moves[TB_MOVES_MAX];
    char text[TB_MOVE_TEXT];

    tb_position_start(position, setup, NULL);
    for (int ply = 0; ply < PLIES; ply++) {
        int count = tb_moves(position, moves);

        printf("%016" PRIx64 " %d", tb_hash(position), count);
        if (count == 0)
            break;
        seed = (seed * 1103515245 + 12345) & 0x7fffffff;
        tb_move_text(position, moves[(seed >> 8) % (unsigned)count], text, sizeof text);
        printf(" %s\n", text);
        tb_play_text(position, text, NULL);
    }
    struct tb_result result = tb_position_result(position);

    printf("\nend");
    for (int p = 0; result.over && p < setup->players; p++)
        if (result.winners >> p & 1)
            printf(" %d", p + 1);
    printf("%s\n", !result.over ? " open" : result.winners ? "" : " draw");
}

static void rewrite(struct tb_record *record)
{
    char *text = tb_record_write(record, TB_FORMAT_TEXT);
    char *json = tb_record_write(record, TB_FORMAT_JSON);

    printf("%s%s", text, json);
    tb_text_free(text);
    tb_text_free(json);
    tb_record_free(record);
}

static void read_records(const char *path)
{
    static char text[20000];
    FILE *file = fopen(path, "r");
    struct tb_reader *reader =
        tb_reader_new(text, file ? fread(text, 1, sizeof text, file) : 0, NULL);
    struct tb_record *record;
    struct tb_error error;
    int code;

    while ((code = tb_reader_next(reader, &record, &error)) != 0) {
        if (code > 0)
            rewrite(record);
        else
            printf("%d %d %s\n", tb_reader_line(reader), tb_reader_ply(reader), error.text);
    }
    tb_reader_free(reader);
    if (file)
        fclose(file);
}

int main(int argc, char **argv)
{
    FILE *sets = argc == 4 ? fopen(argv[1], "r") : NULL;
    char name[32], rest[128];
    int players;

    while (sets && fscanf(sets, "%31s %d%127[^\n]", name, &players, rest) >= 2) {
        struct tb_setup setup;
        char line[128];

        snprintf(line, sizeof line, "%s", rest);
        rest[0] = '\0';
        tb_setup_init(&setup, tb_game_find(name), players, NULL);
        printf("%s %d%s\n", name, players, line);
        read_options(&setup, line);
        for (unsigned game = 0; game < GAMES; game++)
            play(&setup, 1000 + game);
    }
    for (int i = 2; i < argc; i++)
        read_records(argv[i]);
    return sets ? fclose(sets) : 2;
}
