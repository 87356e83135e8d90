/* search_bench.c - `tablier bench` as a program of its own, which needs none of tablier's libraries. */
#include "cli/command.h"

extern const struct command cmd_bench;

int main(int argc, char **argv)
{
    (void)argc;
    return cmd_bench.run(NULL, argv + 1);
}
