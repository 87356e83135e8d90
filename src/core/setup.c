/* setup.c - the games' facts as the public interface shows them, and setups. */
#include <stdio.h>
#include <string.h>

#include "core/game.h"

const char *tb_error_name(int code)
{
    switch (code) {
#define ERROR_CASE(name, number, identifier)                                                       \
    case number:                                                                                   \
        return identifier;
        TB_ERRORS(ERROR_CASE)
#undef ERROR_CASE
    default:
        return code == TB_OK ? "ok" : NULL;
    }
}

const char *tb_version(void)
{
    return TB_VERSION;
}

int tb_game_count(void)
{
    int count = 0;

    while (game_table[count])
        count++;
    return count;
}

const struct tb_game *tb_game_at(int index)
{
    return index >= 0 && index < tb_game_count() ? game_table[index] : NULL;
}

static bool is_game(const struct tb_game *game)
{
    for (int i = 0; game_table[i]; i++)
        if (game_table[i] == game)
            return true;
    return false;
}

const struct tb_game *tb_game_find(const char *name)
{
    for (int i = 0; name && game_table[i]; i++)
        if (strcmp(game_table[i]->name, name) == 0)
            return game_table[i];
    return NULL;
}

const char *tb_game_name(const struct tb_game *game)
{
    return game ? game->name : NULL;
}

const char *tb_game_title(const struct tb_game *game)
{
    return game ? game->title : NULL;
}

const char *tb_game_author(const struct tb_game *game)
{
    return game ? game->author : NULL;
}

bool tb_game_allows(const struct tb_game *game, int players)
{
    return game && players >= 0 && players <= TB_PLAYERS_MAX &&
           (game->players & PLAYERS(players));
}

bool tb_game_repeats(const struct tb_game *game)
{
    return game && game->repeats;
}

int tb_game_option_count(const struct tb_game *game)
{
    int count = 0;

    while (game && game->options[count].name)
        count++;
    return count;
}

const struct tb_option *tb_game_option(const struct tb_game *game, int index)
{
    return index >= 0 && index < tb_game_option_count(game) ? &game->options[index] : NULL;
}

const char *tb_option_text(const struct tb_option *option, const char *lang)
{
    return option ? translate(lang, option->text) : "";
}

static int wrong_players(const struct tb_game *game, int players, struct tb_error *error)
{
    char words[32];
    struct text list = text_into(words, sizeof words);

    for (int n = 1; n <= TB_PLAYERS_MAX; n++)
        if (tb_game_allows(game, n))
            text_add(&list, "%s%d", list.used ? " " : "", n);
    return error_set(
        error, TB_ERR_PLAYERS, "{game} is not played by {players}; it takes {allowed} players.",
        arg_text("game", game->title), arg_count("players", players), arg_or("allowed", words));
}

int tb_setup_init(struct tb_setup *setup, const struct tb_game *game, int players,
                  struct tb_error *error)
{
    if (!setup)
        return error_missing(error, "setup");
    if (!is_game(game))
        return error_set(error, TB_ERR_GAME, "There is no such game.");
    if (players == 0)
        players = 2;
    if (!tb_game_allows(game, players))
        return wrong_players(game, players, error);
    *setup = (struct tb_setup){.game = game, .players = players};
    for (int i = 0; game->options[i].name; i++)
        setup->options[i] = game->options[i].defaults[players];
    return TB_OK;
}

int error_missing(struct tb_error *error, const char *argument)
{
    return error_set(error, TB_ERR_ARGUMENT, "The argument {argument} is NULL.",
                     arg_text("argument", argument));
}

int setup_check(const struct tb_setup *setup, struct tb_error *error)
{
    if (!setup)
        return error_missing(error, "setup");
    if (!is_game(setup->game))
        return error_set(error, TB_ERR_GAME, "The setup has no game.");
    if (!tb_game_allows(setup->game, setup->players))
        return wrong_players(setup->game, setup->players, error);
    for (int i = 0; setup->game->options[i].name; i++) {
        const struct tb_option *option = &setup->game->options[i];
        int value = setup->options[i];

        if (value < option->min || value > option->max || (value - option->min) % option->step)
            return error_set(error, TB_ERR_VALUE, "Option {option} cannot be {value}.",
                             arg_text("option", option->name), arg_count("value", value));
    }
    return TB_OK;
}

