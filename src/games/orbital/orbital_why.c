/*
 * orbital_why.c - why a move of Orbital is not allowed, in words.
 *
 * One question a rule: forbids_... answers true and writes the reason, or false.
 * Rules 3 to 5 are asked first: where to play comes before what to play.
 */
#include <string.h>

#include "games/orbital/orbital.h"

/* At the beginning of a sentence; French with its article. */
static const char *const kind_names[2][ORBITAL_KINDS] = {
    [TB_ENGLISH] = {"Base", "Thruster", "Antenna"},
    [TB_FRENCH] = {"La Base", "Le Propulseur", "L'Antenne"},
};

static const char *const no_kind[2][ORBITAL_KINDS] = {
    [TB_ENGLISH] = {"no Base", "no Thruster", "no Antenna"},
    [TB_FRENCH] = {"aucune Base", "aucun Propulseur", "aucune Antenne"},
};

static const char *const direction_names[2][4] = {
    [TB_ENGLISH] = {"north", "east", "south", "west"},
    [TB_FRENCH] = {"vers le nord", "vers l'est", "vers le sud", "vers l'ouest"},
};

/* ---- What the last piece obliges to ---------------------------------------------------- */

/* "Player 1's Base on b2": it begins a sentence. */
struct piece_phrase {
    char text[64];
};

static struct piece_phrase piece_phrase(enum tb_lang lang, int owner, enum orbital_kind kind,
                                        int square)
{
    struct piece_phrase phrase;
    struct text out = text_into(phrase.text, sizeof phrase.text);
    struct orbital_name name = orbital_square_name(square);

    if (lang == TB_FRENCH)
        text_add(&out, "%s du joueur %d en %s", kind_names[lang][kind], owner + 1, name.text);
    else
        text_add(&out, "Player %d's %s on %s", owner + 1, kind_names[lang][kind], name.text);
    return phrase;
}

void orbital_list_aim(const struct orbital *s, unsigned squares, enum tb_lang lang,
                      struct text *out)
{
    /* A Thruster's line is told in the direction in which it points. */
    static const int8_t steps[ORBITAL_SHAPES][7] = {
        {-1, 1, -4, 4},
        {-12, -8, -4, 0, 4, 8, 12},
        {-3, -2, -1, 0, 1, 2, 3},
        {12, 8, 4, 0, -4, -8, -12},
        {3, 2, 1, 0, -1, -2, -3},
        {0},
    };
    unsigned left = orbital_aims(s)[s->last] & squares;
    bool first = true;

    for (int i = 0; left; i++) {
        int square = orbital_square(s->last) + steps[orbital_shape(s->last)][i];

        if (square < 0 || !(left & orbital_bit(square)))
            continue;
        left &= ~orbital_bit(square);
        if (!first)
            text_add(out, "%s", left ? ", " : in_lang(lang, " or ", " ou "));
        text_add(out, "%s", orbital_square_name(square).text);
        first = false;
    }
}

/* The obligation that the last piece lays on the player to move, as far as it leaves
 * `squares`; without a full stop. */
static void tell_aim(const struct orbital *s, unsigned squares, enum tb_lang lang,
                     struct text *out)
{
    enum orbital_kind kind = orbital_kind(orbital_shape(s->last));

    text_add(out, in_lang(lang, "%s obliges you to play on ", "%s vous oblige à jouer en "),
             piece_phrase(lang, 1 - s->turn, kind, orbital_square(s->last)).text);
    orbital_list_aim(s, squares, lang, out);
}

void orbital_obligation(const struct orbital *s, const struct orbital_choice *choice,
                        enum tb_lang lang, struct text *out)
{
    switch (choice->basis) {
    case ORBITAL_FORCED:
        tell_aim(s, orbital_choice_squares(choice), lang, out);
        break;
    case ORBITAL_RELEASED:
    case ORBITAL_RELEASED_EMPTY:
        tell_aim(s, ~0u, lang, out);
        text_add(out, "%s",
                 in_lang(lang, ", but none of your pieces fits there: ",
                         ", mais aucune de vos pièces n'y a sa place : "));
        text_add(out, "%s",
                 choice->basis == ORBITAL_RELEASED
                     ? in_lang(lang, "play wherever one fits", "jouez là où il y a de la place")
                     : in_lang(lang, "play on an empty square", "jouez sur une case vide"));
        break;
    case ORBITAL_ANYWHERE:
        if (s->last == ORBITAL_PASS)
            text_add(out, in_lang(lang, "Player %d has passed. ", "Le joueur %d a passé. "),
                     2 - s->turn);
        text_add(out, "%s",
                 in_lang(lang, "No piece obliges you: play wherever you like",
                         "Aucune pièce ne vous oblige : jouez où vous voulez"));
        break;
    case ORBITAL_STUCK:
        text_add(out, "%s",
                 in_lang(lang, "None of your pieces fits anywhere: you pass",
                         "Aucune de vos pièces n'a sa place nulle part : vous passez"));
        break;
    }
}

