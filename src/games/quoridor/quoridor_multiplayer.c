/*
 * quoridor_multiplayer.c - multiplayer model of four-player Quoridor, for MCTS.
 *
 * Terms of a player: when it arrives, how easily its ways are cut, and its barriers in hand, with
 * weights that depend on the barriers that all players have left. Terms of a move: how much it
 * speeds the mover up or slows the others down, above all the one who is ahead.
 */
#include "core/advice.h"
#include "core/features.h"
#include "games/quoridor/quoridor_standings.h"

#include <string.h>

/* ---- Standings --------------------------------------------------------------------------- */

void quoridor_standings(struct standings *s, const struct quoridor *q)
{
    s->open = quoridor_edges(q);
    s->hands = 0;
    for (int p = 0; p < q->players; p++) {
        int wait = p - q->turn + (p < q->turn ? q->players : 0);

        view_goal(&s->views[p], q, &s->open, p);
        s->ways[p] = walk_ways(&s->views[p], &s->open);
        s->arrival[p] = s->views[p].steps * q->players + wait;
        s->hands += q->left[p];
    }
}

int quoridor_rivals(const struct standings *s, const struct quoridor *q, int *rivals)
{
    int count = 0;

    for (int p = 0; p < q->players; p++) {
        int at = count++;

        if (p == q->turn) {
            count--;
            continue;
        }
        for (; at > 0 && s->arrival[rivals[at - 1]] > s->arrival[p]; at--)
            rivals[at] = rivals[at - 1];
        rivals[at] = p;
    }
    return count;
}

/* ---- Players ----------------------------------------------------------------------------- */

/* The terms of a player; there is a set of them for each phase. */
enum {
    TERM_ARRIVAL,   /* in plies */
    TERM_HAND,      /* barriers */
    TERM_ARMED,     /* has one */
    TERM_EXPOSED,   /* barriers that lengthen all its ways */
    TERM_NARROW,    /* places where its ways are one square wide */
    TERM_NEAR,      /* three steps to go, or fewer */
    TERM_NEXT_DOOR, /* a single one */
    TERM_FIRST,     /* nobody arrives before it */
    TERM_LEAD,      /* how much before the others, in plies */
    PHASE_TERMS,
};

enum { PHASES = 5 };
_Static_assert((int)PHASES *PHASE_TERMS <= (int)MULTIPLAYER_TERMS, "every term has a place");

/* By the barriers that all together have left. */
static int phase_of(int hands)
{
    static const int bounds[PHASES - 1] = {0, 3, 8, 14};
    int phase = 0;

    while (phase < PHASES - 1 && hands > bounds[phase])
        phase++;
    return phase;
}

static void read_players(const void *state, int8_t (*terms)[MULTIPLAYER_TERMS],
                         struct net_input *inputs)
{
    const struct quoridor *q = state;
    quoridor_board anchors = quoridor_geometry(q)->anchors;
    struct standings s;

    quoridor_standings(&s, q);
    for (int p = 0; p < q->players; p++) {
        int8_t *to = terms[p] + phase_of(s.hands) * PHASE_TERMS;
        int others = INT8_MAX;

        for (int o = 0; o < q->players; o++)
            if (o != p && s.arrival[o] < others)
                others = s.arrival[o];
        to[TERM_ARRIVAL] = (int8_t)at_most(s.arrival[p], INT8_MAX);
        to[TERM_HAND] = (int8_t)q->left[p];
        to[TERM_ARMED] = q->left[p] > 0;
        to[TERM_EXPOSED] = (int8_t)at_most(quoridor_board_count(s.ways[p].across & anchors) +
                                               quoridor_board_count(s.ways[p].upright & anchors),
                                           12);
        to[TERM_NARROW] = (int8_t)s.ways[p].narrow;
        to[TERM_NEAR] = s.views[p].steps <= 3;
        to[TERM_NEXT_DOOR] = s.views[p].steps <= 1;
        if (s.arrival[p] < others) {
            to[TERM_FIRST] = 1;
            to[TERM_LEAD] = (int8_t)at_most(others - s.arrival[p], 12);
        }
    }
    if (inputs)
        quoridor_many_inputs(q, &s, inputs);
}

/* ---- Moves ------------------------------------------------------------------------------- */

