/*
 * dorix_text.c - Dorix in words: the spelling of moves and the position string.
 *
 * A position string is three words: the piles in square order with their owners
 * from the bottom to the top, the hands, the player to move:
 * `b2:1,c3:12 13/14 1`; `-` stands for an empty board.
 */
#include <string.h>

#include "core/error.h"
#include "core/picture.h"
#include "games/dorix/dorix.h"

/* ---- Spelling ----------------------------------------------------------------- */

void dorix_move_text(const void *state, tb_move move, struct text *out)
{
    int lift = dorix_move_lift(move), place = dorix_move_place(move);

    if (move == DORIX_PASS) {
        text_word(out, "pass");
        return;
    }
    struct dorix lifted = dorix_lifted(state, lift);
    struct dorix_fall fall = dorix_fall(&lifted, place);

    if (lift >= 0) {
        text_word(out, dorix_name(lift).text);
        text_char(out, '>');
    }
    text_word(out, dorix_name(place).text);
    for (int i = 0; i < fall.count; i++) {
        int receiver = dorix_neighbour[place][dorix_move_direction(move, i)];

        text_char(out, i == 0 ? ':' : ',');
        text_word(out, dorix_name(receiver).text);
    }
}

/* True if a pawn falls in direction 0 and is the last one: the number of the move is the same
 * without it. The directions of a move differ, so nothing else is ambiguous. */
static bool ends_with_zero(const struct dorix *lifted, tb_move move)
{
    int place = dorix_move_place(move);
    int falling = dorix_fall_count(lifted, place, dorix_lower(lifted, place));

    return falling > 0 && dorix_move_direction(move, falling - 1) == 0;
}

void dorix_spellings(const void *state, const tb_move *moves, int count, tb_move *out)
{
    struct dorix lifted = *(const struct dorix *)state;

    for (int i = 0; i < count; i++) {
        int lift = dorix_move_lift(moves[i]);

        out[i] = 2 * moves[i];
        if (moves[i] == DORIX_PASS)
            continue;
        if (lift >= 0 && (i == 0 || lift != dorix_move_lift(moves[i - 1])))
            lifted = dorix_lifted(state, lift);
        out[i] += ends_with_zero(&lifted, moves[i]);
    }
}

/* ---- The position string ----------------------------------------------------------- */

void dorix_position_text(const void *state, struct text *out)
{
    const struct dorix *s = state;
    struct tb_scene scene = {0};

    dorix_picture.scene(s, &scene);
    dorix_picture.spell(s, &scene, s->turn, out);
}

/* Quotes the text found where something else was expected. */
static struct quoted found_at(const struct scan *scan)
{
    return quote(scan_end(scan) ? "" : scan->at);
}

/* Reads one pile, `c3:12`, taking its pawns out of the hands. */
static int parse_pile(struct scan *scan, struct dorix *s, struct tb_error *error)
{
    struct quoted found = found_at(scan);
    int column, row;

    if (!scan_square(scan, DORIX_WIDTH, DORIX_WIDTH, &column, &row) || !scan_char(scan, ':'))
        return error_set(error, TB_ERR_SYNTAX,
                         "Expected a pile on a1 to d4, such as c3:12, found ''{found}''.",
                         arg_text("found", found.text));
    int square = row * DORIX_WIDTH + column;

    if (s->height[square])
        return error_set(error, TB_ERR_POSITION, "Square {square} is given twice.",
                         arg_text("square", dorix_name(square).text));
    for (; *scan->at >= '1' && *scan->at < '1' + s->players; scan->at++) {
        int owner = *scan->at - '1';

        if (s->hand[owner] == 0)
            return error_set(
                error, TB_ERR_POSITION, "{player} has more than his {pawns} pawns on the board.",
                arg_player("player", owner + 1), arg_count("pawns", dorix_pawns(s)));
        s->hand[owner]--;
        dorix_push(s, square, owner);
    }
    if (s->height[square] == 0 || !strchr(" ,", *scan->at))
        return error_set(error, TB_ERR_SYNTAX,
                         "Expected after {square}: the owners of its pawns from the bottom up, 1 "
                         "to {players}, found ''{found}''.",
                         arg_text("square", dorix_name(square).text),
                         arg_count("players", s->players), arg_text("found", found.text));
    return TB_OK;
}

/* Reads the word of the piles and the space after it. */
static int parse_piles(struct scan *scan, struct dorix *s, struct tb_error *error)
{
    if (!scan_char(scan, '-')) {
        do {
            int code = parse_pile(scan, s, error);

            if (code)
                return code;
        } while (scan_char(scan, ','));
    }
    if (!scan_char(scan, ' '))
        return error_set(
            error, TB_ERR_SYNTAX,
            "Expected a space and the hands, such as 14/13, after the piles, found ''{found}''.",
            arg_text("found", found_at(scan).text));
    return TB_OK;
}

/* Reads the word of the hands, which must hold the pawns that the board leaves. */
static int parse_hands(struct scan *scan, const struct dorix *s, struct tb_error *error)
{
    struct quoted found = found_at(scan);

    for (int p = 0; p < s->players; p++) {
        int hand;

        if ((p > 0 && !scan_char(scan, '/')) || !scan_number(scan, 999999, &hand))
            return error_set(
                error, TB_ERR_SYNTAX,
                "Expected the hands of {players} players, separated by /, found ''{found}''.",
                arg_count("players", s->players), arg_text("found", found.text));
        if (hand != s->hand[p])
            return error_set(error, TB_ERR_POSITION,
                             "{player} has {on_board} pawns on the board of his {pawns}, so "
                             "{left} in hand, not {found}.",
                             arg_player("player", p + 1),
                             arg_count("on_board", dorix_pawns(s) - s->hand[p]),
                             arg_count("pawns", dorix_pawns(s)),
                             arg_count("left", s->hand[p]), arg_count("found", hand));
    }
    if (!scan_char(scan, ' '))
        return error_set(error, TB_ERR_SYNTAX,
                         "Expected a space and the player to move after the hands of {players} "
                         "players, found ''{found}''.",
                         arg_count("players", s->players), arg_text("found", found_at(scan).text));
    return TB_OK;
}

int dorix_position_parse(const struct tb_setup *setup, const char *text, void *state,
                         struct tb_error *error)
{
    struct scan scan = {text};
    struct dorix s;
    int code, turn;

    dorix_game.init(setup, &s);
    if ((code = parse_piles(&scan, &s, error)) || (code = parse_hands(&scan, &s, error)))
        return code;
    struct quoted found = found_at(&scan);

    if (!scan_number(&scan, s.players, &turn) || turn == 0 || !scan_end(&scan))
        return error_set(
            error, TB_ERR_SYNTAX,
            "Expected the player to move, 1 to {players}, and nothing after it, found ''{found}''.",
            arg_count("players", s.players), arg_text("found", found.text));
    s.turn = (uint8_t)(turn - 1);
    memcpy(state, &s, sizeof s);
    return TB_OK;
}