/* ---- The rules ------------------------------------------------------------------------- */

/* A Thruster that points the same way on a line with the one to be placed; -1: none. */
static int rival_thruster(const struct orbital *s, tb_move placement)
{
    int square = orbital_square(placement);

    for (int other = 0; other < ORBITAL_SQUARES; other++) {
        bool row = other / ORBITAL_SIDE == square / ORBITAL_SIDE;
        bool column = other % ORBITAL_SIDE == square % ORBITAL_SIDE;

        if ((row || (column && !(s->rules & ORBITAL_LINE_ROW))) &&
            (orbital_standing(s, ORBITAL_THRUSTER) & orbital_bit(other)) &&
            orbital_thruster_shape(s, other) == orbital_shape(placement))
            return other;
    }
    return -1;
}

/* Tells whether rule 2 forbids the Thruster, and if so how. */
static bool forbids_thruster(const struct orbital *s, tb_move placement, enum tb_lang lang,
                             struct tb_reason *out)
{
    int square = orbital_square(placement), rival = rival_thruster(s, placement);
    const char *direction =
        direction_names[lang][orbital_shape(placement) - ORBITAL_SHAPE_NORTH];

    if (orbital_ahead[placement] == 0) {
        reason_set(out, lang,
                   "A Thruster on %s may not point %s, straight at the edge of the board.",
                   "Un Propulseur en %s ne peut pas pointer %s, droit sur le bord du plateau.",
                   orbital_square_name(square).text, direction);
        reason_blame(out, orbital_square_name(square).text);
        return true;
    }
    if (rival < 0)
        return false;
    int owner = orbital_owner(s, ORBITAL_THRUSTER, rival);
    bool row = rival / ORBITAL_SIDE == square / ORBITAL_SIDE;

    reason_set(out, lang, "%s already points %s %s %c, where no two may point the same way.",
               "%s pointe déjà %s %s %c, où deux ne peuvent pas pointer dans le même sens.",
               piece_phrase(lang, owner, ORBITAL_THRUSTER, rival).text, direction,
               row ? in_lang(lang, "in row", "dans la rangée")
                   : in_lang(lang, "in column", "sur la colonne"),
               orbital_square_name(square).text[row ? 1 : 0]);
    reason_blame(out, orbital_square_name(rival).text);
    return true;
}

bool orbital_forbids_piece(const struct orbital *s, int player, tb_move placement,
                           enum tb_lang lang, struct tb_reason *out)
{
    enum orbital_kind kind = orbital_kind(orbital_shape(placement));
    int square = orbital_square(placement), owner = orbital_owner(s, kind, square);

    if (s->hand[player][kind] == 0) {
        reason_set(out, lang, "Player %d has %s left in hand: all %d are on the board.",
                   "Le joueur %d n'a plus %s en main : les %d sont sur le plateau.", player + 1,
                   no_kind[lang][kind], s->per_kind);
        return true;
    }
    if (owner >= 0) {
        reason_set(
            out, lang,
            "%s already takes that place: a square holds at most one piece of each kind.",
            "%s occupe déjà cette place : une case contient au plus une pièce de chaque sorte.",
            piece_phrase(lang, owner, kind, square).text);
        reason_blame(out, orbital_square_name(square).text);
        return true;
    }
    return kind == ORBITAL_THRUSTER && forbids_thruster(s, placement, lang, out);
}

