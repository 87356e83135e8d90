/*
 * orbital_position.c - position strings of Orbital.
 *
 * "b2:B1T2nA1,c3:A2 Tb2n 1": the board, each piece with its owner and each Thruster
 * with its direction; the last piece as it was played, or '-' (none), "pass" or
 * "pass2" (two passes: the game is over); the player to move.
 */
#include <string.h>

#include "games/orbital/orbital.h"

static void add_square(const struct orbital *s, int square, struct text *out)
{
    text_add(out, "%s:", orbital_square_name(square).text);
    for (int kind = 0; kind < ORBITAL_KINDS; kind++) {
        int owner = orbital_owner(s, (enum orbital_kind)kind, square);

        if (owner < 0)
            continue;
        text_add(out, "%c%d", orbital_kind_letters[kind], owner + 1);
        if (kind == ORBITAL_THRUSTER) {
            int direction = orbital_thruster_shape(s, square) - ORBITAL_SHAPE_NORTH;

            text_char(out, orbital_direction_letters[direction]);
        }
    }
}

void orbital_position_text(const void *state, struct text *out)
{
    const struct orbital *s = state;
    unsigned occupied = ~orbital_empty(s) & 0xffffu;

    if (!occupied)
        text_char(out, '-');
    for (unsigned left = occupied; left; left &= left - 1) {
        if (left != occupied)
            text_char(out, ',');
        add_square(s, __builtin_ctz(left), out);
    }
    text_char(out, ' ');
    if (s->last == ORBITAL_NONE)
        text_char(out, '-');
    else if (s->last == ORBITAL_PASS_TWICE)
        text_add(out, "pass2");
    else
        orbital_move_text(s, s->last, out);
    text_add(out, " %d", s->turn + 1);
}

/*
 * Rules 1 and 2 are held against a board that is set up as well: they say what may
 * stand together, and no order of play gets round them. Rules 3 to 5 are not: they
 * only say which of such boards can be reached.
 */
static int parse_piece(struct scan *scan, int square, struct orbital *s, struct tb_error *error)
{
    const char *start = scan->at;
    int kind = orbital_scan_letter(scan, orbital_kind_letters);
    int player = orbital_scan_letter(scan, "12"), shape;
    struct orbital_name name = orbital_square_name(square);
    struct tb_reason reason;

    if (kind < 0 || player < 0 || !orbital_scan_shape(scan, (enum orbital_kind)kind, &shape))
        return error_set(error, TB_ERR_SYNTAX,
                         "'%s' on %s should be a piece with its owner: B1, T2n or A1.",
                         "« %s » en %s devrait être une pièce et son propriétaire : B1, T2n ou A1.",
                         quote(start).text, name.text);
    tb_move placement = (tb_move)(shape * ORBITAL_SQUARES + square);

    if (orbital_forbids_piece(s, player, placement, TB_ENGLISH, &reason)) {
        struct tb_reason french;

        orbital_forbids_piece(s, player, placement, TB_FRENCH, &french);
        error_set_text(error, TB_ERR_POSITION, reason.text, french.text);
        error_prefix(error, "%c%d on %s: ", "%c%d en %s : ", orbital_kind_letters[kind], player + 1,
                     name.text);
        return TB_ERR_POSITION;
    }
    orbital_put(s, player, placement);
    return TB_OK;
}

static int parse_board(struct scan *scan, struct orbital *s, struct tb_error *error)
{
    unsigned seen = 0;
    int square, code;

    if (scan_char(scan, '-'))
        return TB_OK;
    do {
        const char *start = scan->at;

        if (!orbital_scan_square(scan, &square) || !scan_char(scan, ':'))
            return error_set(error, TB_ERR_SYNTAX,
                             "'%s' should be a square from a1 to d4 with its pieces, such as "
                             "b2:B1T2nA1, or '-' alone for an empty board.",
                             "« %s » devrait être une case de a1 à d4 et ses pièces, par exemple "
                             "b2:B1T2nA1, ou '-' seul pour un plateau vide.",
                             quote(start).text);
        if (seen & orbital_bit(square))
            return error_set(error, TB_ERR_POSITION, "Square %s is listed twice.",
                             "La case %s figure deux fois dans la liste.",
                             orbital_square_name(square).text);
        seen |= orbital_bit(square);
        do {
            if ((code = parse_piece(scan, square, s, error)))
                return code;
        } while (*scan->at != '\0' && *scan->at != ' ' && *scan->at != ',');
    } while (scan_char(scan, ','));
    return TB_OK;
}

