/*
 * book_play.c - games of the computer against itself, for a book.
 *
 * The first games take every pair of a first and a second move in turn, `each` times; then as many
 * games begin with the moves to each target of book_wide.h. The others choose their first moves
 * like the few after a given beginning: at random among those that a search finds nearly best, all
 * with the same chance. From there on all players play their best move, until the game is over or
 * the search has proven its result; the proof says how many plies would still have followed.
 *
 * Search results of opening positions are kept, since many games go through them. The
 * transposition table is cleared before each of these searches and at the end of the opening, so
 * that a game does not depend on those before it.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/array.h"
#include "core/error.h"
#include "learn/book_wide.h"

enum {
    TABLE_MB = 8, /* as the level itself has */
    OPENING_MIN = 2, /* plies after a given beginning, and after the first BOOK_FULL_PLIES */
    OPENING_MAX = 10,
    OPENING_LINES = 12,
    OPENING_EFFORT = 2, /* times the nodes of a move, for a search of OPENING_LINES moves */
    KEPT_BITS = 17,
    REPETITION = 3,
};

/* The result of a search of an opening position. */
struct kept {
    uint64_t hash; /* 0: free */
    int count;
    tb_move moves[OPENING_LINES];
    int scores[OPENING_LINES];
};

/* The first two moves of a game, and the key of the position after them. */
struct beginning {
    uint64_t key;
    tb_move moves[BOOK_FULL_PLIES];
};

struct book_player {
    struct book_facts facts;
    const struct book_wide *wide; /* NULL: none */
    struct tb_setup setup;
    struct engine *engine;
    struct kept *kept; /* [1 << KEPT_BITS], the newest of each place */
    struct beginning *beginnings; /* no two lead to the same position */
    size_t beginning_count;
};

/* ---- Beginnings ---------------------------------------------------------------------------- */

static int compare_beginnings(const void *a, const void *b)
{
    const struct beginning *x = a, *y = b;

    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return memcmp(x->moves, y->moves, sizeof x->moves);
}

/* Sorts the beginnings and keeps one for each position. */
static size_t drop_equal(struct beginning *list, size_t count)
{
    size_t kept = 0;

    qsort(list, count, sizeof *list, compare_beginnings);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || list[i].key != list[kept - 1].key)
            list[kept++] = list[i];
    return kept;
}

static bool list_beginnings(struct book_player *player)
{
    const struct tb_game *game = player->facts.game;
    tb_move first[TB_MOVES_MAX], second[TB_MOVES_MAX];
    struct tb_position start;
    size_t capacity = 0;

    tb_position_start(&start, &player->setup, NULL);
    int firsts = game->moves(&start.state, first);

    for (int i = 0; i < firsts; i++) {
        struct tb_position after = start;

        game->play(&after.state, first[i]);
        int seconds = game->moves(&after.state, second);

        if (!ARRAY_RESERVE(player->beginnings, capacity, player->beginning_count, seconds))
            return false;
        for (int k = 0; k < seconds; k++) {
            struct tb_position end = after;

            game->play(&end.state, second[k]);
            player->beginnings[player->beginning_count++] =
                (struct beginning){book_key(&end), {first[i], second[k]}};
        }
    }
    player->beginning_count = drop_equal(player->beginnings, player->beginning_count);
    return player->beginning_count > 0;
}

/* ---- Players ------------------------------------------------------------------------------- */

struct book_player *book_player_new(const struct book_facts *facts, const struct book_wide *wide,
                                    struct tb_error *error)
{
    struct book_player *player = calloc(1, sizeof *player);
    struct engine_options options = {.table_mb = TABLE_MB};

    if (!player) {
        error_memory(error);
        return NULL;
    }
    player->facts = *facts;
    player->wide = wide;
    tb_setup_init(&player->setup, facts->game, 2, NULL);
    player->kept = calloc((size_t)1 << KEPT_BITS, sizeof *player->kept);
    player->engine = engine_new(&player->setup, &options, error);
    if (player->kept && player->engine && list_beginnings(player))
        return player;
    if (player->engine)
        error_memory(error);
    book_player_free(player);
    return NULL;
}

