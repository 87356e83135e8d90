/* message.c - renders messages for a viewer. */
#include "core/message.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/catalog.h"

enum { DEPTH_MAX = 12, NUMBER_TEXT = 64, LIST_TEXT = 256, TEXT_MAX = 1 << 20 };

/* ---- Patterns ------------------------------------------------------------------------- */

struct render {
    struct text *out;
    const struct tb_viewer *viewer;
    const struct catalog *catalog;
    const struct arg *args;
    size_t start; /* where the sentence begins in `out` */
    int depth;  /* how much deeper messages and patterns may be nested */
    bool sound; /* no syntax error so far */
};

/* Where a message is rendered: for whom, within which sentence, and how deep. */
struct place {
    const struct tb_viewer *viewer;
    size_t start; /* of the sentence that it is part of */
    int depth;
};

static struct place within(const struct render *r)
{
    return (struct place){r->viewer, r->start, r->depth - 1};
}

/* A piece of a pattern. */
struct span {
    const char *at, *end;
};

static void render_span(struct render *r, struct span span, const struct arg *number);
static void render_message(struct text *out, const struct phrase *message,
                           const struct place *place);
static void render_encoded(struct text *out, const char *encoded, const struct place *place);

static bool quotes_at(struct span span)
{
    return *span.at == '\'' && span.end - span.at > 1 &&
           (span.at[1] == '\'' || span.at[1] == '{' || span.at[1] == '}' || span.at[1] == '#');
}

/* The character after a quoted passage that begins here. */
static const char *after_quote(struct span span)
{
    if (span.at[1] == '\'')
        return span.at + 2;
    const char *close = memchr(span.at + 1, '\'', (size_t)(span.end - span.at - 1));

    return close ? close + 1 : span.end;
}

/* The brace that closes the one at span.at; NULL if there is none. */
static const char *closing_brace(struct span span)
{
    int depth = 0;

    while (span.at < span.end) {
        if (quotes_at(span)) {
            span.at = after_quote(span);
            continue;
        }
        depth += *span.at == '{' ? 1 : *span.at == '}' ? -1 : 0;
        if (depth == 0)
            return span.at;
        span.at++;
    }
    return NULL;
}

static void skip_blanks(struct span *span)
{
    while (span->at < span->end && strchr(" \t\r\n", *span->at))
        span->at++;
}

/* Takes a word: up to a blank, a comma, a brace or the end. */
static struct span take_word(struct span *span)
{
    skip_blanks(span);
    struct span word = {span->at, span->at};

    while (word.end < span->end && !strchr(" \t\r\n,{}", *word.end))
        word.end++;
    span->at = word.end;
    skip_blanks(span);
    return word;
}

static bool word_is(struct span word, const char *text)
{
    size_t length = (size_t)(word.end - word.at);

    return strlen(text) == length && memcmp(word.at, text, length) == 0;
}

static const struct arg *arg_named(const struct render *r, struct span name)
{
    for (const struct arg *arg = r->args; arg->name; arg++)
        if (word_is(name, arg->name))
            return arg;
    return NULL;
}

static const char *own_words(const struct render *r, const char *context, const char *text)
{
    const char *found = text && *text ? catalog_find(r->catalog, context, text) : NULL;

    return found && *found ? found : text;
}

/* ---- Values --------------------------------------------------------------------------- */

/* Appends digits with the language's marks; `grouped`: in threes. */
static void add_number(struct render *r, const char *digits, bool grouped)
{
    size_t whole = strcspn(digits, "."), first = *digits == '-' || *digits == '+';

    for (size_t i = 0; i < whole; i++) {
        if (grouped && i > first && (whole - i) % 3 == 0)
            text_add(r->out, "%s", own_words(r, "thousands mark", ","));
        text_char(r->out, digits[i]);
    }
    if (digits[whole])
        text_add(r->out, "%s%s", own_words(r, "decimal mark", "."), digits + whole + 1);
}

/* True if the next words begin a sentence. */
static bool begins_sentence(const struct render *r)
{
    const struct text *out = r->out;

    if (out->used == r->start)
        return true;
    if (out->used < 2 || out->used >= out->size)
        return false;
    return strchr(".!?", out->start[out->used - 2]) && strchr(" \n", out->start[out->used - 1]);
}

