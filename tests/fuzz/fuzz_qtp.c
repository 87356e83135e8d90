/* fuzz_qtp.c - any input to `tablier qtp`. */
#include "fuzz.h"
#include "protocol/qtp.h"

/* Every answer begins with "= " or "? " and ends with an empty line. */
static void check_answers(const char *answers)
{
    while (*answers) {
        const char *end = strstr(answers, "\n\n");

        REQUIRE(answers[0] == '=' || answers[0] == '?');
        REQUIRE(answers[1] == ' ' && end);
        answers = end + 2;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct qtp_settings settings = {
        .game = qtp_game(), .time_ms = 1, .engine = {.level = 1, .table_mb = 1}};
    char *text = fuzz_string(data, size), *answers = NULL;
    size_t answers_size;
    FILE *in = size > 0 ? fmemopen(text, size, "r") : NULL;

    if (in) {
        FILE *out = open_memstream(&answers, &answers_size);

        REQUIRE(qtp_serve(&settings, in, out));
        fclose(out);
        fclose(in);
        check_answers(answers);
        free(answers);
    }
    free(text);
    return 0;
}
