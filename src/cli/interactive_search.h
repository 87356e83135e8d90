/*
 * interactive_search.h - searches that a user at the terminal can end with Ctrl-C, and the text of
 * their results.
 */
#ifndef TABLIER_CLI_INTERACTIVE_SEARCH_H
#define TABLIER_CLI_INTERACTIVE_SEARCH_H

#include "search/search.h"

/* engine_choose() that Ctrl-C ends early. */
void interactive_choose(struct engine *engine, const struct tb_match *match,
                        const struct search_task *task, char *entry, struct search_info *info);

/* A search whose lines are as long as they can be proven: analysis_extend(). */
void interactive_analyse(struct engine *engine, const struct tb_match *match,
                         const struct search_task *task, struct search_info *info);

/* The distance of a proven result in moves of the winner, as people count: a win in three plies
 * with two players is one in two moves. */
int moves_in(int plies, int players);

/* Writes the value of a line, short, for a table: "+0.31", "win 13", "draw". `players`: of the
 * game; 1 for a distance in plies. */
void line_value_text(const struct search_line *line, int players, const char *lang,
                     struct text *out);

/* Writes the reason to play it, as a sentence: "It wins in 3 moves, whatever the other side
 * plays." */
void line_reason(const struct search_line *line, int players, const char *lang, struct text *out);

/* ---- The table of an analysis -------------------------------------------------------- */

/* The context of the table and the state of its drawing. */
struct analysis {
    struct tb_position position;
    const char *lang;
    bool live;     /* on a terminal: redrawn while the search runs */
    int width;     /* columns; 0: as long as it takes */
    bool finished; /* this is the last drawing */
    int drawn;     /* lines on the screen that the next drawing replaces */
    int64_t next;  /* search time in milliseconds before which nothing is redrawn */
};

/* To be a task's `report`, with the analysis as its context. */
void analysis_report(void *context, const struct search_info *info);
/* Draws the final table. */
void analysis_finish(struct analysis *analysis, const struct search_info *info);
/* The same for more lines than a search_info holds; those of `info` are ignored. */
void analysis_list(struct analysis *analysis, const struct search_info *info,
                   const struct search_line *lines, int count);

#endif
