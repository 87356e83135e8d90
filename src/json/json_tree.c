/*
 * json_tree.c - see json_tree.h.
 *
 * Strings are unescaped in a copy of the text, where each ends at or before its closing quotation
 * mark. Open lists and objects form a chain through their nodes: while one is open, its span is the
 * distance to the one around it. The parser does not recurse, so deep nesting costs no stack.
 */
#include "json/json_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/error.h"
#include "core/text.h"

struct parser {
    struct json_tree *tree;
    char *at, *end; /* in the tree's text; *end is 0 */
    size_t open;    /* index of the innermost open list or object */
    bool inside;    /* `open` is valid; false at the root */
    const char *fault;
    bool memory; /* an allocation has failed */
};

static bool fail(struct parser *parser, const char *fault)
{
    if (!parser->fault)
        parser->fault = parser->at == parser->end ? N_("the text ends too early") : fault;
    return false;
}

static void skip_space(struct parser *parser)
{
    parser->at += strspn(parser->at, " \t\r\n");
}

/* ---- Strings ------------------------------------------------------------------------- */

/* Returns the value of four hexadecimal digits; -1 if a character is not one. */
static long hex4(const char *digits)
{
    static const char all[] = "0123456789abcdefABCDEF";
    long code = 0;

    for (int i = 0; i < 4; i++) {
        const char *digit = digits[i] ? strchr(all, digits[i]) : NULL;

        if (!digit)
            return -1;
        code = code * 16 + (digit - all < 16 ? digit - all : digit - all - 6);
    }
    return code;
}

static char *put_utf8(char *out, long code)
{
    if (code < 0x80) {
        *out++ = (char)code;
        return out;
    }
    if (code < 0x800) {
        *out++ = (char)(0xc0 | code >> 6);
    } else {
        if (code < 0x10000) {
            *out++ = (char)(0xe0 | code >> 12);
        } else {
            *out++ = (char)(0xf0 | code >> 18);
            *out++ = (char)(0x80 | (code >> 12 & 0x3f));
        }
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
    }
    *out++ = (char)(0x80 | (code & 0x3f));
    return out;
}

/* Reads \uXXXX, or a surrogate pair of them, from after the first backslash. */
static bool unescape_unicode(struct parser *parser, char **out)
{
    long code = hex4(parser->at + 1);

    if (code >= 0xd800 && code < 0xdc00 && parser->at[5] == '\\' && parser->at[6] == 'u') {
        long low = hex4(parser->at + 7);

        if (low < 0xdc00 || low > 0xdfff)
            return false;
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        parser->at += 6;
    }
    if (code <= 0 || (code >= 0xd800 && code <= 0xdfff))
        return false;
    *out = put_utf8(*out, code);
    parser->at += 5;
    return true;
}

static bool unescape(struct parser *parser, char **out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";

    parser->at++;
    if (*parser->at == 'u')
        return unescape_unicode(parser, out);
    const char *which = *parser->at ? strchr(from, *parser->at) : NULL;

    if (!which)
        return false;
    *(*out)++ = to[which - from];
    parser->at++;
    return true;
}

static bool read_string(struct parser *parser, const char **string)
{
    char *out = ++parser->at;

    *string = out;
    while (*parser->at != '"') {
        bool good = true;

        if (*parser->at == '\\')
            good = unescape(parser, &out);
        else if ((unsigned char)*parser->at >= ' ')
            *out++ = *parser->at++;
        else
            good = false;
        if (!good)
            return fail(parser, N_("a string has a character that is not allowed"));
    }
    parser->at++;
    *out = '\0';
    return true;
}

/* ---- Numbers ------------------------------------------------------------------------- */

/* Reads the digits after the decimal point and the exponent. The number is *mantissa, an integer,
 * times 10 to the power of *exponent; the locale does not matter. */