/* Rivals come in the order in which they arrive: the first is the one to stop. */
enum {
    MOVE_GAIN,   /* steps that the pawn gets nearer */
    MOVE_ASTRAY, /* a pawn that gets no nearer */
    MOVE_BARRIER,
    MOVE_BARRIER_AHEAD, /* a barrier of the one who arrives first */
    MOVE_BARRIER_HAND,  /* times barriers in hand */
    MOVE_BARRIER_EARLY, /* nearly all barriers are still in hand */
    MOVE_DELAY_1,       /* steps that it costs the first rival, */
    MOVE_DELAY_2,       /* the second, */
    MOVE_DELAY_3,       /* the third, */
    MOVE_DELAY_OWN,     /* and the mover */
    MOVE_STOPS,         /* costs the first rival anything */
    MOVE_STOPS_URGENT,  /* who has three steps to go or fewer */
    MOVE_STOPS_BEHIND,  /* times the plies that he arrives before the mover */
    MOVE_STOPS_EXCUSED, /* though others with barriers move before him */
    MOVE_HURTS,         /* costs the mover anything */
    MOVE_CUTS_1,        /* crosses a shortest way of the first rival */
    MOVE_CUTS_OTHERS,
    MOVE_CUTS_OWN,
    MOVE_DETOUR_1, /* crosses a way of his that is up to two steps longer */
    MOVE_NEAR_1,   /* beside his pawn */
    MOVE_NEAR_OTHERS,
    MOVE_NEAR_OWN,
    MOVE_EXTENDS, /* touches a barrier */
    MOVE_TERMS,
};
_Static_assert((int)MOVE_TERMS <= (int)MULTIPLAYER_MOVE_TERMS, "every term has a place");

/* A set of barriers that share a term: two halves of those that lie across, and two of upright ones. */
struct family {
    uint64_t words[4];
    int term;
};

enum { FAMILIES = 8 };

static void family_add(struct family *family, quoridor_board across, quoridor_board upright)
{
    family->words[0] |= (uint64_t)across;
    family->words[1] |= (uint64_t)(across >> 64);
    family->words[2] |= (uint64_t)upright;
    family->words[3] |= (uint64_t)(upright >> 64);
}

static void find_families(const struct quoridor *q, struct standings *s, int first,
                          struct family *families)
{
    static const int terms[FAMILIES] = {MOVE_CUTS_1, MOVE_CUTS_OTHERS, MOVE_CUTS_OWN, MOVE_DETOUR_1,
                                        MOVE_NEAR_1, MOVE_NEAR_OTHERS, MOVE_NEAR_OWN, MOVE_EXTENDS};
    quoridor_board points = touched_points(q), across, upright;

    memset(families, 0, FAMILIES * sizeof *families);
    for (int i = 0; i < FAMILIES; i++)
        families[i].term = terms[i];
    for (int p = 0; p < q->players; p++) {
        int kind = p == first ? 0 : p == q->turn ? 2 : 1;
        quoridor_board near = around(quoridor_bit(q->pawn[p]), 1, &s->open);

        crossing(s->ways[p].corridor, &s->open, &across, &upright);
        family_add(&families[kind], across, upright);
        family_add(&families[4 + kind], near, near);
    }
    view_pawn(&s->views[first], &s->open);
    crossing(corridor(&s->views[first], 2), &s->open, &across, &upright);
    family_add(&families[3], across, upright);
    family_add(&families[7], points << 1 | points >> 1,
               points << QUORIDOR_STRIDE | points >> QUORIDOR_STRIDE);
}

enum { DELAY_MAX = 6 }; /* stands for more */

/* Returns the steps that a barrier costs a player whose ways it crosses. As near to the goal as
 * the nearest square beside it, nothing is farther than before. */
static int delay_of(const struct quoridor *q, const struct standings *s, int player, int place,
                    bool upright)
{
    const struct view *view = &s->views[player];
    quoridor_board pawn = quoridor_bit(q->pawn[player]), bit = quoridor_bit(place);
    quoridor_board beside = bit | bit << 1 | bit << QUORIDOR_STRIDE | bit << (QUORIDOR_STRIDE + 1);
    struct quoridor_edges open = s->open;
    int steps = 0;

    if (upright)
        open.east &= ~(bit | bit << QUORIDOR_STRIDE);
    else
        open.north &= ~(bit | bit << 1);
    while (!(view->from_goal[steps] & beside))
        steps++;
    for (quoridor_board near = view->from_goal[steps];
         !(near & pawn) && steps < view->steps + DELAY_MAX; steps++)
        near = quoridor_board_spread(near, &open);
    return steps - view->steps;
}

/* Data shared by all barriers of a position. */
struct scene {
    struct standings standings;
    struct family families[FAMILIES];
    int rivals[TB_PLAYERS_MAX], rival_count;
    bool ahead, urgent, early, excused;
    int behind;
};

static void scene_init(struct scene *scene, const struct quoridor *q)
{
    struct standings *s = &scene->standings;

    quoridor_standings(s, q);
    scene->rival_count = quoridor_rivals(s, q, scene->rivals);
    int first = scene->rivals[0];

    find_families(q, s, first, scene->families);
    scene->ahead = s->arrival[q->turn] < s->arrival[first];
    scene->behind = scene->ahead ? 0 : at_most(s->arrival[q->turn] - s->arrival[first], 12);
    scene->urgent = s->views[first].steps <= 3;
    scene->early = s->hands > 14;
    scene->excused = false;
    for (int p = (q->turn + 1) % q->players; p != first; p = (p + 1) % q->players)
        scene->excused = scene->excused || q->left[p] > 0;
}

