/*
 * measure_lead.c - the course of a game, by the players' own evaluations: who leads, and the
 * measures after Browne in the form that Ludii gives them (docs/LAB.md).
 *
 * The leader is the player with the highest evaluation, by LEAD_MARGIN hundredths. With two sides
 * the evaluation of one is the negative of the other's. Without a leader, the last one counts.
 */
#include <stdlib.h>
#include <string.h>

#include "lab/measure_inner.h"

enum { LEAD_MARGIN = 10, WON = 100 };

/* The state of a game when an entry was chosen. */
struct moment {
    bool evaluated; /* the record has an evaluation by its player, and earlier ones by all others */
    int leader; /* -1: none yet */
    int best;   /* the highest evaluation, */
    int lead;   /* and by how much it exceeds the next */
    int hope[TB_PLAYERS_MAX]; /* by side, in hundredths, -WON to WON */
};

/* Fills in the rest from the evaluations; `before` is the last leader. */
static void find_leader(struct moment *moment, int sides, int before)
{
    const int *hope = moment->hope;
    int best = 0, second = -1;

    for (int s = 1; s < sides; s++)
        if (hope[s] > hope[best])
            best = s;
    for (int s = 0; s < sides; s++)
        if (s != best && (second < 0 || hope[s] > hope[second]))
            second = s;
    moment->best = hope[best];
    moment->lead = hope[best] - hope[second];
    moment->leader = moment->lead >= LEAD_MARGIN ? best : before;
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

/* Follows the evaluations into moments[], one per entry; false if the record does not tell. */
static bool follow(const struct measures *measures, const struct record *record, int entries,
                   struct moment *moments)
{
    int hope[TB_PLAYERS_MAX] = {0}, leader = -1, known = 0;
    bool seen[TB_PLAYERS_MAX] = {false};
    struct thought *thoughts = calloc((size_t)entries, sizeof *thoughts);
    bool evaluated = thoughts && read_notes(record, thoughts);

    for (int i = 0; evaluated && i < entries; i++) {
        if (thoughts[i].known) {
            int side = measures->side[thoughts[i].player];

            known += !seen[side];
            seen[side] = true;
            hope[side] = thoughts[i].score;
            if (measures->sides == 2) {
                hope[1 - side] = -thoughts[i].score;
                known = 2;
            }
        }
        moments[i] = (struct moment){.evaluated = thoughts[i].known && known == measures->sides,
                                     .leader = leader};
        memcpy(moments[i].hope, hope, sizeof hope);
        if (known == measures->sides)
            find_leader(&moments[i], measures->sides, leader);
        leader = moments[i].leader;
    }
    free(thoughts);
    return evaluated;
}

static int winning_side(const struct measures *measures, struct tb_result result)
{
    for (int p = 0; p < measures->setup.players; p++)
        if (result.winners >> p & 1)
            return measures->side[p];
    return -1;
}

/* An evaluation, or a difference of two, as a part of the expected result. */
static double part(int hundredths)
{
    return (double)hundredths / (2 * WON);
}

/* How little the leader leads, on average over the game. */
static void add_uncertainty(struct measures *measures, const struct moment *moments, int entries)
{
    double sum = 0;
    int count = 0;

    for (int i = 0; i < entries; i++)
        if (moments[i].evaluated) {
            sum += 1 - part(moments[i].lead);
            count++;
        }
    if (count)
        measures_count(measures, &measures->uncertainty, sum / count, 1);
}

/* Of a decided game: by how much the winner trailed, the best evaluation that a loser had, and
 * when the winner's exceeded it for the first time. */
static void add_drama(struct measures *measures, const struct moment *moments, int entries,
                      int winner)
{
    double behind = 0;
    int count = 0, threshold = -WON, first = 0;

    for (int i = 0; i < entries; i++) {
        if (!moments[i].evaluated)
            continue;
        behind += part(moments[i].best - moments[i].hope[winner]);
        count++;
        for (int s = 0; s < measures->sides; s++)
            if (s != winner && moments[i].hope[s] > threshold)
                threshold = moments[i].hope[s];
    }
    if (count == 0)
        return;
    while (first < entries &&
           (!moments[first].evaluated || moments[first].hope[winner] <= threshold))
        first++;
    measures_count(measures, &measures->drama, behind / count, 1);
    measures_count(measures, &measures->threshold, part(WON + threshold), 1);
    measures_count(measures, &measures->decisive, (double)first / entries, 1);
}

static void add_leads(struct measures *measures, const struct moment *moments, int entries,
                      int winner)
{
    int changes = 0, last = -1;

    for (int i = 1; i < entries; i++)
        if (moments[i].leader != moments[i - 1].leader && moments[i - 1].leader >= 0) {
            changes++;
            last = i;
        }
    measures_count(measures, &measures->lead, changes, 1);
    if (last >= 0)
        measures_count(measures, &measures->lead_last, (double)(last + 1) / entries, 1);
    for (int t = 0; t < TENTHS && winner >= 0; t++) {
        int at = entries * (t + 1) / TENTHS > 0 ? entries * (t + 1) / TENTHS - 1 : 0;

        if (moments[at].leader >= 0)
            measures_count(measures, &measures->certain[t], moments[at].leader == winner, 1);
    }
}

void lead_add(struct measures *measures, const struct record *record)
{
    int entries = tb_match_length(record->match);
    struct moment *moments = entries > 0 ? calloc((size_t)entries, sizeof *moments) : NULL;
    int winner = winning_side(measures, tb_match_result(record->match));

    if (moments && follow(measures, record, entries, moments)) {
        add_leads(measures, moments, entries, winner);
        add_uncertainty(measures, moments, entries);
        if (winner >= 0)
            add_drama(measures, moments, entries, winner);
    }
    free(moments);
}
