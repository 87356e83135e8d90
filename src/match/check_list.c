/* check_list.c - the checks of each protocol. */
#include "match/check.h"

const struct check_protocol *check_protocol_of(const struct contestant_spec *spec)
{
    return spec->class == &qtp_contestant ? &qtp_protocol : &ugi_protocol;
}
