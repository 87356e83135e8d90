/* test_names.c - players' names: which are accepted, how they are kept and compared. */
#include "test.h"

#include <string.h>

#include "server/common/name.h"
#include "server/store/store.h"

#define FAMILY "\U0001F468\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466"
#define SCOTLAND "\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F"
#define TEN(text) text text text text text text text text text text

static void cleans_names(void **state)
{
    static const struct {
        const char *text;
        enum name_fault fault;
        const char *kept; /* NULL: as it is */
    } cases[] = {
        {"", NAME_OK, NULL},
        {"Ann", NAME_OK, NULL},
        {"  Ann   Lee ", NAME_OK, "Ann Lee"},
        {"\u00a0Ann\u3000Lee\u2003", NAME_OK, "Ann Lee"},
        {"\u2800\u3000", NAME_OK, ""},
        {"E\u0301va", NAME_OK, "\u00c9va"},
        {"Nguy\u1ec5n Th\u1ecb \u00c1nh", NAME_OK, NULL},
        {"\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd", NAME_OK, /* with vowel points */
         "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd"},
        {"\u0e1b\u0e34\u0e48\u0e19", NAME_OK, NULL},
        {"\u0939\u093f\u0928\u094d\u0926\u0940", NAME_OK, NULL},
        /* Emoji */
        {"\U0001F600", NAME_OK, NULL},
        {FAMILY, NAME_OK, NULL},
        {"\U0001F44D\U0001F3FD", NAME_OK, NULL},                            /* a skin tone */
        {"\U0001F469\U0001F3FD\u200D\U0001F680", NAME_OK, NULL},            /* an astronaut */
        {"\U0001F3F3\uFE0F\u200D\U0001F308", NAME_OK, NULL},                /* a rainbow flag */
        {"\u2764\uFE0F", NAME_OK, NULL},
        {"1\uFE0F\u20E3", NAME_OK, NULL},
        {SCOTLAND, NAME_OK, NULL},
        {"\U0001F1EB\U0001F1F7", NAME_OK, NULL},
        /* Joiners that a script needs */
        {"\u0639\u0644\u06cc\u200C\u0631\u0636\u0627", NAME_OK, NULL},
        {"\u0915\u094d\u200D\u0937", NAME_OK, NULL},
        {"\u845b\U000E0100\u57ce", NAME_OK, NULL}, /* a variant of an ideograph */
        /* Hidden */
        {"a\tb", NAME_HIDDEN, ""},
        {"a\xc2\x85" "b", NAME_HIDDEN, ""},
        {"so\u00adft", NAME_HIDDEN, ""},
        {"\u3164", NAME_HIDDEN, ""},
        {"\u115f\u1160", NAME_HIDDEN, ""},
        {"\uffa0", NAME_HIDDEN, ""},
        {"a\u200bb", NAME_HIDDEN, ""},
        {"a\u200db", NAME_HIDDEN, ""},
        {"a\u200cb", NAME_HIDDEN, ""},
        {"\U0001F600\u200D", NAME_HIDDEN, ""},
        {"a\u202eb", NAME_HIDDEN, ""},
        {"a\u2066b", NAME_HIDDEN, ""},
        {"a\ufe0f", NAME_HIDDEN, ""},
        {"a\U000E0100", NAME_HIDDEN, ""},
        {"a\U000E0067\U000E007F", NAME_HIDDEN, ""},
        {"\U0001F3F4\U000E0067", NAME_HIDDEN, ""},
        {"\U0001F3F4\U000E007F", NAME_HIDDEN, ""},
        {"\u2028", NAME_HIDDEN, ""},
        {"\ue000", NAME_HIDDEN, ""},
        {"\ufffe", NAME_HIDDEN, ""},
        {"\u0378", NAME_HIDDEN, ""}, /* not assigned */
        {"\ufeffAnn", NAME_HIDDEN, ""},
        {"\u180e", NAME_HIDDEN, ""},
        /* Accents */
        {"e\u0301\u0302\u0303\u0304", NAME_OK, "\u00e9\u0302\u0303\u0304"},
        {"e\u0301\u0302\u0303\u0304\u0305", NAME_STACKED, ""},
        {"e\u0301\u0301", NAME_STACKED, ""},
        {"\u00e9\u0301", NAME_STACKED, ""},
        {"\u0301", NAME_STACKED, ""},
        {"a \u0301b", NAME_STACKED, ""},
        {"e" TEN("\u0301\u0302") "\u0301", NAME_STACKED, ""},
        /* Lengths */
        {TEN("abc"), NAME_OK, NULL},
        {TEN("abc") "d", NAME_TOO_LONG, ""},
        {TEN("e\u0301") TEN("e\u0301") TEN("e\u0301"), NAME_OK,
         TEN("\u00e9") TEN("\u00e9") TEN("\u00e9")},
        {FAMILY FAMILY FAMILY FAMILY, NAME_OK, NULL},
        {FAMILY FAMILY FAMILY FAMILY FAMILY, NAME_TOO_LONG, ""}, /* of 125 bytes */
    };
    char kept[NAME_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum name_fault fault = name_clean(cases[i].text, kept, sizeof kept);

        if (fault != cases[i].fault)
            fail_msg("\"%s\" (%zu): %d, not %d", cases[i].text, i, (int)fault,
                     (int)cases[i].fault);
        assert_string_equal(kept, cases[i].kept ? cases[i].kept : cases[i].text);
    }
}

static void folds_names(void **state)
{
    static const struct {
        const char *a, *b;
    } alike[] = {
        {"\u00c9va", "eva"},
        {"e\u0301VA", "\u00e9va"},
        {"Stra\u00dfe", "STRASSE"},
        {"\u039f\u0394\u039f\u03a3", "\u03bf\u03b4\u03bf\u03c2"}, /* with a final sigma */
        {"\u0130stanbul", "istanbul"},
        {"\u0131\u015f\u0131k", "isik"},
        {"\u0419\u043e\u0433\u0430\u043d", "\u0438\u041e\u0413\u0410\u041d"},
        {"\uff21\uff4e\uff4e", "ann"},
        {"\ufb01n", "FIN"},
        {"\ud55c", "\u1112\u1161\u11ab"},
        {"\u0130", "i\u0307"},
        {"\u2764\ufe0f", "\u2764"},
    };
    char a[FOLDED_SIZE], b[FOLDED_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
        name_fold(alike[i].a, a);
        name_fold(alike[i].b, b);
        assert_string_equal(a, b);
        name_fold(a, b); /* what is folded stays as it is */
        assert_string_equal(a, b);
    }
    name_fold("Ann O'Hara %_\\ 7", a);
    assert_string_equal(a, "ann o'hara %_\\ 7");
    name_fold("\u0301\u200d", a);
    assert_string_equal(a, "");
    name_fold("a\xff", a); /* not UTF-8 */
    assert_string_equal(a, "a\ufffd");
    name_fold(TEN(TEN("\ufdfa")), a); /* each is eighteen characters */
    assert_in_range(strlen(a), FOLDED_SIZE - 5, FOLDED_SIZE - 1);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cleans_names),
        cmocka_unit_test(folds_names),
    };

    return test_main(argc, argv, tests, (int)(sizeof tests / sizeof *tests));
}
