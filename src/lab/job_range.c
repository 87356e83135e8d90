/* job_range.c - lists of ranges of items, as the jobs have them. */
#include <stdlib.h>

#include "core/array.h"
#include "lab/job.h"

bool range_add(struct lab_range **ranges, int *count, size_t *capacity, struct lab_range range)
{
    if (!ARRAY_RESERVE(*ranges, *capacity, *count, 1))
        return false;
    (*ranges)[(*count)++] = range;
    return true;
}
