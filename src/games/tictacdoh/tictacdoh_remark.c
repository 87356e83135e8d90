/*
 * tictacdoh_remark.c - facts in words: which lines can be completed at once, which moves are left
 * that open none, and whether the grid is found.
 */
#include "core/message.h"
#include "games/tictacdoh/tictacdoh.h"

enum {
    GRID = 9,
    REMARKED_MAX = 2,
    SAFE_MAX = 3
}; /* squares of the grid; lines and moves to tell of */

/* The lines that a move completes, as a mask of squares; 0: none. */
static uint32_t completes(const struct tictacdoh *s, tb_move move)
{
    struct tictacdoh next = *s;
    uint32_t squares = 0;

    tictacdoh_play(&next, move);
    for (int size = 0; size < SIZES && next.line; size++)
        squares |= tictacdoh_lines(next.counts[size]);
    return squares;
}

/* Tells which lines the player to move can complete; returns how many ways there are. */
static int remark_on_threats(const struct tictacdoh *s, struct text *out)
{
    tb_move moves[TB_MOVES_MAX];
    int count = tictacdoh_game.moves(s, moves), ways = 0;

    for (int i = 0; i < count; i++) {
        uint32_t line = completes(s, moves[i]);
        char list[64], name[TB_MOVE_TEXT];
        struct text squares = text_into(list, sizeof list), text = text_into(name, sizeof name);

        if (!line || ++ways > REMARKED_MAX)
            continue;
        tictacdoh_list(line, &squares);
        tictacdoh_move_text(s, moves[i], &text);
        remark_add(
            out,
            "{player, select, you {You} other {{player}}} can complete the line {squares} with "
            "{move}.",
            arg_player("player", s->turn + 1), arg_and("squares", list), arg_text("move", name));
    }
    return ways;
}

/* True if the player to move can complete a line. */
static bool line_is_open(const struct tictacdoh *s)
{
    tb_move moves[TB_MOVES_MAX];
    int count = tictacdoh_game.moves(s, moves);

    for (int i = 0; i < count; i++)
        if (completes(s, moves[i]))
            return true;
    return false;
}

/* Where nearly every move opens a line, the game turns on the few that do not. */
static void remark_on_safe_moves(const struct tictacdoh *s, struct text *out)
{
    tb_move moves[TB_MOVES_MAX];
    int count = tictacdoh_game.moves(s, moves), safe = 0;
    char list[SAFE_MAX * (TB_MOVE_TEXT + 2)];
    struct text text = text_into(list, sizeof list);

    for (int i = 0; i < count && safe <= SAFE_MAX; i++) {
        struct tictacdoh next = *s;

        tictacdoh_play(&next, moves[i]);
        if (line_is_open(&next) || ++safe > SAFE_MAX)
            continue;
        text_add(&text, "%s", safe > 1 ? ", " : "");
        tictacdoh_move_text(s, moves[i], &text);
    }
    if (count > 0 && safe == 0)
        remark_add(out,
                   "Every move of {player, select, you {yours} other {{player}}} now opens a line "
                   "to the next.",
                   arg_player("player", s->turn + 1));
    else if (safe == 1)
        remark_add(out,
                   "{player, select, you {You have} other {{player} has}} a single move that opens "
                   "no line: {move}.",
                   arg_player("player", s->turn + 1), arg_text("move", list));
    else if (safe > 1 && safe <= SAFE_MAX)
        remark_add(out,
                   "{player, select, you {You have} other {{player} has}} only {count} moves that "
                   "open no line: {moves}.",
                   arg_player("player", s->turn + 1), arg_count("count", safe),
                   arg_text("moves", list));
}

static bool grid_is_fixed(const struct tictacdoh *s)
{
    return bits_count(s->room) == GRID;
}

static void remark_on_grid(const struct tictacdoh *s, struct text *out)
{
    int low = bits_first(s->room), high = bits_last(s->room);

    remark_add(out,
               "The grid is now fixed, from {first_column}{first_row} to {last_column}{last_row}.",
               arg_text("first_column", (char[]){(char)('a' + low % TICTACDOH_SIDE), 0}),
               arg_count("first_row", low / TICTACDOH_SIDE + 1),
               arg_text("last_column", (char[]){(char)('a' + high % TICTACDOH_SIDE), 0}),
               arg_count("last_row", high / TICTACDOH_SIDE + 1));
}

/* Writes why a game is over. */
static void remark_on_end(const struct tictacdoh *s, struct text *out)
{
    int last = s->turn > 0 ? s->turn : s->players;
    uint32_t line = 0;
    char list[64];
    struct text squares = text_into(list, sizeof list);

    for (int size = 0; size < SIZES; size++)
        line |= tictacdoh_lines(s->counts[size]);
    tictacdoh_list(line, &squares);
    if (s->line)
        remark_add(out,
                   "{player, select, you {You have completed} other {{player} has completed}} the "
                   "line {squares}.",
                   arg_player("player", last), arg_and("squares", list));
    else if (s->left[SMALL] | s->left[MEDIUM] | s->left[LARGE])
        remark_add(out,
                   "{player, select, you {You have} other {{player} has}} no square left for a "
                   "piece: the last to move wins.",
                   arg_player("player", s->turn + 1));
    else
        remark_add(out, "All pieces are placed, and no line is complete.");
}

void tictacdoh_remark(const void *state, const tb_move *move, struct text *out)
{
    const struct tictacdoh *s = state;
    struct tictacdoh next = *s;

    if (!move && tictacdoh_game.result(s).over) {
        remark_on_end(s, out);
        return;
    }
    if (!move) {
        if (grid_is_fixed(s))
            remark_on_grid(s, out);
        remark_on_threats(s, out);
        return;
    }
    uint32_t line = completes(s, *move);
    char list[64];
    struct text squares = text_into(list, sizeof list);

    tictacdoh_play(&next, *move);
    if (line) {
        tictacdoh_list(line, &squares);
        remark_add(out, "The line {squares} is complete.", arg_and("squares", list));
        return;
    }
    if (!grid_is_fixed(s) && grid_is_fixed(&next))
        remark_on_grid(&next, out);
    if (remark_on_threats(&next, out) > 0)
        return;
    if (line_is_open(s))
        remark_add(out, "No line can be completed at once any more.");
    remark_on_safe_moves(&next, out);
}

void tictacdoh_goal(const void *state, int player, struct text *out)
{
    (void)state;
    message_encode(out, MESSAGE("{player, select, you {You win} other {{player} wins}} by "
                                "completing a line of three squares that share a size.",
                                arg_player("player", player + 1)));
}
