/*
 * match_game.c - the referee: asks for moves, checks them, keeps the clocks, and ends the game of a
 * contestant that breaks the rules.
 */
#include "match/match_game.h"
#include "core/message.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    /* How much longer than allowed to wait for an answer, so that one that is only
     * late can be told from none. */
    GRACE_MS = 1000,
    NO_LIMIT = -1, /* of time; a clock may well stand at 0 */
};

struct referee {
    struct match_game *game;
    const struct match_game_plan *plan;
    struct tb_match *match;
    int64_t left_ms[TB_PLAYERS_MAX]; /* of each contestant, by its first seat */
    struct notes notes;              /* on the moves after the opening */
};

void effort_add(struct effort *sum, const struct effort *more)
{
    sum->moves += more->moves;
    sum->us += more->us;
    sum->longest_us = more->longest_us > sum->longest_us ? more->longest_us : sum->longest_us;
    sum->nodes += more->nodes;
    sum->nodes_us += more->nodes_us;
    sum->depths += more->depths;
    sum->depth_moves += more->depth_moves;
}

double effort_ms(const struct effort *effort)
{
    return effort->moves > 0 ? (double)effort->us / 1000 / effort->moves : NAN;
}

double effort_depth(const struct effort *effort)
{
    return effort->depth_moves > 0 ? (double)effort->depths / effort->depth_moves : NAN;
}

double effort_speed(const struct effort *effort)
{
    return effort->nodes_us > 0 ? (double)effort->nodes * 1e6 / (double)effort->nodes_us : NAN;
}

/* ---- The board ---------------------------------------------------------------------- */

/* Sets the board up and plays the opening. */
static bool begin(struct referee *referee)
{
    const struct opening *opening = referee->plan->opening;
    const struct match_limits *limits = referee->plan->limits;
    struct tb_error error;
    char *moves = strdup(opening->moves), *rest = moves, *word;

    referee->match = match_new(&opening->start, &referee->plan->terms->rules, &error);
    bool ready = moves && referee->match;

    while (ready && (word = strsep(&rest, " ")))
        ready = *word == '\0' || tb_match_play(referee->match, word, &error) == TB_OK;
    free(moves);
    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        referee->left_ms[p] = limits->base_ms + limits->increment_ms;
    return ready;
}

/* Returns the first seat of the contestant that has the seat now: name, clock and effort are kept
 * by first seat, since a swap exchanges seats. */
static int occupant(const struct referee *referee, int seat)
{
    return record_person(referee->match, seat);
}

static struct contestant *contestant_at(const struct referee *referee, int seat)
{
    return referee->plan->seats[occupant(referee, seat)];
}

/* ---- Faults --------------------------------------------------------------------------- */

/* Ends the game against the seat. */
static void forfeit(struct referee *referee, int seat, enum finish finish,
                    const struct fault_words *fault)
{
    struct match_game *game = referee->game;

    game->finish = finish;
    contestant_halt(contestant_at(referee, seat), false);
    if (finish == FINISH_STOPPED)
        return;
    game->culprit = occupant(referee, seat);
    game->fault = *fault;
    if (finish == FINISH_TIME)
        tb_match_flag(referee->match, seat, NULL);
    else
        tb_match_resign(referee->match, seat, NULL);
}

/* Announces the new game to each contestant, once even if it has several seats. Its seed is that of
 * the seat that it has now: an opening may contain a swap. */
static void start_new_game(struct referee *referee)
{
    struct rng rng = {referee->plan->seed};

    for (int p = 0; p < referee->plan->terms->setup.players && !referee->game->finish; p++) {
        struct contestant *contestant = contestant_at(referee, p);
        uint64_t seed = rng_next(&rng);
        bool started = false;

        for (int q = 0; q < p; q++)
            started |= contestant_at(referee, q) == contestant;
        enum finish finish = started ? FINISH_NONE : contestant_new_game(contestant, seed);

        if (finish)
            forfeit(referee, p, finish, &contestant->fault);
    }
}

