/*
 * helpers.c - the threads of a search (search/parallel.h) in WebAssembly.
 *
 * A browser has no threads but workers, and a worker that is busy cannot start another. So a page
 * that wants several threads creates the memory, and starts workers beforehand that instantiate the
 * same module over it, set their stack pointer to the end of a stack of their own
 * (`helper_stacks`), and call `help`, which never returns: it waits for work. Helpers share
 * everything with the instance that searches, the C library's memory included, which knows of
 * no threads: they must not allocate.
 */
#include <stdatomic.h>
#include <stdbool.h>

#include "search/parallel.h"

enum {
    HELPERS_MAX = 3,
    HELPER_STACK = 1 << 20, /* as much as the linker gives to the first thread */
};

/* A slot belongs to one helper. Who searches takes it from IDLE to POSTED and from DONE to IDLE;
 * the helper from POSTED to DONE, unless the work was taken back before it came. */
enum { IDLE, POSTED, RUNNING, DONE };

struct slot {
    _Atomic int state;
    void *(*work)(void *);
    void *item;
};

static struct slot slots[HELPERS_MAX];

/* Exported: JavaScript puts the stack pointers of the helpers to the ends of these. */
extern char helper_stacks[HELPERS_MAX][HELPER_STACK];
_Alignas(16) char helper_stacks[HELPERS_MAX][HELPER_STACK];

__attribute__((export_name("help"))) void helper_run(int index);

/* Waits until the state is no longer `state`; may return early. */
static void wait_while(struct slot *slot, int state)
{
    __builtin_wasm_memory_atomic_wait32((int *)&slot->state, state, -1);
}

static void set_state(struct slot *slot, int state)
{
    atomic_store(&slot->state, state);
    __builtin_wasm_memory_atomic_notify((int *)&slot->state, 1);
}

static bool change_state(struct slot *slot, int from, int to)
{
    return atomic_compare_exchange_strong(&slot->state, &from, to);
}

/* Lets this worker see all of the memory. V8 tells workers later than the one that grew it, some
 * of those that are just starting never, and copies beyond the old end trap; growing by nothing
 * makes it look. */
static void see_memory(void)
{
    __builtin_wasm_memory_grow(0, 0);
}

void helper_run(int index)
{
    struct slot *slot = &slots[index];

    for (;;) {
        int state = atomic_load(&slot->state);

        if (state == POSTED && change_state(slot, POSTED, RUNNING)) {
            see_memory();
            slot->work(slot->item);
            set_state(slot, DONE);
        } else if (state != POSTED) {
            wait_while(slot, state);
        }
    }
}

void parallel_start(struct parallel *parallel, void *(*work)(void *item), void *items, size_t size,
                    int count)
{
    parallel->started = count < HELPERS_MAX + 1 ? count : HELPERS_MAX + 1;
    for (int i = 1; i < parallel->started; i++) {
        struct slot *slot = &slots[i - 1];

        slot->work = work;
        slot->item = (char *)items + size * (size_t)i;
        set_state(slot, POSTED);
    }
}

int parallel_wait(struct parallel *parallel)
{
    int worked = 1;

    for (int i = 1; i < parallel->started; i++) {
        struct slot *slot = &slots[i - 1];

        if (change_state(slot, POSTED, IDLE))
            continue;
        for (int state; (state = atomic_load(&slot->state)) != DONE;)
            wait_while(slot, state);
        set_state(slot, IDLE);
        worked++;
    }
    return worked;
}
