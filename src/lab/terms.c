/* terms.c - see terms.h. */
#include "lab/terms.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/checksum.h"
#include "core/game.h"
#include "core/start.h"
#include "match/contestant.h"
#include "search/level.h"

enum {
    FINGERPRINT_GAMES = 4,
    FINGERPRINT_PLIES = 60,
    FINGERPRINT_NODES = 1000,
    FINGERPRINT_LEVEL = 4,
};

/* ---- Text ------------------------------------------------------------------------------- */

void terms_write_rules(const struct tb_setup *setup, const struct match_rules *rules,
                       struct text *out)
{
    text_add(out, "game %s\nplayers %d\noptions", tb_game_name(setup->game), setup->players);
    for (int i = 0; i < tb_game_option_count(setup->game); i++) {
        char value[32];

        tb_setup_option(setup, i, value, sizeof value);
        text_add(out, " %s=%s", tb_game_option(setup->game, i)->name, value);
    }
    text_add(out, "\nmatch repetition=%d swap=%s\n", rules->repetition, rules->swap ? "on" : "off");
}

void terms_write(const struct lab_terms *terms, struct text *out)
{
    terms_write_rules(&terms->setup, &terms->rules, out);
    for (int p = 0; p < terms->setup.players; p++)
        text_add(out, "seat %s\n", terms->seats[p]);
    text_add(out, "rotate %s\nopening %d\nmax-plies %d\nseed %" PRIu64 "\n",
             terms->rotate ? "on" : "off", terms->opening_plies, terms->max_plies, terms->seed);
}

bool terms_take_line(const char **text, const char *key, char *value, size_t size)
{
    size_t length = strlen(key), end;

    if (strncmp(*text, key, length) != 0)
        return false;
    const char *at = *text + length;

    if (*at == ' ')
        at++;
    end = strcspn(at, "\n");
    if (end >= size || at[end] != '\n')
        return false;
    memcpy(value, at, end);
    value[end] = '\0';
    *text = at + end + 1;
    return true;
}

bool terms_take_number(const char **text, const char *key, uint64_t max, uint64_t *number)
{
    char value[32], *end;

    if (!terms_take_line(text, key, value, sizeof value) || value[0] < '0' || value[0] > '9')
        return false;
    *number = strtoull(value, &end, 10);
    return *end == '\0' && *number <= max;
}

/* Applies "walls=7 size=9" word by word. */
static bool apply_words(char *words, struct tb_setup *setup, struct match_rules *rules,
                        struct tb_error *error)
{
    for (char *word; (word = strsep(&words, " "));) {
        char *value = strchr(word, '=');

        if (*word == '\0')
            continue;
        if (!value)
            return false;
        *value++ = '\0';
        if (rules ? rules_set(rules, word, value, error)
                  : tb_setup_set_option(setup, word, value, error))
            return false;
    }
    return true;
}

static bool read_rules(struct tb_setup *setup, struct match_rules *rules, const char **text,
                       struct tb_error *error)
{
    char value[256];
    uint64_t players;

    *rules = match_rules_default();
    if (!terms_take_line(text, "game", value, sizeof value))
        return false;
    const struct tb_game *game = tb_game_find(value);

    return game && terms_take_number(text, "players", TB_PLAYERS_MAX, &players) &&
           tb_setup_init(setup, game, (int)players, error) == TB_OK &&
           terms_take_line(text, "options", value, sizeof value) &&
           apply_words(value, setup, NULL, error) &&
           terms_take_line(text, "match", value, sizeof value) &&
           apply_words(value, setup, rules, error);
}

static int no_terms(const char *at, struct tb_error *error)
{
    return error_set(error, TB_ERR_SYNTAX, "Malformed description of games: ''{text}''.",
                     arg_text("text", quote(at).text));
}

int terms_read_rules(struct tb_setup *setup, struct match_rules *rules, const char **text,
                     struct tb_error *error)
{
    return read_rules(setup, rules, text, error) ? TB_OK : no_terms(*text, error);
}

int terms_read(struct lab_terms *terms, const char **text, struct tb_error *error)
{
    const char *at = *text;
    char rotate[8] = "";
    uint64_t opening = 0, plies = 0;

    *terms = (struct lab_terms){0};
    bool good = read_rules(&terms->setup, &terms->rules, &at, error);

    for (int p = 0; good && p < terms->setup.players; p++)
        good = terms_take_line(&at, "seat", terms->seats[p], SEAT_TEXT);
    good = good && terms_take_line(&at, "rotate", rotate, sizeof rotate) &&
           terms_take_number(&at, "opening", OPENING_PLIES_MAX, &opening) &&
           terms_take_number(&at, "max-plies", LAB_PLIES_MAX, &plies) &&
           terms_take_number(&at, "seed", UINT64_MAX, &terms->seed);
    if (!good)
        return no_terms(at, error);
    terms->rotate = strcmp(rotate, "on") == 0;
    terms->opening_plies = (int)opening;
    terms->max_plies = (int)plies;
    *text = at;
    return TB_OK;
}

