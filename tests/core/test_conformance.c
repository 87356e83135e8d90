/*
 * test_conformance.c - the contract of core/game.h, checked for every game, number of players and
 * set of options by random play.
 *
 * Everything goes through the public interface, except the limits that a game
 * states for itself. Nothing here knows a game.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "core/record.h"
#include "core/rng.h"
#include "test.h"
#include "json/record_json.h"

enum {
    PLY_CAP = 250,
    GAMES = 50,        /* approximate number for each game and number of players */
    GAMES_MORE = 200,  /* with THOROUGH in the environment */
    SETS_MAX = 128,    /* up to this number of option sets, all combinations are tried */
    SAMPLES = 1 << 15, /* positions kept for the test of hashes */
    MOVE_SAMPLE = 48,  /* moves of a position that are checked one by one */
    TEXTS = 40,        /* texts tried as moves in a position */
    LONG_TEXT = 80,
};

/* A position under test, and what is needed to tell where a check failed. */
struct scene {
    struct tb_position position;
    tb_move moves[TB_MOVES_MAX];
    int count;
    struct rng rng;
};

static _Noreturn void fail_at(const struct scene *scene, const char *what, const char *detail)
{
    char text[TB_POSITION_TEXT];

    tb_position_text(&scene->position, text, sizeof text);
    fail_msg("%s, position '%s': %s '%s'", tb_game_name(scene->position.setup.game), text, what,
             detail);
    abort();
}

static void check(const struct scene *scene, bool truth, const char *what)
{
    if (!truth)
        fail_at(scene, what, "");
}

static void check_text(const struct scene *scene, bool truth, const char *what, const char *text)
{
    if (!truth)
        fail_at(scene, what, text);
}

static bool is_listed(const struct scene *scene, tb_move move)
{
    for (int i = 0; i < scene->count; i++)
        if (scene->moves[i] == move)
            return true;
    return false;
}

/* ---- Moves and result --------------------------------------------------------- */

static void check_moves(const struct scene *scene)
{
    const struct tb_game *game = scene->position.setup.game;

    check(scene, scene->count <= game->moves_max, "more moves than moves_max");
    check(scene, tb_move_count(&scene->position) == scene->count, "tb_move_count differs");
    for (int i = 0; i < scene->count; i++) {
        check(scene, scene->moves[i] < game->move_limit, "a move is not below move_limit");
        check(scene, i == 0 || scene->moves[i - 1] < scene->moves[i], "moves do not ascend");
    }
}

static void check_result(const struct scene *scene)
{
    struct tb_result result = tb_position_result(&scene->position);
    int players = scene->position.setup.players, turn = tb_turn(&scene->position);
    unsigned everyone = (1u << players) - 1;

    check(scene, result.over == (scene->count == 0), "over and having no moves differ");
    check(scene, result.over || result.winners == 0, "a winner before the end");
    check(scene, (result.winners & ~everyone) == 0, "a winner who does not play");
    check(scene, result.winners != everyone, "everyone has won");
    check(scene, turn >= 0 && turn < players, "the turn of nobody");
}

/* perft agrees with the generator; kept to positions where it is quick. */
static void check_perft(const struct scene *scene)
{
    uint64_t nodes = 0;

    check(scene, tb_perft(&scene->position, 0) == 1, "perft 0 is not 1");
    check(scene, tb_perft(&scene->position, 1) == (uint64_t)scene->count, "perft 1 differs");
    for (int i = 0; i < scene->count; i++) {
        struct tb_position next = scene->position;

        tb_play(&next, scene->moves[i], NULL);
        nodes += (uint64_t)tb_move_count(&next);
    }
    check(scene, tb_perft(&scene->position, 2) == nodes, "perft 2 differs");
}

/* ---- States as plain bytes ------------------------------------------------------ */

