/*
 * match_session.h - one `tablier match` or `tablier tournament` from its arguments to its results.
 *
 * Both let entrants play games and count them. A match has one table, at which all of its two to
 * four entrants sit; the ladder has a table for each level but the first, with the level below; a
 * tournament pairs two entrants at a time (match/tournament.h). The file of records is the state:
 * the games that it holds have been played, and the others are played next.
 */
#ifndef TABLIER_CLI_MATCH_SESSION_H
#define TABLIER_CLI_MATCH_SESSION_H

#include "cli/lab/work_session.h"
#include "cli/position_args.h"
#include "match/contestant_pool.h"
#include "match/tally.h"
#include "match/tournament.h"

/* M+S: minutes and the increment in seconds. */
struct clock_arg {
    bool given;
    int64_t base_ms, increment_ms;
};

struct sprt_arg {
    bool given;
    double elo0, elo1;
    double alpha, beta; /* probabilities of the two errors */
};

struct entrant_list {
    const char *texts[ENTRANTS_MAX];
    int count;
};

enum event { EVENT_MATCH, EVENT_LADDER, EVENT_TOURNAMENT };

/* Arguments of the command line; 0 or NULL: not given. */
struct match_args {
    enum event event;
    struct position_args position; /* players and options */
    struct entrant_list entrants;
    enum tournament_format format;
    uint64_t rounds, seeds, every; /* of a tournament */
    uint64_t games;                /* of a table */
    uint64_t time_ms, nodes, max_plies, margin_ms, timeout_ms, seed;
    struct clock_arg clock;
    struct sprt_arg sprt;
    struct match_rules rules;
    struct adjudication adjudication;
    const char *openings, *out, *pgn, *log;
    struct work_args work;
    bool json, ladder, force;
};

/* The contestants of a match, and their games so far. */
struct table {
    int spec[CONTESTANTS_MAX]; /* the entrants */
    struct tally tally;
    bool *played;       /* by the number of the game */
    int64_t started_us; /* 0: not yet */
    double seconds;     /* that its games took */
};

struct match_session {
    const struct match_args *args;
    struct contestant_spec *specs; /* of the entrants */
    int spec_count;
    struct schedule schedule; /* of the games of a table or of a pair */
    struct opening_list openings;
    char openings_text[128]; /* "random openings of 2 plies" */
    struct match_plan plan;
    char *head; /* of the jobs, and the fingerprint of their rules */
    uint64_t fingerprint;
    struct tournament tournament;
    int faults[ENTRANTS_MAX]; /* in a tournament */
    struct table *tables;     /* of a match or a ladder */
    int table_count, games;   /* and the games of each */
    struct sprt sprt;
    int rows; /* of the ladder, printed so far */
    FILE *out, *log;
    bool interrupted;
};

/* Runs the command once its options are read: plays what is missing, and reports. Returns the
 * status to exit with. */
int match_command(const struct match_args *args, const char *game);

/* ---- Games, match_games.c and match_play.c --------------------------------------------------- */

/* Game `number` of a cell: the two entrants of a pair, or 0 for the table of a match. */
int match_cell(const struct match_session *session, const int *spec);
struct pairing match_pairing(const struct match_session *session, int cell, int number);
/* Counts a finished game, unless it is known. */
int match_add(struct match_session *session, const struct match_game *game, bool *known,
              struct tb_error *error);
/* Plays the missing games; GO_ON, or the status after an error message. */
int match_play(struct match_session *session);

double match_llr(const struct match_session *session, const struct table *table);

/* ---- Files, match_file.c ------------------------------------------------------------------- */

/* Reads the games that were played before, and opens the file for more. */
int match_file_open(struct match_session *session);
/* A game that cannot be written ends the match: it could not be continued. */
int match_file_add(struct match_session *session, const char *line, size_t length,
                   struct tb_error *error);
/* Rewrites the PGN file from all records. */
int match_file_write_pgn(const struct match_session *session);
/* True if nothing was lost. */
bool match_file_close(struct match_session *session);

#endif
