/* lab_output.h - the output of `tablier lab`, on the screen and in its folder. */
#ifndef TABLIER_CLI_LAB_OUTPUT_H
#define TABLIER_CLI_LAB_OUTPUT_H

#include "cli/lab/lab_args.h"
#include "lab/report.h"

/* Prints the report of what has been played, and with --out writes games.jsonl, measures.csv,
 * measures.json and report.html. GO_ON if all went well. */
int lab_report_experiment(const struct experiment *experiment, const struct lab_args *args);

/* The same for the games of --records; returns the status to exit with. */
int lab_report_records(const struct lab_args *args, const char *game);

/* Compares two experiments by their folders or files; returns the status to exit with. */
int lab_compare(const char *a, const char *b);

#endif
