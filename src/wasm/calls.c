/* calls.c - the table of calls, and what several of them write. */
#include "wasm/calls.h"

#include <string.h>

#include "core/game.h"

static const struct {
    const char *name;
    int (*run)(const struct request *request, struct json_writer *answer, struct fault *fault);
} calls[] = {
    {"games", call_games},     {"snapshot", call_snapshot}, {"why", call_why},
    {"remark", call_remark},   {"position", call_position}, {"trace", call_trace},
    {"parse", call_parse},     {"format", call_format},     {"think", call_think},
    {"review", call_review},   {"puzzle", call_puzzle},     {"solve", call_solve},
    {"picture", call_picture}, {"record", call_record},     {"explore", call_explore},
    {"files", call_files},     {"parallel", call_parallel}, {"compose", call_compose},
    {"open", call_open},       {"close", call_close},       {"enter", call_enter},
};

static int run_call(const struct request *request, struct json_writer *answer, struct fault *fault)
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

void calls_answer(const struct request *request, struct json_writer *answer)
{
    struct request_viewer viewer;
    struct fault fault = {0};

    writer_clear(answer);
    writer_open(answer, '{');
    writer_key(answer, "value");
    if (run_call(request, answer, &fault)) {
        writer_clear(answer);
        writer_open(answer, '{');
        writer_key(answer, "error");
        answer_fault(answer, &fault,
                     request_is_sound(request) ? request_viewer(request, &viewer) : NULL);
    }
    writer_close(answer, '}');
}

void calls_report_text(struct json_writer *text)
{
    if (writer_text(text))
        calls_report(writer_text(text), text->used);
}

/* ---- Written by several calls ------------------------------------------------------ */

void answer_verdict(struct json_writer *answer, const struct verdict *verdict)
{
    static const char *const words[] = {"loss", "draw", "win"};
    bool lasts = verdict && verdict->plies >= 0;

    writer_key_string(answer, "value", verdict ? words[verdict->value + 1] : NULL);
    writer_key_known(answer, "plies", lasts, lasts ? verdict->plies : 0);
}

void answer_fault(struct json_writer *answer, const struct fault *fault,
                  const struct tb_viewer *viewer)
{
    char words[TB_MESSAGE_TEXT];

    error_text(&fault->error, viewer, words, sizeof words);
    writer_open(answer, '{');
    writer_key_string(answer, "message", words);
    writer_key_number(answer, "ply", fault->ply);
    writer_close(answer, '}');
}

void answer_option_value(struct json_writer *answer, const struct tb_option *option, int value)
{
    if (option->words)
        writer_string(answer, option->words[value]);
    else
        writer_number(answer, value);
}

void answer_setup(struct json_writer *answer, const struct tb_setup *setup)
{
    writer_key_string(answer, "game", tb_game_name(setup->game));
    writer_key_number(answer, "players", setup->players);
    writer_key_open(answer, "options", '{');
    for (int i = 0; i < tb_game_option_count(setup->game); i++) {
        const struct tb_option *option = tb_game_option(setup->game, i);

        writer_key(answer, option->name);
        answer_option_value(answer, option, setup->options[i]);
    }
    writer_close(answer, '}');
}

void answer_result(struct json_writer *answer, struct tb_result result)
{
    if (!result.over) {
        writer_null(answer);
        return;
    }
    writer_open(answer, '[');
    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        if (result.winners & (1u << p))
            writer_number(answer, p + 1);
    writer_close(answer, ']');
}

void answer_record(struct json_writer *answer, const struct record *record)
{
    const struct tb_match *match = record->match;
    const struct tb_position *start = tb_match_start(match);
    struct match_rules rules = match_rules_of(match);
    const char *ending = record_ending_name(tb_match_ending(match));
    char position[TB_POSITION_TEXT];

    tb_position_text(start, position, sizeof position);
    writer_open(answer, '{');
    answer_setup(answer, &start->setup);
    writer_key_string(answer, "position", record_is_usual_start(match) ? NULL : position);
    writer_key_number(answer, "repetition", rules.repetition);
    writer_key_bool(answer, "swap", rules.swap);
    writer_key_open(answer, "moves", '[');
    for (int i = 0; i < tb_match_length(match); i++)
        writer_string(answer, tb_match_entry(match, i));
    writer_close(answer, ']');
    if (annotations_exist(&record->notes)) {
        writer_key(answer, "notes");
        record_write_notes(answer, record);
    }
    if (ending) {
        writer_key_string(answer, "ending", ending);
        writer_key(answer, "result");
        answer_result(answer, tb_match_result(match));
    }
    writer_close(answer, '}');
}

void answer_remarks(struct json_writer *answer, const struct tb_position *position,
                    const tb_move *move, const struct request *request)
{
    char text[2 * TB_REMARK_TEXT], *rest;
    struct request_viewer viewer;

    request_viewer(request, &viewer);
    if (move)
        position_remark_move(position, *move, &viewer.viewer, text, sizeof text);
    else
        position_remark(position, &viewer.viewer, text, sizeof text);
    writer_open(answer, '[');
    for (char *sentence = strtok_r(text, "\n", &rest); sentence;
         sentence = strtok_r(NULL, "\n", &rest))
        writer_string(answer, sentence);
    writer_close(answer, ']');
}