/* ---- Seats ------------------------------------------------------------------------------- */

const char *terms_seat(const struct lab_terms *terms, int game, int seat)
{
    struct tb_position start;

    if (!terms->rotate)
        return terms->seats[seat];
    tb_position_start(&start, &terms->setup, NULL);
    int sides = tb_side_count(&start), wanted = (tb_side(&start, seat) + game) % sides;

    if (sides == terms->setup.players)
        return terms->seats[wanted];
    for (int p = 0; p < terms->setup.players; p++) /* a team is represented by its first player */
        if (tb_side(&start, p) == wanted)
            return terms->seats[p];
    return terms->seats[seat];
}

static bool is_limited(const struct contestant_spec *spec, const struct tb_setup *setup)
{
    return contestant_spec_is_limited(spec) ||
           (spec->engine.level != 0 && !level_parallel(level_find(setup, spec->engine.level)));
}

int terms_check(const struct lab_terms *terms, bool *repeatable, struct tb_error *error)
{
    *repeatable = true;
    for (int p = 0; p < terms->setup.players; p++) {
        struct contestant_spec spec;
        int code = contestant_spec_parse(&spec, terms->seats[p], &terms->setup, error);

        if (code)
            return code;
        if (spec.class->is_program || spec.limits.time_ms > 0 || spec.engine.threads > 1)
            *repeatable = false;
        bool limited = is_limited(&spec, &terms->setup) || spec.class->is_program;

        contestant_spec_release(&spec);
        if (!limited)
            return error_set(error, TB_ERR_VALUE,
                             "''{seat}'' has no limit: add one, as in {seat},nodes=20000.",
                             arg_text("seat", terms->seats[p]));
    }
    return TB_OK;
}

/* ---- Seeds and fingerprints ---------------------------------------------------------------- */

static uint64_t add_random_games(uint64_t sum, const struct tb_setup *setup)
{
    struct rng rng = {1};

    for (int i = 0; i < FINGERPRINT_GAMES; i++) {
        struct tb_position position;

        tb_position_start(&position, setup, NULL);
        for (int ply = 0; ply < FINGERPRINT_PLIES && !tb_position_result(&position).over; ply++) {
            char text[TB_POSITION_TEXT];

            game_play_random(setup->game, &position.state, &rng);
            tb_position_text(&position, text, sizeof text);
            sum = checksum_text(sum, text);
            sum = checksum_add(sum, &(unsigned char){(unsigned char)tb_move_count(&position)}, 1);
        }
    }
    return sum;
}

static bool add_search(uint64_t *sum, const struct tb_setup *setup, int level)
{
    const struct engine_options options = {
        .level = level, .table_mb = level ? 0 : 1, .seed = 1, .untimed = true};
    struct engine *engine = engine_new(setup, &options, NULL);
    struct search_info info = {.depth = 0};
    struct tb_position start;
    char words[64] = "";
    struct text text = text_into(words, sizeof words);

    tb_position_start(&start, setup, NULL);
    const struct search_task task = {
        .game = setup->game, .state = &start.state, .limits = {.nodes = FINGERPRINT_NODES}};

    if (!engine)
        return false;
    tb_move move = engine_think(engine, &task, &info);

    text_add(&text, "%u %llu %.6f", move, (unsigned long long)info.nodes, info.lines[0].score);
    engine_free(engine);
    *sum = checksum_text(*sum, words);
    return true;
}

bool setup_fingerprint(const struct tb_setup *setup, uint64_t *sum)
{
    *sum = add_random_games(CHECKSUM_START, setup);
    return add_search(sum, setup, FINGERPRINT_LEVEL);
}

bool search_fingerprint(const struct tb_setup *setup, uint64_t *sum)
{
    return setup_fingerprint(setup, sum) && add_search(sum, setup, 0);
}

uint64_t terms_game_seed(const struct lab_terms *terms, int game)
{
    char words[TERMS_TEXT];
    struct text text = text_into(words, sizeof words);

    terms_write(terms, &text);
    text_add(&text, "game %d\n", game);
    struct rng rng = {checksum_text(CHECKSUM_START, words)};

    return rng_next(&rng);
}
