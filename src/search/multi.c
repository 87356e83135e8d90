/*
 * multi.c - max^n: three or more sides, everyone for himself.
 *
 * A position is worth a vector of payoffs; the player to move takes the child
 * that is best for himself. There is little to cut: only a sure win ends the
 * look at a position early. A table keeps the payoffs of the positions that were
 * searched, all images under the game's symmetries being one, so that lines that
 * meet are searched once. Moves that the game calls unlikely are left out below the root,
 * unless there are no others. (The other way to play for three or more, paranoid,
 * is a matter of alphabeta.c.)
 */
#include <stdlib.h>
#include <string.h>

#include "core/advice.h"
#include "core/canonical.h"
#include "core/pages.h"
#include "core/product.h"
#include "search/ordering.h"
#include "search/searcher.h"

enum {
    METER_PERIOD = 64,
    DEPTH_KEPT = 2, /* below it the table costs more than it saves */
    DEPTH_WHOLE = INT16_MAX, /* of a value that no horizon has touched */
};

static const float later = 1 - 1e-4f; /* a result is worth this much less for each ply to it */

/* What a search of a position found. `key` is 0 in an empty entry. */
struct entry {
    uint64_t key;
    float payoff[TB_PLAYERS_MAX];
    tb_move move;
    int16_t depth;
};

struct ply {
    struct tb_state state;
    struct move_list list;
    tb_move move;
    uint64_t hash;
    int pv_length;
    tb_move pv[SEARCH_PV_MAX];
};

struct maxn {
    struct spec spec;
    struct entry *entries; /* pairs: the first keeps the deepest search, the second the last */
    uint64_t pairs;
    uint64_t symmetries; /* those that leave every player in his seat; see canonical.h */
    struct repetition repetition;
    struct ordering ordering;
    struct meter meter;
    struct ply *plies; /* DEPTH_MAX + 2 */
    uint64_t seed;
    int eval_noise;
    bool cut;    /* has this iteration met its horizon? */
    bool hashed; /* does a position at the horizon need its hash? */
};

/* ---- The table ------------------------------------------------------------------------- */

/* The two entries that a position can be in. */
static struct entry *entries_of(const struct maxn *m, uint64_t key)
{
    return &m->entries[2 * product_high(key, m->pairs)];
}

static const struct entry *find_entry(const struct maxn *m, uint64_t key)
{
    const struct entry *pair = entries_of(m, key);

    return pair[0].key == key ? &pair[0] : pair[1].key == key ? &pair[1] : NULL;
}

static void keep_entry(struct maxn *m, const struct entry *entry)
{
    struct entry *pair = entries_of(m, entry->key);
    bool first = pair[0].key == entry->key || entry->depth >= pair[0].depth;

    pair[!first] = *entry;
}

/* The same for all images of a position. With errors of judgement a value is of use in one search
 * only. */
static uint64_t key_of(const struct maxn *m, const struct tb_state *state)
{
    const struct tb_game *game = m->spec.setup.game;

    return canonical_hash(game, state, 0, m->symmetries) ^ (m->eval_noise ? m->seed : 0);
}

/* The symmetries that leave every player in his seat. */
static uint64_t seat_symmetries(const struct tb_setup *setup)
{
    struct tb_state start = {{0}};
    uint64_t set = 0;

    setup->game->init(setup, &start);
    for (int i = 0; i < setup->game->symmetries(&start); i++) {
        bool same = true;

        for (int p = 0; p < setup->players; p++)
            same = same && setup->game->transform_player(&start, i, p) == p;
        set |= (uint64_t)same << i;
    }
    return set;
}

/* ---- The search ------------------------------------------------------------------------ */

static void pv_set(struct ply *ply, tb_move move)
{
    ply->pv_length = pv_join(ply->pv, move, ply[1].pv, ply[1].pv_length);
}

static bool repeated(const struct maxn *m, int depth)
{
    uint64_t hash = m->plies[depth].hash;

    for (int i = 0; i < depth; i++)
        if (m->plies[i].hash == hash)
            return true;
    return repetition_draws(&m->repetition, hash);
}

static void evaluate(const struct maxn *m, const struct ply *ply, float *payoff)
{
    const struct advice *advice = game_advice(m->spec.setup.game);
    struct rng rng = {ply->hash ^ m->seed};

    memset(payoff, 0, TB_PLAYERS_MAX * sizeof *payoff);
    if (advice->evaluate_players)
        advice->evaluate_players(&ply->state, payoff);
    for (int p = 0; m->eval_noise && p < m->spec.setup.players; p++)
        payoff[p] += (float)((int)rng_below(&rng, 2001) - 1000) * 1e-5f * (float)m->eval_noise;
}

