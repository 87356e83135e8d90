/*
 * room.h - one game as the server sees it: seats, the match, clocks, offers.
 *
 * A room follows from its events and changes by room_apply() alone, so a room loaded from the
 * store equals the one that was stored. room_propose() turns a request into an event, room_act() an
 * action of the server itself; neither changes the room. Nothing here waits, writes or sends.
 *
 * Seats are counted from 0 here, and belong to people: after the pie rule's swap
 * seat 0 plays what the record calls player 2. NOBODY is the server itself or a
 * spectator.
 */
#ifndef TABLIER_SERVER_ROOM_H
#define TABLIER_SERVER_ROOM_H

#include <jansson.h>

#include "server/game/client_message.h"
#include "server/game/terms.h"

enum {
    NOBODY = -1,
    PLAYED_MAX = 2000, /* moves, those that were taken back included: then it is a draw */
};

enum event_kind {
    EVENT_JOIN,
    EVENT_MOVE,
    EVENT_RESIGN,
    EVENT_ABORT,
    EVENT_FLAG,
    EVENT_LIMIT,
    EVENT_DRAW_OFFER,
    EVENT_DRAW_ACCEPT,
    EVENT_DRAW_DECLINE,
    EVENT_UNDO_OFFER,
    EVENT_UNDO_ACCEPT,
    EVENT_UNDO_DECLINE,
    EVENT_REMATCH_OFFER,
    EVENT_REMATCH_ACCEPT,
    EVENT_REMATCH_DECLINE,
    EVENT_AWAY,    /* a player is gone; data: since when */
    EVENT_BACK,    /* and is there again */
    EVENT_CLAIM,   /* of a player who is left alone; data: win, draw, or computer and a level */
    EVENT_REPLACE, /* a computer player takes the seat of one who is away; data: its level */
    EVENT_KINDS,
};

/* An event as a room remembers it; its number is its place, from 1. */
struct past_event {
    int64_t at, spent;
    enum event_kind kind;
    int seat;
    char *data;
};

enum offer_kind { OFFER_NONE, OFFER_DRAW, OFFER_UNDO, OFFER_REMATCH };

/* A seat makes at most one of each kind per move of its own (`offered`), so that nobody can fill
 * the log: what else happens in a game is bounded by its moves. */
struct offer {
    enum offer_kind kind;
    int seat;          /* who made it */
    unsigned accepted; /* bit s: seat s agrees, its creator included */
    int length;        /* of the record after a take-back */
};

struct clocks {
    int64_t left[TB_PLAYERS_MAX]; /* milliseconds, by seat, at `since` */
    int running;                  /* whose clock runs, or NOBODY */
    int64_t since;                /* charged up to here: mostly the time of the last event */
    int64_t forgiven;             /* of the time since then, beside the outages */
};

/* The rating of a seat's player in the game's list, and how the game has changed it. */
struct seat_rating {
    int known, rating, provisional;
    int changed, change;
};

struct room {
    struct stored_game game; /* its seats and summary are kept up to date */
    struct terms terms;
    struct tb_match *match;
    signed char *movers; /* the seat that made each entry of the record */
    size_t movers_capacity;
    struct past_event *events; /* game.summary.seq of them */
    size_t events_capacity;
    int played;        /* moves among them; bounds all others, see struct offer */
    int64_t board_seq; /* the last event that changed the board or the end of the game */
    struct offer offer;
    unsigned offered[TB_PLAYERS_MAX]; /* by seat; bit k: offer k was made since its last move */
    struct absence {
        int64_t since[TB_PLAYERS_MAX]; /* away since then; 0: here */
        int64_t back[TB_PLAYERS_MAX];  /* when the seat was last known to be back */
        int count;                     /* of events about it, which are limited */
        unsigned agreed;               /* seats that want a computer player instead */
        int level;                     /* the lowest that one of them named */
    } absence;
    int64_t
        barred[TB_PLAYERS_MAX]; /* since then the player may not play; 0: may. Not from events */
    struct clocks clocks;
    struct seat_rating
        ratings[TB_PLAYERS_MAX]; /* by seat; not from events, but see live_ratings.c */
    char successor[ID_SIZE]; /* the game that follows, or "" */
    struct outage *outages;  /* sorted, none overlaps another */
    size_t outages_capacity;
    int outage_count;
};

/* NULL if what is stored makes no sense or memory runs out. */
struct room *room_new(const struct loaded *loaded);
void room_free(struct room *room); /* accepts NULL */

/* Adds an event; false if it is invalid here, and then the room is unusable. */
bool room_apply(struct room *room, const struct stored_event *event);
/* The room as it was before its last event, which could not be stored; `seat` is what the seat of
 * that event was before. NULL if memory runs out. The old room stays. */
struct room *room_before_last(const struct room *room, const struct stored_seat *seat);
/* The seats of a member get this name, and become another's. */
void room_rename(struct room *room, int64_t member, const char *name, int64_t becomes);
/* Adds a stretch of time that is not charged to any clock. They may overlap. */
void room_add_outage(struct room *room, struct outage outage);
/* Milliseconds up to now that are not charged to any clock. */
void room_forgive(struct room *room, int64_t milliseconds);
/* The players get the last event only now: the time since that event is not charged to the player
 * to move. */
void room_announced(struct room *room, int64_t now);
/* Sets the charge of the running clock up to now. */
void room_set_charge(struct room *room, int64_t now, int64_t spent);

