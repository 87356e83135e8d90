/*
 * test_conformance_text.c - texts of every game in random games: moves, positions,
 * explanations in every language, drawings. The rest of the contract of core/game.h:
 * test_conformance.c.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "random_games.h"

enum {
    MOVE_SAMPLE = 48, /* moves of a position whose texts are checked */
    TEXTS = 40,       /* texts tried as moves in a position */
    LONG_TEXT = 80,
};

/* ---- Characters ------------------------------------------------------------------------------ */

/* One word of printable ASCII. It begins with a letter: in a record a number
 * would be that of a round, or a result. */
static bool is_word(const char *text)
{
    for (const char *c = text; *c; c++)
        if (*c <= ' ' || *c > '~')
            return false;
    return isalpha((unsigned char)*text);
}

static bool is_ascii(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80)
            return false;
    return true;
}

static bool is_utf8(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;

    while (*c) {
        int more = *c < 0x80 ? 0 : *c >> 5 == 6 ? 1 : *c >> 4 == 14 ? 2 : *c >> 3 == 30 ? 3 : -1;

        if (more < 0)
            return false;
        for (c++; more > 0; more--, c++)
            if (*c >> 6 != 2)
                return false;
    }
    return true;
}

/* ---- Moves ----------------------------------------------------------------------------------- */

/* The answer agrees with the list, and is a sentence in every language. */
static struct tb_reason check_why(const struct scene *scene, const char *text)
{
    struct tb_reason english;
    struct tb_error error;
    tb_move move = 0;
    char words[TB_MESSAGE_TEXT];

    memset(&english, 'x', sizeof english);
    position_why(&scene->position, text, &english);
    for (int i = 0; i < tb_language_count(); i++) {
        int length = reason_text(&english, &(struct tb_viewer){.lang = tb_language_at(i)}, words,
                                 sizeof words);

        check_text(scene, english.legal == (length == 0) && length < (int)sizeof words,
                   "sentence and legality differ for", text);
        check_text(scene, is_utf8(words), "broken sentence about", text);
    }
    check_text(scene, is_utf8(english.text) && is_utf8(english.places), "broken UTF-8 about", text);
    check_text(scene, strpbrk(english.text, "\r\n\t") == NULL, "more than one line about", text);
    int code = tb_move_parse(&scene->position, text, &move, &error);

    check_text(scene, (code == TB_OK) == english.legal, "tb_move_parse differs about", text);
    if (english.legal)
        check_text(scene, move == english.move && scene_lists(scene, move), "no such move:", text);
    return english;
}

static void check_move_text(const struct scene *scene, tb_move move)
{
    char text[TB_MOVE_TEXT], shorter[3];
    int length = tb_move_text(&scene->position, move, text, sizeof text);

    check_text(scene, length == (int)strlen(text), "does not fit TB_MOVE_TEXT:", text);
    check_text(scene, is_word(text), "not one word:", text);
    check_text(scene,
               tb_move_text(&scene->position, move, shorter, sizeof shorter) == length &&
                   strncmp(text, shorter, 2) == 0 && strlen(shorter) <= 2,
               "cut badly:", text);
    struct tb_reason reason = check_why(scene, text);

    check_text(scene, reason.legal, "a legal move is refused:", text);
    check_text(scene, reason.move == move, "reads back as another move:", text);
}

static void check_move_texts(struct scene *scene)
{
    int step = 1 + scene->count / MOVE_SAMPLE;

    for (int i = (int)rng_below(&scene->rng, (uint32_t)step); i < scene->count; i += step)
        check_move_text(scene, scene->moves[i]);
}

/* The list of spellings has each move's, and is counted whole where it does not fit. */
static void check_move_list(const struct scene *scene)
{
    char list[TB_MOVES_TEXT], cut[8], text[TB_MOVE_TEXT];
    int length = tb_moves_text(&scene->position, list, sizeof list), at = 0;

    check(scene, length == (int)strlen(list), "the list of moves has another length");
    check(scene,
          tb_moves_text(&scene->position, cut, sizeof cut) == length &&
              strncmp(list, cut, sizeof cut - 1) == 0 && strlen(cut) < sizeof cut,
          "the list of moves is cut badly");
    for (int i = 0; i < scene->count; i++) {
        int word = position_move_text(&scene->position, scene->moves[i], text, sizeof text);

        check_text(scene,
                   strncmp(list + at, text, (size_t)word) == 0 &&
                       list[at + word] == (i + 1 < scene->count ? ' ' : '\0'),
                   "not in the list of moves:", text);
        at += word + 1;
    }
}

/* The same number means the same text as in every position before, whatever its options. */
static void check_spellings(const struct scene *scene, char (*texts)[TB_MOVE_TEXT])
{
    const struct tb_game *game = scene->position.setup.game;
    tb_move numbers[TB_MOVES_MAX];

    if (!game->spellings)
        return;
    game->spellings(&scene->position.state, scene->moves, scene->count, numbers);
    for (int i = 0; i < scene->count; i++) {
        char text[TB_MOVE_TEXT];

        check(scene, numbers[i] < 2 * game->move_limit, "the number of a text is too large");
        position_move_text(&scene->position, scene->moves[i], text, sizeof text);
        if (!*texts[numbers[i]])
            strcpy(texts[numbers[i]], text);
        check_text(scene, strcmp(texts[numbers[i]], text) == 0, "two texts of one number:", text);
    }
}

