/* lab_args.c - from options to cells: one for each choice of the values that are swept. */
#include "cli/lab/lab_args.h"

#include <stdlib.h>
#include <string.h>

#include "core/advice.h"
#include "core/error.h"
#include "core/start.h"

enum { MAX_PLIES_DEFAULT = 500, VALUES_MAX = 64, KEY_TEXT = 32 };

/* One swept key with its values, which lie in `text`. */
struct sweep {
    char key[KEY_TEXT];
    char text[256];
    const char *values[VALUES_MAX];
    int count;
};

struct sweep_list {
    struct sweep items[SWEEPS_MAX];
    int count;
};

int take_word(void *target, const char *value, struct tb_error *error)
{
    struct word_list *list = target;

    if (list->count == SEATS_MAX)
        return error_set(error, TB_ERR_RANGE, "At most {max} can be given.",
                         arg_count("max", SEATS_MAX));
    if (strlen(value) >= SEAT_TEXT || strchr(value, '\n'))
        return error_set(error, TB_ERR_VALUE, "''{value}'' is too long.",
                         arg_text("value", quote(value).text));
    list->words[list->count++] = value;
    return TB_OK;
}

int take_lab_seed(void *target, const char *value, struct tb_error *error)
{
    struct lab_args *args = target;

    args->seeded = true;
    return take_number(&args->seed, value, error);
}

/* ---- Sweeps --------------------------------------------------------------------------------- */

static bool same_key(const char *word, const char *key)
{
    size_t length = strlen(key);

    return strncmp(word, key, length) == 0 && word[length] == '=';
}

static int read_sweep(const char *word, struct sweep *sweep)
{
    size_t length = strcspn(word, "=");

    if (length >= sizeof sweep->key || strlen(word) >= sizeof sweep->text)
        return usage_error("--sweep: ''{word}'' is too long.", arg_text("word", quote(word).text));
    memcpy(sweep->key, word, length);
    sweep->key[length] = '\0';
    strcpy(sweep->text, word + length + 1);
    char *rest = sweep->text;

    for (char *value; (value = strsep(&rest, ","));) {
        if (*value == '\0' || sweep->count == VALUES_MAX)
            return usage_error(
                "--sweep: ''{word}'' is not KEY=VALUE,VALUE,..., such as walls=5,10.",
                arg_text("word", quote(word).text));
        for (int i = 0; i < sweep->count; i++)
            if (strcmp(sweep->values[i], value) == 0)
                return usage_error("--sweep: {key}={value} is there twice.",
                                   arg_text("key", sweep->key), arg_text("value", value));
        sweep->values[sweep->count++] = value;
    }
    return GO_ON;
}

/* True if the values of the key are players for all seats: a level, or a search with a node limit.
 * The highest level has no limit. */
static bool is_strength(const char *key)
{
    return strcmp(key, "level") == 0 || strcmp(key, "nodes") == 0;
}

/* Refuses a key that is set elsewhere or swept twice, and nodes beside levels. */
static int check_key(const struct lab_args *args, const struct sweep_list *list, const char *key)
{
    bool twice = strcmp(key, "players") == 0 && args->position.players;

    for (int i = 0; i < args->position.sets.count; i++)
        twice = twice || same_key(args->position.sets.words[i], key);
    for (int i = 0; i + 1 < list->count; i++)
        twice = twice || strcmp(list->items[i].key, key) == 0 ||
                (is_strength(list->items[i].key) && is_strength(key));
    if (twice)
        return usage_error("--sweep: {key} is set already.", arg_text("key", quote(key).text));
    if (is_strength(key) && (args->seats.count > 0 || args->ladder.count > 0))
        return usage_error("--sweep {key}=... contradicts --seats and --ladder.",
                           arg_text("key", key));
    return GO_ON;
}

