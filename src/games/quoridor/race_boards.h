/*
 * race_boards.h - solves the race of two pawns between fixed barriers, backwards, with bitboards.
 *
 * A race is Quoridor for two players with the barriers where they are: the players only move their
 * pawns, and the first to reach the goal row wins. A position of it is two squares and the player
 * to move, so all positions are solved at once by retrograde analysis: those won in 1 ply, lost in
 * 2, won in 3 and so on, until nothing is added. Positions that are in neither list are draws.
 *
 * With RACE_EXITS, players may also place a barrier, which ends the race: its outcome, known to the
 * caller, is an `exit` of the position (struct race_exits). layers_boards.h solves the whole game
 * so.
 *
 * This is a template: the file that includes it defines
 *
 *   RACE_BOARD    unsigned integer type for a set of squares, one bit per square
 *   RACE_STRIDE   bits between two rows
 *   RACE_SQUARES  bits of a board, RACE_STRIDE squared
 *   RACE_EXITS    1 if players may have barriers in hand
 *   race_first(), race_bit()  the lowest square of a set that is not empty; the set of one square
 *
 * The wins of each player (the `winner`, against the `opponent`) are computed separately. For each
 * square o of the opponent's pawn, won[o] is the set of squares m of the winner's pawn where the
 * winner is to move and wins, and lost[o] those where the opponent is to move and loses:
 *
 *   won[o]    gets every m with a step into lost[o]: one good move is enough. One shift per
 * direction does this for all m. lost[o]   gets the intersection of won[o'] over all squares o'
 * next to o: every move must be bad.
 *
 * Pawns on neighbouring squares can jump; these pairs (m, o) are computed one by one.
 * Directions are those of quoridor.h; player 1 goes north. Squares count from the south-west
 * corner.
 */

/* The board: its edges between squares, and the moves next to the other pawn. targets[o][d] are the
 * squares that a pawn may move to if the other pawn is on o and it is itself on the neighbour of o
 * in direction d. */
struct race {
    RACE_BOARD north, east;         /* squares whose northern, eastern edge is open */
    RACE_BOARD all_north, all_east; /* the same without barriers */
    RACE_BOARD squares, goal[2];    /* of the board; the row that each player must reach */
    bool turn_needs_barrier; /* a pawn may jump sideways over one that has a barrier behind it,
                                but not over one at the edge of the board */
    RACE_BOARD next[RACE_SQUARES][4]; /* the neighbour of a square in each direction, or 0 */
    RACE_BOARD targets[RACE_SQUARES][4];
};

/* Plies to the end with best play, as of[player to move][square of player 2][square of player 1]:
 * odd if the player to move wins, even if that player loses, 0 for a draw. */
struct race_plies {
    uint8_t of[2][RACE_SQUARES][RACE_SQUARES];
};

enum { RACE_PLIES_MAX = 250 };

#if RACE_EXITS
/*
 * The best outcome of placing a barrier, as points[player who places it][square of player 2][square
 * of player 1]; more points are better for that player. 0: no barrier can be placed; n below
 * EXIT_DRAW: a loss n plies after the position; EXIT_DRAW: a draw; EXIT_WIN - n: a win n plies
 * after it.
 */
enum { EXIT_DRAW = 127, EXIT_WIN = 255 };

struct race_exits {
    /* Without the goal rows: the first row of player 2 and the last of player 1 are left out. NULL:
     * that player has no barrier in hand. */
    const uint8_t *points[2];
};
#endif

static inline RACE_BOARD race_step(RACE_BOARD from, int direction, RACE_BOARD north,
                                   RACE_BOARD east)
{
    switch (direction) {
    case QUORIDOR_NORTH:
        return (from & north) << RACE_STRIDE;
    case QUORIDOR_EAST:
        return (from & east) << 1;
    case QUORIDOR_SOUTH:
        return (from >> RACE_STRIDE) & north;
    default:
        return (from >> 1) & east;
    }
}

