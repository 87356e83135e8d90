/*
 * proof_write.c - making a proof from what a solver knows.
 *
 * The tree is walked once, asking the solver for the prover's moves; positions
 * that come up again, up to symmetry, become references. The walk fills a list of
 * words; which places are referred to is known only at its end, and the list is
 * then written in the form that proof.c reads.
 */
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/canonical.h"
#include "core/error.h"
#include "solve/proof.h"
#include "solve/solver.h"

enum { SYMMETRY_AT = 56 };

/* A word of the list: a reference to a place, or what follows one (proof.c). */
#define REFERENCE (UINT64_C(1) << 63)
#define PLACE_MASK ((UINT64_C(1) << SYMMETRY_AT) - 1)

/* A place whose tree is complete. */
struct place {
    uint64_t key;  /* of the position up to symmetry; 0: free */
    uint64_t hash; /* of the position itself */
    uint64_t number;
    int plies; /* as proof.c computes them */
};

struct writer {
    struct dfpn *solver;
    const struct tb_game *game;
    const struct dfpn_limits *limits;
    struct claim claim;
    uint64_t symmetries;
    uint64_t *words;
    size_t word_count, word_capacity;
    struct place *places; /* a hash table */
    size_t place_count, place_capacity;
    uint64_t numbers; /* of places, in the order in which they are begun */
    int wrong;        /* TB_OK, or why the proof could not be written */
};

static int fail(struct writer *w, int code)
{
    if (!w->wrong)
        w->wrong = code;
    return PLIES_NONE;
}

static void add_word(struct writer *w, uint64_t word)
{
    if (!ARRAY_RESERVE(w->words, w->word_capacity, w->word_count, 1)) {
        fail(w, TB_ERR_MEMORY);
        return;
    }
    w->words[w->word_count++] = word;
}

/* ---- Places --------------------------------------------------------------------------- */

static struct place *place_find(const struct writer *w, uint64_t key)
{
    size_t i = (size_t)key & (w->place_capacity - 1);

    while (w->places[i].key && w->places[i].key != key)
        i = (i + 1) & (w->place_capacity - 1);
    return &w->places[i];
}

static bool places_grow(struct writer *w)
{
    struct writer old = *w;

    w->place_capacity = old.place_capacity ? 2 * old.place_capacity : 4096;
    w->places = calloc(w->place_capacity, sizeof *w->places);
    if (!w->places) {
        w->places = old.places;
        w->place_capacity = old.place_capacity;
        return false;
    }
    for (size_t i = 0; i < old.place_capacity; i++)
        if (old.places[i].key)
            *place_find(w, old.places[i].key) = old.places[i];
    free(old.places);
    return true;
}

static void place_add(struct writer *w, const struct place *place)
{
    if (2 * w->place_count >= w->place_capacity && !places_grow(w)) {
        fail(w, TB_ERR_MEMORY);
        return;
    }
    struct place *slot = place_find(w, place->key);

    w->place_count += slot->key == 0;
    *slot = *place;
}

static uint64_t key_of(const struct writer *w, const void *state)
{
    uint64_t key = canonical_hash(w->game, state, w->claim.player, w->symmetries);

    return key ? key : 1;
}

/* The place that proves this position within the plies, NULL if there is none. */
static const struct place *place_serving(const struct writer *w, uint64_t key, int plies)
{
    const struct place *place = w->place_capacity ? place_find(w, key) : NULL;

    if (!place || !place->key)
        return NULL;
    return (w->claim.wins ? place->plies <= plies : place->plies >= plies) ? place : NULL;
}

/* The symmetry that leads from the position to the place, or -1. */
static int symmetry_to(const struct writer *w, const void *state, const struct place *place)
{
    for (uint64_t set = w->symmetries; set; set &= set - 1) {
        int symmetry = __builtin_ctzll(set);
        struct tb_state image;

        if (w->game->transform_player(state, symmetry, w->claim.player) != w->claim.player)
            continue;
        canonical_transform(w->game, state, symmetry, &image);
        if (game_hash(w->game, &image) == place->hash)
            return symmetry;
    }
    return -1;
}

static bool refer(struct writer *w, const void *state, const struct place *place)
{
    int symmetry = place ? symmetry_to(w, state, place) : -1;

    if (symmetry < 0)
        return false;
    add_word(w, REFERENCE | (uint64_t)symmetry << SYMMETRY_AT | place->number);
    return true;
}

/* ---- The walk -------------------------------------------------------------------------- */

/* Returns how good a move of the prover is: 0 fails, else the larger the better. */
static int worth(const struct writer *w, const void *next, int plies)
{
    struct dfpn_question question = {next, w->claim.player, plies};
    struct bounds bounds = dfpn_recall(w->solver, &question);

    if (!(w->claim.wins ? bounds_proven(&bounds, plies) : bounds_refuted(&bounds, plies)))
        return 0;
    if (w->game->result(next).over || place_serving(w, key_of(w, next), plies))
        return 2 * PLIES_NONE;
    return w->claim.wins ? PLIES_NONE - bounds.win : 1 + bounds.hold;
}