/* The number of the player, or of the first of a side, from 1. */
static int player_number(const struct arg *arg)
{
    int number = 1;

    if (arg->type == ARG_PLAYER)
        return (int)arg->count;
    while (number < TB_PLAYERS_MAX && !(arg->count >> (number - 1) & 1))
        number++;
    return number;
}

static bool is_team(const struct arg *arg)
{
    return arg->type == ARG_SIDE && (arg->count & (arg->count - 1)) != 0;
}

static const char *player_name(const struct render *r, const struct arg *arg)
{
    int number = player_number(arg);
    bool known = r->viewer && r->viewer->names && number >= 1 && number <= TB_PLAYERS_MAX;
    const char *name = known && !is_team(arg) ? r->viewer->names[number - 1] : NULL;

    return name && *name ? name : NULL;
}

/* "team 1+3" */
static void add_team(struct render *r, const struct arg *arg)
{
    char numbers[2 * TB_PLAYERS_MAX + 1];
    struct text list = text_into(numbers, sizeof numbers);
    struct place place = within(r);

    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        if (arg->count >> p & 1)
            text_add(&list, "%s%d", list.used ? "+" : "", p + 1);
    render_message(r->out, MESSAGE(N_("team {players}"), arg_text("players", numbers)), &place);
}

/* A list of words with the language's word before the last. */
static void add_list(struct render *r, const struct arg *arg)
{
    const char *last = strrchr(arg->text, ' ');
    char before[LIST_TEXT];
    struct text list = text_into(before, sizeof before);
    struct place place = within(r);

    if (!last) {
        text_add(r->out, "%s", arg->text);
        return;
    }
    for (const char *c = arg->text; c < last; c++)
        text_add(&list, *c == ' ' ? ", " : "%c", *c);
    render_message(
        r->out,
        arg->type == ARG_AND
            ? MESSAGE(N_("{list} and {last}"), arg_text("list", before), arg_text("last", last + 1))
            : MESSAGE(N_("{list} or {last}"), arg_text("list", before), arg_text("last", last + 1)),
        &place);
}

static void add_player(struct render *r, const struct arg *arg)
{
    const char *name = player_name(r, arg);
    bool capital = begins_sentence(r);
    size_t start = r->out->used;
    struct place place = within(r);

    if (name)
        text_add(r->out, "%s", name);
    else if (is_team(arg))
        add_team(r, arg);
    else
        render_message(r->out,
                       MESSAGE(N_("player {number}"), arg_count("number", player_number(arg))),
                       &place);
    if (capital && start < r->out->size) {
        char *first = r->out->start + start;

        *first = (char)(*first >= 'a' && *first <= 'z' ? *first - 'a' + 'A' : *first);
    }
}

static void add_value(struct render *r, const struct arg *arg, bool grouped)
{
    char digits[NUMBER_TEXT];
    struct place place = within(r);

    switch (arg->type) {
    case ARG_COUNT:
        snprintf(digits, sizeof digits, arg->digits ? "%llu" : "%lld", arg->count);
        add_number(r, digits, grouped);
        break;
    case ARG_NUMBER:
        snprintf(digits, sizeof digits, "%.*f", arg->digits, arg->number);
        add_number(r, digits, grouped);
        break;
    case ARG_PLAYER:
    case ARG_SIDE:
        add_player(r, arg);
        break;
    case ARG_AND:
    case ARG_OR:
        add_list(r, arg);
        break;
    case ARG_TERM:
        text_add(r->out, "%s", own_words(r, NULL, arg->text));
        break;
    case ARG_MESSAGE:
        render_encoded(r->out, arg->text, &place);
        break;
    default:
        text_add(r->out, "%.*s", arg->digits ? arg->digits : TEXT_MAX, arg->text ? arg->text : "");
    }
}

/* ---- Choices -------------------------------------------------------------------------- */

/* True if the viewer is that player or plays for that side. */
static bool reads_it(const struct render *r, const struct arg *arg)
{
    int you = r->viewer ? r->viewer->you : 0;

    if (you < 1)
        return false;
    return arg->type == ARG_PLAYER ? you == arg->count : (arg->count >> (you - 1) & 1) != 0;
}

