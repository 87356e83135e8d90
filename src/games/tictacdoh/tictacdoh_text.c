/*
 * tictacdoh_text.c - Tic Tac Doh in words: moves, why one is not allowed, and
 * position strings.
 *
 * A move is a size letter and a square, `Mb3`. A position is the list of the
 * occupied squares with their contents in order of placing, `b3:L,c3:LM`, or `-`.
 */
#include "core/error.h"
#include "core/picture.h"
#include "games/tictacdoh/tictacdoh.h"

#include <string.h>
#include <strings.h>

/* "c3", or with a size "Mc3" */
struct name {
    char text[4];
};

static struct name square_name(int square)
{
    return (struct name){{(char)('a' + square % TICTACDOH_SIDE),
                          (char)('1' + square / TICTACDOH_SIDE), '\0'}};
}

int tictacdoh_letter_size(char letter)
{
    switch (letter) {
    case 'S':
        return SMALL;
    case 'M':
        return MEDIUM;
    case 'L':
        return LARGE;
    default:
        return -1;
    }
}

char tictacdoh_size_letter(int size)
{
    return "SML"[size];
}

const char *tictacdoh_content(const struct tictacdoh *s, int square)
{
    enum { S = 1, M = 2, L = 4, HIDES_S = 8, HIDES_M = 16 };
    static const char *const contents[32] = {
        [0] = "",
        [S] = "S",
        [M] = "M",
        [L] = "L",
        [L | M] = "LM",
        [L | M | S] = "LMS",
        [M | S] = "MS",
        [M | HIDES_S] = "SM",
        [L | HIDES_M] = "ML",
        [L | HIDES_S | HIDES_M] = "SML",
    };
    unsigned code = 0;

    for (int size = SMALL; size < SIZES; size++)
        code |= (s->counts[size] >> square & 1u) << size;
    for (int size = SMALL; size < LARGE; size++)
        code |= (s->hidden[size] >> square & 1u) << (SIZES + size);
    return contents[code];
}

void tictacdoh_list(uint32_t squares, struct text *out)
{
    for (uint32_t left = squares; left; left &= left - 1)
        text_add(out, "%s%s", left == squares ? "" : " ", square_name(__builtin_ctz(left)).text);
}

void tictacdoh_move_text(const void *state, tb_move move, struct text *out)
{
    (void)state;
    text_char(out, tictacdoh_size_letter((int)(move / TICTACDOH_MOVE_SIZE)));
    text_word(out, square_name((int)(move % TICTACDOH_MOVE_SIZE)).text);
}

/* ---- Why a move is not allowed -------------------------------------------------- */

static const char *size_name(int size)
{
    static const char *const names[SIZES] = {N_("small"), N_("medium"), N_("large")};

    return names[size];
}

/* A move that is legal here, for the examples in answers. */
static struct name example_move(const uint32_t targets[SIZES])
{
    int size = targets[MEDIUM] ? MEDIUM : targets[SMALL] ? SMALL : LARGE;
    struct name square = square_name(__builtin_ctz(targets[size]));

