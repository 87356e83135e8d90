/* report.c - progress of a search, for its caller. */
#include "search/searcher.h"

void search_report(const struct job *job, struct search_info *info)
{
    int lines = info->line_count, wanted = job->task->lines > 1 ? job->task->lines : 1;

    info->nodes = atomic_load_explicit(&job->control->nodes, memory_order_relaxed);
    info->ms = control_ms(job->control);
    if (!job->task->report)
        return;
    info->line_count = lines < wanted ? lines : wanted;
    job->task->report(job->task->context, info);
    info->line_count = lines;
}
