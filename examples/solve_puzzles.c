/*
 * solve_puzzles.c - asks the puzzles of a file one after the other, in the terminal.
 *
 *     cc solve_puzzles.c $(pkg-config --cflags --libs tablier) -o solve_puzzles
 *     ./solve_puzzles /usr/share/tablier/puzzles/quoridor.txt [GRADE]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tablier/drawing.h>
#include <tablier/learning.h>

enum { MOVES_MAX = 64 };

/* The opponent plays the first legal move: any reply is allowed. */
static void reply(const struct tb_position *position, char text[TB_MOVE_TEXT])
{
    tb_move moves[TB_MOVES_MAX];

    tb_moves(position, moves);
    tb_move_text(position, moves[0], text, TB_MOVE_TEXT);
    printf("The reply is %s.\n", text);
}

/* Returns false at the end of the input. */
static bool ask(const struct tb_puzzles *puzzles, int index)
{
    char words[MOVES_MAX][TB_MOVE_TEXT], text[TB_DRAWING_TEXT];
    const char *moves[MOVES_MAX];
    struct tb_error error;
    TB_STRUCT(tb_attempt, attempt);
    TB_POSITION(position);

    attempt.position = position;
    tb_puzzles_task(puzzles, index, "en", text, sizeof text);
    puts(text);
    for (int count = 0; count < MOVES_MAX;) {
        if (tb_puzzles_attempt(puzzles, index, moves, count, &attempt, &error)) {
            puts(error.text);
            count--; /* try another move */
            attempt.state = TB_ATTEMPT_OPEN;
            continue;
        }
        moves[count] = words[count];
        if (attempt.state == TB_ATTEMPT_WRONG || attempt.state == TB_ATTEMPT_SOLVED)
            break;
        if (attempt.state == TB_ATTEMPT_REPLY) {
            reply(position, words[count++]);
            continue;
        }
        tb_draw(position, NULL, text, sizeof text);
        printf("%sYour move: ", text);
        fflush(stdout);
        if (scanf("%31s", words[count]) != 1)
            return false;
        count++;
    }
    puts(attempt.state == TB_ATTEMPT_SOLVED ? "Solved.\n" : "Wrong.\n");
    return true;
}

int main(int argc, char **argv)
{
    struct tb_error error;
    struct tb_puzzles *puzzles = argc > 1 ? tb_puzzles_load(argv[1], &error) : NULL;
    int grade = argc > 2 ? atoi(argv[2]) : 0;

    if (!puzzles) {
        fprintf(stderr, "%s\n", argc > 1 ? error.text : "usage: solve_puzzles FILE [GRADE]");
        return 2;
    }
    for (int index = tb_puzzles_next(puzzles, 0, grade); index >= 0 && ask(puzzles, index);)
        index = tb_puzzles_next(puzzles, index + 1, grade);
    tb_puzzles_free(puzzles);
    return 0;
}
