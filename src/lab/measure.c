/* measure.c - see measure.h. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/checksum.h"
#include "core/error.h"
#include "lab/measure_inner.h"

enum { BINS_WANTED = 24, ONLY_DROP = 50 };

struct measures *measures_new(const struct tb_setup *setup, const struct match_rules *rules)
{
    struct measures *measures = calloc(1, sizeof *measures);

    if (!measures)
        return NULL;
    measures->setup = *setup;
    measures->rules = *rules;
    tb_position_start(&measures->start, setup, NULL);
    measures->sides = tb_side_count(&measures->start);
    for (int p = 0; p < setup->players; p++)
        measures->side[p] = tb_side(&measures->start, p);
    return measures;
}

void measures_free(struct measures *measures)
{
    if (!measures)
        return;
    keyed_release(&measures->players);
    keyed_release(&measures->first_moves);
    keyed_release(&measures->first_squares);
    keyed_release(&measures->squares);
    keyed_release(&measures->kinds);
    free(measures->lengths);
    duplicates_release(&measures->duplicates);
    free(measures);
}

bool measures_fit(const struct measures *measures, const struct record *record)
{
    const struct tb_setup *setup = &tb_match_start(record->match)->setup;
    struct match_rules rules = match_rules_of(record->match);

    return setup->game == measures->setup.game && setup->players == measures->setup.players &&
           memcmp(setup->options, measures->setup.options, sizeof setup->options) == 0 &&
           rules.repetition == measures->rules.repetition && rules.swap == measures->rules.swap;
}

const struct tb_setup *measures_setup(const struct measures *measures)
{
    return &measures->setup;
}

struct match_rules measures_rules(const struct measures *measures)
{
    return measures->rules;
}

/* ---- Adding a game ------------------------------------------------------------------------ */

/* The same moves by the same players. */
static uint64_t hash_of(const struct record *record)
{
    uint64_t hash = CHECKSUM_START;

    for (int i = 0; i < tb_match_length(record->match); i++)
        hash = checksum_text(checksum_text(hash, tb_match_entry(record->match, i)), " ");
    for (int p = 0; p < tb_match_start(record->match)->setup.players; p++) {
        const char *name = record_player(record, p);

        hash = checksum_text(checksum_text(hash, name ? name : ""), "\n");
    }
    return hash;
}

static bool note_game(struct measures *measures, const struct record *record)
{
    if (!ARRAY_RESERVE(measures->lengths, measures->capacity, measures->count, 1))
        return false;
    if (!(measures->game = duplicates_at(&measures->duplicates, hash_of(record))))
        return false;
    measures->game->length = tb_match_plies(record->match);
    measures->lengths[measures->count++] = tb_match_plies(record->match);
    return true;
}

/* The points of a side: 1, 1/2 or 0; with more than two sides a draw is shared by all. */
static double points(const struct measures *measures, struct tb_result result, int side)
{
    int winners = 0;
    bool won = false;

    for (int p = 0; p < measures->setup.players; p++)
        if (result.winners >> p & 1) {
            won = won || measures->side[p] == side;
            winners++;
        }
    if (!result.winners)
        return 1.0 / measures->sides;
    return won ? measures->sides == 2 ? 1 : 1.0 / winners : 0;
}

static void add_results(struct measures *measures, const struct record *record)
{
    struct tb_result result = tb_match_result(record->match);
    bool swapped = tb_match_swapped(record->match);
    enum tb_ending ending = tb_match_ending(record->match);

    for (int s = 0; s < measures->sides; s++) {
        bool won = false;

        for (int p = 0; p < measures->setup.players; p++)
            won = won || (measures->side[p] == s && result.winners >> p & 1);
        measures_count(measures, &measures->win[s], won, 1);
    }
    double first = points(measures, result, 0);

    measures_count(measures, &measures->draw, result.winners == 0, 1);
    measures_count(measures, &measures->first, first, 1);
    if (measures->rules.swap) {
        measures_count(measures, &measures->swap, swapped, 1);
        measures_count(measures, &measures->pie, swapped ? 1 - first : first, 1);
    }
    measures_count(measures, &measures->repetition, ending == TB_ENDING_REPETITION, 1);
    measures_count(measures, &measures->cut,
                   ending == TB_ENDING_AGREEMENT || ending == TB_ENDING_LIMIT, 1);
    measures_count(measures, &measures->fault,
                   ending == TB_ENDING_RESIGNATION || ending == TB_ENDING_TIME, 1);
}

