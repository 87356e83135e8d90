/* tally.c - adding up the results of games. */
#include "match/tally.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "core/array.h"
#include "core/checksum.h"

void tally_init(struct tally *tally, const struct schedule *schedule)
{
    *tally = (struct tally){
        .schedule = schedule,
        .singles.cells = SINGLE_CELLS,
        .pairs.cells = PAIR_CELLS,
        .shortest = INT_MAX,
    };
}

void tally_release(struct tally *tally)
{
    hash_set_release(&tally->seen);
    free(tally->open);
    tally->open = NULL;
    tally->open_count = 0;
    tally->open_capacity = 0;
}

/* ---- Blocks ---------------------------------------------------------------------------- */

/* The block of that number, a new one if it is not open; NULL if memory runs out. */
static struct open_block *find_block(struct tally *tally, int number)
{
    for (int i = 0; i < tally->open_count; i++)
        if (tally->open[i].number == number)
            return &tally->open[i];
    if (!ARRAY_RESERVE(tally->open, tally->open_capacity, tally->open_count, 1))
        return NULL;
    struct open_block *block = &tally->open[tally->open_count++];

    *block = (struct open_block){.number = number};
    return block;
}

static void close_block(struct tally *tally, struct open_block *block)
{
    if (tally->schedule->sides == 2)
        tally->pairs.count[lround(2 * block->points[0])]++;
    for (int c = 0; c < tally->schedule->contestants; c++)
        running_add(&tally->standings[c].by_block, block->points[c] / block->seats[c]);
    *block = tally->open[--tally->open_count];
}

static bool add_to_block(struct tally *tally, int number, const double *points, const int *seats)
{
    struct open_block *block = find_block(tally, number);

    if (!block)
        return false;
    for (int c = 0; c < tally->schedule->contestants; c++) {
        block->points[c] += points[c];
        block->seats[c] += seats[c];
    }
    if (++block->games == tally->schedule->block)
        close_block(tally, block);
    return true;
}

/* ---- Games ------------------------------------------------------------------------------ */

/* The points of each contestant, and how many sides it had. */
static void share_out(const struct schedule *schedule, const struct match_game *game,
                      struct tb_result result, double *points, int *seats)
{
    int winners = 0;

    for (int s = 0; s < schedule->sides; s++)
        winners += (result.winners >> schedule->first[s]) & 1;
    for (int s = 0; s < schedule->sides; s++) {
        int seat = schedule->first[s];
        int contestant = game->pairing.seats[record_person(game->record.match, seat)];
        double won = (result.winners >> seat) & 1;

        points[contestant] += winners ? won / winners : 1.0 / schedule->sides;
        seats[contestant]++;
    }
}

static void add_standing(struct standing *standing, double points, int seats, bool drawn)
{
    standing->points += points;
    standing->seats += seats;
    standing->wins += !drawn && points > 0;
    standing->losses += !drawn && points <= 0;
    standing->draws += drawn;
    running_add(&standing->by_game, points / seats);
}

/* The same for two games that differ in nothing but what they are called. */
static uint64_t moves_hash(const struct match_game *game, const struct schedule *schedule)
{
    const struct tb_match *match = game->record.match;
    uint64_t hash = tb_hash(tb_match_start(match));

    for (int p = 0; p < schedule->players; p++)
        hash = (hash ^ (uint64_t)game->pairing.seats[p]) * 0x9e3779b97f4a7c15u;
    for (int i = 0; i < tb_match_length(match); i++) {
        hash = checksum_text(hash, tb_match_entry(match, i));
        hash ^= hash >> 29;
    }
    return hash;
}

bool tally_add(struct tally *tally, const struct match_game *game)
{
    struct tb_result result = tb_match_result(game->record.match);
    double points[CONTESTANTS_MAX] = {0};
    int seats[CONTESTANTS_MAX] = {0}, plies = tb_match_plies(game->record.match);

    share_out(tally->schedule, game, result, points, seats);
    tally->games++;
    tally->repeats += !hash_set_add(&tally->seen, moves_hash(game, tally->schedule));
    tally->endings[game->finish]++;
    tally->draws += result.winners == 0;
    for (int s = 0; s < tally->schedule->sides; s++)
        tally->side_wins[s] += (result.winners >> tally->schedule->first[s]) & 1;
    running_add(&tally->plies, plies);
    tally->shortest = plies < tally->shortest ? plies : tally->shortest;
    tally->longest = plies > tally->longest ? plies : tally->longest;
    if (tally->schedule->sides == 2)
        tally->singles.count[lround(2 * points[0])]++;
    for (int c = 0; c < tally->schedule->contestants; c++) {
        add_standing(&tally->standings[c], points[c], seats[c], result.winners == 0);
        effort_add(&tally->standings[c].effort, &game->effort[c]);
    }
    if (game->culprit >= 0)
        tally->standings[game->pairing.seats[game->culprit]].faults[game->finish]++;
    return add_to_block(tally, game->pairing.block, points, seats);
}

/* ---- What it comes to ---------------------------------------------------------------------- */

const struct sample *tally_sample(const struct tally *tally)
{
    return sample_total(&tally->pairs) > 0 ? &tally->pairs : &tally->singles;
}

struct interval tally_points(const struct tally *tally, int contestant)
{
    const struct standing *standing = &tally->standings[contestant];
    const struct running *running =
        standing->by_block.count >= 2 ? &standing->by_block : &standing->by_game;

    return share_interval(standing->points / standing->seats, running_variance(running),
                          (double)running->count, tally->games);
}

struct interval tally_score(const struct tally *tally)
{
    struct interval score;
    double scale = tally->schedule->sides / 2.0;

    if (tally->schedule->sides == 2)
        return score_interval(&tally->singles, &tally->pairs);
    score = tally_points(tally, 0);
    return (struct interval){
        .value = fmin(1, score.value * scale),
        .low = score.low * scale,
        .high = fmin(1, score.high * scale),
    };
}