/* ---- Moves ------------------------------------------------------------------------------ */

/* The milliseconds that a seat has for its next move, or NO_LIMIT. */
static int64_t time_limit(const struct referee *referee, int seat)
{
    const struct match_limits *limits = referee->plan->limits;
    const struct contestant *contestant = contestant_at(referee, seat);
    bool untimed = contestant->class->untimed;
    int64_t move_ms = untimed ? contestant->spec->limits.time_ms : limits->move_ms;

    if (limits->clocked && !untimed)
        return referee->left_ms[occupant(referee, seat)];
    return move_ms > 0 ? move_ms : NO_LIMIT;
}

static struct turn make_turn(const struct referee *referee, int seat)
{
    const struct match_limits *limits = referee->plan->limits;
    int64_t time_ms = time_limit(referee, seat);
    struct turn turn = {
        .match = referee->match,
        .limits = {.time_ms = limits->clocked ? 0 : limits->move_ms, .nodes = limits->nodes},
        .clocked = limits->clocked,
        .increment_ms = limits->increment_ms,
        .allowance_us = time_ms == NO_LIMIT ? referee->plan->terms->timeout_us
                                            : (time_ms + limits->margin_ms + GRACE_MS) * 1000,
    };

    for (int p = 0; p < referee->plan->terms->setup.players; p++)
        turn.left_ms[p] = referee->left_ms[occupant(referee, p)];
    return turn;
}

static void note_effort(struct referee *referee, int seat, const struct answer *answer)
{
    struct effort effort = {
        .moves = 1,
        .us = answer->us,
        .longest_us = answer->us,
        .nodes = answer->nodes,
        .nodes_us = answer->nodes ? answer->us : 0,
        .depths = answer->depth,
        .depth_moves = answer->depth > 0,
    };

    effort_add(&referee->game->effort[referee->game->pairing.seats[occupant(referee, seat)]],
               &effort);
}

/*
 * Charges the clock; false if the time is overstepped. A built-in engine keeps its time for a move
 * as well as the machine lets it: on a busy one being late is not its fault, and the report shows
 * it. A clock is a clock for everyone.
 */
static bool charge(struct referee *referee, int seat, int64_t used_ms)
{
    const struct match_limits *limits = referee->plan->limits;
    int64_t limit = time_limit(referee, seat);
    const struct contestant_class *class = contestant_at(referee, seat)->class;
    bool trusted = !limits->clocked && !class->is_program;

    if (limit != NO_LIMIT && used_ms > limit + limits->margin_ms && !trusted)
        return false;
    if (limits->clocked && !class->untimed)
        referee->left_ms[occupant(referee, seat)] =
            (used_ms < limit ? limit - used_ms : 0) + limits->increment_ms;
    return true;
}

/*
 * True if a short search proves the result of the position on the board. The judge is an engine of
 * its own whose tables are cleared each time: the contestants' scores play no part, and the same
 * position gets the same verdict. While a player may still swap, sides are open: never proven.
 */
static bool prove(const struct referee *referee, int *winner)
{
    const struct match_game_plan *plan = referee->plan;
    const struct tb_position *position = tb_match_position(referee->match);
    struct search_info info = {.depth = 0};
    const struct search_task task = {
        .game = position->setup.game,
        .state = &position->state,
        .history = match_states(referee->match),
        .history_length = tb_match_plies(referee->match),
        .repetition = plan->terms->rules.repetition,
        .limits = {.nodes = plan->limits->adjudication.proof_nodes},
    };

    if (!plan->judge || tb_match_can_swap(referee->match))
        return false;
    engine_clear(plan->judge);
    engine_think(plan->judge, &task, &info);
    if (info.line_count == 0 || !info.lines[0].exact)
        return false;
    int mover = plan->side[tb_turn(position)], value = info.lines[0].verdict.value;

    *winner = value == 0 ? -1 : value > 0 ? mover : 1 - mover;
    return true;
}