void measures_expect(struct measures *measures, const char *name)
{
    keyed_at(&measures->players, name);
}

/* True if no player before this one has the same name. */
static bool is_first(const char *const *names, int player)
{
    int p = 0;

    while (strcmp(names[p], names[player]) != 0)
        p++;
    return p == player;
}

/* All seats of that name together: a game is one observation, however many sit in it. */
static void add_player(struct measures *measures, const struct tb_match *match,
                       const char *const *names, int player)
{
    struct ratio *ratio = keyed_at(&measures->players, names[player]);
    struct tb_result result = tb_match_result(match);
    double sum = 0;
    int seats = 0;

    for (int p = 0; p < measures->setup.players; p++)
        if (strcmp(names[p], names[player]) == 0) {
            sum += points(measures, result, measures->side[record_person(match, p)]);
            seats++;
        }
    if (ratio)
        measures_count(measures, ratio, sum, seats);
}

/* Scores by who played, where not all are called the same. */
static void add_players(struct measures *measures, const struct record *record)
{
    bool mixed = false;
    const char *names[TB_PLAYERS_MAX];

    for (int p = 0; p < measures->setup.players; p++) {
        names[p] = record_player(record, p);
        if (!names[p])
            return;
        mixed = mixed || strcmp(names[p], names[0]) != 0;
    }
    for (int p = 0; mixed && p < measures->setup.players; p++)
        if (is_first(names, p))
            add_player(measures, record->match, names, p);
}

static void add_moves(struct measures *measures, const struct tb_match *match)
{
    int plies = tb_match_plies(match), forced = 0;
    double sum = 0;

    for (int ply = 0; ply < plies; ply++) {
        struct tb_position position;

        tb_match_position_at(match, ply, &position, NULL);
        int count = tb_move_count(&position);

        sum += count;
        forced += count == 1;
        if (ply < PLIES_SHOWN)
            measures_count(measures, &measures->moves_ply[ply], count, 1);
    }
    measures_count(measures, &measures->moves, sum, plies);
    measures_count(measures, &measures->forced, forced, plies);
    measures_count(measures, &measures->length, plies, 1);
}

/* What the player of an experiment found out (job_games.c). Equal games may have had different
 * positions examined, so each has its own to say. */
static void add_found(struct ratio *ratio, double x, double before, double before_count)
{
    if (before_count == 0)
        ratio_add(ratio, x, 1);
    else
        ratio_add_again(ratio, x, 1, before, before_count);
}

static void add_only(struct measures *measures, const char *only)
{
    struct duplicate *game = measures->game;
    int ply, best, second;

    if (!only || sscanf(only, "%d:%d:%d", &ply, &best, &second) != 3)
        return;
    bool alone = best > -ONLY_DROP && best - second >= ONLY_DROP;

    add_found(&measures->only, alone, game->only, game->only_count);
    game->only += alone;
    game->only_count++;
}

static void add_kingmaker(struct measures *measures, const struct record *record, const char *king)
{
    struct duplicate *game = measures->game;
    struct tb_result other = {false, 0}, real = tb_match_result(record->match);
    char result[32] = "";
    int loser, at;

    if (!king || sscanf(king, "%d:%d:%31s", &loser, &at, result) != 3 ||
        record_result_parse(result, measures->setup.players, &other, NULL) || loser < 1 ||
        loser > measures->setup.players)
        return;
    bool self = other.winners >> (loser - 1) & 1;
    bool made = other.winners && !self && !(other.winners & real.winners);

    add_found(&measures->king, made, game->king, game->king_count);
    add_found(&measures->king_self, self, game->king_self, game->king_count);
    game->king += made;
    game->king_self += self;
    game->king_count++;
}

