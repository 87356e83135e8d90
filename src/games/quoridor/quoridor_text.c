/* quoridor_text.c - Quoridor in words: notation, why a move is not allowed, position strings. */
#include <string.h>

#include "core/error.h"
#include "core/picture.h"
#include "games/quoridor/quoridor.h"

/* ---- Names ------------------------------------------------------------------------ */

struct name {
    char text[8];
};

static struct name square_name(int square)
{
    struct name name;

    quoridor_square_text(square, name.text);
    return name;
}

static struct name barrier_name(int place, bool upright)
{
    struct name name = square_name(place);

    strcat(name.text, upright ? "v" : "h");
    return name;
}

void quoridor_square_text(int square, char out[3])
{
    out[0] = (char)('a' + square % QUORIDOR_STRIDE);
    out[1] = (char)('1' + square / QUORIDOR_STRIDE);
    out[2] = '\0';
}

void quoridor_move_text(const void *state, tb_move move, struct text *out)
{
    (void)state;
    if (move == QUORIDOR_PASS)
        text_word(out, "pass");
    else if (move < QUORIDOR_ACROSS)
        text_word(out, square_name((int)move).text);
    else if (move < QUORIDOR_UPRIGHT)
        text_word(out, barrier_name((int)move - QUORIDOR_ACROSS, false).text);
    else
        text_word(out, barrier_name((int)move - QUORIDOR_UPRIGHT, true).text);
}

/* ---- Why: barriers ------------------------------------------------------------------- */

static void why_shut_in(const struct quoridor *q, int player, struct tb_reason *out)
{
    int side = q->players == 2 ? 2 * player : player; /* as in struct geometry */

    if (side == 0 || side == 2)
        reason_set(out,
                   "This barrier would leave {player, select, you {you} other {{player}}} without a "
                   "path to row {row}.",
                   arg_player("player", player + 1), arg_count("row", side == 0 ? q->size : 1));
    else
        reason_set(out,
                   "This barrier would leave {player, select, you {you} other {{player}}} without a "
                   "path to column {column}.",
                   arg_player("player", player + 1),
                   arg_text("column", (char[]){(char)(side == 1 ? 'a' + q->size - 1 : 'a'), 0}));
    reason_blame(out, square_name(q->pawn[player]).text);
}

/* True, with the reason, if it overlaps or crosses a barrier on the board. */
static bool why_in_the_way(const struct quoridor *q, int place, bool upright, struct tb_reason *out)
{
    quoridor_board same = upright ? q->upright : q->across,
                   other = upright ? q->across : q->upright;
    int step = upright ? QUORIDOR_STRIDE : 1;

    if (same & quoridor_bit(place)) {
        struct name barrier = barrier_name(place, upright);

        reason_set(out, "There is a barrier on {barrier} already.",
                   arg_square("barrier", barrier.text));
        reason_blame(out, barrier.text);
        return true;
    }
    if (other & quoridor_bit(place)) {
        struct name barrier = barrier_name(place, !upright);

        reason_set(out, "This barrier would cross the barrier {barrier}.",
                   arg_square("barrier", barrier.text));
        reason_blame(out, barrier.text);
        return true;
    }
    for (int near = place - step; near <= place + step; near += 2 * step) {
        if (near < 0 || !(same & quoridor_bit(near)))
            continue;
        struct name barrier = barrier_name(near, upright);

        reason_set(out, "This barrier would overlap the barrier {barrier}.",
                   arg_square("barrier", barrier.text));
        reason_blame(out, barrier.text);
        return true;
    }
    return false;
}

