/* job_common.c - functions that the types of jobs share. */
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/error.h"
#include "lab/job.h"

bool job_is_stopped(void *context)
{
    return atomic_load(&((struct job_context *)context)->stopped);
}

int job_malformed(struct tb_error *error)
{
    return error_set(error, TB_ERR_SYNTAX, "Malformed job.");
}

int job_fill(struct job *job, const struct lab_range *range, uint64_t fingerprint, const char *head,
             const char *items, struct tb_error *error)
{
    job->fingerprint = fingerprint;
    job->first = range->first;
    job->count = range->count;
    job->head = strdup(head);
    job->items = strdup(items ? items : "");
    return job->head && job->items ? TB_OK : error_memory(error);
}

int ranges_missing(int cells, int first, int until, int batch,
                   bool (*has)(const void *context, int cell, int item), const void *context,
                   struct lab_range **ranges, int *count, struct tb_error *error)
{
    size_t capacity = 0;

    *ranges = NULL;
    *count = 0;
    for (int start = first - first % batch; start < until; start += batch)
        for (int c = 0; c < cells; c++) {
            int last = until - start > batch ? start + batch : until;

            for (int i = start > first ? start : first, end; i < last; i = end) {
                end = i + 1;
                if (has(context, c, i))
                    continue;
                while (end < last && !has(context, c, end))
                    end++;
                if (!ARRAY_RESERVE(*ranges, capacity, *count, 1)) {
                    free(*ranges);
                    *ranges = NULL;
                    return error_memory(error);
                }
                (*ranges)[(*count)++] = (struct lab_range){c, i, end - i};
            }
        }
    return TB_OK;
}
