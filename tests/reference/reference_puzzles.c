/*
 * reference_puzzles.c - checks all puzzles of files by the reference games:
 *
 *     reference_puzzles [-n LIMIT] FILE...
 *
 * LIMIT positions for each puzzle, without it as many as it takes, which can be hours for a file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/file.h"
#include "learn/puzzle_file.h"
#include "reference/puzzle_walk.h"

/* Returns how many puzzles of the file are wrong. */
static int check_file(const char *path, uint64_t limit)
{
    struct puzzle_list list = {0};
    struct tb_error error;
    char *text = file_read(path, &error), why[256];
    int counts[3] = {0};

    if (!text || puzzle_list_read(text, &list, &error)) {
        fprintf(stderr, "%s: %s\n", path, error.text);
        free(text);
        return 1;
    }
    for (int i = 0; i < list.count; i++) {
        enum walked walked = puzzle_walk(&list.puzzles[i], limit, why, sizeof why);

        counts[walked]++;
        if (walked == WALK_WRONG)
            printf("%s: %s: %s\n", path, list.puzzles[i].id, why);
    }
    printf("%s: %d right, %d wrong, %d too long for the limit\n", path, counts[WALK_RIGHT],
           counts[WALK_WRONG], counts[WALK_LONG]);
    fflush(stdout);
    puzzle_list_release(&list);
    free(text);
    return counts[WALK_WRONG];
}

int main(int argc, char **argv)
{
    uint64_t limit = 0;
    int bad = 0, first = 1;

    if (argc > 2 && strcmp(argv[1], "-n") == 0) {
        limit = strtoull(argv[2], NULL, 10);
        first = 3;
    }
    if (first >= argc) {
        fputs("usage: reference_puzzles [-n LIMIT] FILE...\n", stderr);
        return 2;
    }
    for (int i = first; i < argc; i++)
        bad += check_file(argv[i], limit);
    return bad != 0;
}
