/*
 * seek.h - seeks of players: their parser, and their rows in the store.
 */
#ifndef TABLIER_SERVER_SEEK_H
#define TABLIER_SERVER_SEEK_H

#include "server/members/member.h"
#include "server/pairing/problem.h"
#include "server/ratings/list.h"
#include "server/store/db.h"

enum {
    SEEK_TERMS_SIZE = 640,     /* bytes of the terms as JSON; a seek has no position */
    SEEK_RATING = 1500,        /* of a guest or a newcomer */
    SEEK_FRESH_MS = 10 * 1000, /* a row whose server has been silent for longer is not paired */
};

struct seek_row {
    int64_t player;  /* a member's id; negative: a guest */
    int64_t token;   /* random, one per seek */
    int64_t process; /* the server that holds the connection */
    char terms[SEEK_TERMS_SIZE];
    char list[LIST_SIZE];
    bool rated;
    int players, rating, below, above, level, begun;
    int64_t opponent; /* the last one in this list; 0: none */
    int64_t meets;    /* the seek whose table the player has chosen; 0: none */
    int64_t since, seen;
    char name[NAME_SIZE];
    unsigned char hash[HASH_SIZE]; /* of the secret that will open the seat */
    char game[ID_SIZE];            /* "": not paired yet */
    int seat;                      /* from 1 */
};

/* Reads the terms of a seek or a challenge: `game`, `players`, `options`, `rated`, `range`, and
 * `clock` or `pace`. The list is empty without a clock. `paired`: as in the terms. */
bool seek_terms(const json_t *root, const struct member *member, bool paired, struct seek_row *row,
                struct refusal *refusal);
/* The player's name: the member's, or a guest's `name`. Bots are refused. */
bool seek_name(const json_t *root, const struct member *member, struct seek_row *row,
               struct refusal *refusal);
/* The same and the other fields of a seek. */
bool seek_decode(const json_t *root, const struct member *member, struct seek_row *row,
                 struct refusal *refusal);

/* ---- In a work of the store -------------------------------------------------------- */

/* How often a member began in a list, more or less than the others, and whom they met last. */
struct balance {
    int begun;
    int64_t opponent; /* 0: none, or several */
};

struct balance balance_of(struct db *db, int64_t member, const char *list);
void balance_note(struct db *db, int64_t member, const char *list, struct balance balance);
/* SEEK_RATING for a newcomer. */
int rating_of(struct db *db, int64_t member, const char *list);

/* Fills in the rating, the balance and the last opponent, and the wait of a player who left games.
 * Stores the row, in place of an older one of the same player. False if that one has just been
 * paired. */
bool seek_store(struct db *db, struct seek_row *row);
/* Takes the terms and the table of another seek for the player of the row, at the moment
 * `row->seen`. That seek must have been seen since `fresh`. */
enum challenge_problem seek_take(struct db *db, struct seek_row *row, int64_t token, int64_t fresh);
/* Deletes it, unless it has been paired. */
bool seek_delete(struct db *db, int64_t token);

/* True if one of the two has blocked the other. */
bool members_blocked(struct db *db, int64_t a, int64_t b);

struct seek_rows {
    struct seek_row *rows;
    size_t capacity;
    int count;
};

/* All that wait at servers seen since `fresh`, and those of `process` that were paired. */
void seek_read(struct db *db, int64_t process, int64_t fresh, struct seek_rows *rows);

/* Those at one table have the same one. */
static inline int64_t seek_table(const struct seek_row *row)
{
    return row->meets ? row->meets : row->token;
}

/* The lowest and highest rating that may take a seek: those that it asks for, or as long as it asks
 * for none, those with whom it can be paired now. False: any may. */
bool seek_window(const struct seek_row *row, int64_t now, int window[2]);

#endif
