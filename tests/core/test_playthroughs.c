/*
 * test_playthroughs.c - one random game of each kind, written out: moves,
 * drawings, position strings. The texts stand in tests/playthroughs/ and must
 * not change by accident; scripts/playthroughs rewrites them, so that the difference can be
 * reviewed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"
#include "test.h"

enum {
    PLY_CAP = 120,
    SHOWN = 6,  /* positions shown in full at the start of the game, */
    STEP = 12,  /* then every STEP-th, and the last */
    WIDTH = 96, /* of the list of moves */
};

/* The legal moves in lines of at most WIDTH. */
static void write_moves(FILE *out, const struct tb_position *position, const tb_move *moves,
                        int count)
{
    int column = fprintf(out, "%d legal:", count);

    for (int i = 0; i < count; i++) {
        char text[TB_MOVE_TEXT];
        int length = tb_move_text(position, moves[i], text, sizeof text);

        if (column + 1 + length > WIDTH)
            column = fprintf(out, "\n   ") - 1;
        column += fprintf(out, " %s", text);
    }
    fputc('\n', out);
}

static void write_position(FILE *out, const struct tb_position *position)
{
    struct tb_style style = {.lang = "en"};
    char text[TB_DRAWING_TEXT];

    tb_position_text(position, text, sizeof text);
    fprintf(out, "position: %s\n", text);
    position_draw(position, &style, text, sizeof text);
    fputs(text, out);
}

static void write_game(FILE *out, const struct variant *variant)
{
    struct tb_setup setup;
    struct tb_position position;
    struct rng rng = {2026};
    tb_move moves[TB_MOVES_MAX];
    int count;

    tb_setup_init(&setup, variant->game, variant->players, NULL);
    tb_position_start(&position, &setup, NULL);
    fprintf(out, "# %s, %d players\n", tb_game_title(variant->game), variant->players);
    for (int ply = 0; (count = tb_moves(&position, moves)) > 0 && ply < PLY_CAP; ply++) {
        tb_move move = moves[rng_below(&rng, (uint32_t)count)];
        char text[TB_MOVE_TEXT];

        if (ply < SHOWN || ply % STEP == 0) {
            fputc('\n', out);
            write_position(out, &position);
            write_moves(out, &position, moves, count);
        }
        tb_move_text(&position, move, text, sizeof text);
        fprintf(out, "%d. player %d: %s\n", ply + 1, tb_turn(&position) + 1, text);
        tb_play(&position, move, NULL);
    }
    fputc('\n', out);
    write_position(out, &position);
}

/* The whole file, or NULL; the caller frees it. */
static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;

    if (!file)
        return NULL;
    if (getdelim(&text, &size, '\0', file) < 0) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

/* Fails with the first line that differs. */
static void compare(const char *path, const char *golden, const char *text)
{
    int line = 1;

    for (const char *g = golden, *t = text; *g || *t;) {
        int golden_length = (int)strcspn(g, "\n"), text_length = (int)strcspn(t, "\n");

        if (golden_length != text_length || memcmp(g, t, (size_t)text_length) != 0)
            fail_msg("%s:%d:\n  was '%.*s'\n  now '%.*s'\nIf it should be so, run "
                     "scripts/playthroughs and read the difference.",
                     path, line, golden_length, g, text_length, t);
        g += golden_length + (g[golden_length] == '\n');
        t += text_length + (t[text_length] == '\n');
        line++;
    }
}

static void playthrough_is_unchanged(void **state)
{
    const struct variant *variant = *state;
    char path[512], *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    assert_non_null(out);
    write_game(out, variant);
    fclose(out);
    snprintf(path, sizeof path, "%s/playthroughs/%s.txt", TESTS_DIR, variant->name);
    if (getenv("TABLIER_REGENERATE")) {
        FILE *file = fopen(path, "w");

        assert_non_null(file);
        assert_true(fputs(text, file) >= 0);
        assert_int_equal(fclose(file), 0);
    } else {
        char *golden = read_file(path);

        if (!golden)
            fail_msg("%s is missing: run scripts/playthroughs", path);
        compare(path, golden, text);
        free(golden);
    }
    free(text);
}

int main(int argc, char **argv)
{
    return test_main_variants(argc, argv, playthrough_is_unchanged);
}
