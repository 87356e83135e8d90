/* calls.c - the table of calls, and what several of them write. */
#include "wasm/calls.h"

#include <string.h>

#include "core/game.h"

static const struct {
    const char *name;
    int (*run)(const struct request *request, struct answer *answer, struct fault *fault);
} calls[] = {
    {"games", call_games},     {"snapshot", call_snapshot}, {"why", call_why},
    {"remark", call_remark},   {"position", call_position}, {"trace", call_trace},
    {"parse", call_parse},     {"format", call_format},     {"think", call_think},
    {"review", call_review},   {"puzzle", call_puzzle},     {"solve", call_solve},
    {"picture", call_picture}, {"record", call_record},     {"explore", call_explore},
    {"network", call_network}, {"parallel", call_parallel},
};

static int run_call(const struct request *request, struct answer *answer, struct fault *fault)
{
    if (!request_is_sound(request))
        return error_set(&fault->error, TB_ERR_SYNTAX, "The request is malformed.");
    const char *name = request_get(request, "call");

    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (name && strcmp(name, calls[i].name) == 0)
            return calls[i].run(request, answer, fault);
    return error_set(&fault->error, TB_ERR_SYNTAX, "There is no call ''{call}''.",
                     arg_text("call", quote(name ? name : "").text));
}

void calls_answer(const struct request *request, struct answer *answer)
{
    struct request_viewer viewer;
    struct fault fault = {0};

    answer_clear(answer);
    answer_open(answer, '{');
    answer_key(answer, "value");
    if (run_call(request, answer, &fault)) {
        answer_clear(answer);
        answer_open(answer, '{');
        answer_key(answer, "error");
        answer_fault(answer, &fault,
                     request_is_sound(request) ? request_viewer(request, &viewer) : NULL);
    }
    answer_close(answer, '}');
}

/* ---- Written by several calls ------------------------------------------------------ */

void answer_fault(struct answer *answer, const struct fault *fault, const struct tb_viewer *viewer)
{
    char words[TB_MESSAGE_TEXT];

    error_text(&fault->error, viewer, words, sizeof words);
    answer_open(answer, '{');
    answer_key_string(answer, "message", words);
    answer_key_number(answer, "ply", fault->ply);
    answer_close(answer, '}');
}

void answer_option_value(struct answer *answer, const struct tb_option *option, int value)
{
    if (option->words)
        answer_string(answer, option->words[value]);
    else
        answer_number(answer, value);
}

void answer_setup(struct answer *answer, const struct tb_setup *setup)
{
    answer_key_string(answer, "game", tb_game_name(setup->game));
    answer_key_number(answer, "players", setup->players);
    answer_key(answer, "options");
    answer_open(answer, '{');
    for (int i = 0; i < tb_game_option_count(setup->game); i++) {
        const struct tb_option *option = tb_game_option(setup->game, i);

        answer_key(answer, option->name);
        answer_option_value(answer, option, setup->options[i]);
    }
    answer_close(answer, '}');
}

void answer_result(struct answer *answer, struct tb_result result)
{
    if (!result.over) {
        answer_null(answer);
        return;
    }
    answer_open(answer, '[');
    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        if (result.winners & (1u << p))
            answer_number(answer, p + 1);
    answer_close(answer, ']');
}

void answer_record(struct answer *answer, const struct tb_match *match, const char *notes)
{
    const struct tb_position *start = tb_match_start(match);
    struct match_rules rules = match_rules_of(match);
    const char *ending = record_ending_name(tb_match_ending(match));
    char position[TB_POSITION_TEXT];

    tb_position_text(start, position, sizeof position);
    answer_open(answer, '{');
    answer_setup(answer, &start->setup);
    answer_key_string(answer, "position", record_is_usual_start(match) ? NULL : position);
    answer_key_number(answer, "repetition", rules.repetition);
    answer_key_bool(answer, "swap", rules.swap);
    answer_key(answer, "moves");
    answer_open(answer, '[');
    for (int i = 0; i < tb_match_length(match); i++)
        answer_string(answer, tb_match_entry(match, i));
    answer_close(answer, ']');
    if (notes) {
        answer_key(answer, "notes");
        answer_json(answer, notes);
    }
    if (ending) {
        answer_key_string(answer, "ending", ending);
        answer_key(answer, "result");
        answer_result(answer, tb_match_result(match));
    }
    answer_close(answer, '}');
}

void answer_remarks(struct answer *answer, const struct tb_position *position, const tb_move *move,
                    const struct request *request)
{
    char text[2 * TB_REMARK_TEXT], *rest;
    struct request_viewer viewer;

    request_viewer(request, &viewer);
    if (move)
        position_remark_move(position, *move, &viewer.viewer, text, sizeof text);
    else
        position_remark(position, &viewer.viewer, text, sizeof text);
    answer_open(answer, '[');
    for (char *sentence = strtok_r(text, "\n", &rest); sentence;
         sentence = strtok_r(NULL, "\n", &rest))
        answer_string(answer, sentence);
    answer_close(answer, ']');
}
