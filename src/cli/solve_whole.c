/* solve_whole.c - see solve_whole.h. */
#include "cli/solve_whole.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/interactive_search.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"
#include "core/clock.h"
#include "core/message.h"
#include "core/solved.h"
#include "jansson/json_memory.h"
#include "solve/maxn.h"
#include "solve/strategy.h"

/* ---- Progress -------------------------------------------------------------------------------- */

struct progress {
    int64_t start_ms, last_ms;
    bool live;
};

static bool on_progress(void *context, int part, size_t done, size_t positions)
{
    enum { PERIOD_MS = 500 };
    struct progress *progress = context;
    int64_t now = clock_ms();
    char line[96];
    struct text text = text_into(line, sizeof line);

    (void)positions;
    if (progress->live && now - progress->last_ms >= PERIOD_MS) {
        text_message(&text, terminal_lang(), "part {part}: {done} positions",
                     arg_count("part", part), arg_unsigned("done", done));
        fprintf(stderr, "\r%s\033[K", line);
        progress->last_ms = now;
    }
    return !work_must_end();
}

static double progress_finish(const struct progress *progress)
{
    if (progress->live)
        fputs("\r\033[K", stderr);
    return (double)(clock_ms() - progress->start_ms) / 1000;
}

/* Ctrl-C ends the writing of a proof. */
static bool on_positions(void *context, uint64_t positions)
{
    (void)context;
    (void)positions;
    return !work_must_end();
}

/* ---- What both kinds print ------------------------------------------------------------------- */

/* Adds a first move to a list, with what is known of it. */
static void add_move(json_t *moves, json_t *one, const struct tb_position *position, tb_move move)
{
    char text[TB_MOVE_TEXT];

    tb_move_text(position, move, text, sizeof text);
    json_object_set_new(one, "move", json_string(text));
    json_array_append_new(moves, one);
}

static void print_json(json_t *object, json_t *moves, uint64_t positions)
{
    json_object_set_new(object, "moves", moves);
    json_object_set_new(object, "positions", json_integer((json_int_t)positions));
    json_write(object, JSON_COMPACT, stdout);
}

static void print_moves(const struct tb_position *position, const char *head, const tb_move *moves,
                        int count)
{
    char line[TB_MOVES_MAX * 8];
    struct text text = text_into(line, sizeof line);

    text_add(&text, "%s:", head);
    for (int i = 0; i < count; i++) {
        char move[TB_MOVE_TEXT];

        tb_move_text(position, moves[i], move, sizeof move);
        text_add(&text, " %s", move);
    }
    puts(line);
}

/* ---- Two sides ------------------------------------------------------------------------------- */

/* Larger for a better outcome. */
static int worth(const struct verdict *v)
{
    return v->value > 0 ? 10000 - v->plies : v->value < 0 ? v->plies - 10000 : 0;
}

static void print_value(const struct verdict *verdict, struct text *out)
{
    struct search_line line = {.exact = true, .verdict = *verdict};

    line_value_text(&line, 1, terminal_lang(), out);
}

/* Prints the moves by outcome, the best first. */
static void print_whole(const struct tb_position *position, const struct whole *whole)
{
    for (int below = 20000;;) {
        tb_move moves[TB_MOVES_MAX];
        int best = -20000, count = 0;
        char head[32];
        struct text text = text_into(head, sizeof head);

        for (int i = 0; i < whole->count; i++) {
            int one = worth(&whole->moves[i].verdict);

            best = one < below && one > best ? one : best;
        }
        if (best == -20000)
            return;
        for (int i = 0; i < whole->count; i++)
            if (worth(&whole->moves[i].verdict) == best) {
                if (count == 0)
                    print_value(&whole->moves[i].verdict, &text);
                moves[count++] = whole->moves[i].move;
            }
        print_moves(position, head, moves, count);
        below = best;
    }
}

static json_t *verdict_json(const struct verdict *verdict)
{
    static const char *const values[] = {"loss", "draw", "win"};

    return json_pack("{s:s, s:o}", "value", values[verdict->value + 1], "plies",
                     verdict->plies < 0 ? json_null() : json_integer(verdict->plies));
}

static void print_whole_json(const struct tb_position *position, const struct whole *whole)
{
    json_t *moves = json_array();

    for (int i = 0; i < whole->count; i++)
        add_move(moves, verdict_json(&whole->moves[i].verdict), position, whole->moves[i].move);
    print_json(verdict_json(&whole->start), moves, whole->positions);
}

