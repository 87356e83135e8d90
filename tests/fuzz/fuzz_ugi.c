/*
 * fuzz_ugi.c - any input to `tablier engine`. Input: a line with the game, then
 * what the controller sends. Every `go` gets a limit, so that it ends soon.
 */
#define _GNU_SOURCE /* strcasestr */
#include "fuzz.h"
#include "protocol/ugi.h"

/* The lines, each `go` with few nodes, without those that ask for memory or threads. */
static char *tame(char *lines, size_t *length)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, length);

    REQUIRE(out);
    for (char *line; (line = strsep(&lines, "\n"));) {
        if (strstr(line, "setoption") && (strcasestr(line, "Hash") || strcasestr(line, "Threads")))
            continue;
        fprintf(out, "%s%s\n", line, strstr(line, "go") ? " nodes 50" : "");
    }
    fclose(out);
    return text;
}

/* Whatever was asked, answers are lines, and those that count have two words. */
static void check_answers(char *answers)
{
    for (char *line; (line = strsep(&answers, "\n")) && answers;) {
        bool counts = strncmp(line, "bestmove ", 9) == 0 || strncmp(line, "response ", 9) == 0;

        REQUIRE(strlen(line) < 4096);
        REQUIRE(!counts || (strlen(line) > 9 && !strchr(line + 9, ' ')));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_string(data, size), *lines = strchr(text, '\n'), *answers = NULL;
    struct tb_position start;
    size_t length = 0, answers_size;

    if (lines) {
        *lines++ = '\0';
        if (fuzz_position(text, &start)) {
            struct ugi_settings settings = {.setup = start.setup, .engine.table_mb = 1};
            char *input = tame(lines, &length);
            FILE *in = fmemopen(input, length, "r"), *out = open_memstream(&answers, &answers_size);

            if (in) /* an empty buffer cannot be opened */
                REQUIRE(ugi_serve(&settings, in, out));
            fclose(out);
            check_answers(answers);
            if (in)
                fclose(in);
            free(input);
            free(answers);
        }
    }
    free(text);
    return 0;
}
