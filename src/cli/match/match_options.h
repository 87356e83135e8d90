/* match_options.h - the options that match and tournament share, for a struct match_args. */
#ifndef TABLIER_CLI_MATCH_OPTIONS_H
#define TABLIER_CLI_MATCH_OPTIONS_H

#include "cli/match/match_session.h"

int take_clock(void *target, const char *value, struct tb_error *error);      /* clock_arg */
int take_repetition(void *target, const char *value, struct tb_error *error); /* match rules */

/* All of them into an adjudication. */
int take_adjudicate_win(void *target, const char *value, struct tb_error *error);
int take_adjudicate_draw(void *target, const char *value, struct tb_error *error);
int take_adjudicate_proven(void *target, const char *value, struct tb_error *error);
int take_proof_nodes(void *target, const char *value, struct tb_error *error);

/* Reads a number and moves behind it. */
bool read_real(const char **at, double *value);

/* What is out of bounds in them. */
int play_options_check(const struct match_args *args);

/* The rows of an option table for a struct match_args at `member` of `type`, which is empty
 * or ends with a dot. */
#define PLAY_OPTIONS(type, member)                                                                 \
    {"time", "MS", N_("milliseconds per move (default: 1000)"), take_positive,                     \
     offsetof(type, member time_ms)},                                                              \
        {"tc", "M+S", N_("clocks of M minutes, and S seconds more for every move"), take_clock,    \
         offsetof(type, member clock)},                                                            \
        {"nodes", "N", N_("positions to look at for a move"), take_positive,                       \
         offsetof(type, member nodes)},                                                            \
        {"openings", "FILE|random:N",                                                              \
         N_("where games begin, or start (default: random:2, two plies)"), take_text,              \
         offsetof(type, member openings)},                                                         \
        {"concurrency", "N", N_("games at a time (default: 1)"), take_positive,                    \
         offsetof(type, member concurrency)},                                                      \
        {"players", "N", N_("number of players (default: 2)"), take_text,                          \
         offsetof(type, member position.players)},                                                 \
        {"set", "KEY=VALUE", N_("a rule option of the game; repeatable"), take_setting,            \
         offsetof(type, member position.sets)},                                                    \
        {"repetition", "N", N_("occurrences of a position that make a draw (default: 3; 0: off)"), \
         take_repetition, offsetof(type, member rules)},                                           \
        {"max-plies", "N", N_("call a game a draw after N plies (default: 500; 0: never)"),        \
         take_number, offsetof(type, member max_plies)},                                           \
        {"adjudicate-win", "SCORE,MOVES",                                                          \
         N_("end a game when both see the same side ahead by SCORE hundredths for MOVES moves"),   \
         take_adjudicate_win, offsetof(type, member adjudication)},                                \
        {"adjudicate-draw", "SCORE,MOVES[,PLY]",                                                   \
         N_("call a draw when both see less than SCORE for MOVES moves, from PLY on"),             \
         take_adjudicate_draw, offsetof(type, member adjudication)},                               \
        {"adjudicate-proven", NULL,                                                                \
         N_("end a game when tables or a short built-in search prove its result"),                 \
         take_adjudicate_proven, offsetof(type, member adjudication)},                             \
        {"proof-nodes", "N",                                                                       \
         N_("positions of that search after each move (default: 10000; 0: tables alone)"),         \
         take_proof_nodes, offsetof(type, member adjudication)},                                   \
        {"margin", "MS", N_("milliseconds that a move may be late (default: 200)"), take_number,   \
         offsetof(type, member margin_ms)},                                                        \
        {"patience", "MS",                                                                         \
         N_("time to start a program, or to move without a clock (default: 30000)"),               \
         take_positive, offsetof(type, member timeout_ms)},                                        \
        {"seed", "N", N_("for openings and engines (default: 1)"), take_number,                    \
         offsetof(type, member seed)},                                                             \
    {                                                                                              \
        "log", "FILE", N_("log everything sent to and received from other programs"), take_text,   \
            offsetof(type, member log)                                                             \
    }

#endif
