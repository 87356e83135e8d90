/*
 * record.h - a record: one match, its tags (players, date and others), and optional annotations:
 * comments, evaluations, times and variations (annotation.h).
 *
 * The text form is in the style of PGN, several games per file:
 *
 *     [Game "Quoridor"]
 *     [Players "2"]
 *     [Options "size=5 walls=3"]
 *     [Swap "on"]
 *     [Date "2026.11.15"]
 *     [Player1 "Ann"]
 *     [Ending "resignation"]
 *     [Result "1"]
 *
 *     1. c2 swap c4 2. b2h {[%eval 1 0.2] a comment} (2. c3 {better}) 2... c3 1
 *
 * Fields that the match itself holds (enum record_field) are never kept as tags, so the two cannot
 * disagree. Player1 is the person who sat in seat 1 before a swap; the numbers of the result are
 * seats.
 *
 * A zero-initialised record is empty and may be released.
 */
#ifndef TABLIER_CORE_RECORD_H
#define TABLIER_CORE_RECORD_H

#include "core/annotation.h"
#include "core/position.h"

struct json_writer;

struct record_tag {
    char *name;  /* a letter, then letters, digits and '_' */
    char *value; /* UTF-8 without control characters */
};

struct record {
    struct tb_match *match;
    struct record_tag *tags; /* in the order in which they were set */
    int tag_count;
    size_t tag_capacity;
    int *tag_slots; /* numbers of tags from 1 by the hash of their names, 0: free; a power of two,
                       at least twice as many as there are tags */
    int tag_slot_count;
    struct annotations notes;
};

/* Frees what the record owns, the match included, and empties it. */
void record_release(struct record *record);

/* NULL if there is no such tag. */
const char *record_tag(const struct record *record, const char *name);
/* The name of the person who first sat at a seat: the tag Player1 for seat 0. NULL if there is
 * none. */
const char *record_player(const struct record *record, int seat);
/* Adds or replaces a tag. */
int record_set_tag(struct record *record, const char *name, const char *value,
                   struct tb_error *error);
/* The same for a name that is valid and a value of at most 511 bytes. */
void record_set_tag_format(struct record *record, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The record as text, which the caller frees; NULL if memory runs out. */
char *record_write(const struct record *record);
/* The same as JSON: one line without its end. docs/NOTATION.md describes it. */
char *record_write_json(const struct record *record);
/* The same with its end. */
char *record_write_line(const struct record *record);
/* Only the list of its notes, "[]" if there are none. */
void record_write_notes(struct json_writer *out, const struct record *record);

/* Reads the games of a text one after the other. */
struct record_reader {
    const char *at; /* NUL-terminated */
    int line;       /* of *at, from 1 */
};

/* Skips blank space; false if no game is left. Then `line` is where the next one begins. */
bool record_more(struct record_reader *reader);

/* Reads the next game into *record, which must be empty, and moves past it even if it is invalid.
 * On failure the record is empty, the error names the line, and *ply is the number (from 1) of the
 * invalid move, 0 if the fault comes before all moves. */
int record_read(struct record_reader *reader, struct record *record, int *ply,
                struct tb_error *error);

/* ---- Shared by every form of record ---------------------------------------- */

/* A line that begins with this begins a game, even in a comment. */
#define RECORD_OPENING "[Game"

enum record_field {
    FIELD_GAME,
    FIELD_PLAYERS,
    FIELD_OPTIONS,
    FIELD_REPETITION,
    FIELD_SWAP,
    FIELD_POSITION,
    FIELD_ENDING,
    FIELD_RESULT,
    FIELD_COUNT,
};

/* "Game" for FIELD_GAME. */
const char *record_field_name(enum record_field field);
/* FIELD_COUNT if the name is not a field's. */
enum record_field record_field_find(const char *name);

/* "1", "1,3", "draw", or "*" while the game goes on. */
int record_result_text(struct tb_result result, char *out, size_t size);
/* Reads what record_result_text writes; a number above `players` is refused. */
int record_result_parse(const char *text, int players, struct tb_result *result,
                        struct tb_error *error);

/* "resignation", "agreement", "time" or "limit"; NULL for endings that the moves show. */
const char *record_ending_name(enum tb_ending ending);

/* Plays one entry of a record; on failure *ply is the number of its move. */
int record_play(struct tb_match *match, const char *text, int *ply, struct tb_error *error);

/* A place in the moves of a record and its variations; the match of the record is at the same
 * position. With only the record set and the rest zero, it is at the start. */
struct record_cursor {
    struct record *record;
    int node;
    int depth; /* variations that are open: */
    struct {
        int node;   /* the move that it replaces */
        int length; /* entries of the match before it */
    } open[ANNOTATION_DEPTH_MAX];
};

/* Plays one entry; as record_play(). */
int record_cursor_play(struct record_cursor *cursor, const char *text, int *ply,
                       struct tb_error *error);
/* Begins a variation that replaces the last entry. */
int record_cursor_open(struct record_cursor *cursor, struct tb_error *error);
/* Ends a variation: back to where it began. */
int record_cursor_close(struct record_cursor *cursor, struct tb_error *error);
/* True if a variation has just begun. */
bool record_cursor_fresh(const struct record_cursor *cursor);

/* Returns the node of entry number `entry` of the match, given the node of the entry before it;
 * ANNOTATION_NONE if neither it nor a later entry has annotations. */
int record_main_child(const struct record *record, int node, int entry);

/* Ends the match as the record says: `ending` may be NULL (as the moves show),
 * a `stated` result that is not over means none was stated. */
int record_conclude(struct tb_match *match, const char *ending, struct tb_result stated,
                    struct tb_error *error);

/* The person who plays for a player of the board, by their first seat, as the tags Player1 and
 * so on name people; and likewise the player for whom a person plays. */
int record_person(const struct tb_match *match, int player);

/* True if the match begins where its game always begins. */
bool record_is_usual_start(const struct tb_match *match);

#endif
