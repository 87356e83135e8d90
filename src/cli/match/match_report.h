/* match_report.h - the results of a match or a tournament, as text or as JSON. */
#ifndef TABLIER_CLI_MATCH_REPORT_H
#define TABLIER_CLI_MATCH_REPORT_H

#include "cli/match/match_session.h"

/* The result of a match: standings, strength, games and effort. */
void match_report(const struct match_session *session, FILE *out);

/* Adds the score of a match so far to the progress line. */
void match_progress(void *session, struct text *out);

/* The ladder, as Markdown: the head of the table, then the rows of the levels that have finished,
 * or of all that have played. */
void ladder_head(const struct match_session *session, FILE *out);
void ladder_rows(struct match_session *session, bool all, FILE *out);

/* ---- Parts, report_parts.c ------------------------------------------------------------------- */

/* "Quoridor, 4 players, size=5", and "1000 ms per move, random openings of 2 plies". */
void report_add_setup(const struct match_session *session, struct text *out);
void report_add_terms(const struct match_session *session, struct text *out);
/* Prints the title, wrapped on a terminal, and an empty line. */
void report_print_title(const char *title, FILE *out);
/* The columns of the longest of these labels; printing one, filled up to that width. */
int report_label_width(const struct match_session *session, const int *entrants, int count);
void report_print_label(const struct match_session *session, int entrant, int width, FILE *out);

/* The rating list, the cross table and what they rest on. */
int tournament_report(const struct match_session *session, FILE *out);
/* The rating list alone, during the tournament. */
void tournament_report_interim(const struct match_session *session, FILE *out);

/* Everything that the report of a tournament is made from. */
struct standings {
    struct crosstable table;
    struct rating_list list;
    int order[ENTRANTS_MAX]; /* best first */
};

int standings_make(struct standings *standings, const struct match_session *session);
void standings_release(struct standings *standings);

int match_report_json(const struct match_session *session, FILE *out);

#endif
