/*
 * orbital_eval.c - advice for the search: Orbital.
 *
 * The value of a placement shows in the reply, because it decides where the opponent must play. So
 * each placement is judged by the squares that it leaves the opponent: it offers a tower if the
 * opponent can complete one there, and it is a trap if every reply there completes one of ours.
 */
#include "core/advice.h"
#include "core/solved.h"
#include "games/orbital/orbital_solved.h"

#include <string.h>

/* ---- Judging placements -------------------------------------------------------------- */

/* The board as the player to move sees it: sets of squares. */
struct view {
    unsigned one, two;     /* with exactly one piece, exactly two */
    unsigned single;       /* with one, which is ours */
    unsigned ours, theirs; /* with two, both ours or both theirs */
    unsigned reply[ORBITAL_KINDS]; /* where he could place each kind if nothing obliged him */
    const uint16_t *aims;          /* by placement: the squares that it obliges him to */
};

struct judgement {
    bool gains;  /* completes a tower of ours */
    bool gives;  /* completes one of theirs */
    bool offers; /* lets the opponent complete one of his */
    bool traps;  /* makes him complete one of ours */
    bool frees;  /* obliges him to nothing */
};

static unsigned lane_squares(uint64_t lanes)
{
    lanes |= lanes >> 32;
    return (unsigned)((lanes | lanes >> 16) & 0xffffu);
}

static struct view view_of(const struct orbital *s)
{
    unsigned bases = orbital_standing(s, ORBITAL_BASE);
    unsigned thrusters = orbital_standing(s, ORBITAL_THRUSTER);
    unsigned antennas = orbital_standing(s, ORBITAL_ANTENNA);
    unsigned several = (bases & thrusters) | (bases & antennas) | (thrusters & antennas);
    unsigned two = several & ~(bases & thrusters & antennas);
    unsigned one = (bases | thrusters | antennas) & ~several;
    const uint16_t *own = s->pieces[s->turn];
    struct orbital other = *s;

    other.turn ^= 1;
    other.last = ORBITAL_NONE;
    struct orbital_choice open = orbital_choose(&other);

    return (struct view){
        .one = one,
        .two = two,
        .single = one & (own[ORBITAL_BASE] | own[ORBITAL_THRUSTER] | own[ORBITAL_ANTENNA]),
        .ours = two & orbital_majority(s, s->turn),
        .theirs = two & orbital_majority(s, s->turn ^ 1),
        .reply = {open.bases, lane_squares(open.thrusters), open.antennas},
        .aims = orbital_aims(s),
    };
}

/* Exact but for the directions that a Thruster takes away from those to come. */
static struct judgement judge(const struct view *v, tb_move placement)
{
    unsigned square = orbital_bit(orbital_square(placement)), open = 0;
    unsigned two = (v->two & ~square) | (v->one & square), ours = v->ours | (v->single & square);

    for (int kind = 0; kind < ORBITAL_KINDS; kind++) {
        bool same = kind == (int)orbital_kind(orbital_shape(placement));

        open |= same ? v->reply[kind] & ~square : v->reply[kind];
    }
    unsigned aim = v->aims[placement] & open, answers = aim ? aim : open;

    return (struct judgement){
        .gains = (v->two & ~v->theirs & square) != 0,
        .gives = (v->theirs & square) != 0,
        .offers = (answers & two & ~ours) != 0,
        .traps = answers && (answers & ~(two & ours)) == 0,
        .frees = aim == 0,
    };
}

/* ---- Evaluation ------------------------------------------------------------------------ */

/* The terms of the evaluation, for the player to move; "more" is ours minus theirs. */
enum {
    TERM_TOWERS,                             /* 3 * ours + theirs says which of nine is 1 */
    TERM_BASES = TERM_TOWERS + 9,            /* more in hand */
    TERM_THRUSTERS,
    TERM_ANTENNAS,
    TERM_LACKS_THRUSTERS,                    /* none left in hand */
    TERM_LACKS_ANTENNAS,
    TERM_SINGLES,                            /* our Bases and Thrusters that stand alone */
    TERM_RELEASED,                           /* nothing obliges us */
    TERM_FEW_MOVES,                          /* moves below FEW_MOVES */
    TERM_EMPTY,                              /* empty squares among those we may play on */
    TERM_THEIRS,                             /* squares among these with two of theirs */
    TERM_ANTENNA,                            /* we must play on an Antenna that stands alone */
    TERM_TRAP,                               /* we can set a trap */
    TERM_TRAPS,                              /* more than one */
    TERM_TRAP_AHEAD,                         /* one, and we have a tower */
    TERM_UNSAFE,                             /* every move gives or offers a tower */
    TERM_GIVES,                              /* every move gives one */
    TERM_GIVES_AHEAD,                        /* that, and they have one */
    TERM_FREES,                              /* every move frees them */
    TERMS,
};
_Static_assert((int)TERMS == (int)ORBITAL_TERMS, "the header knows the number of terms");

