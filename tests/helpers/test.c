/* test.c - main() for test programs. */
#include "test.h"

#include "core/message.h"

#include <stdio.h>
#include <string.h>

static int run_one(const struct CMUnitTest *test)
{
    const struct CMUnitTest tests[] = {*test};

    return cmocka_run_group_tests_name(test->name, tests, NULL, NULL);
}

int test_main(int argc, char **argv, const struct CMUnitTest *tests, int count)
{
    int failed = 0, found = 0;

    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (int i = 0; i < count; i++)
            puts(tests[i].name);
        return 0;
    }
    for (int i = 0; i < count; i++) {
        bool wanted = argc == 1;

        for (int a = 1; a < argc; a++)
            wanted |= strcmp(argv[a], tests[i].name) == 0;
        found += wanted;
        if (wanted && run_one(&tests[i]))
            failed++;
    }
    if (argc > 1 && found != argc - 1)
        fprintf(stderr, "%s: no such test\n", argv[1]);
    return failed > 0 || found == 0;
}

int test_main_variants(int argc, char **argv, CMUnitTestFunction test)
{
    static struct variant variants[64];
    static struct CMUnitTest tests[64];
    int count = 0;

    for (int g = 0; g < tb_game_count(); g++)
        for (int players = 1; players <= TB_PLAYERS_MAX; players++) {
            const struct tb_game *game = tb_game_at(g);
            struct variant *variant = &variants[count];

            if (!tb_game_allows(game, players))
                continue;
            *variant = (struct variant){.game = game, .players = players};
            snprintf(variant->name, sizeof variant->name, "%s-%d", tb_game_name(game), players);
            tests[count++] = (struct CMUnitTest){
                .name = variant->name, .test_func = test, .initial_state = variant};
        }
    return test_main(argc, argv, tests, count);
}

struct tb_setup test_setup(const char *words)
{
    struct tb_setup setup;
    struct tb_error error;
    char copy[128], *rest;

    snprintf(copy, sizeof copy, "%s", words);
    const struct tb_game *game = tb_game_find(strtok_r(copy, " ", &rest));

    assert_non_null(game);
    assert_int_equal(tb_setup_init(&setup, game, 0, NULL), TB_OK);
    for (char *word; (word = strtok_r(NULL, " ", &rest));) {
        char *value = strchr(word, '=');

        assert_non_null(value);
        *value++ = '\0';
        int code = strcmp(word, "players") == 0
                       ? tb_setup_init(&setup, game, value[0] - '0', &error)
                       : tb_setup_set_option(&setup, word, value, &error);

        if (code)
            fail_msg("%s: %s", words, error.text);
    }
    return setup;
}

struct tb_position test_start(const char *words)
{
    struct tb_setup setup = test_setup(words);
    struct tb_position position;

    tb_position_start(&position, &setup, NULL);
    return position;
}

struct tb_position test_after(const char *words, const char *moves)
{
    struct tb_position position = test_start(words);
    char copy[256], *rest = copy;

    assert_true(strlen(moves) < sizeof copy);
    strcpy(copy, moves);
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        struct tb_error error;
        tb_move move;

        if (tb_move_parse(&position, word, &move, &error) || tb_play(&position, move, &error))
            fail_msg("%s: %s", word, error.text);
    }
    return position;
}

bool test_starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

const char *test_in(const char *message, const char *lang)
{
    static char words[2048];
    struct text text = text_into(words, sizeof words);

    message_render_encoded(&text, message, &(struct tb_viewer){.lang = lang});
    return words;
}