static bool rest_is_zero(const struct tb_position *position)
{
    for (size_t i = position->setup.game->state_size; i < STATE_SIZE; i++)
        if (position->state.bytes[i])
            return false;
    return true;
}

/* Playing depends on nothing but the state's bytes, and touches nothing else. */
static void check_play(const struct scene *scene, tb_move move)
{
    const struct tb_game *game = scene->position.setup.game;
    struct tb_position a = scene->position, b = scene->position;

    memset(&b.state, 0xa5, sizeof b.state);
    memcpy(&b.state, &scene->position.state, game->state_size);
    check(scene, tb_play(&a, move, NULL) == TB_OK, "a listed move is refused");
    check(scene, tb_play(&b, move, NULL) == TB_OK, "a listed move is refused");
    check(scene, tb_equal(&a, &b) && tb_hash(&a) == tb_hash(&b), "play is not a function");
    check(scene, rest_is_zero(&a), "play wrote behind the state");
    check(scene, !tb_equal(&a, &scene->position), "a move that changes nothing");
}

static void check_illegal_numbers(struct scene *scene)
{
    struct tb_position copy = scene->position;
    tb_move limit = scene->position.setup.game->move_limit;

    for (int i = 0; i < 8; i++) {
        tb_move move = i < 4 ? rng_below(&scene->rng, limit) : (tb_move)rng_next(&scene->rng);
        struct tb_error error;

        if (is_listed(scene, move))
            continue;
        check(scene, tb_play(&copy, move, &error) == TB_ERR_ILLEGAL, "an unlisted move is played");
        check(scene, error.code == TB_ERR_ILLEGAL && error.text[0], "no error text");
        check(scene, tb_equal(&copy, &scene->position), "a refused move changed the position");
    }
}

/* ---- Text ------------------------------------------------------------------------ */

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
        check_text(scene, move == english.move && is_listed(scene, move), "no such move:", text);
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

/* ---- Any text as a move ------------------------------------------------------------ */

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

/* ---- Symmetry ------------------------------------------------------------------------ */

static int compare_moves(const void *a, const void *b)
{
    tb_move x = *(const tb_move *)a, y = *(const tb_move *)b;

    return (x > y) - (x < y);
}

/* The moves of the image are the images of the moves. */
static void check_symmetry_moves(const struct scene *scene, int symmetry,
                                 const struct tb_position *image)
{
    tb_move mapped[TB_MOVES_MAX], there[TB_MOVES_MAX];
    int count = tb_moves(image, there);

    check(scene, count == scene->count, "a symmetry changes the number of moves");
    for (int i = 0; i < count; i++)
        mapped[i] = tb_symmetry_move(&scene->position, symmetry, scene->moves[i]);
    qsort(mapped, (size_t)count, sizeof *mapped, compare_moves);
    check(scene, memcmp(mapped, there, (size_t)count * sizeof *mapped) == 0,
          "the moves of the image are not the images of the moves");
}

static void check_symmetry_players(const struct scene *scene, int symmetry,
                                   const struct tb_position *image)
{
    const struct tb_position *position = &scene->position;
    struct tb_result here = tb_position_result(position), there = tb_position_result(image);
    unsigned seen = 0, winners = 0;

    for (int p = 0; p < position->setup.players; p++) {
        int q = tb_symmetry_player(position, symmetry, p);

        check(scene, q >= 0 && q < position->setup.players, "a symmetry maps to no player");
        seen |= 1u << q;
        winners |= (here.winners >> p & 1) << q;
    }
    check(scene, seen == (1u << position->setup.players) - 1, "a symmetry merges players");
    check(scene, tb_turn(image) == tb_symmetry_player(position, symmetry, tb_turn(position)),
          "a symmetry loses the turn");
    check(scene, there.over == here.over && there.winners == winners,
          "a symmetry changes the result");
}

