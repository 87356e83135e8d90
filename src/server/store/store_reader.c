/* store_reader.c - the threads that read, and the one that listens to other processes. */
#include "core/clock.h"
#include "server/store/store_parts.h"

enum {
    LISTEN_TURN = 200, /* milliseconds: how fast the listener ends when asked to */
};

static bool reach(struct reader *reader)
{
    struct tb_error error;

    if (!reader->handle && clock_ms() >= reader->next_open) {
        reader->handle = reader->store->backend->open(reader->store->claim, ROLE_READER, &error);
        reader->next_open = clock_ms() + PAUSE_FIRST;
    }
    return reader->handle != NULL;
}

/* Returns a check to the writer, which removes the game, even if the check has timed out. */
static void check_return(struct store *store, struct check_request *check)
{
    bool was_empty;

    check->step = CHECK_ERASE;
    if (!queue_put(&store->writes, &check->request.item, &was_empty))
        store_answer_request(store, &check->request);
}

static void read_one(struct reader *reader, struct request *request)
{
    struct store *store = reader->store;
    enum backend_result result = BACKEND_AGAIN;
    int64_t began = clock_ms();

    while (!store_unwanted(request) && (!request->guarded || stage_begin(&request->stage))) {
        result = reach(reader) ? request->kind->read(reader, request) : BACKEND_AGAIN;
        if (result != BACKEND_AGAIN)
            break;
        stage_end(&request->stage);
        store->backend->close(reader->handle);
        reader->handle = NULL;
        if (atomic_load(&store->closing))
            break;
        store_pause(PAUSE_FIRST);
    }
    if (result == BACKEND_GONE || result == BACKEND_DAMAGED)
        notify_fault(store, store->backend->last_error(reader->handle), result == BACKEND_DAMAGED);
    if (result != BACKEND_OK)
        request->answer = STORE_FAILED;
    else if (reader == &store->readers[GAMES])
        store_note_stall(store, began); /* known before the game is */
    if (request->kind == &check_kind)
        check_return(store, (struct check_request *)request);
    else
        store_answer_request(store, request);
}

void *store_read_all(void *context)
{
    struct reader *reader = context;
    struct queue_item *item;
    bool open = true;

    while (open)
        if (queue_take(&reader->queue, &item, 1, 0, &open))
            read_one(reader, (struct request *)item);
    return NULL;
}

/* Notifications are lost while the connection is down, so after a gap anything may have changed. */
void *store_listen_all(void *context)
{
    struct store *store = context;
    const struct backend *backend = store->backend;
    const struct listener listener = {store, notify_change, notify_presence, notify_broadcast};
    struct tb_error error;

    while (!atomic_load(&store->closing)) {
        if (!store->listen_handle) {
            store->listen_handle = backend->open(store->claim, ROLE_LISTENER, &error);
            if (store->listen_handle)
                notify_change(store, "", 0);
            else
                store_pause(LISTEN_TURN);
        } else if (backend->listen(store->listen_handle, LISTEN_TURN, &listener) != BACKEND_OK) {
            backend->close(store->listen_handle);
            store->listen_handle = NULL;
        }
    }
    return NULL;
}
