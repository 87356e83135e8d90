/*
 * input.h - the lines that a controller sends, and their words.
 *
 * Both protocols read alike: a line ends with LF; a tab is a space; CR and all
 * other control characters are dropped. A line may be of any length, but only
 * its beginning is kept.
 */
#ifndef TABLIER_PROTOCOL_INPUT_H
#define TABLIER_PROTOCOL_INPUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Characters of a line that are kept: a position with thousands of moves. */
enum { INPUT_LINE_MAX = 1 << 18 };

struct input {
    FILE *file;
    char *line; /* NUL-terminated; the reader may write in it */
    bool cut;   /* the line was longer than this */
};

/* False when out of memory. */
bool input_open(struct input *input, FILE *file);
void input_close(struct input *input);

/* Reads the next line; false at the end of the input. */
bool input_read(struct input *input);

/* Takes the first word off *rest and terminates it; "" when there is none. */
char *input_word(char **rest);

/* Reads a whole word as a number with an optional sign. Numbers out of range become INT64_MAX or
 * -INT64_MAX. */
bool input_number(const char *word, int64_t *number);

#endif
