/* session.c - conversations with an engine. */
#include "session.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

static void *serve(void *context)
{
    struct session *session = context;

    session->served = session->qtp ? qtp_serve(&session->qtp_settings, session->in, session->out)
                                   : ugi_serve(&session->ugi_settings, session->in, session->out);
    fclose(session->in);
    fclose(session->out);
    return NULL;
}

static struct session *open_session(const struct session *kind)
{
    struct session *session = malloc(sizeof *session);
    int commands[2], answers[2];

    assert_non_null(session);
    *session = *kind;
    assert_int_equal(pipe(commands), 0);
    assert_int_equal(pipe(answers), 0);
    session->in = fdopen(commands[0], "r");
    session->to = fdopen(commands[1], "w");
    session->from = fdopen(answers[0], "r");
    session->out = fdopen(answers[1], "w");
    assert_int_equal(pthread_create(&session->thread, NULL, serve, session), 0);
    return session;
}

struct session *session_ugi(const char *setup)
{
    struct session kind = {.ugi_settings = {.setup = test_setup(setup), .engine.table_mb = 1}};

    return open_session(&kind);
}

struct session *session_qtp(void)
{
    struct session kind = {
        .qtp = true, .qtp_settings = {.game = qtp_game(), .time_ms = 10, .engine.table_mb = 1}};

    return open_session(&kind);
}

void session_send(struct session *session, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vfprintf(session->to, format, arguments);
    va_end(arguments);
    fputc('\n', session->to);
    fflush(session->to);
}

void session_send_long(struct session *session, const char *start, const char *fill,
                       size_t length)
{
    fputs(start, session->to);
    for (size_t i = strlen(start); i < length; i += strlen(fill))
        fputs(fill, session->to);
    session_send(session, "%s", "");
}

const char *session_line(struct session *session)
{
    ssize_t length = getline(&session->line, &session->room, session->from);

    if (length < 0)
        return NULL;
    assert_true(length > 0 && session->line[length - 1] == '\n');
    session->line[length - 1] = '\0';
    return session->line;
}

const char *session_wait(struct session *session, const char *start)
{
    for (const char *line; (line = session_line(session));)
        if (strncmp(line, start, strlen(start)) == 0)
            return line;
    fail_msg("the engine has ended without '%s'", start);
    return NULL;
}

int session_close(struct session *session)
{
    int lines = 0;

    fclose(session->to);
    while (session_line(session))
        lines++;
    pthread_join(session->thread, NULL);
    assert_true(session->served);
    fclose(session->from);
    free(session->line);
    free(session);
    return lines;
}

char *session_script(const char *setup, const char *input, size_t length)
{
    struct ugi_settings ugi = {.engine.table_mb = 1};
    const struct qtp_settings qtp = {.game = qtp_game(), .time_ms = 10, .engine.table_mb = 1};
    char *answers = NULL;
    size_t size;
    FILE *in = fmemopen((char *)input, length, "r"), *out = open_memstream(&answers, &size);

    assert_true(in && out);
    if (setup) {
        ugi.setup = test_setup(setup);
        assert_true(ugi_serve(&ugi, in, out));
    } else {
        assert_true(qtp_serve(&qtp, in, out));
    }
    fclose(in);
    fclose(out);
    return answers;
}

void session_check(const char *setup, const char *script, const char *expected)
{
    char *answers = session_script(setup, script, strlen(script));

    assert_string_equal(answers, expected);
    free(answers);
}
