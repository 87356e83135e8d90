/*
 * store_ask.c - requests of the loop to the store: each is made, put into the queue of the writer
 * or of a reader, and answered by a callback.
 */
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "server/store/store_parts.h"

enum {
    DUE_MAX = 10000,
    /* Milliseconds until a request is given up: */
    PROBE_TIMEOUT = 2000, /* also of a health check */
    READ_TIMEOUT = 2000,
    WRITE_TIMEOUT = 3000,
};

/* Each of these begins with a struct request. */
struct load_request {
    struct request request;
    char id[ID_SIZE];
    int64_t since;
    struct loaded loaded;
};

struct list_request {
    struct request request;
    struct list_query query;
    struct listed listed;
    struct stored_game games[]; /* query.limit of them */
};

struct due_request {
    struct request request;
    struct due_query query;
    int count;
    char ids[][ID_SIZE]; /* query.limit of them */
};

/* ---- Making requests ------------------------------------------------------------------------- */

static void answer_unmade(struct store *store, const struct unmade *unmade)
{
    struct request failed = {
        .kind = unmade->kind, .done = unmade->done, .context = unmade->context};

    unmade->kind->deliver(store, &failed, STORE_FAILED);
}

/* Fails a request for which there is no memory: later, when the loop delivers, like all answers. */
static void fail_unmade(struct store *store, struct unmade unmade)
{
    atomic_store(&store->short_of_memory, true);
    if (store->unmade_count == UNMADE_MAX) {
        answer_unmade(store, &unmade);
        return;
    }
    store->unmade[store->unmade_count++] = unmade;
    store->events.wake(store->events.context);
}

/* NULL, and a failure to come, if memory runs out. */
static void *request_new(struct store *store, size_t size, const struct request_kind *kind,
                         union request_done done, void *context)
{
    struct request *request = calloc(1, size);

    if (!request) {
        fail_unmade(store, (struct unmade){kind, done, context});
        return NULL;
    }
    request->kind = kind;
    request->done = done;
    request->context = context;
    return request;
}

void deliver_unmade(struct store *store)
{
    int count = store->unmade_count;

    for (int i = 0; i < count; i++)
        answer_unmade(store, &store->unmade[i]);
    store->unmade_count -= count;
    memmove(store->unmade, store->unmade + count,
            (size_t)store->unmade_count * sizeof *store->unmade);
}

/* ---- Writes ---------------------------------------------------------------------------------- */

static void submit(struct store *store, struct queue *queue, struct request *request,
                   int64_t timeout)
{
    bool was_empty;

    request->asked = clock_ms();
    request->deadline = request->asked + timeout;
    request->older = store->newest;
    *(store->newest ? &store->newest->newer : &store->oldest) = request;
    store->newest = request;
    if (!queue_put(queue, &request->item, &was_empty)) {
        request->answer = STORE_FAILED;
        store_answer_request(store, request);
    }
}

void store_probe(struct store *store, store_written *done, void *context)
{
    struct request *probe = request_new(store, sizeof *probe, &probe_kind,
                                        (union request_done){.written = done}, context);

    if (probe)
        submit(store, &store->writes, probe, PROBE_TIMEOUT);
}

void store_check(struct store *store, store_written *done, void *context)
{
    struct check_request *check = request_new(store, sizeof *check, &check_kind,
                                              (union request_done){.written = done}, context);

    if (check)
        submit(store, &store->writes, &check->request, PROBE_TIMEOUT);
}

static void submit_write(struct store *store, struct write_request *asked, const char *id,
                         const struct stored_game *game)
{
    struct text text = text_into(asked->write.id, ID_SIZE);

    asked->write.unwanted = &asked->request.unwanted;
    text_add(&text, "%s", id);
    if (game) {
        asked->game = *game;
        asked->write.game = &asked->game;
    }
    atomic_fetch_add(&store->waiting, 1);
    submit(store, &store->writes, &asked->request, WRITE_TIMEOUT);
}

void store_transact(struct store *store, db_work *work, store_written *done, void *context)
{
    struct write_request *asked = request_new(store, sizeof *asked, &write_kind,
                                              (union request_done){.written = done}, context);

    if (!asked)
        return;
    asked->request.guarded = true;
    asked->write.stage = &asked->request.stage;
    asked->write.also = (struct also){.work = work, .context = context};
    submit_write(store, asked, "", NULL);
}

struct request *store_create(struct store *store, const struct stored_game *game,
                             const struct also *also, store_written *done, void *context)
{
    struct write_request *asked = calloc(1, sizeof *asked);

    if (!asked) {
        atomic_store(&store->short_of_memory, true);
        return NULL;
    }
    asked->request.kind = &write_kind;
    asked->request.done.written = done;
    asked->request.context = context;
    if (also)
        asked->write.also = *also;
    submit_write(store, asked, game->id, game);
    return &asked->request;
}

void store_append(struct store *store, const struct append *append, store_written *done,
                  void *context)
{
    struct write_request *asked = request_new(store, sizeof *asked, &write_kind,
                                              (union request_done){.written = done}, context);

    if (!asked)
        return;
    struct write *write = &asked->write;

    write->appends = true;
    write->event = *append->event;
    write->summary = *append->summary;
    write->also = append->also;
    if (append->seat > 0) {
        write->seat = append->seat;
        write->occupant = *append->occupant;
    }
    submit_write(store, asked, append->id, append->successor);
}

