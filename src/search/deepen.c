/*
 * deepen.c - iterative deepening by one worker. Its lines are those of the last
 * finished iteration, and of the unfinished one as far as that is better.
 */
#include "search/deepen.h"

#include <string.h>

enum { METER_PERIOD = 256 };

static void worker_report(struct worker *w)
{
    w->info.depth = w->depth;
    meter_read(&w->meter);
    if (w->index == 0)
        search_report(w->job, &w->info);
}

/* With a clock: true if another iteration is not worth its time. A proven win or draw needs none;
 * where all is lost, the search for the longest defence has limits of its own. */
static bool thought_enough(struct worker *w)
{
    const struct control *control = w->job->control;
    const struct search_line *best = &w->info.lines[0];
    uint64_t nodes = 0;

    if (control->aim_ms == 0 || w->index > 0)
        return false;
    if (best->exact)
        return best->verdict.value >= 0;
    for (int i = 0; i < w->root_count; i++)
        nodes += w->roots[i].nodes;
    time_manager_note(&w->time_manager, best->pv[0], best->score,
                      nodes ? (double)root_find(w, best->pv[0])->nodes / (double)nodes : 0);
    return control_ms(control) >= time_manager_allows(&w->time_manager, control->aim_ms);
}

static void deepen(struct worker *w)
{
    int lines = w->job->lines < w->root_count ? w->job->lines : w->root_count;

    for (int depth = 1 + (w->index & 1); depth <= w->job->depth; depth++) {
        root_consult(w);
        for (int line = 0; line < lines; line++) {
            root_search(w, depth, line);
            if (w->meter.ended) {
                lines_salvage(w, line);
                return;
            }
        }
        w->info.line_count = 0;
        lines_collect(w, lines);
        w->depth = depth;
        worker_report(w);
        if (root_nothing_left(w) || (w->job->swindles && w->valued && w->verdict.value < 0))
            return;
        if (thought_enough(w))
            return;
        if (root_lines_exact(w, lines))
            root_proved(w);
    }
}

void *worker_run(void *argument)
{
    struct worker *w = argument;

    meter_start(&w->meter, w->job->control, METER_PERIOD);
    memcpy(&w->frames[0].state, w->job->task->state, w->game->state_size);
    worker_arrive(w, &w->frames[0]);
    worker_meet(w, &w->frames[0].state);
    for (int i = 0; i < PLY_MAX + 2; i++)
        w->frames[i].killers[0] = w->frames[i].killers[1] = MOVE_NONE;
    ordering_age(&w->ordering);
    root_list(w);
    w->depth = 0;
    w->valued = false;
    w->info.line_count = 0;
    w->time_manager = (struct time_manager){0};
    deepen(w);
    meter_read(&w->meter);
    return NULL;
}
