/*
 * tournament.c - see tournament.h.
 *
 * A Swiss round is paired from the top: the leader meets the next entrant in the list whom he has
 * not met before, as far as the others can still be paired. Pairs that have played a game of the
 * round already are taken out first; that changes nothing for the others, so an interrupted round
 * resumes as it was drawn. With an odd number the last one without a bye rests, for the two points
 * of a round.
 *
 * In a knockout the entrants are seeded by their numbers, so that the first two can only meet
 * in the last match; an entrant without an opponent advances.
 */
#include "match/tournament.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/error.h"

static const double BYE_POINTS = 2;

/* Of the search for a round without rematches; a few hundred are the rule. */
enum { STEPS_MAX = 1000000 };

/* Of a match that is even; then the better seed goes on. */
enum { MORE_OPENINGS = 20 };

const char *tournament_format_name(enum tournament_format format)
{
    static const char *const names[FORMAT_COUNT] = {
        [FORMAT_ROUND_ROBIN] = "round-robin",
        [FORMAT_GAUNTLET] = "gauntlet",
        [FORMAT_SWISS] = "swiss",
        [FORMAT_KNOCKOUT] = "knockout",
    };

    return names[format];
}

void tournament_release(struct tournament *tournament)
{
    free(tournament->games);
    tournament->games = NULL;
    tournament->count = 0;
    tournament->capacity = 0;
}

static const struct played *find(const struct tournament *tournament, const struct meeting *m)
{
    for (int i = 0; i < tournament->count; i++) {
        const struct meeting *other = &tournament->games[i].meeting;

        if (other->round == m->round && other->first == m->first && other->second == m->second)
            return &tournament->games[i];
    }
    return NULL;
}

int tournament_add(struct tournament *tournament, const struct played *game, bool *known,
                   struct tb_error *error)
{
    bool there = find(tournament, &game->meeting) != NULL;

    if (known)
        *known = there;
    if (there)
        return TB_OK;
    if (!ARRAY_RESERVE(tournament->games, tournament->capacity, tournament->count, 1))
        return error_memory(error);
    tournament->games[tournament->count++] = *game;
    return TB_OK;
}

/* ---- Swiss --------------------------------------------------------------------------- */

/* True if `entrant` has played in the round. */
static bool took_part(const struct tournament *tournament, int round, int entrant)
{
    for (int i = 0; i < tournament->count; i++) {
        const struct meeting *m = &tournament->games[i].meeting;

        if (m->round == round && (m->first == entrant || m->second == entrant))
            return true;
    }
    return false;
}

static bool have_met(const struct tournament *tournament, int round, int a, int b)
{
    for (int i = 0; i < tournament->count; i++) {
        const struct meeting *m = &tournament->games[i].meeting;

        if (m->round < round &&
            ((m->first == a && m->second == b) || (m->first == b && m->second == a)))
            return true;
    }
    return false;
}

/* The one who rested in a round that is over: alone without a game. Entrants that joined later did
 * not rest, and then there are more without a game. */
static bool had_bye(const struct tournament *tournament, int round, int entrant)
{
    int absent = 0;

    for (int e = 0; e < tournament->entrants; e++)
        absent += !took_part(tournament, round, e);
    return absent == 1 && !took_part(tournament, round, entrant);
}

/* Points before a round of a Swiss. */
static double points_before(const struct tournament *tournament, int round, int entrant)
{
    double points = 0;

    for (int i = 0; i < tournament->count; i++) {
        const struct played *game = &tournament->games[i];

        if (game->meeting.round >= round)
            continue;
        if (game->meeting.first == entrant)
            points += game->points;
        else if (game->meeting.second == entrant)
            points += 1 - game->points;
    }
    for (int r = 0; tournament->format == FORMAT_SWISS && r < round; r++)
        points += had_bye(tournament, r, entrant) ? BYE_POINTS : 0;
    return points;
}

double tournament_points(const struct tournament *tournament, int entrant)
{
    return points_before(
        tournament, tournament->format == FORMAT_KNOCKOUT ? INT_MAX : tournament->rounds, entrant);
}

/* Entrants by points, then by number. */
static void rank(const struct tournament *tournament, int round, int *order)
{
    double points[ENTRANTS_MAX];

    for (int e = 0; e < tournament->entrants; e++) {
        int at = e;

        points[e] = points_before(tournament, round, e);
        for (; at > 0 && points[order[at - 1]] < points[e]; at--)
            order[at] = order[at - 1];
        order[at] = e;
    }
}

