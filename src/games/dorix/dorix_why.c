/*
 * dorix_why.c - reading a move of Dorix, and why it is not allowed.
 *
 * A text is first read for its form, then checked in the order in which the turn
 * is played: lift, placement, collapse. Every check answers true when it has
 * written its reason. The receiving squares may come in any order among pawns of
 * one owner.
 */
#include <string.h>

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
    enum tb_lang lang;
    struct tb_reason *out;
};

static const char *plural(int n)
{
    return n > 1 ? "s" : "";
}

/* What to say after "player 3" where a team-mate is meant. */
static const char *partner(const struct inquiry *q, int owner)
{
    if (dorix_side(q->s, owner) != dorix_side(q->s, q->s->turn))
        return "";
    return in_lang(q->lang, ", your partner", ", votre partenaire");
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
        reason_set(q->out, q->lang,
                   "Your hand is empty: first lift a pawn off a pile of yours, as in %s.",
                   "Votre main est vide : retirez d'abord un pion du sommet d'une de vos piles, "
                   "comme dans %s.",
                   example);
        return true;
    }
    if (hand > 0)
        reason_set(
            q->out, q->lang,
            "You still have %d pawn%s in hand: place from the hand, without lifting from %s.",
            "Vous avez encore %d pion%s en main : placez depuis la main, sans rien retirer de %s.",
            hand, plural(hand), dorix_name(lift).text);
    else if (s->height[lift] == 0)
        reason_set(q->out, q->lang, "Square %s is empty: there is no pawn to lift.",
                   "La case %s est vide : il n'y a pas de pion à retirer.", dorix_name(lift).text);
    else if (dorix_owner(s, lift, 0) != s->turn)
        reason_set(q->out, q->lang,
                   "The pile on %s belongs to player %d%s: lift only off a pile of your own.",
                   "La pile en %s appartient au joueur %d%s : ne retirez que d'une de vos piles.",
                   dorix_name(lift).text, dorix_owner(s, lift, 0) + 1,
                   partner(q, dorix_owner(s, lift, 0)));
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
        reason_set(q->out, q->lang,
                   "Once its top pawn is lifted, %s belongs to player %d%s: the pawn cannot go "
                   "back there.",
                   "Une fois son sommet retiré, %s appartient au joueur %d%s : le pion ne peut pas "
                   "y revenir.",
                   dorix_name(place).text, owner + 1, partner(q, owner));
    else
        reason_set(q->out, q->lang,
                   "The pile on %s belongs to player %d%s: place on an empty square or on a pile "
                   "of your own.",
                   "La pile en %s appartient au joueur %d%s : placez sur une case vide ou sur une "
                   "de vos piles.",
                   dorix_name(place).text, owner + 1, partner(q, owner));
    reason_blame(q->out, dorix_name(place).text);
    return true;
}

/* Is a collapse asked for where there is none, or the other way round? */
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
        reason_set(
            q->out, q->lang,
            "The pile on %s collapses: name the squares that receive its pawns, as in %s.",
            "La pile en %s s'effondre : nommez les cases qui reçoivent ses pions, comme dans %s.",
            name.text, example);
    else if (lifted->height[place] == 0)
        reason_set(q->out, q->lang,
                   "The pawn stands alone on %s, so nothing collapses: write just %s.",
                   "Le pion est seul en %s, donc rien ne s'effondre : écrivez seulement %s.",
                   name.text, example);
    else
        reason_set(
            q->out, q->lang,
            "No pile next to %s is lower than its %d pawns, so nothing collapses: write just %s.",
            "Aucune pile voisine de %s n'est plus basse que ses %d pions, donc rien ne s'effondre "
            ": écrivez seulement %s.",
            name.text, lifted->height[place] + 1, example);
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