static void final_payoffs(const struct maxn *m, const struct tb_result *result, float *payoff)
{
    for (int p = 0; p < m->spec.setup.players; p++)
        payoff[p] = result->winners == 0 ? 0 : result->winners & 1u << p ? 1 : -1;
}

static void enter(struct maxn *m, int ply, tb_move move)
{
    const struct tb_game *game = m->spec.setup.game;
    struct ply *here = &m->plies[ply];

    here->move = move;
    state_copy(game, &here[1].state, &here->state);
    game->play(&here[1].state, move);
}

static void list_moves(struct maxn *m, int ply, tb_move best)
{
    const struct tb_game *game = m->spec.setup.game;
    struct ply *here = &m->plies[ply];
    struct hints hints = {
        .table = best, .previous = MOVE_NONE, .killers = {MOVE_NONE, MOVE_NONE}};

    here->list.count = game->moves(&here->state, here->list.moves);
    ordering_look(&m->ordering, &here->state, &here->list, 0);
    ordering_score(&m->ordering, &here->state, &hints, &here->list, 0);
}

static void search(struct maxn *m, int ply, int depth, float *payoff);

/* The payoffs after move number `i` of the list, seen from before it. */
static void search_move(struct maxn *m, int ply, int i, int depth, float *payoff)
{
    struct ply *here = &m->plies[ply];

    enter(m, ply, here->list.moves[i]);
    search(m, ply + 1, depth - 1, payoff);
    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        payoff[p] *= later;
}

/* Takes the move that is best for the player to move. */
static void search_moves(struct maxn *m, int ply, int depth, tb_move first, float *payoff)
{
    struct ply *here = &m->plies[ply];
    int player = m->spec.setup.game->turn(&here->state);

    list_moves(m, ply, first);
    for (int i = 0; i < here->list.count; i++) {
        float other[TB_PLAYERS_MAX] = {0};

        move_list_pick(&here->list, i);
        if (i > 0 && here->list.priority[i] < 0)
            break; /* nor are those after it any better */
        search_move(m, ply, i, depth, other);
        if (m->meter.ended)
            return;
        if (i > 0 && other[player] <= payoff[player])
            continue;
        memcpy(payoff, other, sizeof other);
        pv_set(here, here->list.moves[i]);
        if (payoff[player] >= later)
            break;
    }
}

/* The same by way of the table. Where positions repeat, their values depend on the way there. */
static void search_kept(struct maxn *m, int ply, int depth, float *payoff)
{
    struct ply *here = &m->plies[ply];
    uint64_t key = key_of(m, &here->state);
    const struct entry *known = find_entry(m, key);
    bool cut = m->cut;

    if (known && known->depth >= depth && !m->repetition.cycles) {
        m->cut = cut || known->depth < DEPTH_WHOLE;
        memcpy(payoff, known->payoff, sizeof known->payoff);
        return;
    }
    m->cut = false;
    search_moves(m, ply, depth, known ? known->move : MOVE_NONE, payoff);
    if (!m->meter.ended) {
        struct entry entry = {key, {0}, here->pv[0], (int16_t)(m->cut ? depth : DEPTH_WHOLE)};

        memcpy(entry.payoff, payoff, sizeof entry.payoff);
        keep_entry(m, &entry);
    }
    m->cut = m->cut || cut;
}

static void search(struct maxn *m, int ply, int depth, float *payoff)
{
    const struct tb_game *game = m->spec.setup.game;
    struct ply *here = &m->plies[ply];
    struct tb_result result = game->result(&here->state);

    here->pv_length = 0;
    if (meter_tick(&m->meter))
        return;
    if (result.over) {
        final_payoffs(m, &result, payoff);
        return;
    }
    if (m->hashed)
        here->hash = game_hash(game, &here->state);
    if (m->repetition.cycles && repeated(m, ply)) {
        memset(payoff, 0, TB_PLAYERS_MAX * sizeof *payoff);
        if (m->repetition.illegal)
            payoff[game->turn(&here[-1].state)] = -1;
        return;
    }
    if (depth == 0) {
        m->cut = true;
        evaluate(m, here, payoff);
    } else if (depth < DEPTH_KEPT) {
        search_moves(m, ply, depth, MOVE_NONE, payoff);
    } else {
        search_kept(m, ply, depth, payoff);
    }
}

/* ---- The root -------------------------------------------------------------------- */