enum { FEW_MOVES = 8 };

/* Points, fitted as train/tune_linear.c does it, to positions with proven values. */
const int orbital_weights[ORBITAL_TERMS] = {
    [TERM_TOWERS] = 340, -12, -689, 660, 302, -339, 1087, 798, 254,
    [TERM_BASES] = -107,
    [TERM_THRUSTERS] = -87,
    [TERM_ANTENNAS] = -37,
    [TERM_LACKS_THRUSTERS] = -125,
    [TERM_LACKS_ANTENNAS] = -383,
    [TERM_SINGLES] = 36,
    [TERM_RELEASED] = -415,
    [TERM_FEW_MOVES] = -40,
    [TERM_EMPTY] = 103,
    [TERM_THEIRS] = -7,
    [TERM_ANTENNA] = -408,
    [TERM_TRAP] = 460,
    [TERM_TRAPS] = 234,
    [TERM_TRAP_AHEAD] = 239,
    [TERM_UNSAFE] = -63,
    [TERM_GIVES] = -517,
    [TERM_GIVES_AHEAD] = -172,
    [TERM_FREES] = -409,
};

/* The sum of the judgements of all legal moves. */
struct prospects {
    int moves, traps, gives, unsafe, frees;
};

static void prospects_add(struct prospects *sum, const struct view *v, uint64_t set, tb_move first)
{
    for (; set; set &= set - 1) {
        struct judgement j = judge(v, first + (tb_move)bits_first(set));

        sum->moves++;
        sum->traps += j.traps;
        sum->gives += j.gives;
        sum->unsafe += j.gives || j.offers;
        sum->frees += j.frees;
    }
}

static struct prospects prospects_of(const struct view *v, const struct orbital_choice *choice)
{
    struct prospects sum = {0, 0, 0, 0, 0};

    prospects_add(&sum, v, choice->bases, ORBITAL_SHAPE_BASE * ORBITAL_SQUARES);
    prospects_add(&sum, v, choice->thrusters, ORBITAL_SHAPE_NORTH * ORBITAL_SQUARES);
    prospects_add(&sum, v, choice->antennas, ORBITAL_SHAPE_ANTENNA * ORBITAL_SQUARES);
    return sum;
}

void orbital_terms(const void *state, int *terms)
{
    const struct orbital *s = state;
    int us = s->turn, them = us ^ 1;
    const uint8_t *ours = s->hand[us], *theirs = s->hand[them];
    struct orbital_choice choice = orbital_choose(s);
    unsigned squares = orbital_choice_squares(&choice);
    struct view v = view_of(s);
    struct prospects p = prospects_of(&v, &choice);

    memset(terms, 0, ORBITAL_TERMS * sizeof *terms);
    terms[TERM_TOWERS + 3 * s->towers[us] + s->towers[them]] = 1;
    terms[TERM_BASES] = ours[ORBITAL_BASE] - theirs[ORBITAL_BASE];
    terms[TERM_THRUSTERS] = ours[ORBITAL_THRUSTER] - theirs[ORBITAL_THRUSTER];
    terms[TERM_ANTENNAS] = ours[ORBITAL_ANTENNA] - theirs[ORBITAL_ANTENNA];
    terms[TERM_LACKS_THRUSTERS] = !ours[ORBITAL_THRUSTER] - !theirs[ORBITAL_THRUSTER];
    terms[TERM_LACKS_ANTENNAS] = !ours[ORBITAL_ANTENNA] - !theirs[ORBITAL_ANTENNA];
    terms[TERM_SINGLES] = bits_count(v.single & ~s->pieces[us][ORBITAL_ANTENNA]);
    terms[TERM_RELEASED] = choice.basis != ORBITAL_FORCED;
    terms[TERM_FEW_MOVES] = p.moves < FEW_MOVES ? FEW_MOVES - p.moves : 0;
    terms[TERM_EMPTY] = bits_count(squares & orbital_empty(s));
    terms[TERM_THEIRS] = bits_count(squares & v.theirs);
    terms[TERM_ANTENNA] = (squares & v.one & s->pieces[them][ORBITAL_ANTENNA]) != 0;
    terms[TERM_TRAP] = p.traps > 0;
    terms[TERM_TRAPS] = p.traps > 1;
    terms[TERM_TRAP_AHEAD] = p.traps > 0 && s->towers[us];
    terms[TERM_UNSAFE] = p.unsafe == p.moves;
    terms[TERM_GIVES] = p.gives == p.moves;
    terms[TERM_GIVES_AHEAD] = p.gives == p.moves && s->towers[them];
    terms[TERM_FREES] = p.frees == p.moves;
}