    return (struct name){
        {tictacdoh_size_letter(size), square.text[0], square.text[1], '\0'}};
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* The square that a text of two characters names, or -1. */
static int read_square(const char *text)
{
    char folded[3] = {lower(text[0]), text[0] ? text[1] : '\0', '\0'};
    struct scan scan = {folded};
    int column, row;

    if (!scan_square(&scan, TICTACDOH_SIDE, TICTACDOH_SIDE, &column, &row))
        return -1;
    return row * TICTACDOH_SIDE + column;
}

/* Says what is wrong with a text that is not a size and a square. */
static void why_malformed(const uint32_t targets[SIZES], const char *text, struct tb_reason *out)
{
    size_t length = strlen(text);
    struct name example = example_move(targets);

    if (strcasecmp(text, "pass") == 0) {
        reason_set(out,
                   "Nobody passes in Tic Tac Doh: put a piece of the stash, for example {example}.",
                   arg_text("example", example.text));
    } else if (length == 2 && read_square(text) >= 0) {
        struct name on = square_name(read_square(text));

        reason_set(out,
                   "Say which piece goes on {square}: S{square} (small), M{square} (medium) or "
                   "L{square} (large).",
                   arg_text("square", on.text));
    } else if (length == 3 && read_square(text + 1) >= 0 && text[0] > ' ' && text[0] <= '~') {
        reason_set(out, "''{text}'' is not a size: pieces are S (small), M (medium) or L (large).",
                   arg_text("text", (char[]){(char)(text[0]), 0}));
    } else {
        reason_set(out,
                   "''{text}'' is not a move: write a size (S, M or L) and a square (a1 to e5), "
                   "for example {example}.",
                   arg_text("text", quote(text).text), arg_text("example", example.text));
    }
}

/* The square is empty and no piece may be put there. */
static void why_not_open(const struct tictacdoh *s, int square, struct tb_reason *out)
{
    struct name name = square_name(square);
    uint32_t far = tictacdoh_occupied(s) & ~tictacdoh_near(square);

    if (tictacdoh_occupied(s) == 0) {
        reason_set(out, "The first piece of the game must go on c3, not on {square}.",
                   arg_text("square", name.text));
        reason_blame(out, name.text);
    } else if (far) {
        char list[64];
        struct text text = text_into(list, sizeof list);

        tictacdoh_list(far, &text);
        reason_set(out,
                   "Square {square} is too far from {squares}: all pieces must fit in a 3x3 grid.",
                   arg_text("square", name.text), arg_and("squares", list));
        for (; far; far &= far - 1)
            reason_blame(out, square_name(__builtin_ctz(far)).text);
    } else {
        reason_set(out, "Square {square} touches no piece in play, not even at a corner.",
                   arg_text("square", name.text));
        reason_blame(out, name.text);
    }
}

/* The square holds a single piece that differs from the new one by none or two sizes. */
static void why_not_on_one(int size, int top, struct name name, struct tb_reason *out)
{
    const char *accepted = top == MEDIUM ? "S L" : "M";

    if (size == top)
        reason_set(
            out,
            "The piece on {square} is {top} already: only a piece exactly one size smaller or "
            "larger can join it, here {accepted}.",
            arg_text("square", name.text), arg_term("top", size_name(top)),
            arg_or("accepted", accepted));
    else
        reason_set(out,
                   "The piece on {square} is {top}, two sizes away: only a piece exactly one size "
                   "smaller or larger can join it, here {accepted}.",
                   arg_text("square", name.text), arg_term("top", size_name(top)),
                   arg_or("accepted", accepted));
}

/* The square holds a stack that does not accept the new piece. */
static void why_not_on_stack(int size, int top, struct name name, const char *content,
                             struct tb_reason *out)
{
    if (top == SMALL)
        reason_set(out,
                   "The stack on {square} ({content}) ends with its small piece: nothing more can "
                   "go on it.",
                   arg_text("square", name.text), arg_text("content", content));
    else if (size == top)
        reason_set(out,
                   "The stack on {square} ({content}) has a medium piece on top already: only the "
                   "next size down, S, can go on it.",
                   arg_text("square", name.text), arg_text("content", content));
    else
        reason_set(
            out,
            "Square {square} is a stack ({content}) and a square never mixes stack and nest: "
            "only S can go on it.",
            arg_text("square", name.text), arg_text("content", content));
}

/* The square holds a nest that does not accept the new piece. */
static void why_not_on_nest(int size, int top, struct name name, const char *content,
                            struct tb_reason *out)
{
    if (top == LARGE)
        reason_set(
            out,
            "The nest on {square} ({content}) is closed by its large piece: nothing more can "
            "go over it.",
            arg_text("square", name.text), arg_text("content", content));
    else if (size == top)
        reason_set(out,
                   "The nest on {square} ({content}) has a medium piece outside already: only the "
                   "next size up, L, can go over it.",
                   arg_text("square", name.text), arg_text("content", content));
    else
        reason_set(out,
                   "Square {square} is a nest ({content}) and a square never mixes nest and stack: "
                   "only L can go over it.",
                   arg_text("square", name.text), arg_text("content", content));
}

/* The rule that forbids a piece of this size on this square. */
static void why_forbidden(const struct tictacdoh *s, int size, int square, struct tb_reason *out)
{
    const char *content = tictacdoh_content(s, square);
    size_t height = strlen(content);
    struct name name = square_name(square);

    if (s->left[size] == 0) {
        reason_set(out, "No {size} piece is left in the stash.", arg_term("size", size_name(size)));
        return;
    }
    if (height == 0) {
        why_not_open(s, square, out);
        return;
    }
    int top = tictacdoh_letter_size(content[height - 1]);

    if (height == 1)
        why_not_on_one(size, top, name, out);
    else if (tictacdoh_letter_size(content[0]) > top)
        why_not_on_stack(size, top, name, content, out);
    else
        why_not_on_nest(size, top, name, content, out);
    reason_blame(out, name.text);
}

void tictacdoh_why(const void *state, const char *text, struct tb_reason *out)
{
    const struct tictacdoh *s = state;
    uint32_t targets[SIZES];

    tictacdoh_targets(s, targets);
    if ((targets[SMALL] | targets[MEDIUM] | targets[LARGE]) == 0) {
        reason_over(out);
        return;
    }
    int size = tictacdoh_letter_size(upper(text[0]));
    bool sized = size >= 0 && strlen(text) == 3;
    int square = sized ? read_square(text + 1) : -1;

    if (square >= 0 && targets[size] & tictacdoh_bit(square))
        reason_legal(out, (tb_move)(size * TICTACDOH_MOVE_SIZE + square));
    else if (square >= 0)
        why_forbidden(s, size, square, out);
    else if (sized && lower(text[1]) >= 'a' && lower(text[1]) <= 'z' && text[2] >= '0' &&
             text[2] <= '9')
        reason_set(out, "Square {column}{row} is off the sheet, whose squares go from a1 to e5.",
                   arg_text("column", (char[]){(char)(lower(text[1])), 0}),
                   arg_text("row", (char[]){(char)(text[2]), 0}));
    else
        why_malformed(targets, text, out);
}

/* ---- Position strings ------------------------------------------------------------ */

void tictacdoh_position_text(const void *state, struct text *out)
{
    struct tb_scene scene = {0};

    tictacdoh_picture.scene(state, &scene);
    tictacdoh_picture.spell(state, &scene, 0, out);
}

/* The entry of the list that begins here, for a message. */
static struct quoted quote_entry(const char *at)
{
    struct quoted entry = quote(at);

