/* check_list.c - the checks of each protocol. */
#include "match/check.h"

const struct check *check_list(const struct contestant_spec *spec)
{
    return spec->class == &qtp_contestant ? qtp_checks : ugi_checks;
}
