/*
 * dorix_remark.c - facts in words: who holds how much of the two great diagonals, and what a
 * move changes there, through which collapse.
 */
#include "games/dorix/dorix.h"

enum { DIAGONALS = 2 };

static const struct {
    unsigned squares;
    const char *name;
} diagonals[DIAGONALS] = {{DORIX_RISING, "a1-d4"}, {DORIX_FALLING, "a4-d1"}};

/* "{Player 1 holds|You hold}", or "{The team 1+3 holds|Your team holds}". */
struct clause {
    char text[80];
};

/* What a side does: the verb, if there is one, with the space before it. `first`: it begins
 * the sentence. */
static struct clause side_does(const struct dorix *s, int side, bool first, enum tb_lang lang,
                               const char *verb, const char *your_verb)
{
    struct clause clause;
    struct text text = text_into(clause.text, sizeof clause.text);

    if (s->players == 4)
        text_add(
            &text, in_lang(lang, "{%s team %d+%d%s|%s team%s}", "{%s'équipe %d+%d%s|%s équipe%s}"),
            first ? in_lang(lang, "The", "L") : in_lang(lang, "the", "l"), side + 1, side + 3, verb,
            first ? in_lang(lang, "Your", "Votre") : in_lang(lang, "your", "votre"), verb);
    else
        text_add(&text, "{%s %d%s|%s%s}",
                 first ? in_lang(lang, "Player", "Le joueur")
                       : in_lang(lang, "player", "le joueur"),
                 side + 1, verb,
                 first ? in_lang(lang, "You", "Vous") : in_lang(lang, "you", "vous"), your_verb);
    return clause;
}

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

static void tell_position(const struct dorix *s, enum tb_lang lang, struct text *out)
{
    for (int d = 0; d < DIAGONALS; d++)
        for (int side = 0; side < side_count(s); side++) {
            int count = held(s, side, d);

            if (count > 0)
                remark_add(out, lang, "%s %d of the 4 piles of the diagonal %s.",
                           "%s %d des 4 piles de la diagonale %s.",
                           side_does(s, side, true, lang, in_lang(lang, " holds", " tient"),
                                     in_lang(lang, " hold", " tenez"))
                               .text,
                           count, diagonals[d].name);
        }
}

/* "c2 and b3": the squares that the pawns of a collapse fall on. */
static void list_receivers(int place, const struct dorix_fall *fall, tb_move move,
                           enum tb_lang lang, struct text *out)
{
    for (int i = 0; i < fall->count; i++) {
        const char *before = i == 0                ? ""
                             : i + 1 < fall->count ? ", "
                                                   : in_lang(lang, " and ", " et ");

        text_add(out, "%s%s", before,
                 dorix_name(dorix_neighbour[place][dorix_move_direction(move, i)]).text);
    }
}

/* "c2 and b3" of a set of squares. */
static void list_piles(unsigned piles, enum tb_lang lang, struct text *out)
{
    const char *before = "";

    for (unsigned left = piles; left; left &= left - 1) {
        text_add(out, "%s%s", before, dorix_name(__builtin_ctz(left)).text);
        before = bits_count(left) > 2 ? ", " : in_lang(lang, " and ", " et ");
    }
}

/* The piles that a side controls. */
static unsigned piles_of(const struct dorix *s, int side)
{
    return s->control[side] | (s->players == 4 ? s->control[side + 2] : 0u);
}

/* A collapse with what it takes from the others, or the new height of a pile. */
static void tell_place(const struct dorix *s, const struct dorix *next, tb_move move,
                       enum tb_lang lang, struct text *out)
{
    struct dorix lifted = dorix_lifted(s, dorix_move_lift(move));
    int place = dorix_move_place(move), side = dorix_side(s, s->turn);
    struct dorix_fall fall = dorix_fall(&lifted, place);
    unsigned taken = piles_of(next, side) & dorix_occupied(s) & ~piles_of(s, side);
    char list[32], prey[32];
    struct text receivers = text_into(list, sizeof list), text = text_into(prey, sizeof prey);
    struct dorix_name name = dorix_name(place);

