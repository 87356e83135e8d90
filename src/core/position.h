/*
 * position.h - positions, matches and messages inside the library: the contents of what the public
 * header hides, and functions without checks of structs that may come from another version.
 */
#ifndef TABLIER_CORE_POSITION_H
#define TABLIER_CORE_POSITION_H

#include "tablier.h"

/* Bytes, the largest state of any game. A game with a larger board raises it: programs that use
 * the library ask for the size at run time. */
enum { STATE_SIZE = 320 };

/* The board of any game, as plain bytes: copy it with =. */
struct tb_state {
    unsigned char bytes[STATE_SIZE] __attribute__((aligned(16)));
};

struct tb_position {
    struct tb_setup setup;
    struct tb_state state;
};

int position_why(const struct tb_position *position, const char *text, struct tb_reason *reason);
int position_draw(const struct tb_position *position, const struct tb_style *style, char *out,
                  size_t size);
int position_remark(const struct tb_position *position, const struct tb_viewer *viewer, char *out,
                    size_t size);
int position_remark_move(const struct tb_position *position, tb_move move,
                         const struct tb_viewer *viewer, char *out, size_t size);

int error_text(const struct tb_error *error, const struct tb_viewer *viewer, char *out,
               size_t size);
int reason_text(const struct tb_reason *reason, const struct tb_viewer *viewer, char *out,
                size_t size);

/* Instead of a number of occurrences: a move that brings back a position is illegal. A player who
 * has no other move ends the game, which is a draw. */
enum { REPETITION_ILLEGAL = 1 };

struct match_rules {
    int repetition; /* occurrences of a position that make a draw: 2..9, 0 (off), or illegal */
    bool swap;      /* the pie rule, two sides only */
};

/* repetition=3, swap off. */
#define MATCH_RULES_DEFAULT {.repetition = 3}
struct match_rules match_rules_default(void);
struct match_rules match_rules_of(const struct tb_match *match);
/* NULL on failure; rules may be NULL. */
struct tb_match *match_new(const struct tb_position *start, const struct match_rules *rules,
                           struct tb_error *error);
int match_why(const struct tb_match *match, const char *text, struct tb_reason *reason);

/* Lists the legal moves of the match, which is not the same as those of its position where a
 * repetition is illegal; none once it is over. */
int match_moves(const struct tb_match *match, tb_move *out);
/* tb_match_play() for a move that is known to be legal, in a match that is not over. */
int match_play_legal(struct tb_match *match, tb_move move, struct tb_error *error);
/* The boards of the match, oldest first: that of the start, then that after each ply, in all
 * tb_match_plies() + 1; the last one is now. Valid until the match changes. */
const struct tb_state *match_states(const struct tb_match *match);

#endif
