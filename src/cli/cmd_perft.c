/* cmd_perft.c - tablier perft: count the sequences of exactly DEPTH moves. */
#include <inttypes.h>
#include <time.h>

#include "cli/command.h"
#include "cli/position_args.h"
#include "cli/terminal.h"
#include "core/game.h"
#include "core/message.h"
#include "jansson/json_memory.h"
#include "jansson/setup_json.h"

struct args {
    struct position_args position;
    bool divide;
    bool time;
    bool json;
};

static const struct option options[] = {
    {"divide", NULL, N_("also print the count below each move"), take_flag, ARG(divide)},
    {"time", NULL, N_("also print time and nodes a second, on standard error"), take_flag,
     ARG(time)},
    POSITION_OPTIONS(struct args, position),
    JSON_OPTION(struct args, json),
    {0},
};

/* Prints `move count` for every move, or puts the counts into `object` unless it is NULL; returns
 * the sum. */
static uint64_t divide(const struct tb_position *position, int depth, json_t *object)
{
    tb_move moves[TB_MOVES_MAX];
    int count = tb_moves(position, moves);
    uint64_t total = 0;

    for (int i = 0; i < count; i++) {
        struct tb_position next = *position;
        char text[TB_MOVE_TEXT];

        position_move_text(position, moves[i], text, sizeof text);
        tb_play(&next, moves[i], NULL);
        uint64_t nodes = tb_perft(&next, depth - 1);

        if (object)
            json_object_set_new(object, text, json_integer((json_int_t)nodes));
        else
            printf("%s %" PRIu64 "\n", text, nodes);
        total += nodes;
    }
    return total;
}

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int run(void *values, char **words)
{
    const struct args *args = values;
    struct tb_position position;
    int depth, status = position_args_resolve(&args->position, words[0], &position);

    if (status != GO_ON)
        return status;
    struct scan scan = {words[1]};

    if (!scan_number(&scan, 99, &depth) || !scan_end(&scan))
        return usage_error("The depth cannot be ''{value}''; it is a number of moves, 0 to 99.",
                           arg_text("value", quote(words[1]).text));
    double start = seconds();
    bool divided = args->divide && depth > 0;
    json_t *moves = args->json ? (divided ? json_object() : json_null()) : NULL;
    uint64_t total = divided ? divide(&position, depth, moves) : tb_perft(&position, depth);
    double elapsed = seconds() - start;

    if (args->json) {
        json_t *object = position_json_encode(&position);

        json_object_update_new(object, json_pack("{s:i, s:I, s:o, s:f}", "depth", depth, "nodes",
                                                 (json_int_t)total, "moves", moves, "seconds",
                                                 elapsed));
        json_write(object, JSON_COMPACT | JSON_REAL_PRECISION(6), stdout);
        return STATUS_OK;
    }
    printf("%" PRIu64 "\n", total);
    if (args->time)
        print_in(stderr, terminal_lang(), "{seconds} s of CPU time, {speed} nodes/s\n",
                 arg_number("seconds", elapsed, 3),
                 arg_number("speed", elapsed > 0 ? (double)total / elapsed : 0, 0));
    return STATUS_OK;
}

const struct command cmd_perft = {
    .name = "perft",
    .words = "GAME DEPTH",
    .summary = N_("Count the sequences of exactly DEPTH moves."),
    ARGS(struct args),
};
