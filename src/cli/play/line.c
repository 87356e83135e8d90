/* line.c - lines from a person (libedit) or from a pipe. */
#include "cli/play/line.h"

#include <errno.h>
#include <histedit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"
#include "core/array.h"
#include "core/ascii.h"
#include "file/file.h"

enum { HISTORY_SIZE = 500, LINE_MAX_BYTES = 1 << 16 };

struct line_reader {
    EditLine *edit; /* NULL: plain reading */
    History *history;
    FILE *out; /* where the editor writes, if that is not stdout */
    char prompt[256];
    const struct line_completer *completer; /* NULL: none */
    char *line;                             /* the buffer of plain reading, or a copy */
    size_t size;
};

struct line_offers {
    const char *typed; /* the beginning of the word at the cursor */
    char **words;
    int count;
    size_t capacity;
};

/* ---- Completion ------------------------------------------------------------------ */

void line_offer(struct line_offers *offers, const char *word)
{
    if (strncmp(word, offers->typed, strlen(offers->typed)) != 0)
        return;
    if (!ARRAY_RESERVE(offers->words, offers->capacity, offers->count, 1))
        return;
    char *copy = strdup(word);

    if (copy)
        offers->words[offers->count++] = copy;
}

/* Length of the beginning that all the offers share. */
static size_t common_length(const struct line_offers *offers)
{
    size_t length = strlen(offers->words[0]);

    for (int i = 1; i < offers->count; i++)
        for (size_t j = 0; j < length; j++)
            if (offers->words[i][j] != offers->words[0][j])
                length = j;
    return length;
}

static void list_offers(const struct line_offers *offers)
{
    size_t widest = 0;

    for (int i = 0; i < offers->count; i++)
        if (strlen(offers->words[i]) > widest)
            widest = strlen(offers->words[i]);
    int columns = terminal_width() / ((int)widest + 2);

    for (int i = 0; i < offers->count; i++)
        printf("%s%-*s", columns == 0 || i % columns == 0 ? "\n" : "", (int)widest + 2,
               offers->words[i]);
    putchar('\n');
}

/* Types what all the offers share, or lists them if that is nothing new. */
static unsigned char apply_offers(EditLine *edit, const struct line_offers *offers)
{
    size_t typed = strlen(offers->typed);

    if (offers->count == 0)
        return CC_ERROR;
    size_t common = common_length(offers);

    if (common == typed && offers->count > 1) {
        list_offers(offers);
        return CC_REDISPLAY;
    }
    char *rest = strndup(offers->words[0] + typed, common - typed);
    bool inserted = rest && (*rest == '\0' || el_insertstr(edit, rest) == 0) &&
                    (offers->count > 1 || el_insertstr(edit, " ") == 0);

    free(rest);
    return inserted ? CC_REFRESH : CC_ERROR;
}

static unsigned char on_tab(EditLine *edit, int key)
{
    struct line_reader *reader;
    const LineInfo *info = el_line(edit);

    el_get(edit, EL_CLIENTDATA, &reader);
    char *before = strndup(info->buffer, (size_t)(info->cursor - info->buffer));

    if (!before || !reader->completer) {
        free(before);
        return CC_ERROR;
    }
    char *space = strrchr(before, ' ');
    struct line_offers offers = {.typed = strdup(space ? space + 1 : before)};
    unsigned char answer = CC_ERROR;

    *(space ? space + 1 : before) = '\0';
    if (offers.typed)
        answer = reader->completer->complete(reader->completer->context, before, &offers)
                     ? apply_offers(edit, &offers)
                     : _el_fn_complete(edit, key);
    while (offers.count > 0)
        free(offers.words[--offers.count]);
    free(offers.words);
    free((char *)offers.typed);
    free(before);
    return answer;
}

/* ---- A person at a terminal --------------------------------------------------------- */

/* Runs after any signal but an interrupt: fits the new window, takes the terminal back. */
static void on_change(EditLine *edit)
{
    if (interrupt_resized()) {
        fputs("\r\033[J", stdout); /* it forgets what stands on the screen */
        el_resize(edit);
        el_set(edit, EL_REFRESH);
    }
    if (interrupt_continued()) {
        el_set(edit, EL_PREP_TERM, 0); /* it believes that it never lost the terminal */
        el_set(edit, EL_PREP_TERM, 1);
        el_set(edit, EL_REFRESH);
    }
}

