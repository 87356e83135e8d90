/* solving.h - the progress and the result of a solver, as text and as JSON. */
#ifndef TABLIER_CLI_SOLVING_H
#define TABLIER_CLI_SOLVING_H

#include <jansson.h>

#include "solve/solve.h"

/* Shows the progress of a solver, and saves its table from time to time. */
struct watch {
    struct dfpn *solver;
    const char *checkpoint; /* file, NULL for none */
    int64_t time_ms;        /* the limit, 0 for none */
    const char *lang;
    bool live;              /* standard error is a terminal: the line is drawn over */
    bool drawn;             /* it shows a line now */
    int64_t last_line, last_save; /* milliseconds of work */
};

/* The `report` of a task, with the watch as its context: returns false after Ctrl-C. */
bool watch_report(void *context, const struct solve_progress *progress);
/* Replaces the file by the solver's table. */
bool checkpoint_write(const struct dfpn *solver, const char *path, struct tb_error *error);

/* Erases the progress line. */
void watch_finish(struct watch *watch);

/* Prints the result, a few lines. */
void solution_print(const struct solve_task *task, const struct solution *solution,
                    const char *lang);
json_t *solution_json(const struct solve_task *task, const struct solution *solution);

/* One line: "player 1 can force a win within 26 plies". */
void claim_text(const struct claim *claim, const char *lang, struct text *out);

#endif