static void add_tags(struct measures *measures, const struct record *record)
{
    const char *nodes = record_tag(record, "Nodes");

    add_only(measures, record_tag(record, "Only"));
    add_kingmaker(measures, record, record_tag(record, "Kingmaker"));
    if (nodes)
        measures_count(measures, &measures->nodes, strtod(nodes, NULL), 1);
}

int measures_add(struct measures *measures, const struct record *record, struct tb_error *error)
{
    struct tb_result result = tb_match_result(record->match);

    if (!result.over)
        return error_set(error, TB_ERR_RECORD, "The game is not over.");
    if (!note_game(measures, record))
        return error_memory(error);
    add_results(measures, record);
    add_players(measures, record);
    if (tb_match_plies(record->match) > 0)
        add_moves(measures, record->match);
    add_tags(measures, record);
    lead_add(measures, record);
    board_add(measures, record->match,
              points(measures, result, measures->side[tb_turn(&measures->start)]));
    measures->game->count++;
    return TB_OK;
}

/* ---- Statistics --------------------------------------------------------------------------- */

static void add_share(struct statistics *out, enum measure measure, const char *item,
                      const struct ratio *ratio)
{
    if (ratio->n > 0 && ratio->m > 0)
        statistics_add(out, measure, item, ratio_share(ratio), ratio->all);
}

static void add_mean(struct statistics *out, enum measure measure, const char *item,
                     const struct ratio *ratio)
{
    if (ratio->n > 0 && ratio->m > 0)
        statistics_add(out, measure, item, ratio_interval(ratio), ratio->all);
}

/* The players of a side: "1", "2+4". */
static void side_name(const struct measures *measures, int side, char *name, size_t size)
{
    struct text text = text_into(name, size);

    for (int p = 0; p < measures->setup.players; p++)
        if (measures->side[p] == side)
            text_add(&text, "%s%d", text.used ? "+" : "", p + 1);
}

static int by_number(const void *a, const void *b)
{
    int one = *(const int *)a, two = *(const int *)b;

    return one < two ? -1 : one > two;
}

static void add_counts(const struct measures *measures, struct statistics *out)
{
    double all = measures->count, distinct = measures->duplicates.distinct;

    statistics_add(out, MEASURE_GAMES, "", (struct interval){all, all, all}, (uint64_t)all);
    statistics_add(out, MEASURE_DISTINCT, "", (struct interval){distinct, distinct, distinct},
                   (uint64_t)all);
}

static void add_result_statistics(const struct measures *measures, struct statistics *out)
{
    for (int s = 0; s < measures->sides; s++) {
        char name[16];

        side_name(measures, s, name, sizeof name);
        add_share(out, MEASURE_WIN, name, &measures->win[s]);
    }
    add_share(out, MEASURE_DRAW, "", &measures->draw);
    if (measures->sides == 2) {
        struct interval first = ratio_share(&measures->first);

        add_share(out, MEASURE_FIRST, "", &measures->first);
        statistics_add(out, MEASURE_FIRST_ELO, "", elo_of_interval(first), measures->first.all);
    }
    add_share(out, MEASURE_SWAP, "", &measures->swap);
    add_share(out, MEASURE_PIE, "", &measures->pie);
    for (int i = 0; i < measures->players.count; i++)
        add_share(out, MEASURE_PLAYER, measures->players.items[i].key,
                  &measures->players.items[i].ratio);
    if (measures->sides == 2 && measures->players.count == 2) {
        const struct keyed_item *second = &measures->players.items[1];

        if (second->ratio.n > 0)
            statistics_add(out, MEASURE_STEP, "", elo_of_interval(ratio_share(&second->ratio)),
                           second->ratio.all);
    }
    add_share(out, MEASURE_REPETITION, "", &measures->repetition);
    add_share(out, MEASURE_CUT, "", &measures->cut);
    add_share(out, MEASURE_FAULT, "", &measures->fault);
}

