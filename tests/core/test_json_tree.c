/* test_json_tree.c - JSON as a tree: what it holds, and what is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json/json_tree.h"
#include "test.h"

static void holds_every_kind_of_value(void **state)
{
    static const char text[] =
        " {\"a\":[1,-2,[],{}, null,true ,false],\n\"b\":{\"c\":-0.35,\"d\":2e3},"
        "\"\\u00e9\\ud83d\\ude00\\n\":\"\\\"\\\\\\/\xc3\xa9\"}\n";
    struct json_tree tree;
    struct tb_error error;
    int types[7], count = 0;

    (void)state;
    assert_int_equal(json_tree_read(&tree, text, strlen(text), &error), TB_OK);
    assert_int_equal(tree.nodes->count, 3);
    const struct json_node *list = node_get(tree.nodes, "a"), *inner = node_get(tree.nodes, "b");

    NODE_EACH(list, member)
        types[count++] = member->type;
    assert_int_equal(count, 7);
    assert_memory_equal(types,
                        ((int[]){NODE_INTEGER, NODE_INTEGER, NODE_LIST, NODE_OBJECT, NODE_NULL,
                                 NODE_TRUE, NODE_FALSE}),
                        sizeof types);
    assert_int_equal(node_length(list), 7);
    assert_int_equal(node_integer(node_next(list, node_first(list))), -2);
    assert_true(node_number(node_get(inner, "c")) == -0.35);
    assert_true(node_number(node_get(inner, "d")) == 2000);
    assert_null(node_get(inner, "e"));
    assert_null(node_get(list, "a"));
    assert_null(node_get(NULL, "a"));
    assert_string_equal(node_get(tree.nodes, "é😀\n")->value.string, "\"\\/é");
    json_tree_release(&tree);
}

static void refuses_everything_else(void **state)
{
    static const struct {
        const char *text, *problem;
    } rows[] = {
        {"", "ends too early (column 1)"},
        {"[1,", "ends too early (column 4)"},
        {"\"é", "ends too early (column 3)"},
        {"{\"a\"", "ends too early"},
        {"[1,]", "a value is missing (column 4)"},
        {"[,1]", "a value is missing"},
        {"nul", "a value is missing"},
        {"[1 2]", "a comma or a closing bracket is missing (column 4)"},
        {"[1}", "a comma or a closing bracket is missing"},
        {"{1:2}", "a key is missing"},
        {"{\"a\":1,}", "a key is missing"},
        {"{\"a\" 1}", "a colon is missing"},
        {"\n[{\"a\":1,\"b\":2,\"a\":3}]", "a key is given twice (column 20)"},
        {"1 1", "more than one value"},
        {"[]]", "more than one value"},
        {"\"\t\"", "not allowed"},
        {"\"\\x\"", "not allowed"},
        {"\"\\u12g4\"", "not allowed"},
        {"\"\\u0000\"", "not allowed"},
        {"\"\\ud800\"", "not allowed"},
        {"\"\\ud800\\u0041\"", "not allowed"},
        {"\"\xff\"", "not allowed"},
        {"01", "a number"},
        {"-", "a number"},
        {"-x", "a number"},
        {"1.", "a number"},
        {"[1.e5]", "a number"},
        {"[1e]", "a number"},
        {"[9223372036854775808]", "a number"},
        {"[1e400]", "a number"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct json_tree tree;
        struct tb_error error;

        assert_int_equal(json_tree_read(&tree, rows[i].text, strlen(rows[i].text), &error),
                         TB_ERR_SYNTAX);
        if (!strstr(error.text, rows[i].problem))
            fail_msg("%s: %s", rows[i].text, error.text);
        assert_null(tree.nodes);
    }
}

/* A deep text costs no stack, and a wide one no square of its width. */
static void takes_deep_and_wide_texts(void **state)
{
    enum { MANY = 200000 };
    char *text = malloc(12 * MANY + 3);
    struct json_tree tree;
    size_t length = 0;

    (void)state;
    memset(text, '[', MANY);
    memset(text + MANY, ']', MANY);
    assert_int_equal(json_tree_read(&tree, text, 2 * MANY, NULL), TB_OK);
    assert_int_equal(tree.nodes->span, MANY);
    json_tree_release(&tree);
    assert_int_equal(json_tree_read(&tree, text, 2 * MANY - 1, NULL), TB_ERR_SYNTAX);
    text[length++] = '{';
    for (int i = 0; i < MANY; i++)
        length += (size_t)sprintf(text + length, "%s\"%06d\":0", i ? "," : "", i);
    text[length++] = '}';
    assert_int_equal(json_tree_read(&tree, text, length, NULL), TB_OK);
    assert_int_equal(tree.nodes->count, MANY);
    json_tree_release(&tree);
    free(text);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_every_kind_of_value),
        cmocka_unit_test(refuses_everything_else),
        cmocka_unit_test(takes_deep_and_wide_texts),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
