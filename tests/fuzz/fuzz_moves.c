/* fuzz_moves.c - any text as a move. Input: a line "GAME POSITION", then the move. */
#include "fuzz.h"

static bool is_legal(const struct tb_position *position, tb_move move)
{
    tb_move moves[TB_MOVES_MAX];
    int count = tb_moves(position, moves);

    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* A move that was understood has a spelling, which is understood as the same. */
static void check_legal(const struct tb_position *position, tb_move move)
{
    struct tb_reason reason;
    char text[TB_MOVE_TEXT];

    REQUIRE(is_legal(position, move));
    REQUIRE(tb_move_text(position, move, text, sizeof text) < TB_MOVE_TEXT);
    position_why(position, text, &reason);
    REQUIRE(reason.legal && reason.move == move);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_string(data, size), *move = strchr(text, '\n');
    struct tb_position position;

    if (move) {
        *move++ = '\0';
        if (fuzz_position(text, &position)) {
            struct tb_reason english;
            char french[TB_MESSAGE_TEXT];

            position_why(&position, move, &english);
            reason_text(&english, &(struct tb_viewer){.lang = "fr"}, french, sizeof french);
            REQUIRE(english.legal == (english.text[0] == '\0'));
            REQUIRE(english.legal == (french[0] == '\0'));
            if (english.legal)
                check_legal(&position, english.move);
        }
    }
    free(text);
    return 0;
}