static void insert_line(struct search_info *info, int limit, const struct search_line *line)
{
    int at = info->line_count;

    while (at > 0 && info->lines[at - 1].score < line->score)
        at--;
    if (at == limit)
        return;
    int moved = (info->line_count < limit ? info->line_count : limit - 1) - at;

    memmove(&info->lines[at + 1], &info->lines[at], (size_t)moved * sizeof *line);
    info->lines[at] = *line;
    info->line_count = at + moved + 1;
}

/* Values every root move; false when the limits ended that. */
static bool search_root(struct maxn *m, const struct job *job, int depth, struct search_info *info)
{
    const struct tb_game *game = m->spec.setup.game;
    struct ply *root = &m->plies[0];
    int player = game->turn(&root->state);

    list_moves(m, 0, info->line_count ? info->lines[0].pv[0] : MOVE_NONE);
    info->line_count = 0;
    m->cut = false;
    for (int i = 0; i < root->list.count; i++) {
        float payoff[TB_PLAYERS_MAX] = {0};

        move_list_pick(&root->list, i);
        search_move(m, 0, i, depth, payoff);
        if (m->meter.ended)
            return false;
        bool wins = game->result(&root[1].state).winners & 1u << player;

        pv_set(root, root->list.moves[i]);
        struct search_line line = {
            .score = wins ? 1 : payoff[player],
            .exact = wins,
            .verdict = {.value = wins, .plies = wins ? 1 : -1},
            .length = root->pv_length,
        };

        line.score = line.score > 1 ? 1 : line.score < -1 ? -1 : line.score;
        memcpy(line.pv, root->pv, sizeof line.pv);
        insert_line(info, job->lines, &line);
    }
    return true;
}

static void maxn_think(void *self, const struct job *job, struct search_info *info)
{
    struct maxn *m = self;
    const struct tb_game *game = m->spec.setup.game;
    struct search_info next = {0};

    repetition_start(&m->repetition, job->task);
    meter_start(&m->meter, job->control, METER_PERIOD);
    memcpy(&m->plies[0].state, job->task->state, game->state_size);
    m->plies[0].hash = game_hash(game, &m->plies[0].state);
    m->eval_noise = job->eval_noise;
    m->seed = job->seed;
    m->hashed = m->repetition.cycles || m->eval_noise;
    list_moves(m, 0, MOVE_NONE);
    move_list_pick(&m->plies[0].list, 0);
    info->depth = 0;
    info->line_count = 1;
    info->lines[0] = (struct search_line){.length = 1, .pv = {m->plies[0].list.moves[0]}};
    for (int depth = 1; depth <= job->depth; depth++) {
        if (!search_root(m, job, depth, &next))
            break;
        next.depth = depth;
        *info = next;
        meter_read(&m->meter);
        search_report(job, info);
        if (info->lines[0].exact || !m->cut)
            break;
    }
    meter_read(&m->meter);
}

/* ---- The searcher -------------------------------------------------------------------- */

static void maxn_free(void *self)
{
    struct maxn *m = self;

    for (int i = 0; m->plies && i <= DEPTH_MAX; i++)
        move_list_release(&m->plies[i].list);
    free(m->plies);
    free(m->entries);
    ordering_release(&m->ordering);
    repetition_release(&m->repetition);
    free(m);
}

static void *maxn_create(const struct spec *spec)
{
    struct maxn *m = calloc(1, sizeof *m);

    if (!m)
        return NULL;
    m->spec = *spec;
    m->plies = calloc(DEPTH_MAX + 2, sizeof *m->plies);
    m->pairs = spec->bytes / sizeof *m->entries / 2 + 1;
    m->entries = calloc(2 * m->pairs, sizeof *m->entries);
    m->symmetries = seat_symmetries(&spec->setup);
    bool done =
        m->plies && m->entries &&
        ordering_init(&m->ordering, spec->setup.game, spec->setup.players, spec->parameters);

    for (int i = 0; done && i <= DEPTH_MAX; i++)
        done = move_list_init(&m->plies[i].list, spec->setup.game);
    if (done) {
        pages_scattered(m->entries, 2 * m->pairs * sizeof *m->entries);
        return m;
    }
    maxn_free(m);
    return NULL;
}

static void maxn_clear(void *self)
{
    struct maxn *m = self;

    memset(m->entries, 0, 2 * m->pairs * sizeof *m->entries);
}

const struct searcher maxn_searcher = {
    .create = maxn_create,
    .free = maxn_free,
    .clear = maxn_clear,
    .think = maxn_think,
};
