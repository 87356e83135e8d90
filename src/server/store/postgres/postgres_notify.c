/* postgres_notify.c - notifications between servers that share a database, by NOTIFY. */
#include "server/store/postgres/postgres_notify.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "server/store/postgres/postgres_statements.h"

/* Sends the words, which are separated by commas and freed, one by one. */
static enum backend_result send_words(struct wire *wire, const char *channel, char *words)
{
    struct params params = {0};

    params_text(&params, channel);
    params_text(&params, words);
    enum backend_result result = wire_run(wire, statement_name(NOTIFY).text, &params);

    free(words);
    return result;
}

/* Words `ID SEQ`; `*` says that anything may have changed. */
enum backend_result postgres_notify(struct backend_handle *handle, const struct notice *notices,
                                    int count)
{
    size_t size = (size_t)count * (ID_SIZE + 24) + 2;
    char *words = malloc(size);
    struct text text = text_into(words, words ? size : 0);

    if (!words)
        return BACKEND_AGAIN;
    text_add(&text, "%s", count == 0 ? "*" : "");
    for (int i = 0; i < count; i++)
        text_add(&text, "%s%s %lld", i ? "," : "", notices[i].id, (long long)notices[i].seq);
    return send_words(&handle->wire, "tablier", words);
}

/* Words `ID PROCESS HERE WATCHERS ASKS SPEAKER PHRASE`; servers before phrases read the first five.
 */
enum backend_result postgres_share_presence(struct backend_handle *handle,
                                            const struct remote_presence *notes, int count)
{
    size_t size = (size_t)count * (ID_SIZE + 96) + 1;
    char *words = malloc(size);
    struct text text = text_into(words, words ? size : 0);

    if (!words)
        return BACKEND_AGAIN;
    for (int i = 0; i < count; i++)
        text_add(&text, "%s%s %llx %u %d %d %d %d", i ? "," : "", notes[i].id,
                 (unsigned long long)notes[i].process, notes[i].here, notes[i].watchers,
                 notes[i].asks, notes[i].speaker, notes[i].phrase);
    return send_words(&handle->wire, "tablier_presence", words);
}

static void deliver_notice(const PGnotify *notice, const struct listener *listener)
{
    struct remote_presence note = {0};
    unsigned long long process;
    long long seq;
    int asks;

    _Static_assert(ID_SIZE == 13, "the widths below");
    if (strcmp(notice->relname, "tablier_presence") == 0) {
        if (sscanf(notice->extra, "%12s %llx %u %d %d %d %d", note.id, &process, &note.here,
                   &note.watchers, &asks, &note.speaker, &note.phrase) < 5)
            return;
        note.process = process;
        note.asks = asks != 0;
        listener->presence(listener->context, &note);
    } else if (strcmp(notice->relname, "tablier_club") == 0) {
        listener->broadcast(listener->context, notice->extra);
    } else if (sscanf(notice->extra, "%12s %lld", note.id, &seq) == 2) {
        listener->changed(listener->context, note.id, seq);
    } else {
        listener->changed(listener->context, "", 0);
    }
}

enum backend_result postgres_listen(struct backend_handle *handle, int milliseconds,
                                    const struct listener *listener)
{
    struct wire *wire = &handle->wire;
    struct pollfd line = {.fd = PQsocket(wire->pg.connection), .events = POLLIN};
    PGnotify *notice;

    if (poll(&line, 1, milliseconds) == 0)
        return BACKEND_OK;
    if (!PQconsumeInput(wire->pg.connection)) {
        pg_set_error(&wire->pg, PQerrorMessage(wire->pg.connection));
        return BACKEND_AGAIN;
    }
    while ((notice = PQnotifies(wire->pg.connection))) {
        deliver_notice(notice, listener);
        PQfreemem(notice);
    }
    return BACKEND_OK;
}