static void why_barrier(const struct quoridor *q, int place, bool upright, struct tb_reason *out)
{
    const struct quoridor_geometry *g = quoridor_geometry(q);
    quoridor_board b = quoridor_bit(place);
    int shut_in;

    if (q->left[q->turn] == 0) {
        reason_set(out,
                   "{player, select, you {You have} other {{player} has}} no barrier left and must "
                   "move the pawn.",
                   arg_player("player", q->turn + 1));
    } else if (!(b & g->anchors)) {
        struct name corner = square_name((q->size - 2) * (QUORIDOR_STRIDE + 1));

        reason_set(out,
                   "Barrier {barrier} would stick out of the board: a barrier is named by the "
                   "square to the lower left of its middle, from a1 to {last}.",
                   arg_square("barrier", barrier_name(place, upright).text),
                   arg_text("last", corner.text));
        reason_blame(out, square_name(place).text);
    } else if (why_in_the_way(q, place, upright, out)) {
        return;
    } else if ((shut_in = quoridor_shut_in(q, upright ? 0 : b, upright ? b : 0)) >= 0) {
        why_shut_in(q, shut_in, out);
    } else {
        reason_legal(out, (tb_move)(place + (upright ? QUORIDOR_UPRIGHT : QUORIDOR_ACROSS)));
    }
}

/* ---- Why: pawns ------------------------------------------------------------------------ */

/* The direction in which `to` is exactly `steps` squares away in a line, or -1. */
static int line_direction(int from, int to, int steps)
{
    int columns = to % QUORIDOR_STRIDE - from % QUORIDOR_STRIDE,
        rows = to / QUORIDOR_STRIDE - from / QUORIDOR_STRIDE;

    if (columns == 0 && rows == steps)
        return QUORIDOR_NORTH;
    if (columns == steps && rows == 0)
        return QUORIDOR_EAST;
    if (columns == 0 && rows == -steps)
        return QUORIDOR_SOUTH;
    if (columns == -steps && rows == 0)
        return QUORIDOR_WEST;
    return -1;
}

static int pawn_on(const struct quoridor *q, int square)
{
    for (int p = 0; p < q->players; p++)
        if (q->pawn[p] == square)
            return p;
    return -1;
}

/* The barrier on the edge between two neighbouring squares, named in `out`; false if none. */
static bool barrier_between(const struct quoridor *q, int a, int b, struct name *out)
{
    int low = a < b ? a : b;
    bool upright = line_direction(low, a < b ? b : a, 1) == QUORIDOR_EAST;
    quoridor_board set = upright ? q->upright : q->across;
    int step = upright ? QUORIDOR_STRIDE : 1;

    if (set & quoridor_bit(low))
        *out = barrier_name(low, upright);
    else if (low >= step && (set & quoridor_bit(low - step)))
        *out = barrier_name(low - step, upright);
    else
        return false;
    return true;
}

/* Says that a barrier stands between two neighbouring squares, if one does. */
static bool why_barrier_between(const struct quoridor *q, int a, int b, struct tb_reason *out)
{
    struct name barrier;

    if (!barrier_between(q, a, b, &barrier))
        return false;
    reason_set(out, "The barrier {barrier} stands between {a} and {b}.",
               arg_text("barrier", barrier.text), arg_square("a", square_name(a).text),
               arg_square("b", square_name(b).text));
    reason_blame(out, barrier.text);
    return true;
}

/* Two squares away in a line: why the straight jump over `over` is not possible. */
static void why_not_straight(const struct quoridor *q, int over, int to, struct tb_reason *out)
{
    int from = q->pawn[q->turn];

    if (pawn_on(q, over) < 0) {
        reason_set(out,
                   "Square {to} is two squares away and there is no pawn on {over} to jump over: a "
                   "pawn moves one square.",
                   arg_square("to", square_name(to).text),
                   arg_square("over", square_name(over).text));
        reason_blame(out, square_name(over).text);
    } else if (!why_barrier_between(q, from, over, out)) {
        why_barrier_between(q, over, to, out);
    }
}

