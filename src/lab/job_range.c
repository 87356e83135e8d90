/* job_range.c - lists of ranges of items, as the jobs have them. */
#include <stdlib.h>

#include "lab/job.h"

bool range_add(struct lab_range **ranges, int *count, int *capacity, struct lab_range range)
{
    if (*count == *capacity) {
        int more = *capacity ? 2 * *capacity : 256;
        struct lab_range *list = realloc(*ranges, (size_t)more * sizeof *list);

        if (!list)
            return false;
        *ranges = list;
        *capacity = more;
    }
    (*ranges)[(*count)++] = range;
    return true;
}