static int parse_last(struct scan *scan, struct orbital *s, struct tb_error *error)
{
    const char *start = scan->at;
    tb_move placement;

    if (scan_char(scan, '-'))
        s->last = ORBITAL_NONE;
    else if (scan_word(scan, "pass2"))
        s->last = ORBITAL_PASS_TWICE;
    else if (scan_word(scan, "pass"))
        s->last = ORBITAL_PASS;
    else if (orbital_scan_placement(scan, &placement))
        s->last = (uint8_t)placement;
    else
        return error_set(
            error, TB_ERR_SYNTAX,
            "'%s' should be the last piece, such as Bb2 or Tb2n, or -, pass or pass2.",
            "« %s » devrait être la dernière pièce, par exemple Bb2 ou Tb2n, ou -, pass ou pass2.",
            quote(start).text);
    return TB_OK;
}

/* What the words say together: the last piece and the result. */
static int check_position(const struct orbital *s, struct tb_error *error)
{
    int player = 1 - s->turn;

    if (s->last < ORBITAL_PASS) {
        int square = orbital_square(s->last), shape = orbital_shape(s->last);
        enum orbital_kind kind = orbital_kind(shape);
        char name[TB_MOVE_TEXT];
        struct text text = text_into(name, sizeof name);

        orbital_move_text(s, s->last, &text);
        if (orbital_owner(s, kind, square) != player ||
            (kind == ORBITAL_THRUSTER && orbital_thruster_shape(s, square) != shape))
            return error_set(error, TB_ERR_POSITION,
                             "The last piece, %s, should be on the board and player %d's, since "
                             "player %d is to move.",
                             "La dernière pièce, %s, devrait être sur le plateau et au joueur %d, "
                             "puisque c'est au joueur %d de jouer.",
                             name, player + 1, s->turn + 1);
    }
    if (s->towers[0] >= ORBITAL_GOAL && s->towers[1] >= ORBITAL_GOAL)
        return error_set(error, TB_ERR_POSITION,
                         "Both players control %d towers or more: only one may have won.",
                         "Les deux joueurs contrôlent %d tours ou plus : un seul peut avoir gagné.",
                         ORBITAL_GOAL);
    return TB_OK;
}

int orbital_position_parse(const struct tb_setup *setup, const char *text, void *state,
                           struct tb_error *error)
{
    struct scan scan = {text};
    struct orbital parsed;
    const char *word;
    int code, player;

    orbital_init(setup, &parsed);
    if ((code = parse_board(&scan, &parsed, error)))
        return code;
    if (!scan_char(&scan, ' '))
        return error_set(error, TB_ERR_SYNTAX,
                         "After the board, '%s' should be a space and the last piece.",
                         "Après le plateau, « %s » devrait être une espace et la dernière pièce.",
                         quote(scan.at).text);
    if ((code = parse_last(&scan, &parsed, error)))
        return code;
    if (!scan_char(&scan, ' '))
        return error_set(
            error, TB_ERR_SYNTAX,
            "After the last piece, '%s' should be a space and the player to move.",
            "Après la dernière pièce, « %s » devrait être une espace et le joueur au trait.",
            quote(scan.at).text);
    word = scan.at;
    if ((player = orbital_scan_letter(&scan, "12")) < 0 || !scan_end(&scan))
        return error_set(
            error, TB_ERR_SYNTAX, "'%s' at the end should be the player to move, 1 or 2.",
            "« %s » à la fin devrait être le joueur au trait, 1 ou 2.", quote(word).text);
    parsed.turn = (uint8_t)player;
    if ((code = check_position(&parsed, error)))
        return code;
    memcpy(state, &parsed, sizeof parsed);
    return TB_OK;
}
