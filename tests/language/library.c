/* library.c - a language from outside the tree, asked through the library. */
#include <string.h>

#include "test.h"

/* What the library says of a move to an occupied square, in that language. */
static const char *said(const char *lang)
{
    static char text[256];
    struct tb_position start = test_start("quoridor");
    struct tb_match *match = tb_match_new(&start, NULL, NULL);
    struct tb_error error;
    TB_STRUCT(tb_viewer, viewer);

    viewer.lang = lang;
    assert_non_null(match);
    assert_int_not_equal(tb_match_play(match, "e9", &error), TB_OK);
    tb_error_text(&error, &viewer, text, sizeof text);
    tb_match_free(match);
    return text;
}

static void errors_are_told(void **state)
{
    static const char eo[] = "La peono de ludanto 2 staras sur e9.";
    static const char en[] = "The pawn of player 2 stands on e9.";

    (void)state;
    assert_string_equal(said("eo"), eo);
    assert_string_equal(said("eo-XX"), eo);
    assert_string_equal(said("eo_XX"), eo);
    assert_string_equal(said("xx-YY"), en);
    assert_string_equal(said("e"), en);
    assert_string_equal(said(NULL), en);
}

static void it_is_listed(void **state)
{
    bool listed = false;

    (void)state;
    for (int i = 0; i < tb_language_count(); i++)
        listed |= strcmp(tb_language_at(i), "eo") == 0;
    assert_true(listed);
    assert_string_equal(tb_language_name("eo"), "Esperanto");
    assert_null(tb_language_name("xx"));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_told),
        cmocka_unit_test(it_is_listed),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
