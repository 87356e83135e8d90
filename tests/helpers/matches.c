/* matches.c - see matches.h */
#include "matches.h"

#include <stdio.h>
#include <string.h>

#include "test.h"

const char there_and_back[] = "e2 e8 e1 e9";

struct tb_match *new_match(const char *words, int repetition, bool swap)
{
    struct tb_setup setup = test_setup(words);
    struct match_rules rules = {.repetition = repetition, .swap = swap};
    struct tb_position start;

    tb_position_start(&start, &setup, NULL);
    struct tb_match *match = match_new(&start, &rules, NULL);

    assert_non_null(match);
    return match;
}

void play_entries(struct tb_match *match, const char *entries)
{
    char copy[512], *rest;

    snprintf(copy, sizeof copy, "%s", entries);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        struct tb_error error;

        if (tb_match_play(match, word, &error))
            fail_msg("%s: %s", word, error.text);
    }
}

void check_refused(struct tb_match *match, const char *entry, int code)
{
    struct tb_error error = {0};
    int length = tb_match_length(match);

    assert_int_equal(tb_match_play(match, entry, &error), code);
    assert_int_equal(error.code, code);
    assert_true(error.text[0] != '\0');
    assert_int_equal(tb_match_length(match), length);
}

void check_ending(const struct tb_match *match, enum tb_ending ending, unsigned winners)
{
    struct tb_result result = tb_match_result(match);

    assert_int_equal(tb_match_ending(match), ending);
    assert_int_equal(result.over, ending != TB_ENDING_NONE);
    assert_int_equal(result.winners, winners);
}
