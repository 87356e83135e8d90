/*
 * proof.h - proofs that can be checked by the rules alone.
 *
 * A proof is a file with claims about one position, each with its proof tree:
 *     player p can force a win within n plies; or
 *     player p cannot force a win within n plies (or at all).
 * The side that the claim favours is the prover: the tree gives one move for each
 * position where it is to move, and continues after every legal move where it is not. Where a
 * position repeats, perhaps turned or mirrored, the tree refers to the earlier place.
 *
 * A reader who checks a proof need not trust the solver or its table.
 */
#ifndef TABLIER_SOLVE_PROOF_H
#define TABLIER_SOLVE_PROOF_H

#include "solve/bytes.h"
#include "solve/dfpn.h"

enum { PROOF_CLAIMS_MAX = 8 };

#define PROOF_NAME "TABPRF01"

struct claim {
    int player; /* from 0 */
    bool wins;  /* the player can force it, or cannot */
    int plies;  /* ply limit, or PLIES_ANY */
};

/* Writes the proof of claims that the solver can prove, asking it again for what
 * it has forgotten. `limits` bound each of these questions; NULL: nothing does. */
int proof_write(struct dfpn *solver, const struct tb_position *position, const struct claim *claims,
                int count, const struct dfpn_limits *limits, struct bytes *out,
                struct tb_error *error);

/* The contents of a checked proof. */
struct proof_report {
    struct tb_position position;
    int count;
    struct claim claims[PROOF_CLAIMS_MAX];
    uint64_t nodes[PROOF_CLAIMS_MAX]; /* positions in each tree, references included */
};

/* Receives the number of positions walked from time to time; false ends the work. */
struct proof_watch {
    bool (*report)(void *context, uint64_t nodes);
    void *context;
};

/* Walks the whole tree of every claim. Fails, with the reason, if the file is damaged or a claim is
 * false, with TB_ERR_STOPPED if `watch` ended it; watch may be NULL. */
int proof_verify(const unsigned char *data, size_t size, const struct proof_watch *watch,
                 struct proof_report *report, struct tb_error *error);

/* ---- Parts of the file, shared with strategy.h ---------------------------------------------- */

enum { PLIES_FIELD_ANY = 65535, WINS_FIELD_JOINED = 2 };

/* The name, the game, the position and the number of claims; then each claim before its proof. */
void proof_write_head(struct bytes *out, const char *name, const struct tb_position *position,
                      int count);
void proof_write_claim(struct bytes *out, const struct claim *claim, bool joined);

/* After reader_begin(). Fills in the position and the count. */
int proof_read_head(struct reader *reader, struct proof_report *report, struct tb_error *error);

/* `joined`: a hold whose table is joined to that of the first claim; NULL: there is no such
 * thing. */
int proof_read_claim(struct reader *reader, const struct tb_position *position,
                     struct claim *claim, bool *joined, struct tb_error *error);
int proof_read_end(const struct reader *reader, struct tb_error *error);

#endif
