/*
 * tictacdoh_text.c - Tic Tac Doh in words: moves, why one is not allowed, and
 * position strings.
 *
 * A move is a size letter and a square, `Mb3`. A position is the list of the
 * occupied squares with their contents in order of placing, `b3:L,c3:LM`, or `-`.
 */
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

void tictacdoh_list(uint32_t squares, enum tb_lang lang, struct text *out)
{
    const char *before = "";

    while (squares) {
        text_add(out, "%s%s", before, square_name(__builtin_ctz(squares)).text);
        squares &= squares - 1;
        before = squares & (squares - 1) ? ", " : in_lang(lang, " and ", " et ");
    }
}

void tictacdoh_move_text(const void *state, tb_move move, struct text *out)
{
    (void)state;
    text_add(out, "%c%s", tictacdoh_size_letter((int)(move / TICTACDOH_MOVE_SIZE)),
             square_name((int)(move % TICTACDOH_MOVE_SIZE)).text);
}

/* ---- Why a move is not allowed -------------------------------------------------- */

/* Feminine in French, as the pieces are. */
static const char *size_name(int size, enum tb_lang lang)
{
    static const char *const names[2][SIZES] = {
        [TB_ENGLISH] = {"small", "medium", "large"},
        [TB_FRENCH] = {"petite", "moyenne", "grande"},
    };

    return names[lang == TB_FRENCH][size];
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
static void why_malformed(const uint32_t targets[SIZES], const char *text, enum tb_lang lang,
                          struct tb_reason *out)
{
    size_t length = strlen(text);
    struct name example = example_move(targets);

    if (strcasecmp(text, "pass") == 0) {
        reason_set(out, lang,
                   "Nobody passes in Tic Tac Doh: put a piece of the stash, for example %s.",
                   "On ne passe pas à Tic Tac Doh : posez une pièce de la réserve, par exemple %s.",
                   example.text);
    } else if (length == 2 && read_square(text) >= 0) {
        struct name on = square_name(read_square(text));

        reason_set(out, lang,
                   "Say which piece goes on %s: S%s (small), M%s (medium) or L%s (large).",
                   "Dites quelle pièce va en %s : S%s (petite), M%s (moyenne) ou L%s (grande).",
                   on.text, on.text, on.text, on.text);
    } else if (length == 3 && read_square(text + 1) >= 0 && text[0] > ' ' && text[0] <= '~') {
        reason_set(
            out, lang, "'%c' is not a size: pieces are S (small), M (medium) or L (large).",
            "« %c » n'est pas une taille : les pièces sont S (petite), M (moyenne) ou L (grande).",
            text[0]);
    } else {
        reason_set(
            out, lang,
            "'%s' is not a move: write a size (S, M or L) and a square (a1 to e5), for example %s.",
            "« %s » n'est pas un coup : écrivez une taille (S, M ou L) et une case (a1 à e5), par "
            "exemple %s.",
            quote(text).text, example.text);
    }
}

/* The square is empty and no piece may be put there. */
static void why_not_open(const struct tictacdoh *s, int square, enum tb_lang lang,
                         struct tb_reason *out)
{
    struct name name = square_name(square);
    uint32_t far = tictacdoh_occupied(s) & ~tictacdoh_near(square);

    if (tictacdoh_occupied(s) == 0) {
        reason_set(out, lang, "The first piece of the game must go on c3, not on %s.",
                   "La première pièce de la partie se pose en c3, pas en %s.", name.text);
        reason_blame(out, name.text);
    } else if (far) {
        char list[64];
        struct text text = text_into(list, sizeof list);

        tictacdoh_list(far, lang, &text);
        reason_set(
            out, lang, "Square %s is too far from %s: all pieces must fit in a 3x3 grid.",
            "La case %s est trop loin de %s : toutes les pièces doivent tenir dans une grille 3x3.",
            name.text, list);
        for (; far; far &= far - 1)
            reason_blame(out, square_name(__builtin_ctz(far)).text);
    } else {
        reason_set(out, lang, "Square %s touches no piece in play, not even at a corner.",
                   "La case %s ne touche aucune pièce en jeu, pas même par un coin.", name.text);
        reason_blame(out, name.text);
    }
}

/* The square holds a single piece that differs from the new one by none or two sizes. */
static void why_not_on_one(int size, int top, struct name name, enum tb_lang lang,
                           struct tb_reason *out)
{
    const char *accepted = top == MEDIUM ? in_lang(lang, "S or L", "S ou L") : "M";

    if (size == top)
        reason_set(out, lang,
                   "The piece on %s is %s already: only a piece exactly one size smaller or larger "
                   "can join it, here %s.",
                   "La pièce en %s est déjà %s : seule une pièce plus petite ou plus grande "
                   "d'exactement une taille peut l'y rejoindre, ici %s.",
                   name.text, size_name(top, lang), accepted);
    else
        reason_set(out, lang,
                   "The piece on %s is %s, two sizes away: only a piece exactly one size smaller "
                   "or larger can join it, here %s.",
                   "La pièce en %s est %s, à deux tailles d'écart : seule une pièce plus petite ou "
                   "plus grande d'exactement une taille peut l'y rejoindre, ici %s.",
                   name.text, size_name(top, lang), accepted);
}

/* The square holds a stack that does not accept the new piece. */
static void why_not_on_stack(int size, int top, struct name name, const char *content,
                             enum tb_lang lang, struct tb_reason *out)
{
    if (top == SMALL)
        reason_set(out, lang,
                   "The stack on %s (%s) ends with its small piece: nothing more can go on it.",
                   "L'empilement en %s (%s) se termine par sa petite pièce : on ne peut plus rien "
                   "y poser.",
                   name.text, content);
    else if (size == top)
        reason_set(out, lang,
                   "The stack on %s (%s) has a medium piece on top already: only the next size "
                   "down, S, can go on it.",
                   "L'empilement en %s (%s) porte déjà une pièce moyenne : seule la taille juste "
                   "en dessous, S, peut aller dessus.",
                   name.text, content);
    else
        reason_set(out, lang,
                   "Square %s is a stack (%s) and a square never mixes stack and nest: only S can "
                   "go on it.",
                   "La case %s est un empilement (%s) et une case ne mêle jamais empilement et "
                   "emboîtement : seule S peut aller dessus.",
                   name.text, content);
}

/* The square holds a nest that does not accept the new piece. */
static void why_not_on_nest(int size, int top, struct name name, const char *content,
                            enum tb_lang lang, struct tb_reason *out)
{
    if (top == LARGE)
        reason_set(out, lang,
                   "The nest on %s (%s) is closed by its large piece: nothing more can go over it.",
                   "L'emboîtement en %s (%s) est fermé par sa grande pièce : on ne peut plus rien "
                   "y poser.",
                   name.text, content);
    else if (size == top)
        reason_set(out, lang,
                   "The nest on %s (%s) has a medium piece outside already: only the next size up, "
                   "L, can go over it.",
                   "L'emboîtement en %s (%s) a déjà une pièce moyenne à l'extérieur : seule la "
                   "taille juste au-dessus, L, peut la couvrir.",
                   name.text, content);
    else
        reason_set(out, lang,
                   "Square %s is a nest (%s) and a square never mixes nest and stack: only L can "
                   "go over it.",
                   "La case %s est un emboîtement (%s) et une case ne mêle jamais emboîtement et "
                   "empilement : seule L peut le couvrir.",
                   name.text, content);
}

/* The rule that forbids a piece of this size on this square. */
static void why_forbidden(const struct tictacdoh *s, int size, int square, enum tb_lang lang,
                          struct tb_reason *out)
{
    const char *content = tictacdoh_content(s, square);
    size_t height = strlen(content);
    struct name name = square_name(square);

    if (s->left[size] == 0) {
        reason_set(out, lang, "No %s piece is left in the stash.",
                   "Il ne reste plus aucune %s dans la réserve.", size_name(size, lang));
        return;
    }
    if (height == 0) {
        why_not_open(s, square, lang, out);
        return;
    }
    int top = tictacdoh_letter_size(content[height - 1]);

    if (height == 1)
        why_not_on_one(size, top, name, lang, out);
    else if (tictacdoh_letter_size(content[0]) > top)
        why_not_on_stack(size, top, name, content, lang, out);
    else
        why_not_on_nest(size, top, name, content, lang, out);
    reason_blame(out, name.text);
}

void tictacdoh_why(const void *state, const char *text, enum tb_lang lang, struct tb_reason *out)
{
    const struct tictacdoh *s = state;
    uint32_t targets[SIZES];

    tictacdoh_targets(s, targets);
    if ((targets[SMALL] | targets[MEDIUM] | targets[LARGE]) == 0) {
        reason_over(out, lang);
        return;
    }
    int size = tictacdoh_letter_size(upper(text[0]));
    bool sized = size >= 0 && strlen(text) == 3;
    int square = sized ? read_square(text + 1) : -1;

    if (square >= 0 && targets[size] & tictacdoh_bit(square))
        reason_legal(out, (tb_move)(size * TICTACDOH_MOVE_SIZE + square));
    else if (square >= 0)
        why_forbidden(s, size, square, lang, out);
    else if (sized && lower(text[1]) >= 'a' && lower(text[1]) <= 'z' && text[2] >= '0' &&
             text[2] <= '9')
        reason_set(out, lang, "Square %c%c is off the sheet, whose squares go from a1 to e5.",
                   "La case %c%c est hors de la feuille, dont les cases vont de a1 à e5.",
                   lower(text[1]), text[2]);
    else
        why_malformed(targets, text, lang, out);
}

/* ---- Position strings ------------------------------------------------------------ */

void tictacdoh_position_text(const void *state, struct text *out)
{
    const struct tictacdoh *s = state;
    const char *before = "";

    for (uint32_t mask = tictacdoh_occupied(s); mask; mask &= mask - 1) {
        int square = __builtin_ctz(mask);

        text_add(out, "%s%s:%s", before, square_name(square).text, tictacdoh_content(s, square));
        before = ",";
    }
    if (*before == '\0')
        text_char(out, '-');
}

/* The entry of the list that begins here, for a message. */
static struct quoted quote_entry(const char *at)
{
    struct quoted entry = quote(at);

    entry.text[strcspn(entry.text, ",")] = '\0';
    return entry;
}

/* Is the entry's content at least made of size letters? */
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
                     "The %s%.0s piece on %s is one too many; the stash has %d of each size.",
                     "La pièce %.0s%s en %s est de trop ; la réserve en a %d de chaque taille.",
                     size_name(size, TB_ENGLISH), size_name(size, TB_FRENCH), square, s->stash);
}

