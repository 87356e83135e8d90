/* orbital_remark.c - facts about a position and a move, for pictures and in words. */
#include "games/orbital/orbital.h"

void orbital_reach(const void *state, struct text *out)
{
    const struct orbital *s = state;
    unsigned squares = s->last < ORBITAL_PASS && !orbital_over(s) ? orbital_aims(s)[s->last] : 0;

    for (unsigned left = squares; left; left &= left - 1)
        text_add(out, "%s%s", left == squares ? "" : " ",
                 orbital_square_name(__builtin_ctz(left)).text);
}

void orbital_holders(const void *state, struct text *out)
{
    const struct orbital *s = state;
    unsigned towers = orbital_complete(s);

    for (unsigned left = towers; left; left &= left - 1) {
        int square = __builtin_ctz(left);

        text_add(out, "%s%s:%d", left == towers ? "" : " ", orbital_square_name(square).text,
                 orbital_majority(s, 0) & orbital_bit(square) ? 1 : 2);
    }
}

/* ---- In words ------------------------------------------------------------------------- */

static void tell_position(const struct orbital *s, enum tb_lang lang, struct text *out)
{
    remark_add(out, lang,
               "Towers: {player 1 has|you have} %d and {player 2 has|you have} %d; %d win.",
               "Tours : %d pour {le joueur 1|vous} et %d pour {le joueur 2|vous} ; %d font gagner.",
               s->towers[0], s->towers[1], ORBITAL_GOAL);
    if (orbital_over(s))
        return;
    struct orbital_choice choice = orbital_choose(s);
    char words[256];
    struct text obligation = text_into(words, sizeof words);

    orbital_obligation(s, &choice, lang, &obligation);
    remark_add(out, lang, "%s.", "%s.", words);
}

/* Has the piece decided a tower? */
static void tell_tower(const struct orbital *before, const struct orbital *after, int square,
                       enum tb_lang lang, struct text *out)
{
    int player = before->turn;
    struct orbital_name name = orbital_square_name(square);
    unsigned bit = orbital_bit(square);

    if (orbital_complete(after) & bit) {
        int owner = orbital_majority(after, 0) & bit ? 0 : 1;

        remark_add(out, lang,
                   "The tower on %s is complete and {goes to player %d, who holds|is yours: you "
                   "hold} %d of the %d that win.",
                   "La tour en %s est complète et {revient au joueur %d, qui en tient|vous "
                   "revient : vous en tenez} %d sur les %d qui font gagner.",
                   name.text, owner + 1, after->towers[owner], ORBITAL_GOAL);
    } else if (orbital_majority(after, player) & ~orbital_majority(before, player) & bit) {
        remark_add(out, lang,
                   "The tower on %s is decided: {player %d has|you have} two of its pieces, "
                   "whoever completes it.",
                   "La tour en %s est décidée : {le joueur %d y a|vous y avez} deux pièces, peu "
                   "importe qui la complète.",
                   name.text, player + 1);
    }
}

/* "a2, b3 or c1" */
static void list_squares(unsigned squares, enum tb_lang lang, struct text *out)
{
    const char *before = "";

    for (unsigned left = squares; left; left &= left - 1) {
        text_add(out, "%s%s", before, orbital_square_name(__builtin_ctz(left)).text);
        before = bits_count(left) > 2 ? ", " : in_lang(lang, " or ", " ou ");
    }
}

/* The squares on which the player to move can complete a tower for himself. `winning`: only
 * the towers that win the game. */
static unsigned takes(const struct orbital *s, bool winning)
{
    tb_move moves[TB_MOVES_MAX];
    int count = orbital_game.moves(s, moves), player = s->turn;
    unsigned squares = 0;

    for (int i = 0; i < count; i++) {
        struct orbital next = *s;

        if (moves[i] >= ORBITAL_PASS)
            continue;
        orbital_play(&next, moves[i]);
        if (next.towers[player] > (winning ? ORBITAL_GOAL - 1 : s->towers[player]))
            squares |= orbital_bit(orbital_square(moves[i]));
    }
    return squares;
}

