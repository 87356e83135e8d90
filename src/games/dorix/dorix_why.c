/*
 * dorix_why.c - reading a move of Dorix, and why it is not allowed.
 *
 * A text is first read for its form, then checked in the order in which the turn
 * is played: lift, placement, collapse. Every check answers true when it has
 * written its reason. The receiving squares may come in any order among pawns of
 * one owner.
 */
#include <string.h>

#include "core/message.h"
#include "games/dorix/dorix.h"

/* ---- Reading a move -------------------------------------------------------------- */

/* A square has four neighbours, so that among five receiving squares one is
 * wrong: more need not be kept. */
enum { RECEIVERS_KEPT = DORIX_DIRECTIONS + 1 };

/* A move as it was typed: well-formed, not yet known to be legal. */
struct request {
    int lift; /* -1: from the hand */
    int place;
    bool falls; /* receiving squares were named */
    int count;
    int receiver[RECEIVERS_KEPT];
    const char *off_board; /* the first square name that is not on the board, or NULL */
    int off_length;
};

/* Takes a letter and a number; one that is not on the board is noted. */
static bool read_square(struct scan *scan, struct request *request, int *square)
{
    const char *at = scan->at;
    int column = (at[0] | 0x20) - 'a';

    if (column < 0 || column >= 26)
        return false;
    size_t digits = strspn(at + 1, "0123456789");

    if (digits == 0)
        return false;
    scan->at += 1 + digits;
    *square = (at[1] - '1') * DORIX_WIDTH + column;
    if ((column >= DORIX_WIDTH || digits > 1 || at[1] < '1' || at[1] > '4') &&
        !request->off_board) {
        request->off_board = at;
        request->off_length = digits < 8 ? (int)digits + 1 : 8;
    }
    return true;
}

/* False when the text is not of the form of a move. */
static bool read_request(const char *text, struct request *request)
{
    struct scan scan = {text};
    int square;

    *request = (struct request){.lift = -1};
    if (!read_square(&scan, request, &request->place))
        return false;
    if (scan_char(&scan, '>')) {
        request->lift = request->place;
        if (!read_square(&scan, request, &request->place))
            return false;
    }
    request->falls = scan_char(&scan, ':');
    if (request->falls) {
        do {
            if (!read_square(&scan, request, &square))
                return false;
            if (request->count < RECEIVERS_KEPT)
                request->receiver[request->count++] = square;
        } while (scan_char(&scan, ','));
    }
    return scan_end(&scan);
}

/* ---- Why not -------------------------------------------------------------------- */

/* Where an answer goes, and the question's circumstances. */
struct inquiry {
    const struct dorix *s; /* before the move */
    const struct request *request;
    struct tb_reason *out;
};

/* Tells a team-mate from an opponent where a message names an owner. */
static const char *relation(const struct inquiry *q, int owner)
{
    return dorix_side(q->s, owner) == dorix_side(q->s, q->s->turn) ? "partner" : "opponent";
}

/* Writes an example: the first legal move that lifts and places as asked, or
 * another legal one. */
static void write_example(const struct inquiry *q, struct text *example)
{
    tb_move moves[TB_MOVES_MAX], asked = dorix_move(q->request->lift, q->request->place);
    int count = dorix_moves(q->s, moves), i = 0;

    while (i + 1 < count && moves[i] < asked)
        i++;
    dorix_move_text(q->s, moves[i], example);
}

