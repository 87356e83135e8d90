/*
 * orbital_why.c - why a move of Orbital is not allowed, in words.
 *
 * One question a rule: forbids_... answers true and writes the reason, or false.
 * Rules 3 to 5 are asked first: where to play comes before what to play.
 */
#include <string.h>

#include "core/message.h"
#include "games/orbital/orbital.h"

/* ---- What the last piece obliges to ---------------------------------------------------- */

/* "Your Base on b2" or "Player 1's Base on b2", encoded: it begins a sentence. */
struct piece_phrase {
    char text[256];
};

static struct piece_phrase piece_phrase(int owner, enum orbital_kind kind, int square)
{
    struct piece_phrase phrase;
    struct text out = text_into(phrase.text, sizeof phrase.text);

    message_encode(&out, MESSAGE("{player, select, you {Your} other {{player}'s}} {kind, select, B "
                                 "{Base} T {Thruster} other {Antenna}} on {square}",
                                 arg_player("player", owner + 1),
                                 arg_text("kind", (char[]){orbital_kind_letters[kind], 0}),
                                 arg_square("square", orbital_square_name(square).text)));
    return phrase;
}

void orbital_list_aim(const struct orbital *s, unsigned squares, struct text *out)
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
        text_add(out, "%s%s", first ? "" : " ", orbital_square_name(square).text);
        first = false;
    }
}

/* Encodes the obligation that the last piece lays on the player to move. The pattern names the
 * piece, the `squares` among those that it leaves, and may name the others. */
static void encode_aim(const struct orbital *s, unsigned squares, const char *pattern,
                       struct text *out)
{
    enum orbital_kind kind = orbital_kind(orbital_shape(s->last));
    char list[64], rest[64];
    struct text aim = text_into(list, sizeof list), others = text_into(rest, sizeof rest);

    orbital_list_aim(s, squares, &aim);
    orbital_list_aim(s, ~squares, &others);
    message_encode(
        out,
        MESSAGE(pattern,
                arg_message("piece", piece_phrase(1 - s->turn, kind, orbital_square(s->last)).text),
                arg_or("squares", list), arg_or("others", rest)));
}

/* Encodes where the last piece obliges the player to move to play; one of the hand fits there. */
static void encode_forced(const struct orbital *s, const struct orbital_choice *choice,
                          struct text *out)
{
    unsigned squares = orbital_choice_squares(choice);

    encode_aim(s, squares,
               orbital_aims(s)[s->last] & ~squares
                   ? N_("{piece} obliges you to play on {squares}; on {others} none of your pieces "
                        "fits")
                   : N_("{piece} obliges you to play on {squares}"),
               out);
}