static void read_step(const struct scene *scene, const struct quoridor *q, int square, int8_t *to)
{
    const struct view *view = &scene->standings.views[q->turn];
    int steps = view->steps;

    if (view->from_goal[steps] & quoridor_bit(square))
        while (steps > 0 && view->from_goal[steps - 1] & quoridor_bit(square))
            steps--;
    else
        steps++;
    to[MOVE_GAIN] = (int8_t)(view->steps - steps);
    to[MOVE_ASTRAY] = steps >= view->steps;
}

/* The terms of barriers, found by place: across, then upright. */
struct barrier_terms {
    int8_t *of[2][2 * 64]; /* of the places below; the others are not set */
    quoridor_board places[2];
};

static void start_barrier(const struct scene *scene, const struct quoridor *q, int place,
                          bool upright, int8_t *to, struct barrier_terms *barriers)
{
    to[MOVE_BARRIER] = 1;
    to[MOVE_BARRIER_AHEAD] = scene->ahead;
    to[MOVE_BARRIER_HAND] = (int8_t)q->left[q->turn];
    to[MOVE_BARRIER_EARLY] = scene->early;
    barriers->of[upright][place] = to;
    barriers->places[upright] |= quoridor_bit(place);
}

static void read_families(const struct scene *scene, const struct barrier_terms *barriers)
{
    for (int i = 0; i < FAMILIES; i++) {
        const struct family *family = &scene->families[i];

        for (int word = 0; word < 4; word++) {
            int8_t *const *half = barriers->of[word / 2] + word % 2 * 64;
            uint64_t left = family->words[word] &
                            (uint64_t)(barriers->places[word / 2] >> (word % 2 * 64));

            for (; left; left &= left - 1)
                half[bits_first(left)][family->term] = 1;
        }
    }
}

/* Fills in how many steps a player loses by the barriers of a direction. */
static void read_delays(const struct scene *scene, const struct quoridor *q, int player, int term,
                        bool upright, const struct barrier_terms *barriers)
{
    const struct standings *s = &scene->standings;
    quoridor_board left =
        (upright ? s->ways[player].upright : s->ways[player].across) & barriers->places[upright];

    for (; left; left &= left - 1) {
        int place = quoridor_board_first(left), delay = delay_of(q, s, player, place, upright);
        int8_t *to = barriers->of[upright][place];

        to[term] = (int8_t)delay;
        if (term == MOVE_DELAY_OWN) {
            to[MOVE_HURTS] = delay > 0;
        } else if (term == MOVE_DELAY_1 && delay > 0) {
            to[MOVE_STOPS] = 1;
            to[MOVE_STOPS_URGENT] = scene->urgent;
            to[MOVE_STOPS_BEHIND] = (int8_t)scene->behind;
            to[MOVE_STOPS_EXCUSED] = scene->excused;
        }
    }
}

static void read_moves(const void *state, const tb_move *moves, int count,
                       int8_t (*terms)[MULTIPLAYER_MOVE_TERMS], struct net_input *input)
{
    const struct quoridor *q = state;
    struct barrier_terms barriers;
    struct scene scene;

    barriers.places[0] = barriers.places[1] = 0;
    scene_init(&scene, q);
    for (int i = 0; i < count; i++) {
        int move = (int)moves[i];

        if (move < QUORIDOR_ACROSS)
            read_step(&scene, q, move, terms[i]);
        else if (move < QUORIDOR_UPRIGHT)
            start_barrier(&scene, q, move - QUORIDOR_ACROSS, false, terms[i], &barriers);
        else if (move < QUORIDOR_PASS)
            start_barrier(&scene, q, move - QUORIDOR_UPRIGHT, true, terms[i], &barriers);
    }
    read_families(&scene, &barriers);
    for (int upright = 0; upright < 2; upright++) {
        for (int i = 0; i < scene.rival_count; i++)
            read_delays(&scene, q, scene.rivals[i], MOVE_DELAY_1 + i, upright, &barriers);
        read_delays(&scene, q, q->turn, MOVE_DELAY_OWN, upright, &barriers);
    }
    if (input)
        quoridor_many_input(q, &scene.standings, input);
}

/* ---- Weights ----------------------------------------------------------------------------- */

static const int16_t weights[MULTIPLAYER_TERMS] = {
    -58, 0,   0,   -28, 75,  94, -677, 324, 15,  -62, -19,  200, 18, -44, 62,
    8,   104, -50, -23, 20,  59, -41,  24,  -21, 23,  -172, 17,  -7, 10,  239,
    2,   0,   32,  45,  -15, -3, -4,   18,  0,   26,  -34,  49,  86, 34,  -16,
};

static const int16_t move_weights[MULTIPLAYER_MOVE_TERMS] = {
    364, -1253, -2682, -270, -59, -582, 194, 222, 106, -83, 346, 683,
    -11, -450,  -383,  712,  370, -594, 68,  375, 212, 212, 395,
};

const struct multiplayer_model quoridor_multiplayer = {
    .weights = weights,
    .move_weights = move_weights,
    .explore = 20,
    .cover = 999,
    .read = read_players,
    .read_moves = read_moves,
};