/* Returns the squares that are one step from a square of the set. */
static inline RACE_BOARD race_around(const struct race *race, RACE_BOARD from)
{
    return (from & race->north) << RACE_STRIDE | ((from >> RACE_STRIDE) & race->north) |
           (from & race->east) << 1 | ((from >> 1) & race->east);
}

/* Returns the moves of the pawn on `from`, with the other pawn on `over`, its neighbour in the
 * direction. */
static RACE_BOARD race_jumps(const struct race *race, RACE_BOARD from, RACE_BOARD over, int direction)
{
    RACE_BOARD targets = race_around(race, from) & ~over;
    RACE_BOARD behind = race_step(over, direction, race->north, race->east);

    if (!behind && (!race->turn_needs_barrier ||
                    race_step(over, direction, race->all_north, race->all_east)))
        behind = race_step(over, (direction + 1) % 4, race->north, race->east) |
                 race_step(over, (direction + 3) % 4, race->north, race->east);
    targets |= behind;
    return targets ? targets : from; /* a pass */
}

/* Completes a race whose edges, squares and goals are set. */
static void race_prepare(struct race *race)
{
    for (RACE_BOARD rest = race->squares; rest; rest &= rest - 1) {
        int square = race_first(rest);

        for (int d = 0; d < 4; d++) {
            RACE_BOARD next = race_step(race_bit(square), d, race->north, race->east);

            race->next[square][d] = next;
            race->targets[square][d] =
                next ? race_jumps(race, next, race_bit(square), (d + 2) % 4) : 0;
        }
    }
}

/* The wins of one player, which grow ply by ply. */
struct race_wins {
    const struct race *race;
    struct race_plies *plies;
    int winner;
    RACE_BOARD won[RACE_SQUARES], lost[RACE_SQUARES];
    RACE_BOARD fresh[RACE_SQUARES]; /* added to won[] or lost[] by the last ply */
    RACE_BOARD active;              /* squares o where fresh[o] is not empty */
#if RACE_EXITS
    RACE_BOARD allowed[RACE_SQUARES]; /* by o: where every barrier of the opponent loses, in at most
                                         as many plies as are solved */
    /* By ply and o: added by exits at that ply, to won[] if it is odd, to allowed[] if it is even.
     */
    RACE_BOARD due[RACE_PLIES_MAX + 2][RACE_SQUARES];
    RACE_BOARD due_at[RACE_PLIES_MAX + 2]; /* squares o where due[ply][o] is not empty */
    int last_due;                          /* the last ply with any */
#endif
};

/* Notes the squares that a ply has added for o, and their number of plies. */
static void race_note(struct race_wins *w, int o, RACE_BOARD squares, int ply)
{
    uint8_t(*plies)[RACE_SQUARES] = w->plies->of[ply % 2 ? w->winner : 1 - w->winner];

    w->fresh[o] = squares;
    if (!squares)
        return;
    w->active |= race_bit(o);
    for (; squares; squares &= squares - 1) {
        int m = race_first(squares);

        *(w->winner ? &plies[m][o] : &plies[o][m]) = (uint8_t)ply;
    }
}

/* Finds the winner's turns that are won in `ply` plies, an odd number. */
static void race_win(struct race_wins *w, int ply)
{
    const struct race *race = w->race;
    RACE_BOARD open = race->squares & ~race->goal[1 - w->winner], active = w->active, todo = active;

#if RACE_EXITS
    todo |= w->due_at[ply];
    w->due_at[ply] = 0;
#endif
    for (w->active = 0, todo &= open; todo; todo &= todo - 1) {
        int o = race_first(todo);
        RACE_BOARD into = active & race_bit(o) ? w->fresh[o] : 0, good = race_around(race, into);

        for (int d = 0; d < 4; d++)
            if (race->targets[o][d] & into)
                good |= race->next[o][d];
#if RACE_EXITS
        good |= w->due[ply][o];
        w->due[ply][o] = 0;
#endif
        good &= ~(w->won[o] | race->goal[w->winner] | race_bit(o));
        w->won[o] |= good;
        race_note(w, o, good, ply);
    }
}

