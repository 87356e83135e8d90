/*
 * plackett_luce.c - ratings of games with any number of sides. Names follow the paper.
 */
#include "club/plackett_luce.h"

#include <math.h>

#include "club/portable_math.h"

#define BETA 175.0
#define TAU 3.5
#define KAPPA 0.0001

/* A team as one player, and the terms of the update that depend on one team alone. */
struct side {
    double mu, variance, strength; /* strength: e^(mu / c) */
    double below;                  /* sum of strengths of the teams with this rank or a worse one */
    int equals;                    /* teams with this rank */
};

static void make_sides(struct side *sides, struct plackett_luce_team *teams, int count, double *c)
{
    double sum = 0, mean = 0;

    for (int i = 0; i < count; i++) {
        sides[i] = (struct side){0};
        for (int j = 0; j < teams[i].count; j++) {
            struct plackett_luce *member = &teams[i].members[j];

            member->deviation = sqrt(member->deviation * member->deviation + TAU * TAU);
            sides[i].mu += member->rating;
            sides[i].variance += member->deviation * member->deviation;
        }
        sum += sides[i].variance + BETA * BETA;
        mean += sides[i].mu / count;
    }
    *c = sqrt(sum);
    /* Only ratios of strengths count: relative to the mean none of them overflows. */
    for (int i = 0; i < count; i++)
        sides[i].strength = portable_exp((sides[i].mu - mean) / *c);
    for (int q = 0; q < count; q++) {
        for (int s = 0; s < count; s++) {
            if (teams[s].rank >= teams[q].rank)
                sides[q].below += sides[s].strength;
            sides[q].equals += teams[s].rank == teams[q].rank;
        }
    }
}

void plackett_luce_rate(struct plackett_luce_team *teams, int count)
{
    struct side sides[PLACKETT_LUCE_TEAMS_MAX];
    double c;

    make_sides(sides, teams, count, &c);
    for (int i = 0; i < count; i++) {
        double omega = 0, delta = 0, deviation = sqrt(sides[i].variance);

        for (int q = 0; q < count; q++) {
            if (teams[q].rank > teams[i].rank)
                continue;

            double p = sides[i].strength / sides[q].below;

            omega += ((q == i) - p) / sides[q].equals;
            delta += p * (1 - p) / sides[q].equals;
        }
        omega *= sides[i].variance / c;
        delta *= deviation * deviation * deviation / (c * c * c);
        for (int j = 0; j < teams[i].count; j++) {
            struct plackett_luce *member = &teams[i].members[j];
            double share = member->deviation * member->deviation / sides[i].variance;

            member->rating += share * omega;
            member->deviation *= sqrt(fmax(1 - share * delta, KAPPA));
        }
    }
}
