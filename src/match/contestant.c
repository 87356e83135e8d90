/*
 * contestant.c - specifications, and what all kinds of contestants share.
 *
 * A specification is KIND[,NAME=VALUE...][:ARGUMENT][,NAME=VALUE...]; the
 * settings of a program stand before the colon, because what follows it is the
 * program's own.
 */
#include "match/contestant.h"
#include "core/error.h"

#include <stdlib.h>
#include <string.h>

static const char *const finish_names[FINISH_COUNT] = {
    [FINISH_NONE] = N_("none"),
    [FINISH_BOARD] = N_("board"),
    [FINISH_REPETITION] = N_("repetition"),
    [FINISH_LENGTH] = N_("length"),
    [FINISH_AGREED] = N_("agreed scores"),
    [FINISH_PROVEN] = N_("proof"),
    [FINISH_TIME] = N_("time"),
    [FINISH_SILENCE] = N_("silence"),
    [FINISH_CRASH] = N_("crash"),
    [FINISH_ILLEGAL] = N_("illegal move"),
    [FINISH_PROTOCOL] = N_("protocol error"),
    [FINISH_STOPPED] = N_("stopped"),
};

const char *finish_name(enum finish finish)
{
    return finish_names[finish];
}

const char *finish_words(enum finish finish, const char *lang)
{
    return translate(lang, finish_names[finish]);
}

/* ---- Specifications ------------------------------------------------------------------ */

/* The kinds by index, NULL after the last. */
static const struct contestant_class *class_at(int index)
{
    const struct contestant_class *class = engine_contestants;

    while (class->name && index > 0) {
        class ++;
        index--;
    }
    if (class->name)
        return class;
    return index == 0 ? &ugi_contestant : index == 1 ? &qtp_contestant : NULL;
}

static int unknown_kind(const char *spec, struct tb_error *error)
{
    char kinds[256];
    struct text text = text_into(kinds, sizeof kinds);

    for (int i = 0; class_at(i); i++)
        text_add(&text, "%s%s", i ? ", " : "", class_at(i)->form);
    return error_set(error, TB_ERR_VALUE, "There is no contestant ''{spec}''; there are {kinds}.",
                     arg_text("spec", quote(spec).text), arg_text("kinds", kinds));
}

static const struct contestant_class *find_class(const char *text)
{
    size_t length = strcspn(text, ":,");
    const struct contestant_class *class;

    for (int i = 0; (class = class_at(i)); i++)
        if (strlen(class->name) == length && strncmp(class->name, text, length) == 0)
            return class;
    return NULL;
}

/* Cuts ",NAME=VALUE,NAME=VALUE" up into the settings. */
static int split_settings(struct contestant_spec *spec, char *text, struct tb_error *error)
{
    for (char *word; (word = strsep(&text, ","));) {
        char *value = strchr(word, '=');

        if (!value || value == word)
            return error_set(error, TB_ERR_VALUE,
                             "''{word}'' is not NAME=VALUE, such as threads=2.",
                             arg_text("word", quote(word).text));
        if (spec->setting_count == SETTINGS_MAX)
            return error_set(error, TB_ERR_VALUE, "There are more than {max} settings.",
                             arg_count("max", SETTINGS_MAX));
        *value++ = '\0';
        spec->settings[spec->setting_count++] = (struct setting){word, value};
    }
    return TB_OK;
}

/* Takes the text apart; *argument is what follows the colon, untouched if there is none. */
static int split(struct contestant_spec *spec, char **argument, struct tb_error *error)
{
    char *head = spec->text, *colon = strchr(head, ':'), *comma;

    if (colon) {
        *colon = '\0';
        *argument = colon + 1;
    }
    int code = TB_OK;

    if ((comma = strchr(head, ',')))
        code = split_settings(spec, comma + 1, error);
    if (!code && *argument && !spec->class->is_program && (comma = strchr(*argument, ','))) {
        *comma = '\0';
        code = split_settings(spec, comma + 1, error);
    }
    return code;
}

int contestant_spec_parse(struct contestant_spec *spec, const char *text,
                          const struct tb_setup *setup, struct tb_error *error)
{
    char *argument = NULL;
    int code;

    *spec = (struct contestant_spec){.class = find_class(text)};
    if (!spec->class)
        return unknown_kind(text, error);
    strcpy(spec->label, quote(text).text);
    spec->text = strdup(text);
    code = spec->text ? split(spec, &argument, error) : error_memory(error);
    if (!code)
        code = spec->class->parse(spec, argument, setup, error);
    if (code)
        contestant_spec_release(spec);
    return code;
}

void contestant_spec_release(struct contestant_spec *spec)
{
    free(spec->text);
    free(spec->words);
    *spec = (struct contestant_spec){0};
}

bool contestant_spec_is_limited(const struct contestant_spec *spec)
{
    return spec->limits.time_ms > 0 || spec->limits.nodes > 0 || spec->limits.depth > 0 ||
           spec->engine.kind == ENGINE_RANDOM || spec->class->untimed;
}

bool contestant_spec_takes_positions(const struct contestant_spec *spec)
{
    return spec->class->takes_positions;
}

/* ---- Contestants ----------------------------------------------------------------------- */

struct contestant *contestant_new(const struct contestant_spec *spec,
                                  const struct contestant_terms *terms, const char *name)
{
    struct contestant *contestant = spec->class->create(terms, name);

    if (contestant) {
        contestant->class = spec->class;
        contestant->spec = spec;
        contestant->terms = terms;
    }
    return contestant;
}

void contestant_free(struct contestant *contestant)
{
    if (!contestant)
        return;
    contestant_halt(contestant, false);
    contestant->class->free(contestant);
}

enum finish contestant_new_game(struct contestant *contestant, uint64_t seed)
{
    enum finish finish = FINISH_NONE;

    if (!contestant->running) {
        contestant->running = true; /* also one that starts badly must be halted */
        finish = contestant->class->start(contestant);
    }
    return finish == FINISH_NONE ? contestant->class->new_game(contestant, seed) : finish;
}

enum finish contestant_choose(struct contestant *contestant, const struct turn *turn,
                              struct answer *answer)
{
    *answer = (struct answer){.us = 0};
    return contestant->class->choose(contestant, turn, answer);
}

void contestant_halt(struct contestant *contestant, bool politely)
{
    if (contestant->running)
        contestant->class->halt(contestant, politely);
    contestant->running = false;
}

void contestant_stop(struct contestant *contestant)
{
    contestant->class->stop(contestant);
}
