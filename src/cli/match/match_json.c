/* match_json.c - the results of a match or a tournament as JSON. */
#include <jansson.h>
#include <math.h>

#include "cli/command.h"
#include "cli/match/match_report.h"
#include "jansson/json_memory.h"
#include "jansson/setup_json.h"

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

static json_t *contestant_json(const struct match_session *session, const struct table *table,
                               int contestant)
{
    const struct standing *standing = &table->tally.standings[contestant];
    const struct effort *effort = &standing->effort;
    struct interval points = {0};

    if (standing->seats > 0)
        points = tally_points(&table->tally, contestant);
    return json_pack("{s:s, s:i, s:i, s:i, s:i, s:f, s:f, s:o, s:o, s:i, s:o, s:f, s:o, s:o}",
                     "name", session->specs[table->spec[contestant]].label, "wins", standing->wins,
                     "draws", standing->draws, "losses", standing->losses, "seats", standing->seats,
                     "points", standing->points, "points_per_seat", points.value, "points_interval",
                     interval_json(points), "faults", counts_json(standing->faults), "moves",
                     effort->moves, "ms_per_move", number_json(effort_ms(effort)), "longest_ms",
                     (double)effort->longest_us / 1000, "depth", number_json(effort_depth(effort)),
                     "nodes_per_second", number_json(effort_speed(effort)));
}

/* Adds the fields that only a match of two sides has, seen from the first contestant. */
static void add_strength_json(json_t *object, const struct table *table)
{
    const struct tally *tally = &table->tally;
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

static json_t *test_json(const struct match_session *session, const struct table *table)
{
    static const char *const verdicts[] = {
        [SPRT_OPEN] = "open", [SPRT_ELO0] = "elo0", [SPRT_ELO1] = "elo1"};
    double llr = match_llr(session, table);

    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:s}", "elo0", session->sprt.elo0, "elo1",
                     session->sprt.elo1, "llr", llr, "lower", session->sprt.lower, "upper",
                     session->sprt.upper, "verdict", verdicts[sprt_judge(&session->sprt, llr)]);
}

static json_t *table_json(const struct match_session *session, const struct table *table)
{
    const struct tally *tally = &table->tally;
    const struct tb_setup *setup = &session->plan.terms.setup;
    json_t *contestants = json_array(), *seats = json_array();

    for (int c = 0; c < session->schedule.contestants; c++)
        json_array_append_new(contestants, contestant_json(session, table, c));
    for (int s = 0; s < session->schedule.sides; s++)
        json_array_append_new(seats, json_integer(tally->side_wins[s]));
    json_t *object = json_pack(
        "{s:s, s:i, s:o, s:i, s:i, s:i, s:b, s:f, s:o, s:o, s:i, s:f, s:o}", "game",
        tb_game_name(setup->game), "players", setup->players, "options", setup_json_encode(setup),
        "games", tally->games, "repeated", tally->repeats, "wanted", session->games, "interrupted",
        session->interrupted && tally->games < session->games, "seconds", table->seconds,
        "contestants", contestants, "seat_wins", seats, "draws", tally->draws, "plies",
        tally->plies.mean, "endings", counts_json(tally->endings));

    if (session->schedule.sides == 2 && tally->games > 0)
        add_strength_json(object, table);
    if (session->args->sprt.given)
        json_object_set_new(object, "sprt", test_json(session, table));
    return object;
}

static json_t *tables_json(const struct match_session *session)
{
    json_t *list = json_array();

    for (int t = 0; t < session->table_count; t++)
        if (session->tables[t].tally.games > 0)
            json_array_append_new(list, table_json(session, &session->tables[t]));
    return list;
}

/* ---- Tournaments --------------------------------------------------------------------------- */

static json_t *estimate_json(struct estimate estimate)
{
    return json_pack("{s:f, s:f}", "elo", estimate.value, "error", estimate.error);
}

static json_t *entrant_json(const struct match_session *session, const struct standings *standings,
                            int place)
{
    int e = standings->order[place];
    json_t *row = json_array();

    for (int j = 0; j < standings->table.count; j++) {
        const struct results *r = crosstable_at(&standings->table, e, standings->order[j]);

        json_array_append_new(row, json_pack("[i, i, i]", r->wins, r->draws, r->losses));
    }
    return json_pack("{s:s, s:o, s:i, s:f, s:i, s:o}", "name", session->specs[e].label, "rating",
                     estimate_json(standings->list.ratings[e]), "games",
                     crosstable_games(&standings->table, e, -1), "points",
                     crosstable_points(&standings->table, e, -1), "faults", session->faults[e],
                     "moving_first", row);
}

static json_t *tournament_json(const struct match_session *session,
                               const struct standings *standings)
{
    json_t *entrants = json_array();

    for (int i = 0; i < standings->table.count; i++)
        json_array_append_new(entrants, entrant_json(session, standings, i));
    return json_pack("{s:s, s:s, s:i, s:i, s:b, s:o, s:f, s:o}", "game",
                     tb_game_name(session->plan.terms.setup.game), "format",
                     tournament_format_name(session->tournament.format), "games",
                     session->tournament.count, "wanted", tournament_games(&session->tournament),
                     "interrupted", session->interrupted, "first_move_advantage",
                     estimate_json(standings->list.advantage), "draw_rate",
                     standings->list.draw_rate, "entrants", entrants);
}

int match_report_json(const struct match_session *session, FILE *out)
{
    struct standings standings;
    json_t *json = NULL;

    if (session->args->event == EVENT_TOURNAMENT) {
        int status = standings_make(&standings, session);

        if (status != GO_ON)
            return status;
        json = tournament_json(session, &standings);
        standings_release(&standings);
    } else {
        json = session->args->event == EVENT_LADDER ? tables_json(session)
                                                    : table_json(session, session->tables);
    }
    json_write(json, JSON_INDENT(2) | JSON_REAL_PRECISION(8), out);
    return GO_ON;
}