/* Reads one `b3:LM` and puts its pieces. */
static int parse_square(struct tictacdoh *s, struct scan *scan, struct tb_error *error)
{
    const char *start = scan->at;
    int column, row;

    if (!scan_square(scan, TICTACDOH_SIDE, TICTACDOH_SIDE, &column, &row) ||
        !scan_char(scan, ':'))
        return error_set(
            error, TB_ERR_SYNTAX,
            "'%s' should be a square from a1 to e5, a colon and its pieces, for example c3:LM.",
            "« %s » devrait être une case de a1 à e5, deux-points et ses pièces, par exemple "
            "c3:LM.",
            quote_entry(start).text);
    int square = row * TICTACDOH_SIDE + column;
    struct name name = square_name(square);

    if (tictacdoh_occupied(s) & tictacdoh_bit(square))
        return error_set(error, TB_ERR_POSITION, "Square %s is listed twice.",
                         "La case %s figure deux fois dans la liste.", name.text);
    const char *content = scan_content(scan);

    if (!content)
        return error_set(
            error, all_sizes(scan->at) ? TB_ERR_POSITION : TB_ERR_SYNTAX,
            "Square %s cannot hold '%s'; it may hold S, M, L, LM, LMS, MS, SM, SML or ML.",
            "La case %s ne peut pas contenir « %s » ; c'est S, M, L, LM, LMS, MS, SM, SML ou ML.",
            name.text, quote_entry(scan->at).text);
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
                         "Square c3 is empty; the first piece must be there.",
                         "La case c3 est vide ; la première pièce doit s'y trouver.");
    if (outside) {
        char english[128], french[128];
        struct text text = text_into(english, sizeof english);

        tictacdoh_list(outside, TB_ENGLISH, &text);
        text = text_into(french, sizeof french);
        tictacdoh_list(outside, TB_FRENCH, &text);
        return error_set(
            error, TB_ERR_POSITION, "The pieces on %s%.0s do not fit together in a 3x3 grid.",
            "Les pièces en %.0s%s ne tiennent pas ensemble dans une grille 3x3.", english, french);
    }
    do {
        before = joined;
        joined = tictacdoh_spread(joined) & occupied;
    } while (joined != before);
    if (joined != occupied)
        return error_set(
            error, TB_ERR_POSITION,
            "The piece on %s is not connected to c3; each piece must touch another.",
            "La pièce en %s n'est pas reliée à c3 ; chaque pièce doit en toucher une autre.",
            square_name(__builtin_ctz(occupied & ~joined)).text);
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
