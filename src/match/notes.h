/*
 * notes.h - the contestants' evaluations of their moves, for the record, and for the adjudication
 * of decided games.
 *
 * A score is in hundredths, from the point of view of the mover: 100 is a win. A
 * forced win in n plies is NOTE_MATE - n, a forced loss the negative of that.
 */
#ifndef TABLIER_MATCH_NOTES_H
#define TABLIER_MATCH_NOTES_H

#include "core/record.h"

enum { NOTE_MATE = 1000000, NOTE_MATE_MIN = NOTE_MATE - 10000 };

struct note {
    int64_t us; /* time spent on the move */
    int depth;  /* 0: not known */
    bool scored;
    int score;
};

/* Empty when zero-initialised. */
struct notes {
    struct note *items; /* of the moves after the opening */
    int count;
    size_t capacity;
};

/* False if memory runs out. */
bool notes_add(struct notes *notes, const struct note *note);
void notes_release(struct notes *notes);

/* Puts evaluation and time of the moves after the opening into the record. */
void notes_annotate(const struct notes *notes, struct record *record);

/* ---- Games that are decided -------------------------------------------------------------- */

/* When to end a game of two sides; all zero: never. */
struct adjudication {
    int win_score, win_moves; /* both sides see the same one ahead by this score, this many times */
    int draw_score, draw_moves, draw_from; /* both see less than this, from that ply on */
    bool proven;                           /* the game's own tables and races know the result, */
    uint64_t proof_nodes; /* or a search of this many positions proves it (match_game.h); 0: none */
};

enum verdict_kind { VERDICT_NONE, VERDICT_AGREED, VERDICT_PROVEN };

/* Decides a game by the notes so far and the position on the board: *winner is the side
 * that wins, -1 for a draw. `side` has the side (0 or 1) of each seat. */
enum verdict_kind adjudicate(const struct adjudication *rules, const struct notes *notes,
                             const struct tb_match *match, const int *side, int *winner);

#endif
