/*
 * check_ugi.h - the dialogue with a UGI program under test: what its checks are made of.
 */
#ifndef TABLIER_MATCH_CHECK_UGI_H
#define TABLIER_MATCH_CHECK_UGI_H

#include "match/check.h"

enum {
    UGI_MOVE_MS = 20, /* for a move that is only to be legal */
    UGI_VALUE_TEXT = 64,
};

/* ---- Talk ------------------------------------------------------------------------------ */

/* Sends the lines of a list that ends with NULL. */
void ugi_send_all(struct checker *c, const char *const *lines);
/* Reads until the line that begins with `awaited`. No move may come before it. */
void ugi_await(struct checker *c, const char *awaited, int64_t timeout_us);
void ugi_synchronise(struct checker *c);
void ugi_begin(struct checker *c);

void ugi_send_position(struct checker *c);
/* Sends the position, waits until it is read, and starts a search. */
void ugi_search(struct checker *c, const char *go);
/* Waits for the program's move, which must be legal. */
void ugi_await_move(struct checker *c, int64_t allowed_ms, char move[TB_MOVE_TEXT]);
/* Searches and waits for a legal move. */
void ugi_ask(struct checker *c, const char *go, int64_t allowed_ms);
void ugi_ask_quickly(struct checker *c);
/* Ends a search by `stop` or `ponderhit`: one move, and no more. */
void ugi_stop(struct checker *c, const char *command);

/* ---- Options ------------------------------------------------------------------------------ */

/* Copies the value that follows `key` in an option line; false if there is none. */
bool ugi_field(const char *line, const char *key, char value[UGI_VALUE_TEXT]);
bool ugi_field_number(const char *line, const char *key, long *number);
/* The line of the option; NULL if the program does not declare it. */
const char *ugi_option(const struct checker *c, const char *name);
void ugi_set_option(struct checker *c, const char *name, const char *value);

/* ---- Checks of searches (check_ugi_search.c) ----------------------------------------------- */

void ugi_check_limits(struct checker *c);
void ugi_check_movetime(struct checker *c);
void ugi_check_clock(struct checker *c);
void ugi_check_tiny_times(struct checker *c);
void ugi_check_stop(struct checker *c);
void ugi_check_stop_idle(struct checker *c);
void ugi_check_infinite(struct checker *c);
void ugi_check_ready_searching(struct checker *c);
void ugi_check_one_answer(struct checker *c);
void ugi_check_info(struct checker *c);
void ugi_check_multipv(struct checker *c);
void ugi_check_ponder(struct checker *c);
void ugi_check_game(struct checker *c);

#endif
