/* numpy.c - see numpy.h. The format .npy, version 1.0: a head of text that says the shape, then
 * the numbers, lowest byte first. */
#include "lab/numpy.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "file/file.h"
#include "file/output.h"
#include "lab/selfplay_file.h"

enum { HEAD_SIZE = 128 };

enum array {
    OBSERVATIONS,
    PLAYERS,
    ACTIONS,
    POLICIES,
    VALUES,
    RESULTS,
    GAMES,
    ARRAYS,
};

static const struct {
    const char *name, *type;
} arrays[ARRAYS] = {
    [OBSERVATIONS] = {"observations", "<f4"},
    [PLAYERS] = {"players", "|u1"},
    [ACTIONS] = {"actions", "<i4"},
    [POLICIES] = {"policies", "<f4"},
    [VALUES] = {"values", "<f4"},
    [RESULTS] = {"results", "<f4"},
    [GAMES] = {"games", "<i4"},
};

struct export
{
    const char *folder;
    bool opened;
    struct tb_setup setup;
    int shape[TB_SHAPE], actions, numbers; /* numbers of one observation */
    float *observation, *policy;
    struct output outputs[ARRAYS];
    uint64_t rows;
    struct tb_error error;
};

/* ---- Files ------------------------------------------------------------------------------- */

static void add_shape(const struct export *export, enum array array, struct text *text)
{
    text_add(text, "(%" PRIu64 ",", export->rows);
    if (array == OBSERVATIONS)
        text_add(text, " %d, %d, %d", export->shape[TB_SHAPE_PLANES], export->shape[TB_SHAPE_ROWS],
                 export->shape[TB_SHAPE_COLUMNS]);
    if (array == POLICIES)
        text_add(text, " %d", export->actions);
    text_add(text, ")");
}

/* Writes the head, which always has the same size. */
static void write_head(struct export *export, enum array array)
{
    char head[HEAD_SIZE + 1] = "\x93NUMPY\x01";
    struct text text = text_into(head + 10, HEAD_SIZE - 10);

    head[8] = (char)(HEAD_SIZE - 10);
    text_add(&text, "{'descr': '%s', 'fortran_order': False, 'shape': ", arrays[array].type);
    add_shape(export, array, &text);
    text_add(&text, ", }");
    memset(head + 10 + text.used, ' ', HEAD_SIZE - 11 - text.used);
    head[HEAD_SIZE - 1] = '\n';
    fwrite(head, HEAD_SIZE, 1, export->outputs[array].file);
}

static bool path_of(struct export *export, enum array array, char path[PATH_MAX])
{
    char name[32];

    snprintf(name, sizeof name, "%s.npy", arrays[array].name);
    return file_in_folder(path, export->folder, name, &export->error);
}

static bool open_all(struct export *export, const struct tb_setup *setup)
{
    export->setup = *setup;
    export->opened = true;
    export->actions = tb_action_count(setup);
    if (tb_observation_shape(setup, export->shape) || export->actions < 1)
        return error_set(&export->error, TB_ERR_SETUP, "This game has no numbers for NumPy.") ==
               TB_OK;
    export->numbers = export->shape[0] * export->shape[1] * export->shape[2];
    export->observation = malloc((size_t) export->numbers * sizeof *export->observation);
    export->policy = malloc((size_t) export->actions * sizeof *export->policy);
    if (!export->observation || !export->policy)
        return error_memory(&export->error) == TB_OK;
    for (int i = 0; i < ARRAYS; i++) {
        char path[PATH_MAX];

        if (!path_of(export, i, path) || !file_make_folders(path, &export->error) ||
            !output_open(&export->outputs[i], path, OUTPUT_REPLACE, &export->error))
            return false;
        write_head(export, i);
    }
    return true;
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static void put32(FILE *out, uint32_t value)
{
    const unsigned char bytes[4] = {(unsigned char)value, (unsigned char)(value >> 8),
                                    (unsigned char)(value >> 16), (unsigned char)(value >> 24)};

    fwrite(bytes, sizeof bytes, 1, out);
}

static void put_float(FILE *out, float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    put32(out, bits);
}

static void fill_policy(struct export *export, const struct tb_position *position,
                        const tb_move *moves, int count, const struct selfplay_ply *ply)
{
    double sum = 0;

    memset(export->policy, 0, (size_t) export->actions * sizeof *export->policy);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < ply->count; i++) {
            double gap = (ply->choices[i].value - ply->choices[0].value) / (double)SELFPLAY_VALUE;
            int action = ply->choices[i].move < count
                             ? tb_action_of(position, moves[ply->choices[i].move])
                             : -1;

            if (pass == 0)
                sum += exp(10 * gap);
            else if (action >= 0)
                export->policy[action] = (float)(exp(10 * gap) / sum);
        }
}

