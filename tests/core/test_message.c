/*
 * test_message.c - messages: patterns, arguments, viewers, catalogues. The cases of
 * tests/messages/cases.json hold for the renderer in JavaScript as well.
 */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "core/catalog.h"
#include "core/error.h"
#include "test.h"

enum { TEXT = 1024 };

/* Builds an encoded message from a case, as jansson/message_json.c would describe it. */
static void encode_case(const json_t *object, struct text *out);

static void join(const json_t *list, char *out, size_t size)
{
    struct text text = text_into(out, size);
    size_t i;
    json_t *item;

    json_array_foreach(list, i, item)
        text_add(&text, "%s%s", i ? " " : "", json_string_value(item));
}

static unsigned mask_of(const json_t *list)
{
    unsigned mask = 0;
    size_t i;
    json_t *item;

    json_array_foreach(list, i, item) mask |= 1u << (json_integer_value(item) - 1);
    return mask;
}

static struct arg arg_of(const char *name, const json_t *value, char buffer[TEXT])
{
    const json_t *number = json_object_get(value, "number");
    struct text text = text_into(buffer, TEXT);

    if (json_is_string(value))
        return arg_text(name, json_string_value(value));
    if (json_is_integer(value))
        return arg_count(name, json_integer_value(value));
    if (number)
        return arg_number(name, json_number_value(number),
                          (int)json_integer_value(json_object_get(value, "digits")));
    if (json_object_get(value, "player"))
        return arg_player(name, (int)json_integer_value(json_object_get(value, "player")));
    if (json_object_get(value, "side"))
        return arg_side(name, mask_of(json_object_get(value, "side")));
    if (json_object_get(value, "template")) {
        encode_case(value, &text);
        return arg_message(name, buffer);
    }
    bool both = json_object_get(value, "and") != NULL;

    join(json_object_get(value, both ? "and" : "or"), buffer, TEXT);
    return both ? arg_and(name, buffer) : arg_or(name, buffer);
}

static void encode_case(const json_t *object, struct text *out)
{
    static char buffers[2][MESSAGE_ARGS_MAX][TEXT];
    static int depth;
    struct arg args[MESSAGE_ARGS_MAX + 1];
    int count = 0;
    const char *name;
    json_t *value, *given = json_object_get(object, "arguments");

    assert_true(depth < 2);
    json_object_foreach(given, name, value)
    {
        char *buffer = buffers[depth++][count];

        args[count++] = arg_of(name, value, buffer);
        depth--;
    }
    args[count] = (struct arg){.name = NULL};
    message_encode(out,
                   &(struct phrase){json_string_value(json_object_get(object, "template")), args});
}

static void cases_hold(void **state)
{
    json_t *cases = json_load_file(TESTS_DIR "/messages/cases.json", 0, NULL), *one;
    size_t i, k;

    (void)state;
    assert_non_null(cases);
    json_array_foreach(cases, i, one)
    {
        char encoded[TEXT], words[TEXT];
        const char *names[TB_PLAYERS_MAX] = {NULL};
        const char *expected = json_string_value(json_object_get(one, "expected"));
        struct tb_viewer viewer = {
            .lang = json_string_value(json_object_get(one, "lang")),
            .names = names,
            .you = (int)json_integer_value(json_object_get(one, "you")),
        };
        struct text text = text_into(encoded, sizeof encoded);
        json_t *name;

        json_array_foreach(json_object_get(one, "names"), k, name) names[k] =
            json_string_value(name);
        encode_case(one, &text);
        text = text_into(words, sizeof words);
        message_render_encoded(&text, encoded, &viewer);
        assert_string_equal(words, expected);
        assert_int_equal(text.used, strlen(expected));
        /* Whatever room there is, nothing is written beyond it. */
        for (size_t size = 0; size <= strlen(expected); size++) {
            memset(words, 'x', sizeof words);
            text = text_into(words, size);
            message_render_encoded(&text, encoded, &viewer);
            assert_int_equal(words[size], 'x');
        }
    }
    json_decref(cases);
}

