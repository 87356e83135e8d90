/* club_parts.h - the inside of the club, for club*.c, visitors.c, pairing.c and wave.c alone. */
#ifndef TABLIER_SERVER_CLUB_PARTS_H
#define TABLIER_SERVER_CLUB_PARTS_H

#include "club/pool.h"
#include "server/pairing/challenge.h"
#include "server/pairing/club.h"
#include "server/pairing/seek.h"

enum watch { WATCH_ONLINE, WATCH_GAMES, WATCH_SEEKS, WATCH_CHALLENGES, WATCH_KINDS };

/* A connection. */
struct visitor {
    struct visitor *next, *before;
    struct client *client;
    bool counted;      /* in club.online: one connection per member is, of several tabs */
    unsigned watches;  /* by bits */
    struct seek *seek; /* NULL: none */
    struct bucket seeks;
};

/* A seek of this server. The row belongs to a work of the store while the stage is STORING. */
struct seek {
    struct seek *next;
    struct club *club;
    struct visitor *visitor; /* NULL: has left */
    enum { SEEK_STORING, SEEK_WAITING, SEEK_DELETING } stage;
    struct client_message request; /* whose number is repeated in the answer */
    char secret[SECRET_SIZE];
    struct seek_row row;
    int64_t takes; /* the token of another's seek; 0: none */
    enum challenge_problem problem;
    json_t *table; /* who sits at it, for three and four players; or NULL */
};

struct list_count {
    char list[LIST_SIZE];
    int waiting;
};

struct club {
    struct store *store; /* NULL: closed */
    struct hub *hub;
    struct visitor *visitors;
    int online; /* members among them */
    struct seek *seeks;
    int64_t process;
    /* Pairing: see pairing.c. */
    struct wave *wave; /* under way */
    int meetings;      /* number of games that are being created */
    bool joined;       /* a player has begun to wait since the last wave */
    bool cleared;      /* seeks that a server before this one left in the store are deleted */
    int64_t next_wave;
    unsigned waves;
    struct list_count *lists; /* seeks that wait, here and elsewhere */
    size_t list_capacity;
    int list_count;
    json_t *open_seeks, *open_challenges; /* as those who watch see them */
    int64_t status_sent_at;
    bool closing;
};

/* ---- club_seek.c ---------------------------------------------------------------------- */

/* The seek ends: its visitor gets the message, whose reference is taken (NULL: none). */
void club_end_seek(struct seek *seek, json_t *message);
json_t *seek_waiting(const struct seek *seek, int64_t now);
/* A player at a table. */
json_t *seek_player(const struct seek_row *row);
/* Sends an object, whose reference it takes, to the connections of a member at this server. */
void club_notify(struct club *club, int64_t member, json_t *json);

/* ---- wave.c --------------------------------------------------------------------------- */

/* A row at a table. */
struct place {
    int64_t table;
    int row;
};

struct wave {
    struct club *club;
    int64_t now;
    bool shared, clear, leads;
    struct seek_rows seeks;
    struct pool_block *blocks;
    size_t block_capacity;
    int block_count;
    struct place *places; /* at tables of three and four, by table */
    int place_count;
    struct challenge_call challenges; /* the open ones, if somebody watches them */
};

/* Counts and lists what the wave has read. */
void wave_list(struct wave *wave);
/* Notes who sits with the player of a seek; true if others do now. */
bool wave_table_changed(struct seek *seek, const struct wave *wave);

/* ---- pairing.c ------------------------------------------------------------------------ */

/* Stores a new seek of the club's list, and answers its visitor. */
void pairing_join(struct seek *seek);
/* The visitor does not want to wait any more, or has left. */
void pairing_leave(struct seek *seek);
/* The visitor lets computer players of this level complete the table. */
void pairing_complete(struct seek *seek, int level);
void pairing_tick(struct club *club, int64_t now);
void pairing_free(struct club *club);

/* A visitor who is this member; NULL if there is none. In visitors.c. */
struct visitor *club_visitor(const struct club *club, int64_t member);

#endif