void store_share_presence(struct store *store, const struct remote_presence *note)
{
    bool was_empty;

    if (!store->backend->share_presence)
        return;
    struct notification *notification = notify_note(note);

    if (!notification)
        return;
    notification->note.process = store->process;
    if (!queue_put(&store->writes, &notification->request.item, &was_empty))
        free(notification);
}

/* ---- Reads ----------------------------------------------------------------------------------- */

static void clear_loaded(struct loaded *loaded)
{
    free(loaded->events);
    free(loaded->outages);
    memset(loaded, 0, sizeof *loaded);
}

static enum backend_result read_game(struct reader *reader, struct request *request)
{
    struct load_request *load = (struct load_request *)request;
    bool found = false;

    clear_loaded(&load->loaded); /* of an earlier attempt */
    enum backend_result result =
        reader->store->backend->load(reader->handle, load->id, load->since, &load->loaded, &found);

    request->answer = found ? STORE_OK : STORE_MISSING;
    return result;
}

static void deliver_loaded(struct store *store, struct request *request, enum store_answer answer)
{
    struct load_request *load = (struct load_request *)request;

    (void)store;
    request->done.loaded(request->context, answer, answer == STORE_OK ? &load->loaded : NULL);
}

static void release_loaded(struct request *request)
{
    clear_loaded(&((struct load_request *)request)->loaded);
}

static const struct request_kind load_kind = {
    .read = read_game, .deliver = deliver_loaded, .release = release_loaded};

void store_load(struct store *store, const char *id, int64_t since, store_loaded *done,
                void *context)
{
    struct load_request *load = request_new(store, sizeof *load, &load_kind,
                                            (union request_done){.loaded = done}, context);

    if (!load)
        return;
    struct text text = text_into(load->id, ID_SIZE);

    load->since = since;
    text_add(&text, "%s", id);
    submit(store, &store->readers[GAMES].queue, &load->request, READ_TIMEOUT);
}

static enum backend_result read_list(struct reader *reader, struct request *request)
{
    struct list_request *list = (struct list_request *)request;

    request->answer = STORE_OK;
    list->listed.count = 0;
    list->listed.more = false;
    return query_list(reader_of(reader), &list->query, &list->listed);
}

static void deliver_listed(struct store *store, struct request *request, enum store_answer answer)
{
    struct list_request *list = (struct list_request *)request;

    (void)store;
    request->done.listed(request->context, answer, answer == STORE_OK ? &list->listed : NULL);
}

static const struct request_kind list_kind = {.read = read_list, .deliver = deliver_listed};

static int at_least_one(int number, int most)
{
    return number < 1 ? 1 : number > most ? most : number;
}

void store_list(struct store *store, const struct list_query *query, store_listed *done,
                void *context)
{
    int limit = at_least_one(query->limit, LIST_MAX);
    struct list_request *list =
        request_new(store, sizeof *list + (size_t)limit * sizeof *list->games, &list_kind,
                    (union request_done){.listed = done}, context);
    bool lobby = query->status <= GAME_RUNNING && !query->name[0];

    if (!list)
        return;
    list->query = *query;
    list->query.limit = limit;
    list->listed.games = list->games;
    submit(store, &store->readers[lobby ? LOBBY : ARCHIVE].queue, &list->request, READ_TIMEOUT);
}

struct ask_request {
    struct request request;
    struct also work;
};

static enum backend_result read_work(struct reader *reader, struct request *request)
{
    struct ask_request *ask = (struct ask_request *)request;

    return reader->store->backend->ask(reader->handle, &ask->work, &request->answer);
}

static const struct request_kind ask_kind = {.read = read_work, .deliver = deliver_answer};

void store_ask(struct store *store, db_work *work, store_written *done, void *context)
{
    struct ask_request *ask = request_new(store, sizeof *ask, &ask_kind,
                                          (union request_done){.written = done}, context);

    if (!ask)
        return;
    ask->request.guarded = true;
    ask->work = (struct also){.work = work, .context = context};
    submit(store, &store->readers[CLUB].queue, &ask->request, READ_TIMEOUT);
}

static enum backend_result read_due(struct reader *reader, struct request *request)
{
    struct due_request *due = (struct due_request *)request;

    request->answer = STORE_OK;
    return query_due(reader_of(reader), &due->query, due->ids, &due->count);
}

static void deliver_due(struct store *store, struct request *request, enum store_answer answer)
{
    struct due_request *due = (struct due_request *)request;

    (void)store;
    request->done.due(request->context, answer, (const char(*)[ID_SIZE])due->ids,
                      answer == STORE_OK ? due->count : 0);
}

static const struct request_kind due_kind = {.read = read_due, .deliver = deliver_due};

void store_due(struct store *store, const struct due_query *query, store_due_found *done,
               void *context)
{
    int limit = at_least_one(query->limit, DUE_MAX);
    struct due_request *due =
        request_new(store, sizeof *due + (size_t)limit * sizeof *due->ids, &due_kind,
                    (union request_done){.due = done}, context);

    if (!due)
        return;
    due->query = *query;
    due->query.limit = limit;
    submit(store, &store->readers[GAMES].queue, &due->request, READ_TIMEOUT);
}