    entry.text[strcspn(entry.text, ",")] = '\0';
    return entry;
}

/* True if the entry consists of size letters. */
static bool all_sizes(const char *at)
{
    return strspn(at, "SML") == strcspn(at, ",");
}

/* Takes a content off the text: NULL if it is none of the nine. */
static const char *scan_content(struct scan *scan)
{
    static const char *const contents[] = {"S", "M", "L", "LM", "LMS", "MS", "SM", "SML", "ML"};
    size_t length = strcspn(scan->at, ",");

    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++)
        if (strlen(contents[i]) == length && scan_word(scan, contents[i]))
            return contents[i];
    return NULL;
}

static int too_many(const struct tictacdoh *s, int size, const char *square,
                    struct tb_error *error)
{
    return error_set(error, TB_ERR_POSITION,
                     "The {size} piece on {square} is one too many; the stash has {stash} of each "
                     "size.",
                     arg_term("size", size_name(size)), arg_square("square", square),
                     arg_count("stash", s->stash));
}

/* Reads one `b3:LM` and puts its pieces. */
static int parse_square(struct tictacdoh *s, struct scan *scan, struct tb_error *error)
{
    const char *start = scan->at;
    int column, row;

    if (!scan_square(scan, TICTACDOH_SIDE, TICTACDOH_SIDE, &column, &row) ||
        !scan_char(scan, ':'))
        return error_set(error, TB_ERR_SYNTAX,
                         "''{text}'' should be a square from a1 to e5, a colon and its pieces, "
                         "for example c3:LM.",
                         arg_text("text", quote_entry(start).text));
    int square = row * TICTACDOH_SIDE + column;
    struct name name = square_name(square);

    if (tictacdoh_occupied(s) & tictacdoh_bit(square))
        return error_set(error, TB_ERR_POSITION, "Square {square} is listed twice.",
                         arg_text("square", name.text));
    const char *content = scan_content(scan);

    if (!content)
        return error_set(
            error, all_sizes(scan->at) ? TB_ERR_POSITION : TB_ERR_SYNTAX,
            "Square {square} cannot hold ''{text}''; it may hold S, M, L, LM, LMS, MS, "
            "SM, SML or ML.",
            arg_text("square", name.text), arg_text("text", quote_entry(scan->at).text));
    for (; *content; content++) {
        int size = tictacdoh_letter_size(*content);

        if (s->left[size] == 0)
            return too_many(s, size, name.text, error);
        tictacdoh_put(s, size, square);
    }
    return TB_OK;
}

/* Checks where the pieces stand: c3 among them, within 3x3, connected. */
static int check_shape(const struct tictacdoh *s, struct tb_error *error)
{
    uint32_t occupied = tictacdoh_occupied(s), outside = occupied & ~s->room;
    uint32_t joined = tictacdoh_bit(TICTACDOH_CENTRE), before;

    if ((occupied & joined) == 0)
        return error_set(error, TB_ERR_POSITION,
                         "Square c3 is empty; the first piece must be there.");
    if (outside) {
        char list[128];
        struct text text = text_into(list, sizeof list);

        tictacdoh_list(outside, &text);
        return error_set(error, TB_ERR_POSITION,
                         "The pieces on {squares} do not fit together in a 3x3 grid.",
                         arg_and("squares", list));
    }
    do {
        before = joined;
        joined = tictacdoh_spread(joined) & occupied;
    } while (joined != before);
    if (joined != occupied)
        return error_set(
            error, TB_ERR_POSITION,
            "The piece on {square} is not connected to c3; each piece must touch another.",
            arg_square("square", square_name(__builtin_ctz(occupied & ~joined)).text));
    return TB_OK;
}

int tictacdoh_position_parse(const struct tb_setup *setup, const char *text, void *state,
                             struct tb_error *error)
{
    struct tictacdoh s;
    struct scan scan = {text};
    int code;

    tictacdoh_init(setup, &s);
    if (strcmp(text, "-") != 0) {
        do {
            if ((code = parse_square(&s, &scan, error)))
                return code;
        } while (scan_char(&scan, ','));
        if ((code = check_shape(&s, error)))
            return code;
    }
    for (int size = SMALL; size < SIZES; size++)
        s.line |= tictacdoh_lines(s.counts[size]) != 0;
    *(struct tictacdoh *)state = s;
    return TB_OK;
}