void orbital_obligation(const struct orbital *s, const struct orbital_choice *choice,
                        struct text *out)
{
    switch (choice->basis) {
    case ORBITAL_FORCED:
        encode_forced(s, choice, out);
        break;
    case ORBITAL_RELEASED:
        encode_aim(s, ~0u,
                   N_("{piece} obliges you to play on {squares}, but none of your pieces fits "
                      "there: play wherever one fits"),
                   out);
        break;
    case ORBITAL_RELEASED_EMPTY:
        encode_aim(s, ~0u,
                   N_("{piece} obliges you to play on {squares}, but none of your pieces fits "
                      "there: play on an empty square"),
                   out);
        break;
    case ORBITAL_ANYWHERE:
        if (s->last == ORBITAL_PASS)
            message_encode(out, MESSAGE("{player} has passed. No piece obliges you: play wherever "
                                        "you like",
                                        arg_player("player", 2 - s->turn)));
        else
            message_encode(out, MESSAGE("No piece obliges you: play wherever you like"));
        break;
    case ORBITAL_STUCK:
        message_encode(out, MESSAGE("None of your pieces fits anywhere: you pass"));
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
static bool forbids_thruster(const struct orbital *s, tb_move placement, struct tb_reason *out)
{
    int square = orbital_square(placement), rival = rival_thruster(s, placement);
    int direction = orbital_shape(placement) - ORBITAL_SHAPE_NORTH;
    const char *letter = (char[]){orbital_direction_letters[direction], '\0'};

    if (orbital_ahead[placement] == 0) {
        reason_set(out,
                   "A Thruster on {square} may not point {direction, select, n {north} e {east} s "
                   "{south} other {west}}, straight at the edge of the board.",
                   arg_square("square", orbital_square_name(square).text),
                   arg_text("direction", letter));
        reason_blame(out, orbital_square_name(square).text);
        return true;
    }
    if (rival < 0)
        return false;
    int owner = orbital_owner(s, ORBITAL_THRUSTER, rival);
    bool row = rival / ORBITAL_SIDE == square / ORBITAL_SIDE;

    reason_set(out,
               "{piece} already points {direction, select, n {north} e {east} s {south} other "
               "{west}} in {line, select, row {row} other {column}} {name}, where no two may point "
               "the same way.",
               arg_message("piece", piece_phrase(owner, ORBITAL_THRUSTER, rival).text),
               arg_text("direction", letter), arg_text("line", row ? "row" : "column"),
               arg_start("name", orbital_square_name(square).text + (row ? 1 : 0), 1));
    reason_blame(out, orbital_square_name(rival).text);
    return true;
}

bool orbital_forbids_piece(const struct orbital *s, int player, tb_move placement,
                           struct tb_reason *out)
{
    enum orbital_kind kind = orbital_kind(orbital_shape(placement));
    int square = orbital_square(placement), owner = orbital_owner(s, kind, square);

    if (s->hand[player][kind] == 0) {
        reason_set(out,
                   "{player, select, you {You have} other {{player} has}} {kind, select, B {no "
                   "Base} T {no Thruster} other {no Antenna}} left in hand: all {count} are on the "
                   "board.",
                   arg_player("player", player + 1),
                   arg_text("kind", (char[]){orbital_kind_letters[kind], 0}),
                   arg_count("count", s->per_kind));
        return true;
    }
    if (owner >= 0) {
        reason_set(out,
                   "{piece} already takes that place: a square holds at most one piece of each "
                   "kind.",
                   arg_message("piece", piece_phrase(owner, kind, square).text));
        reason_blame(out, orbital_square_name(square).text);
        return true;
    }
    return kind == ORBITAL_THRUSTER && forbids_thruster(s, placement, out);
}

/* Tells whether the last piece forbids playing on the square, and if so how. */
static bool forbids_square(const struct orbital *s, const struct orbital_choice *choice, int square,
                           struct tb_reason *out)
{
    struct orbital_name name = orbital_square_name(square);
    unsigned allowed = ~0u;
    char obligation[TB_MESSAGE_TEXT];
    struct text text = text_into(obligation, sizeof obligation);

    if (choice->basis == ORBITAL_FORCED)
        allowed = orbital_aims(s)[s->last];
    else if (choice->basis == ORBITAL_RELEASED_EMPTY)
        allowed = orbital_empty(s);
    if (allowed & orbital_bit(square))
        return false;
    orbital_obligation(s, choice, &text);
    if (choice->basis == ORBITAL_RELEASED_EMPTY)
        reason_set(out, "{obligation}, and {square} is not empty.",
                   arg_message("obligation", obligation), arg_square("square", name.text));
    else
        reason_set(out, "{obligation}.", arg_message("obligation", obligation));
    reason_blame(out, orbital_square_name(orbital_square(s->last)).text);
    if (choice->basis == ORBITAL_RELEASED_EMPTY)
        reason_blame(out, name.text);
    return true;
}

/* ---- The text -------------------------------------------------------------------------- */

/* Explains a text that is not a placement; `text` is already in the usual case. */
static void explain_text(const char *text, const char *original, struct tb_reason *out)
{
    struct scan scan = {text};
    int kind = orbital_scan_letter(&scan, orbital_kind_letters), square;
    const char *name = scan.at;
    int digits = *name >= 'a' && *name <= 'z' ? (int)strspn(name + 1, "0123456789") : 0;
    bool on_board = orbital_scan_square(&scan, &square) && digits == 1;
    bool bare = scan_end(&scan);
    bool directed = orbital_scan_letter(&scan, orbital_direction_letters) >= 0 && scan_end(&scan);

    if (kind >= 0 && digits > 0 && !on_board)
        reason_set(out, "Square {square} is not on the board, whose squares go from a1 to d4.",
                   arg_start("square", name, digits + 1));
    else if (kind == ORBITAL_THRUSTER && on_board && bare)
        reason_set(out, "A Thruster needs a direction, n, e, s or w after its square: T{square}n.",
                   arg_square("square", orbital_square_name(square).text));
    else if (kind >= 0 && kind != ORBITAL_THRUSTER && on_board && directed)
        reason_set(out, "Only a Thruster has a direction: write {kind}{square}.",
                   arg_text("kind", (char[]){(char)(orbital_kind_letters[kind]), 0}),
                   arg_square("square", orbital_square_name(square).text));
    else
        reason_set(out,
                   "''{text}'' is not a move: write Bc2 for a Base, Ac2 for an Antenna, Tc2n "
                   "for a Thruster that points north (n, e, s or w).",
                   arg_text("text", quote(original).text));
}

/* Reads a placement or `pass` in any mixture of upper and lower case. */
static bool read_move(const char *text, tb_move *move, struct tb_reason *out)
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
    explain_text(usual, text, out);
    return false;
}

void orbital_why(const void *state, const char *text, struct tb_reason *out)
{
    const struct orbital *s = state;
    tb_move move;

    if (orbital_over(s)) {
        reason_over(out);
        return;
    }
    if (!read_move(text, &move, out))
        return;
    struct orbital_choice choice = orbital_choose(s);

    if (choice.basis == ORBITAL_STUCK && move != ORBITAL_PASS)
        reason_must_pass(out);
    else if (choice.basis != ORBITAL_STUCK && move == ORBITAL_PASS)
        reason_cannot_pass(out);
    else if (move == ORBITAL_PASS || (!forbids_square(s, &choice, orbital_square(move), out) &&
                                      !orbital_forbids_piece(s, s->turn, move, out)))
        reason_legal(out, move);
}
