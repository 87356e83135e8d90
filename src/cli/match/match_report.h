/* match_report.h - the progress line and the summary of `tablier match`. */
#ifndef TABLIER_CLI_MATCH_REPORT_H
#define TABLIER_CLI_MATCH_REPORT_H

#include <jansson.h>
#include <stdio.h>

#include "match/match_runner.h"
#include "match/tally.h"

/* A match and what has come of it. */
struct match_state {
    const struct runner_plan *plan;
    const char *openings; /* in words: "random openings of 2 plies" */
    struct tally tally;
    bool testing; /* is there a sequential test? */
    struct sprt sprt;
    int64_t started_us;
    double seconds; /* that it took, once it is over */
    bool interrupted;
};

/* "A" for contestant 0. */
char contestant_letter(int contestant);

double match_llr(const struct match_state *state);

/* One line: games, score, Elo, test, time left. */
void match_progress(const struct match_state *state, struct text *out);

/* One line on who did what in a game that ended by a fault. */
void match_fault(const struct match_state *state, const struct match_game *game, struct text *out);

void match_report(const struct match_state *state, FILE *out);
/* The same as one object. */
json_t *match_json(const struct match_state *state);

/* Parts of reports: "1:05", "1000 ms per move", "Quoridor, 4 players, size=5". */
void report_add_duration(struct text *out, double seconds);
void report_add_limits(struct text *out, const struct match_limits *limits);
void report_add_setup(struct text *out, const struct tb_setup *setup);

/* The table of a ladder, as Markdown: its head, and a row for a match. */
void ladder_head(const struct match_state *state, FILE *out);
void ladder_row(const struct match_state *state, FILE *out);

#endif