/* Can the last player take a tower (win the game with one) after every reply? */
static bool traps(const struct orbital *s, bool winning)
{
    tb_move moves[TB_MOVES_MAX];
    int count = orbital_game.moves(s, moves);

    for (int i = 0; i < count; i++) {
        struct orbital next = *s;

        orbital_play(&next, moves[i]);
        if (orbital_over(&next) || !takes(&next, winning))
            return false;
    }
    return count > 0;
}

/* What the opponent can win there, or cannot avoid. */
static void tell_stakes(const struct orbital *after, enum tb_lang lang, struct text *out)
{
    int mover = 2 - after->turn, player = after->turn + 1;
    unsigned wins = takes(after, true), squares = wins ? wins : takes(after, false);
    char list[64];
    struct text text = text_into(list, sizeof list);

    list_squares(squares, lang, &text);
    if (wins)
        remark_add(out, lang, "{Player %d|You} can win with the tower on %s.",
                   "{Le joueur %d peut|Vous pouvez} gagner avec la tour en %s.", player, list);
    else if (traps(after, true))
        remark_add(out, lang,
                   "Whatever {player %d plays|you play}, {player %d then wins|you then win}.",
                   "Quoi que {joue le joueur %d|vous jouiez}, {le joueur %d gagne|vous gagnez} "
                   "ensuite.",
                   player, mover);
    else if (squares)
        remark_add(out, lang, "{Player %d|You} can take the tower on %s.",
                   "{Le joueur %d peut|Vous pouvez} prendre la tour en %s.", player, list);
    else if (traps(after, false))
        remark_add(out, lang,
                   "Whatever {player %d plays|you play}, {player %d|you} can then take a tower.",
                   "Quoi que {joue le joueur %d|vous jouiez}, {le joueur %d peut|vous pouvez} "
                   "ensuite prendre une tour.",
                   player, mover);
}

/* Where the piece sends the opponent. */
static void tell_sent(const struct orbital *after, enum tb_lang lang, struct text *out)
{
    struct orbital_choice choice = orbital_choose(after);
    unsigned fits = choice.basis == ORBITAL_FORCED ? orbital_choice_squares(&choice) : ~0u;
    char list[64];
    struct text squares = text_into(list, sizeof list);
    int player = after->turn + 1;

    orbital_list_aim(after, fits, lang, &squares);
    switch (choice.basis) {
    case ORBITAL_FORCED:
        remark_add(out, lang, "The piece sends {player %d|you} to %s.",
                   "La pièce {envoie le joueur %d|vous envoie} en %s.", player, list);
        break;
    case ORBITAL_RELEASED:
        remark_add(out, lang,
                   "The piece sends {player %d|you} to %s, where nothing fits: the choice is free.",
                   "La pièce {envoie le joueur %d|vous envoie} en %s, où rien n'a sa place : le "
                   "choix est libre.",
                   player, list);
        break;
    case ORBITAL_RELEASED_EMPTY:
        remark_add(
            out, lang,
            "The piece sends {player %d|you} to %s, where nothing fits: any empty square will do.",
            "La pièce {envoie le joueur %d|vous envoie} en %s, où rien n'a sa place : toute case "
            "vide convient.",
            player, list);
        break;
    default:
        remark_add(out, lang, "{Player %d has|You have} no place left and must pass.",
                   "{Le joueur %d n'a plus de place et doit|Vous n'avez plus de place et devez} "
                   "passer.",
                   player);
    }
}

void orbital_remark(const void *state, const tb_move *move, enum tb_lang lang, struct text *out)
{
    const struct orbital *s = state;
    struct orbital next = *s;

    if (!move || *move >= ORBITAL_PASS) {
        tell_position(s, lang, out);
        return;
    }
    orbital_play(&next, *move);
    tell_tower(s, &next, orbital_square(*move), lang, out);
    if (orbital_over(&next))
        return;
    tell_sent(&next, lang, out);
    tell_stakes(&next, lang, out);
}