static int orbital_evaluate(const void *state)
{
    int terms[ORBITAL_TERMS], points = 0;

    orbital_terms(state, terms);
    for (int i = 0; i < ORBITAL_TERMS; i++)
        points += orbital_weights[i] * terms[i];
    return points;
}

/* ---- What is known at once ---------------------------------------------------------------- */

/* True if the next move ends the game: every move does, or the mover has one that wins. */
static bool ends_at_once(const struct orbital *s, struct verdict *out)
{
    int us = s->turn, them = us ^ 1;
    struct orbital_choice choice;

    if (s->towers[us] < ORBITAL_GOAL - 1 && s->towers[them] < ORBITAL_GOAL - 1)
        return false;
    choice = orbital_choose(s);
    unsigned squares = orbital_choice_squares(&choice), lost = orbital_majority(s, them);
    unsigned bases = orbital_standing(s, ORBITAL_BASE);
    unsigned thrusters = orbital_standing(s, ORBITAL_THRUSTER);
    unsigned antennas = orbital_standing(s, ORBITAL_ANTENNA);
    unsigned two = (bases & thrusters) | (bases & antennas) | (thrusters & antennas);

    *out = (struct verdict){.plies = 1};
    if (s->towers[us] == ORBITAL_GOAL - 1 && (squares & two & ~lost))
        out->value = 1;
    else if (s->towers[them] == ORBITAL_GOAL - 1 && squares && (squares & ~(two & lost)) == 0)
        out->value = -1;
    return out->value != 0;
}

static bool orbital_wins_at_once(const void *state)
{
    const struct orbital *s = state;
    struct verdict verdict;
    tb_move moves[ORBITAL_MOVES_MAX];

    if (s->last != ORBITAL_PASS && orbital_left(s) > 1)
        return ends_at_once(s, &verdict) && verdict.value > 0;
    /* The last piece or the second pass ends the game too, and the most towers win. */
    int count = orbital_moves(s, moves);

    for (int i = 0; i < count; i++) {
        struct orbital next = *s;

        orbital_play(&next, moves[i]);
        if (orbital_over(&next) && next.towers[s->turn] > next.towers[s->turn ^ 1])
            return true;
    }
    return false;
}

/* Gets the exact value for the player who has just moved; false if it is unknown. */
static bool settled(const struct orbital *s, struct verdict *out)
{
    if (orbital_over(s)) {
        *out = (struct verdict){.value = (s->towers[s->turn ^ 1] > s->towers[s->turn]) -
                                         (s->towers[s->turn ^ 1] < s->towers[s->turn])};
        return true;
    }
    if (!ends_at_once(s, out))
        return false;
    out->value = -out->value;
    return true;
}

/* Two plies, where someone needs one more tower. */
static bool look_ahead(const struct orbital *s, struct verdict *out)
{
    tb_move moves[ORBITAL_MOVES_MAX];
    struct verdict worst = {.value = -1, .plies = 0};
    bool lost = true;

    if (ends_at_once(s, out))
        return true;
    int count = orbital_moves(s, moves);

    for (int i = 0; i < count; i++) {
        struct orbital next = *s;
        struct verdict after;

        orbital_play(&next, moves[i]);
        bool known = settled(&next, &after);

        lost = lost && known && after.value < 0;
        if (known && after.value > 0 && (worst.value < 0 || after.plies + 1 < worst.plies))
            worst = (struct verdict){.value = 1, .plies = after.plies + 1};
        else if (lost && after.plies + 1 > worst.plies)
            worst.plies = after.plies + 1;
    }
    *out = worst;
    return lost || worst.value > 0;
}

static bool orbital_probe(const void *state, struct verdict *out)
{
    const struct orbital *s = state;
    bool early = s->towers[0] < ORBITAL_GOAL - 1 && s->towers[1] < ORBITAL_GOAL - 1;
    bool known = early ? orbital_opening(s, out) : look_ahead(s, out);

    return (known && out->plies > 0) || orbital_perfect(s, out) || known;
}

/* ---- Moves ---------------------------------------------------------------------------- */

enum { GAIN = 300, TRAP = 240, OFFER = -120, GIFT = -260, FREE = -20 };

static void orbital_order(const void *state, const tb_move *moves, int count, int *priority)
{
    struct view v = view_of(state);
    bool last = orbital_left(state) == 1; /* it is not answered: only the result counts */

    for (int i = 0; i < count; i++) {
        priority[i] = 0;
        if (moves[i] == ORBITAL_PASS || last)
            continue;
        struct judgement j = judge(&v, moves[i]);

        priority[i] = GAIN * j.gains + GIFT * j.gives + TRAP * j.traps + OFFER * j.offers +
                      FREE * j.frees;
    }
}