/* ---- Positions ------------------------------------------------------------------------------- */

static void check_position_text(const struct scene *scene)
{
    const struct tb_position *position = &scene->position;
    struct tb_position again;
    struct tb_setup defaults;
    struct tb_error error = {.text = ""};
    char text[TB_POSITION_TEXT], twice[TB_POSITION_TEXT];
    int length = tb_position_text(position, text, sizeof text);

    check_text(scene, length == (int)strlen(text), "does not fit TB_POSITION_TEXT:", text);
    check_text(scene,
               is_ascii(text) && !strpbrk(text, "\r\n\t") && !strstr(text, "  ") &&
                   text[0] != ' ' && text[length - 1] != ' ',
               "not words in one line:", text);
    tb_setup_init(&defaults, position->setup.game, 0, NULL);
    tb_position_parse(&again, &defaults, text, &error);
    check_text(scene, error.text[0] == '\0', "the position string is refused:", error.text);
    check(scene, memcmp(&again.state, &position->state, sizeof again.state) == 0,
          "the position string reads back as other bytes");
    check(scene,
          again.setup.players == position->setup.players &&
              memcmp(again.setup.options, position->setup.options, sizeof again.setup.options) == 0,
          "the position string reads back as another setup");
    check(scene, tb_equal(&again, position), "tb_equal denies equal positions");
    check(scene, tb_hash(&again) == tb_hash(position), "equal positions, different hashes");
    tb_position_text(&again, twice, sizeof twice);
    check_text(scene, strcmp(text, twice) == 0, "the position string changes to", twice);
}

/* Images of the position are written and read as well, though no game may lead to them. */
static void check_image_texts(const struct scene *scene)
{
    const struct tb_game *game = scene->position.setup.game;
    struct scene image = *scene;

    for (int s = 1; s < tb_symmetry_count(&scene->position); s++) {
        tb_symmetry_position(&scene->position, s, &image.position);
        check_position_text(&image);
    }
    if (!game->settle)
        return;
    image.position = scene->position;
    game->settle(&image.position.state);
    check_position_text(&image);
}

/* ---- Any text as a move ---------------------------------------------------------------------- */

static void random_move_text(struct scene *scene, char *out)
{
    if (scene->count)
        tb_move_text(&scene->position, scene->moves[rng_below(&scene->rng, scene->count)], out,
                     TB_MOVE_TEXT);
    else
        strcpy(out, "pass");
}

/* Changes, removes or adds one character. */
static void mutate(struct rng *rng, char *text)
{
    static const char letters[] = "abcdefghi0123456789hvnesw>:,SMLBATpas -+=";
    size_t length = strlen(text), at = rng_below(rng, (uint32_t)length + 1);
    char letter = letters[rng_below(rng, sizeof letters - 1)];

    switch (rng_below(rng, 4)) {
    case 0:
        if (length + 1 < LONG_TEXT) {
            memmove(text + at + 1, text + at, length - at + 1);
            text[at] = letter;
        }
        break;
    case 1:
        if (at < length)
            memmove(text + at, text + at + 1, length - at);
        break;
    default:
        if (at < length)
            text[at] = letter;
    }
}

static void random_bytes(struct rng *rng, char *out)
{
    uint32_t length = rng_below(rng, LONG_TEXT);

    for (uint32_t i = 0; i < length; i++)
        out[i] = (char)(1 + rng_below(rng, 255));
    out[length] = '\0';
}

static void check_any_texts(struct scene *scene)
{
    static const char *const fixed[] = {"", " ", "pass", "swap", "a1", "zz", "a1>a1:a2,b1"};
    char text[LONG_TEXT + TB_MOVE_TEXT];

    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        check_why(scene, fixed[i]);
    for (int i = 0; i < TEXTS; i++) {
        if (i % 8 == 0) {
            random_bytes(&scene->rng, text);
        } else {
            random_move_text(scene, text);
            for (uint32_t n = 1 + rng_below(&scene->rng, 3); n > 0; n--)
                mutate(&scene->rng, text);
        }
        check_why(scene, text);
    }
}

static void check_huge_text(const struct scene *scene)
{
    static char text[1 << 16];

    for (const char *fill = "a1>:S "; *fill; fill++) {
        memset(text, *fill, sizeof text - 1);
        check(scene, !check_why(scene, text).legal, "a huge text is legal");
    }
}

/* ---- Drawings -------------------------------------------------------------------------------- */

