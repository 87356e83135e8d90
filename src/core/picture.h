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

    /* Marks what a word of this many bytes names, if that is not squares alone; else false. */
    bool (*mark)(const void *state, const char *word, size_t length, struct svg *svg);

    /* The position as data, by scene_piece(), scene_supply() and scene_mark(): pieces in the
     * order of their squares, players in order. */
    void (*scene)(const void *state, struct tb_scene *out);
};

/* Adds to a scene. The piece that is returned may be given its way and `sends`. */
struct tb_piece *scene_piece(struct tb_scene *scene, const char *place, const char *kind,
                             int player);
void scene_supply(struct tb_scene *scene, const char *kind, int player, int count, int of);
void scene_mark(struct tb_scene *scene, enum tb_mark_kind kind, const char *place, int number);

#endif