/* One square diagonally, around the pawn on `over`: why that turn is not possible. */
static void why_no_turn(const struct quoridor *q, int over, int to, struct tb_reason *out)
{
    const struct quoridor_geometry *g = quoridor_geometry(q);
    struct quoridor_edges empty = {g->north, g->east};
    int from = q->pawn[q->turn], behind = over + (over - from);
    bool at_rim = !quoridor_board_step(
        quoridor_bit(over), (enum quoridor_direction)line_direction(from, over, 1), &empty);
    struct name barrier;
    bool barrier_behind = !at_rim && barrier_between(q, over, behind, &barrier);

    if (why_barrier_between(q, from, over, out))
        return;
    if (!at_rim && !barrier_behind && pawn_on(q, behind) < 0) {
        reason_set(out,
                   "Nothing blocks the straight jump over the pawn on {over} to {behind}, so you "
                   "may not turn.",
                   arg_square("over", square_name(over).text),
                   arg_square("behind", square_name(behind).text));
        reason_blame(out, square_name(over).text);
        reason_blame(out, square_name(behind).text);
    } else if (q->turn_rule == QUORIDOR_TURN_BARRIER && !barrier_behind) {
        reason_set(out,
                   "Only a barrier behind the pawn on {over} would allow the turn (turn=barrier).",
                   arg_square("over", square_name(over).text));
        reason_blame(out, square_name(over).text);
    } else {
        why_barrier_between(q, over, to, out);
    }
}

static void why_not_diagonal(const struct quoridor *q, int to, struct tb_reason *out)
{
    int from = q->pawn[q->turn];
    int corners[] = {from / QUORIDOR_STRIDE * QUORIDOR_STRIDE + to % QUORIDOR_STRIDE,
                     to / QUORIDOR_STRIDE * QUORIDOR_STRIDE + from % QUORIDOR_STRIDE};

    for (int i = 0; i < 2; i++) {
        if (pawn_on(q, corners[i]) < 0)
            continue;
        why_no_turn(q, corners[i], to, out);
        return;
    }
    reason_set(out,
               "A pawn goes diagonally only around a neighbouring pawn, and there is none on "
               "{first} or {second}.",
               arg_square("first", square_name(corners[0]).text),
               arg_square("second", square_name(corners[1]).text));
    reason_blame(out, square_name(corners[0]).text);
    reason_blame(out, square_name(corners[1]).text);
}

static void why_pawn(const struct quoridor *q, int to, struct tb_reason *out)
{
    int from = q->pawn[q->turn], there = pawn_on(q, to);
    int columns = to % QUORIDOR_STRIDE - from % QUORIDOR_STRIDE,
        rows = to / QUORIDOR_STRIDE - from / QUORIDOR_STRIDE;

    if (quoridor_pawn_targets(q) & quoridor_bit(to)) {
        reason_legal(out, (tb_move)to);
    } else if (there >= 0) {
        reason_set(out,
                   "{player, select, you {Your pawn} other {The pawn of {player}}} stands on "
                   "{square}.",
                   arg_player("player", there + 1),
                   arg_square("square", square_name(to).text));
        reason_blame(out, square_name(to).text);
    } else if (line_direction(from, to, 1) >= 0) {
        why_barrier_between(q, from, to, out);
    } else if (line_direction(from, to, 2) >= 0) {
        why_not_straight(q, (from + to) / 2, to, out);
    } else if (columns * columns == 1 && rows * rows == 1) {
        why_not_diagonal(q, to, out);
    } else {
        reason_set(out,
                   "Square {to} is too far from {from}: a pawn moves one square, or jumps over a "
                   "neighbouring pawn.",
                   arg_square("to", square_name(to).text),
                   arg_square("from", square_name(from).text));
        reason_blame(out, square_name(from).text);
    }
}

/* ---- Why: the parser -------------------------------------------------------------------- */

static void why_malformed(const char *text, struct tb_reason *out)
{
    reason_set(out,
               "''{text}'' is not a move: write a square such as e2 for the pawn, or a barrier "
               "such as c3h or c3v.",
               arg_text("text", quote(text).text));
}

/* A letter and a digit that name no square of this board. */
static bool is_off_board(const struct quoridor *q, const char *text)
{
    char file = text[0], rank = file ? text[1] : '\0';
    size_t length = strlen(text);
    bool form = file >= 'a' && file <= 'z' && rank >= '0' && rank <= '9' &&
                (length == 2 || (length == 3 && (text[2] == 'h' || text[2] == 'v')));

    return form && (file - 'a' >= q->size || rank < '1' || rank - '1' >= q->size);
}