void book_player_free(struct book_player *player)
{
    if (!player)
        return;
    engine_free(player->engine);
    free(player->kept);
    free(player->beginnings);
    free(player);
}

uint64_t book_player_beginnings(const struct book_player *player)
{
    return player->facts.each * player->beginning_count;
}

/* ---- Openings ------------------------------------------------------------------------------ */

static int whole_score(const struct search_line *line)
{
    return (int)lround(line->score * BOOK_SCORE);
}

static const struct kept *look(struct book_player *player, const struct tb_state *state)
{
    const struct tb_game *game = player->facts.game;
    struct search_task task = {.game = game, .state = state, .lines = OPENING_LINES,
                               .limits = {.nodes = OPENING_EFFORT * player->facts.nodes}};
    uint64_t hash = game_hash(game, state) | 1;
    struct kept *kept = &player->kept[hash >> (64 - KEPT_BITS)];
    struct search_info info;

    if (kept->hash == hash)
        return kept;
    engine_clear(player->engine);
    engine_think(player->engine, &task, &info);
    *kept = (struct kept){.hash = hash, .count = info.line_count};
    for (int i = 0; i < info.line_count; i++) {
        kept->moves[i] = info.lines[i].pv[0];
        kept->scores[i] = whole_score(&info.lines[i]);
    }
    return kept;
}

/* One of the moves that are nearly best, which come first. */
static tb_move choose(const struct kept *kept, struct rng *rng)
{
    const double unit = BOOK_SCORE;
    uint32_t near = 1;

    while ((int)near < kept->count &&
           book_near(kept->scores[0] / unit, kept->scores[near] / unit))
        near++;
    return kept->moves[rng_below(rng, near)];
}

/* Writes the moves with which a game begins, and returns their number; 0: the players choose. */
static int beginning_of(const struct book_player *player, uint64_t number,
                        tb_move moves[WIDE_PLIES_MAX + 1])
{
    uint64_t beginnings = book_player_beginnings(player), each = player->facts.each;

    if (number < beginnings) {
        memcpy(moves, player->beginnings[number % player->beginning_count].moves,
               sizeof player->beginnings->moves);
        return BOOK_FULL_PLIES;
    }
    if (each == 0 || !player->wide ||
        (number - beginnings) / each >= book_wide_targets(player->wide))
        return 0;
    return book_wide_path(player->wide, (size_t)((number - beginnings) / each), moves);
}

/* ---- A game -------------------------------------------------------------------------------- */

struct course {
    struct tb_state states[BOOK_PLIES_MAX + 1];
    struct book_game *game;
};

/* True if the position there has occurred so often that the game is a draw. */
static bool is_repeated(const struct tb_game *rules, const struct course *course, int ply)
{
    int times = 0;

    for (int i = 0; i <= ply && rules->repeats; i++)
        times += memcmp(&course->states[i], &course->states[ply], rules->state_size) == 0;
    return times >= REPETITION;
}

/* Picks a move and notes what the position is worth. False: the result is proven. */
static bool pick(struct book_player *player, struct course *course, int ply)
{
    const struct tb_game *rules = player->facts.game;
    struct book_game *game = course->game;
    struct search_task task = {.game = rules, .state = &course->states[ply],
                               .history = course->states, .history_length = ply,
                               .repetition = rules->repeats ? REPETITION : 0,
                               .limits = {.nodes = player->facts.nodes}};
    struct search_info info;

    game->moves[ply] = engine_think(player->engine, &task, &info);
    const struct search_line *best = &info.lines[0];

    game->scores[ply] = whole_score(best);
    if (!best->exact || best->verdict.value == 0 || best->verdict.plies < 0)
        return true;
    int turn = rules->turn(&course->states[ply]);

    game->winner = 1 + (best->verdict.value > 0 ? turn : 1 - turn);
    game->length = ply + best->verdict.plies;
    return false;
}

/* True if the game is over on the board, or drawn by repetition. */
static bool is_over(const struct tb_game *rules, const struct course *course, int ply)
{
    struct tb_result result = rules->result(&course->states[ply]);

    course->game->length = ply;
    course->game->winner = result.winners == 1 ? 1 : result.winners == 2 ? 2 : 0;
    return result.over || is_repeated(rules, course, ply) || ply == BOOK_PLIES_MAX;
}

