/* player.c - one game of an experiment, and what is found out about it beside its moves. */
#include "lab/player.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "file/text_stream.h"

enum { OPENING_TRIES = 1000, EXAMINER_LEVEL = 5 };

/* A game that is being played. */
struct session {
    struct lab_player *player;
    struct contestant *seats[TB_PLAYERS_MAX];
    int number;
    struct rng rng;
    char *opening; /* its moves, separated by spaces */
};

/* ---- Openings ------------------------------------------------------------------------------ */

/* The first `entries` moves of a match and then one more, as text from malloc(). */
static char *line_of(const struct tb_match *match, int entries, const char *more)
{
    struct text_stream out;

    if (!text_stream_open(&out))
        return NULL;
    for (int i = 0; i < entries; i++)
        fprintf(out.file, "%s%s", i ? " " : "", tb_match_entry(match, i));
    fprintf(out.file, "%s%s", entries && *more ? " " : "", more);
    return text_stream_close(&out, NULL);
}

/* Asks the second player whether to swap, before any more random moves are made. */
static void offer_swap(struct session *session, struct tb_match *match)
{
    struct contestant *second = session->seats[1];
    const struct turn turn = {.match = match,
                              .allowance_us = session->player->match_terms.timeout_us};
    struct answer answer;

    if (tb_match_can_swap(match) && !contestant_new_game(second, rng_next(&session->rng)) &&
        !contestant_choose(second, &turn, &answer) && strcmp(answer.move, "swap") == 0)
        tb_match_play(match, "swap", NULL);
}

/* True if the player to move can win with one move. */
static bool wins_at_once(const struct tb_position *position)
{
    tb_move moves[TB_MOVES_MAX];
    int count = tb_moves(position, moves), player = tb_turn(position);

    for (int i = 0; i < count; i++) {
        struct tb_position next = *position;

        position->setup.game->play(&next.state, moves[i]);
        if (tb_position_result(&next).winners >> player & 1)
            return true;
    }
    return false;
}

/* Plays at random, but for the swap; false if that decided the game. */
static bool play_opening(struct session *session, struct tb_match *match, int plies)
{
    while (tb_match_plies(match) < plies && tb_match_ending(match) == TB_ENDING_NONE) {
        const struct tb_position *position = tb_match_position(match);
        tb_move moves[TB_MOVES_MAX];
        char text[TB_MOVE_TEXT];
        int count = tb_moves(position, moves);

        position_move_text(position, moves[rng_below(&session->rng, (uint32_t)count)], text,
                           sizeof text);
        if (tb_match_play(match, text, NULL))
            return false;
        if (tb_match_plies(match) < plies)
            offer_swap(session, match);
    }
    return tb_match_ending(match) == TB_ENDING_NONE &&
           (plies == 0 || !wins_at_once(tb_match_position(match)));
}

/* Chooses the moves at the beginning: again if they end the game, or the next one could. */
static int make_opening(struct session *session, struct tb_error *error)
{
    const struct lab_terms *terms = &session->player->terms;
    struct tb_position start;

    tb_position_start(&start, &terms->setup, NULL);
    for (int tries = 0; tries < OPENING_TRIES && !session->opening; tries++) {
        struct tb_match *match = match_new(&start, &terms->rules, error);

        if (!match)
            return error_memory(error);
        bool open = play_opening(session, match, terms->opening_plies);

        if (open)
            session->opening = line_of(match, tb_match_length(match), "");
        tb_match_free(match);
        if (open && !session->opening)
            return error_memory(error);
    }
    return session->opening
               ? TB_OK
               : error_set(error, TB_ERR_VALUE, "No game is open after {plies} random plies.",
                           arg_count("plies", terms->opening_plies));
}

/* ---- Playing ------------------------------------------------------------------------------ */