static int read_sweeps(const struct lab_args *args, struct sweep_list *list)
{
    if (args->sweeps.count > SWEEPS_MAX)
        return usage_error("--sweep: At most {max} can be given.", arg_count("max", SWEEPS_MAX));
    for (int i = 0; i < args->sweeps.count; i++) {
        int status = read_sweep(args->sweeps.words[i], &list->items[list->count++]);

        if (status != GO_ON || (status = check_key(args, list, list->items[i].key)) != GO_ON)
            return status;
    }
    return GO_ON;
}

/* ---- One cell ----------------------------------------------------------------------------- */

/* The parts of the cell under construction. */
struct making {
    const struct lab_args *args;
    struct start start;
    struct lab_cell *cell;
    char player[SEAT_TEXT]; /* swept; empty: by --seats or --ladder */
};

static int apply(struct making *making, const char *option, const char *key, const char *value)
{
    struct tb_error error;
    bool match = strcmp(key, "swap") == 0 || strcmp(key, "repetition") == 0;

    if (is_strength(key) && strcmp(option, "--sweep") == 0) {
        bool level = strcmp(key, "level") == 0;
        uint64_t number;

        if (take_between(&number, value, level ? 0 : 1, level ? LEVEL_MAX - 1 : INT64_MAX, &error))
            return usage_error_of(level ? "--sweep level" : "--sweep nodes", &error);
        snprintf(making->player, sizeof making->player,
                 level ? "level:%s" : "auto,nodes=%s", value);
        return GO_ON;
    }
    if (match ? rules_set(&making->cell->terms.rules, key, value, &error)
              : start_set(&making->start, key, value, &error))
        return usage_error_of(option, &error);
    return GO_ON;
}

static int apply_sets(struct making *making)
{
    const struct position_args *position = &making->args->position;
    int status =
        position->players ? apply(making, "--players", "players", position->players) : GO_ON;

    for (int i = 0; status == GO_ON && i < position->sets.count; i++) {
        const char *word = position->sets.words[i];
        char key[KEY_TEXT];
        struct text text = text_into(key, sizeof key);

        text_add(&text, "%.*s", (int)strcspn(word, "="), word);
        status = apply(making, "--set", key, strchr(word, '=') + 1);
    }
    return status;
}

/* Puts specifications on the seats: one on all, or one on each; two of a ladder by sides. */
static int fill_seats(struct making *making, const char *const *specs, int count)
{
    struct lab_terms *terms = &making->cell->terms;
    int players = terms->setup.players;
    struct tb_position start;
    const char *swept = making->player;

    if (*swept) {
        specs = &swept;
        count = 1;
    }
    tb_position_start(&start, &terms->setup, NULL);
    if (count != 1 && count != players && count != tb_side_count(&start))
        return usage_error("--seats: There are {players} seats and {count} specifications; give "
                           "one for all, or one for each.",
                           arg_count("players", players), arg_count("count", count));
    for (int p = 0; p < players; p++)
        strcpy(terms->seats[p], specs[count == 1 ? 0 : count == players ? p : tb_side(&start, p)]);
    return GO_ON;
}

static int read_openings(const char *openings, struct lab_terms *terms)
{
    struct scan scan = {openings ? openings : "start"};

    terms->opening_plies = openings ? 0 : terms->setup.players;
    if (openings && strcmp(openings, "start") != 0 &&
        (!scan_word(&scan, "random:") ||
         !scan_number(&scan, OPENING_PLIES_MAX, &terms->opening_plies) || !scan_end(&scan)))
        return usage_error(
            "--openings: ''{openings}'' is neither start nor random:PLIES, such as random:2.",
            arg_text("openings", quote(openings).text));
    return GO_ON;
}

