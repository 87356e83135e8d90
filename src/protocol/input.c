/* input.c - reading the controller's lines. */
#include "protocol/input.h"

#include <stdlib.h>
#include <string.h>

bool input_open(struct input *input, FILE *file)
{
    *input = (struct input){.file = file, .line = malloc(INPUT_LINE_MAX + 1)};
    return input->line != NULL;
}

void input_close(struct input *input)
{
    free(input->line);
    input->line = NULL;
}

bool input_read(struct input *input)
{
    size_t length = 0;
    int c;

    input->cut = false;
    while ((c = getc(input->file)) != EOF && c != '\n') {
        if (c == '\t')
            c = ' ';
        if (c < ' ' || c == 127)
            continue;
        if (length < INPUT_LINE_MAX)
            input->line[length++] = (char)c;
        else
            input->cut = true;
    }
    input->line[length] = '\0';
    return c != EOF || length > 0;
}

char *input_word(char **rest)
{
    char *word = *rest + strspn(*rest, " ");
    size_t length = strcspn(word, " ");

    *rest = word + length;
    if (**rest)
        *(*rest)++ = '\0';
    return word;
}

bool input_number(const char *word, int64_t *number)
{
    bool negative = *word == '-';
    const char *at = word + (*word == '-' || *word == '+');
    int64_t value = 0;

    if (*at == '\0')
        return false;
    for (; *at >= '0' && *at <= '9'; at++)
        value = value <= (INT64_MAX - 9) / 10 ? 10 * value + (*at - '0') : INT64_MAX;
    *number = negative ? -value : value;
    return *at == '\0';
}