/* The claims that the value makes: the winner wins within the plies, and not within fewer; where
 * nobody wins, that neither player does. If a number of plies was asked about, the claim is about
 * that. */
static int value_claims(const struct verdict *start, int turn, int plies, struct claim claims[2])
{
    int winner = start->value > 0 ? turn : 1 - turn;

    claims[0] = (struct claim){winner, true, start->plies};
    claims[1] = (struct claim){winner, false, start->plies - 1};
    if (plies)
        claims[0] = (struct claim){winner, plies >= start->plies, plies};
    for (int player = 0; player < 2 && start->value == 0; player++)
        claims[player] = (struct claim){player, false, plies ? plies : PLIES_ANY};
    return start->value != 0 && plies ? 1 : 2;
}

/* Writes the proof of the value, as a table that tablier verify checks. */
static int write_proof(const struct tb_position *position, const struct whole_args *args,
                       const struct verdict *start, const struct whole_values *values,
                       struct tb_error *error)
{
    struct claim claims[2];
    const struct proof_watch watch = {.report = on_positions};
    struct strategy_task task = {
        .position = position,
        .claims = claims,
        .count = value_claims(start, tb_turn(position), args->plies, claims),
        .values = values,
        .threads = args->threads,
        .watch = &watch,
    };
    struct bytes bytes = {0};

    int code = strategy_write(&task, &bytes, error);

    if (!code)
        code = bytes_finish(&bytes, error);
    if (!code && !output_finish(args->proof, bytes.data, bytes.size, error))
        code = TB_ERR_SYSTEM;
    bytes_release(&bytes);
    return code;
}

static int solve_two(const struct tb_position *position, const struct whole_args *args,
                     const struct solved_watch *watch, struct whole *whole, struct tb_error *error)
{
    const struct tb_game *game = position->setup.game;
    struct whole_values *values = NULL;
    struct tb_state start;

    game->init(&position->setup, &start);
    if (memcmp(&start, &position->state, game->state_size) != 0)
        return error_set(error, TB_ERR_ARGUMENT, "--whole begins at the start of the game.");
    int code = game->solved->whole(&position->setup, args->threads, watch, whole,
                                   args->proof ? &values : NULL, error);

    if (!code && args->proof)
        code = write_proof(position, args, &whole->start, values, error);
    if (values)
        values->drop(values);
    return code;
}

/* ---- More sides ------------------------------------------------------------------------------ */

/* An outcome as in records: the winner's number, or 0 for a draw. */
static int outcome_number(const struct tb_position *position, int outcome)
{
    return outcome == position->setup.players ? 0 : outcome + 1;
}

static json_t *outcomes_json(const struct tb_position *position, unsigned possible)
{
    json_t *list = json_array();

    for (int outcome = 0; outcome <= position->setup.players; outcome++)
        if (possible >> outcome & 1)
            json_array_append_new(list, json_integer(outcome_number(position, outcome)));
    return list;
}

/* The groups that can force a win and have no smaller one in them that can. */
static unsigned least_groups(const struct tb_position *position, unsigned forces)
{
    unsigned least = 0;

    for (unsigned group = 1; group < (1u << position->setup.players) - 1; group++) {
        bool needed = forces >> group & 1;

        for (unsigned part = 1; part < group; part++)
            needed = needed && !((part & group) == part && forces >> part & 1);
        least |= (unsigned)needed << group;
    }
    return least;
}

/* Writes a group of players: "1+3". */
static void group_text(unsigned group, struct text *out)
{
    const char *between = "";

    for (int p = 0; group >> p; p++)
        if (group >> p & 1) {
            text_add(out, "%s%d", between, p + 1);
            between = "+";
        }
}

static void print_row(const struct tb_position *position, const char *move,
                      const struct maxn_value *value)
{
    unsigned least = least_groups(position, value->forces);
    char possible[32], groups[128];
    struct text outcomes = text_into(possible, sizeof possible);
    struct text together = text_into(groups, sizeof groups);

    for (int outcome = 0; outcome <= position->setup.players; outcome++)
        if (value->possible >> outcome & 1)
            text_add(&outcomes, outcomes.used ? " %d" : "%d", outcome_number(position, outcome));
    for (unsigned group = 1; least >> group; group++)
        if (least >> group & 1) {
            text_add(&together, "%s", together.used ? " " : "");
            group_text(group, &together);
        }
    printf("%-8s %5d %5d  %-9s %s\n", move, outcome_number(position, value->outcome[TIE_FIRST]),
           outcome_number(position, value->outcome[TIE_LAST]), possible, groups);
}