/* ---- Questions ------------------------------------------------------------------ */

/* The seat to move, NOBODY unless the game is running. */
int room_turn(const struct room *room);
/* The rights that a secret gives; either may be NOBODY. */
struct admission {
    int seat;    /* the seat of its holder */
    int invited; /* the seat that it invites to, taken or not; its holder can watch */
};

/* True if the secret opens the game; or, without one (""), if it is public, or the seat of this
 * member (0: a guest). */
bool room_admits(const struct room *room, const char *secret, int64_t member,
                 struct admission *admission);
/* Milliseconds that a seat has left. */
int64_t room_left(const struct room *room, int seat, int64_t now);
/* The time spent on the running clock since the last event; 0 if none runs. */
int64_t room_charge(const struct room *room, int64_t now);
/* True if the seat to move has used up its time. */
bool room_time_is_up(const struct room *room, int64_t now);
/* What the record calls the player at a seat. */
int room_player(const struct room *room, int seat);
const char *event_name(enum event_kind kind);

/* ---- Changes --------------------------------------------------------------------- */

/* An event to come, and what is stored with it. */
struct proposal {
    struct stored_event event;
    int seat;                    /* that changes, or NOBODY */
    struct stored_seat occupant; /* what it becomes */
    bool has_successor;
    struct stored_game successor; /* a game to be created */
};

enum proposal_result {
    PROPOSAL_OK,
    PROPOSAL_STALE,    /* to be answered with the whole state */
    PROPOSAL_REJECTED, /* refused, with the reason */
};

/* What a seat asks for. Only messages that change something: not hello, moves, ping. */
enum proposal_result room_propose(const struct room *room, int seat,
                                  const struct client_message *message, int64_t now,
                                  struct proposal *proposal, struct refusal *refusal);

/* Takes a free seat with a new secret; the old one, the invitation, lets its holders watch. */
bool room_propose_join(const struct room *room, int seat, const struct stored_seat *occupant,
                       int64_t now, struct proposal *proposal, struct refusal *refusal);

/* Proposes what the server must do by itself: call a flag or the limit, answer for a computer. A
 * flag waits for `grace` milliseconds. */
bool room_act(const struct room *room, int64_t now, int64_t grace, struct proposal *proposal);
/* Ends a game that has waited for players for too long: true if it is open and its time is up. The
 * caller knows that no player is connected. */
bool room_expire(const struct room *room, int64_t now, struct proposal *proposal);

/* True if it has reached the limit of moves; the server then ends it as a draw. */
bool room_is_long(const struct room *room);

/* The summary of a new game in which nothing has happened yet. */
void room_begin(struct stored_game *game, const struct tb_position *start);

/* ---- Players who leave: room_away.c ------------------------------------------------- */

enum {
    FIRST_MOVE_MS = 30 * 1000, /* for each first move of a game that the server has paired */
    AWAY_MS = 5 * 1000,        /* without a connection, outages apart, before a player is away */
};

/* The moment when the turn began. */
int64_t room_turn_began(const struct room *room);
/* Milliseconds of absence after which the others can claim the game. */
int64_t room_claim_wait(const struct room *room);
/* The moment from which the others can claim the game of a seat that is away: at once if its player
 * may not play. */
int64_t room_claim_at(const struct room *room, int seat);
/* The moment since which a seat counts as away; 0: it does not. Over days, and without a clock, the
 * seat to move does from the beginning of its turn, or its last visit. Who may not play is away. */
int64_t room_away_since(const struct room *room, int seat);
/* Proposes to record that a player has gone at that moment, or is back; false if there is nothing
 * to record. */
bool room_propose_away(const struct room *room, int seat, int64_t since, int64_t now,
                       struct proposal *proposal);
bool room_propose_back(const struct room *room, int seat, int64_t now, struct proposal *proposal);
/* A request of room_propose(): a claim. */
enum proposal_result room_claim(const struct room *room, int seat,
                                const struct client_message *message, int64_t now,
                                struct proposal *proposal, struct refusal *refusal);
/* The effect of the four events: room_absence.c. */
bool room_apply_absence(struct room *room, enum event_kind kind, int seat,
                        const struct stored_event *event);
/* True if the game was paired and the seat to move has let the time for its first move pass. */
bool room_is_no_show(const struct room *room, int64_t now);

/* Starts an event of a seat, from 0, without data. */
void room_start_event(const struct room *room, enum event_kind kind, int seat, int64_t now,
                      struct proposal *proposal);
/* Milliseconds from one moment to another in which a server was there. */
int64_t room_time_between(const struct room *room, int64_t from, int64_t to);

/* ---- As JSON ---------------------------------------------------------------------- */

struct presence {
    unsigned here; /* bit s: someone is connected at seat s, or a computer sits there */
    int watchers;
};

/* The caller owns the references. */
json_t *seat_number(int seat); /* null for NOBODY */
json_t *room_state(const struct room *room, struct presence presence, int64_t now);
json_t *room_now(const struct room *room, struct presence presence, int64_t now);
/* The events after `since`. */
json_t *room_events(const struct room *room, int64_t since);
json_t *room_event(const struct room *room, int64_t seq);
/* A line of a list. */
json_t *game_encode(const struct stored_game *game);
/* The record as text or JSON, from malloc(); NULL if memory runs out. */
char *room_record(const struct room *room, bool json);

#endif
