/* clock.c - time and the other limits of a search. */
#include "core/clock.h"
#include "search/searcher.h"

void control_start(struct control *control, const struct search_limits *limits,
                   const struct search_task *task, const atomic_bool *stop)
{
    int64_t start = clock_us();

    control->stop = stop;
    control->stopped = task->stopped;
    control->context = task->context;
    control->node_limit = limits->nodes ? limits->nodes : UINT64_MAX;
    control->start_us = start;
    control->deadline_us = limits->time_ms > 0 && limits->time_ms < INT64_MAX / 2000
                               ? start + limits->time_ms * 1000
                               : INT64_MAX;
    control->aim_ms = limits->aim_ms;
    atomic_init(&control->ended, false);
    atomic_init(&control->nodes, 0);
}

void control_branch(struct control *control, const struct control *from, uint64_t nodes)
{
    uint64_t left = control_left(from);

    control->stop = from->stop;
    control->stopped = from->stopped;
    control->context = from->context;
    control->node_limit = nodes < left ? nodes : left;
    control->start_us = from->start_us;
    control->deadline_us = from->deadline_us;
    control->aim_ms = from->aim_ms;
    atomic_init(&control->ended, false);
    atomic_init(&control->nodes, 0);
}

int64_t control_ms(const struct control *control)
{
    return (clock_us() - control->start_us) / 1000;
}

bool control_ended(struct control *control)
{
    if (control_left(control) == 0 || atomic_load_explicit(control->stop, memory_order_relaxed) ||
        (control->stopped && control->stopped(control->context)) ||
        (control->deadline_us != INT64_MAX && clock_us() >= control->deadline_us))
        atomic_store_explicit(&control->ended, true, memory_order_relaxed);
    return atomic_load_explicit(&control->ended, memory_order_relaxed);
}

uint64_t control_left(const struct control *control)
{
    uint64_t nodes = atomic_load_explicit(&control->nodes, memory_order_relaxed);

    return nodes < control->node_limit ? control->node_limit - nodes : 0;
}

void control_count(struct control *control, uint64_t nodes)
{
    atomic_fetch_add_explicit(&control->nodes, nodes, memory_order_relaxed);
}

void meter_start(struct meter *meter, struct control *control, uint32_t period)
{
    *meter = (struct meter){.control = control, .period = period, .cap = UINT64_MAX};
}

void meter_read(struct meter *meter)
{
    struct control *control = meter->control;

    control_count(control, meter->fresh);
    meter->handed += meter->fresh;
    meter->fresh = 0;
    meter->ended = control_ended(control) ||
                   atomic_load_explicit(&control->nodes, memory_order_relaxed) >= meter->cap;
    uint64_t left = control_left(control);

    meter->quota = left < meter->period ? (uint32_t)left : meter->period;
}
