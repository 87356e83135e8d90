/*
 * who_wins.c - proves who wins a position, writes the proof to a file and checks it.
 *
 *     cc who_wins.c $(pkg-config --cflags --libs tablier) -o who_wins
 *     ./who_wins quoridor "size=3 walls=1 b1/b3 1/1 - 1" PROOF
 */
#include <inttypes.h>
#include <stdio.h>

#include <tablier/solving.h>

/* Returning false would end the work. */
static bool report(void *context, const struct tb_progress *progress)
{
    (void)context;
    fprintf(stderr, "\r%" PRIu64 " positions", progress->nodes);
    return true;
}

int main(int argc, char **argv)
{
    struct tb_setup setup;
    struct tb_error error;
    TB_STRUCT(tb_question, question);
    TB_STRUCT(tb_solution, solution);
    TB_STRUCT(tb_verified, verified);
    TB_POSITION(position);

    if (argc != 4) {
        fprintf(stderr, "usage: who_wins GAME POSITION PROOF\n");
        return 2;
    }
    if (tb_setup_init(&setup, tb_game_find(argv[1]), 0, &error) ||
        tb_position_parse(position, &setup, argv[2], &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    struct tb_solver *solver = tb_solver_new(position, NULL, &error);

    question.shortest = true;
    question.report = report;
    if (!solver || tb_solver_ask(solver, &question, &solution, &error) ||
        tb_solver_prove(solver, argv[3], &error) ||
        tb_verify(argv[3], &verified, NULL, NULL, &error)) {
        fprintf(stderr, "%s\n", error.text);
        tb_solver_free(solver);
        return 1;
    }
    printf("Player %d to move %s", tb_turn(position) + 1,
           solution.value > 0   ? "wins"
           : solution.value < 0 ? "loses"
                                : "draws");
    if (solution.plies >= 0)
        printf(" in %d plies", solution.plies);
    printf("; %d claims checked.\n", verified.count);
    tb_solver_free(solver);
    return 0;
}
