/* position_args.c - from --players, --set, --position and --moves to a position. */
#include "cli/position_args.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/start.h"

int take_setting(void *target, const char *value, struct tb_error *error)
{
    struct setting_list *list = target;
    const char *equals = strchr(value, '=');

    if (!equals || equals == value)
        return error_set(error, TB_ERR_OPTION, "''{value}'' is not KEY=VALUE, such as walls=7.",
                         arg_text("value", quote(value).text));
    if (list->count == SETS_MAX)
        return error_set(error, TB_ERR_OPTION, "There are more than {max} settings.",
                         arg_count("max", SETS_MAX));
    list->words[list->count++] = value;
    return TB_OK;
}

/* Notes one "walls=7". */
static int apply_setting(struct start *start, const char *word, struct tb_error *error)
{
    char key[64];
    struct text text = text_into(key, sizeof key);

    text_add(&text, "%.*s", (int)strcspn(word, "="), word);
    return start_set(start, key, strchr(word, '=') + 1, error);
}

int position_args_add(struct position_args *args, const char *position)
{
    if (position && args->position)
        return usage_error("There are two positions; give only one.");
    if (position)
        args->position = position;
    return GO_ON;
}

int position_args_start(const struct position_args *args, const char *game,
                        struct tb_position *position)
{
    struct start start = {.game = game_by_name(game), .position = args->position};
    struct tb_error error;

    if (!start.game)
        return STATUS_USAGE;
    if (args->players && start_set(&start, "players", args->players, &error))
        return usage_error_of("--players", &error);
    for (int i = 0; i < args->sets.count; i++)
        if (apply_setting(&start, args->sets.words[i], &error))
            return usage_error_of("--set", &error);
    if (start_resolve(&start, position, &error))
        return usage_error_of(args->position ? "--position" : NULL, &error);
    return GO_ON;
}

int position_args_each_move(const struct position_args *args,
                            int (*play)(void *context, const char *word, struct tb_error *error),
                            void *context)
{
    char *copy = strdup(args->moves ? args->moves : ""), *rest = copy, *word;
    struct tb_error error;
    int status = GO_ON;

    if (!copy)
        return out_of_memory();
    for (int number = 1; status == GO_ON && (word = strtok_r(rest, " \t\r\n", &rest)); number++)
        if (play(context, word, &error))
            status = usage_error("--moves: Move {move} ''{word}'': {error}",
                                 arg_count("move", number), arg_text("word", quote(word).text),
                                 arg_message("error", error.message));
    free(copy);
    return status;
}

static int play_word(void *context, const char *word, struct tb_error *error)
{
    struct tb_position *position = context;
    tb_move move;
    int code = tb_move_parse(position, word, &move, error);

    return code ? code : tb_play(position, move, error);
}

int position_args_resolve(const struct position_args *args, const char *game,
                          struct tb_position *position)
{
    int status = position_args_start(args, game, position);

    return status == GO_ON ? position_args_each_move(args, play_word, position) : status;
}
