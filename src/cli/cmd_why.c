/* cmd_why.c - tablier why: whether a move is legal, or which rule forbids it. */
#include <string.h>

#include "cli/command.h"
#include "cli/position_args.h"
#include "cli/terminal.h"
#include "core/message.h"
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

/* The move as it was typed, and what the rules have to say about it. */
static json_t *reason_json(const struct tb_position *position, const char *move,
                           const struct tb_reason *reason, const char *words)
{
    json_t *object = position_json_encode(position), *places = json_array();
    char copy[sizeof reason->places], *rest = copy;

    strcpy(copy, reason->legal ? "" : reason->places);
    for (char *place; (place = strsep(&rest, " "));)
        if (*place)
            json_array_append_new(places, json_string(place));
    json_object_set_new(object, "move", json_string(quote(move).text));
    json_object_set_new(object, "legal", json_boolean(reason->legal));
    json_object_set_new(object, "reason", reason->legal ? json_null() : json_string(words));
    json_object_set_new(object, "places", places);
    return object;
}

static int run(void *values, char **words)
{
    const struct args *args = values;
    struct tb_position position;
    struct tb_reason reason;
    char text[TB_MESSAGE_TEXT];
    int status = position_args_resolve(&args->position, words[0], &position);

    if (status != GO_ON)
        return status;
    position_why(&position, words[1], &reason);
    reason_text(&reason, &(struct tb_viewer){.lang = terminal_lang()}, text, sizeof text);
    if (args->json) {
        json_write(reason_json(&position, words[1], &reason, text), JSON_COMPACT, stdout);
        return reason.legal ? STATUS_OK : STATUS_FAILED;
    }
    if (reason.legal) {
        puts(tr("legal"));
        return STATUS_OK;
    }
    puts(text);
    if (*reason.places)
        print_out("places: {places}\n", arg_square("places", reason.places));
    return STATUS_FAILED;
}

const struct command cmd_why = {
    .name = "why",
    .words = "GAME MOVE",
    .summary = N_("Say whether a move is legal, or which rule forbids it."),
    ARGS(struct args),
};
