/*
 * fuzz_play.c - any text at the prompt of `tablier play`. Input: a line "GAME
 * POSITION", then the lines that people type.
 */
#include <strings.h>

#include "cli/play/play.h"
#include "fuzz.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);

/* The talk goes nowhere; what the sanitizers and libFuzzer say still comes out. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    stdout = stderr = fopen("/dev/null", "w");
    return !stdout;
}

/* Does the line ask for a file to be written, or for thoughts, which take their time? */
static bool is_left_out(const char *line)
{
    static const char *const commands[] = {"save", "garder", "hint", "conseil", "analy"};

    line += strspn(line, " \t");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strncasecmp(line, commands[i], strlen(commands[i])) == 0)
            return true;
    return false;
}

static void type_lines(struct play *play, char *lines)
{
    for (char *line; (line = strsep(&lines, "\n")) && !play->quit;)
        if (!is_left_out(line))
            play_obey(play, line);
}

/* The record that they leave can be read. */
static void check_record(const struct record *record)
{
    struct record again = {0};
    char *text = record_write(record);
    int ply;

    REQUIRE(text);
    struct record_reader reader = {.at = text, .line = 1};

    REQUIRE(record_read(&reader, &again, &ply, NULL) == TB_OK);
    REQUIRE(tb_match_length(again.match) == tb_match_length(record->match));
    REQUIRE(tb_equal(tb_match_position(again.match), tb_match_position(record->match)));
    record_release(&again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_string(data, size), *lines = strchr(text, '\n');
    struct tb_position start;

    if (lines) {
        *lines++ = '\0';
        if (fuzz_position(text, &start)) {
            static struct play play;
            struct match_rules rules = {.repetition = 3, .swap = start.setup.players == 2};

            play = (struct play){.record.match = match_new(&start, &rules, NULL)};
            REQUIRE(play.record.match);
            for (int p = 0; p < start.setup.players; p++)
                REQUIRE(seat_open(&play.seats[p], p == 3 ? "random" : "human",
                                  (struct seat_seed){1, true}, NULL) == TB_OK);
            type_lines(&play, lines);
            check_record(&play.record);
            for (int p = 0; p < TB_PLAYERS_MAX; p++)
                seat_close(&play.seats[p]);
            engine_free(play.adviser);
            record_release(&play.record);
        }
    }
    free(text);
    return 0;
}
