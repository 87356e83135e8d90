/*
 * match_session.h - one `tablier match` from its arguments to its results: the
 * contestants, the openings, the files, and the talk on standard error.
 */
#ifndef TABLIER_CLI_MATCH_SESSION_H
#define TABLIER_CLI_MATCH_SESSION_H

#include "cli/match/match_report.h"
#include "cli/position_args.h"
#include "cli/record_file.h"

/* M+S: minutes and the increment in seconds. */
struct clock_arg {
    bool given;
    int64_t base_ms, increment_ms;
};

struct sprt_arg {
    bool given;
    double elo0, elo1;
};

/* Arguments of the command line; 0 or NULL: not given. */
struct match_args {
    struct position_args position; /* players and options */
    const char *specs[CONTESTANTS_MAX];
    uint64_t games, time_ms, nodes, concurrency, max_plies, margin_ms, timeout_ms, seed;
    struct clock_arg clock;
    struct sprt_arg sprt;
    struct match_rules rules;
    struct adjudication adjudication;
    const char *openings, *out, *log;
    bool json, ladder, append, force;
};

struct match_session {
    const struct match_args *args;
    struct contestant_spec *specs; /* from malloc() */
    int spec_count;
    struct schedule schedule;
    struct opening_list openings;
    char openings_text[128];
    struct runner_plan plan;
    struct match_state state;
    bool opened; /* the files, when the first match begins */
    FILE *out, *log;
    enum record_form form;
    bool written; /* --out holds a record already */
    bool lost;   /* records could not be written */
    bool live;   /* a progress line is on the screen */
};

/* Begins a session, in which any number of matches can be played. */
void session_open(struct match_session *session, const struct match_args *args,
                  const struct tb_setup *setup);
/* Closes the files; returns STATUS_OK, or STATUS_FAILED if records were lost. */
int session_close(struct match_session *session);

/* The steps of session_prepare(), for callers that prepare something else. Each prints its own
 * error message. */

/* Reads `count` specifications, given by these options (NULL: all by --entrant); equal ones get
 * different labels. */
int session_specs(struct match_session *session, const char *const *texts,
                  const char *const *options, int count);
/* Returns the SPEC of "NAME=SPEC". */
const char *session_spec_text(const char *text);
/* Reads the openings, or makes `count` random ones. */
int session_openings(struct match_session *session, int count);
void session_limits(struct match_session *session);
/* Erases the progress line. */
void session_hide_progress(const struct match_session *session);

/* Makes a match between the contestants that are specified, at most CONTESTANTS_MAX
 * and else ended by NULL, or prints an error message. Whatever comes of it, session_clear() must
 * follow before the next. */
int session_prepare(struct match_session *session, const char *const *specs);
/* Plays it. */
int session_play(struct match_session *session);
void session_clear(struct match_session *session);

#endif
