/*
 * name.c - see name.h.
 *
 * Characters that are not shown are accepted only where a writing system needs them: the joiners of
 * emoji, Arabic and Indic scripts (UAX #31, 2.3), the selectors of variants behind a character that
 * has variants, the tags of flags. The limit on accents is that of UTS #39, 5.4.
 */
#include "server/common/name.h"

#include <stdbool.h>
#include <string.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/ustring.h>

enum {
    UNITS = 4096, /* of UTF-16: no name's decomposition is longer */
    NON_JOINER = 0x200c,
    JOINER = 0x200d,
    TEXT_STYLE = 0xfe0e,
    EMOJI_STYLE = 0xfe0f,
    BLACK_FLAG = 0x1f3f4,
    TAG_FIRST = 0xe0020,
    TAG_END = 0xe007f,
    BRAILLE_BLANK = 0x2800,
    VIRAMA = 9, /* a combining class */
};

/* ---- Characters that do not show --------------------------------------------------- */

/* A name as code points; one beyond either end is 0. */
struct points {
    UChar32 at[UNITS];
    int count;
};

static UChar32 point(const struct points *points, int i)
{
    return i >= 0 && i < points->count ? points->at[i] : 0;
}

static bool is_emoji(UChar32 c)
{
    return u_hasBinaryProperty(c, UCHAR_EXTENDED_PICTOGRAPHIC);
}

/* True if a joiner between i - 1 and i + 1 makes one emoji of two. */
static bool joins_emoji(const struct points *points, int i)
{
    int before = i - 1;

    while (point(points, before) == EMOJI_STYLE ||
           u_hasBinaryProperty(point(points, before), UCHAR_EMOJI_MODIFIER))
        before--;
    return is_emoji(point(points, before)) && is_emoji(point(points, i + 1));
}

static UJoiningType joining_type(UChar32 c)
{
    return (UJoiningType)u_getIntPropertyValue(c, UCHAR_JOINING_TYPE);
}

/* True if the letters around i would be joined without it, as in Persian. */
static bool parts_letters(const struct points *points, int i)
{
    int before = i - 1, after = i + 1;

    while (joining_type(point(points, before)) == U_JT_TRANSPARENT)
        before--;
    while (joining_type(point(points, after)) == U_JT_TRANSPARENT)
        after++;
    UJoiningType left = joining_type(point(points, before)),
                 right = joining_type(point(points, after));

    return (left == U_JT_LEFT_JOINING || left == U_JT_DUAL_JOINING) &&
           (right == U_JT_RIGHT_JOINING || right == U_JT_DUAL_JOINING);
}

static bool is_tag(UChar32 c)
{
    return c >= TAG_FIRST && c <= TAG_END;
}

/* True for a tag of a flag: a black flag, tags, and the tag that ends them. */
static bool tags_flag(const struct points *points, int i)
{
    int first = i;

    while (is_tag(point(points, first - 1)) && point(points, first - 1) != TAG_END)
        first--;
    if (point(points, first - 1) != BLACK_FLAG)
        return false;
    return point(points, i) == TAG_END ? first < i : is_tag(point(points, i + 1));
}

/* True if a selector at i follows a character that has such variants. */
static bool selects_variant(const struct points *points, int i)
{
    UChar32 c = point(points, i), before = point(points, i - 1);
    UErrorCode status = U_ZERO_ERROR;

    if (c == TEXT_STYLE || c == EMOJI_STYLE)
        return u_hasBinaryProperty(before, UCHAR_EMOJI);
    if (c >= 0x180b && c <= 0x180f)
        return u_isalpha(before) && uscript_getScript(before, &status) == USCRIPT_MONGOLIAN;
    return u_hasBinaryProperty(before, UCHAR_IDEOGRAPHIC);
}

static bool is_hidden(const struct points *points, int i)
{
    UChar32 c = point(points, i);
    bool after_virama = u_getCombiningClass(point(points, i - 1)) == VIRAMA;

    if (c == JOINER)
        return !after_virama && !joins_emoji(points, i);
    if (c == NON_JOINER)
        return !after_virama && !parts_letters(points, i);
    if (u_hasBinaryProperty(c, UCHAR_VARIATION_SELECTOR))
        return !selects_variant(points, i);
    if (is_tag(c))
        return !tags_flag(points, i);
    if (u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT))
        return true;
    switch (u_charType(c)) {
    case U_CONTROL_CHAR:
    case U_SURROGATE:
    case U_PRIVATE_USE_CHAR:
    case U_LINE_SEPARATOR:
    case U_PARAGRAPH_SEPARATOR:
        return true;
    case U_FORMAT_CHAR:
        return !u_hasBinaryProperty(c, UCHAR_PREPENDED_CONCATENATION_MARK);
    case U_UNASSIGNED:
        return !is_emoji(c); /* places kept for emoji may have been filled since */
    default:
        return false;
    }
}

/* ---- Names that are accepted ------------------------------------------------------- */