/* Ends a game that the notes or the position decide. */
static void adjudge(struct referee *referee)
{
    const struct match_game_plan *plan = referee->plan;
    int winner, loser = 0;

    if (tb_match_ending(referee->match) != TB_ENDING_NONE)
        return;
    enum verdict_kind kind = adjudicate(&plan->limits->adjudication, &referee->notes,
                                        referee->match, plan->side, &winner);

    if (kind != VERDICT_PROVEN && prove(referee, &winner))
        kind = VERDICT_PROVEN;
    if (kind == VERDICT_NONE)
        return;
    referee->game->finish = kind == VERDICT_PROVEN ? FINISH_PROVEN : FINISH_AGREED;
    while (plan->side[loser] == winner)
        loser++;
    if (winner < 0)
        tb_match_agree_draw(referee->match, NULL);
    else
        tb_match_resign(referee->match, loser, NULL);
}

/* Has the seat to move make its move. */
static void take_turn(struct referee *referee)
{
    int seat = tb_turn(tb_match_position(referee->match));
    struct contestant *contestant = contestant_at(referee, seat);
    struct turn turn = make_turn(referee, seat);
    struct answer answer;
    struct tb_error error;
    struct fault_words fault;
    enum finish finish = contestant_choose(contestant, &turn, &answer);

    if (finish) {
        forfeit(referee, seat, finish, &contestant->fault);
        return;
    }
    note_effort(referee, seat, &answer);
    if (!charge(referee, seat, answer.us / 1000)) {
        fault_set(&fault, "took {taken} ms and had {allowed}",
                  arg_count("taken", (long long)(answer.us / 1000)),
                  arg_count("allowed", (long long)time_limit(referee, seat)));
        forfeit(referee, seat, FINISH_TIME, &fault);
    } else if (tb_match_play(referee->match, answer.move, &error)) {
        fault_set(&fault, "played ''{move}'': {problem}", arg_move("move", quote(answer.move).text),
                  arg_message("problem", error.message));
        forfeit(referee, seat, error.code == TB_ERR_MEMORY ? FINISH_STOPPED : FINISH_ILLEGAL,
                &fault);
    } else {
        notes_add(&referee->notes, &(struct note){answer.us, answer.depth, answer.scored,
                                                  answer.score}); /* or the record has none */
        adjudge(referee);
    }
}

/* Returns how the rules or the ply limit have ended the game; FINISH_NONE if they have not. */
static enum finish look(const struct referee *referee)
{
    int max_plies = referee->plan->limits->max_plies;

    switch (tb_match_ending(referee->match)) {
    case TB_ENDING_BOARD:
        return FINISH_BOARD;
    case TB_ENDING_REPETITION:
        return FINISH_REPETITION;
    default:
        return max_plies && tb_match_plies(referee->match) >= max_plies ? FINISH_LENGTH
                                                                        : FINISH_NONE;
    }
}

/* ---- The record --------------------------------------------------------------------------- */

static void set_date(struct record *record)
{
    time_t now = time(NULL);
    struct tm day;
    char date[16];

    if (localtime_r(&now, &day) && strftime(date, sizeof date, "%Y.%m.%d", &day))
        record_set_tag_format(record, "Date", "%s", date);
}

static void set_time_control(struct record *record, const struct match_limits *limits)
{
    if (limits->clocked)
        record_set_tag_format(record, "TimeControl", "%g+%g s", (double)limits->base_ms / 1000,
                              (double)limits->increment_ms / 1000);
    else if (limits->move_ms)
        record_set_tag_format(record, "TimeControl", "%lld ms per move",
                              (long long)limits->move_ms);
    else if (limits->nodes)
        record_set_tag_format(record, "TimeControl", "%llu nodes per move",
                              (unsigned long long)limits->nodes);
}