static bool write_row(struct export *export, const struct tb_position *position,
                      const struct selfplay_game *game, const struct selfplay_ply *ply)
{
    tb_move moves[TB_MOVES_MAX];
    int count = tb_moves(position, moves), player = tb_turn(position);
    struct output *out = export->outputs;

    if (ply->choices[0].move >= count || tb_observation(position, export->observation) < 0)
        return false;
    fill_policy(export, position, moves, count, ply);
    for (int i = 0; i < export->numbers; i++)
        put_float(out[OBSERVATIONS].file, export->observation[i]);
    for (int i = 0; i < export->actions; i++)
        put_float(out[POLICIES].file, export->policy[i]);
    fputc(player, out[PLAYERS].file);
    put32(out[ACTIONS].file, (uint32_t)tb_action_of(position, moves[ply->choices[0].move]));
    put_float(out[VALUES].file, (float)ply->choices[0].value / SELFPLAY_VALUE);
    put_float(out[RESULTS].file, game->result[player]);
    put32(out[GAMES].file, game->number);
    export->rows++;
    return true;
}

static bool take(void *context, const struct selfplay_options *options,
                 const struct selfplay_game *game)
{
    struct export *export = context;
    struct tb_position position;

    if (!export->opened && !open_all(export, &options->setup))
        return false;
    tb_position_start(&position, &options->setup, NULL);
    for (int i = 0; game->ended && i < game->count; i++) {
        const struct selfplay_ply *ply = &game->plies[i];
        tb_move moves[TB_MOVES_MAX];
        int count = tb_moves(&position, moves);

        if (ply->played >= count || (ply->count > 0 && !write_row(export, &position, game, ply)) ||
            tb_play(&position, moves[ply->played], NULL)) {
            error_set(&export->error, TB_ERR_RECORD, "Game {game} is not by the rules.",
                      arg_count("game", (unsigned)game->number));
            return false;
        }
    }
    return true;
}

/* Now the number of rows is known. */
static int commit_all(struct export *export, struct tb_error *error)
{
    for (int i = 0; i < ARRAYS; i++) {
        if (fseek(export->outputs[i].file, 0, SEEK_SET) != 0)
            return error_system(error, TB_ERR_SYSTEM, errno, "Cannot write {path}",
                                arg_start("path", arrays[i].name, 160));
        write_head(export, i);
        if (!output_commit(&export->outputs[i], error))
            return TB_ERR_SYSTEM;
    }
    return TB_OK;
}

int numpy_export(const char *path, const char *folder, uint64_t *rows, struct tb_error *error)
{
    struct export export = {.folder = folder};
    int code = selfplay_read(path, take, &export, error);

    if (!code && export.error.code)
        code = error_copy(error, &export.error);
    else if (!code && !export.opened)
        code = error_set(error, TB_ERR_RECORD, "There is no game in {path}.",
                         arg_start("path", path, 160));
    if (!code)
        code = commit_all(&export, error);
    for (int i = 0; i < ARRAYS; i++)
        output_drop(&export.outputs[i]);
    free(export.observation);
    free(export.policy);
    *rows = export.rows;
    return code;
}