/* True if the text begins with a vowel, accented or not. */
static bool begins_with_vowel(const char *text)
{
    unsigned char first = (unsigned char)text[0], second = first ? (unsigned char)text[1] : 0;

    if (first == 0xc3) /* letters of Latin-1; those left out are consonants and signs */
        return second >= 0x80 && !strchr("\x87\x90\x91\x97\x9e\x9f\xa7\xb0\xb1\xb7\xbe", second);
    return first && strchr("aeiouyAEIOUY", first);
}

/* True if a word of a select tells how the text begins: `vowel`, or `i-` with any letters. */
static bool tells_beginning(struct span word, const char *text)
{
    size_t letters = (size_t)(word.end - word.at) - 1;

    return word_is(word, "vowel") ? begins_with_vowel(text)
                                  : letters > 0 && word.at[letters] == '-' &&
                                        strncmp(text, word.at, letters) == 0;
}

/* True if a word of a select stands for this argument. */
static bool selects(const struct render *r, struct span word, const struct arg *arg)
{
    char digits[NUMBER_TEXT];

    if (!arg)
        return false;
    switch (arg->type) {
    case ARG_PLAYER:
    case ARG_SIDE:
        if (reads_it(r, arg))
            return word_is(word, is_team(arg) ? "yourteam" : "you");
        if (is_team(arg))
            return word_is(word, "team");
        if (!player_name(r, arg))
            return word_is(word, "other");
        return word_is(word, "named") || tells_beginning(word, player_name(r, arg));
    case ARG_COUNT:
        snprintf(digits, sizeof digits, "%lld", arg->count);
        return word_is(word, digits);
    case ARG_NUMBER:
    case ARG_MESSAGE:
        return false;
    default:
        if (!arg->text)
            return false;
        return word_is(word, arg->text) || tells_beginning(word, arg->text);
    }
}

static long long whole_number(const struct arg *arg)
{
    return arg->type == ARG_NUMBER ? (long long)arg->number : arg->count;
}

/* Returns how well a word of a plural fits: 2 for =N, 1 for the category, 0 for not at all. */
static int plural_fit(const struct render *r, struct span word, const struct arg *arg)
{
    char exact[NUMBER_TEXT];

    if (!arg || (arg->type != ARG_COUNT && arg->type != ARG_NUMBER && arg->type != ARG_PLAYER))
        return 0;
    snprintf(exact, sizeof exact, "=%lld", whole_number(arg));
    if (word_is(word, exact))
        return 2;
    return word_is(word, catalog_plural(r->catalog, whole_number(arg)));
}

/* Renders the branch of a plural or select that fits best, `other` if none does. */
static void render_choice(struct render *r, struct span rest, const struct arg *arg, bool plural)
{
    struct span best = {NULL, NULL};
    int best_fit = -1;

    while (skip_blanks(&rest), rest.at < rest.end) {
        struct span word = take_word(&rest);
        const char *close = rest.at < rest.end && *rest.at == '{' ? closing_brace(rest) : NULL;

        if (!close || word.at == word.end) {
            r->sound = false;
            return;
        }
        int fit = plural ? plural_fit(r, word, arg) : selects(r, word, arg);

        fit = fit == 0 && !word_is(word, "other") ? -1 : fit;
        if (fit > best_fit) {
            best_fit = fit;
            best = (struct span){rest.at + 1, close};
        }
        rest.at = close + 1;
    }
    if (best.at)
        render_span(r, best, plural ? arg : NULL);
    else
        r->sound = false;
}

/* Renders what is between two braces. */
static void render_argument(struct render *r, struct span inner)
{
    struct span whole = inner, name = take_word(&inner), type;
    const struct arg *arg = arg_named(r, name);

    if (name.at == name.end || (inner.at < inner.end && *inner.at != ',')) {
        r->sound = false;
        return;
    }
    if (inner.at == inner.end) {
        if (arg)
            add_value(r, arg, false);
        else
            text_add(r->out, "{%.*s}", (int)(whole.end - whole.at), whole.at);
        return;
    }
    inner.at++;
    type = take_word(&inner);
    if (word_is(type, "number") && inner.at == inner.end) {
        if (arg)
            add_value(r, arg, true);
    } else if ((word_is(type, "plural") || word_is(type, "select")) && inner.at < inner.end &&
               *inner.at == ',') {
        inner.at++;
        render_choice(r, inner, arg, word_is(type, "plural"));
    } else {
        r->sound = false;
    }
}