/* Tells whether the last piece forbids playing on the square, and if so how. */
static bool forbids_square(const struct orbital *s, const struct orbital_choice *choice,
                           int square, enum tb_lang lang, struct tb_reason *out)
{
    struct orbital_name name = orbital_square_name(square);
    unsigned allowed = ~0u;
    char obligation[sizeof out->text];
    struct text text = text_into(obligation, sizeof obligation);

    if (choice->basis == ORBITAL_FORCED)
        allowed = orbital_aims(s)[s->last];
    else if (choice->basis == ORBITAL_RELEASED_EMPTY)
        allowed = orbital_empty(s);
    if (allowed & orbital_bit(square))
        return false;
    orbital_obligation(s, choice, lang, &text);
    if (choice->basis == ORBITAL_RELEASED_EMPTY)
        text_add(&text, in_lang(lang, ", and %s is not empty", ", et %s n'est pas vide"),
                 name.text);
    reason_set(out, lang, "%s.", "%s.", obligation);
    reason_blame(out, orbital_square_name(orbital_square(s->last)).text);
    if (choice->basis == ORBITAL_RELEASED_EMPTY)
        reason_blame(out, name.text);
    return true;
}

/* ---- The text -------------------------------------------------------------------------- */

/* Explains a text that is no placement; `text` has been brought to the usual case. */
static void explain_text(const char *text, const char *original, enum tb_lang lang,
                         struct tb_reason *out)
{
    struct scan scan = {text};
    int kind = orbital_scan_letter(&scan, orbital_kind_letters), square;
    const char *name = scan.at;
    int digits = *name >= 'a' && *name <= 'z' ? (int)strspn(name + 1, "0123456789") : 0;
    bool on_board = orbital_scan_square(&scan, &square) && digits == 1;
    bool bare = scan_end(&scan);
    bool directed = orbital_scan_letter(&scan, orbital_direction_letters) >= 0 && scan_end(&scan);

    if (kind >= 0 && digits > 0 && !on_board)
        reason_set(out, lang, "Square %.*s is not on the board, whose squares go from a1 to d4.",
                   "La case %.*s n'est pas sur le plateau, dont les cases vont de a1 à d4.",
                   digits + 1, name);
    else if (kind == ORBITAL_THRUSTER && on_board && bare)
        reason_set(
            out, lang, "A Thruster needs a direction, n, e, s or w after its square: T%sn.",
            "Un Propulseur a besoin d'une direction, n, e, s ou w (ouest) après sa case : T%sn.",
            orbital_square_name(square).text);
    else if (kind >= 0 && kind != ORBITAL_THRUSTER && on_board && directed)
        reason_set(out, lang, "Only a Thruster has a direction: write %c%s.",
                   "Seul un Propulseur a une direction : écrivez %c%s.", orbital_kind_letters[kind],
                   orbital_square_name(square).text);
    else
        reason_set(
            out, lang,
            "'%s' is not a move: write Bc2 for a Base, Ac2 for an Antenna, Tc2n for a "
            "Thruster that points north (n, e, s or w).",
            "« %s » n'est pas un coup : écrivez Bc2 pour une Base, Ac2 pour une Antenne, Tc2n "
            "pour un Propulseur vers le nord (n, e, s ou w).",
            quote(original).text);
}

/* Reads a placement or `pass` in any mixture of upper and lower case. */
static bool read_move(const char *text, enum tb_lang lang, tb_move *move, struct tb_reason *out)
{
    char usual[16];
    size_t length = 0;

    for (; text[length] && length < sizeof usual - 1; length++) {
        char c = text[length];

        if (length == 0 && c >= 'a' && c <= 'z')
            c = (char)(c - 'a' + 'A');
        else if (length > 0 && c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        usual[length] = c;
    }
    usual[length] = '\0';
    struct scan scan = {usual};

    if (strcmp(usual, "Pass") == 0) {
        *move = ORBITAL_PASS;
        return true;
    }
    if (orbital_scan_placement(&scan, move) && scan_end(&scan))
        return true;
    explain_text(usual, text, lang, out);
    return false;
}

void orbital_why(const void *state, const char *text, enum tb_lang lang, struct tb_reason *out)
{
    const struct orbital *s = state;
    tb_move move;

    if (orbital_over(s)) {
        reason_over(out, lang);
        return;
    }
    if (!read_move(text, lang, &move, out))
        return;
    struct orbital_choice choice = orbital_choose(s);

    if (choice.basis == ORBITAL_STUCK && move != ORBITAL_PASS)
        reason_must_pass(out, lang);
    else if (choice.basis != ORBITAL_STUCK && move == ORBITAL_PASS)
        reason_cannot_pass(out, lang);
    else if (move == ORBITAL_PASS ||
             (!forbids_square(s, &choice, orbital_square(move), lang, out) &&
              !orbital_forbids_piece(s, s->turn, move, lang, out)))
        reason_legal(out, move);
}
