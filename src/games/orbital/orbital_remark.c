/* orbital_remark.c - facts about a position and a move, in words. */
#include "core/message.h"
#include "games/orbital/orbital.h"

/* The squares of a set, separated by spaces. */
static void list_squares(unsigned squares, struct text *out)
{
    for (unsigned left = squares; left; left &= left - 1)
        text_add(out, "%s%s", left == squares ? "" : " ",
                 orbital_square_name(__builtin_ctz(left)).text);
}

/* Writes which towers decided a finished game. */
static void remark_on_end(const struct orbital *s, struct text *out)
{
    int winner = s->towers[0] >= ORBITAL_GOAL ? 0 : 1;
    char list[64];
    struct text squares = text_into(list, sizeof list);

    list_squares(orbital_complete(s) & orbital_majority(s, winner), &squares);
    if (s->towers[winner] >= ORBITAL_GOAL)
        remark_add(out,
                   "{player, select, you {You hold} other {{player} holds}} the {count} towers on "
                   "{squares}.",
                   arg_player("player", winner + 1), arg_count("count", s->towers[winner]),
                   arg_and("squares", list));
    else
        remark_add(out,
                   "No piece can be placed any more. Towers: {first, select, you {you have} other "
                   "{{first} has}} {first_towers}, {second, select, you {you have} other {{second} "
                   "has}} {second_towers}.",
                   arg_player("first", 1), arg_count("first_towers", s->towers[0]),
                   arg_player("second", 2), arg_count("second_towers", s->towers[1]));
}

static void remark_on_position(const struct orbital *s, struct text *out)
{
    if (orbital_over(s)) {
        remark_on_end(s, out);
        return;
    }
    remark_add(
        out,
        "Towers: {first, select, you {you have} other {{first} has}} {first_towers} and {second, "
        "select, you {you have} other {{second} has}} {second_towers}; {goal} win.",
        arg_player("first", 1), arg_count("first_towers", s->towers[0]), arg_player("second", 2),
        arg_count("second_towers", s->towers[1]), arg_count("goal", ORBITAL_GOAL));
    struct orbital_choice choice = orbital_choose(s);
    char words[TB_MESSAGE_TEXT];
    struct text obligation = text_into(words, sizeof words);

    orbital_obligation(s, &choice, &obligation);
    remark_add(out, "{obligation}.", arg_message("obligation", words));
}

/* Remarks on a tower that the piece has decided. */
static void remark_on_tower(const struct orbital *before, const struct orbital *after, int square,
                            struct text *out)
{
    int player = before->turn;
    struct orbital_name name = orbital_square_name(square);
    unsigned bit = orbital_bit(square);

    if (orbital_complete(after) & bit) {
        int owner = orbital_majority(after, 0) & bit ? 0 : 1;

        remark_add(
            out,
            "The tower on {square} is complete and {player, select, you {is yours: you hold} "
            "other {goes to {player}, who holds}} {count} of the {goal} that win.",
            arg_text("square", name.text), arg_player("player", owner + 1),
            arg_count("count", after->towers[owner]), arg_count("goal", ORBITAL_GOAL));
    } else if (orbital_majority(after, player) & ~orbital_majority(before, player) & bit) {
        remark_add(out,
                   "The tower on {square} is decided: {player, select, you {you have} other "
                   "{{player} has}} two of its pieces, whoever completes it.",
                   arg_text("square", name.text), arg_player("player", player + 1));
    }
}

/* The squares on which the player to move can complete a tower for himself. `winning`: only
 * the towers that win the game. */
static unsigned takes(const struct orbital *s, bool winning)
{
    tb_move moves[TB_MOVES_MAX];
    int count = orbital_game.moves(s, moves), player = s->turn;
    unsigned squares = 0;

    for (int i = 0; i < count; i++) {
        struct orbital next = *s;

        if (moves[i] >= ORBITAL_PASS)
            continue;
        orbital_play(&next, moves[i]);
        if (next.towers[player] > (winning ? ORBITAL_GOAL - 1 : s->towers[player]))
            squares |= orbital_bit(orbital_square(moves[i]));
    }
    return squares;
}