/* Keeps letters and digits only: what a drawing says, without colours and lines. */
static void keep_words(char *text)
{
    char *to = text;

    for (const char *from = text; *from;) {
        if (from[0] == '\033' && from[1] == '[')
            from += strcspn(from, "m") + 1;
        else if (isalnum((unsigned char)*from))
            *to++ = *from++;
        else
            from++;
    }
    *to = '\0';
}

static void check_drawing(const struct scene *scene, bool ascii, const char *lang)
{
    static char plain[TB_DRAWING_TEXT], coloured[TB_DRAWING_TEXT];
    struct tb_style style = {.ascii = ascii, .lang = lang};
    int length = position_draw(&scene->position, &style, plain, sizeof plain);

    check(scene, length > 0 && length == (int)strlen(plain), "does not fit TB_DRAWING_TEXT");
    check(scene, plain[length - 1] == '\n', "a drawing without a last newline");
    check(scene, is_utf8(plain), "a drawing with broken UTF-8");
    check_text(scene, !ascii || is_ascii(plain), "not pure ASCII:\n", plain);
    check(scene, !strpbrk(plain, "\033\t\r"), "a plain drawing with control characters");
    style.colour = true;
    length = position_draw(&scene->position, &style, coloured, sizeof coloured);
    check(scene, length == (int)strlen(coloured), "does not fit TB_DRAWING_TEXT in colour");
    keep_words(plain);
    keep_words(coloured);
    check_text(scene, strcmp(plain, coloured) == 0, "colour changes what is drawn:", coloured);
}

/* Rows that a drawing takes on a screen of 60 columns. */
static int rows_of(const struct scene *scene, const char *drawing)
{
    int rows = 0;

    for (const char *line = drawing; *line;) {
        bool board = *line == ' '; /* and not a sentence, which can be wrapped */
        int width = 0;

        for (; *line != '\n'; line++)
            width += ((unsigned char)*line & 0xc0) != 0x80;
        check_text(scene, width <= 60 || !board, "too wide:\n", drawing);
        rows += width <= 60 ? 1 : 1 + width / 50;
        line++;
    }
    return rows;
}

/* On a screen of 24 rows and 60 columns there is room for the board, three messages and the
 * prompt; and the move just played is marked. */
static void check_small_drawing(const struct scene *scene, tb_move move, bool ascii,
                                const char *lang)
{
    static char plain[TB_DRAWING_TEXT], marked[TB_DRAWING_TEXT];
    struct tb_style style = {.ascii = ascii, .lang = lang, .bare = true, .rows = 20};
    struct tb_position next = scene->position;
    char text[TB_MOVE_TEXT];

    tb_move_text(&scene->position, move, text, sizeof text);
    tb_play(&next, move, NULL);
    for (int rows = 20; rows >= 0; rows -= 20) {
        style.rows = rows;
        style.last = NULL;
        position_draw(&next, &style, plain, sizeof plain);
        style.last = text;
        int length = position_draw(&next, &style, marked, sizeof marked),
            taken = rows_of(scene, marked);

        check(scene, length == (int)strlen(marked), "does not fit TB_DRAWING_TEXT");
        check_text(scene, rows == 0 || taken <= rows, "too high:\n", marked);
        check_text(scene, (strcmp(text, "pass") == 0) == (strcmp(plain, marked) == 0),
                   "the last move is not marked:\n", marked);
    }
}

/* In every language; under sanitizers in one by chance at each position. */
static void check_drawings(struct scene *scene)
{
    int count = tb_language_count();
    int first = TEST_SHARE == 1 ? 0 : (int)rng_below(&scene->rng, (uint32_t)count);
    int end = TEST_SHARE == 1 ? count : first + 1;

    for (int i = first; i < end; i++) {
        const char *lang = tb_language_at(i);

        check_drawing(scene, false, lang);
        check_drawing(scene, true, lang);
        if (scene->count) {
            tb_move move = scene->moves[rng_below(&scene->rng, (uint32_t)scene->count)];

            check_small_drawing(scene, move, false, lang);
            check_small_drawing(scene, move, true, lang);
        }
    }
}

/* ---- All of it ------------------------------------------------------------------------------- */

/* The context has the texts of moves by the numbers of spellings(). */
static void check_texts(struct scene *scene, void *context)
{
    check_spellings(scene, context);
    if (!scene_is_chosen(scene))
        return;
    check_move_list(scene);
    check_move_texts(scene);
    check_position_text(scene);
    check_image_texts(scene);
    check_any_texts(scene);
    check_drawings(scene);
}

static void texts_conform(void **state)
{
    const struct variant *variant = *state;
    char (*texts)[TB_MOVE_TEXT] = calloc(2 * variant->game->move_limit, TB_MOVE_TEXT);
    struct tb_setup setup;

    assert_non_null(texts);
    assert_int_equal(tb_setup_init(&setup, variant->game, variant->players, NULL), TB_OK);
    struct scene start = scene_start(&setup, 0);

    check_huge_text(&start);
    play_random_games(variant, check_texts, texts);
    free(texts);
}

int main(int argc, char **argv)
{
    return test_main_variants(argc, argv, texts_conform);
}
