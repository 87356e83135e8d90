/*
 * random_game.c - plays a random game through Tablier's public interface.
 *
 *     cc random_game.c $(pkg-config --cflags --libs tablier) -o random_game
 *     ./random_game [GAME [PLAYERS [SEED]]]
 */
#include <stdio.h>
#include <stdlib.h>

#include <tablier.h>

/* Marsaglia's xorshift: good enough to pick moves with. */
static unsigned random_below(uint64_t *seed, unsigned limit)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (unsigned)(*seed % limit);
}

static void draw(const struct tb_position *position)
{
    TB_STRUCT(tb_style, style);
    char drawing[TB_DRAWING_TEXT];

    tb_draw(position, &style, drawing, sizeof drawing);
    fputs(drawing, stdout);
}

int main(int argc, char **argv)
{
    const struct tb_game *game = argc > 1 ? tb_game_find(argv[1]) : tb_game_at(0);
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) | 1 : 1;
    struct tb_setup setup;
    TB_POSITION(position);
    struct tb_error error;
    tb_move moves[TB_MOVES_MAX];
    int count, ply = 0;

    if (!game) {
        fprintf(stderr, "there is no game '%s'\n", argv[1]);
        return 2;
    }
    if (tb_setup_init(&setup, game, argc > 2 ? atoi(argv[2]) : 0, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    tb_position_start(position, &setup, NULL);
    while (ply < 1000 && (count = tb_moves(position, moves)) > 0) {
        tb_move move = moves[random_below(&seed, (unsigned)count)];
        char text[TB_MOVE_TEXT];

        tb_move_text(position, move, text, sizeof text);
        printf("%d. %s\n", ++ply, text);
        tb_play(position, move, NULL);
    }
    draw(position);
    return 0;
}
