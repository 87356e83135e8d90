/*
 * calls.h - calls of the web app to the module.
 *
 * A call reads a request and writes one JSON value, or fails with a reason.
 * Nothing here knows that it runs in a browser, so tests run it natively too.
 */
#ifndef TABLIER_WASM_CALLS_H
#define TABLIER_WASM_CALLS_H

#include "core/json_writer.h"
#include "core/solved.h"
#include "wasm/request.h"

/* Writes {"value": ...} or {"error": {"message": ..., "ply": ...}}. Any bytes may
 * be given. */
void calls_answer(const struct request *request, struct json_writer *answer);

/* Implemented by the host: receives the progress of a search, JSON text as in `info` of the answer
 * to `think`. */
void calls_report(const char *text, size_t size);

/* ---- The calls: TB_OK, or the code of the error -------------------------------- */

/* The games with their options. */
int call_games(const struct request *request, struct json_writer *answer, struct fault *fault);
/* The state of a record: position, legal moves, result; or that as if it were the turn of the
 * player `ahead`. */
int call_snapshot(const struct request *request, struct json_writer *answer, struct fault *fault);
/* Whether the field `text` is a legal entry, and if not, why. */
int call_why(const struct request *request, struct json_writer *answer, struct fault *fault);
/* Facts about the position of a record, or about the field `text`, a move, as sentences. */
int call_remark(const struct request *request, struct json_writer *answer, struct fault *fault);
/* The position string in canonical form, with its setup. */
int call_position(const struct request *request, struct json_writer *answer, struct fault *fault);
/* The position string of a setup with the pieces of the fields `piece`, the hands of the fields
 * `hand` and the `turn`, possible or not, with the reason why it is not. */
int call_compose(const struct request *request, struct json_writer *answer, struct fault *fault);
/* For each move of a record: legal moves and hash before it, and those at its end. */
int call_trace(const struct request *request, struct json_writer *answer, struct fault *fault);
/* The records in the field `text`. */
int call_parse(const struct request *request, struct json_writer *answer, struct fault *fault);
/* One record with its annotations, as `parse` answers. */
int call_record(const struct request *request, struct json_writer *answer, struct fault *fault);
/* A record as text, or as JSON if the field `form` says json. */
int call_format(const struct request *request, struct json_writer *answer, struct fault *fault);
/* The computer's move with its analysis: level, timeMs, nodes, depth, lines, tableMb, seed,
 * threads. */
int call_think(const struct request *request, struct json_writer *answer, struct fault *fault);

/* A list of the files, network or table, that such a search (level) would use. */
int call_files(const struct request *request, struct json_writer *answer, struct fault *fault);

/* Answers whether such a search (level, nodes, depth) uses several threads. With a limit of nodes
 * or depth it does not: results must be reproducible. */
int call_parallel(const struct request *request, struct json_writer *answer, struct fault *fault);

/* The record reviewed move by move: nodes. Reports {"done": ..., "count": ...}. */
int call_review(const struct request *request, struct json_writer *answer, struct fault *fault);
/* The state of a puzzle (game, line) after the given moves of the solver and replies. */
int call_puzzle(const struct request *request, struct json_writer *answer, struct fault *fault);
/* Every move with its known value: nodes for a proof, book (the text of one). */
int call_explore(const struct request *request, struct json_writer *answer, struct fault *fault);

/* Who can force a win: player, within, shortest, timeMs, tableMb, rulesOnly. Reports
 * {"nodes": ..., "ms": ...}. */
int call_solve(const struct request *request, struct json_writer *answer, struct fault *fault);
/* Keeps the match of a record (handles.h): its handle. */
int call_open(const struct request *request, struct json_writer *answer, struct fault *fault);
/* Frees the match of the field `handle`. */
int call_close(const struct request *request, struct json_writer *answer, struct fault *fault);
/* Plays the field `text` in the match of the field `handle`: the entry in its canonical
 * spelling. */
int call_enter(const struct request *request, struct json_writer *answer, struct fault *fault);
/* The position as SVG: marks, arrows, dark, width. */
int call_picture(const struct request *request, struct json_writer *answer, struct fault *fault);

/* Reports a text, unless memory ran out. */
void calls_report_text(struct json_writer *text);

/* ---- What several of them write ------------------------------------------------- */

/* Keys of the object that is open: game, players, options. */
void answer_setup(struct json_writer *answer, const struct tb_setup *setup);
/* Keys of the object that is open: value, plies; null where they are not known. */
void answer_verdict(struct json_writer *answer, const struct verdict *verdict);
/* A number, or its word. */
void answer_option_value(struct json_writer *answer, const struct tb_option *option, int value);
/* The object {"message": ..., "ply": ...}. */
void answer_fault(struct json_writer *answer, const struct fault *fault,
                  const struct tb_viewer *viewer);
/* A list of the winners' numbers, null while the game goes on. */
void answer_result(struct json_writer *answer, struct tb_result result);
/* A list of sentences about the position, or about one of its moves if `move` is not NULL; with
 * both forms in braces (see game.h) if the request has the field `marked`. */
void answer_remarks(struct json_writer *answer, const struct tb_position *position,
                    const tb_move *move, const struct request *request);
/* The record as an object, without its tags. */
void answer_record(struct json_writer *answer, const struct record *record);

#endif