/* Reads one character, through changes of the window but not through an interrupt. */
static int on_read(EditLine *edit, wchar_t *out)
{
    mbstate_t state = {0};

    for (;;) {
        char byte;
        ssize_t got = read(STDIN_FILENO, &byte, 1);

        if (got == 0)
            return 0;
        if (got < 0 && (errno != EINTR || interrupt_pending()))
            return -1;
        if (got < 0) {
            on_change(edit);
            continue;
        }
        size_t used = mbrtowc(out, &byte, 1, &state);

        if (used == 0 || used == 1)
            return 1;
        if (used == (size_t)-1)
            state = (mbstate_t){0}; /* not a character of this locale: drop it */
    }
}

static char *on_prompt(EditLine *edit)
{
    struct line_reader *reader;

    el_get(edit, EL_CLIENTDATA, &reader);
    return reader->prompt;
}

static void open_editor(struct line_reader *reader)
{
    HistEvent event;

    /* It asks the terminal behind the stream, and stdout may have none: see plain.h. */
    reader->out = terminal_is_utf8() ? NULL : fdopen(dup(STDOUT_FILENO), "w");
    reader->edit = el_init("tablier", stdin, reader->out ? reader->out : stdout, stderr);
    reader->history = history_init();
    if (!reader->edit || !reader->history)
        return;
    history(reader->history, &event, H_SETSIZE, HISTORY_SIZE);
    history(reader->history, &event, H_SETUNIQUE, 1);
    el_set(reader->edit, EL_CLIENTDATA, reader);
    el_set(reader->edit, EL_EDITOR, "emacs");
    el_set(reader->edit, EL_HIST, history, reader->history);
    el_set(reader->edit, EL_PROMPT, on_prompt);
    el_set(reader->edit, EL_GETCFN, on_read);
    el_set(reader->edit, EL_ADDFN, "complete-word", "complete a move or a command", on_tab);
    el_set(reader->edit, EL_BIND, "\t", "complete-word", NULL);
    el_set(reader->edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
}

/* Cuts off the end of a line and the blanks before it. */
static const char *chomp(char *line)
{
    size_t length = strcspn(line, "\r\n");

    while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\t'))
        length--;
    line[length] = '\0';
    return line;
}

static const char *read_edited(struct line_reader *reader)
{
    int length;
    HistEvent event;
    const char *line = el_gets(reader->edit, &length);

    if (!line || length <= 0) {
        putchar('\n');
        return NULL;
    }
    if (line[strspn(line, " \t\r\n")])
        history(reader->history, &event, H_ENTER, line);
    free(reader->line);
    reader->line = strdup(line);
    return reader->line ? chomp(reader->line) : NULL;
}

/* ---- Either ---------------------------------------------------------------------------- */

struct line_reader *line_open(void)
{
    struct line_reader *reader = calloc(1, sizeof *reader);

    if (reader && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        open_editor(reader);
    return reader;
}

void line_close(struct line_reader *reader)
{
    if (!reader)
        return;
    if (reader->history)
        history_end(reader->history);
    if (reader->edit)
        el_end(reader->edit);
    if (reader->out)
        fclose(reader->out);
    free(reader->line);
    free(reader);
}

bool line_is_interactive(const struct line_reader *reader)
{
    return reader && reader->edit != NULL;
}

const char *line_read(struct line_reader *reader, const char *prompt,
                      const struct line_completer *completer)
{
    struct text shown = text_into(reader->prompt, sizeof reader->prompt);

    if (terminal_is_utf8())
        text_add(&shown, "%s", prompt);
    else
        text_ascii(terminal_lang(), prompt, &shown);
    reader->completer = completer;
    memory_report();
    fflush(stdout);
    if (interrupt_pending())
        return NULL;
    if (reader->edit)
        return read_edited(reader);
    /* Input without a line end is not typed by a person: it counts as the end of the input. */
    return file_read_line(stdin, &reader->line, &reader->size, LINE_MAX_BYTES) < 0
               ? NULL
               : chomp(reader->line);
}
