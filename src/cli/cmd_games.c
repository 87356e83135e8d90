/* cmd_games.c - tablier games: the games, who can play them, their options. */
#include <jansson.h>
#include <string.h>

#include "cli/command.h"
#include "cli/game_facts.h"
#include "cli/wrap.h"
#include "core/game.h"
#include "jansson/json_memory.h"

enum { COLUMNS = 78, MEANING_COLUMN = 27 };

struct args {
    bool json;
};

static void add_value(struct text *out, const struct tb_option *option, int value)
{
    if (option->words)
        text_add(out, "%s", option->words[value]);
    else
        text_add(out, "%d", value);
}

/* "walls=0..10", "size=3|5|7|9", "turn=blocked|barrier" */
static void add_values(struct text *out, const struct tb_option *option)
{
    text_add(out, "%s=", option->name);
    if (!option->words && option->step == 1) {
        text_add(out, "%d..%d", option->min, option->max);
        return;
    }
    for (int v = option->min; v <= option->max; v += option->step) {
        text_add(out, "%s", v == option->min ? "" : "|");
        add_value(out, option, v);
    }
}

/* "default 10, 5 with 4 players" */
static void add_defaults(struct text *out, const struct tb_game *game,
                         const struct tb_option *option, const char *lang)
{
    text_add(out, "%s ", translate(lang, "default"));
    add_value(out, option, option->defaults[2]);
    for (int n = 1; n <= TB_PLAYERS_MAX; n++)
        if (tb_game_allows(game, n) && option->defaults[n] != option->defaults[2]) {
            text_add(out, "%s", ", ");
            add_value(out, option, option->defaults[n]);
            text_message(out, lang, " with {players} players", arg_count("players", n));
        }
}

static void print_game(const struct tb_game *game, const char *lang)
{
    char line[128];
    struct text facts = text_into(line, sizeof line);

    game_facts_play(game, lang, &facts);
    printf("%-10s %s (%s), %s\n", tb_game_name(game), tb_game_title(game), tb_game_author(game),
           line);
    for (int i = 0; i < tb_game_option_count(game); i++) {
        const struct tb_option *option = tb_game_option(game, i);
        char meaning[512];
        struct text values = text_into(line, sizeof line);
        struct text text = text_into(meaning, sizeof meaning);

        add_values(&values, option);
        add_defaults(&text, game, option, lang);
        text_message(&text, lang, "; {meaning}", arg_term("meaning", option->text));
        printf("    %-*s ", MEANING_COLUMN - 5, line);
        wrap_print(meaning, COLUMNS, MEANING_COLUMN, MEANING_COLUMN);
        putchar('\n');
    }
}

/* ---- JSON ------------------------------------------------------------------- */

static json_t *value_json(const struct tb_option *option, int value)
{
    return option->words ? json_string(option->words[value]) : json_integer(value);
}

static json_t *option_json(const struct tb_game *game, const struct tb_option *option)
{
    json_t *values = json_array(), *defaults = json_object();

    for (int v = option->min; v <= option->max; v += option->step)
        json_array_append_new(values, value_json(option, v));
    for (int n = 1; n <= TB_PLAYERS_MAX; n++)
        if (tb_game_allows(game, n)) {
            char players[] = {(char)('0' + n), '\0'};

            json_object_set_new(defaults, players, value_json(option, option->defaults[n]));
        }
    return json_pack("{s:s, s:o, s:o, s:s}", "name", option->name, "values", values, "default",
                     defaults, "text", tr(option->text));
}

static json_t *game_json(const struct tb_game *game)
{
    json_t *players = json_array(), *options = json_array();

    for (int n = 1; n <= TB_PLAYERS_MAX; n++)
        if (tb_game_allows(game, n))
            json_array_append_new(players, json_integer(n));
    for (int i = 0; i < tb_game_option_count(game); i++)
        json_array_append_new(options, option_json(game, tb_game_option(game, i)));
    json_t *facts = json_pack("{s:s, s:s, s:s, s:s*, s:s*, s:o, s:b, s:o}", "name",
                              tb_game_name(game), "title", tb_game_title(game), "author",
                              tb_game_author(game), "authorLink", game->author_link, "publisher",
                              game->publisher, "players", players, "repeats",
                              tb_game_repeats(game), "options", options);

    if (game->minutes[0])
        json_object_set_new(facts, "minutes",
                            json_pack("[i, i]", game->minutes[0], game->minutes[1]));
    if (game->age)
        json_object_set_new(facts, "age", json_integer(game->age));
    return facts;
}

static int print_json(void)
{
    json_t *games = json_array();

    for (int i = 0; i < tb_game_count(); i++)
        json_array_append_new(games, game_json(tb_game_at(i)));
    json_write(games, JSON_INDENT(2), stdout);
    return STATUS_OK;
}

static const struct option options[] = {
    {"json", NULL, N_("print one JSON list"), take_flag, ARG(json)},
    {0},
};

static int run(void *values, char **words)
{
    const struct args *args = values;

    (void)words;
    if (args->json)
        return print_json();
    for (int i = 0; i < tb_game_count(); i++)
        print_game(tb_game_at(i), terminal_lang());
    return STATUS_OK;
}

const struct command cmd_games = {
    .name = "games",
    .words = "",
    .summary = N_("List the games, their player counts and options."),
    ARGS(struct args),
};
