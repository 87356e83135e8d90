/*
 * message.h - sentences for people, as data: an English template and its named arguments.
 *
 * A template is an ICU MessageFormat pattern, written where it is used:
 *
 *     error_set(error, TB_ERR_GAME, "There is no game ''{game}''.", arg_text("game", name));
 *     "{count, plural, one {# barrier} other {# barriers}} left"
 *     "{player, select, you {You have} other {{player} has}} won."
 *
 * A message can be stored and passed on as one string, in which its arguments follow the
 * template (message_encode()), and is rendered when the viewer is known: the template is looked
 * up in the catalogue of the viewer's language, and the arguments are filled in. A catalogue
 * that lacks a template, or is broken, yields the English text.
 *
 * The pattern syntax: {name}, {name, number} (thousands grouped), {name, plural, ...} with =N
 * and CLDR categories, # for the number, {name, select, ...}; an apostrophe quotes only before
 * a brace or #. A select on a player knows `you`, `vowel` and `named` (a name was given; one that
 * begins with a vowel) besides `other`, on a side also `team` and `yourteam`; a select on a text
 * knows the text itself and `vowel` (it begins with one). `i-` is a name or a text that begins
 * with i; any letters may precede the hyphen.
 */
#ifndef TABLIER_CORE_MESSAGE_H
#define TABLIER_CORE_MESSAGE_H

#include "core/text.h"

enum arg_type {
    ARG_NONE,
    ARG_TEXT = 't',    /* a name, a file, a word: shown as it is */
    ARG_SQUARE = 's',  /* a square or another place on the board */
    ARG_MOVE = 'v',    /* a move in notation */
    ARG_OPTION = 'o',  /* an option of a game or a command, or its value */
    ARG_COUNT = 'n',   /* a whole number */
    ARG_NUMBER = 'f',  /* a number with decimals */
    ARG_PLAYER = 'p',  /* a player, from 1 */
    ARG_SIDE = 'g',    /* players who play together, as a mask; one alone is a player */
    ARG_AND = 'a',     /* words separated by spaces, listed with "and" before the last */
    ARG_OR = 'r',      /* the same with "or" */
    ARG_TERM = 'w',    /* an English word or phrase from the catalogue, translated when rendered */
    ARG_MESSAGE = 'm', /* an encoded message */
};

struct arg {
    const char *name;
    enum arg_type type;
    int digits; /* decimals of a number; greatest length of a text, 0: all of it; 1: a count is
                   unsigned */
    union {
        const char *text;
        long long count;
        double number;
    };
};

/* The arguments of a template, by the name it uses. */
static inline struct arg arg_text(const char *name, const char *value)
{
    return (struct arg){.name = name, .type = ARG_TEXT, .text = value};
}
/* At most that many bytes of a text. */
static inline struct arg arg_start(const char *name, const char *value, int length)
{
    return (struct arg){.name = name, .type = ARG_TEXT, .digits = length, .text = value};
}
static inline struct arg arg_square(const char *name, const char *value)
{
    return (struct arg){.name = name, .type = ARG_SQUARE, .text = value};
}
static inline struct arg arg_move(const char *name, const char *value)
{
    return (struct arg){.name = name, .type = ARG_MOVE, .text = value};
}
static inline struct arg arg_option(const char *name, const char *value)
{
    return (struct arg){.name = name, .type = ARG_OPTION, .text = value};
}
static inline struct arg arg_count(const char *name, long long value)
{
    return (struct arg){.name = name, .type = ARG_COUNT, .count = value};
}
static inline struct arg arg_unsigned(const char *name, unsigned long long value)
{
    return (struct arg){.name = name, .type = ARG_COUNT, .digits = 1, .count = (long long)value};
}
static inline struct arg arg_number(const char *name, double value, int digits)
{
    return (struct arg){.name = name, .type = ARG_NUMBER, .digits = digits, .number = value};
}
static inline struct arg arg_player(const char *name, int player)
{
    return (struct arg){.name = name, .type = ARG_PLAYER, .count = player};
}
/* Players who play together: bit p for player p + 1. */
static inline struct arg arg_side(const char *name, unsigned mask)
{
    return (struct arg){.name = name, .type = ARG_SIDE, .count = mask};
}
/* "c2 b3 a1" becomes "c2, b3 and a1", "c2, b3 or a1". */
static inline struct arg arg_and(const char *name, const char *words)
{
    return (struct arg){.name = name, .type = ARG_AND, .text = words};
}
static inline struct arg arg_or(const char *name, const char *words)
{
    return (struct arg){.name = name, .type = ARG_OR, .text = words};
}
/* A phrase marked with N_(), or another template without arguments. */
static inline struct arg arg_term(const char *name, const char *value)
{
    return (struct arg){.name = name, .type = ARG_TERM, .text = value};
}
/* The result of message_encode(), or the `message` of an error or a reason. */
static inline struct arg arg_message(const char *name, const char *encoded)
{
    return (struct arg){.name = name, .type = ARG_MESSAGE, .text = encoded};
}

struct phrase {
    const char *pattern;
    const struct arg *args; /* ended by one without a name */
};

/* MESSAGE("template", arg_text("name", value), ...): lives as long as the enclosing block. */
#define MESSAGE(...) MESSAGE_PARTS(__VA_ARGS__, ((struct arg){.name = NULL}))
#define MESSAGE_PARTS(pattern_, ...)                                                               \
    (&(const struct phrase){(pattern_), (const struct arg[]){__VA_ARGS__}})

/* Marks a template for the extraction of messages where no function name does; NC_() with the
 * context that tells it from an equal text. */
#define N_(text) text
#define NC_(context, text) text

/* Appends the message to the text as one line: the template and its arguments. */
void message_encode(struct text *out, const struct phrase *message);

enum {
    MESSAGE_ARGS_MAX = 12,      /* arguments of one template */
    MESSAGE_ENCODED_MAX = 2048, /* bytes that hold any encoded message, its end included */
};

/* Takes an encoded message apart in place: the string becomes the template, and `args` (of
 * MESSAGE_ARGS_MAX + 1) its arguments, ended by one without a name. */
void message_decode(char *encoded, struct arg *args);

/* Appends an encoded message as a viewer is shown it. Text without arguments is one too. */
void message_render_encoded(struct text *out, const char *encoded, const struct tb_viewer *viewer);

/* The words of a template without arguments in that language; static lifetime. */
const char *translate(const char *lang, const char *text);
/* The same for a text marked with NC_(). */
const char *translate_as(const char *lang, const char *context, const char *text);

/* Appends the sentence in that language. */
#define text_message(out, lang, ...) text_message_in(out, lang, MESSAGE(__VA_ARGS__))
void text_message_in(struct text *out, const char *lang, const struct phrase *message);
/* Appends the sentence as a viewer is shown it; the template is in MESSAGE(). */
void text_message_for(struct text *out, const struct tb_viewer *viewer,
                      const struct phrase *message);

/* A number as the viewer writes it: decimal(0.5, 1, "fr").text is "0,5". */
struct decimal {
    char text[48];
};
struct decimal decimal(double value, int digits, const char *lang);
struct decimal decimal_signed(double value, int digits, const char *lang); /* "+0.5" */

#endif