/* Arguments cannot break out of their place, and nested messages are bounded. */
static void arguments_are_harmless(void **state)
{
    char encoded[4096], words[4096];
    struct text text = text_into(encoded, sizeof encoded);

    (void)state;
    message_encode(&text, MESSAGE("<{a}> <{b}>",
                                  arg_text("a", "x\x1f"
                                                "b=tevil\x02\x03"),
                                  arg_text("b", "{a} '{' # ''")));
    text = text_into(words, sizeof words);
    message_render_encoded(&text, encoded, NULL);
    assert_string_equal(words, "<x?b=tevil?"
                               "?> <{a} '{' # ''>");
    strcpy(encoded, "end");
    for (int i = 0; i < 40; i++) {
        char inner[4096];

        strcpy(inner, encoded);
        text = text_into(encoded, 2000);
        message_encode(&text, MESSAGE("({m})", arg_message("m", inner)));
    }
    text = text_into(words, sizeof words);
    message_render_encoded(&text, encoded, NULL);
    assert_true(test_starts_with(words, "(((("));
}

/* A damaged catalogue translates nothing, and is never read outside its bytes. */
static void damaged_catalogues_are_harmless(void **state)
{
    const struct catalog *french = catalog_for("fr");
    unsigned char *copy = malloc(french->size);

    (void)state;
    for (size_t size = 0; size < french->size; size += 97) {
        unsigned char *part = malloc(size ? size : 1);
        struct catalog catalog = {"fr", part, size};

        memcpy(part, french->data, size);
        catalog_find(&catalog, NULL, "The game is over.");
        assert_non_null(catalog_plural(&catalog, 3));
        free(part);
    }
    for (int i = 0; i < 2000; i++) {
        struct catalog catalog = {"fr", copy, french->size};

        memcpy(copy, french->data, french->size);
        copy[(size_t)i * 7919 % 4096] ^= (unsigned char)(1 + i);
        catalog_find(&catalog, NULL, "The game is over.");
        catalog_plural(&catalog, 3);
    }
    free(copy);
}

/* Writes a catalogue that has a header alone. */
static struct catalog header_only(const char *header, unsigned char data[512])
{
    uint32_t words[] = {0x950412de, 0, 1, 28, 36, 0, 0, 0, 44, (uint32_t)strlen(header), 45};

    memset(data, 0, 512);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (int byte = 0; byte < 4; byte++)
            data[4 * i + (size_t)byte] = (unsigned char)(words[i] >> 8 * byte);
    strcpy((char *)data + 45, header);
    return (struct catalog){"pl", data, 512};
}

static void plural_rules_are_those_of_the_header(void **state)
{
    static const struct {
        long long number;
        const char *category;
    } polish[] = {{0, "many"},  {1, "one"},  {2, "few"},   {4, "few"},    {5, "many"},
                  {12, "many"}, {22, "few"}, {25, "many"}, {112, "many"}, {-1, "one"}};
    unsigned char data[512];
    struct catalog catalog = header_only(
        "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || "
        "n%100>=20) ? 1 : 2);\nX-Plural-Categories: one few many\n",
        data);

    (void)state;
    for (size_t i = 0; i < sizeof polish / sizeof *polish; i++)
        assert_string_equal(catalog_plural(&catalog, polish[i].number), polish[i].category);
    assert_string_equal(catalog_plural(catalog_for("fr"), 0), "one");
    assert_string_equal(catalog_plural(catalog_for("fr"), 2), "other");
    assert_string_equal(catalog_plural(NULL, 0), "other");
    catalog = header_only("Plural-Forms: plural=((((((((((((((((((((((((((((((((((((((((((((n\n"
                          "X-Plural-Categories: one\n",
                          data);
    assert_non_null(catalog_plural(&catalog, 1)); /* nonsense is survived */
}

static void languages_are_listed(void **state)
{
    (void)state;
    assert_string_equal(tb_language_at(0), "en");
    assert_null(tb_language_at(tb_language_count()));
    assert_null(tb_language_at(-1));
    for (int i = 0; i < tb_language_count(); i++)
        assert_non_null(tb_language_name(tb_language_at(i)));
    assert_string_equal(tb_language_name("en-GB"), "English");
    assert_null(tb_language_name("xx"));
    assert_null(tb_language_name(NULL));
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(cases_hold),
        cmocka_unit_test(arguments_are_harmless),
        cmocka_unit_test(damaged_catalogues_are_harmless),
        cmocka_unit_test(plural_rules_are_those_of_the_header),
        cmocka_unit_test(languages_are_listed),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
