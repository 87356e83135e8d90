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

/* "Player 1", or "The team 1+3". */
struct side_name {
    char text[24];
};

static struct side_name side_name(const struct dorix *s, int side, enum tb_lang lang)
{
    struct side_name name;
    struct text text = text_into(name.text, sizeof name.text);

    if (s->players == 4)
        text_add(&text, in_lang(lang, "The team %d+%d", "L'équipe %d+%d"), side + 1, side + 3);
    else
        text_add(&text, in_lang(lang, "Player %d", "Le joueur %d"), side + 1);
    return name;
}

static int side_count(const struct dorix *s)
{
    return s->players == 4 ? 2 : s->players;
}

/* The piles of a diagonal that a side holds. */
static int held(const struct dorix *s, int side, int diagonal)
{
    unsigned piles = s->control[side] | (s->players == 4 ? s->control[side + 2] : 0u);

    return __builtin_popcount(piles & diagonals[diagonal].squares);
}

static void tell_position(const struct dorix *s, enum tb_lang lang, struct text *out)
{
    for (int d = 0; d < DIAGONALS; d++)
        for (int side = 0; side < side_count(s); side++) {
            int count = held(s, side, d);

            if (count > 0)
                remark_add(out, lang, "%s holds %d of the 4 piles of the diagonal %s.",
                           "%s tient %d des 4 piles de la diagonale %s.",
                           side_name(s, side, lang).text, count, diagonals[d].name);
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

static void tell_collapse(const struct dorix *s, tb_move move, enum tb_lang lang, struct text *out)
{
    struct dorix lifted = dorix_lifted(s, dorix_move_lift(move));
    int place = dorix_move_place(move);
    struct dorix_fall fall = dorix_fall(&lifted, place);
    char list[32];
    struct text receivers = text_into(list, sizeof list);

    if (lifted.height[place] == 0 || fall.count == 0)
        return;
    list_receivers(place, &fall, move, lang, &receivers);
    remark_add(out, lang, "The pile on %s collapses onto %s.", "La pile en %s s'effondre sur %s.",
               dorix_name(place).text, list);
}

/* What became of a side's piles on a diagonal. */
static void tell_change(const struct dorix *before, const struct dorix *after, int side,
                        int diagonal, enum tb_lang lang, struct text *out)
{
    struct side_name name = side_name(before, side, lang);
    int from = held(before, side, diagonal), to = held(after, side, diagonal);

    if (from == to)
        return;
    if (to == 4)
        remark_add(out, lang, "The diagonal %s falls to %s%s.",
                   "La diagonale %s tombe : %s%s la tient.", diagonals[diagonal].name,
                   before->players == 4 ? in_lang(lang, "the team ", "l'équipe ")
                                        : in_lang(lang, "player ", "le joueur "),
                   name.text + strcspn(name.text, "1234"));
    else if (from == 4)
        remark_add(out, lang, "%s no longer holds the diagonal %s (%d piles of 4).",
                   "%s ne tient plus la diagonale %s (%d piles sur 4).", name.text,
                   diagonals[diagonal].name, to);
    else
        remark_add(out, lang, "%s now holds %d of the 4 piles of the diagonal %s (%d before).",
                   "%s tient maintenant %d des 4 piles de la diagonale %s (%d auparavant).",
                   name.text, to, diagonals[diagonal].name, from);
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
    bool over = dorix_result(&next).over;

    tell_collapse(s, *move, lang, out);
    for (int d = 0; d < DIAGONALS; d++)
        for (int side = 0; side < side_count(s); side++)
            if (!over || held(&next, side, d) == 4) /* then only what decides counts */
                tell_change(s, &next, side, d, lang, out);
}