static void print_maxn(const struct tb_position *position, const struct maxn_solution *solution)
{
    char line[700];
    struct text text = text_into(line, sizeof line);

    printf("%-8s %5s %5s  %-9s %s\n", "", "A", "B", "C", "D");
    print_row(position, "", &solution->value);
    for (int i = 0; i < solution->count; i++) {
        char move[TB_MOVE_TEXT];

        tb_move_text(position, solution->moves[i].move, move, sizeof move);
        print_row(position, move, &solution->moves[i].value);
    }
    text_message(&text, terminal_lang(),
                 "A, B: the winner (0: a draw) if each prefers a win to a draw and a draw to a "
                 "loss, and a player who loses anyway lets the first (A) or the last (B) of the "
                 "others win, in turn after him. C: the outcomes of all such play, however ties "
                 "are broken. D: the smallest groups of players who together can force that one "
                 "of them wins.");
    print_sentence(line);
}

static json_t *maxn_json(const struct tb_position *position, const struct maxn_value *value)
{
    json_t *groups = json_array();

    for (unsigned group = 1; group < (1u << position->setup.players) - 1; group++)
        if (value->forces >> group & 1) {
            char text[16];
            struct text out = text_into(text, sizeof text);

            group_text(group, &out);
            json_array_append_new(groups, json_string(text));
        }
    return json_pack("{s:i, s:i, s:o, s:o}", "tie_first",
                     outcome_number(position, value->outcome[TIE_FIRST]), "tie_last",
                     outcome_number(position, value->outcome[TIE_LAST]), "possible",
                     outcomes_json(position, value->possible), "forces", groups);
}

static void print_maxn_json(const struct tb_position *position,
                            const struct maxn_solution *solution)
{
    json_t *moves = json_array();

    for (int i = 0; i < solution->count; i++)
        add_move(moves, maxn_json(position, &solution->moves[i].value), position,
                 solution->moves[i].move);
    print_json(maxn_json(position, &solution->value), moves, solution->positions);
}

/* ---- Both ------------------------------------------------------------------------------------ */

/* The solution of either kind. */
struct answer {
    struct whole whole;
    struct maxn_solution more;
};

static void print_answer(const struct tb_position *position, const struct answer *answer, bool two,
                         bool json, double seconds)
{
    if (json && two)
        print_whole_json(position, &answer->whole);
    else if (json)
        print_maxn_json(position, &answer->more);
    else if (two)
        print_whole(position, &answer->whole);
    else
        print_maxn(position, &answer->more);
    if (!json)
        print_in(stdout, terminal_lang(),
                 "{positions, number} positions, all solved in {seconds} s\n",
                 arg_unsigned("positions", two ? answer->whole.positions : answer->more.positions),
                 arg_number("seconds", seconds, 1));
}

static int solve_all(const struct tb_position *position, const struct whole_args *args, bool two)
{
    struct progress progress = {.start_ms = clock_ms(), .live = isatty(STDERR_FILENO)};
    const struct solved_watch watch = {.report = on_progress, .context = &progress};
    struct answer answer;
    struct tb_error error;
    int code = two ? solve_two(position, args, &watch, &answer.whole, &error)
                   : maxn_solve(position, args->bytes, &watch, &answer.more, &error);
    double seconds = progress_finish(&progress);

    if (code == TB_ERR_STOPPED)
        return STATUS_INTERRUPTED;
    if (code)
        return code == TB_ERR_ARGUMENT ? usage_error_of(NULL, &error) : failure_of(NULL, &error);
    print_answer(position, &answer, two, args->json, seconds);
    return STATUS_OK;
}

int solve_whole(const struct tb_position *position, const struct whole_args *args)
{
    const struct solved *solved = position->setup.game->solved;
    bool two = solved && solved->whole && position->setup.players == 2;

    if (tb_position_result(position).over)
        return usage_error("The game is over.");
    if (!two && !maxn_serves(position))
        return usage_error("{game} with {players} players cannot be solved as a whole.",
                           arg_text("game", tb_game_title(position->setup.game)),
                           arg_count("players", position->setup.players));
    if (args->proof && !(two && solved->pack))
        return usage_error("{game} with {players} players has no proof of a whole solution.",
                           arg_text("game", tb_game_title(position->setup.game)),
                           arg_count("players", position->setup.players));
    interrupt_catch();
    return solve_all(position, args, two);
}
