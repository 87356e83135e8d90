/* match_options.h - the options that match and tournament share, for a struct match_args. */
#ifndef TABLIER_CLI_MATCH_OPTIONS_H
#define TABLIER_CLI_MATCH_OPTIONS_H

#include "cli/match/match_session.h"

int take_clock(void *target, const char *value, struct tb_error *error);      /* clock_arg */
int take_repetition(void *target, const char *value, struct tb_error *error); /* match rules */
int take_sprt(void *target, const char *value, struct tb_error *error);       /* sprt_arg */
int take_entrant(void *target, const char *value, struct tb_error *error);    /* entrant_list */
int take_format(void *target, const char *value, struct tb_error *error); /* tournament_format */

/* All of them into an adjudication. */
int take_adjudicate_win(void *target, const char *value, struct tb_error *error);
int take_adjudicate_draw(void *target, const char *value, struct tb_error *error);
int take_adjudicate_proven(void *target, const char *value, struct tb_error *error);
int take_proof_nodes(void *target, const char *value, struct tb_error *error);

/* The arguments before any option is read. */
#define MATCH_DEFAULTS                                                                             \
    ARGS(struct match_args, .rounds = 10, .max_plies = 500, .margin_ms = 200, .timeout_ms = 30000, \
         .seed = 1, .rules = MATCH_RULES_DEFAULT)
/* Reports arguments that are out of range or contradict each other. */
int match_args_check(const struct match_args *args);

#define MATCH_ARG(member) offsetof(struct match_args, member)

/* The rows of their option tables. */
#define MATCH_OPTIONS                                                                              \
    {"time", "MS", N_("milliseconds per move (default: 1000)"), take_positive,                     \
     MATCH_ARG(time_ms)},                                                                          \
        {"tc", "M+S", N_("clocks of M minutes plus S seconds per move"), take_clock,               \
         MATCH_ARG(clock)},                                                                        \
        {"nodes", "N", N_("positions to search per move"), take_positive, MATCH_ARG(nodes)},       \
        {"openings", "FILE|random:N",                                                              \
         N_("starts of the games, N random plies, or start (default: random:2)"), take_text,       \
         MATCH_ARG(openings)},                                                                     \
        {"concurrency", "N", N_("games at a time (default: 1)"), take_positive,                    \
         MATCH_ARG(work.threads)},                                                                 \
        {"players", "N", N_("number of players (default: 2)"), take_text,                          \
         MATCH_ARG(position.players)},                                                             \
        {"set", "KEY=VALUE", N_("a rule option of the game; repeatable"), take_setting,            \
         MATCH_ARG(position.sets)},                                                                \
        {"repetition", "N",                                                                        \
         N_("occurrences of a position that make a draw (default: 3; 0: off; 1: illegal)"),        \
         take_repetition, MATCH_ARG(rules)},                                                       \
        {"max-plies", "N", N_("call a game a draw after N plies (default: 500; 0: never)"),        \
         take_number, MATCH_ARG(max_plies)},                                                       \
        {"adjudicate-win", "SCORE,MOVES",                                                          \
         N_("end a game when both see one side ahead by SCORE hundredths, MOVES moves in a row"),  \
         take_adjudicate_win, MATCH_ARG(adjudication)},                                            \
        {"adjudicate-draw", "SCORE,MOVES[,PLY]",                                                   \
         N_("call a draw when both see SCORE or less, MOVES moves in a row, from PLY on"),         \
         take_adjudicate_draw, MATCH_ARG(adjudication)},                                           \
        {"adjudicate-proven", NULL,                                                                \
         N_("end a game when tables or a short built-in search prove its result"),                 \
         take_adjudicate_proven, MATCH_ARG(adjudication)},                                         \
        {"proof-nodes", "N",                                                                       \
         N_("nodes of that search after each move (default: 10000; 0: tables only)"),              \
         take_proof_nodes, MATCH_ARG(adjudication)},                                               \
        {"margin", "MS", N_("tolerated delay of a move, in milliseconds (default: 200)"),          \
         take_number, MATCH_ARG(margin_ms)},                                                       \
        {"patience", "MS",                                                                         \
         N_("milliseconds for a program to start, or to move without a clock (default: 30000)"),   \
         take_positive, MATCH_ARG(timeout_ms)},                                                    \
        {"seed", "N", N_("random seed of openings and engines (default: 1)"), take_number,         \
         MATCH_ARG(seed)},                                                                         \
        {"log", "FILE", N_("log everything sent to and received from other programs"), take_text,  \
         MATCH_ARG(log)},                                                                          \
        {"out", "FILE", N_("the games as JSON Lines; the same command resumes from it"),           \
         take_text, MATCH_ARG(out)},                                                               \
        {"pgn", "FILE", N_("the games for rating programs such as Ordo; needs --out"), take_text,  \
         MATCH_ARG(pgn)},                                                                          \
        QUEUE_OPTIONS(struct match_args, work),                                                    \
    {                                                                                              \
        "force", NULL, N_("start over, replacing files that are not empty"), take_flag,            \
            MATCH_ARG(force)                                                                       \
    }

#endif
