/*
 * contestant.c - specifications, and what all kinds of contestants share.
 *
 * A specification is KIND[,NAME=VALUE...][:ARGUMENT][,NAME=VALUE...]; the
 * settings of a program stand before the colon, because what follows it is the
 * program's own.
 */
#include "match/contestant.h"

#include <stdlib.h>
#include <string.h>

static const char *const finish_names[FINISH_COUNT] = {
    [FINISH_NONE] = "none",
    [FINISH_BOARD] = "board",
    [FINISH_REPETITION] = "repetition",
    [FINISH_LENGTH] = "length",
    [FINISH_AGREED] = "agreed scores",
    [FINISH_PROVEN] = "proof",
    [FINISH_TIME] = "time",
    [FINISH_SILENCE] = "silence",
    [FINISH_CRASH] = "crash",
    [FINISH_ILLEGAL] = "illegal move",
    [FINISH_PROTOCOL] = "protocol error",
    [FINISH_STOPPED] = "stopped",
};

const char *finish_name(enum finish finish)
{
    return finish_names[finish];
}

const char *finish_words(enum finish finish, enum tb_lang lang)
{
    static const char *const french[FINISH_COUNT] = {
        [FINISH_NONE] = "aucune fin",
        [FINISH_BOARD] = "plateau",
        [FINISH_REPETITION] = "répétition",
        [FINISH_LENGTH] = "longueur",
        [FINISH_AGREED] = "évaluations concordantes",
        [FINISH_PROVEN] = "preuve",
        [FINISH_TIME] = "temps",
        [FINISH_SILENCE] = "silence",
        [FINISH_CRASH] = "plantage",
        [FINISH_ILLEGAL] = "coup interdit",
        [FINISH_PROTOCOL] = "faute de protocole",
        [FINISH_STOPPED] = "arrêt",
    };

    return lang == TB_FRENCH ? french[finish] : finish_names[finish];
}

/* ---- Specifications ------------------------------------------------------------------ */

/* The kinds by index, NULL behind the last. */
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
    return error_set(error, TB_ERR_VALUE, "There is no contestant '%s'; there are %s.",
                     "Il n'y a pas de participant « %s » ; il y a %s.", quote(spec).text, kinds);
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
            return error_set(error, TB_ERR_VALUE, "'%s' is not NAME=VALUE, such as threads=2.",
                             "« %s » n'est pas de la forme NOM=VALEUR, par exemple threads=2.",
                             quote(word).text);
        if (spec->setting_count == SETTINGS_MAX)
            return error_set(error, TB_ERR_VALUE, "There are more than %d settings.",
                             "Il y a plus de %d réglages.", SETTINGS_MAX);
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

int setting_number(const struct setting *setting, uint64_t max, uint64_t *value,
                   struct tb_error *error)
{
    const char *text = setting->value;
    char *end;

    *value = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || *value < 1 || *value > max)
        return error_set(error, TB_ERR_VALUE, "The setting %s cannot be '%s'; it may be 1 to %llu.",
                         "Le réglage %s ne peut pas être « %s » ; c'est de 1 à %llu.",
                         setting->name, quote(text).text, (unsigned long long)max);
    return TB_OK;
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

static void fault_set_list(struct fault_words *fault, const char *const formats[2],
                           va_list arguments)
{
    for (int lang = TB_ENGLISH; lang <= TB_FRENCH; lang++) {
        struct text text = text_into(fault->text[lang], REASON_TEXT);
        va_list copy;

        va_copy(copy, arguments);
        text_add_list(&text, formats[lang], copy);
        va_end(copy);
        text_end_whole(fault->text[lang]);
    }
}

void fault_set(struct fault_words *fault, const char *english, const char *french, ...)
{
    const char *const formats[] = {english, french};
    va_list arguments;

    va_start(arguments, french);
    fault_set_list(fault, formats, arguments);
    va_end(arguments);
}

enum finish contestant_fault(struct contestant *contestant, enum finish finish, const char *english,
                             const char *french, ...)
{
    const char *const formats[] = {english, french};
    va_list arguments;

    va_start(arguments, french);
    fault_set_list(&contestant->fault, formats, arguments);
    va_end(arguments);
    return finish;
}