static int orbital_forcing(const void *state, tb_move *out)
{
    struct view v = view_of(state);
    int count = orbital_moves(state, out), kept = 0;

    for (int i = 0; i < count; i++) {
        if (out[i] == ORBITAL_PASS)
            continue;
        struct judgement j = judge(&v, out[i]);

        if (j.gains || j.traps)
            out[kept++] = out[i];
    }
    return kept;
}

/* Moves at random, with three tries each not to give or offer a tower. */
static void orbital_playout(void *state, struct rng *rng, int plies)
{
    tb_move moves[ORBITAL_MOVES_MAX];
    int count;

    while (plies-- > 0 && (count = orbital_moves(state, moves)) > 0) {
        struct view v = view_of(state);
        tb_move move = moves[rng_below(rng, (uint32_t)count)];

        for (int tries = 0; tries < 3 && move != ORBITAL_PASS; tries++) {
            struct judgement j = judge(&v, move);

            if (j.gains || j.traps || !(j.gives || j.offers))
                break;
            move = moves[rng_below(rng, (uint32_t)count)];
        }
        orbital_play(state, move);
    }
}

/* A beginner with a plan keeps pieces of all kinds: the first habit is to play the kind that it has
 * most of, and of several not the Antenna, which decides where it is needed; the second any other.
 */
static int orbital_habit(const void *state, tb_move move)
{
    const struct orbital *s = state;
    const uint8_t *hand = s->hand[s->turn];
    int kind = move == ORBITAL_PASS ? 0 : (int)orbital_kind((int)move / ORBITAL_SQUARES);
    int most = hand[hand[ORBITAL_BASE] > hand[ORBITAL_THRUSTER] ? ORBITAL_BASE : ORBITAL_THRUSTER];

    return kind == ORBITAL_ANTENNA ? hand[kind] <= most
                                   : hand[kind] < most || hand[kind] < hand[ORBITAL_ANTENNA];
}

static const struct level levels[LEVEL_ROWS] = {
    {.depth = 1, .nodes = 20000, .simulations = 16, .time_ms = 500, .eval_noise = 1700,
     .spread = 85, .random = 65, .finds_wins = 74, .sees_threats = 56, .no_probe = true},
    {.depth = 1, .nodes = 20000, .simulations = 30, .time_ms = 500, .eval_noise = 780, .spread = 41,
     .random = 10, .finds_wins = 91, .sees_threats = 78, .no_probe = true},
    {.depth = 2, .nodes = 20000, .simulations = 60, .time_ms = 500, .eval_noise = 70, .spread = 12,
     .random = 1, .habit_bonus = 130, .finds_wins = 100, .sees_threats = 96, .no_probe = true},
    {.depth = 4, .nodes = 20000, .simulations = 200, .time_ms = 500, .eval_noise = 50, .spread = 15,
     .random = 2, .habit_bonus = 70, .finds_wins = 100, .sees_threats = 95, .no_probe = true},
    {.depth = 5, .nodes = 40000, .simulations = 500, .time_ms = 500, .eval_noise = 10, .spread = 5,
     .random = 1, .habit_bonus = 45, .finds_wins = 100, .sees_threats = 100, .no_probe = true},
    {.depth = 7, .nodes = 60000, .simulations = 2000, .time_ms = 700, .eval_noise = 4, .spread = 3,
     .finds_wins = 100, .sees_threats = 100, .no_probe = true},
    {.nodes = 200000, .simulations = 12000, .time_ms = 900, .finds_wins = 100, .sees_threats = 100},
    STRONG_LEVELS,
};

static const struct bench_position bench[] = {
    {2, "", .depth = 15},
    {2, "Bd1 Ad2 Td2s Td1n Bd2 Ad1 Aa1 Ta1e Ab1", .depth = 18},
    {0},
};

const struct advice orbital_advice = {
    .evaluate = orbital_evaluate,
    .evaluate_scale = ORBITAL_SCALE,
    .use_prover = true,
    .order = orbital_order,
    .forcing = orbital_forcing,
    .wins_at_once = orbital_wins_at_once,
    .playout = orbital_playout,
    .levels = levels,
    .last_level = 6,
    .habit = orbital_habit,
    .bench = NOT_IN_PAGE(bench),
};

const struct solved orbital_solved = {
    .probe = orbital_probe,
    .openings = NOT_IN_PAGE(orbital_plan_openings),
    .pack = NOT_IN_PAGE(orbital_pack),
    .outline = NOT_IN_PAGE(orbital_outline),
};