static void render_span(struct render *r, struct span span, const struct arg *number)
{
    if (r->depth-- <= 0)
        r->sound = false;
    while (r->sound && span.at < span.end) {
        if (quotes_at(span)) {
            const char *next = after_quote(span);
            const char *from = span.at + 1, *to = span.at[1] == '\'' ? span.at + 2 : next - 1;

            text_add(r->out, "%.*s", (int)(to - from), from);
            span.at = next;
        } else if (*span.at == '{') {
            const char *close = closing_brace(span);

            r->sound = close != NULL;
            if (close)
                render_argument(r, (struct span){span.at + 1, close});
            span.at = close ? close + 1 : span.end;
        } else if (*span.at == '}') {
            r->sound = false;
        } else if (*span.at == '#' && number) {
            add_value(r, number, true);
            span.at++;
        } else {
            text_char(r->out, *span.at++);
        }
    }
    r->depth++;
}

static bool render_pattern(struct text *out, const char *pattern, const struct arg *args,
                           const struct catalog *catalog, const struct place *place)
{
    struct render r = {out, place->viewer, catalog, args, place->start, place->depth, true};

    render_span(&r, (struct span){pattern, pattern + strlen(pattern)}, NULL);
    return r.sound;
}

/* True if the pattern is a whole sentence, which begins with a capital wherever it stands. */
static bool is_sentence(const char *pattern)
{
    size_t length = strlen(pattern);

    while (length > 0 && pattern[length - 1] == '\n')
        length--;
    return length > 0 && strchr(".!?", pattern[length - 1]);
}

static void render_message(struct text *out, const struct phrase *message,
                           const struct place *place)
{
    const struct catalog *catalog = catalog_for(place->viewer ? place->viewer->lang : NULL);
    const char *found = *message->pattern ? catalog_find(catalog, NULL, message->pattern) : "";
    struct place here = *place;
    size_t start = out->used;

    if (is_sentence(message->pattern))
        here.start = start;
    if (found && *found && render_pattern(out, found, message->args, catalog, &here))
        return;
    out->used = start;
    if (start < out->size)
        out->start[start] = '\0';
    if (!render_pattern(out, message->pattern, message->args, NULL, &here)) {
        out->used = start;
        text_add(out, "%s", message->pattern);
    }
}

static void render_encoded(struct text *out, const char *encoded, const struct place *place)
{
    char copy[MESSAGE_ENCODED_MAX];
    struct arg args[MESSAGE_ARGS_MAX + 1];

    snprintf(copy, sizeof copy, "%s", encoded);
    text_end_whole(copy);
    message_decode(copy, args);
    if (place->depth > 0)
        render_message(out, &(struct phrase){copy, args}, place);
}

void message_render_encoded(struct text *out, const char *encoded, const struct tb_viewer *viewer)
{
    render_encoded(out, encoded, &(struct place){viewer, out->used, DEPTH_MAX});
}

const char *translate_as(const char *lang, const char *context, const char *text)
{
    const char *found = *text ? catalog_find(catalog_for(lang), context, text) : NULL;

    return found && *found ? found : text;
}

const char *translate(const char *lang, const char *text)
{
    return translate_as(lang, NULL, text);
}

void text_message_for(struct text *out, const struct tb_viewer *viewer,
                      const struct phrase *message)
{
    render_message(out, message, &(struct place){viewer, out->used, DEPTH_MAX});
}

void text_message_in(struct text *out, const char *lang, const struct phrase *message)
{
    text_message_for(out, &(struct tb_viewer){.lang = lang}, message);
}

static struct decimal with_own_mark(const char *digits, const char *lang)
{
    struct decimal number;
    struct text out = text_into(number.text, sizeof number.text);
    struct render r = {.out = &out, .catalog = catalog_for(lang)};

    add_number(&r, digits, false);
    return number;
}

struct decimal decimal(double value, int digits, const char *lang)
{
    char text[NUMBER_TEXT];

    snprintf(text, sizeof text, "%.*f", digits, value);
    return with_own_mark(text, lang);
}

struct decimal decimal_signed(double value, int digits, const char *lang)
{
    char text[NUMBER_TEXT];

    snprintf(text, sizeof text, "%+.*f", digits, value);
    return with_own_mark(text, lang);
}
