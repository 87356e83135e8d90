/* interrupt.c - catching signals. */
#include "cli/interrupt.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

#include "core/memory.h"

static volatile sig_atomic_t interrupted, ended, resized, continued, hung_up;
static volatile sig_atomic_t reloads;  /* SIGHUP asks for a reload, */
static volatile sig_atomic_t attached; /* or says that this terminal is gone */
static struct engine *_Atomic thinking;

static void on_signal(int number)
{
    if (number == SIGWINCH) {
        resized = 1;
    } else if (number == SIGCONT) {
        continued = 1;
    } else if (number == SIGHUP && reloads) {
        hung_up = 1;
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

bool work_must_end(void)
{
    return interrupt_pending() || memory_lost();
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

static bool has_terminal(void)
{
    int fd = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);

    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

void interrupt_reloads(void)
{
    struct sigaction before;

    /* nohup ignores the signal: then the program outlives its terminal. */
    attached = sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN &&
               has_terminal();
    reloads = 1;
}

bool interrupt_reload(void)
{
    if (!take(&hung_up))
        return false;
    if (attached && !has_terminal()) {
        ended = 1;
        return false;
    }
    return true;
}

bool interrupt_resized(void)
{
    return take(&resized);
}

bool interrupt_continued(void)
{
    return take(&continued);
}
