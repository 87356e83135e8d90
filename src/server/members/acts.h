/*
 * acts.h - acts of the operator, as works for store_visit(); each leaves a row in the table `acts`.
 *
 * A work answers STORE_MISSING if there is no such member, game, seat or address, and
 * STORE_CONFLICT if the act is not possible: the name is taken, the act would change nothing, or
 * the member is a level of the computer. Running servers read the table, see moderation.h.
 */
#ifndef TABLIER_SERVER_ACTS_H
#define TABLIER_SERVER_ACTS_H

#include <jansson.h>

#include "server/connection/peer.h"
#include "server/members/member_name.h"
#include "server/store/db.h"

enum { OPERATOR_SIZE = 64, REASON_SIZE = 400 };

struct act {
    int64_t now; /* first: store_visit() fills it in */
    char operator[OPERATOR_SIZE], reason[REASON_SIZE];
    char name[NAME_SIZE]; /* of the member */
    struct name_keys keys;
    char new_name[NAME_SIZE];
    struct name_keys new_keys;
    char game[ID_SIZE];
    int seat;                   /* from 1 */
    char address[ADDRESS_SIZE]; /* as network_parse() writes it */
    int64_t until;              /* of a suspension; 0: for good */
    /* Found: */
    int64_t member;
    json_t *list; /* of act_log() and act_blocked(), the caller's */
};

enum store_answer act_rename(struct db *db, void *act);
enum store_answer act_suspend(struct db *db, void *act);
enum store_answer act_restore(struct db *db, void *act);
enum store_answer act_delete(struct db *db, void *act);
enum store_answer act_blank_member(struct db *db, void *act); /* a name made of the number */
enum store_answer act_blank_seat(struct db *db, void *act);
enum store_answer act_remove(struct db *db, void *act);
enum store_answer act_block(struct db *db, void *act);
enum store_answer act_unblock(struct db *db, void *act);
/* Not acts: the list of them, and of the addresses that are blocked. */
enum store_answer act_log(struct db *db, void *act);
enum store_answer act_blocked(struct db *db, void *act);

#endif
