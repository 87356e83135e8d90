/* play.c SETS - random games through the public C interface: one line for each ply. play.py
 * and play.mjs print the same through theirs. */
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
        tb_setup_set(setup, word, equals + 1, NULL);
    }
}

static void play(const struct tb_setup *setup, unsigned seed)
{
    struct tb_position position;
    tb_move moves[TB_MOVES_MAX];
    char text[TB_MOVE_TEXT];

    tb_position_start(&position, setup);
    for (int ply = 0; ply < PLIES; ply++) {
        int count = tb_moves(&position, moves);

        printf("%016" PRIx64 " %d", tb_hash(&position), count);
        if (count == 0)
            break;
        seed = (seed * 1103515245 + 12345) & 0x7fffffff;
        tb_move_text(&position, moves[(seed >> 8) % (unsigned)count], text, sizeof text);
        printf(" %s\n", text);
        tb_play_text(&position, text, NULL);
    }
    struct tb_result result = tb_result(&position);

    printf("\nend");
    for (int p = 0; result.over && p < setup->players; p++)
        if (result.winners >> p & 1)
            printf(" %d", p + 1);
    printf("%s\n", !result.over ? " open" : result.winners ? "" : " draw");
}

int main(int argc, char **argv)
{
    FILE *sets = argc == 2 ? fopen(argv[1], "r") : NULL;
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
    return sets ? fclose(sets) : 2;
}
