/* interrupt.c - catching signals. */
#include "cli/interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static volatile sig_atomic_t interrupted, ended, resized, continued;
static struct engine *_Atomic thinking;

static void on_signal(int number)
{
    if (number == SIGWINCH) {
        resized = 1;
    } else if (number == SIGCONT) {
        continued = 1;
    } else {
        struct engine *engine = atomic_load(&thinking);

        if (number == SIGINT)
            interrupted = 1;
        else
            ended = 1;
        if (engine)
            engine_stop(engine);
    }
}

void interrupt_catch(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT};
    struct sigaction action = {.sa_handler = on_signal};

    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
}

bool interrupt_pending(void)
{
    return interrupted || ended;
}

void interrupt_stops(struct engine *engine)
{
    atomic_store(&thinking, engine);
    if (engine && interrupt_pending())
        engine_stop(engine); /* it came just before */
}

void interrupt_forget(void)
{
    interrupted = 0;
}

/* Reads and clears a flag. */
static bool take(volatile sig_atomic_t *flag)
{
    bool set = *flag;

    *flag = 0;
    return set;
}

bool interrupt_resized(void)
{
    return take(&resized);
}

bool interrupt_continued(void)
{
    return take(&continued);
}
