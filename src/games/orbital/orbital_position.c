/*
 * orbital_position.c - position strings of Orbital.
 *
 * "b2:B1T2nA1,c3:A2 Tb2n 1": the board, each piece with its owner and each Thruster
 * with its direction; the last piece as it was played, or '-' (none), "pass" or
 * "pass2" (two passes: the game is over); the player to move.
 */
#include <string.h>

#include "core/error.h"
#include "core/picture.h"
#include "games/orbital/orbital.h"

void orbital_position_text(const void *state, struct text *out)
{
    const struct orbital *s = state;
    struct tb_scene scene = {0};

    orbital_picture.scene(s, &scene);
    scene_add_squares(&scene, orbital_spell_piece, out);
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
                         "''{text}'' on {square} should be a piece with its owner: B1, T2n or A1.",
                         arg_text("text", quote(start).text), arg_text("square", name.text));
    tb_move placement = (tb_move)(shape * ORBITAL_SQUARES + square);

    if (orbital_forbids_piece(s, player, placement, &reason)) {
        error_set_encoded(error, TB_ERR_POSITION, reason.message);
        error_prefix(error, "{kind}{player} on {square}: ",
                     arg_text("kind", (char[]){(char)(orbital_kind_letters[kind]), 0}),
                     arg_count("player", player + 1), arg_text("square", name.text));
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
                             "''{text}'' should be a square from a1 to d4 with its pieces, such "
                             "as b2:B1T2nA1, or '-' alone for an empty board.",
                             arg_text("text", quote(start).text));
        if (seen & orbital_bit(square))
            return error_set(error, TB_ERR_POSITION, "Square {square} is listed twice.",
                             arg_square("square", orbital_square_name(square).text));
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
            "''{text}'' should be the last piece, such as Bb2 or Tb2n, or -, pass or pass2.",
            arg_text("text", quote(start).text));
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
            return error_set(
                error, TB_ERR_POSITION,
                "The last piece, {piece}, should be on the board and {player}'s, since "
                "{mover} is to move.",
                arg_text("piece", name), arg_player("player", player + 1),
                arg_player("mover", s->turn + 1));
    }
    if (s->towers[0] >= ORBITAL_GOAL && s->towers[1] >= ORBITAL_GOAL)
        return error_set(error, TB_ERR_POSITION,
                         "Both players control {goal} towers or more: only one may have won.",
                         arg_count("goal", ORBITAL_GOAL));
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
                         "After the board, ''{text}'' should be a space and the last piece.",
                         arg_text("text", quote(scan.at).text));
    if ((code = parse_last(&scan, &parsed, error)))
        return code;
    if (!scan_char(&scan, ' '))
        return error_set(
            error, TB_ERR_SYNTAX,
            "After the last piece, ''{text}'' should be a space and the player to move.",
            arg_text("text", quote(scan.at).text));
    word = scan.at;
    if ((player = orbital_scan_letter(&scan, "12")) < 0 || !scan_end(&scan))
        return error_set(error, TB_ERR_SYNTAX,
                         "''{text}'' at the end should be the player to move, 1 or 2.",
                         arg_text("text", quote(word).text));
    parsed.turn = (uint8_t)player;
    if ((code = check_position(&parsed, error)))
        return code;
    memcpy(state, &parsed, sizeof parsed);
    return TB_OK;
}