/* Takes out the pairs of games that have begun; partner[e] is -1 for those who are free. */
static void keep_pairs(const struct tournament *tournament, int round, int *partner)
{
    for (int i = 0; i < tournament->count; i++) {
        const struct meeting *m = &tournament->games[i].meeting;

        if (m->round == round) {
            partner[m->first] = m->second;
            partner[m->second] = m->first;
        }
    }
}

/* With an odd number of free entrants, the last who has not rested yet rests. */
static void give_bye(const struct tournament *tournament, int round, const int *order, int *partner)
{
    int left = 0, resting = -1;

    for (int i = 0; i < tournament->entrants; i++) {
        bool rested = false;

        if (partner[order[i]] >= 0)
            continue;
        left++;
        for (int r = 0; r < round; r++)
            rested = rested || had_bye(tournament, r, order[i]);
        if (!rested || resting < 0)
            resting = order[i];
    }
    if (left % 2 == 1)
        partner[resting] = resting;
}

/* A round that is being drawn. */
struct draw {
    const struct tournament *tournament;
    int round;
    const int *order;
    int *partner;
    bool rematches; /* are allowed */
    int steps;      /* that may still be taken */
};

/* Pairs those who are free from place `at` on; false if that cannot be done. The first
 * solution in the order of the list is taken, and without a pair that belongs to it, the
 * rest of it is the first solution for the others. */
static bool pair_from(struct draw *draw, int at)
{
    const int *order = draw->order;
    int *partner = draw->partner, count = draw->tournament->entrants;

    while (at < count && partner[order[at]] >= 0)
        at++;
    if (at == count)
        return true;
    for (int i = at + 1; i < count && draw->steps-- > 0; i++) {
        int a = order[at], b = order[i];

        if (partner[b] >= 0 || (!draw->rematches && have_met(draw->tournament, draw->round, a, b)))
            continue;
        partner[a] = b;
        partner[b] = a;
        if (pair_from(draw, at + 1))
            return true;
        partner[a] = partner[b] = -1;
    }
    return false;
}

static void draw_round(const struct tournament *tournament, int round, int *order, int *partner)
{
    struct draw draw = {tournament, round, order, partner, false, STEPS_MAX};

    for (int e = 0; e < tournament->entrants; e++)
        partner[e] = -1;
    rank(tournament, round, order);
    keep_pairs(tournament, round, partner);
    give_bye(tournament, round, order, partner);
    if (pair_from(&draw, 0))
        return;
    draw.rematches = true;
    draw.steps = STEPS_MAX;
    pair_from(&draw, 0);
}

/* ---- Meetings --------------------------------------------------------------------------- */

/* A list with space for all meetings there can be. */
struct list {
    const struct tournament *tournament;
    struct meeting *items;
    int count;
};

/* Adds what is missing of a pair of games. */
static void add_pair(struct list *list, int round, int a, int b)
{
    const struct meeting games[2] = {{round, a, b}, {round, b, a}};

    for (int i = 0; i < 2; i++)
        if (!find(list->tournament, &games[i]))
            list->items[list->count++] = games[i];
}

static int seeds_of(const struct tournament *tournament)
{
    return tournament->seeds > 0 ? tournament->seeds : 1;
}

static void add_all(struct list *list)
{
    const struct tournament *t = list->tournament;
    bool all = t->format == FORMAT_ROUND_ROBIN;

    for (int round = 0; round < t->rounds; round++)
        for (int i = 0; i < (all ? t->entrants : seeds_of(t)); i++)
            for (int j = all ? i + 1 : seeds_of(t); j < t->entrants; j++)
                add_pair(list, round, i, j);
}

/* The round that goes on: the last one that has begun if it is not complete, or the next. */
static void add_round(struct list *list, int *scratch)
{
    const struct tournament *t = list->tournament;
    int *order = scratch, *partner = scratch + t->entrants, round = 0;

    for (int i = 0; i < t->count; i++)
        round = t->games[i].meeting.round > round ? t->games[i].meeting.round : round;
    for (; round < t->rounds && list->count == 0; round++) {
        draw_round(t, round, order, partner);
        for (int i = 0; i < t->entrants; i++)
            if (partner[order[i]] != order[i] && order[i] < partner[order[i]])
                add_pair(list, round, order[i], partner[order[i]]);
    }
}

/* ---- Knockout --------------------------------------------------------------------------- */

/* What a walk through the matches of a knockout finds. */
struct bracket {
    struct list *list; /* of what is missing; may be NULL */
    int played, wanted;
    int champion;
};

