/*
 * many_games.c - plays batches of random games: how long they are and who wins.
 *
 *     cc many_games.c $(pkg-config --cflags --libs tablier) -o many_games
 *     ./many_games GAME [PLAYERS [STEPS]]
 */
#include <stdio.h>
#include <stdlib.h>

#include <tablier/batches.h>

enum { GAMES = 256 };

int main(int argc, char **argv)
{
    static int32_t actions[GAMES];
    static float rewards[GAMES * TB_PLAYERS_MAX];
    static uint8_t steps[GAMES];
    int ended = 0, plies = argc > 3 ? atoi(argv[3]) : 1000, wins[TB_PLAYERS_MAX] = {0};
    struct tb_setup setup;
    struct tb_error error;
    TB_STRUCT(tb_batch_options, options);

    if (argc < 2) {
        fprintf(stderr, "usage: many_games GAME [PLAYERS [STEPS]]\n");
        return 2;
    }
    options.seed = 1;
    options.threads = 2;
    int code = tb_setup_init(&setup, tb_game_find(argv[1]), argc > 2 ? atoi(argv[2]) : 0, &error);
    struct tb_batch *batch = code ? NULL : tb_batch_new(&setup, GAMES, &options, &error);

    if (!batch) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    for (int step = 0; step < plies; step++) {
        /* A learner would choose by tb_batch_observations() and tb_batch_masks(). */
        tb_batch_sample(batch, actions);
        tb_batch_step(batch, actions, rewards, steps, NULL);
        for (int i = 0; i < GAMES; i++) {
            ended += steps[i] == TB_STEP_OVER;
            for (int p = 0; p < setup.players; p++)
                wins[p] += rewards[i * setup.players + p] > 0;
        }
    }
    printf("%d games of %.1f plies on average\n", ended,
           ended ? (double)GAMES * plies / ended : 0.0);
    for (int p = 0; p < setup.players; p++)
        printf("player %d wins %.1f %%\n", p + 1, ended ? 100.0 * wins[p] / ended : 0.0);
    tb_batch_free(batch);
    return 0;
}
