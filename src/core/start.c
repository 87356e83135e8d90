/* start.c - from words to the position and the rules that a match begins with. */
#include "core/start.h"

#include <string.h>

#include "core/game.h"

void start_list_games(struct text *out)
{
    for (int i = 0; i < tb_game_count(); i++)
        text_add(out, "%s%s", i ? ", " : "", tb_game_name(tb_game_at(i)));
}

static int set_players(struct start *start, const char *value, struct tb_error *error)
{
    struct scan scan = {value};
    struct tb_setup setup;
    int players, code;

    if (!scan_number(&scan, 99, &players) || !scan_end(&scan) || players == 0)
        return error_set(error, TB_ERR_PLAYERS, "''{value}'' is not a number of players.",
                         arg_text("value", quote(value).text));
    if ((code = tb_setup_init(&setup, start->game, players, error)))
        return code;
    start->players = players;
    return TB_OK;
}

int start_set(struct start *start, const char *key, const char *value, struct tb_error *error)
{
    struct tb_setup setup;
    int code;

    if (strcmp(key, "players") == 0)
        return set_players(start, value, error);
    if ((code = tb_setup_init(&setup, start->game, 0, error)) ||
        (code = tb_setup_set_option(&setup, key, value, error)))
        return code;
    int index = game_option_index(start->game, key);

    start->options[index] = setup.options[index];
    start->given |= 1u << index;
    return TB_OK;
}

/* The player count that the leading words of a position string name, 0 if none does. */
static int position_players(const char *text)
{
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        size_t length = strcspn(text, " ");
        struct scan scan = {text};
        int players;

        if (!memchr(text, '=', length))
            return 0;
        if (scan_word(&scan, "players=") && scan_number(&scan, 99, &players))
            return players;
        text += length;
    }
    return 0;
}

/* Fails if the words of the position contradict an option that was given besides. */
static int check_agreement(const struct start *start, const struct tb_setup *found,
                           struct tb_error *error)
{
    struct tb_setup said = *found;

    for (int i = 0; start->game->options[i].name; i++) {
        char theirs[32], ours[32];

        if (!(start->given & (1u << i)) || found->options[i] == start->options[i])
            continue;
        said.options[i] = start->options[i];
        tb_setup_option(found, i, theirs, sizeof theirs);
        tb_setup_option(&said, i, ours, sizeof ours);
        return error_set(error, TB_ERR_POSITION,
                         "The position sets {option}={theirs}, but {option}={ours} was also given; "
                         "give it once.",
                         arg_text("option", start->game->options[i].name),
                         arg_text("theirs", theirs), arg_text("ours", ours));
    }
    return TB_OK;
}

int start_resolve(const struct start *start, struct tb_position *position, struct tb_error *error)
{
    int named = start->position ? position_players(start->position) : 0;
    struct tb_position parsed;
    struct tb_setup setup;
    int code;

    if (named && start->players && named != start->players)
        return error_set(
            error, TB_ERR_POSITION,
            "The position sets players={theirs}, but players={ours} was also given; give it once.",
            arg_count("theirs", named), arg_count("ours", start->players));
    if ((code = tb_setup_init(&setup, start->game, named ? named : start->players, error)))
        return code;
    for (int i = 0; i < TB_OPTIONS_MAX; i++)
        if (start->given & (1u << i))
            setup.options[i] = start->options[i];
    if (!start->position) {
        tb_position_start(position, &setup, NULL);
        return TB_OK;
    }
    if ((code = tb_position_parse(&parsed, &setup, start->position, error)) ||
        (code = check_agreement(start, &parsed.setup, error)))
        return code;
    *position = parsed;
    return TB_OK;
}

int rules_set(struct match_rules *rules, const char *key, const char *value, struct tb_error *error)
{
    struct scan scan = {value};
    int number;

    if (strcmp(key, "repetition") == 0) {
        if (!scan_number(&scan, 9, &number) || !scan_end(&scan))
            return error_set(error, TB_ERR_VALUE,
                             "Repetition cannot be ''{value}''; it must be between 0 and 9.",
                             arg_text("value", quote(value).text));
        rules->repetition = number;
        return TB_OK;
    }
    if (strcmp(key, "swap") == 0) {
        rules->swap = strcmp(value, "on") == 0;
        if (!rules->swap && strcmp(value, "off") != 0)
            return error_set(error, TB_ERR_VALUE,
                             "The rule swap cannot be ''{value}''; it must be on or off.",
                             arg_text("value", quote(value).text));
        return TB_OK;
    }
    return error_set(error, TB_ERR_OPTION,
                     "A match has no rule ''{key}''; it has: repetition, swap.",
                     arg_text("key", quote(key).text));
}