/* Hands the match over to the record, with who played and how it ended. */
static void write_record(struct referee *referee, int opening_plies)
{
    struct match_game *game = referee->game;
    struct record *record = &game->record;

    record->match = referee->match;
    referee->match = NULL;
    set_date(record);
    record_set_tag_format(record, "Round", "%d.%d", game->pairing.block + 1,
                          game->pairing.place + 1);
    for (int p = 0; p < referee->plan->terms->setup.players; p++) {
        char name[] = {'P', 'l', 'a', 'y', 'e', 'r', (char)('1' + p), '\0'};

        record_set_tag_format(record, name, "%s", referee->plan->seats[p]->spec->label);
    }
    set_time_control(record, referee->plan->limits);
    if (opening_plies > 0)
        record_set_tag_format(record, "OpeningPlies", "%d", opening_plies);
    notes_annotate(&referee->notes, record);
    if (game->culprit >= 0) { /* a number is that of a seat, as in the result */
        char words[TB_ERROR_TEXT];
        struct text text = text_into(words, sizeof words);

        message_render_encoded(&text, game->fault.message, NULL);
        text_end_whole(words);
        record_set_tag_format(record, "Termination", "%s: player %d %s", finish_name(game->finish),
                              record_person(record->match, game->culprit) + 1, words);
    }
    if (game->culprit < 0 && (game->finish == FINISH_LENGTH || game->finish == FINISH_AGREED ||
                              game->finish == FINISH_PROVEN))
        record_set_tag_format(record, "Termination", "%s", finish_name(game->finish));
}

/* Reads the end and the culprit from the words that write_record() put into the record. */
static void restore_end(struct match_game *game)
{
    const char *words = record_tag(&game->record, "Termination");
    int seat;

    game->finish = tb_match_ending(game->record.match) == TB_ENDING_REPETITION ? FINISH_REPETITION
                                                                               : FINISH_BOARD;
    game->culprit = -1;
    for (enum finish f = FINISH_BOARD; words && f < FINISH_COUNT; f++) {
        size_t length = strlen(finish_name(f));

        if (strncmp(words, finish_name(f), length) != 0)
            continue;
        if (words[length] == '\0' || words[length] == ':')
            game->finish = f;
        if (sscanf(words + length, ": player %1d", &seat) == 1 && seat >= 1 &&
            seat <= tb_match_start(game->record.match)->setup.players)
            game->culprit = record_person(game->record.match, seat - 1);
    }
}

void match_game_restore(struct match_game *game)
{
    const struct record *record = &game->record;
    const struct tb_position *start = tb_match_start(record->match);
    int turn = tb_turn(start), node = ANNOTATION_START;
    bool swapped = false;

    restore_end(game);
    for (int i = 0; i < tb_match_length(record->match); i++) {
        int person = swapped ? turn ^ 1 : turn;

        node = record_main_child(record, node, i);
        const struct annotation_node *note = annotations_at(&record->notes, node);

        if (note && note->ms >= 0)
            effort_add(
                &game->effort[game->pairing.seats[person]],
                &(struct effort){.moves = 1, .us = 1000 * note->ms, .longest_us = 1000 * note->ms});
        if (strcmp(tb_match_entry(record->match, i), "swap") == 0)
            swapped = true;
        else
            turn = (turn + 1) % start->setup.players;
    }
}

void match_game_play(struct match_game *game, const struct match_game_plan *plan)
{
    struct referee referee = {.game = game, .plan = plan};

    game->culprit = -1;
    game->finish = begin(&referee) ? FINISH_NONE : FINISH_STOPPED;
    int opening_plies = game->finish ? 0 : tb_match_plies(referee.match);

    if (!game->finish)
        start_new_game(&referee);
    while (!game->finish && !(game->finish = look(&referee)))
        take_turn(&referee);
    if (game->finish == FINISH_LENGTH)
        tb_match_agree_draw(referee.match, NULL);
    if (game->finish != FINISH_STOPPED)
        write_record(&referee, opening_plies);
    notes_release(&referee.notes);
    tb_match_free(referee.match);
}