/* Playing and transforming commute. */
static void check_symmetry_play(const struct scene *scene, int symmetry,
                                const struct tb_position *image, tb_move move)
{
    struct tb_position played = scene->position, then_mapped, mapped = *image;

    tb_play(&played, move, NULL);
    tb_symmetry_position(&played, symmetry, &then_mapped);
    tb_play(&mapped, tb_symmetry_move(&scene->position, symmetry, move), NULL);
    check(scene, tb_equal(&mapped, &then_mapped), "playing and transforming do not commute");
    check(scene, tb_hash(&mapped) == tb_hash(&then_mapped), "equal images, different hashes");
}

static bool has_way_back(const struct scene *scene, const struct tb_position *image)
{
    for (int s = 0; s < tb_symmetry_count(image); s++) {
        struct tb_position back;

        tb_symmetry_position(image, s, &back);
        if (tb_equal(&back, &scene->position))
            return true;
    }
    return false;
}

static int compare_hashes(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* The hashes of what the moves lead to, each settled, in ascending order. */
static int settled_children(const struct tb_position *position, uint64_t *hashes)
{
    const struct tb_game *game = position->setup.game;
    tb_move moves[TB_MOVES_MAX];
    int count = tb_moves(position, moves);

    for (int i = 0; i < count; i++) {
        struct tb_position next = *position;

        game->play(&next.state, moves[i]);
        game->settle(&next.state);
        hashes[i] = tb_hash(&next);
    }
    qsort(hashes, (size_t)count, sizeof *hashes, compare_hashes);
    return count;
}

/* The place that stands for all translations is a position in which the same can be played. */
static void check_settle(const struct scene *scene)
{
    const struct tb_game *game = scene->position.setup.game;
    uint64_t here[TB_MOVES_MAX], there[TB_MOVES_MAX];
    struct scene settled = {.position = scene->position, .rng = scene->rng};

    if (!game->settle)
        return;
    game->settle(&settled.position.state);
    struct tb_position again = settled.position;
    struct tb_result result = tb_position_result(&scene->position),
                     same = tb_position_result(&again);

    game->settle(&again.state);
    check(scene, tb_equal(&again, &settled.position), "settling twice moves twice");
    check(scene, rest_is_zero(&again), "settle wrote behind the state");
    check(scene, tb_turn(&again) == tb_turn(&scene->position), "settling changes the turn");
    check(scene, result.over == same.over && result.winners == same.winners,
          "settling changes the result");
    check_position_text(&settled);
    int count = settled_children(&scene->position, here);

    check(scene, count == settled_children(&again, there), "settling changes the number of moves");
    check(scene, memcmp(here, there, (size_t)count * sizeof *here) == 0,
          "settling changes what can be played");
}

static void check_symmetry(struct scene *scene)
{
    int count = tb_symmetry_count(&scene->position);

    check(scene, count >= 1, "not even the identity");
    for (int s = 0; s < count; s++) {
        struct scene image = {.rng = scene->rng};

        tb_symmetry_position(&scene->position, s, &image.position);
        check(scene, s > 0 || tb_equal(&image.position, &scene->position),
              "symmetry 0 is not the identity");
        check(scene, rest_is_zero(&image.position), "transform wrote behind the state");
        check_symmetry_moves(scene, s, &image.position);
        check_symmetry_players(scene, s, &image.position);
        check(scene, has_way_back(scene, &image.position), "a symmetry without inverse");
        check_position_text(&image);
        if (scene->count)
            check_symmetry_play(scene, s, &image.position,
                                scene->moves[rng_below(&scene->rng, scene->count)]);
    }
}

/* ---- Drawing ------------------------------------------------------------------------- */

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

/* ---- Records --------------------------------------------------------------------------- */

static void check_same_match(const struct scene *scene, const struct tb_match *a,
                             const struct tb_match *b)
{
    struct tb_result here = tb_match_result(a), there = tb_match_result(b);

    check(scene, tb_equal(tb_match_start(a), tb_match_start(b)), "a record with another start");
    check(scene, tb_equal(tb_match_position(a), tb_match_position(b)), "a record with another end");
    check(scene, tb_match_ending(a) == tb_match_ending(b), "a record that ends another way");
    check(scene, here.over == there.over && here.winners == there.winners,
          "a record with another result");
    check(scene,
          match_rules_of(a).repetition == match_rules_of(b).repetition &&
              match_rules_of(a).swap == match_rules_of(b).swap,
          "a record with other rules");
    check(scene, tb_match_length(a) == tb_match_length(b), "a record of another length");
    for (int i = 0; i < tb_match_length(a); i++)
        check_text(scene, strcmp(tb_match_entry(a, i), tb_match_entry(b, i)) == 0,
                   "a record with another move:", tb_match_entry(b, i));
}

static int read_text(const char *text, struct record *record, struct tb_error *error)
{
    struct record_reader reader = {.at = text, .line = 1};
    int ply, code = record_read(&reader, record, &ply, error);

    return code == TB_OK && record_more(&reader) ? TB_ERR_RECORD : code;
}

static int read_json(const char *text, struct record *record, struct tb_error *error)
{
    int ply;

    return record_json_read(record, text, strlen(text), &ply, error);
}

/* Written, read and written again in one form. */
static void check_record_form(const struct scene *scene, const struct record *record,
                              char *(*write)(const struct record *),
                              int (*read)(const char *, struct record *, struct tb_error *))
{
    struct record again = {0};
    struct tb_error error = {.text = ""};
    char *text = write(record), *twice;

    check(scene, text != NULL, "no memory for a record");
    check_text(scene, read(text, &again, &error) == TB_OK, "a record is refused:", error.text);
    check_same_match(scene, record->match, again.match);
    check(scene, strcmp(record_tag(&again, "Player1"), "Zoë \"\\\" {1}") == 0, "a tag is lost");
    twice = write(&again);
    check_text(scene, twice && strcmp(text, twice) == 0, "a record changes to", twice);
    free(text);
    free(twice);
    record_release(&again);
}

/* Ends some matches by resignation, agreement, time or the limit. */
static void end_match(struct tb_match *match, struct rng *rng)
{
    int players = tb_match_start(match)->setup.players;

    switch (rng_below(rng, 8)) {
    case 0:
        tb_match_resign(match, (int)rng_below(rng, (uint32_t)players), NULL);
        break;
    case 1:
        tb_match_flag(match, (int)rng_below(rng, (uint32_t)players), NULL);
        break;
    case 2:
        tb_match_agree_draw(match, NULL);
        break;
    case 3:
        tb_match_draw_at_limit(match, NULL);
        break;
    }
}

/* A random match from the scene's position, with random rules. */
static void check_record(struct scene *scene)
{
    const struct tb_position *start = &scene->position;
    struct rng *rng = &scene->rng;
    uint32_t length = rng_below(rng, PLY_CAP);
    struct match_rules rules = {.repetition = rng_below(rng, 2) ? 3 : 0,
                                .swap = start->setup.players == 2 && rng_below(rng, 2)};
    struct record record = {.match = match_new(start, &rules, NULL)};
    tb_move moves[TB_MOVES_MAX];
    char text[TB_MOVE_TEXT];

    check(scene, record.match != NULL, "no match");
    while (tb_match_ending(record.match) == TB_ENDING_NONE && length-- > 0) {
        const struct tb_position *now = tb_match_position(record.match);
        int count = tb_moves(now, moves);

        tb_move_text(now, moves[rng_below(rng, (uint32_t)count)], text, sizeof text);
        if (tb_match_can_swap(record.match) && rng_below(rng, 2))
            strcpy(text, "swap");
        check_text(scene, tb_match_play(record.match, text, NULL) == TB_OK, "not played:", text);
    }
    end_match(record.match, rng);
    record_set_tag(&record, "Player1", "Zoë \"\\\" {1}", NULL);
    check_record_form(scene, &record, record_write, read_text);
    check_record_form(scene, &record, record_write_json, read_json);
    record_release(&record);
}

/* ---- Hashes ---------------------------------------------------------------------------- */

struct sample {
    uint64_t hash;
    struct tb_state state;
};

struct samples {
    struct sample *list;
    int count;
    char (*texts)[TB_MOVE_TEXT]; /* of moves, by the numbers of spellings() */
};

static void keep_sample(struct samples *samples, const struct tb_position *position)
{
    if (samples->count < SAMPLES)
        samples->list[samples->count++] =
            (struct sample){.hash = tb_hash(position), .state = position->state};
}

static int compare_samples(const void *a, const void *b)
{
    const struct sample *x = a, *y = b;

    return (x->hash > y->hash) - (x->hash < y->hash);
}

/* No two different positions of the sample share a hash. */
static void check_hashes(struct samples *samples, const struct tb_game *game)
{
    qsort(samples->list, (size_t)samples->count, sizeof *samples->list, compare_samples);
    for (int i = 1; i < samples->count; i++) {
        const struct sample *a = &samples->list[i - 1], *b = &samples->list[i];

        if (a->hash == b->hash && memcmp(&a->state, &b->state, game->state_size) != 0)
            fail_msg("%s: two positions share a hash", tb_game_name(game));
    }
}

/* ---- Numbers of texts -------------------------------------------------------------------- */

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

/* ---- Play -------------------------------------------------------------------------------- */

static void check_some_moves(struct scene *scene)
{
    int step = 1 + scene->count / MOVE_SAMPLE;

    for (int i = (int)rng_below(&scene->rng, (uint32_t)step); i < scene->count; i += step) {
        check_move_text(scene, scene->moves[i]);
        check_play(scene, scene->moves[i]);
    }
}

static void check_scene(struct scene *scene)
{
    check_result(scene);
    check_moves(scene);
    check_move_list(scene);
    check_position_text(scene);
    check_some_moves(scene);
    check_illegal_numbers(scene);
    check_any_texts(scene);
    check_symmetry(scene);
    check_settle(scene);
    if (scene->count < 200)
        check_perft(scene);
    for (int i = 0; i < tb_language_count(); i++) {
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

/* One random game; every position gets the quick checks, one in `step`, the
 * first and the last get all of them. */
static void play_game(const struct tb_setup *setup, uint64_t seed, int step,
                      struct samples *samples)
{
    struct scene scene = {.rng = {seed}};

    tb_position_start(&scene.position, setup, NULL);
    check_record(&scene);
    for (int ply = 0; ply < PLY_CAP; ply++) {
        scene.count = tb_moves(&scene.position, scene.moves);
        keep_sample(samples, &scene.position);
        if (ply % step == 0 || scene.count <= 1)
            check_scene(&scene);
        if (ply == 2 * step)
            check_record(&scene);
        check_result(&scene);
        check_moves(&scene);
        check_spellings(&scene, samples->texts);
        if (scene.count == 0)
            break;
        tb_play(&scene.position, scene.moves[rng_below(&scene.rng, scene.count)], NULL);
    }
}

/* ---- Option sets ---------------------------------------------------------------------------- */

static int value_count(const struct tb_option *option)
{
    return (option->max - option->min) / option->step + 1;
}

/* All combinations if they are few; otherwise every value of each option, the
 * others at their defaults. Returns how many sets there are. */
static int option_sets(const struct tb_setup *defaults, struct tb_setup *sets)
{
    const struct tb_game *game = defaults->game;
    int options = tb_game_option_count(game), combinations = 1, count = 0;

    for (int i = 0; i < options; i++)
        combinations *= value_count(tb_game_option(game, i));
    for (int n = 0; combinations <= SETS_MAX && n < combinations; n++) {
        int rest = n;

        sets[count] = *defaults;
        for (int i = 0; i < options; rest /= value_count(tb_game_option(game, i)), i++) {
            const struct tb_option *option = tb_game_option(game, i);

            sets[count].options[i] = option->min + rest % value_count(option) * option->step;
        }
        count++;
    }
    for (int i = 0; combinations > SETS_MAX && i < options; i++) {
        const struct tb_option *option = tb_game_option(game, i);

        for (int v = option->min; v <= option->max && count < SETS_MAX; v += option->step) {
            sets[count] = *defaults;
            sets[count++].options[i] = v;
        }
    }
    return count;
}

/* Every option value survives being spelled and read. */
static void check_setup(const struct tb_setup *setup)
{
    struct tb_setup again;

    assert_int_equal(tb_setup_init(&again, setup->game, setup->players, NULL), TB_OK);
    for (int i = 0; i < tb_game_option_count(setup->game); i++) {
        char value[32];

        tb_setup_option(setup, i, value, sizeof value);
        assert_int_equal(
            tb_setup_set_option(&again, tb_game_option(setup->game, i)->name, value, NULL), TB_OK);
        assert_int_equal(again.options[i], setup->options[i]);
    }
}

/* What other parts take for granted: the server copies the name into GAME_NAME_SIZE bytes, a
 * setup has room for TB_OPTIONS_MAX options, and people read the texts in both languages. */
static void check_facts(const struct tb_game *game)
{
    int options = 0;

    assert_in_range(strlen(game->name), 1, GAME_NAME_SIZE - 1);
    assert_int_equal(strspn(game->name, "abcdefghijklmnopqrstuvwxyz0123456789"),
                     strlen(game->name));
    assert_true(*game->title && *game->author);
    assert_in_range(game->minutes[0], 0, game->minutes[1]);
    assert_true((game->minutes[0] == 0) == (game->minutes[1] == 0) && game->age >= 0);
    if (game->author_link)
        assert_non_null(strchr(game->author_link, ':'));
    while (options <= TB_OPTIONS_MAX && game->options[options].name)
        options++;
    assert_in_range(options, 0, TB_OPTIONS_MAX);
    for (int i = 0; i < options; i++) {
        const struct tb_option *option = &game->options[i];

        assert_true(*option->name && !strpbrk(option->name, " ="));
        assert_true(option->step > 0 && option->min <= option->max);
        for (int n = 1; n <= TB_PLAYERS_MAX; n++)
            if (tb_game_allows(game, n))
                assert_in_range(option->defaults[n], option->min, option->max);
    }
}

static void variant_conforms(void **state)
{
    const struct variant *variant = *state;
    static struct tb_setup sets[SETS_MAX];
    struct samples samples = {.list = calloc(SAMPLES, sizeof(struct sample)),
                              .texts = calloc(2 * variant->game->move_limit, TB_MOVE_TEXT)};
    struct tb_setup defaults;

    assert_true(samples.list && samples.texts);
    assert_int_equal(tb_setup_init(&defaults, variant->game, variant->players, NULL), TB_OK);
    int count = option_sets(&defaults, sets),
        games = 1 + (getenv("THOROUGH") ? GAMES_MORE : GAMES / TEST_SHARE) / count;

    check_facts(variant->game);
    for (int i = 0; i < count; i++) {
        check_setup(&sets[i]);
        for (int g = 0; g < games; g++)
            play_game(&sets[i], (uint64_t)(1000 * i + g), 6, &samples);
    }
    struct scene start = {.rng = {0}};

    tb_position_start(&start.position, &defaults, NULL);
    start.count = tb_moves(&start.position, start.moves);
    check_huge_text(&start);
    check_hashes(&samples, variant->game);
    free(samples.list);
    free(samples.texts);
}

int main(int argc, char **argv)
{
    return test_main_variants(argc, argv, variant_conforms);
}
