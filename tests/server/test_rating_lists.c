/*
 * test_rating_lists.c - rating lists: names, and the conditions for a rated game.
 */
#include <stdio.h>
#include <string.h>

#include "server/common/json_field.h"
#include "server/ratings/list.h"
#include "test.h"

/* Decodes a request to create a game; the refusal's code is REFUSED_NOT if it is good. */
static struct create_request order_of(const char *text, struct refusal *refusal)
{
    struct create_request order;
    json_t *root = json_object_read(text, strlen(text), refusal);

    assert_non_null(root);
    refusal->code = REFUSED_NOT;
    create_request_decode(root, &order, refusal);
    json_decref(root);
    return order;
}

static void lists(void **state)
{
    static const struct {
        const char *terms, *list;
    } rows[] = {
        {"\"game\":\"dorix\",\"clock\":{\"main\":300,\"increment\":3}", "dorix-two-fast"},
        {"\"game\":\"dorix\",\"clock\":{\"main\":300,\"increment\":8}", "dorix-two-fast"},
        {"\"game\":\"dorix\",\"clock\":{\"main\":300,\"increment\":9}", "dorix-two-slow"},
        {"\"game\":\"dorix\",\"players\":3,\"clock\":{\"main\":300}", "dorix-many-fast"},
        {"\"game\":\"dorix\",\"players\":4,\"clock\":{\"days\":3}", "dorix-two-days"},
        {"\"game\":\"quoridor\",\"clock\":{\"main\":599}", "quoridor-two-fast"},
        {"\"game\":\"quoridor\",\"clock\":{\"main\":600}", "quoridor-two-slow"},
        {"\"game\":\"quoridor\",\"players\":4,\"clock\":{\"main\":900}", "quoridor-many-slow"},
        {"\"game\":\"orbital\",\"clock\":{\"main\":480,\"increment\":10}", "orbital-two-slow"},
        {"\"game\":\"tictacdoh\",\"players\":4,\"clock\":{\"days\":2}", "tictacdoh-many-days"},
    };

    (void)state;
    for (int i = 0; i < COUNT(rows); i++) {
        char text[200], list[LIST_SIZE], again[LIST_SIZE];
        struct list_key key;
        struct refusal refusal;

        snprintf(text, sizeof text, "{\"rated\":true,%s}", rows[i].terms);
        struct create_request order = order_of(text, &refusal);

        assert_int_equal(refusal.code, REFUSED_NOT);
        assert_true(order.terms.rated && list_of(&order.terms, list, &refusal));
        assert_string_equal(list, rows[i].list);
        assert_true(list_parse(list, &key));
        list_name(&key, again);
        assert_string_equal(again, list);
    }
}

static void unrated(void **state)
{
    static const struct {
        const char *terms, *words; /* some of the reason */
    } rows[] = {
        {"\"game\":\"dorix\"", "clock"},
        {"\"game\":\"quoridor\",\"options\":{\"walls\":7},\"clock\":{\"main\":60}", "standard"},
        {"\"game\":\"quoridor\",\"swap\":true,\"clock\":{\"main\":60}", "standard"},
        {"\"game\":\"quoridor\",\"repetition\":0,\"clock\":{\"main\":60}", "standard"},
        {"\"game\":\"orbital\",\"clock\":{\"days\":2}", "within days"},
        {"\"game\":\"tictacdoh\",\"clock\":{\"main\":60}", "table of all its positions"},
    };

    (void)state;
    for (int i = 0; i < COUNT(rows); i++) {
        char text[200];
        struct refusal refusal;

        snprintf(text, sizeof text, "{\"rated\":true,%s}", rows[i].terms);
        order_of(text, &refusal);
        assert_int_equal(refusal.code, REFUSED_TERMS);
        assert_non_null(strstr(refusal.text, rows[i].words));
        snprintf(text, sizeof text, "{\"rated\":false,%s}", rows[i].terms);
        assert_false(order_of(text, &refusal).terms.rated);
        assert_int_equal(refusal.code, REFUSED_NOT);
    }
}

static void names(void **state)
{
    static const char *const bad[] = {"",
                                      "quoridor",
                                      "quoridor-two",
                                      "quoridor-two-",
                                      "quoridor-two-faster",
                                      "quoridor-three-fast",
                                      "chess-two-fast",
                                      "orbital-many-fast",
                                      "quoridor-two-fast-",
                                      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-two-fast"};
    struct list_key list;

    (void)state;
    for (int i = 0; i < COUNT(bad); i++)
        assert_false(list_parse(bad[i], &list));
    assert_true(list_parse("orbital-two-fast", &list) && list_pairs(&list));
    assert_true(list_parse("quoridor-two-days", &list) && !list_pairs(&list));
    assert_int_equal(list_advantage(&list, 2), 65);
    assert_int_equal(list_advantage(&list, 4), 0);
    assert_int_equal(list_level_rating(&list, 3), 1500);
    for (int level = 2; level <= 12; level++)
        assert_true(list_level_rating(&list, level) > list_level_rating(&list, level - 1));
    assert_true(list_parse("orbital-two-fast", &list));
    assert_true(list_level_rating(&list, 6) > list_level_rating(&list, 5));
    assert_int_equal(list_level_rating(&list, 12), list_level_rating(&list, 6)); /* perfect play */
    assert_true(list_parse("quoridor-many-fast", &list));
    assert_int_equal(list_level_rating(&list, 3), 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists),
        cmocka_unit_test(unrated),
        cmocka_unit_test(names),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