bool book_player_play(struct book_player *player, uint64_t number, struct book_game *out,
                      bool (*stop)(void *context), void *context)
{
    const struct tb_game *rules = player->facts.game;
    struct course *course = calloc(1, sizeof *course);
    struct rng rng = {player->facts.seed * 0x9e3779b97f4a7c15u + number};
    tb_move given[WIDE_PLIES_MAX + 1];
    int given_count = beginning_of(player, number, given), ply = 0;
    bool going = course != NULL;

    if (!course)
        return false;
    rng.state = rng_next(&rng);
    int opening = (given_count > BOOK_FULL_PLIES ? given_count : BOOK_FULL_PLIES) + OPENING_MIN +
                  (int)rng_below(&rng, OPENING_MAX - OPENING_MIN + 1);

    *out = (struct book_game){.number = number};
    course->game = out;
    rules->init(&player->setup, &course->states[0]);
    while (going && !is_over(rules, course, ply)) {
        if (ply == opening)
            engine_clear(player->engine);
        if (ply < opening) {
            const struct kept *kept = look(player, &course->states[ply]);

            out->scores[ply] = kept->scores[0];
            out->moves[ply] = ply < given_count ? given[ply] : choose(kept, &rng);
        } else if (!pick(player, course, ply)) {
            out->plies = ply + 1;
            break;
        }
        course->states[ply + 1] = course->states[ply];
        rules->play(&course->states[ply + 1], out->moves[ply]);
        out->plies = ++ply;
        going = !stop(context);
    }
    free(course);
    return going;
}

/* ---- Games as text ------------------------------------------------------------------------- */

static void begin(const struct tb_game *rules, struct tb_position *position)
{
    struct tb_setup setup;

    tb_setup_init(&setup, rules, 2, NULL);
    tb_position_start(position, &setup, NULL);
}

void book_game_write(const struct book_game *game, const struct tb_game *rules, struct text *out)
{
    struct tb_position position;

    begin(rules, &position);
    text_add(out, "%" PRIu64 " %d %d", game->number, game->winner, game->length);
    for (int i = 0; i < game->plies; i++) {
        char move[TB_MOVE_TEXT];

        position_move_text(&position, game->moves[i], move, sizeof move);
        text_add(out, " %s %d", move, game->scores[i]);
        rules->play(&position.state, game->moves[i]);
    }
}

/* Takes a word and the space before it. */
static bool take_word(const char **at, char *word, size_t size)
{
    size_t length;

    *at += strspn(*at, " ");
    length = strcspn(*at, " ");
    if (length == 0 || length >= size)
        return false;
    memcpy(word, *at, length);
    word[length] = '\0';
    *at += length;
    return true;
}

static bool take_int(const char **at, int least, int most, int *value)
{
    char word[24], *end;

    if (!take_word(at, word, sizeof word))
        return false;
    long number = strtol(word, &end, 10);

    *value = (int)number;
    return *end == '\0' && number >= least && number <= most;
}

int book_game_read(const char *line, const struct tb_game *rules, struct book_game *game,
                   struct tb_error *error)
{
    char word[TB_MOVE_TEXT], *end = NULL;
    struct tb_position position;
    const char *at = line;
    bool good = take_word(&at, word, sizeof word);

    *game = (struct book_game){.number = good ? strtoull(word, &end, 10) : 0};
    good = good && *end == '\0' && take_int(&at, 0, 2, &game->winner) &&
           take_int(&at, 1, 4095, &game->length);
    begin(rules, &position);
    for (; good && *at; game->plies++) {
        good = game->plies < BOOK_PLIES_MAX && take_word(&at, word, sizeof word) &&
               take_int(&at, -BOOK_SCORE, BOOK_SCORE, &game->scores[game->plies]) &&
               tb_move_parse(&position, word, &game->moves[game->plies], NULL) == TB_OK;
        if (good)
            rules->play(&position.state, game->moves[game->plies]);
    }
    if (good && game->plies > 0)
        return TB_OK;
    return error_set(error, TB_ERR_RECORD, "This is not a game of a book: ''{line}''.",
                     arg_text("line", quote(line).text));
}
