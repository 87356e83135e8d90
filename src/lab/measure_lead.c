/*
 * measure_lead.c - the leader of a game, by the players' own evaluations: the player with the
 * highest one, by LEAD_MARGIN hundredths. With two sides the evaluation of one is the negative of
 * the other's. Without a leader, the last one counts.
 */
#include <stdlib.h>
#include <string.h>

#include "lab/measure_inner.h"

enum { LEAD_MARGIN = 10, WON = 100 };

/* The side that leads, -1 if none does. */
static int find_leader(const int *hope, const bool *known, int sides)
{
    int best = 0, second = -1;

    for (int s = 0; s < sides; s++)
        if (!known[s])
            return -1;
    for (int s = 1; s < sides; s++)
        if (hope[s] > hope[best])
            best = s;
    for (int s = 0; s < sides; s++)
        if (s != best && (second < 0 || hope[s] > hope[second]))
            second = s;
    return hope[best] - hope[second] >= LEAD_MARGIN ? best : -1;
}

/* Reads the next word of Evaluations; false if it says nothing. */
static bool read_score(const char **words, int *score)
{
    const char *at = *words + strspn(*words, " ");
    size_t length = strcspn(at, " ");
    char *end;

    *words = at + length;
    if (length == 0 || *at == '?')
        return false;
    if (length > 1 && at[1] == 'M') {
        *score = *at == '-' ? -WON : WON;
        return *at == '-' || *at == '+';
    }
    long value = strtol(at, &end, 10);

    *score = value > WON ? WON : value < -WON ? -WON : (int)value;
    return end == at + length;
}

/* What was thought after an entry of the match, in hundredths. */
struct thought {
    bool known;
    int player, score;
};

/* From the annotations of the record; false if they say nothing of the kind. */
static bool read_notes(const struct record *record, struct thought *thoughts)
{
    int node = ANNOTATION_START;
    bool any = false;

    for (int i = 0; i < tb_match_length(record->match); i++) {
        node = record_main_child(record, node, i);
        const struct annotation_node *noted =
            node < 0 ? NULL : annotations_at(&record->notes, node);

        if (node < 0)
            break;
        if (!noted || !noted->evaluated)
            continue;
        const struct evaluation *said = &noted->evaluation;
        int score = said->exact ? WON * said->value : said->score / (ANNOTATION_UNIT / WON);

        score = score > WON ? WON : score < -WON ? -WON : score;
        thoughts[i] = (struct thought){true, said->player, score};
        any = true;
    }
    return any;
}

/* From a tag: records had no annotations once. */
static bool read_tag(const struct record *record, struct thought *thoughts)
{
    const char *words = record_tag(record, "Evaluations");
    const char *opening = record_tag(record, "OpeningPlies");
    int entries = tb_match_length(record->match), ply = 0, skip = opening ? atoi(opening) : 0;

    for (int i = 0; words && i < entries; i++) {
        bool swap = strcmp(tb_match_entry(record->match, i), "swap") == 0;
        struct tb_position position;
        int score;

        tb_match_position_at(record->match, ply, &position, NULL);
        if (ply >= skip && read_score(&words, &score) && !swap)
            thoughts[i] = (struct thought){true, tb_turn(&position), score};
        ply += !swap;
    }
    return words != NULL;
}

/* The leader after each entry into leaders[]; false if the record does not tell. */
static bool follow(const struct measures *measures, const struct record *record, int entries,
                   int *leaders)
{
    int leader = -1, hope[TB_PLAYERS_MAX] = {0};
    bool known[TB_PLAYERS_MAX] = {false};
    struct thought *thoughts = calloc((size_t)entries, sizeof *thoughts);
    bool told = thoughts && (read_notes(record, thoughts) || read_tag(record, thoughts));

    for (int i = 0; told && i < entries; i++) {
        if (thoughts[i].known) {
            int side = measures->side[thoughts[i].player];

            hope[side] = thoughts[i].score;
            known[side] = true;
            if (measures->sides == 2) {
                hope[1 - side] = -thoughts[i].score;
                known[1 - side] = true;
            }
        }
        int now = find_leader(hope, known, measures->sides);

        leader = now >= 0 ? now : leader;
        leaders[i] = leader;
    }
    free(thoughts);
    return told;
}

static int winning_side(const struct measures *measures, struct tb_result result)
{
    for (int p = 0; p < measures->setup.players; p++)
        if (result.winners >> p & 1)
            return measures->side[p];
    return -1;
}

void lead_add(struct measures *measures, const struct record *record)
{
    int plies = tb_match_length(record->match), changes = 0, last = -1;
    int *leaders = plies > 0 ? calloc((size_t)plies, sizeof *leaders) : NULL;
    int winner = winning_side(measures, tb_match_result(record->match));

    if (leaders && follow(measures, record, plies, leaders)) {
        for (int ply = 1; ply < plies; ply++)
            if (leaders[ply] != leaders[ply - 1] && leaders[ply - 1] >= 0) {
                changes++;
                last = ply;
            }
        measures_count(measures, &measures->lead, changes, 1);
        if (last >= 0)
            measures_count(measures, &measures->lead_last, (double)(last + 1) / plies, 1);
        for (int t = 0; t < TENTHS && winner >= 0; t++) {
            int leader = leaders[plies * (t + 1) / TENTHS > 0 ? plies * (t + 1) / TENTHS - 1 : 0];

            if (leader >= 0)
                measures_count(measures, &measures->certain[t], leader == winner, 1);
        }
    }
    free(leaders);
}
