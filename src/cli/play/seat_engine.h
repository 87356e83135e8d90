/*
 * seat_engine.h - the computer in a seat: "level:5", or a searcher with the
 * milliseconds that it has for a move, "alphabeta" or "mcts:3000".
 */
#ifndef TABLIER_CLI_SEAT_ENGINE_H
#define TABLIER_CLI_SEAT_ENGINE_H

#include "cli/play/seat.h"

/* What the rows of seat_kinds are made of. */
int seat_engine_open(struct seat *seat, const char *argument, struct seat_seed seed,
                     struct tb_error *error);
int seat_engine_choose(struct seat *seat, const struct tb_match *match, char out[TB_MOVE_TEXT],
                       struct tb_error *error);
void seat_engine_close(struct seat *seat);

#endif