/* True if the last player can take a tower (win the game with one) after every reply. */
static bool traps(const struct orbital *s, bool winning)
{
    tb_move moves[TB_MOVES_MAX];
    int count = orbital_game.moves(s, moves);

    for (int i = 0; i < count; i++) {
        struct orbital next = *s;

        orbital_play(&next, moves[i]);
        if (orbital_over(&next) || !takes(&next, winning))
            return false;
    }
    return count > 0;
}

/* Writes what the opponent can win there, or cannot avoid. */
static void remark_on_stakes(const struct orbital *after, struct text *out)
{
    int mover = 2 - after->turn, player = after->turn + 1;
    unsigned wins = takes(after, true), squares = wins ? wins : takes(after, false);
    char list[64];
    struct text text = text_into(list, sizeof list);

    list_squares(squares, &text);
    if (wins)
        remark_add(
            out, "{player, select, you {You} other {{player}}} can win with the tower on {square}.",
            arg_player("player", player), arg_or("square", list));
    else if (traps(after, true))
        remark_add(out,
                   "Whatever {player, select, you {you play} other {{player} plays}}, {opponent, "
                   "select, you {you then win} other {{opponent} then wins}}.",
                   arg_player("player", player), arg_player("opponent", mover));
    else if (squares)
        remark_add(out,
                   "{player, select, you {You} other {{player}}} can take the tower on {square}.",
                   arg_player("player", player), arg_or("square", list));
    else if (traps(after, false))
        remark_add(out,
                   "Whatever {player, select, you {you play} other {{player} plays}}, {opponent, "
                   "select, you {you} other {{opponent}}} can then take a tower.",
                   arg_player("player", player), arg_player("opponent", mover));
}

/* Writes where the piece sends the opponent. */
static void remark_on_sent(const struct orbital *after, struct text *out)
{
    struct orbital_choice choice = orbital_choose(after);
    unsigned fits = choice.basis == ORBITAL_FORCED ? orbital_choice_squares(&choice) : ~0u;
    char list[64];
    struct text squares = text_into(list, sizeof list);
    int player = after->turn + 1;

    orbital_list_aim(after, fits, &squares);
    switch (choice.basis) {
    case ORBITAL_FORCED:
        remark_add(out,
                   "The piece sends {player, select, you {you} other {{player}}} to {squares}.",
                   arg_player("player", player), arg_or("squares", list));
        break;
    case ORBITAL_RELEASED:
        remark_add(
            out,
            "The piece sends {player, select, you {you} other {{player}}} to {squares}, where "
            "nothing fits: the choice is free.",
            arg_player("player", player), arg_or("squares", list));
        break;
    case ORBITAL_RELEASED_EMPTY:
        remark_add(
            out,
            "The piece sends {player, select, you {you} other {{player}}} to {squares}, where "
            "nothing fits: any empty square will do.",
            arg_player("player", player), arg_or("squares", list));
        break;
    default:
        remark_add(
            out,
            "{player, select, you {You have} other {{player} has}} no place left and must pass.",
            arg_player("player", player));
    }
}

void orbital_remark(const void *state, const tb_move *move, struct text *out)
{
    const struct orbital *s = state;
    struct orbital next = *s;

    if (!move || *move >= ORBITAL_PASS) {
        remark_on_position(s, out);
        return;
    }
    orbital_play(&next, *move);
    remark_on_tower(s, &next, orbital_square(*move), out);
    if (orbital_over(&next))
        return;
    remark_on_sent(&next, out);
    remark_on_stakes(&next, out);
}

void orbital_goal(const void *state, int player, struct text *out)
{
    (void)state;
    message_encode(out, MESSAGE("{player, select, you {You win} other {{player} wins}} by holding "
                                "{count} complete towers.",
                                arg_player("player", player + 1),
                                arg_count("count", ORBITAL_GOAL)));
}