/* The place of the prover's move in the list of moves; -1 if the solver has none. */
static int choose(struct writer *w, const struct tb_state *state, const tb_move *moves, int count,
                  int plies)
{
    int best = -1, most = 0;
    tb_move move;

    for (int i = 0; i < count; i++) {
        struct tb_state next = *state;

        w->game->play(&next, moves[i]);
        int value = worth(w, &next, plies_after(plies));

        if (value > most) {
            most = value;
            best = i;
        }
    }
    struct dfpn_question question = {state, w->claim.player, plies};

    if (best >= 0 || !dfpn_choose(w->solver, &question, w->limits, &move))
        return best;
    for (best = 0; moves[best] != move;)
        best++;
    return best;
}

static int walk(struct writer *w, const struct tb_state *state, int plies);

static int walk_move(struct writer *w, const struct tb_state *state, tb_move move, int plies)
{
    struct tb_state next = *state;

    w->game->play(&next, move);
    return walk(w, &next, plies);
}

static int walk_position(struct writer *w, const struct tb_state *state, int plies)
{
    const struct tb_game *game = w->game;
    bool attacking = same_side(game, state, game->turn(state), w->claim.player);
    tb_move moves[TB_MOVES_MAX];
    int count = game->moves(state, moves), worst = w->claim.wins ? 0 : PLIES_ANY;

    if (attacking == w->claim.wins) {
        int chosen = choose(w, state, moves, count, plies);

        if (chosen < 0)
            return fail(w, TB_ERR_RECORD);
        add_word(w, 1 + 2 * (uint64_t)chosen);
        return walk_move(w, state, moves[chosen], plies_after(plies));
    }
    add_word(w, 1);
    for (int i = 0; i < count && !w->wrong; i++) {
        int after = walk_move(w, state, moves[i], plies_after(plies));

        if (w->claim.wins ? after > worst : after < worst)
            worst = after;
    }
    return worst;
}

/* Lists the tree below a position; returns what proof.c will find. */
static int walk(struct writer *w, const struct tb_state *state, int plies)
{
    if (w->game->result(state).over || (plies == 0 && !w->claim.wins))
        return w->claim.wins || plies == 0 ? 0 : PLIES_ANY;
    struct tb_state here;

    canonical_transform(w->game, state, 0, &here);
    struct place place = {.key = key_of(w, state), .hash = game_hash(w->game, &here)};
    const struct place *earlier = place_serving(w, place.key, plies);
    int known = earlier ? earlier->plies : 0;

    if (refer(w, state, earlier))
        return known;
    place.number = w->numbers++;
    place.plies = plies_before(walk_position(w, state, plies));
    if (!w->wrong)
        place_add(w, &place);
    return place.plies;
}

/* ---- The file ---------------------------------------------------------------------------- */

/* Writes the list, with the places numbered that are referred to. */
static void write_words(struct writer *w, struct bytes *out)
{
    uint64_t *kept = calloc(w->numbers + 1, sizeof *kept), next = 0, number = 0;

    if (!kept) {
        fail(w, TB_ERR_MEMORY);
        return;
    }
    for (size_t i = 0; i < w->word_count; i++)
        if (w->words[i] & REFERENCE)
            kept[w->words[i] & PLACE_MASK] = 1;
    for (uint64_t i = 0; i < w->numbers; i++)
        kept[i] = kept[i] ? ++next : 0;
    for (size_t i = 0; i < w->word_count; i++) {
        uint64_t word = w->words[i];

        if (word & REFERENCE) {
            bytes_varint(out, 0);
            bytes_varint(out, kept[word & PLACE_MASK] - 1);
            bytes_varint(out, (word & ~REFERENCE) >> SYMMETRY_AT);
        } else {
            bytes_varint(out, word + (kept[number++] != 0));
        }
    }
    free(kept);
}

void proof_write_head(struct bytes *out, const char *name, const struct tb_position *position,
                      int count)
{
    char text[TB_POSITION_TEXT];

    tb_position_text(position, text, sizeof text);
    bytes_begin(out, name);
    bytes_text(out, tb_game_name(position->setup.game));
    bytes_text(out, text);
    bytes_number(out, (uint64_t)count, 1);
}

void proof_write_claim(struct bytes *out, const struct claim *claim, bool joined)
{
    uint64_t plies = claim->plies == PLIES_ANY ? PLIES_FIELD_ANY : (uint64_t)claim->plies;

    bytes_number(out, (uint64_t)claim->player, 1);
    bytes_number(out, joined ? WINS_FIELD_JOINED : claim->wins, 1);
    bytes_number(out, plies, 2);
}

static int write_claim(struct writer *w, const struct tb_state *state, struct bytes *out)
{
    proof_write_claim(out, &w->claim, false);
    walk(w, state, w->claim.plies);
    if (!w->wrong)
        write_words(w, out);
    free(w->words);
    free(w->places);
    return w->wrong;
}

int proof_write(struct dfpn *solver, const struct tb_position *position,
                const struct claim *claims, int count, const struct dfpn_limits *limits,
                struct bytes *out, struct tb_error *error)
{
    const struct tb_game *game = position->setup.game;

    proof_write_head(out, PROOF_NAME, position, count);
    for (int i = 0; i < count; i++) {
        struct writer w = {
            .solver = solver,
            .game = game,
            .limits = limits,
            .claim = claims[i],
            .symmetries = solver->symmetries,
        };
        int wrong = write_claim(&w, &position->state, out);

        if (wrong == TB_ERR_MEMORY || (wrong && dfpn_starved(solver)))
            return error_memory(error);
        if (wrong)
            return error_set(error, wrong,
                             "No proof was written: the search ended before it was complete.");
    }
    if (out->failed)
        return error_memory(error);
    return TB_OK;
}
