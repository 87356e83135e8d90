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
#include "file/file.h"
#include "lab/report.h"

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

/* Reads the figures, and sets the rules that the cells' labels name. */
static bool read_csv(const char *path, struct report *report, const char *game, int players,
                     const char *set)
{
    char *text = file_read(path, NULL);
    bool good = text && report_is_csv(text) && !report_read(report, text, path, NULL);

    free(text);
    report->game = tb_game_find(game);
    for (int i = 0; good && i < report->count; i++) {
        struct report_cell *cell = &report->cells[i];

        good = !tb_setup_init(&cell->setup, report->game, players, NULL) && set_all(cell, set) &&
               set_all(cell, cell->label);
    }
    return good;
}

/* The file's name without its folder and ending. */
static const char *stem(const char *path)
{
    static char name[64];
    const char *slash = strrchr(path, '/');

    snprintf(name, sizeof name, "%s", slash ? slash + 1 : path);
    name[strcspn(name, ".")] = '\0';
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
    FILE *out = root ? fopen(argv[3], "w") : NULL;

    if (!out) {
        fprintf(stderr, "usage: lab_html REPORTS.json DATA.csv OUT.html\n");
        return EXIT_FAILURE;
    }
    struct report report = {0};
    const char *game = "", *title = "", *set = "", *seats = "level:5", *name = stem(argv[2]);
    int players = 2, openings = -1;
    bool good = json_unpack(json_object_get(root, name), "{s:s, s:s, s?i, s?s, s?i, s?s !}", "game",
                            &game, "title", &title, "players", &players, "set", &set, "openings",
                            &openings, "seats", &seats) == 0 &&
                read_csv(argv[2], &report, game, players, set);

    report.opening_plies = openings < 0 ? players : openings;
    snprintf(report.players, sizeof report.players, "%s", seats);
    good = good && !report_html(&report, "en", "report.css", out, NULL);
    report_release(&report);
    if (fclose(out) || !good) {
        fprintf(stderr, "lab_html: %s cannot be converted\n", name);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