    if (lifted.height[place] == 0)
        return;
    if (fall.count == 0) {
        remark_add(
            out, lang,
            "The pile on %s is now %d high: only a neighbour of %d or more can fall onto it.",
            "La pile en %s a maintenant %d pions : seule une voisine de %d ou plus peut "
            "s'effondrer dessus.",
            name.text, next->height[place], next->height[place] + 1);
        return;
    }
    list_receivers(place, &fall, move, lang, &receivers);
    if (bits_count(taken) == fall.count) {
        text_add(&text, "%s",
                 fall.count > 1 ? in_lang(lang, "them", "les prend")
                                : in_lang(lang, "it", "la prend"));
    } else if (taken) {
        text_add(&text, "%s", in_lang(lang, "", "prend "));
        list_piles(taken, lang, &text);
    }
    if (taken)
        remark_add(out, lang, "The pile on %s collapses onto %s and takes %s.",
                   "La pile en %s s'effondre sur %s et %s.", name.text, list, prey);
    else
        remark_add(out, lang, "The pile on %s collapses onto %s.",
                   "La pile en %s s'effondre sur %s.", name.text, list);
}

/* "{player 1 has|you have} 2 of 4 piles (1 before)", for each side whose number has changed. */
static void list_changes(const struct dorix *before, const struct dorix *after, int diagonal,
                         enum tb_lang lang, struct text *out)
{
    for (int side = 0; side < side_count(before); side++) {
        int from = held(before, side, diagonal), to = held(after, side, diagonal);

        if (from == to)
            continue;
        text_add(out, "%s%s", out->used ? ", " : "",
                 side_does(before, side, false, lang, in_lang(lang, " has", " a"),
                           in_lang(lang, " have", " avez"))
                     .text);
        text_add(out,
                 in_lang(lang, " %d%.0s of 4 piles (%d before)", " %d pile%s sur 4 (%d avant)"), to,
                 to > 1 ? "s" : "", from);
    }
}

/* What became of a diagonal. */
static void tell_diagonal(const struct dorix *before, const struct dorix *after, int diagonal,
                          enum tb_lang lang, struct text *out)
{
    char list[256] = "";
    struct text changes = text_into(list, sizeof list);
    const char *name = diagonals[diagonal].name;

    for (int side = 0; side < side_count(before); side++)
        if (held(after, side, diagonal) == 4 && held(before, side, diagonal) < 4) {
            remark_add(out, lang, "The diagonal %s falls to %s.", "La diagonale %s tombe : %s.",
                       name,
                       side_does(before, side, false, lang, in_lang(lang, "", " la tient"),
                                 in_lang(lang, "", " la tenez"))
                           .text);
            return;
        }
    if (!dorix_result(after).over) /* then only what decides counts */
        list_changes(before, after, diagonal, lang, &changes);
    if (*list)
        remark_add(out, lang, "Diagonal %s: %s.", "Diagonale %s : %s.", name, list);
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

/* Between two players: does the move allow or threaten a win at once? */
static void tell_danger(const struct dorix *next, enum tb_lang lang, struct text *out)
{
    struct dorix again = *next;
    char name[TB_MOVE_TEXT];
    struct text text = text_into(name, sizeof name);
    tb_move move;

    if (next->players != 2)
        return;
    if (winning_move(next, &move)) {
        dorix_move_text(next, move, &text);
        remark_add(out, lang, "{Player %d|You} can now win at once with %s.",
                   "{Le joueur %d peut|Vous pouvez} maintenant gagner d'un coup avec %s.",
                   next->turn + 1, name);
    } else if (dorix_game.null(&again) && winning_move(&again, &move)) {
        dorix_move_text(&again, move, &text);
        remark_add(out, lang, "{Player %d threatens|You threaten} to win with %s.",
                   "{Le joueur %d menace|Vous menacez} de gagner avec %s.", again.turn + 1, name);
    }
}

void dorix_remark(const void *state, const tb_move *move, enum tb_lang lang, struct text *out)
{
    const struct dorix *s = state;
    struct dorix next = *s;

    if (!move || *move == DORIX_PASS) {
        tell_position(s, lang, out);
        return;
    }
    dorix_play(&next, *move);
    tell_place(s, &next, *move, lang, out);
    for (int d = 0; d < DIAGONALS; d++)
        tell_diagonal(s, &next, d, lang, out);
    if (!dorix_result(&next).over)
        tell_danger(&next, lang, out);
}
