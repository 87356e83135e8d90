/*
 * dorix_remark.c - facts in words: who holds how much of the two great diagonals, and what a
 * move changes there, through which collapse.
 */
#include <stdio.h>

#include "core/advice.h"
#include "core/message.h"
#include "games/dorix/dorix.h"

enum { DIAGONALS = 2 };

static const struct {
    unsigned squares;
    const char *name;
} diagonals[DIAGONALS] = {{DORIX_RISING, "a1-d4"}, {DORIX_FALLING, "a4-d1"}};

static int side_count(const struct dorix *s)
{
    return s->players == 4 ? 2 : s->players;
}

/* The piles of a diagonal that a side holds. */
static int held(const struct dorix *s, int side, int diagonal)
{
    unsigned piles = s->control[side] | (s->players == 4 ? s->control[side + 2] : 0u);

    return bits_count(piles & diagonals[diagonal].squares);
}

/* The players of a side, as a mask. */
static unsigned side_players(const struct dorix *s, int side)
{
    return s->players == 4 ? 5u << side : 1u << side;
}

/* Writes who holds how much of the diagonals; of a finished game, which diagonal decided it. */
static void remark_on_position(const struct dorix *s, struct text *out)
{
    bool over = dorix_result(s).over;

    for (int d = 0; d < DIAGONALS; d++)
        for (int side = 0; side < side_count(s); side++) {
            int count = held(s, side, d);

            if (over && count == 4)
                remark_add(out,
                           "{side, select, you {You hold} yourteam {Your team holds} team {The "
                           "{side} holds} other {{side} holds}} all four piles of the diagonal "
                           "{diagonal}.",
                           arg_side("side", side_players(s, side)),
                           arg_text("diagonal", diagonals[d].name));
            else if (!over && count > 0)
                remark_add(out,
                           "{side, select, you {You hold} yourteam {Your team holds} team {The "
                           "{side} holds} other {{side} holds}} {count} of the 4 piles of the "
                           "diagonal {diagonal}.",
                           arg_side("side", side_players(s, side)), arg_count("count", count),
                           arg_text("diagonal", diagonals[d].name));
        }
}

/* The squares that the pawns of a collapse fall on, separated by spaces. */
static void list_receivers(int place, const struct dorix_fall *fall, tb_move move, struct text *out)
{
    for (int i = 0; i < fall->count; i++)
        text_add(out, "%s%s", i ? " " : "",
                 dorix_name(dorix_neighbour[place][dorix_move_direction(move, i)]).text);
}

/* The squares of a set, separated by spaces. */
static void list_piles(unsigned piles, struct text *out)
{
    for (unsigned left = piles; left; left &= left - 1)
        text_add(out, "%s%s", left == piles ? "" : " ", dorix_name(__builtin_ctz(left)).text);
}

static unsigned piles_of(const struct dorix *s, int side)
{
    return s->control[side] | (s->players == 4 ? s->control[side + 2] : 0u);
}

/* A collapse with what it takes from the others, or the new height of a pile. */
static void remark_on_place(const struct dorix *s, const struct dorix *next, tb_move move,
                            struct text *out)
{
    struct dorix lifted = dorix_lifted(s, dorix_move_lift(move));
    int place = dorix_move_place(move), side = dorix_side(s, s->turn);
    struct dorix_fall fall = dorix_fall(&lifted, place);
    unsigned taken = piles_of(next, side) & dorix_occupied(s) & ~piles_of(s, side);
    char list[32], prey[32];
    struct text receivers = text_into(list, sizeof list), piles = text_into(prey, sizeof prey);
    struct dorix_name name = dorix_name(place);

    if (lifted.height[place] == 0)
        return;
    if (fall.count == 0) {
        remark_add(out,
                   "The pile on {square} is now {height} high: only a neighbour of {least} or more "
                   "can fall onto it.",
                   arg_text("square", name.text), arg_count("height", next->height[place]),
                   arg_count("least", next->height[place] + 1));
        return;
    }
    list_receivers(place, &fall, move, &receivers);
    list_piles(taken, &piles);
    if (!taken)
        remark_add(out, "The pile on {pile} collapses onto {squares}.",
                   arg_square("pile", name.text), arg_and("squares", list));
    else if (bits_count(taken) == fall.count)
        remark_add(out,
                   "The pile on {pile} collapses onto {squares} and takes {count, plural, one {it} "
                   "other {them}}.",
                   arg_square("pile", name.text), arg_and("squares", list),
                   arg_count("count", fall.count));
    else
        remark_add(out, "The pile on {pile} collapses onto {squares} and takes {taken}.",
                   arg_square("pile", name.text), arg_and("squares", list), arg_and("taken", prey));
}

