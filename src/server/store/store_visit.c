/* store_visit.c - see store_visit.h. */
#include "server/store/store_visit.h"

#include "core/error.h"
#include "server/store/backend.h"

/* The server's time is not before its last heartbeat. */
static enum backend_result work_alone(const struct backend *backend, struct backend_handle *handle,
                                      struct write *write)
{
    struct write *const writes[] = {write};
    struct backend_time time;
    int64_t *now = write->also.context;
    enum backend_result result = backend->time(handle, &time);

    if (result != BACKEND_OK)
        return result;
    *now = time.reference > time.alive ? time.reference : time.alive;
    return backend->write(handle, writes, 1);
}

enum store_answer store_visit(const char *where, db_work *work, int64_t *context,
                              struct tb_error *error)
{
    const struct backend *backend = backend_for(where);
    const atomic_bool unwanted = false;
    struct write write = {.also = {.work = work, .context = context}, .unwanted = &unwanted};
    struct backend_claim *claim =
        store_check_exists(where, error) ? NULL : backend->visit(where, error);
    struct backend_handle *handle = claim ? backend->open(claim, ROLE_WRITER, error) : NULL;
    enum store_answer answer = STORE_FAILED;

    if (handle) {
        if (work_alone(backend, handle, &write) == BACKEND_OK)
            answer = write.answer;
        if (answer == STORE_FAILED)
            error_set(error, TB_ERR_SYSTEM,
                      "The store cannot be written (the database says: {error}).",
                      arg_text("error", backend->last_error(handle)));
    }
    backend->close(handle);
    backend->release(claim);
    return answer;
}
