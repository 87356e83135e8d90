/*
 * tictacdoh_remark.c - facts in words: which lines can be completed at once, which moves are left
 * that open none, and whether the grid is found.
 */
#include "games/tictacdoh/tictacdoh.h"

enum { GRID = 9, TOLD_MAX = 2, SAFE_MAX = 3 }; /* squares of the grid; lines and moves to tell of */

/* The lines that a move completes, as a mask of squares; 0: none. */
static uint32_t completes(const struct tictacdoh *s, tb_move move)
{
    struct tictacdoh next = *s;
    uint32_t squares = 0;

    tictacdoh_play(&next, move);
    for (int size = 0; size < SIZES && next.line; size++)
        squares |= tictacdoh_lines(next.counts[size]);
    return squares;
}

/* Tells which lines the player to move can complete; returns how many ways there are. */
static int tell_threats(const struct tictacdoh *s, enum tb_lang lang, struct text *out)
{
    tb_move moves[TB_MOVES_MAX];
    int count = tictacdoh_game.moves(s, moves), ways = 0;

    for (int i = 0; i < count; i++) {
        uint32_t line = completes(s, moves[i]);
        char list[64], name[TB_MOVE_TEXT];
        struct text squares = text_into(list, sizeof list), text = text_into(name, sizeof name);

        if (!line || ++ways > TOLD_MAX)
            continue;
        tictacdoh_list(line, lang, &squares);
        tictacdoh_move_text(s, moves[i], &text);
        remark_add(out, lang, "{Player %d|You} can complete the line %s with %s.",
                   "{Le joueur %d peut|Vous pouvez} compléter la ligne %s avec %s.", s->turn + 1,
                   list, name);
    }
    return ways;
}

/* Can the player to move complete a line? */
static bool line_is_open(const struct tictacdoh *s)
{
    tb_move moves[TB_MOVES_MAX];
    int count = tictacdoh_game.moves(s, moves);

    for (int i = 0; i < count; i++)
        if (completes(s, moves[i]))
            return true;
    return false;
}

/* Where nearly every move opens a line, the game turns on the few that do not. */
static void tell_safe_moves(const struct tictacdoh *s, enum tb_lang lang, struct text *out)
{
    tb_move moves[TB_MOVES_MAX];
    int count = tictacdoh_game.moves(s, moves), safe = 0;
    char list[SAFE_MAX * (TB_MOVE_TEXT + 2)];
    struct text text = text_into(list, sizeof list);

    for (int i = 0; i < count && safe <= SAFE_MAX; i++) {
        struct tictacdoh next = *s;

        tictacdoh_play(&next, moves[i]);
        if (line_is_open(&next) || ++safe > SAFE_MAX)
            continue;
        text_add(&text, "%s", safe > 1 ? ", " : "");
        tictacdoh_move_text(s, moves[i], &text);
    }
    if (count > 0 && safe == 0)
        remark_add(out, lang, "Every move of {player %d|yours} now opens a line to the next.",
                   "{Tout coup du joueur %d|Chacun de vos coups} ouvre maintenant une ligne au "
                   "suivant.",
                   s->turn + 1);
    else if (safe == 1)
        remark_add(out, lang, "{Player %d has|You have} a single move that opens no line: %s.",
                   "{Le joueur %d n'a|Vous n'avez} qu'un coup qui n'ouvre aucune ligne : %s.",
                   s->turn + 1, list);
    else if (safe > 1 && safe <= SAFE_MAX)
        remark_add(out, lang, "{Player %d has|You have} only %d moves that open no line: %s.",
                   "{Le joueur %d n'a|Vous n'avez} que %d coups qui n'ouvrent aucune ligne : %s.",
                   s->turn + 1, safe, list);
}

static bool grid_is_fixed(const struct tictacdoh *s)
{
    return bits_count(s->room) == GRID;
}

static void tell_grid(const struct tictacdoh *s, enum tb_lang lang, struct text *out)
{
    int low = __builtin_ctz(s->room), high = 31 - __builtin_clz(s->room);

    remark_add(out, lang, "The grid is now fixed, from %c%d to %c%d.",
               "La grille est maintenant fixée, de %c%d à %c%d.", 'a' + low % TICTACDOH_SIDE,
               low / TICTACDOH_SIDE + 1, 'a' + high % TICTACDOH_SIDE, high / TICTACDOH_SIDE + 1);
}

void tictacdoh_remark(const void *state, const tb_move *move, enum tb_lang lang, struct text *out)
{
    const struct tictacdoh *s = state;
    struct tictacdoh next = *s;

    if (!move) {
        if (grid_is_fixed(s))
            tell_grid(s, lang, out);
        tell_threats(s, lang, out);
        return;
    }
    uint32_t line = completes(s, *move);
    char list[64];
    struct text squares = text_into(list, sizeof list);

    tictacdoh_play(&next, *move);
    if (line) {
        tictacdoh_list(line, lang, &squares);
        remark_add(out, lang, "The line %s is complete.", "La ligne %s est complète.", list);
        return;
    }
    if (!grid_is_fixed(s) && grid_is_fixed(&next))
        tell_grid(&next, lang, out);
    if (tell_threats(&next, lang, out) > 0)
        return;
    if (line_is_open(s))
        remark_add(out, lang, "No line can be completed at once any more.",
                   "Plus aucune ligne ne peut être complétée d'un seul coup.");
    tell_safe_moves(&next, lang, out);
}
