/* selfplay.c - see selfplay.h. */
#include "lab/selfplay.h"

#include <math.h>
#include <stdlib.h>

#include "core/advice.h"
#include "core/array.h"
#include "core/error.h"
#include "core/solved.h"

void selfplay_release(struct selfplay_game *game)
{
    free(game->plies);
    *game = (struct selfplay_game){0};
}

struct selfplay_ply *selfplay_add(struct selfplay_game *game)
{
    if (!ARRAY_RESERVE(game->plies, game->capacity, game->count, 1))
        return NULL;
    struct selfplay_ply *ply = &game->plies[game->count++];

    *ply = (struct selfplay_ply){0};
    return ply;
}

/* A game that is being played. */
struct session {
    const struct selfplay_options *options;
    const struct tb_game *rules;
    struct engine *engine;
    struct selfplay_game *game;
    struct rng rng;
    struct tb_state state, history[SELFPLAY_PLIES_MAX];
    tb_move moves[TB_MOVES_MAX]; /* legal now */
    int move_count;
};

/* Picks a random move: half of the time, or always if `promising`, one that looks promising. */
static int random_move(struct session *session, bool promising)
{
    const struct advice *advice = game_advice(session->rules);
    int priority[TB_MOVES_MAX], good[TB_MOVES_MAX], count = 0;

    if (advice->order && (promising || rng_below(&session->rng, 2))) {
        advice->order(&session->state, session->moves, session->move_count, priority);
        for (int i = 0; i < session->move_count; i++)
            if (priority[i] > 0)
                good[count++] = i;
    }
    return count > 0 ? good[rng_below(&session->rng, (uint32_t)count)]
                     : (int)rng_below(&session->rng, (uint32_t)session->move_count);
}

static int place_of(const struct session *session, tb_move move)
{
    int i = 0;

    while (i < session->move_count && session->moves[i] != move)
        i++;
    return i;
}

/* Searches, notes what was found, and picks the move to play. */
static int think(struct session *session, int number, struct selfplay_ply *ply,
                 struct search_info *info)
{
    const struct selfplay_options *options = session->options;
    const struct search_task task = {.game = session->rules,
                                     .state = &session->state,
                                     .history = session->history,
                                     .history_length = number,
                                     .repetition = 3,
                                     .limits = {.nodes = options->nodes},
                                     .lines = options->lines};
    int best = place_of(session, engine_think(session->engine, &task, info));

    ply->flags = info->lines[0].exact ? SELFPLAY_EXACT : 0;
    for (int i = 0; i < info->line_count && i < options->lines; i++) {
        const struct search_line *line = &info->lines[i];
        double score = line->exact ? line->verdict.value : line->score;

        ply->choices[ply->count++] =
            (struct selfplay_choice){(uint16_t)(i ? place_of(session, line->pv[0]) : best),
                                     (int16_t)lround(score * SELFPLAY_VALUE)};
    }
    if (options->explore && rng_below(&session->rng, (uint32_t)options->explore) == 0) {
        int other = random_move(session, true);

        ply->flags |= other == best ? 0 : SELFPLAY_OTHER;
        return other;
    }
    return best;
}

/* With two sides a proven value is the result: for the mover's side, and against the other. */
static void settle(struct session *session, int mover, int value)
{
    int players = session->options->setup.players;
    unsigned friends = game_partners(session->rules, &session->state, players, mover);

    for (int p = 0; p < players; p++)
        session->game->result[p] = (int8_t)(friends >> p & 1 ? value : -value);
    session->game->ended = true;
}

static void settle_by_rules(struct session *session, struct tb_result result)
{
    for (int p = 0; p < session->options->setup.players; p++)
        session->game->result[p] = (int8_t)(!result.winners ? 0 : result.winners >> p & 1 ? 1 : -1);
    session->game->ended = true;
}

static void make_move(struct session *session, int place)
{
    struct verdict verdict;

    session->rules->play(&session->state, session->moves[place]);
    struct tb_result result = session->rules->result(&session->state);

    if (result.over)
        settle_by_rules(session, result);
    else if (session->options->adjudicate &&
             game_probe(session->rules, &session->state, &verdict))
        settle(session, session->rules->turn(&session->state), verdict.value);
}

static int play_ply(struct session *session, int number, int opening, struct tb_error *error)
{
    struct selfplay_ply *ply = selfplay_add(session->game);
    struct search_info info;
    int place;

    if (!ply)
        return error_memory(error);
    session->history[number] = session->state;
    session->move_count = session->rules->moves(&session->state, session->moves);
    if (number < opening) {
        ply->flags = SELFPLAY_RANDOM;
        place = random_move(session, false);
    } else {
        place = think(session, number, ply, &info);
        const struct search_line *best = &info.lines[0];
        int sides =
            game_side_count(session->rules, &session->state, session->options->setup.players);

        ply->played = (uint16_t)place;
        if (best->exact && sides == 2 && session->options->adjudicate) {
            settle(session, session->rules->turn(&session->state), best->verdict.value);
            return TB_OK;
        }
    }
    ply->played = (uint16_t)place;
    make_move(session, place);
    return TB_OK;
}

int selfplay_play(struct engine *engine, const struct selfplay_options *options, uint32_t number,
                  struct selfplay_game *game, bool (*stop)(void *context), void *context,
                  struct tb_error *error)
{
    struct session *session = calloc(1, sizeof *session);
    int code = session ? TB_OK : error_memory(error);

    if (code)
        return code;
    *session = (struct session){.options = options,
                                .rules = options->setup.game,
                                .engine = engine,
                                .game = game,
                                .rng = {(options->seed << 40) + number}};
    game->number = number;
    game->count = 0;
    game->ended = false;
    memset(game->result, 0, sizeof game->result);
    session->rng.state = rng_next(&session->rng);
    int opening = (int)rng_below(&session->rng, (uint32_t)options->opening + 1);

    session->rules->init(&options->setup, &session->state);
    engine_clear(engine);
    engine_reseed(engine, rng_next(&session->rng));
    for (int ply = 0; !code && !game->ended && ply < options->plies; ply++)
        code = stop && stop(context) ? error_set(error, TB_ERR_STOPPED, "Stopped.")
                                     : play_ply(session, ply, opening, error);
    free(session);
    return code;
}