static int finish_cell(struct making *making, int step)
{
    const struct lab_args *args = making->args;
    struct lab_terms *terms = &making->cell->terms;
    static const char *const usual[] = {"level:5"};
    const char *const *specs = args->ladder.count  ? &args->ladder.words[step]
                               : args->seats.count ? args->seats.words
                                                   : usual;
    int count = args->ladder.count ? 2 : args->seats.count ? args->seats.count : 1;
    struct tb_position position;
    struct tb_error error;
    bool repeatable;

    if (start_resolve(&making->start, &position, &error))
        return usage_error_of(NULL, &error);
    terms->setup = position.setup;
    if (terms->rules.swap && tb_side_count(&position) != 2)
        return usage_error("The pie rule (swap=on) is for two sides.");
    terms->rotate = args->rotate || args->ladder.count > 0;
    terms->max_plies = args->max_plies ? (int)args->max_plies : MAX_PLIES_DEFAULT;
    terms->seed = args->seeded ? args->seed : 1;
    int status = fill_seats(making, specs, count);

    if (status != GO_ON || (status = read_openings(args->openings, terms)) != GO_ON)
        return status;
    if (args->ladder.count > 0 && tb_side_count(&position) != 2)
        return usage_error("--ladder needs a game of two sides.");
    return terms_check(terms, &repeatable, &error)
               ? usage_error_of(args->ladder.count ? "--ladder" : "--seats", &error)
               : GO_ON;
}

/* ---- All cells ---------------------------------------------------------------------------- */

/* Cell number `index`: the last sweep changes fastest, and the steps of a ladder faster still. */
static int make_cell(const struct lab_args *args, const struct tb_game *game,
                     const struct sweep_list *sweeps, int index, struct lab_cell *cell)
{
    struct making making = {.args = args, .start = {.game = game}, .cell = cell};
    struct text label = text_into(cell->label, sizeof cell->label);
    int steps = args->ladder.count > 1 ? args->ladder.count - 1 : 1;
    int step = index % steps, chosen[SWEEPS_MAX];
    int status = GO_ON;

    cell->terms.rules = match_rules_default();
    index /= steps;
    for (int i = sweeps->count - 1; i >= 0; i--) {
        chosen[i] = index % sweeps->items[i].count;
        index /= sweeps->items[i].count;
    }
    status = apply_sets(&making);
    for (int i = 0; status == GO_ON && i < sweeps->count; i++) {
        const struct sweep *sweep = &sweeps->items[i];
        const char *value = sweep->values[chosen[i]];

        status = apply(&making, "--sweep", sweep->key, value);
        text_add(&label, "%s%s=%s", label.used ? " " : "", sweep->key, value);
    }
    if (args->ladder.count > 1)
        text_add(&label, "%s%s / %s", label.used ? " " : "", args->ladder.words[step],
                 args->ladder.words[step + 1]);
    text_end_whole(cell->label);
    return status == GO_ON ? finish_cell(&making, step) : status;
}

static int count_cells(const struct lab_args *args, const struct sweep_list *sweeps)
{
    int count = args->ladder.count > 1 ? args->ladder.count - 1 : 1;

    for (int i = 0; i < sweeps->count && count <= CELLS_MAX; i++)
        count *= sweeps->items[i].count;
    return count;
}

int lab_args_cells(const struct lab_args *args, const char *name, struct lab_cell **cells,
                   int *count)
{
    const struct tb_game *game = game_by_name(name);
    struct sweep_list sweeps = {.count = 0};
    int status = game ? read_sweeps(args, &sweeps) : STATUS_USAGE;

    if (status != GO_ON)
        return status;
    *count = count_cells(args, &sweeps);
    if (*count > CELLS_MAX)
        return usage_error("--sweep: There would be more than {max} cells.",
                           arg_count("max", CELLS_MAX));
    *cells = calloc((size_t)*count, sizeof **cells);
    if (!*cells)
        return out_of_memory();
    for (int i = 0; status == GO_ON && i < *count; i++)
        status = make_cell(args, game, &sweeps, i, &(*cells)[i]);
    if (status != GO_ON)
        free(*cells);
    return status;
}
