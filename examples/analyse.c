/*
 * analyse.c - the best lines after some moves; Ctrl-C ends the search and shows what it has found.
 *
 *     cc analyse.c $(pkg-config --cflags --libs tablier) -o analyse
 *     ./analyse GAME SECONDS [MOVE...]
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include <tablier/search.h>

static volatile int cancelled; /* a search that has not begun yet is cancelled too */

static void cancel(int number)
{
    (void)number;
    cancelled = 1;
}

static void print_line(const struct tb_position *position, const struct tb_line *line)
{
    TB_POSITION(at);

    tb_position_copy(at, position);
    printf("%+.2f%s ", line->score, line->exact ? " (proven)" : "");
    for (int i = 0; i < line->length; i++) {
        char text[TB_MOVE_TEXT];

        tb_move_text(at, line->moves[i], text, sizeof text);
        printf(" %s", text);
        tb_play(at, line->moves[i], NULL);
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    struct tb_setup setup;
    struct tb_error error;
    tb_move move;
    TB_STRUCT(tb_task, task);
    TB_POSITION(position);

    if (argc < 3) {
        fprintf(stderr, "usage: analyse GAME SECONDS [MOVE...]\n");
        return 2;
    }
    int code = tb_setup_init(&setup, tb_game_find(argv[1]), 0, &error);

    if (!code)
        code = tb_position_start(position, &setup, &error);
    for (int i = 3; i < argc && !code; i++)
        code = tb_play_text(position, argv[i], &error);
    struct tb_engine *engine = code ? NULL : tb_engine_new(&setup, NULL, &error);

    signal(SIGINT, cancel);
    task.position = position;
    task.time_ms = (int64_t)(1000 * atof(argv[2]));
    task.lines = 3;
    task.cancel = &cancelled;
    if (!engine || tb_engine_search(engine, &task, &move, &error)) {
        fprintf(stderr, "%s\n", error.text);
        tb_engine_free(engine);
        return 1;
    }
    const struct tb_analysis *analysis = tb_engine_analysis(engine);

    for (int i = 0; i < tb_analysis_line_count(analysis); i++) {
        TB_STRUCT(tb_line, line);

        tb_analysis_line(analysis, i, &line);
        print_line(position, &line);
    }
    printf("%" PRIu64 " nodes in %" PRId64 " ms\n", tb_analysis_nodes(analysis),
           tb_analysis_ms(analysis));
    tb_engine_free(engine);
    return 0;
}