/* Can this receiving square take a pawn, leaving the others aside? */
static bool receiver_is_wrong(const struct inquiry *q, const struct dorix *lifted, int receiver)
{
    int place = q->request->place, height = lifted->height[receiver];
    struct dorix_name from = dorix_name(place), to = dorix_name(receiver);

    if (receiver == place)
        reason_set(
            q->out, q->lang, "The pile on %s is the one that collapses: its pawns fall on others.",
            "La pile en %s est celle qui s'effondre : ses pions tombent sur les autres.", to.text);
    else if (direction_to(place, receiver) < 0)
        reason_set(
            q->out, q->lang,
            "Square %s is not next to %s: pawns fall only up, down, left or right, one square.",
            "La case %s n'est pas voisine de %s : les pions tombent d'une case, en haut, en bas, à "
            "gauche ou à droite.",
            to.text, from.text);
    else if (height == 0)
        reason_set(q->out, q->lang, "Square %s is empty: pawns that fall land only on piles.",
                   "La case %s est vide : les pions ne tombent que sur des piles.", to.text);
    else if (height > lifted->height[place])
        reason_set(q->out, q->lang,
                   "The pile on %s (height %d) is not lower than the one on %s (height %d, the new "
                   "pawn counted).",
                   "La pile en %s (hauteur %d) n'est pas plus basse que celle en %s (hauteur %d, "
                   "nouveau pion compris).",
                   to.text, height, from.text, lifted->height[place] + 1);
    else
        return false;
    reason_blame(q->out, to.text);
    return true;
}

/* "b1, a2 and c2": the neighbours in a set of directions. */
static void write_neighbours(struct text *out, enum tb_lang lang, int square, unsigned directions)
{
    for (unsigned left = directions; left; left &= left - 1) {
        const char *before = left == directions ? "" : in_lang(lang, " and ", " et ");

        if (left != directions && (left & (left - 1)))
            before = ", ";
        text_add(out, "%s%s", before,
                 dorix_name(dorix_neighbour[square][__builtin_ctz(left)]).text);
    }
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
            reason_set(q->out, q->lang,
                       "Square %s is named twice: a pile receives one pawn at most.",
                       "La case %s est nommée deux fois : une pile reçoit un pion au plus.",
                       dorix_name(receiver).text);
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

    write_neighbours(&list, q->lang, place, fall->lower);
    reason_set(q->out, q->lang,
               "The collapse of %s needs %d receiving square%s out of its lower neighbours %s, and "
               "you named %d.",
               "L'effondrement de %s demande %d case%s d'arrivée parmi ses voisines plus basses "
               "%s, et vous en nommez %d.",
               dorix_name(place).text, fall->count, plural(fall->count), lower, request->count);
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
    reason_legal(q->out,
                 dorix_move_spread(dorix_move(request->lift, request->place), &fall, directions));
}

static bool is_pass(const char *text)
{
    const char *word = "pass";

    while (*word && (*text | 0x20) == *word)
        text++, word++;
    return *word == '\0' && *text == '\0';
}

void dorix_why(const void *state, const char *text, enum tb_lang lang, struct tb_reason *out)
{
    const struct dorix *s = state;
    tb_move moves[TB_MOVES_MAX];
    struct request request;

    if (dorix_moves(s, moves) == 0)
        reason_over(out, lang);
    else if (is_pass(text) && moves[0] == DORIX_PASS)
        reason_legal(out, DORIX_PASS);
    else if (is_pass(text))
        reason_cannot_pass(out, lang);
    else if (!read_request(text, &request))
        reason_set(out, lang,
                   "'%s' is not a move: b2 places on b2, b2>c3 lifts from b2 and places on c3, and "
                   ":c2,b3 after it names the squares that receive the pawns of a collapse.",
                   "« %s » n'est pas un coup : b2 place en b2, b2>c3 retire de b2 et place en c3, "
                   "puis :c2,b3 nomme les cases qui reçoivent les pions d'un effondrement.",
                   quote(text).text);
    else if (request.off_board)
        reason_set(out, lang, "Square %.*s is not on the board: its squares go from a1 to d4.",
                   "La case %.*s n'est pas sur le plateau : ses cases vont de a1 à d4.",
                   request.off_length, request.off_board);
    else if (moves[0] == DORIX_PASS)
        reason_must_pass(out, lang);
    else
        answer_request(&(struct inquiry){s, &request, lang, out});
}
