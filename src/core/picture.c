/* picture.c - building a scene: a position as data. */
#include "core/picture.h"

static void put_word(char *out, size_t size, const char *word)
{
    struct text text = text_into(out, size);

    text_add(&text, "%s", word);
}

struct tb_piece *scene_piece(struct tb_scene *scene, const char *place, const char *kind,
                             int player)
{
    struct tb_piece *piece = &scene->pieces[scene->piece_count++];

    piece->player = player;
    put_word(piece->place, sizeof piece->place, place);
    put_word(piece->kind, sizeof piece->kind, kind);
    return piece;
}

void scene_supply(struct tb_scene *scene, const char *kind, int player, int count, int of)
{
    struct tb_supply *supply = &scene->supplies[scene->supply_count++];

    *supply = (struct tb_supply){.player = player, .count = count, .of = of};
    put_word(supply->kind, sizeof supply->kind, kind);
}

void scene_mark(struct tb_scene *scene, enum tb_mark_kind kind, const char *place, int number)
{
    struct tb_mark *mark = &scene->marks[scene->mark_count++];

    *mark = (struct tb_mark){.kind = kind, .number = number};
    put_word(mark->place, sizeof mark->place, place);
}
