/* check_ugi_talk.c - the dialogue with a UGI program under test. */
#include "match/check_ugi.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/message.h"
#include "match/ugi_text.h"

/* ---- Talk ------------------------------------------------------------------------------ */

void ugi_send_all(struct checker *c, const char *const *lines)
{
    for (; *lines; lines++)
        check_send(c, *lines);
}

void ugi_await(struct checker *c, const char *awaited, int64_t timeout_us)
{
    int64_t deadline = clock_us() + timeout_us;
    const char *line;

    while (check_receive(c, deadline, awaited, &line)) {
        if (ugi_skip_word(&line, awaited))
            return;
        if (ugi_skip_word(&line, "bestmove"))
            check_fault(c, "said {word} before {command}", arg_text("word", "bestmove"),
                        arg_text("command", awaited));
        else if (strncmp(line, "option", 6) == 0 && c->option_count < CHECK_OPTIONS_MAX)
            c->options[c->option_count++] = strdup(line);
        else if (*line && strncmp(line, "id", 2) != 0 && strncmp(line, "info", 4) != 0 &&
                 strncmp(line, "response", 8) != 0)
            program_note_unknown(c->program, line);
    }
}

void ugi_synchronise(struct checker *c)
{
    check_send(c, "isready");
    ugi_await(c, "readyok", c->terms.timeout_us);
}

void ugi_begin(struct checker *c)
{
    check_send(c, "ugi");
    ugi_await(c, "ugiok", c->terms.timeout_us);
    ugi_synchronise(c);
}

void ugi_send_position(struct checker *c)
{
    char *line = c->finish ? NULL : ugi_position_line(c->match);

    if (line)
        check_send(c, line);
    else
        check_no_memory(c);
    free(line);
}

void ugi_search(struct checker *c, const char *go)
{
    ugi_send_position(c);
    ugi_synchronise(c);
    check_send(c, go);
}

void ugi_await_move(struct checker *c, int64_t allowed_ms, char move[TB_MOVE_TEXT])
{
    int64_t deadline = clock_us() + 1000 * allowed_ms + c->margin_us;
    const char *line;

    while (check_receive(c, deadline, "bestmove", &line)) {
        if (!ugi_skip_word(&line, "bestmove")) {
            if (*line && strncmp(line, "info", 4) != 0)
                program_note_unknown(c->program, line);
            continue;
        }
        if (!ugi_first_word(line, move, TB_MOVE_TEXT))
            check_fault(c, "said bestmove ''{text}'', which is not a move",
                        arg_text("text", quote(line).text));
        check_play(c, move);
        if (!c->finish)
            tb_match_undo(c->match);
        return;
    }
}

void ugi_ask(struct checker *c, const char *go, int64_t allowed_ms)
{
    char move[TB_MOVE_TEXT];

    ugi_search(c, go);
    ugi_await_move(c, allowed_ms, move);
}

void ugi_ask_quickly(struct checker *c)
{
    ugi_ask(c, "go movetime 20", UGI_MOVE_MS);
}

void ugi_stop(struct checker *c, const char *command)
{
    char move[TB_MOVE_TEXT];

    check_send(c, command);
    ugi_await_move(c, UGI_MOVE_MS, move);
    ugi_synchronise(c);
}

/* ---- Options ------------------------------------------------------------------------------ */

bool ugi_field(const char *line, const char *key, char value[UGI_VALUE_TEXT])
{
    for (; *line; line += strcspn(line, " \t")) {
        line += strspn(line, " \t");
        const char *at = line;

        if (ugi_skip_word(&at, key))
            return ugi_first_word(at, value, UGI_VALUE_TEXT);
    }
    return false;
}

bool ugi_field_number(const char *line, const char *key, long *number)
{
    char value[UGI_VALUE_TEXT], *end;

    if (!ugi_field(line, key, value))
        return false;
    *number = strtol(value, &end, 10);
    return *end == '\0';
}

const char *ugi_option(const struct checker *c, const char *name)
{
    char value[UGI_VALUE_TEXT];

    for (int i = 0; i < c->option_count; i++)
        if (c->options[i] && ugi_field(c->options[i], "name", value) &&
            strcasecmp(value, name) == 0)
            return c->options[i];
    return NULL;
}

void ugi_set_option(struct checker *c, const char *name, const char *value)
{
    char line[256];
    struct text text = text_into(line, sizeof line);

    text_add(&text, "setoption name %s value %s", name, value);
    check_send(c, line);
}
