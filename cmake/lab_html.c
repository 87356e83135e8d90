/*
 * lab_html.c - a published report of the lab as HTML: lab_html REPORTS.json DATA.csv OUT.html; the
 * style sheet report.css beside it: lab_html OUT.css. Part of the build.
 *
 * DATA.csv is as `tablier lab --csv` prints it. REPORTS.json has what it lacks, under the name of the
 * file: the game, "players" (default: 2), options that hold for all cells ("set"), random plies at the
 * start ("openings", default: one per player) and contestants ("seats", default: level:5). Options
 * that differ between cells are in the cells' labels.
 */
#include <stdlib.h>
#include <string.h>

#include "core/start.h"
#include "lab/report.h"

enum { LINE_MAX_BYTES = 1024, CELLS_MAX = 64, FIELDS = 7 };

/* Cuts a line of CSV into its fields; false if there are fewer than FIELDS. */
static bool split(char *line, char *fields[FIELDS])
{
    for (int i = 0; i < FIELDS; i++) {
        char *to = line;
        bool quoted = *line == '"';

        fields[i] = to;
        for (line += quoted; *line && (quoted || *line != ','); line++) {
            if (quoted && *line == '"' && *++line != '"') {
                quoted = false;
                line--;
                continue;
            }
            *to++ = *line;
        }
        if (*line != ',')
            return false;
        line++;
        *to = '\0';
    }
    return true;
}

/* Applies "KEY=VALUE KEY=VALUE". */
static bool set_all(struct report_cell *cell, const char *words)
{
    char copy[REPORT_TEXT], *rest = copy;

    snprintf(copy, sizeof copy, "%s", words);
    for (char *word; (word = strsep(&rest, " "));) {
        char *value = strchr(word, '=');

        if (!*word)
            continue;
        if (!value)
            return false;
        *value++ = '\0';
        if (strcmp(word, "level") == 0 || strcmp(word, "nodes") == 0) /* who plays, not what */
            continue;
        if (tb_setup_set_option(&cell->setup, word, value, NULL) &&
            rules_set(&cell->rules, word, value, NULL))
            return false;
    }
    return true;
}

/* The cell with this label: the last one, or a new one. */
static struct report_cell *cell_at(struct report *report, const char *label, int players,
                                   const char *set)
{
    struct report_cell *cell = &report->cells[report->count - 1];

    if (report->count > 0 && strcmp(cell->label, label) == 0)
        return cell;
    if (report->count == CELLS_MAX)
        return NULL;
    cell = &report->cells[report->count++];
    cell->rules = match_rules_default();
    snprintf(cell->label, sizeof cell->label, "%s", label);
    return tb_setup_init(&cell->setup, report->game, players, NULL) == TB_OK &&
                   set_all(cell, set) && set_all(cell, label)
               ? cell
               : NULL;
}

static bool read_csv(FILE *in, struct report *report, int players, const char *set)
{
    char line[LINE_MAX_BYTES], *fields[FIELDS];

    if (!fgets(line, sizeof line, in))
        return false;
    while (fgets(line, sizeof line, in)) {
        struct report_cell *cell =
            split(line, fields) ? cell_at(report, fields[0], players, set) : NULL;

        if (!cell || measure_find(fields[1]) == MEASURE_COUNT)
            return false;
        const struct interval interval = {strtod(fields[3], NULL), strtod(fields[4], NULL),
                                          strtod(fields[5], NULL)};

        statistics_add(&cell->statistics, measure_find(fields[1]), fields[2], interval,
                       strtoull(fields[6], NULL, 10));
    }
    return report->count > 0;
}

/* The file's name without its folder and ending. */
static const char *stem(char *path)
{
    char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    char *ending = strrchr(name, '.');

    if (ending)
        *ending = '\0';
    return name;
}

static int write_style(const char *path)
{
    FILE *out = fopen(path, "w");

    return out && fputs(report_style, out) >= 0 && fclose(out) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    if (argc == 2)
        return write_style(argv[1]);
    json_t *root = argc == 4 ? json_load_file(argv[1], 0, NULL) : NULL;
    FILE *in = root ? fopen(argv[2], "r") : NULL;
    FILE *out = in ? fopen(argv[3], "w") : NULL;

    if (!out) {
        fprintf(stderr, "usage: lab_html REPORTS.json DATA.csv OUT.html\n");
        return EXIT_FAILURE;
    }
    static struct report_cell cells[CELLS_MAX];
    struct report report = {.cells = cells, .repeatable = true};
    const char *game = "", *title = "", *set = "", *seats = "level:5", *name = stem(argv[2]);
    int players = 2, openings = -1;
    bool good = json_unpack(json_object_get(root, name), "{s:s, s:s, s?i, s?s, s?i, s?s !}", "game",
                            &game, "title", &title, "players", &players, "set", &set, "openings",
                            &openings, "seats", &seats) == 0 &&
                (report.game = tb_game_find(game));

    report.opening_plies = openings < 0 ? players : openings;
    snprintf(report.players, sizeof report.players, "%s", seats);
    good = good && read_csv(in, &report, players, set) && 
           !report_html(&report, "en", "report.css", out, NULL);
    if (fclose(out) || !good) {
        fprintf(stderr, "lab_html: %s cannot be converted\n", name);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
