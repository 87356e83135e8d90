/* calls_games.c - the games: their facts, options, levels, personalities and themes. */
#include "core/advice.h"
#include "core/themes.h"
#include "search/level.h"
#include "wasm/calls.h"

/* Every value that the option may have. */
static void answer_values(struct json_writer *answer, const struct tb_option *option)
{
    writer_key_open(answer, "values", '[');
    for (int value = option->min; value <= option->max; value += option->step)
        answer_option_value(answer, option, value);
    writer_close(answer, ']');
}

static void answer_defaults(struct json_writer *answer, const struct tb_game *game,
                            const struct tb_option *option)
{
    writer_key_open(answer, "defaults", '{');
    for (int n = 1; n <= TB_PLAYERS_MAX; n++) {
        const char players[] = {(char)('0' + n), '\0'};

        if (!tb_game_allows(game, n))
            continue;
        writer_key(answer, players);
        answer_option_value(answer, option, option->defaults[n]);
    }
    writer_close(answer, '}');
}

static void answer_option(struct json_writer *answer, const struct tb_game *game,
                          const struct tb_option *option, const char *lang)
{
    writer_open(answer, '{');
    writer_key_string(answer, "name", option->name);
    writer_key_number(answer, "min", option->min);
    writer_key_number(answer, "max", option->max);
    writer_key_number(answer, "step", option->step);
    writer_key(answer, "words");
    if (option->words) {
        writer_open(answer, '[');
        for (int i = 0; option->words[i]; i++)
            writer_string(answer, option->words[i]);
        writer_close(answer, ']');
    } else {
        writer_null(answer);
    }
    answer_values(answer, option);
    answer_defaults(answer, game, option);
    writer_key_string(answer, "text", tb_option_text(option, lang));
    writer_close(answer, '}');
}

/* By number of players, the side of each player, from 1. */
static void answer_sides(struct json_writer *answer, const struct tb_game *game)
{
    writer_key_open(answer, "sides", '{');
    for (int n = 1; n <= TB_PLAYERS_MAX; n++) {
        const char players[] = {(char)('0' + n), '\0'};
        struct tb_setup setup;
        struct tb_position start;

        if (tb_setup_init(&setup, game, n, NULL))
            continue;
        tb_position_start(&start, &setup, NULL);
        writer_key_open(answer, players, '[');
        for (int p = 0; p < n; p++)
            writer_number(answer, tb_side(&start, p) + 1);
        writer_close(answer, ']');
    }
    writer_close(answer, '}');
}

/* The highest level of the computer, and by number of players the last one with the usual
 * options. */
static void answer_levels(struct json_writer *answer, const struct tb_game *game)
{
    writer_key_number(answer, "levels", LEVEL_MAX);
    writer_key_open(answer, "lastLevels", '{');
    for (int n = 1; n <= TB_PLAYERS_MAX; n++) {
        const char players[] = {(char)('0' + n), '\0'};
        struct tb_setup setup;

        if (tb_setup_init(&setup, game, n, NULL) == TB_OK)
            writer_key_number(answer, players, level_last(&setup));
    }
    writer_close(answer, '}');
}

/* What the game's documents state about it, and only that. */
static void answer_facts(struct json_writer *answer, const struct tb_game *game)
{
    if (game->author_link)
        writer_key_string(answer, "authorLink", game->author_link);
    if (game->publisher)
        writer_key_string(answer, "publisher", game->publisher);
    if (game->minutes[0]) {
        writer_key_open(answer, "minutes", '[');
        writer_number(answer, game->minutes[0]);
        writer_number(answer, game->minutes[1]);
        writer_close(answer, ']');
    }
    if (game->age)
        writer_key_number(answer, "age", game->age);
}

static void answer_themes(struct json_writer *answer, const struct tb_game *game, const char *lang)
{
    writer_key_open(answer, "themes", '[');
    for (const struct theme *theme = game_themes(game); theme->name; theme++) {
        writer_open(answer, '{');
        writer_key_string(answer, "name", theme->name);
        writer_key_string(answer, "text", translate(lang, theme->text));
        writer_close(answer, '}');
    }
    writer_close(answer, ']');
}

static void answer_personalities(struct json_writer *answer, const struct tb_game *game)
{
    const struct personality *one = game_advice(game)->personalities;

    writer_key_open(answer, "personalities", '[');
    for (; one && one->name; one++)
        writer_string(answer, one->name);
    writer_close(answer, ']');
}

static void answer_game(struct json_writer *answer, const struct tb_game *game, const char *lang)
{
    writer_open(answer, '{');
    writer_key_string(answer, "name", tb_game_name(game));
    writer_key_string(answer, "title", tb_game_title(game));
    writer_key_string(answer, "author", tb_game_author(game));
    answer_facts(answer, game);
    writer_key_open(answer, "players", '[');
    for (int n = 1; n <= TB_PLAYERS_MAX; n++)
        if (tb_game_allows(game, n))
            writer_number(answer, n);
    writer_close(answer, ']');
    answer_sides(answer, game);
    answer_levels(answer, game);
    answer_personalities(answer, game);
    writer_key_bool(answer, "repeats", tb_game_repeats(game));
    writer_key_open(answer, "options", '[');
    for (int i = 0; i < tb_game_option_count(game); i++)
        answer_option(answer, game, tb_game_option(game, i), lang);
    writer_close(answer, ']');
    answer_themes(answer, game, lang);
    writer_close(answer, '}');
}

int call_games(const struct request *request, struct json_writer *answer, struct fault *fault)
{
    (void)fault;
    writer_open(answer, '[');
    for (int i = 0; i < tb_game_count(); i++)
        answer_game(answer, tb_game_at(i), request_lang(request));
    writer_close(answer, ']');
    return TB_OK;
}
