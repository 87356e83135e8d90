/* result.c - results of rated games as text, and the update of ratings by one result. */
#include "server/ratings/result.h"

#include <stdlib.h>

#include "club/plackett_luce.h"

/* The deviation of the levels' ratings: their steps were measured to about this. */
#define LEVEL_DEVIATION 60.0
#define DAY_MS 86400000.0

const struct standing standing_newcomer = {{1500, 350, 0.06}, 0, 0};

/* ---- Text --------------------------------------------------------------------------- */

void sides_write(const struct game_result *result, char out[SIDES_TEXT])
{
    struct text text = text_into(out, SIDES_TEXT);

    for (int i = 0; i < result->side_count; i++) {
        const struct rated_side *side = &result->sides[i];

        for (int j = 0; j < side->count; j++) {
            const struct rated_player *player = &side->players[j];

            text_add(&text, "%s%s%lld", j ? "+" : i ? " " : "",
                     player->program && !player->rating ? "b" : "", (long long)player->member);
            if (player->rating)
                text_add(&text, "@%d", player->rating);
        }
        text_add(&text, "=%d", side->rank);
    }
}

static const char *player_read(const char *text, struct rated_player *player)
{
    char *end;

    player->program = *text == 'b';
    player->member = strtoll(text + player->program, &end, 10);
    player->rating = 0;
    if (*end == '@') {
        player->program = true;
        player->rating = (int)strtol(end + 1, &end, 10);
    }
    return player->member > 0 ? end : NULL;
}

bool sides_read(const char *text, struct game_result *result)
{
    result->side_count = 0;
    while (*text) {
        struct rated_side *side = &result->sides[result->side_count];
        char *end;

        if (result->side_count++ == TB_PLAYERS_MAX)
            return false;
        side->count = 0;
        do {
            if (side->count == TB_PLAYERS_MAX ||
                !(text = player_read(text, &side->players[side->count++])))
                return false;
        } while (*text++ == '+');
        if (text[-1] != '=')
            return false;
        side->rank = (int)strtol(text, &end, 10);
        if (side->rank < 1 || (*end && *end != ' '))
            return false;
        text = end + (*end == ' ');
    }
    return result->side_count >= 2;
}

double result_score(const struct game_result *result)
{
    int first = result->sides[0].rank, second = result->sides[1].rank;

    return first == second ? 0.5 : first < second ? 1 : 0;
}

/* ---- Rating -------------------------------------------------------------------------- */

/* The rating as it is at some moment: the deviation grows with idle days. */
static struct glicko standing_at(const struct standing *standing, int64_t at)
{
    int64_t idle = standing->games > 0 && at > standing->at ? at - standing->at : 0;

    return glicko_idle(&glicko_club, standing->rating, (double)idle / DAY_MS);
}

/* The ratings of all players just before the game. */
static void begin(const struct game_result *result, struct standing standings[][TB_PLAYERS_MAX],
                  struct glicko_side *sides)
{
    for (int i = 0; i < result->side_count; i++) {
        sides[i].count = result->sides[i].count;
        for (int j = 0; j < sides[i].count; j++) {
            const struct rated_player *player = &result->sides[i].players[j];

            sides[i].members[j] =
                player->rating ? (struct glicko){player->rating, LEVEL_DEVIATION, 0.06}
                               : standing_at(&standings[i][j], result->at);
        }
    }
}

static double between(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static void rate_many(const struct game_result *result, struct glicko_side *sides)
{
    struct plackett_luce_team teams[TB_PLAYERS_MAX];

    for (int i = 0; i < result->side_count; i++) {
        teams[i].rank = result->sides[i].rank;
        teams[i].count = sides[i].count;
        for (int j = 0; j < sides[i].count; j++)
            teams[i].members[j] = (struct plackett_luce){sides[i].members[j].rating,
                                                         sides[i].members[j].deviation};
    }
    plackett_luce_rate(teams, result->side_count);
    for (int i = 0; i < result->side_count; i++)
        for (int j = 0; j < sides[i].count; j++) {
            const struct plackett_luce *after = &teams[i].members[j];

            sides[i].members[j].rating =
                between(after->rating, glicko_club.rating_min, glicko_club.rating_max);
            sides[i].members[j].deviation =
                between(after->deviation, glicko_club.deviation_min, glicko_club.deviation_max);
        }
}

/* True if a person has an opponent that is a program: such a game counts half. */
static bool counts_half(const struct game_result *result, int side, int place)
{
    if (result->sides[side].players[place].program)
        return false;
    for (int i = 0; i < result->side_count; i++)
        for (int j = 0; i != side && j < result->sides[i].count; j++)
            if (result->sides[i].players[j].program)
                return true;
    return false;
}

static struct glicko half_way(struct glicko from, struct glicko to)
{
    return (struct glicko){(from.rating + to.rating) / 2, (from.deviation + to.deviation) / 2,
                           (from.volatility + to.volatility) / 2};
}

void result_rate(const struct game_result *result, double score,
                 struct standing standings[][TB_PLAYERS_MAX])
{
    struct glicko_side before[TB_PLAYERS_MAX], after[TB_PLAYERS_MAX];

    begin(result, standings, before);
    begin(result, standings, after);
    if (result->side_count == 2)
        glicko_rate_sides(&glicko_club, after, score, result->advantage);
    else
        rate_many(result, after);
    for (int i = 0; i < result->side_count; i++)
        for (int j = 0; j < after[i].count; j++) {
            struct standing *standing = &standings[i][j];

            standing->rating = counts_half(result, i, j)
                                   ? half_way(before[i].members[j], after[i].members[j])
                                   : after[i].members[j];
            standing->games++;
            standing->at = result->at > standing->at ? result->at : standing->at;
        }
}
