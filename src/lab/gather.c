/* gather.c - see gather.h. */
#include "lab/gather.h"

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/error.h"
#include "lab/measure.h"
#include "match/contestant.h"
#include "json/record_json.h"

/* ---- Experiments -------------------------------------------------------------------------- */

/* The step of a ladder is that of the second over the first as they were named, whichever games
 * have been played. */
static void expect_players(struct measures *measures, const struct lab_terms *terms)
{
    struct contestant_spec spec;

    for (int p = 0; p < terms->setup.players; p++)
        if (contestant_spec_parse(&spec, terms->seats[p], &terms->setup, NULL) == TB_OK) {
            measures_expect(measures, spec.label);
            contestant_spec_release(&spec);
        }
}

static int measure_cell(const struct experiment *experiment, int number, struct report_cell *out,
                        struct tb_error *error)
{
    const struct lab_cell *cell = &experiment->cells[number];
    struct measures *measures = measures_new(&cell->terms.setup, &cell->terms.rules);
    int code = measures ? TB_OK : error_memory(error);

    if (!code)
        expect_players(measures, &cell->terms);
    for (int i = 0; !code && i < experiment->games; i++) {
        struct record record = {0};
        int ply;

        if (!cell->games[i])
            continue;
        code = record_json_read(&record, cell->games[i], strlen(cell->games[i]), &ply, error);
        if (!code)
            code = measures_add(measures, &record, error);
        record_release(&record);
    }
    snprintf(out->label, sizeof out->label, "%s", cell->label);
    out->setup = cell->terms.setup;
    out->rules = cell->terms.rules;
    if (!code)
        measures_statistics(measures, &out->statistics);
    measures_free(measures);
    return !code && out->statistics.lost ? error_memory(error) : code;
}

/* Who played, if it was the same in all cells. */
static void name_players(const struct experiment *experiment, struct report *report)
{
    const struct lab_terms *first = &experiment->cells[0].terms;
    struct text text = text_into(report->players, sizeof report->players);
    bool equal = true;

    for (int c = 0; c < experiment->cell_count; c++)
        for (int p = 0; p < experiment->cells[c].terms.setup.players; p++)
            equal = equal && strcmp(experiment->cells[c].terms.seats[p], first->seats[0]) == 0;
    if (equal)
        text_add(&text, "%s", first->seats[0]);
    else if (experiment->cell_count == 1)
        for (int p = 0; p < first->setup.players; p++)
            text_add(&text, "%s%s", p ? " / " : "", first->seats[p]);
}

int gather_experiment(const struct experiment *experiment, struct report *report,
                      struct tb_error *error)
{
    int code = TB_OK;

    *report = (struct report){
        .game = experiment->cells[0].terms.setup.game,
        .opening_plies = experiment->cells[0].terms.opening_plies,
        .repeatable = true,
        .interrupted = experiment->done < experiment->cell_count * experiment->games,
        .cells = calloc((size_t)experiment->cell_count, sizeof *report->cells),
    };
    if (!report->cells)
        return error_memory(error);
    name_players(experiment, report);
    for (int c = 0; !code && c < experiment->cell_count; c++) {
        bool repeatable = true;

        terms_check(&experiment->cells[c].terms, &repeatable, NULL);
        report->repeatable = report->repeatable && repeatable;
        if (experiment->cells[c].terms.opening_plies != report->opening_plies)
            report->opening_plies = -1; /* as many as players, say */
        code = measure_cell(experiment, c, &report->cells[report->count++], error);
    }
    if (code)
        report_release(report);
    return code;
}

/* ---- Records ------------------------------------------------------------------------------ */

struct gatherer {
    struct measures **items;
    size_t capacity;
    int count;
};

struct gatherer *gatherer_new(void)
{
    return calloc(1, sizeof(struct gatherer));
}

void gatherer_free(struct gatherer *gatherer)
{
    if (!gatherer)
        return;
    for (int i = 0; i < gatherer->count; i++)
        measures_free(gatherer->items[i]);
    free(gatherer->items);
    free(gatherer);
}

static struct measures *find_measures(struct gatherer *gatherer, const struct record *record)
{
    struct match_rules rules = match_rules_of(record->match);

    for (int i = 0; i < gatherer->count; i++)
        if (measures_fit(gatherer->items[i], record))
            return gatherer->items[i];
    if (!ARRAY_RESERVE(gatherer->items, gatherer->capacity, gatherer->count, 1))
        return NULL;
    struct measures *fresh = measures_new(&tb_match_start(record->match)->setup, &rules);

    if (fresh)
        gatherer->items[gatherer->count++] = fresh;
    return fresh;
}

int gatherer_add(struct gatherer *gatherer, const struct record *record, struct tb_error *error)
{
    const struct tb_game *game = tb_match_start(record->match)->setup.game;
    const struct tb_game *known = gatherer->count ? measures_setup(gatherer->items[0])->game : game;

    if (game != known)
        return error_set(
            error, TB_ERR_SETUP,
            "This is a game of {game} among games of {known}; measure them one by one.",
            arg_text("game", tb_game_title(game)), arg_text("known", tb_game_title(known)));
    if (!tb_match_result(record->match).over)
        return error_set(error, TB_ERR_RECORD, "The game is not over.");
    struct measures *measures = find_measures(gatherer, record);

    return measures ? measures_add(measures, record, error) : error_memory(error);
}

/* How a setup differs from the first one's. */
static void label_cell(const struct report *report, struct report_cell *cell)
{
    const struct report_cell *first = &report->cells[0];
    const struct tb_setup *setup = &cell->setup;
    struct text text = text_into(cell->label, sizeof cell->label);

    if (report->count < 2)
        return;
    text_add(&text, "players=%d", setup->players);
    for (int i = 0; i < tb_game_option_count(setup->game); i++) {
        char value[32];

        tb_setup_option(setup, i, value, sizeof value);
        text_add(&text, " %s=%s", tb_game_option(setup->game, i)->name, value);
    }
    if (cell->rules.swap)
        text_add(&text, " swap=on");
    if (cell->rules.repetition != first->rules.repetition)
        text_add(&text, " repetition=%d", cell->rules.repetition);
}

int gatherer_report(struct gatherer *gatherer, struct report *report, struct tb_error *error)
{
    *report = (struct report){.opening_plies = -1, .repeatable = true};
    if (gatherer->count == 0)
        return error_set(error, TB_ERR_RECORD, "There is no finished game.");
    report->game = measures_setup(gatherer->items[0])->game;
    report->cells = calloc((size_t)gatherer->count, sizeof *report->cells);
    if (!report->cells)
        return error_memory(error);
    for (int i = 0; i < gatherer->count; i++) {
        struct report_cell *cell = &report->cells[report->count++];

        cell->setup = *measures_setup(gatherer->items[i]);
        cell->rules = measures_rules(gatherer->items[i]);
        measures_statistics(gatherer->items[i], &cell->statistics);
    }
    for (int i = 0; i < report->count; i++)
        label_cell(report, &report->cells[i]);
    return TB_OK;
}