/* Plays from these moves on. */
static int play(struct session *session, const char *moves, uint64_t seed, struct match_game *game,
                struct tb_error *error)
{
    struct lab_player *player = session->player;
    const struct match_limits limits = {.max_plies = player->terms.max_plies};
    struct opening opening = {.moves = (char *)moves};
    struct match_game_plan plan = {
        .terms = &player->match_terms,
        .limits = &limits,
        .opening = &opening,
        .side = player->schedule.side,
        .seed = seed,
    };

    tb_position_start(&opening.start, &player->terms.setup, NULL);
    memset(game, 0, sizeof *game);
    memcpy(plan.seats, session->seats, sizeof plan.seats);
    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        game->pairing.seats[p] = p;
    match_game_play(game, &plan);
    if (game->finish != FINISH_STOPPED && !job_is_stopped(player))
        return TB_OK;
    record_release(&game->record);
    return error_set(error, TB_ERR_STOPPED, "Stopped.");
}

/* ---- Positions where one move alone is good ----------------------------------------------- */

static struct engine_options examiner_of(const struct contestant_spec *spec)
{
    struct engine_options options = spec->engine;

    if (spec->class->is_program || options.kind == ENGINE_RANDOM)
        options = (struct engine_options){.level = EXAMINER_LEVEL};
    options.threads = 1;
    options.untimed = true;
    return options;
}

static int hundredths(const struct search_line *line)
{
    return (int)lround(100 * (line->exact ? line->verdict.value : line->score));
}

/* Searches one position with an engine of its own and notes the two best moves. */
static void examine(struct session *session, const struct tb_match *match, int ply,
                    struct record *record)
{
    struct tb_position position;

    if (tb_match_position_at(match, ply, &position, NULL))
        return;
    if (tb_move_count(&position) == 1) {
        record_set_tag_format(record, "Only", "%d:F", ply);
        return;
    }
    int player = tb_turn(&position), person = ply > 0 ? record_person(match, player) : player;
    const struct contestant_spec *spec = session->seats[person]->spec;
    struct engine_options options = examiner_of(spec);
    struct search_info info = {.depth = 0};
    struct search_task task = {
        .game = position.setup.game,
        .state = &position.state,
        .history = match_states(match),
        .history_length = ply,
        .repetition = session->player->terms.rules.repetition,
        .limits = spec->limits,
        .lines = 2,
    };

    options.seed = rng_next(&session->rng);
    struct engine *engine = engine_new(&position.setup, &options, NULL);

    if (!engine)
        return;
    engine_think(engine, &task, &info);
    if (info.line_count > 1)
        record_set_tag_format(record, "Only", "%d:%d:%d", ply, hundredths(&info.lines[0]),
                              hundredths(&info.lines[1]));
    engine_free(engine);
}

/* ---- Kingmaking --------------------------------------------------------------------------- */

/* Returns the ply of the player's last move after the random opening, from 0; -1 if none. */
static int last_ply(const struct tb_match *match, int player, int opening_plies)
{
    struct tb_position position;

    for (int ply = tb_match_plies(match) - 1; ply >= opening_plies; ply--)
        if (!tb_match_position_at(match, ply, &position, NULL) && tb_turn(&position) == player)
            return ply;
    return -1;
}

/* Picks one of the losers at random. */
static int pick_loser(struct session *session, struct tb_result result)
{
    int players = session->player->terms.setup.players, losers[TB_PLAYERS_MAX], count = 0;

    for (int p = 0; p < players; p++)
        if (!(result.winners >> p & 1))
            losers[count++] = p;
    return count > 0 ? losers[rng_below(&session->rng, (uint32_t)count)] : -1;
}

