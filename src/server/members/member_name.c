/* member_name.c - see member_name.h. The spoof checker of ICU does the work. */
#include "server/members/member_name.h"

#include <string.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

#include "server/common/name.h"
#include "server/common/secret.h"

enum { UNITS = 512 }; /* of UTF-16: a skeleton may be longer than its name */

static const char *const ours = "tablier"; /* the names of the computer's levels begin so */

/* Made once, for the loop; NULL if ICU lacks its data. */
static USpoofChecker *checker(void)
{
    static USpoofChecker *made;
    UErrorCode status = U_ZERO_ERROR;

    if (made)
        return made;
    USpoofChecker *new = uspoof_open(&status);
    USet *allowed = U_SUCCESS(status)
                        ? uset_cloneAsThawed(uspoof_getRecommendedSet(&status))
                        : NULL;

    if (allowed) {
        uset_add(allowed, '-');
        uset_add(allowed, '.');
        uspoof_setAllowedChars(new, allowed, &status);
    }
    uset_close(allowed);
    uspoof_setRestrictionLevel(new, USPOOF_HIGHLY_RESTRICTIVE);
    uspoof_setChecks(new,
                     USPOOF_RESTRICTION_LEVEL | USPOOF_INVISIBLE | USPOOF_MIXED_NUMBERS |
                         USPOOF_HIDDEN_OVERLAY | USPOOF_CHAR_LIMIT,
                     &status);
    if (U_SUCCESS(status))
        made = new;
    else
        uspoof_close(new);
    return made;
}

/* A name's skeleton in UTF-8; of the name without case if `folded`. */
static bool skeleton_of(const char *name, bool folded, char *out, size_t size)
{
    UErrorCode status = U_ZERO_ERROR;
    UChar text[UNITS], other[UNITS];
    int32_t length = 0;

    u_strFromUTF8(text, UNITS, &length, name, -1, &status);
    if (folded)
        length = u_strFoldCase(other, UNITS, text, length, U_FOLD_CASE_DEFAULT, &status);
    length = uspoof_getSkeleton(checker(), 0, folded ? other : text, length, folded ? text : other,
                                UNITS, &status);
    u_strToUTF8(out, (int32_t)size, NULL, folded ? text : other, length, &status);
    return U_SUCCESS(status) && status != U_STRING_NOT_TERMINATED_WARNING;
}

bool name_keys_of(const char *name, struct name_keys *keys)
{
    char skeleton[3 * UNITS];

    for (int i = 0; i < NAME_KEYS; i++) {
        if (!skeleton_of(name, i == 1, skeleton, sizeof skeleton))
            return false;
        secret_hash(skeleton, keys->hash[i]);
    }
    return true;
}

bool member_name_same(const char *a, const char *b)
{
    char left[FOLDED_SIZE], right[FOLDED_SIZE];

    name_fold(a, left);
    name_fold(b, right);
    return strcmp(left, right) == 0;
}

static int count_points(const char *text)
{
    int count = 0;

    for (; *text; text++)
        count += (*text & 0xc0) != 0x80;
    return count;
}

/* True if the name looks like one of the computer's levels. */
static bool is_ours(const char *name)
{
    char skeleton[3 * UNITS], own[64];

    return !skeleton_of(name, true, skeleton, sizeof skeleton) ||
           !skeleton_of(ours, true, own, sizeof own) ||
           strncmp(skeleton, own, strlen(own)) == 0;
}

bool member_name_check(const char *text, char out[NAME_SIZE], struct name_keys *keys,
                       struct refusal *refusal)
{
    UErrorCode status = U_ZERO_ERROR;
    enum name_fault fault = name_clean(text, out, NAME_SIZE);
    int length = count_points(out);

    if (fault == NAME_TOO_LONG || (fault == NAME_OK && length > MEMBER_NAME_MOST) ||
        length < MEMBER_NAME_LEAST)
        return refuse(refusal, REFUSED_NAME, "A name has {min} to {max} characters.",
                      arg_count("min", MEMBER_NAME_LEAST), arg_count("max", MEMBER_NAME_MOST));
    if (fault != NAME_OK || !checker() ||
        uspoof_checkUTF8(checker(), out, -1, NULL, &status) != 0 || U_FAILURE(status) ||
        strchr("-._", *out) || strchr("-._", out[strlen(out) - 1]))
        return refuse(refusal, REFUSED_NAME,
                      "A name has letters of one script, digits, and - . _ between them.");
    if (is_ours(out) || !name_keys_of(out, keys))
        return refuse(refusal, REFUSED_NAME, "This name is taken, or too much like another.");
    return true;
}