/* Finds the opponent's turns that are lost in `ply` plies, an even number. */
static void race_lose(struct race_wins *w, int ply)
{
    const struct race *race = w->race;
    RACE_BOARD open = race->squares & ~race->goal[1 - w->winner];
    RACE_BOARD near = w->active | race_around(race, w->active), todo;

    todo = near | race_around(race, near); /* a jump goes two steps */
#if RACE_EXITS
    todo |= w->due_at[ply];
    for (; w->due_at[ply]; w->due_at[ply] &= w->due_at[ply] - 1) {
        int o = race_first(w->due_at[ply]);

        w->allowed[o] |= w->due[ply][o];
        w->due[ply][o] = 0;
    }
#endif
    for (w->active = 0, todo &= open; todo; todo &= todo - 1) {
        int o = race_first(todo);
        RACE_BOARD all = ~(RACE_BOARD)0, near_o = 0, good;

        for (int d = 0; d < 4; d++) {
            RACE_BOARD next = race->next[o][d];

            if (next) {
                all &= w->won[race_first(next)];
                near_o |= next;
            }
        }
        good = all & ~near_o;
        for (int d = 0; d < 4; d++) { /* the winner's pawn is a neighbour: the opponent may jump */
            RACE_BOARD m = race->next[o][d], rest;

            for (rest = m ? race->targets[race_first(m)][(d + 2) % 4] : 0;
                 rest && w->won[race_first(rest)] & m; rest &= rest - 1)
                ;
            if (m && !rest)
                good |= m;
        }
        good &= ~(w->lost[o] | race_bit(o)) & race->squares & ~race->goal[w->winner];
#if RACE_EXITS
        good &= w->allowed[o];
#endif
        w->lost[o] |= good;
        race_note(w, o, good, ply);
    }
}

#if RACE_EXITS
/* Fills allowed[] and due[]: sorts the exits by the ply at which they count for the winner. */
static void race_sort_exits(struct race_wins *w, const struct race_exits *exits)
{
    const struct race *race = w->race;

    memset(w->allowed, exits->points[1 - w->winner] ? 0 : 0xff, sizeof w->allowed);
    for (int turn = 0; turn < 2; turn++) {
        if (!exits->points[turn])
            continue;
        for (RACE_BOARD second = race->squares & ~race->goal[1]; second; second &= second - 1) {
            int s1 = race_first(second);
            const uint8_t *row =
                exits->points[turn] + (s1 - RACE_STRIDE) * (RACE_SQUARES - RACE_STRIDE);
            RACE_BOARD first = race->squares & ~race->goal[0] & ~race_bit(s1);

            for (; first; first &= first - 1) {
                int s0 = race_first(first), o = w->winner ? s0 : s1, m = w->winner ? s1 : s0;
                int points = row[s0], ply;

                if (turn == w->winner) {
                    if (points <= EXIT_DRAW)
                        continue;
                    ply = EXIT_WIN - points;
                } else {
                    if (points == 0)
                        w->allowed[o] |= race_bit(m);
                    if (points == 0 || points >= EXIT_DRAW)
                        continue;
                    ply = points;
                }
                w->due[ply][o] |= race_bit(m);
                w->due_at[ply] |= race_bit(o);
                w->last_due = ply > w->last_due ? ply : w->last_due;
            }
        }
    }
}
#endif

/* Finds all wins of one player. False if one takes more than RACE_PLIES_MAX plies. */
static bool race_solve_for(struct race_wins *w)
{
    int ply = 1;

    for (RACE_BOARD rest = w->race->squares & ~w->race->goal[1 - w->winner]; rest; rest &= rest - 1)
        w->fresh[race_first(rest)] = w->race->goal[w->winner] & ~(rest & -rest);
    w->active = w->race->squares;
#if RACE_EXITS
    for (; (w->active || ply <= w->last_due + 1) && ply <= RACE_PLIES_MAX; ply += 2) {
#else
    for (; w->active && ply <= RACE_PLIES_MAX; ply += 2) {
#endif
        race_win(w, ply);
        race_lose(w, ply + 1);
    }
    return !w->active;
}