static bool read_fraction(struct parser *parser, double *mantissa, int *exponent)
{
    if (*parser->at == '.') {
        if (parser->at[1] < '0' || parser->at[1] > '9')
            return false;
        for (parser->at++; *parser->at >= '0' && *parser->at <= '9'; parser->at++) {
            if (*mantissa >= 1e15)
                continue; /* further digits change nothing */
            *mantissa = *mantissa * 10 + (*parser->at - '0');
            --*exponent;
        }
    }
    if (*parser->at == 'e' || *parser->at == 'E') {
        bool negative = parser->at[1] == '-';
        int power = 0;

        parser->at += parser->at[1] == '-' || parser->at[1] == '+' ? 2 : 1;
        if (*parser->at < '0' || *parser->at > '9')
            return false;
        for (; *parser->at >= '0' && *parser->at <= '9'; parser->at++)
            if (power < 10000)
                power = power * 10 + (*parser->at - '0');
        *exponent += negative ? -power : power;
    }
    return true;
}

static bool bad_number(struct parser *parser)
{
    parser->fault = N_("a number cannot be read");
    return false;
}

static bool read_number(struct parser *parser, struct json_node *node)
{
    bool negative = *parser->at == '-', whole = true;
    const char *first = parser->at += negative;
    uint64_t digits = 0;
    double mantissa = 0;
    int exponent = 0;

    for (; *parser->at >= '0' && *parser->at <= '9'; parser->at++) {
        unsigned digit = (unsigned)(*parser->at - '0');

        whole = whole && digits <= ((uint64_t)INT64_MAX - digit) / 10;
        digits = whole ? digits * 10 + digit : digits;
        mantissa = mantissa * 10 + digit;
    }
    const char *point = parser->at;

    if (point == first || (*first == '0' && point > first + 1) ||
        !read_fraction(parser, &mantissa, &exponent))
        return bad_number(parser);
    node->type = parser->at == point ? NODE_INTEGER : NODE_REAL;
    if (node->type == NODE_INTEGER) {
        node->value.integer = negative ? -(int64_t)digits : (int64_t)digits;
        return whole || bad_number(parser);
    }
    mantissa = exponent < 0 ? mantissa / pow(10, -exponent) : mantissa * pow(10, exponent);
    node->value.real = negative ? -mantissa : mantissa;
    return isfinite(mantissa) || bad_number(parser);
}

/* ---- Values -------------------------------------------------------------------------- */

static bool read_word(struct parser *parser, struct json_node *node)
{
    static const char *const words[] = {
        [NODE_NULL] = "null", [NODE_FALSE] = "false", [NODE_TRUE] = "true"};

    for (int i = NODE_NULL; i <= NODE_TRUE; i++) {
        size_t length = strlen(words[i]);

        if (strncmp(parser->at, words[i], length) == 0) {
            node->type = (enum node_type)i;
            parser->at += length;
            return true;
        }
    }
    return fail(parser, N_("a value is missing"));
}

/* Reads a value into a new node; of a list or an object only the opening bracket. */
static bool read_value(struct parser *parser, const char *key)
{
    struct json_tree *tree = parser->tree;

    if (!ARRAY_RESERVE(tree->nodes, tree->capacity, tree->count, 1)) {
        parser->memory = true;
        return false;
    }
    struct json_node *node = &tree->nodes[tree->count];

    *node = (struct json_node){.key = key, .span = 1};
    if (parser->inside)
        tree->nodes[parser->open].count++;
    tree->count++;
    switch (*parser->at) {
    case '"':
        node->type = NODE_STRING;
        return read_string(parser, &node->value.string);
    case '[':
    case '{':
        node->type = *parser->at++ == '[' ? NODE_LIST : NODE_OBJECT;
        node->span = parser->inside ? tree->count - 1 - parser->open : 0;
        parser->open = tree->count - 1;
        parser->inside = true;
        return true;
    default:
        return *parser->at == '-' || (*parser->at >= '0' && *parser->at <= '9')
                   ? read_number(parser, node)
                   : read_word(parser, node);
    }
}

static bool read_key(struct parser *parser, const char **key)
{
    if (*parser->at != '"')
        return fail(parser, N_("a key is missing"));
    if (!read_string(parser, key))
        return false;
    skip_space(parser);
    if (*parser->at != ':')
        return fail(parser, N_("a colon is missing"));
    parser->at++;
    skip_space(parser);
    return true;
}