/* Code points, with plain spaces, one at a time and none at either end. */
static void read_points(const UChar *text, int length, struct points *points)
{
    bool space = false;

    points->count = 0;
    for (int i = 0; i < length;) {
        UChar32 c;

        U16_NEXT(text, i, length, c);
        if (u_charType(c) == U_SPACE_SEPARATOR || c == BRAILLE_BLANK) {
            space = points->count > 0;
            continue;
        }
        if (space)
            points->at[points->count++] = ' ';
        space = false;
        points->at[points->count++] = c;
    }
}

static bool is_mark(UChar32 c)
{
    return (U_GET_GC_MASK(c) & U_GC_M_MASK) != 0;
}

/* True if accents are stacked up, or stand on nothing. The text is decomposed (NFD). */
static bool is_stacked(const UChar *text, int length)
{
    UChar32 before = ' ';
    int marks = 0;

    for (int i = 0; i < length;) {
        UChar32 c;

        U16_NEXT(text, i, length, c);
        if (!is_mark(c))
            marks = 0;
        else if (before == ' ' || c == before)
            return true;
        else if (u_charType(c) != U_COMBINING_SPACING_MARK && ++marks > NAME_MARKS)
            return true;
        before = c;
    }
    return false;
}

/* Characters as a reader counts them. */
static int count_characters(const UChar *text, int length)
{
    UErrorCode status = U_ZERO_ERROR;
    UBreakIterator *breaks = ubrk_open(UBRK_CHARACTER, "", text, length, &status);
    int count = 0;

    if (U_FAILURE(status))
        return length;
    while (ubrk_next(breaks) != UBRK_DONE)
        count++;
    ubrk_close(breaks);
    return count;
}

enum name_fault line_clean(const char *text, int characters, char *out, size_t size)
{
    UErrorCode status = U_ZERO_ERROR;
    UChar raw[UNITS], composed[UNITS], decomposed[UNITS];
    struct points points;
    int32_t length = 0, parts;

    *out = '\0';
    u_strFromUTF8(raw, UNITS / 4, &length, text, -1, &status);
    if (U_FAILURE(status))
        return NAME_TOO_LONG;
    read_points(raw, length, &points);
    for (int i = 0; i < points.count; i++)
        if (is_hidden(&points, i))
            return NAME_HIDDEN;
    u_strFromUTF32(raw, UNITS, &length, points.at, points.count, &status);
    parts =
        unorm2_normalize(unorm2_getNFDInstance(&status), raw, length, decomposed, UNITS, &status);
    length =
        unorm2_normalize(unorm2_getNFCInstance(&status), raw, length, composed, UNITS, &status);
    if (U_FAILURE(status))
        return NAME_TOO_LONG;
    if (is_stacked(decomposed, parts))
        return NAME_STACKED;
    if (count_characters(composed, length) > characters)
        return NAME_TOO_LONG;
    u_strToUTF8(out, (int32_t)size, NULL, composed, length, &status);
    if (U_SUCCESS(status) && status != U_STRING_NOT_TERMINATED_WARNING)
        return NAME_OK;
    *out = '\0';
    return NAME_TOO_LONG;
}

enum name_fault name_clean(const char *text, char *out, size_t size)
{
    return line_clean(text, NAME_CHARACTERS, out, size);
}

/* ---- Names as they are compared ---------------------------------------------------- */

/* Decomposes (NFKD), then leaves out accents and what does not show. The result's length. */
static int strip(const UChar *text, int length, UChar *out, UErrorCode *status)
{
    UChar parts[UNITS];
    int count =
        unorm2_normalize(unorm2_getNFKDInstance(status), text, length, parts, UNITS, status);
    int used = 0;

    if (U_FAILURE(*status))
        return 0;
    for (int i = 0; i < count;) {
        UChar32 c;

        U16_NEXT(parts, i, count, c);
        if (u_charType(c) == U_NON_SPACING_MARK ||
            u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT))
            continue;
        U16_APPEND_UNSAFE(out, used, c);
    }
    return used;
}

/* Writes as many whole characters as fit. */
static void write_cut(const UChar *text, int length, char out[FOLDED_SIZE])
{
    int used = 0;

    for (int i = 0; i < length;) {
        UChar32 c;

        U16_NEXT(text, i, length, c);
        if (used + U8_LENGTH(c) >= FOLDED_SIZE)
            break;
        U8_APPEND_UNSAFE(out, used, c);
    }
    out[used] = '\0';
}

/* Upper case comes before folding so that letters whose capitals are alike are alike, too: i and
 * the Turkish i without a dot. The page does the same (web/js/views/games.js). */
void name_fold(const char *name, char out[FOLDED_SIZE])
{
    UErrorCode status = U_ZERO_ERROR;
    UChar a[UNITS], b[UNITS];
    int32_t length = 0;

    *out = '\0';
    u_strFromUTF8WithSub(a, UNITS / 8, &length, name, -1, 0xfffd, NULL, &status);
    length = strip(a, length, b, &status);
    length = u_strToUpper(a, UNITS, b, length, "", &status);
    length = u_strFoldCase(b, UNITS, a, length, U_FOLD_CASE_DEFAULT, &status);
    length = strip(b, length, a, &status);
    length = unorm2_normalize(unorm2_getNFCInstance(&status), a, length, b, UNITS, &status);
    if (U_SUCCESS(status))
        write_cut(b, length, out);
}
