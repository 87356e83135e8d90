/* fuzz_positions.c - any text as a position. Input: "GAME POSITION". */
#include "fuzz.h"

/* A position that was accepted has a spelling, which is accepted as the same. */
static void check_text(const struct tb_position *position)
{
    struct tb_position again;
    char text[TB_POSITION_TEXT];

    REQUIRE(tb_position_text(position, text, sizeof text) < TB_POSITION_TEXT);
    REQUIRE(tb_position_parse(&again, &position->setup, text, NULL) == TB_OK);
    REQUIRE(tb_equal(position, &again) && tb_hash(position) == tb_hash(&again));
}

/* It can be drawn and played on. */
static void check_use(const struct tb_position *position)
{
    static char drawing[TB_DRAWING_TEXT];
    static tb_move moves[TB_MOVES_MAX];
    int count = tb_moves(position, moves);
    struct tb_style style = {
        .ascii = count % 2, .colour = count % 3 == 0, .rows = count % 5 * 5, .last = "b2>c3:d3"};

    REQUIRE(tb_position_result(position).over == (count == 0));
    REQUIRE(tb_move_count(position) == count);
    REQUIRE(position_draw(position, &style, drawing, sizeof drawing) < TB_DRAWING_TEXT);
    for (int i = 0; i < count; i += 1 + count / 8) {
        struct tb_position next = *position;

        REQUIRE(tb_play(&next, moves[i], NULL) == TB_OK);
        check_text(&next);
    }
    for (int s = 0; s < tb_symmetry_count(position); s++) {
        struct tb_position image;

        tb_symmetry_position(position, s, &image);
        check_text(&image);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_string(data, size);
    struct tb_position position;

    if (fuzz_position(text, &position)) {
        check_text(&position);
        check_use(&position);
    }
    free(text);
    return 0;
}
