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
    {"time",                                                                                       \
     "MS",                                                                                         \
     {"milliseconds a move (default: 1000)", "millisecondes par coup (par défaut 1000)"},          \
     take_positive,                                                                                \
     offsetof(type, member time_ms)},                                                              \
    {"tc",                                                                                         \
     "M+S",                                                                                        \
     {"clocks of M minutes, and S seconds more for every move",                                    \
      "pendules de M minutes, et S secondes de plus à chaque coup"},                               \
     take_clock,                                                                                   \
     offsetof(type, member clock)},                                                                \
    {"nodes",                                                                                      \
     "N",                                                                                          \
     {"positions to look at for a move", "positions à examiner pour un coup"},                     \
     take_positive,                                                                                \
     offsetof(type, member nodes)},                                                                \
    {"openings",                                                                                   \
     "FILE|random:N",                                                                              \
     {"where games begin, or start (default: random:2, two plies)",                                \
      "où commencent les parties, ou start (par défaut random:2, deux demi-coups)"},               \
     take_text,                                                                                    \
     offsetof(type, member openings)},                                                             \
    {"concurrency",                                                                                \
     "N",                                                                                          \
     {"games at a time (default: 1)", "parties à la fois (par défaut 1)"},                         \
     take_positive,                                                                                \
     offsetof(type, member concurrency)},                                                          \
    {"players",                                                                                    \
     "N",                                                                                          \
     {"number of players (default: 2)", "nombre de joueurs (par défaut 2)"},                       \
     take_text,                                                                                    \
     offsetof(type, member position.players)},                                                     \
    {"set",                                                                                        \
     "KEY=VALUE",                                                                                  \
     {"a rule option of the game; repeatable", "une option de règle du jeu ; peut se répéter"},    \
     take_setting,                                                                                 \
     offsetof(type, member position.sets)},                                                        \
    {"repetition",                                                                                 \
     "N",                                                                                          \
     {"occurrences of a position that make a draw (default: 3; 0: off)",                           \
      "répétitions d'une position qui font partie nulle (par défaut 3 ; 0 : jamais)"},             \
     take_repetition,                                                                              \
     offsetof(type, member rules)},                                                                \
    {"max-plies",                                                                                  \
     "N",                                                                                          \
     {"call a game a draw after N plies (default: 500; 0: never)",                                 \
      "déclarer nulle une partie après N demi-coups (par défaut 500 ; 0 : jamais)"},               \
     take_number,                                                                                  \
     offsetof(type, member max_plies)},                                                            \
    {"adjudicate-win",                                                                             \
     "SCORE,MOVES",                                                                                \
     {"end a game when both see the same side ahead by so many hundredths, so often",              \
      "finir une partie quand les deux voient le même camp gagner, en centièmes et coups"},        \
     take_adjudicate_win,                                                                          \
     offsetof(type, member adjudication)},                                                         \
    {"adjudicate-draw",                                                                            \
     "SCORE,MOVES[,PLY]",                                                                          \
     {"call a draw when both see less than this so often, from that ply on",                       \
      "déclarer nulle quand les deux voient moins que cela si souvent, dès ce demi-coup"},         \
     take_adjudicate_draw,                                                                         \
     offsetof(type, member adjudication)},                                                         \
    {"adjudicate-proven",                                                                          \
     NULL,                                                                                         \
     {"end a game when tables or a short search of our own prove its result",                      \
      "finir une partie dès que les tables ou une courte recherche en prouvent le résultat"},      \
     take_adjudicate_proven,                                                                       \
     offsetof(type, member adjudication)},                                                         \
    {"proof-nodes",                                                                                \
     "N",                                                                                          \
     {"positions of that search after each move (default: 10000; 0: tables alone)",                \
      "positions de cette recherche à chaque coup (par défaut 10000 ; 0 : tables seules)"},        \
     take_proof_nodes,                                                                             \
     offsetof(type, member adjudication)},                                                         \
    {"margin",                                                                                     \
     "MS",                                                                                         \
     {"milliseconds that a move may be late (default: 200)",                                       \
      "millisecondes de retard permises à un coup (par défaut 200)"},                              \
     take_number,                                                                                  \
     offsetof(type, member margin_ms)},                                                            \
    {"patience",                                                                                   \
     "MS",                                                                                         \
     {"time to start a program, or to move without a clock (default: 30000)",                      \
      "temps pour démarrer un programme, ou pour jouer sans pendule (par défaut 30000)"},          \
     take_positive,                                                                                \
     offsetof(type, member patience_ms)},                                                          \
    {"seed",                                                                                       \
     "N",                                                                                          \
     {"for openings and engines (default: 1)",                                                     \
      "graine des ouvertures et des moteurs (par défaut 1)"},                                      \
     take_number,                                                                                  \
     offsetof(type, member seed)},                                                                 \
    {"log",                                                                                        \
     "FILE",                                                                                       \
     {"write down all that is said to and by other programs",                                      \
      "noter tout ce qui est dit aux autres programmes et par eux"},                               \
     take_text,                                                                                    \
     offsetof(type, member log)}

#endif
