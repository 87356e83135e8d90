/*
 * line.h - reading the user's lines: with editing, history and completion on a
 * terminal, plainly from a pipe or a file.
 */
#ifndef TABLIER_CLI_LINE_H
#define TABLIER_CLI_LINE_H

#include <stdbool.h>

struct line_reader;

/* The words that could stand at the cursor; those that do not fit what is typed
 * already are dropped. */
struct line_offers;
void line_offer(struct line_offers *offers, const char *word);

/* Offers the words that can follow `before` (the text to the left of the word at the
 * cursor, "" for the first word). Returns false if a file name belongs there. */
struct line_completer {
    bool (*complete)(void *context, const char *before, struct line_offers *offers);
    void *context;
};

/* NULL if memory runs out. */
struct line_reader *line_open(void);
void line_close(struct line_reader *reader);

/* True if a person types at a terminal; false if the reader is NULL. */
bool line_is_interactive(const struct line_reader *reader);

/* The next line without its end and blanks before that, valid until the next call; NULL at the end
 * of the input and after an interrupt. The prompt is shown to a person only. */
const char *line_read(struct line_reader *reader, const char *prompt,
                      const struct line_completer *completer);

#endif
