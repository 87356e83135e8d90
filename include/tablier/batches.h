/*
 * tablier/batches.h - for machine learning: moves and positions as numbers, and batches of games.
 *
 * Any thread may use the functions of the first two sections.
 */
#ifndef TB_BATCHES_H
#define TB_BATCHES_H

#include <tablier/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Actions: moves as numbers ---------------------------------------------------- */

/* Every move that a setup can ever have has one number below tb_action_count(), the same in all
 * positions: Quoridor has its squares, barriers and pass, 210 on nine by nine. */
TB_API int tb_action_count(const struct tb_setup *setup);
/* Writes one byte per action: 1 if it is legal. Returns the number of legal actions. */
TB_API int tb_action_mask(const struct tb_position *position, uint8_t *mask);
/* The action of a legal move; TB_ERR_ILLEGAL if it is not legal. */
TB_API int tb_action_of(const struct tb_position *position, tb_move move);
/* The legal move of an action; TB_ERR_ILLEGAL if there is none. */
TB_API int tb_action_move(const struct tb_position *position, int action, tb_move *move,
                          struct tb_error *error);
/* The image of an action under a symmetry of the position. */
TB_API int tb_action_symmetry(const struct tb_position *position, int symmetry, int action);

/* ---- Observations: positions as numbers --------------------------------------------- */

/* A position as numbers from 0 to 1: planes of rows of columns, a1 first. Players come in the
 * order of their turns, the player to move first. */
enum { TB_SHAPE_PLANES, TB_SHAPE_ROWS, TB_SHAPE_COLUMNS, TB_SHAPE };
TB_API int tb_observation_shape(const struct tb_setup *setup, int shape[TB_SHAPE]);
/* `out` holds planes times rows times columns. */
TB_API int tb_observation(const struct tb_position *position, float *out);
/* Writes the meaning of a plane: "pawn of the player to move". */
TB_API int tb_observation_plane(const struct tb_setup *setup, int plane, char *out, size_t size);

/* ---- Batches of games ----------------------------------------------------------------- */

/* Games of one setup that are played side by side; one that ends restarts at once. One thread at
 * a time uses it; it starts threads - 1 of its own. */
struct tb_batch;

struct tb_batch_options {
    size_t size;
    int threads;   /* 0: 1 */
    int plies_max; /* a game of this length is cut off; 0: 1000 */
    uint64_t seed; /* of tb_batch_sample() */
};

/* The state of a game after a step. */
enum tb_step { TB_STEP_GOES_ON, TB_STEP_OVER, TB_STEP_CUT_OFF };

/* `count` games; NULL on failure; options may be NULL. */
TB_API struct tb_batch *tb_batch_new(const struct tb_setup *setup, int count,
                                     const struct tb_batch_options *options,
                                     struct tb_error *error);
TB_API void tb_batch_free(struct tb_batch *batch);
/* Plays one action in each game. rewards: one number per game and player, 1 a win, -1 a loss, 0
 * otherwise; steps: one enum tb_step per game; either may be NULL. If any action is illegal, none
 * is played, and the error names it. */
TB_API int tb_batch_step(struct tb_batch *batch, const int32_t *actions, float *rewards,
                         uint8_t *steps, struct tb_error *error);

/* These write for each game in turn: its observation, one byte per action, the player to move, or
 * a legal action, all equally likely. */
TB_API int tb_batch_observations(struct tb_batch *batch, float *observations);
TB_API int tb_batch_masks(struct tb_batch *batch, uint8_t *masks);
TB_API int tb_batch_turns(const struct tb_batch *batch, int32_t *turns);
TB_API int tb_batch_sample(struct tb_batch *batch, int32_t *actions);

TB_API int tb_batch_count(const struct tb_batch *batch);
/* Copies the position of one game. */
TB_API int tb_batch_position(const struct tb_batch *batch, int index, struct tb_position *position);
/* Restarts all games. */
TB_API int tb_batch_reset(struct tb_batch *batch);

#ifdef __cplusplus
}
#endif

#endif
