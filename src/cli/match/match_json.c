/* match_json.c - the results of a match as JSON. */
#include <math.h>

#include "cli/match/match_report.h"

/* JSON has numbers only: neither infinity nor what is not known. */
static json_t *number_json(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *interval_json(struct interval interval)
{
    return json_pack("[o, o]", number_json(interval.low), number_json(interval.high));
}

static json_t *counts_json(const int *counts)
{
    json_t *object = json_object();

    for (enum finish f = FINISH_BOARD; f < FINISH_COUNT; f++)
        if (counts[f] > 0)
            json_object_set_new(object, finish_name(f), json_integer(counts[f]));
    return object;
}

static json_t *contestant_json(const struct match_state *state, int contestant)
{
    const struct standing *standing = &state->tally.standings[contestant];
    const struct effort *effort = &standing->effort;
    struct interval points = {0};

    if (standing->seats > 0)
        points = tally_points(&state->tally, contestant);
    return json_pack("{s:s, s:i, s:i, s:i, s:i, s:f, s:f, s:o, s:o, s:i, s:o, s:f, s:o, s:o}",
                     "name", state->plan->match.specs[contestant].label, "wins", standing->wins,
                     "draws", standing->draws, "losses", standing->losses, "seats", standing->seats,
                     "points", standing->points, "points_per_seat", points.value, "points_interval",
                     interval_json(points), "faults", counts_json(standing->faults), "moves",
                     effort->moves, "ms_per_move", number_json(effort_ms(effort)), "longest_ms",
                     (double)effort->longest_us / 1000, "depth", number_json(effort_depth(effort)),
                     "nodes_per_second", number_json(effort_speed(effort)));
}

static json_t *setup_json(const struct tb_setup *setup)
{
    json_t *object = json_object();

    for (int i = 0; i < tb_game_option_count(setup->game); i++) {
        const struct tb_option *option = tb_game_option(setup->game, i);
        int value = setup->options[i];

        json_object_set_new(object, option->name,
                            option->words ? json_string(option->words[value])
                                          : json_integer(value));
    }
    return object;
}

/* Adds the fields that only a match of two sides has, seen from the first contestant. */
static void add_strength_json(json_t *object, const struct match_state *state)
{
    const struct tally *tally = &state->tally;
    struct interval score = tally_score(tally), elo = elo_of_interval(score);
    json_t *pairs = json_array();

    for (int i = 0; i < PAIR_CELLS; i++)
        json_array_append_new(pairs, json_integer((json_int_t)tally->pairs.count[i]));
    json_object_set_new(object, "score", json_real(score.value));
    json_object_set_new(object, "score_interval", interval_json(score));
    json_object_set_new(object, "elo", number_json(elo.value));
    json_object_set_new(object, "elo_interval", interval_json(elo));
    json_object_set_new(object, "superiority", json_real(superiority(tally_sample(tally))));
    json_object_set_new(object, "pairs", pairs);
}

static json_t *test_json(const struct match_state *state)
{
    static const char *const verdicts[] = {
        [SPRT_OPEN] = "open", [SPRT_ELO0] = "elo0", [SPRT_ELO1] = "elo1"};
    double llr = match_llr(state);

    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:s}", "elo0", state->sprt.elo0, "elo1",
                     state->sprt.elo1, "llr", llr, "lower", state->sprt.lower, "upper",
                     state->sprt.upper, "verdict", verdicts[sprt_judge(&state->sprt, llr)]);
}

json_t *match_json(const struct match_state *state)
{
    const struct tally *tally = &state->tally;
    const struct tb_setup *setup = &state->plan->match.terms.setup;
    json_t *contestants = json_array(), *seats = json_array();

    for (int c = 0; c < state->plan->match.schedule->contestants; c++)
        json_array_append_new(contestants, contestant_json(state, c));
    for (int s = 0; s < state->plan->match.schedule->sides; s++)
        json_array_append_new(seats, json_integer(tally->side_wins[s]));
    json_t *object =
        json_pack("{s:s, s:i, s:o, s:i, s:i, s:i, s:b, s:f, s:o, s:o, s:i, s:f, s:o}", "game",
                  tb_game_name(setup->game), "players", setup->players, "options",
                  setup_json(setup), "games", tally->games, "repeated", tally->repeats, "wanted",
                  state->plan->games, "interrupted", state->interrupted, "seconds", state->seconds,
                  "contestants", contestants, "seat_wins", seats, "draws", tally->draws, "plies",
                  tally->plies.mean, "endings", counts_json(tally->endings));

    if (state->plan->match.schedule->sides == 2 && tally->games > 0)
        add_strength_json(object, state);
    if (state->testing)
        json_object_set_new(object, "sprt", test_json(state));
    return object;
}