/* Another legal move than the one that was played, as text; false if there is none. */
static bool pick_other(struct session *session, const struct tb_match *match, int ply, char *text)
{
    struct tb_position position;
    tb_move moves[TB_MOVES_MAX], played;

    if (tb_match_position_at(match, ply, &position, NULL) ||
        tb_move_parse(&position, tb_match_entry(match, ply), &played, NULL))
        return false;
    const struct search_task task = {
        .game = position.setup.game,
        .state = &position.state,
        .history = match_states(match),
        .history_length = ply,
        .repetition = session->player->terms.rules.repetition,
    };
    int count = task_moves(&task, moves);

    if (count < 2)
        return false;
    tb_move other = moves[rng_below(&session->rng, (uint32_t)(count - 1))];

    if (other == played)
        other = moves[count - 1];
    return position_move_text(&position, other, text, TB_MOVE_TEXT) > 0;
}

/* With three sides or more: would another last move of a loser have made another player win? */
static int try_kingmaking(struct session *session, const struct tb_match *match, int opening_plies,
                          struct record *record, struct tb_error *error)
{
    struct tb_result result = tb_match_result(match);
    int loser = result.winners ? pick_loser(session, result) : -1;
    int ply = loser < 0 ? -1 : last_ply(match, loser, opening_plies);
    char other[TB_MOVE_TEXT], words[32];
    struct match_game game;

    if (ply < 0 || session->player->schedule.sides < 3 || !pick_other(session, match, ply, other))
        return TB_OK;
    char *moves = line_of(match, ply, other);
    int code =
        moves ? play(session, moves, rng_next(&session->rng), &game, error) : error_memory(error);

    free(moves);
    if (code || !game.record.match)
        return code;
    record_result_text(tb_match_result(game.record.match), words, sizeof words);
    record_set_tag_format(record, "Kingmaker", "%d:%d:%s", loser + 1, ply + 1, words);
    record_release(&game.record);
    return TB_OK;
}

/* ---- The record --------------------------------------------------------------------------- */

/* Moves over what does not depend on when and where it was played. */
static void keep(struct session *session, struct match_game *game, struct record *record)
{
    static const char *const kept[] = {"OpeningPlies", "Termination"};
    uint64_t nodes = 0;

    record->match = game->record.match;
    record->notes = game->record.notes;
    game->record.match = NULL;
    game->record.notes = (struct annotations){0};
    for (int i = 0; i < record->notes.count; i++)
        record->notes.nodes[i].ms = -1;
    record_set_tag_format(record, "Round", "%d", session->number + 1);
    for (int p = 0; p < session->player->terms.setup.players; p++) {
        char name[] = {'P', 'l', 'a', 'y', 'e', 'r', (char)('1' + p), '\0'};

        record_set_tag_format(record, name, "%s", session->seats[p]->spec->label);
        nodes += game->effort[p].nodes;
    }
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        const char *value = record_tag(&game->record, kept[i]);

        if (value)
            record_set_tag(record, kept[i], value, NULL);
    }
    record_set_tag_format(record, "Nodes", "%llu", (unsigned long long)nodes);
    record_release(&game->record);
}

static void find_seats(struct session *session)
{
    struct lab_player *player = session->player;

    for (int p = 0; p < player->terms.setup.players; p++) {
        const char *seat = terms_seat(&player->terms, session->number, p);
        int index = (int)((const char(*)[SEAT_TEXT])seat - player->terms.seats);

        /* The members of a team think each for himself. */
        session->seats[p] = player->contestants[index];
    }
}

int player_game(struct lab_player *player, int number, struct record *record,
                struct tb_error *error)
{
    struct session session = {
        .player = player, .number = number, .rng = {terms_game_seed(&player->terms, number)}};
    struct match_game game;

    find_seats(&session);
    int code = make_opening(&session, error);

    if (!code)
        code = play(&session, session.opening, rng_next(&session.rng), &game, error);
    if (!code) {
        const struct tb_match *match = game.record.match;
        int opening = player->terms.opening_plies, plies = tb_match_plies(match);

        keep(&session, &game, record);
        if (plies > opening)
            examine(&session, match,
                    opening + (int)rng_below(&session.rng, (uint32_t)(plies - opening)), record);
        code = try_kingmaking(&session, match, opening, record, error);
    }
    free(session.opening);
    if (code)
        record_release(record);
    return code;
}
