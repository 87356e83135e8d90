/*
 * catalog.c - looking up translations in compiled gettext catalogues, and their plural rules.
 *
 * A .mo file is a sorted table of texts, so a binary search needs no further data. The header
 * (the translation of the empty text) has the plural rule as a C expression of n, and our own
 * line with the CLDR name of each of its values:
 *
 *     Plural-Forms: nplurals=2; plural=n > 1;
 *     X-Plural-Categories: one other
 */
#include "core/catalog.h"

#include <stdint.h>
#include <string.h>

enum { MO_MAGIC = 0x950412de, CATEGORY_LENGTH = 8, TAG_LENGTH = 32 };

static uint32_t word_at(const struct catalog *catalog, size_t offset)
{
    const unsigned char *at = catalog->data + offset;

    if (offset > catalog->size || catalog->size - offset < 4)
        return 0;
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* The text that a row of a table points to; NULL if it is not within the data. */
static const char *text_at(const struct catalog *catalog, size_t table, uint32_t row)
{
    size_t length = word_at(catalog, table + 8 * (size_t)row);
    size_t offset = word_at(catalog, table + 8 * (size_t)row + 4);

    if (offset >= catalog->size || length >= catalog->size - offset ||
        catalog->data[offset + length] != '\0')
        return NULL;
    return (const char *)catalog->data + offset;
}

/* Compares context, the separator and the text with a key, as strcmp() would. */
static int compare_key(const char *context, const char *text, const char *key)
{
    for (; context && *context; context++, key++)
        if (*context != *key)
            return (unsigned char)*context - (unsigned char)*key;
    if (context && *key++ != '\004')
        return '\004' - (unsigned char)key[-1];
    return strcmp(text, key);
}

const char *catalog_find(const struct catalog *catalog, const char *context, const char *text)
{
    if (!catalog || word_at(catalog, 0) != MO_MAGIC)
        return NULL;
    uint32_t low = 0, high = word_at(catalog, 8);
    size_t keys = word_at(catalog, 12), texts = word_at(catalog, 16);

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const char *key = text_at(catalog, keys, middle);
        int order = key ? compare_key(context, text, key) : 0;

        if (!key)
            return NULL;
        if (order == 0)
            return text_at(catalog, texts, middle);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const struct catalog *catalog_for(const char *tag)
{
    char wanted[TAG_LENGTH];
    size_t length = 0;

    if (!tag)
        return NULL;
    for (; tag[length] && length < TAG_LENGTH - 1; length++)
        wanted[length] = tag[length] == '_' ? '-' : tag[length];
    wanted[length] = '\0';
    for (char *end = wanted + length; end; end = strrchr(wanted, '-')) {
        *end = '\0';
        for (const struct catalog *one = catalogs(); one->tag; one++)
            if (strcmp(one->tag, wanted) == 0)
                return one;
    }
    return NULL;
}

/* ---- Plural rules -------------------------------------------------------------------- */

/* A recursive descent over the C expressions that gettext allows, evaluated as it goes. A rule
 * with a mistake in it yields some number; nothing else can happen. */
struct rule {
    const char *at;
    unsigned long long n;
    int depth;
};

static unsigned long long choice(struct rule *rule);

static bool takes(struct rule *rule, const char *sign)
{
    size_t length = strlen(sign);

    rule->at += strspn(rule->at, " \t");
    if (strncmp(rule->at, sign, length) != 0)
        return false;
    rule->at += length;
    return true;
}

static unsigned long long operand(struct rule *rule)
{
    unsigned long long value = 0;

    if (takes(rule, "!"))
        return rule->depth-- > 0 ? !operand(rule) : 0;
    if (takes(rule, "(")) {
        value = rule->depth-- > 0 ? choice(rule) : 0;
        takes(rule, ")");
        return value;
    }
    if (takes(rule, "n"))
        return rule->n;
    while (*rule->at >= '0' && *rule->at <= '9')
        value = value * 10 + (unsigned long long)(*rule->at++ - '0');
    return value;
}

static unsigned long long product(struct rule *rule)
{
    unsigned long long value = operand(rule);

    while (takes(rule, "%")) {
        unsigned long long divisor = operand(rule);

        value = divisor ? value % divisor : 0;
    }
    return value;
}

static unsigned long long comparison(struct rule *rule)
{
    unsigned long long left = product(rule);

    if (takes(rule, "=="))
        return left == product(rule);
    if (takes(rule, "!="))
        return left != product(rule);
    if (takes(rule, "<="))
        return left <= product(rule);
    if (takes(rule, ">="))
        return left >= product(rule);
    if (takes(rule, "<"))
        return left < product(rule);
    if (takes(rule, ">"))
        return left > product(rule);
    return left;
}

static unsigned long long conjunction(struct rule *rule)
{
    unsigned long long value = comparison(rule);

    while (takes(rule, "&&")) {
        unsigned long long right = comparison(rule);

        value = value && right;
    }
    return value;
}

static unsigned long long choice(struct rule *rule)
{
    unsigned long long value = conjunction(rule);

    while (takes(rule, "||")) {
        unsigned long long right = conjunction(rule);

        value = value || right;
    }
    if (!takes(rule, "?"))
        return value;
    unsigned long long yes = choice(rule), no = takes(rule, ":") ? choice(rule) : 0;

    return value ? yes : no;
}

/* The categories that CLDR has, so that the name found in a header has static lifetime. */
static const char *category_named(const char *name, size_t length)
{
    static const char *const names[] = {"zero", "one", "two", "few", "many"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0)
            return names[i];
    return "other";
}

const char *catalog_plural(const struct catalog *catalog, long long number)
{
    const char *header = catalog_find(catalog, NULL, "");
    const char *forms = header ? strstr(header, "plural=n") : NULL;
    const char *names = header ? strstr(header, "X-Plural-Categories:") : NULL;
    unsigned long long n =
        number < 0 ? 0ULL - (unsigned long long)number : (unsigned long long)number;

    forms = header && !forms ? strstr(header, "plural=(") : forms;
    if (!forms || !names)
        return n == 1 ? "one" : "other";
    struct rule rule = {forms + strlen("plural="), n, 32};
    unsigned long long index = choice(&rule);

    names += strlen("X-Plural-Categories:");
    for (;; index--) {
        names += strspn(names, " ");
        size_t length = strcspn(names, " \n");

        if (length == 0 || index == 0)
            return category_named(names, length);
        names += length;
    }
}
