/*
 * tablier/records.h - matches, and records of them as text.
 *
 * A match adds to the rules of a game: undo and redo, the repetition rule, the pie rule, and
 * resignation. A record is a match with tags that say who played it and when, and with
 * annotations.
 */
#ifndef TB_RECORDS_H
#define TB_RECORDS_H

#include <tablier/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Matches: a game with its history ------------------------------------ */

struct tb_match;

enum { TB_REPETITION_OFF = -1 };

struct tb_match_rules {
    size_t size;
    int repetition; /* occurrences of a position that make a draw: 2 to 9; 0: 3, the usual;
                       1: a move that brings a position back is illegal, though tb_moves()
                       lists it; TB_REPETITION_OFF: none */
    bool swap;      /* the pie rule, two sides only */
};

/* NULL on failure; rules may be NULL. */
TB_API struct tb_match *tb_match_new(const struct tb_position *start,
                                     const struct tb_match_rules *rules, struct tb_error *error);
TB_API void tb_match_free(struct tb_match *match);

/* Plays a move or `swap`. Moves undone before can no longer be redone. */
TB_API int tb_match_play(struct tb_match *match, const char *text, struct tb_error *error);
/* Takes back one entry, or plays it again; false when there is none. Undo also takes back a
 * resignation, an agreed draw or a flag fall, before any move. */
TB_API bool tb_match_undo(struct tb_match *match);
TB_API bool tb_match_redo(struct tb_match *match);
/* The current position. Valid until the match changes, like the other pointers below. */
TB_API const struct tb_position *tb_match_position(const struct tb_match *match);
TB_API struct tb_result tb_match_result(const struct tb_match *match);

/* End the match without a move; TB_ERR_OVER if it has ended already. With two sides the other
 * side wins a resignation or flag fall; with more, the game ends and everyone else shares the
 * win. */
TB_API int tb_match_resign(struct tb_match *match, int player, struct tb_error *error);
TB_API int tb_match_flag(struct tb_match *match, int player, struct tb_error *error);
TB_API int tb_match_agree_draw(struct tb_match *match, struct tb_error *error);
/* Ends the match as a draw because it has reached the caller's limit on its length. */
TB_API int tb_match_draw_at_limit(struct tb_match *match, struct tb_error *error);

/* How a match has ended. */
enum tb_ending {
    TB_ENDING_NONE,  /* it has not */
    TB_ENDING_BOARD, /* by the rules of the game */
    TB_ENDING_REPETITION,
    TB_ENDING_RESIGNATION,
    TB_ENDING_AGREEMENT,
    TB_ENDING_TIME,
    TB_ENDING_LIMIT, /* a draw: the match has become too long */
};

TB_API enum tb_ending tb_match_ending(const struct tb_match *match);
/* "board", "repetition", "resignation", "agreement", "time" or "limit"; NULL for
 * TB_ENDING_NONE. */
TB_API const char *tb_ending_name(enum tb_ending ending);

/* The number of entries, `swap` included; plies exclude it. */
TB_API int tb_match_length(const struct tb_match *match);
TB_API int tb_match_plies(const struct tb_match *match);
/* The spelling of entry `index` (from 0), NULL outside the match. */
TB_API const char *tb_match_entry(const struct tb_match *match, int index);
/* The player who made entry `index`; of `swap`, the second player. TB_ERR_RANGE outside. */
TB_API int tb_match_mover(const struct tb_match *match, int index);
/* Who plays as `player` after the first `length` entries: the seat that this person took before
 * any swap. Now: length = tb_match_length(). */
TB_API int tb_match_seat(const struct tb_match *match, int length, int player);
TB_API const struct tb_position *tb_match_start(const struct tb_match *match);
/* Copies the position after the first `plies` plies; TB_ERR_RANGE if the match has fewer. */
TB_API int tb_match_position_at(const struct tb_match *match, int plies,
                                struct tb_position *position, struct tb_error *error);

/* Fills in the reason why a move or `swap` cannot be played now, for any text. For `swap` the
 * reason's move has no meaning. */
TB_API int tb_match_why(const struct tb_match *match, const char *text, struct tb_reason *reason);
TB_API bool tb_match_can_swap(const struct tb_match *match);
TB_API bool tb_match_swapped(const struct tb_match *match);
/* Fills in the rules of a match, with no field left at 0 for "the usual". */
TB_API int tb_match_rules_of(const struct tb_match *match, struct tb_match_rules *rules);
/* The result if the player resigned or overstepped the time now. */
TB_API struct tb_result tb_match_result_without(const struct tb_match *match, int player);
/* Returns an independent copy of the match; NULL on failure. */
TB_API struct tb_match *tb_match_copy(const struct tb_match *match, struct tb_error *error);

/* ---- Records: matches as text --------------------------------------------------- */

struct tb_record;

enum tb_format {
    TB_FORMAT_TEXT, /* in the style of PGN */
    TB_FORMAT_JSON, /* one object on one line per record */
};

/* A record of a new match; NULL on failure. Any thread. */
TB_API struct tb_record *tb_record_new(const struct tb_position *start,
                                       const struct tb_match_rules *rules, struct tb_error *error);
