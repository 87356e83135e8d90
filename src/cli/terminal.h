/* terminal.h - what the terminal and the user's locale allow. */
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

/* Sets the program's character set; call it once, before anything else here. On a terminal that
 * does not speak UTF-8, whatever is printed is spelled with ASCII from then on. */
void terminal_detect(void);

/* A number in that language. */
struct decimal own_decimal(double value, int digits);
/* Takes --lang out of the command line, wherever it stands: it belongs to every command. Returns
 * GO_ON, or the status to exit with after an error message. */
int terminal_take_lang(int *argc, char **argv);
bool terminal_is_utf8(void);
/* Columns of standard output, 80 if it is no terminal. */
int terminal_width(void);
/* The same to wrap lines at, 0 if it is no terminal: what programs read stays whole. */
int terminal_wrap(void);
/* Its rows, 0 if it is no terminal. */
int terminal_height(void);

/* Prints a sentence wrapped to the terminal, as a line of its own. */
void print_sentence(const char *sentence);

/* How to draw on standard output: on a terminal, so that some lines more fit the screen. */
struct tb_style terminal_style(const struct style_args *args);

#endif
