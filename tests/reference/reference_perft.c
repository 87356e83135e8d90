/*
 * reference_perft.c - counts the sequences of moves of a reference game:
 *     reference_perft GAME PLAYERS DEPTH [key=value...]
 * prints one count per line, for depths 1 to DEPTH.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

static unsigned long long perft(const struct reference *game, const void *state, int depth)
{
    char(*moves)[REFERENCE_TEXT] = reference_allocate(sizeof *moves * REFERENCE_MOVES);
    int count = game->moves(state, moves, REFERENCE_MOVES);
    unsigned long long total = 0;

    for (int i = 0; i < count && depth > 1; i++) {
        void *next = game->copy(state);

        game->play(next, moves[i]);
        total += perft(game, next, depth - 1);
        game->destroy(next);
    }
    free(moves);
    return depth > 1 ? total : (unsigned long long)count;
}

static bool read_options(int argc, char **argv, struct reference_options *options)
{
    for (int i = 0; i < argc; i++) {
        char *equals = strchr(argv[i], '=');

        if (!equals)
            return false;
        *equals = '\0';
        if (!reference_set(options, argv[i], equals + 1))
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    const struct reference *game = argc >= 4 ? reference_find(argv[1]) : NULL;
    struct reference_options options = reference_defaults(argc >= 4 ? atoi(argv[2]) : 2);

    if (!game || !read_options(argc - 4, argv + 4, &options)) {
        fprintf(stderr, "usage: reference_perft GAME PLAYERS DEPTH [key=value...]\n");
        return 2;
    }
    void *start = game->create(&options);

    for (int depth = 1; depth <= atoi(argv[3]); depth++)
        printf("%llu\n", perft(game, start, depth));
    game->destroy(start);
    return 0;
}
