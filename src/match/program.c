/* program.c - running other programs as contestants. */
#include "match/program.h"
#include "core/error.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum {
    FAREWELL_US = 1000000, /* to end by itself after the last game */
    DYING_US = 100000,     /* to end after it has closed its output */
};

/* ---- The command line -------------------------------------------------------------- */

/* Copies one word from *from to *to without its quotes; false if a quote is not closed. */
static bool copy_word(char **from, char **to)
{
    char quoted_by = '\0';

    for (; **from && (quoted_by || **from != ' '); ++*from) {
        if (**from == quoted_by)
            quoted_by = '\0';
        else if (!quoted_by && (**from == '\'' || **from == '"'))
            quoted_by = **from;
        else if (**from == '\\' && quoted_by != '\'' && (*from)[1])
            *(*to)++ = *++*from;
        else
            *(*to)++ = **from;
    }
    if (**from)
        ++*from;
    *(*to)++ = '\0';
    return quoted_by == '\0';
}

/* Cuts the line into words where it lies; each takes no more room than it had. */
static bool split_words(char *line, char **words)
{
    char *from = line, *to = line;
    int count = 0;

    while (*(from += strspn(from, " "))) {
        words[count++] = to;
        if (!copy_word(&from, &to))
            return false;
    }
    words[count] = NULL;
    return true;
}

/* The program without its folder, and its arguments. */
static void make_label(struct contestant_spec *spec)
{
    const char *slash = strrchr(spec->words[0], '/');
    char line[256];
    struct text text = text_into(line, sizeof line);

    text_add(&text, "%s", slash ? slash + 1 : spec->words[0]);
    for (int i = 1; spec->words[i]; i++)
        text_add(&text, " %s", spec->words[i]);
    strcpy(spec->label, quote(line).text);
}

int program_parse(struct contestant_spec *spec, char *argument, struct tb_error *error)
{
    size_t words_max = argument ? strlen(argument) / 2 + 2 : 1;

    spec->words = calloc(words_max, sizeof *spec->words);
    if (!spec->words)
        return error_memory(error);
    if (argument && !split_words(argument, spec->words))
        return error_set(error, TB_ERR_VALUE, "A quotation mark is not closed.");
    if (!spec->words[0])
        return error_set(error, TB_ERR_VALUE, "A program is missing; write {form}.",
                         arg_text("form", spec->class->form));
    if (!process_can_run(spec->words[0]))
        return error_set(error, TB_ERR_VALUE, "There is no program ''{name}''.",
                         arg_text("name", quote(spec->words[0]).text));
    make_label(spec);
    return TB_OK;
}

/* ---- Running ------------------------------------------------------------------------- */

struct contestant *program_create(size_t size, const struct contestant_terms *terms,
                                  const char *name)
{
    struct program *program = calloc(1, size);

    if (program && process_init(&program->process, name, terms->log))
        return &program->base;
    free(program);
    return NULL;
}

enum finish program_start(struct program *program)
{
    struct tb_error error;

    if (!process_start(&program->process, program->base.spec->words, &error))
        return contestant_fault(&program->base, FINISH_CRASH, "{problem}",
                                arg_message("problem", error.message));
    return FINISH_NONE;
}

void program_halt(struct contestant *self, bool politely)
{
    struct program *program = program_of(self);
    int status;

    if (politely)
        process_send(&program->process, clock_us() + FAREWELL_US, "quit");
    process_end(&program->process, politely ? FAREWELL_US : 0, &status);
}

void program_stop(struct contestant *self)
{
    process_wake(&program_of(self)->process);
}

void program_free(struct contestant *self)
{
    process_release(&program_of(self)->process);
    free(program_of(self));
}

/* ---- Talk ------------------------------------------------------------------------------ */

int64_t program_deadline(const struct program *program)
{
    return clock_us() + program->base.terms->timeout_us;
}

/* Says how the program came to its end. */
static enum finish crash(struct program *program)
{
    int status;

    process_end(&program->process, DYING_US, &status);
    if (status >= 0 && WIFEXITED(status))
        return contestant_fault(&program->base, FINISH_CRASH, "ended with status {status}",
                                arg_count("status", WEXITSTATUS(status)));
    if (status >= 0 && WIFSIGNALED(status))
        return contestant_fault(
            &program->base, FINISH_CRASH, "was ended by signal {number} ({name})",
            arg_count("number", WTERMSIG(status)), arg_text("name", strsignal(WTERMSIG(status))));
    return contestant_fault(&program->base, FINISH_CRASH, "closed its input or output");
}

static enum finish finish_of(struct program *program, enum process_event event, const char *awaited)
{
    switch (event) {
    case PROCESS_READY:
        return FINISH_NONE;
    case PROCESS_STOPPED:
        return FINISH_STOPPED;
    case PROCESS_GONE:
        return crash(program);
    case PROCESS_FLOOD:
        return contestant_fault(&program->base, FINISH_PROTOCOL, "never stopped talking");
    case PROCESS_LATE:
        break;
    }
    if (program->unknown[0])
        return contestant_fault(&program->base, FINISH_PROTOCOL,
                                "said ''{text}'', but never {awaited}",
                                arg_text("text", program->unknown), arg_text("awaited", awaited));
    return contestant_fault(&program->base, FINISH_SILENCE,
                            "did not say {awaited} in {milliseconds} ms",
                            arg_text("awaited", awaited),
                            arg_unsigned("milliseconds", (clock_us() - program->asked_us) / 1000));
}

enum finish program_send(struct program *program, const char *line)
{
    program->unknown[0] = '\0';
    program->asked_us = clock_us();
    return finish_of(program, process_send(&program->process, program_deadline(program), line),
                     "...");
}

enum finish program_receive(struct program *program, int64_t deadline_us, const char *awaited,
                            const char **line)
{
    return finish_of(program, process_receive(&program->process, deadline_us, line), awaited);
}

void program_note_unknown(struct program *program, const char *line)
{
    strcpy(program->unknown, quote(line).text);
}