int position_check(const struct tb_position *position, struct tb_error *error)
{
    return position ? setup_check(&position->setup, error) : error_missing(error, "position");
}

/* The value that `text` spells, or -1. */
static int option_parse(const struct tb_option *option, const char *text)
{
    struct scan scan = {text};
    int value;

    if (option->words) {
        for (value = 0; option->words[value]; value++)
            if (strcmp(option->words[value], text) == 0)
                return value;
        return -1;
    }
    if (!scan_number(&scan, option->max, &value) || !scan_end(&scan) || value < option->min ||
        (value - option->min) % option->step != 0)
        return -1;
    return value;
}

static int unknown_option(const struct tb_game *game, const char *key, struct tb_error *error)
{
    char known[128];
    struct text text = text_into(known, sizeof known);

    for (int i = 0; game->options[i].name; i++)
        text_add(&text, "%s%s", i ? ", " : "", game->options[i].name);
    if (text.used == 0)
        return error_set(error, TB_ERR_OPTION,
                         "{game} has no option ''{option}''; it has none at all.",
                         arg_text("game", game->title), arg_text("option", quote(key).text));
    return error_set(error, TB_ERR_OPTION, "{game} has no option ''{option}''; it has: {known}.",
                     arg_text("game", game->title), arg_text("option", quote(key).text),
                     arg_text("known", known));
}

static int wrong_value(const struct tb_game *game, int index, const char *value,
                       struct tb_error *error)
{
    const struct tb_option *option = &game->options[index];
    char words[128];
    struct text list = text_into(words, sizeof words);

    if (!option->words && option->step == 1)
        return error_set(error, TB_ERR_VALUE,
                         "The option {option} of {game} cannot be ''{value}''; it must be between "
                         "{min} and {max}.",
                         arg_option("option", option->name), arg_text("game", game->title),
                         arg_text("value", quote(value).text), arg_count("min", option->min),
                         arg_count("max", option->max));
    for (int v = option->min; v <= option->max; v += option->step) {
        if (option->words)
            text_add(&list, "%s%s", list.used ? " " : "", option->words[v]);
        else
            text_add(&list, "%s%d", list.used ? " " : "", v);
    }
    return error_set(error, TB_ERR_VALUE,
                     "The option {option} of {game} cannot be ''{value}''; it must be {allowed}.",
                     arg_option("option", option->name), arg_text("game", game->title),
                     arg_text("value", quote(value).text), arg_or("allowed", words));
}

int tb_setup_set_option(struct tb_setup *setup, const char *key, const char *value,
                        struct tb_error *error)
{
    int code = setup_check(setup, error);

    if (code)
        return code;
    if (!key || !value)
        return error_missing(error, key ? "value" : "key");
    int index = game_option_index(setup->game, key);

    if (index < 0)
        return unknown_option(setup->game, key, error);
    int number = option_parse(&setup->game->options[index], value);

    if (number < 0)
        return wrong_value(setup->game, index, value, error);
    setup->options[index] = number;
    return TB_OK;
}

int tb_setup_option(const struct tb_setup *setup, int index, char *out, size_t size)
{
    int code = setup_check(setup, NULL);

    if (out && size > 0)
        *out = '\0';
    if (code || (!out && size > 0))
        return code ? code : TB_ERR_ARGUMENT;
    const struct tb_option *option = tb_game_option(setup->game, index);

    if (!option)
        return snprintf(out, size, "%s", "");
    if (option->words)
        return snprintf(out, size, "%s", option->words[setup->options[index]]);
    return snprintf(out, size, "%d", setup->options[index]);
}