/* Lower case, cut off after a length that no move has. */
static void lower(const char *text, char out[8])
{
    size_t i = 0;

    for (; text[i] && i < 7; i++)
        out[i] = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] - 'A' + 'a') : text[i];
    out[i] = '\0';
}

static void why_pass(const struct quoridor *q, struct tb_reason *out)
{
    tb_move moves[QUORIDOR_MOVES_MAX];

    quoridor_game.moves(q, moves);
    if (moves[0] == QUORIDOR_PASS)
        reason_legal(out, QUORIDOR_PASS);
    else
        reason_cannot_pass(out);
}

void quoridor_why(const void *state, const char *text, struct tb_reason *out)
{
    const struct quoridor *q = state;
    char word[8];
    struct scan scan = {word};
    int column, row;

    lower(text, word);
    if (quoridor_game.result(q).over) {
        reason_over(out);
    } else if (strcmp(word, "pass") == 0) {
        why_pass(q, out);
    } else if (is_off_board(q, word)) {
        reason_set(out, "Square {square} is not on the board: its squares go from a1 to {last}.",
                   arg_start("square", word, 2),
                   arg_square("last", square_name((q->size - 1) * (QUORIDOR_STRIDE + 1)).text));
    } else if (!scan_square(&scan, q->size, q->size, &column, &row)) {
        why_malformed(text, out);
    } else if (scan_end(&scan)) {
        why_pawn(q, row * QUORIDOR_STRIDE + column, out);
    } else if (strcmp(scan.at, "h") == 0 || strcmp(scan.at, "v") == 0) {
        why_barrier(q, row * QUORIDOR_STRIDE + column, *scan.at == 'v', out);
    } else {
        why_malformed(text, out);
    }
}

/* ---- Position strings: `e1/e9 9/9 e3h,d5v 1` ---------------------------------------------- */

void quoridor_position_text(const void *state, struct text *out)
{
    const struct quoridor *q = state;
    struct tb_scene scene = {0};

    quoridor_picture.scene(q, &scene);
    scene_sort(&scene);
    quoridor_picture.spell(q, &scene, q->turn, out);
}

static int parse_pawns(struct quoridor *q, struct scan *scan, struct tb_error *error)
{
    for (int p = 0; p < q->players; p++) {
        int column, row;

        if ((p && !scan_char(scan, '/')) ||
            !scan_square(scan, q->size, q->size, &column, &row))
            return error_set(
                error, TB_ERR_SYNTAX,
                "The position string starts with {players} pawn squares such as {example}, not "
                "''{found}''.",
                arg_count("players", q->players),
                arg_text("example", q->players == 2 ? "e1/e9" : "e1/a5/e9/i5"),
                arg_text("found", quote(scan->at).text));
        int square = row * QUORIDOR_STRIDE + column;

        for (int other = 0; other < p; other++)
            if (q->pawn[other] == square)
                return error_set(error, TB_ERR_POSITION,
                                 "Players {first} and {second} cannot both stand on {square}.",
                                 arg_count("first", other + 1), arg_count("second", p + 1),
                                 arg_square("square", square_name(square).text));
        q->pawn[p] = (uint8_t)square;
    }
    return TB_OK;
}

static int parse_hands(struct quoridor *q, struct scan *scan, int total, struct tb_error *error)
{
    for (int p = 0; p < q->players; p++) {
        int left;

        if (!scan_char(scan, p ? '/' : ' ') || !scan_number(scan, 99, &left))
            return error_set(
                error, TB_ERR_SYNTAX,
                "After the pawns come the barriers in hand of {players} players such as {example}, "
                "not ''{found}''.",
                arg_count("players", q->players),
                arg_text("example", q->players == 2 ? "10/10" : "5/5/5/5"),
                arg_text("found", quote(scan->at).text));
        if (left > total)
            return error_set(error, TB_ERR_POSITION,
                             "{player} cannot have {count} barriers in hand: the game has {total}.",
                             arg_player("player", p + 1), arg_count("count", left),
                             arg_count("total", total));
        q->left[p] = (uint8_t)left;
    }
    return TB_OK;
}

