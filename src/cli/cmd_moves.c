/* cmd_moves.c - tablier moves: the legal moves in canonical spelling, one per line. */
#include "cli/command.h"
#include "core/game.h"
#include "cli/position_args.h"
#include "jansson/json_memory.h"
#include "jansson/setup_json.h"

struct args {
    struct position_args position;
    bool json;
};

static const struct option options[] = {
    POSITION_OPTIONS(struct args, position),
    JSON_OPTION(struct args, json),
    {0},
};

static int run(void *values, char **words)
{
    const struct args *args = values;
    struct tb_position position;
    tb_move moves[TB_MOVES_MAX];
    char text[TB_MOVE_TEXT];
    int status = position_args_resolve(&args->position, words[0], &position);

    if (status != GO_ON)
        return status;
    int count = tb_moves(&position, moves);
    json_t *list = json_array();

    for (int i = 0; i < count; i++) {
        position_move_text(&position, moves[i], text, sizeof text);
        if (args->json)
            json_array_append_new(list, json_string(text));
        else
            puts(text);
    }
    if (args->json) {
        json_t *object = position_json_encode(&position);

        json_object_set(object, "moves", list);
        json_write(object, JSON_COMPACT, stdout);
    }
    json_decref(list);
    return STATUS_OK;
}

const struct command cmd_moves = {
    .name = "moves",
    .words = "GAME",
    .summary = N_("List the legal moves, one per line."),
    ARGS(struct args),
};