static bool lift_is_wrong(const struct inquiry *q)
{
    const struct dorix *s = q->s;
    int lift = q->request->lift, hand = s->hand[s->turn];
    char example[TB_MOVE_TEXT];
    struct text spelling = text_into(example, sizeof example);

    if (lift < 0 && hand > 0)
        return false;
    if (lift < 0) {
        write_example(q, &spelling);
        reason_set(q->out,
                   "Your hand is empty: first lift a pawn off a pile of yours, as in {example}.",
                   arg_text("example", example));
        return true;
    }
    if (hand > 0)
        reason_set(
            q->out,
            "You still have {count, plural, one {# pawn} other {# pawns}} in hand: place from "
            "the hand, without lifting from {square}.",
            arg_count("count", hand), arg_text("square", dorix_name(lift).text));
    else if (s->height[lift] == 0)
        reason_set(q->out, "Square {square} is empty: there is no pawn to lift.",
                   arg_text("square", dorix_name(lift).text));
    else if (dorix_owner(s, lift, 0) != s->turn)
        reason_set(q->out,
                   "The pile on {square} belongs to {player}{relation, select, partner {, your "
                   "partner} other "
                   "{}}: lift only off a pile of your own.",
                   arg_text("square", dorix_name(lift).text),
                   arg_player("player", dorix_owner(s, lift, 0) + 1),
                   arg_text("relation", relation(q, dorix_owner(s, lift, 0))));
    else
        return false;
    reason_blame(q->out, dorix_name(lift).text);
    return true;
}

static bool place_is_wrong(const struct inquiry *q, const struct dorix *lifted)
{
    int place = q->request->place;

    if (lifted->height[place] == 0)
        return false;
    int owner = dorix_owner(lifted, place, 0);

    if (owner == lifted->turn)
        return false;
    if (q->request->lift == place)
        reason_set(q->out,
                   "Once its top pawn is lifted, {square} belongs to {player}{relation, select, "
                   "partner {, your partner} other {}}: the pawn "
                   "cannot go back there.",
                   arg_square("square", dorix_name(place).text), arg_player("player", owner + 1),
                   arg_text("relation", relation(q, owner)));
    else
        reason_set(q->out,
                   "The pile on {square} belongs to {player}{relation, select, partner {, your "
                   "partner} other {}}: place on an empty square or on "
                   "a pile of your own.",
                   arg_square("square", dorix_name(place).text), arg_player("player", owner + 1),
                   arg_text("relation", relation(q, owner)));
    reason_blame(q->out, dorix_name(place).text);
    return true;
}

/* True if a collapse is given where there is none, or the other way round. */
static bool collapse_is_wrong(const struct inquiry *q, const struct dorix *lifted,
                              const struct dorix_fall *fall)
{
    int place = q->request->place;
    struct dorix_name name = dorix_name(place);
    char example[TB_MOVE_TEXT];
    struct text spelling = text_into(example, sizeof example);

    if (q->request->falls == (fall->count > 0))
        return false;
    write_example(q, &spelling);
    if (fall->count > 0)
        reason_set(q->out,
                   "The pile on {square} collapses: name the squares that receive its pawns, as in "
                   "{example}.",
                   arg_text("square", name.text), arg_text("example", example));
    else if (lifted->height[place] == 0)
        reason_set(q->out,
                   "The pawn stands alone on {square}, so nothing collapses: write just {example}.",
                   arg_text("square", name.text), arg_text("example", example));
    else
        reason_set(
            q->out,
            "No pile next to {square} is lower than its {height} pawns, so nothing collapses: "
            "write just {example}.",
            arg_text("square", name.text), arg_count("height", lifted->height[place] + 1),
            arg_text("example", example));
    reason_blame(q->out, name.text);
    return true;
}

/* The direction from one square to another that is next to it, or -1. */
static int direction_to(int from, int to)
{
    for (int d = 0; d < DORIX_DIRECTIONS; d++)
        if (dorix_neighbour[from][d] == to)
            return d;
    return -1;
}

/* True if this receiving square cannot take a pawn, regardless of the others. */
static bool receiver_is_wrong(const struct inquiry *q, const struct dorix *lifted, int receiver)
{
    int place = q->request->place, height = lifted->height[receiver];
    struct dorix_name from = dorix_name(place), to = dorix_name(receiver);

    if (receiver == place)
        reason_set(q->out,
                   "The pile on {square} is the one that collapses: its pawns fall on others.",
                   arg_text("square", to.text));
    else if (direction_to(place, receiver) < 0)
        reason_set(q->out,
                   "Square {to} is not next to {from}: pawns fall only up, down, left or right, "
                   "one square.",
                   arg_text("to", to.text), arg_text("from", from.text));
    else if (height == 0)
        reason_set(q->out, "Square {square} is empty: pawns that fall land only on piles.",
                   arg_text("square", to.text));
    else if (height > lifted->height[place])
        reason_set(
            q->out,
            "The pile on {to} (height {to_height}) is not lower than the one on {from} (height "
            "{from_height}, the new pawn counted).",
            arg_text("to", to.text), arg_count("to_height", height), arg_text("from", from.text),
            arg_count("from_height", lifted->height[place] + 1));
    else
        return false;
    reason_blame(q->out, to.text);
    return true;
}