TB_API void tb_record_free(struct tb_record *record);              /* and its match */
TB_API struct tb_match *tb_record_match(struct tb_record *record); /* owned by the record */

/* The value of a tag, NULL if there is none. */
TB_API const char *tb_record_tag(const struct tb_record *record, const char *name);
TB_API int tb_record_set_tag(struct tb_record *record, const char *name, const char *value,
                             struct tb_error *error);
TB_API int tb_record_tag_count(const struct tb_record *record);
TB_API const char *tb_record_tag_name(const struct tb_record *record, int index);

/* Returns the record as text, with its line end; NULL if memory runs out. tb_text_free() frees
 * it. */
TB_API char *tb_record_write(const struct tb_record *record, enum tb_format format);
TB_API void tb_text_free(char *text);

/* Reads the records of a text one after the other. */
struct tb_reader;

/* Detects the format of the text, which is copied. */
TB_API struct tb_reader *tb_reader_new(const char *text, size_t length, struct tb_error *error);
TB_API void tb_reader_free(struct tb_reader *reader);
/* Returns 1 with the next record, which the caller frees; 0 at the end; a negative code, with the
 * reason, if the next record is invalid; the one after it can still be read. */
TB_API int tb_reader_next(struct tb_reader *reader, struct tb_record **record,
                          struct tb_error *error);
TB_API enum tb_format tb_reader_format(const struct tb_reader *reader);
TB_API int tb_reader_line(const struct tb_reader *reader); /* where the last record began */
TB_API int tb_reader_ply(const struct tb_reader *reader);  /* the invalid move, 0: none is */

/* ---- Annotations ------------------------------------------------------------------ */

/* Comments, evaluations, the time that moves took, drawings and variations, on a tree of moves. A
 * node of the tree is a number: 0 is the start. A node that was removed, or never existed, yields
 * TB_ERR_RANGE (or NULL, or -1). The main line is always the match's: its moves are played and
 * taken back there. Annotations of a move that is taken back and replaced become a variation;
 * moves after the end of the match are not written. */
enum { TB_NODE_START = 0, TB_COMMENT_MAX = 4000 /* bytes */, TB_DRAWINGS_MAX = 32 };

/* The node after the first `entries` entries of the match. */
TB_API int tb_record_node(struct tb_record *record, int entries);
/* Number `index` of the moves that follow a node, the main line first; TB_ERR_RANGE if there are
 * fewer. */
TB_API int tb_record_child(struct tb_record *record, int node, int index);
TB_API int tb_record_parent(const struct tb_record *record, int node);
/* The move, or swap, that leads to the node; NULL at the start. */
TB_API const char *tb_record_move(const struct tb_record *record, int node);
/* Copies the position of a node. */
TB_API int tb_record_position(const struct tb_record *record, int node,
                              struct tb_position *position, struct tb_error *error);

/* The comment of a node, NULL: none; valid until the record is changed. A comment is UTF-8
 * without control characters and without '}'; blank space is reduced to single spaces. NULL
 * removes it. */
TB_API const char *tb_record_comment(const struct tb_record *record, int node);
TB_API int tb_record_set_comment(struct tb_record *record, int node, const char *comment,
                                 struct tb_error *error);

/* The value of the position after a move, for one player. */
struct tb_evaluation {
    size_t size;
    int player;
    bool exact;   /* proven: then value and plies count, otherwise the score */
    double score; /* 1 a certain win, -1 a certain loss; kept to four decimals */
    int value;    /* 1 a win, 0 a draw, -1 a loss */
    int plies;    /* to the end, -1: unknown */
};

/* Returns 1 if the node has an evaluation, 0 if not. NULL removes it. */
TB_API int tb_record_evaluation(const struct tb_record *record, int node,
                                struct tb_evaluation *evaluation);
TB_API int tb_record_set_evaluation(struct tb_record *record, int node,
                                    const struct tb_evaluation *evaluation,
                                    struct tb_error *error);

/* The time that the move took, in milliseconds; -1: unknown, in the setter too. */
TB_API int64_t tb_record_time(const struct tb_record *record, int node);
TB_API int tb_record_set_time(struct tb_record *record, int node, int64_t ms,
                              struct tb_error *error);

/* Squares and arrows drawn on the board after the move, words with single spaces, squares first:
 * "Gb2 Rb2c3" is a green square and a red arrow (G, R, B or Y). NULL: none, in the setter too;
 * valid until the record is changed. The setter also takes commas. */
TB_API const char *tb_record_drawings(const struct tb_record *record, int node);
TB_API int tb_record_set_drawings(struct tb_record *record, int node, const char *drawings,
                                  struct tb_error *error);

/* Returns the node of a move that might have been played instead of the main line's, and adds it
 * if need be. TB_ERR_RECORD at the end of the match, where a move is played in the match. */
TB_API int tb_record_add(struct tb_record *record, int node, const char *move,
                         struct tb_error *error);
/* Removes a variation from this node on; the moves of the match stay. */
TB_API int tb_record_remove(struct tb_record *record, int node, struct tb_error *error);

#ifdef __cplusplus
}
#endif

#endif