/* The games with a length from `low` to less than `high`. */
static struct ratio count_lengths(const struct measures *measures, int low, int high)
{
    struct ratio ratio = {.all = (uint64_t)measures->count};

    for (int i = 0; i < measures->duplicates.capacity; i++) {
        const struct duplicate *game = &measures->duplicates.places[i];
        double weight = game->count;

        if (game->count == 0)
            continue;
        bool within = game->length >= low && game->length < high;

        ratio.n++;
        ratio.m += weight;
        ratio.mm += weight * weight;
        ratio.x += within ? weight : 0;
        ratio.xx += within ? weight * weight : 0;
        ratio.xm += within ? weight * weight : 0;
    }
    return ratio;
}

/* The distribution of lengths, in bins of a round width. */
static void add_bins(const struct measures *measures, struct statistics *out)
{
    static const int widths[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000};
    int low = measures->lengths[0], high = measures->lengths[measures->count - 1], width = 1;

    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        width = widths[i];
        if ((high - low) / width < BINS_WANTED)
            break;
    }
    for (int from = low / width * width; from <= high; from += width) {
        struct ratio ratio = count_lengths(measures, from, from + width);
        char item[32];

        if (width == 1)
            snprintf(item, sizeof item, "%d", from);
        else
            snprintf(item, sizeof item, "%d-%d", from, from + width - 1);
        add_share(out, MEASURE_LENGTH_BIN, item, &ratio);
    }
}

static void add_length_statistics(const struct measures *measures, struct statistics *out)
{
    const int *lengths = measures->lengths;
    int count = measures->count;
    double effective = duplicates_effective(&measures->duplicates);

    add_mean(out, MEASURE_LENGTH, "", &measures->length);
    statistics_add(out, MEASURE_LENGTH_10, "", quantile_interval(lengths, count, effective, 0.1),
                   (uint64_t)count);
    statistics_add(out, MEASURE_LENGTH_50, "", quantile_interval(lengths, count, effective, 0.5),
                   (uint64_t)count);
    statistics_add(out, MEASURE_LENGTH_90, "", quantile_interval(lengths, count, effective, 0.9),
                   (uint64_t)count);
    add_bins(measures, out);
    add_mean(out, MEASURE_MOVES, "", &measures->moves);
    for (int ply = 0; ply < PLIES_SHOWN; ply++) {
        char item[16];

        snprintf(item, sizeof item, "%d", ply);
        add_mean(out, MEASURE_MOVES_PLY, item, &measures->moves_ply[ply]);
    }
}

void measures_statistics(struct measures *measures, struct statistics *out)
{
    if (measures->count == 0)
        return;
    qsort(measures->lengths, (size_t)measures->count, sizeof *measures->lengths, by_number);
    add_counts(measures, out);
    add_result_statistics(measures, out);
    add_length_statistics(measures, out);
    add_share(out, MEASURE_FORCED, "", &measures->forced);
    add_share(out, MEASURE_ONLY, "", &measures->only);
    add_mean(out, MEASURE_LEAD, "", &measures->lead);
    add_share(out, MEASURE_LEAD_LAST, "", &measures->lead_last);
    for (int t = 0; t < TENTHS; t++) {
        char item[8];

        snprintf(item, sizeof item, "%d", t + 1);
        add_share(out, MEASURE_CERTAIN, item, &measures->certain[t]);
    }
    add_share(out, MEASURE_DRAMA, "", &measures->drama);
    add_share(out, MEASURE_DECISIVE, "", &measures->decisive);
    add_share(out, MEASURE_THRESHOLD, "", &measures->threshold);
    add_share(out, MEASURE_UNCERTAINTY, "", &measures->uncertainty);
    add_share(out, MEASURE_KING, "", &measures->king);
    add_share(out, MEASURE_KING_SELF, "", &measures->king_self);
    add_mean(out, MEASURE_NODES, "", &measures->nodes);
    board_statistics(measures, out);
}