/* The games of an opening that have been played, and what the first of the two has from them. */
static int count_opening(const struct tournament *t, int round, int a, int b, double *points)
{
    const struct played *one = find(t, &(struct meeting){round, a, b});
    const struct played *two = find(t, &(struct meeting){round, b, a});

    *points += one ? one->points : 0;
    *points += two ? 1 - two->points : 0;
    return (one != NULL) + (two != NULL);
}

/* Who wins a match; -1 if it goes on. */
static int decide(const struct tournament *t, struct bracket *bracket, int a, int b)
{
    int most = t->rounds + MORE_OPENINGS, games = 0, opening = 0;
    double points = 0;
    bool complete = true;

    for (; opening < most; opening++) {
        if (opening >= t->rounds && (!complete || 2 * points != games))
            break;
        int there = count_opening(t, opening, a, b, &points);

        games += there;
        bracket->played += there;
        bracket->wanted += 2;
        complete = complete && there == 2;
        if (there < 2 && bracket->list)
            add_pair(bracket->list, opening, a, b);
    }
    if (!complete)
        return -1;
    return 2 * points > games ? a : 2 * points < games ? b : a < b ? a : b;
}

/* The seeds in the order of the first round, for a power of two. */
static void seed(int *slots, int size)
{
    slots[0] = 0;
    for (int filled = 1; filled < size; filled *= 2)
        for (int i = filled - 1; i >= 0; i--) {
            int better = slots[i];

            slots[2 * i] = better;
            slots[2 * i + 1] = 2 * filled - 1 - better;
        }
}

static struct bracket walk(const struct tournament *t, struct list *list)
{
    struct bracket bracket = {.list = list, .champion = -1};
    int slots[2 * ENTRANTS_MAX], size = 1;

    while (size < t->entrants)
        size *= 2;
    seed(slots, size);
    for (; size > 1; size /= 2)
        for (int i = 0; i < size / 2; i++) {
            int a = slots[2 * i], b = slots[2 * i + 1];

            if (a >= t->entrants || b >= t->entrants) {
                slots[i] = a < b ? a : b; /* nobody to play */
            } else if (a < 0 || b < 0) {
                slots[i] = -1;
                bracket.wanted += 2 * t->rounds;
            } else {
                slots[i] = decide(t, &bracket, a, b);
            }
        }
    bracket.champion = slots[0];
    return bracket;
}

int tournament_champion(const struct tournament *tournament)
{
    return walk(tournament, NULL).champion;
}

/* ---- All of them ------------------------------------------------------------------------ */

int tournament_missing(const struct tournament *tournament, struct meeting **meetings, int *count,
                       struct tb_error *error)
{
    size_t n = (size_t)tournament->entrants;
    struct list list = {
        .tournament = tournament,
        .items = calloc(n * n * (size_t)tournament->rounds + 1, sizeof *list.items),
    };
    int *scratch = calloc(2 * n + 1, sizeof *scratch);

    *meetings = list.items;
    *count = 0;
    if (!list.items || !scratch) {
        free(list.items);
        free(scratch);
        *meetings = NULL;
        return error_memory(error);
    }
    if (tournament->format == FORMAT_SWISS)
        add_round(&list, scratch);
    else if (tournament->format == FORMAT_KNOCKOUT)
        walk(tournament, &list);
    else
        add_all(&list);
    *count = list.count;
    free(scratch);
    return TB_OK;
}

int tournament_games(const struct tournament *tournament)
{
    int n = tournament->entrants;

    switch (tournament->format) {
    case FORMAT_ROUND_ROBIN:
        return tournament->rounds * n * (n - 1);
    case FORMAT_GAUNTLET:
        return tournament->rounds * 2 * seeds_of(tournament) * (n - seeds_of(tournament));
    case FORMAT_KNOCKOUT:
        return walk(tournament, NULL).wanted;
    default:
        return tournament->rounds * (n - n % 2);
    }
}

int tournament_played(const struct tournament *tournament)
{
    int seeds = seeds_of(tournament), count = 0;

    if (tournament->format == FORMAT_KNOCKOUT)
        return walk(tournament, NULL).played;
    for (int i = 0; i < tournament->count; i++) {
        const struct meeting *m = &tournament->games[i].meeting;
        bool belongs =
            tournament->format != FORMAT_GAUNTLET || (m->first < seeds) != (m->second < seeds);

        count += belongs && m->round < tournament->rounds;
    }
    return count;
}

void tournament_results(const struct tournament *tournament, struct crosstable *table)
{
    for (int i = 0; i < tournament->count; i++) {
        const struct played *game = &tournament->games[i];
        struct results *r = crosstable_at(table, game->meeting.first, game->meeting.second);

        r->wins += game->points == 1;
        r->draws += game->points == 0.5;
        r->losses += game->points == 0;
    }
}