static int compare_keys(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Fails if two members have the same key. */
static bool check_keys(struct parser *parser, const struct json_node *object)
{
    const char **keys = object->count > 1 ? malloc(object->count * sizeof *keys) : NULL;
    size_t count = 0;
    bool different = true;

    if (object->count < 2)
        return true;
    if (!keys) {
        parser->memory = true;
        return false;
    }
    NODE_EACH(object, member)
        keys[count++] = member->key;
    qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 1; i < count; i++)
        different = different && strcmp(keys[i - 1], keys[i]) != 0;
    free(keys);
    return different || fail(parser, N_("a key is given twice"));
}

/* Closes the innermost list or object. */
static bool close_innermost(struct parser *parser)
{
    struct json_node *node = &parser->tree->nodes[parser->open];
    size_t distance = node->span;

    parser->inside = distance > 0;
    node->span = (size_t)(&parser->tree->nodes[parser->tree->count] - node);
    if (node->type == NODE_OBJECT && !check_keys(parser, node))
        return false;
    parser->open -= distance;
    parser->at++;
    return true;
}

/* Reads members until the root is closed. */
static bool read_members(struct parser *parser)
{
    while (parser->inside) {
        struct json_node *node = &parser->tree->nodes[parser->open];
        const char *key = NULL;
        bool object = node->type == NODE_OBJECT, first = node->count == 0;

        skip_space(parser);
        if (*parser->at == (object ? '}' : ']')) {
            if (!close_innermost(parser))
                return false;
            continue;
        }
        if (!first && *parser->at != ',')
            return fail(parser, N_("a comma or a closing bracket is missing"));
        parser->at += !first;
        skip_space(parser);
        if ((object && !read_key(parser, &key)) || !read_value(parser, key))
            return false;
    }
    return true;
}

/* ---- The tree ------------------------------------------------------------------------ */

static int bad_json(const struct parser *parser, struct tb_error *error)
{
    int column = 1;

    for (const char *at = parser->tree->text; at < parser->at; at++)
        column = *at == '\n' ? 1 : column + ((*at & 0xc0) != 0x80);
    return error_set(error, TB_ERR_SYNTAX,
                     "This is not a JSON record: {problem} (column {column}).",
                     arg_term("problem", parser->fault), arg_count("column", column));
}

int json_tree_read(struct json_tree *tree, const char *text, size_t length, struct tb_error *error)
{
    struct parser parser = {.tree = tree};

    *tree = (struct json_tree){.text = malloc(length + 1)};
    if (!tree->text)
        return error_memory(error);
    memcpy(tree->text, text, length);
    tree->text[length] = '\0';
    parser.at = tree->text;
    parser.end = tree->text + length;
    skip_space(&parser);
    bool read = text_is_utf8(tree->text, length)
                    ? read_value(&parser, NULL) && read_members(&parser)
                    : fail(&parser, N_("a string has a character that is not allowed"));

    if (read) {
        skip_space(&parser);
        if (parser.at == parser.end)
            return TB_OK;
        fail(&parser, N_("there is more than one value"));
    }
    int code = parser.memory ? error_memory(error) : bad_json(&parser, error);

    json_tree_release(tree);
    return code;
}

void json_tree_release(struct json_tree *tree)
{
    free(tree->nodes);
    free(tree->text);
    *tree = (struct json_tree){0};
}

const struct json_node *node_first(const struct json_node *parent)
{
    return parent && parent->count ? parent + 1 : NULL;
}

const struct json_node *node_next(const struct json_node *parent, const struct json_node *member)
{
    const struct json_node *next = member + member->span;

    return next < parent + parent->span ? next : NULL;
}

const struct json_node *node_get(const struct json_node *object, const char *key)
{
    if (!node_is(object, NODE_OBJECT))
        return NULL;
    NODE_EACH(object, member)
        if (strcmp(member->key, key) == 0)
            return member;
    return NULL;
}