/* The neighbours in a set of directions, separated by spaces. */
static void write_neighbours(struct text *out, int square, unsigned directions)
{
    for (unsigned left = directions; left; left &= left - 1)
        text_add(out, "%s%s", left == directions ? "" : " ",
                 dorix_name(dorix_neighbour[square][__builtin_ctz(left)]).text);
}

/* Checks the receiving squares of a collapse one by one and together, and
 * gives their directions. */
static bool receivers_are_wrong(const struct inquiry *q, const struct dorix *lifted,
                                const struct dorix_fall *fall, int *directions)
{
    const struct request *request = q->request;
    int place = request->place;
    unsigned seen = 0;

    for (int i = 0; i < request->count; i++) {
        int receiver = request->receiver[i];

        if (receiver_is_wrong(q, lifted, receiver))
            return true;
        if (seen & (1u << receiver)) {
            reason_set(q->out, "Square {square} is named twice: a pile receives one pawn at most.",
                       arg_text("square", dorix_name(receiver).text));
            reason_blame(q->out, dorix_name(receiver).text);
            return true;
        }
        seen |= 1u << receiver;
        directions[i] = direction_to(place, receiver);
    }
    if (request->count == fall->count)
        return false;
    char lower[32];
    struct text list = text_into(lower, sizeof lower);

    write_neighbours(&list, place, fall->lower);
    reason_set(
        q->out,
        "The collapse of {square} needs {count, plural, one {# receiving square} other {# "
        "receiving squares}} out of its lower neighbours {neighbours}, and you named {named}.",
        arg_square("square", dorix_name(place).text), arg_count("count", fall->count),
        arg_and("neighbours", lower), arg_count("named", request->count));
    reason_blame(q->out, dorix_name(place).text);
    return true;
}

static void answer_request(const struct inquiry *q)
{
    const struct request *request = q->request;
    int directions[RECEIVERS_KEPT];

    if (lift_is_wrong(q))
        return;
    struct dorix lifted = dorix_lifted(q->s, request->lift);

    if (place_is_wrong(q, &lifted))
        return;
    struct dorix_fall fall = dorix_fall(&lifted, request->place);

    if (collapse_is_wrong(q, &lifted, &fall) || receivers_are_wrong(q, &lifted, &fall, directions))
        return;
    tb_move move = dorix_move_spread(dorix_move(request->lift, request->place), &fall, directions);

    if (dorix_holds(q->s, move))
        reason_set(q->out, "That leaves the board as it is (hold=barred).");
    else
        reason_legal(q->out, move);
}

static bool is_pass(const char *text)
{
    const char *word = "pass";

    while (*word && (*text | 0x20) == *word)
        text++, word++;
    return *word == '\0' && *text == '\0';
}

void dorix_why(const void *state, const char *text, struct tb_reason *out)
{
    const struct dorix *s = state;
    tb_move moves[TB_MOVES_MAX];
    struct request request;

    if (dorix_moves(s, moves) == 0)
        reason_over(out);
    else if (is_pass(text) && moves[0] == DORIX_PASS)
        reason_legal(out, DORIX_PASS);
    else if (is_pass(text))
        reason_cannot_pass(out);
    else if (!read_request(text, &request))
        reason_set(
            out,
            "''{text}'' is not a move: b2 places on b2, b2>c3 lifts from b2 and places on c3, and "
            ":c2,b3 after it names the squares that receive the pawns of a collapse.",
            arg_text("text", quote(text).text));
    else if (request.off_board)
        reason_set(out, "Square {square} is not on the board: its squares go from a1 to d4.",
                   arg_start("square", request.off_board, request.off_length));
    else if (moves[0] == DORIX_PASS)
        reason_must_pass(out);
    else
        answer_request(&(struct inquiry){s, &request, out});
}
