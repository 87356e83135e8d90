/* picture.c - building a scene: a position as data, and the position string of one. */
#include "core/picture.h"

#include <string.h>

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

/* ---- Position strings of scenes ---------------------------------------------------- */

/* A square's place in board order: a1, b1, ... */
static int place_order(const char *place)
{
    return place[1] * 256 + place[0];
}

void scene_sort(struct tb_scene *scene)
{
    for (int i = 1; i < scene->piece_count; i++) {
        struct tb_piece piece = scene->pieces[i];
        int k = i;

        for (; k > 0 && place_order(scene->pieces[k - 1].place) > place_order(piece.place); k--)
            scene->pieces[k] = scene->pieces[k - 1];
        scene->pieces[k] = piece;
    }
}

void scene_add_squares(const struct tb_scene *scene,
                       void (*spell)(const struct tb_piece *piece, struct text *out),
                       struct text *out)
{
    const char *place = "";

    for (int i = 0; i < scene->piece_count; i++) {
        const struct tb_piece *piece = &scene->pieces[i];

        if (strcmp(piece->place, place) != 0)
            text_add(out, "%s%s:", i ? "," : "", piece->place);
        place = piece->place;
        spell(piece, out);
    }
    if (scene->piece_count == 0)
        text_char(out, '-');
}

void scene_add_hands(const struct tb_scene *scene, int players, struct text *out)
{
    for (int p = 0; p < players; p++)
        text_add(out, "%c%d", p ? '/' : ' ', scene->supplies[p].count);
}

int scene_text(const struct tb_setup *setup, struct tb_scene *scene, int turn, char *out,
               size_t size, struct tb_error *error)
{
    const struct picture *picture = setup->game->picture;
    struct text text = text_into(out, size);
    struct tb_state start = {0};

    if (!picture || !picture->spell)
        return error_set(error, TB_ERR_POSITION, "Positions of {game} cannot be set up by pieces.",
                         arg_text("game", setup->game->title));
    scene_sort(scene);
    setup_text(setup, &text);
    setup->game->init(setup, &start);
    picture->spell(&start, scene, turn, &text);
    return TB_OK;
}

int position_turned(const struct tb_position *position, int player, struct tb_position *out,
                    struct tb_error *error)
{
    const struct picture *picture = position->setup.game->picture;
    struct tb_scene scene = {0};
    char text[TB_POSITION_TEXT];

    if (picture && picture->scene)
        picture->scene(&position->state, &scene);
    for (int i = 0; i < scene.piece_count; i++)
        scene.pieces[i].sends = false;
    int code = scene_text(&position->setup, &scene, player, text, sizeof text, error);

    return code ? code : tb_position_parse(out, &position->setup, text, error);
}