static int parse_barriers(struct quoridor *q, struct scan *scan, struct tb_error *error)
{
    if (!scan_char(scan, ' '))
        return error_set(error, TB_ERR_SYNTAX,
                         "After the hands come the barriers such as e3h,d5v or -, not ''{found}''.",
                         arg_text("found", quote(scan->at).text));
    if (scan_char(scan, '-'))
        return TB_OK;
    do {
        const char *start = scan->at;
        struct tb_reason reason;
        int column, row;

        if (!scan_square(scan, q->size, q->size, &column, &row) ||
            (*scan->at != 'h' && *scan->at != 'v'))
            return error_set(error, TB_ERR_SYNTAX,
                             "''{text}'' is not a barrier such as e3h or d5v.",
                             arg_text("text", quote(start).text));
        bool upright = *scan->at++ == 'v';
        int place = row * QUORIDOR_STRIDE + column;
        struct name name = barrier_name(place, upright);

        if (!(quoridor_bit(place) & quoridor_geometry(q)->anchors))
            return error_set(error, TB_ERR_POSITION,
                             "The barrier {barrier} sticks out of the board.",
                             arg_text("barrier", name.text));
        if (why_in_the_way(q, place, upright, &reason)) {
            error_set_encoded(error, TB_ERR_POSITION, reason.message);
            error_prefix(error, "Barrier {barrier}: ", arg_text("barrier", name.text));
            return TB_ERR_POSITION;
        }
        *(upright ? &q->upright : &q->across) |= quoridor_bit(place);
    } while (scan_char(scan, ','));
    return TB_OK;
}

static int parse_turn(struct quoridor *q, struct scan *scan, struct tb_error *error)
{
    int turn;

    if (!scan_char(scan, ' ') || !scan_number(scan, q->players, &turn) || turn < 1 ||
        !scan_end(scan))
        return error_set(
            error, TB_ERR_SYNTAX,
            "The position string ends with the player to move, 1 to {players}, not ''{found}''.",
            arg_count("players", q->players), arg_text("found", quote(scan->at).text));
    q->turn = (uint8_t)(turn - 1);
    return TB_OK;
}

/* The rules that tie the parts together. */
static int check_whole(const struct quoridor *q, int total, struct tb_error *error)
{
    int barriers = quoridor_board_count(q->across) + quoridor_board_count(q->upright), winners = 0;
    int shut_in = quoridor_shut_in(q, 0, 0);

    for (int p = 0; p < q->players; p++) {
        barriers += q->left[p];
        winners += (quoridor_bit(q->pawn[p]) & quoridor_goal(q, p)) != 0;
    }
    if (barriers != total)
        return error_set(
            error, TB_ERR_POSITION,
            "Barriers on the board and in hand are {count}; together they must be {total}.",
            arg_count("count", barriers), arg_count("total", total));
    if (shut_in >= 0)
        return error_set(error, TB_ERR_POSITION, "{player} has no path to the goal.",
                         arg_player("player", shut_in + 1));
    if (winners > 1)
        return error_set(error, TB_ERR_POSITION,
                         "{count} pawns stand on their goal; at most one can have won.",
                         arg_count("count", winners));
    return TB_OK;
}

int quoridor_position_parse(const struct tb_setup *setup, const char *text, void *state,
                            struct tb_error *error)
{
    struct quoridor q;
    struct scan scan = {text};
    int total = 0, code;

    setup->game->init(setup, &q);
    for (int p = 0; p < q.players; p++)
        total += q.left[p];
    if ((code = parse_pawns(&q, &scan, error)) || (code = parse_hands(&q, &scan, total, error)) ||
        (code = parse_barriers(&q, &scan, error)) || (code = parse_turn(&q, &scan, error)) ||
        (code = check_whole(&q, total, error)))
        return code;
    memcpy(state, &q, sizeof q);
    return TB_OK;
}
