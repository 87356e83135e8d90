/* terminal.h - the terminal's size, colours and character set, and the user's language. */
#ifndef TABLIER_CLI_TERMINAL_H
#define TABLIER_CLI_TERMINAL_H

#include "cli/command.h"

enum colour { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

struct style_args {
    bool ascii;
    enum colour colour;
};

/* The rows of an option table for a struct style_args in `member` of `type`. */
#define COLOUR_OPTION(type, member)                                                                \
    {                                                                                              \
        "color", "auto|always|never", N_("colours (default: auto, on a terminal)"), take_colour,   \
            offsetof(type, member.colour)                                                          \
    }
#define STYLE_OPTIONS(type, member)                                                                \
    {"ascii", NULL, N_("draw with ASCII alone"), take_flag, offsetof(type, member.ascii)},         \
        COLOUR_OPTION(type, member)

int take_colour(void *target, const char *value, struct tb_error *error);

/* Sets the character set; call it once, before anything else here. On a terminal without UTF-8, all
 * output is spelled with ASCII from then on. */
void terminal_detect(void);

/* Writes a number in the language of terminal_lang(). */
struct decimal own_decimal(double value, int digits);
/* Takes --lang out of the command line, at any position: it belongs to every command. Returns
 * GO_ON, or the status to exit with after an error message. */
int terminal_take_lang(int *argc, char **argv);
bool terminal_is_utf8(void);
/* Columns of standard output, 80 if it is not a terminal. */
int terminal_width(void);
/* Columns to wrap lines at, 0 if it is not a terminal: programs get whole lines. */
int terminal_wrap(void);
/* Its rows, 0 if it is not a terminal. */
int terminal_height(void);

/* Prints a sentence wrapped to the terminal, as a line of its own. */
void print_sentence(const char *sentence);

/* How to draw on standard output: on a terminal, so that some lines more fit the screen. */
struct tb_style terminal_style(const struct style_args *args);

#endif
