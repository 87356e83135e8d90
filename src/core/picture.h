/*
 * picture.h - a game's pictures: an SVG of a position, and the position as data for others to draw.
 */
#ifndef TABLIER_CORE_PICTURE_H
#define TABLIER_CORE_PICTURE_H

#include "core/game.h"
#include "core/svg.h"

/* Each hook may be NULL. */
struct picture {
    /* Draws the board with its pieces and what is in hand into a picture, beginning with
     * svg_board(), whose last line below the board is left free for the status. */
    void (*draw)(const void *state, struct svg *svg);

    /* The number of squares along each edge of the board. */
    int (*side)(const struct tb_setup *setup);

    /* Marks what a word of this many bytes names, if that is not squares alone; else false. */
    bool (*mark)(const void *state, const char *word, size_t length, struct svg *svg);

    /* The position as data, by scene_piece(), scene_supply() and scene_mark(): pieces in the
     * order of their squares, players in order. */
    void (*scene)(const void *state, struct tb_scene *out);

    /* Writes the position string of a scene, possible or not, without the setup; `state` is any
     * of that setup. The pieces are in the order of their squares. */
    void (*spell)(const void *state, const struct tb_scene *scene, int turn, struct text *out);
};

/* Adds to a scene. The piece that is returned may be given its way and `sends`. */
struct tb_piece *scene_piece(struct tb_scene *scene, const char *place, const char *kind,
                             int player);
void scene_supply(struct tb_scene *scene, const char *kind, int player, int count, int of);
void scene_mark(struct tb_scene *scene, enum tb_mark_kind kind, const char *place, int number);

/* Sorts the pieces by their squares, row by row; those of one square keep their order. */
void scene_sort(struct tb_scene *scene);

/* ---- Position strings of scenes ---------------------------------------------------- */

/* Adds the pieces by square, "b2:1,c3:12", each as `spell` writes it; "-" if there are none. */
void scene_add_squares(const struct tb_scene *scene,
                       void (*spell)(const struct tb_piece *piece, struct text *out),
                       struct text *out);

/* Adds the number of pieces that each player holds, " 9/10"; each holds one kind. */
void scene_add_hands(const struct tb_scene *scene, int players, struct text *out);

/* Writes the position string of a scene with its setup, possible or not. Sorts the pieces. Fails
 * for a game without a `spell` hook. */
int scene_text(const struct tb_setup *setup, struct tb_scene *scene, int turn, char *out,
               size_t size, struct tb_error *error);

/* The position as if it were a player's turn: no piece restricts where that player may play. */
int position_turned(const struct tb_position *position, int player, struct tb_position *out,
                    struct tb_error *error);

#endif
