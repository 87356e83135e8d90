/* ugi_text.c - the lines of UGI as a controller reads and writes them. */
#include "match/ugi_text.h"

#include <stdlib.h>
#include <string.h>

#include "core/record.h"
#include "core/text.h"

bool ugi_skip_word(const char **line, const char *word)
{
    size_t length = strlen(word);

    *line += strspn(*line, " \t");
    if (strncmp(*line, word, length) != 0 || !strchr(" \t", (*line)[length]))
        return false;
    *line += length;
    *line += strspn(*line, " \t");
    return true;
}

bool ugi_first_word(const char *text, char *word, size_t size)
{
    size_t length = strcspn(text, " \t");

    if (length == 0 || length >= size)
        return false;
    memcpy(word, text, length);
    word[length] = '\0';
    return true;
}

char *ugi_position_line(const struct tb_match *match)
{
    int length = tb_match_length(match);
    size_t size = 64 + TB_POSITION_TEXT + (size_t)length * TB_MOVE_TEXT;
    char *line = malloc(size), position[TB_POSITION_TEXT];
    struct text text = text_into(line, line ? size : 0);

    if (!line)
        return NULL;
    tb_position_text(tb_match_start(match), position, sizeof position);
    if (record_is_usual_start(match))
        text_add(&text, "position startpos");
    else
        text_add(&text, "position fen %s", position);
    for (int i = 0; i < length; i++) {
        const char *entry = tb_match_entry(match, i);

        if (strcmp(entry, "swap") != 0)
            text_add(&text, "%s%s", i ? " " : " moves ", entry);
    }
    return line;
}
