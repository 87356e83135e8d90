/*
 * tournament_session.h - one `tablier tournament` from its arguments to its results.
 *
 * The file of records is the tournament: what it holds has been played, what it does not
 * hold is played next.
 */
#ifndef TABLIER_CLI_TOURNAMENT_SESSION_H
#define TABLIER_CLI_TOURNAMENT_SESSION_H

#include "cli/lab/work_session.h"
#include "cli/match/match_session.h"
#include "match/tournament.h"

struct entrant_list {
    const char *specs[ENTRANTS_MAX];
    int count;
};

struct tournament_args {
    struct match_args match; /* the game, limits, openings, files */
    struct entrant_list entrants;
    enum tournament_format format;
    uint64_t rounds, seeds, every;
    const char *pgn;
    struct work_args work;
};

struct tournament_session {
    const struct tournament_args *args;
    struct match_session base; /* specifications, openings, limits */
    struct tournament tournament;
    char *head; /* of the jobs, and the fingerprint of their rules */
    uint64_t fingerprint;
    FILE *out;
    int faults[ENTRANTS_MAX];
    int64_t started_us;
    double seconds;
    bool interrupted;
};

/* Plays what is missing; GO_ON, or the status after an error message. */
int tournament_run(struct tournament_session *session, const struct tournament_args *args,
                   const struct tb_setup *setup);
/* Rewrites the PGN file from all records. */
int tournament_write_pgn(const struct tournament_session *session);
int tournament_close(struct tournament_session *session);

/* The rating list, the cross table and what they rest on; as text or as one JSON object. */
int tournament_report(const struct tournament_session *session, FILE *out);
/* The rating list alone, while it goes on. */
void tournament_report_interim(const struct tournament_session *session, FILE *out);
int tournament_report_json(const struct tournament_session *session, FILE *out);

#endif