/* Encodes "player 1 has 2 of 4 piles (1 before)", for each side whose number has changed. */
static void list_changes(const struct dorix *before, const struct dorix *after, int diagonal,
                         char *list, size_t size)
{
    char earlier[TB_MESSAGE_TEXT], change[TB_MESSAGE_TEXT];

    for (int side = 0; side < side_count(before); side++) {
        int from = held(before, side, diagonal), to = held(after, side, diagonal);
        struct text text = text_into(change, sizeof change);

        if (from == to)
            continue;
        message_encode(&text, MESSAGE("{side, select, you {you have} yourteam {your team has} team "
                                      "{the {side} has} other {{side} has}} {now} of 4 piles "
                                      "({before} before)",
                                      arg_side("side", side_players(before, side)),
                                      arg_count("now", to), arg_count("before", from)));
        snprintf(earlier, sizeof earlier, "%s", list);
        text = text_into(list, size);
        if (*earlier)
            message_encode(&text, MESSAGE("{first}, {second}", arg_message("first", earlier),
                                          arg_message("second", change)));
        else
            text_add(&text, "%s", change);
    }
}

/* Remarks on the change of a diagonal. */
static void remark_on_diagonal(const struct dorix *before, const struct dorix *after, int diagonal,
                               struct text *out)
{
    char changes[TB_MESSAGE_TEXT] = "";
    const char *name = diagonals[diagonal].name;

    for (int side = 0; side < side_count(before); side++)
        if (held(after, side, diagonal) == 4 && held(before, side, diagonal) < 4) {
            remark_add(out,
                       "The diagonal {diagonal} falls to {side, select, you {you} yourteam {your "
                       "team} team {the {side}} other {{side}}}.",
                       arg_text("diagonal", name), arg_side("side", side_players(before, side)));
            return;
        }
    if (!dorix_result(after).over) /* then only what decides counts */
        list_changes(before, after, diagonal, changes, sizeof changes);
    if (*changes)
        remark_add(out, "Diagonal {diagonal}: {changes}.", arg_text("diagonal", name),
                   arg_message("changes", changes));
}

/* A move with which the player to move wins at once. */
static bool winning_move(const struct dorix *s, tb_move *move)
{
    tb_move moves[TB_MOVES_MAX];
    int count = dorix_game.moves(s, moves), player = s->turn;

    for (int i = 0; i < count; i++) {
        struct dorix next = *s;

        dorix_play(&next, moves[i]);
        *move = moves[i];
        if (dorix_result(&next).winners >> player & 1)
            return true;
    }
    return false;
}

/* With two players: remarks that the move allows or threatens an immediate win. */
static void remark_on_danger(const struct dorix *next, struct text *out)
{
    struct dorix again = *next;
    char name[TB_MOVE_TEXT];
    struct text text = text_into(name, sizeof name);
    tb_move move;

    if (next->players != 2)
        return;
    if (winning_move(next, &move)) {
        dorix_move_text(next, move, &text);
        remark_add(out,
                   "{player, select, you {You} other {{player}}} can now win at once with {move}.",
                   arg_player("player", next->turn + 1), arg_text("move", name));
    } else if (dorix_advice.null(&again) && winning_move(&again, &move)) {
        dorix_move_text(&again, move, &text);
        remark_add(
            out,
            "{player, select, you {You threaten} other {{player} threatens}} to win with {move}.",
            arg_player("player", again.turn + 1), arg_text("move", name));
    }
}

void dorix_remark(const void *state, const tb_move *move, struct text *out)
{
    const struct dorix *s = state;
    struct dorix next = *s;

    if (!move || *move == DORIX_PASS) {
        remark_on_position(s, out);
        return;
    }
    dorix_play(&next, *move);
    remark_on_place(s, &next, *move, out);
    for (int d = 0; d < DIAGONALS; d++)
        remark_on_diagonal(s, &next, d, out);
    if (!dorix_result(&next).over)
        remark_on_danger(&next, out);
}

void dorix_goal(const void *state, int player, struct text *out)
{
    const struct dorix *s = state;

    message_encode(out, MESSAGE("{side, select, you {You win} yourteam {Your team wins} team {The "
                                "{side} wins} other {{side} wins}} by holding all four piles of a "
                                "diagonal.",
                                arg_side("side", side_players(s, dorix_side(s, player)))));
}
