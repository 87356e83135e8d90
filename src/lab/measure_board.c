/*
 * measure_board.c - first moves, squares and pieces, as far as notation tells them: a square is
 * a letter and a number, and the form of a move is its text with '*' for each square.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "lab/measure_inner.h"

/* Takes a move apart: its form, and the square where it goes: the one behind '>' if there is
 * one, the first otherwise; pawns that a collapse spreads do not count. */
static void take_apart(const char *move, char *square, size_t size, char *form, size_t capacity)
{
    struct text pattern = text_into(form, capacity);

    square[0] = '\0';
    for (bool past = false; *move;) {
        size_t digits = islower((unsigned char)move[0]) ? strspn(move + 1, "0123456789") : 0;

        if (digits == 0) {
            past = past || *move == ':';
            text_char(&pattern, *move++);
            continue;
        }
        if (!past)
            snprintf(square, size, "%.*s", (int)digits + 1, move);
        text_char(&pattern, '*');
        move += digits + 1;
    }
}

/* The forms of collapses differ only in how many pawns fall. */
static void shorten(char *form)
{
    char *colon = strchr(form, ':');

    if (colon)
        strcpy(colon, ":");
}

static void count_one(struct keyed *keyed, const char *key)
{
    struct ratio *ratio = keyed_at(keyed, key);

    if (ratio)
        ratio->x++;
}

/* Adds what one game counted to the sums over games. */
static void merge(const struct measures *measures, struct keyed *sums, const struct keyed *game,
                  double plies)
{
    double weight = 2 * measures->game->count + 1; /* (k + 1)^2 - k^2 */

    for (int i = 0; i < game->count; i++) {
        struct ratio *ratio = keyed_at(sums, game->items[i].key);
        double x = game->items[i].ratio.x;

        if (!ratio)
            continue;
        ratio->x += x;
        ratio->xx += weight * x * x;
        ratio->xm += weight * x * plies;
    }
}

/* True if the symmetry maps the start, and the player who begins, to themselves. */
static bool keeps_start(const struct measures *measures, int symmetry)
{
    struct tb_position turned;
    int player = tb_turn(&measures->start);

    tb_symmetry_position(&measures->start, symmetry, &turned);
    return tb_equal(&turned, &measures->start) &&
           tb_symmetry_player(&measures->start, symmetry, player) == player;
}

/* Moves that only differ by symmetry are one move, named by the first of them; on the board
 * each of them is shown. */
static void add_first(struct measures *measures, const char *text, double score)
{
    const struct tb_position *start = &measures->start;
    char squares[64][8], name[TB_MOVE_TEXT] = "";
    tb_move move, least = TB_MOVE_NONE;
    int count = 0;

    if (tb_move_parse(start, text, &move, NULL))
        return;
    for (int s = 0; s < tb_symmetry_count(start) && count < 64; s++) {
        char spelling[TB_MOVE_TEXT], form[TB_MOVE_TEXT];
        tb_move image = keeps_start(measures, s) ? tb_symmetry_move(start, s, move) : TB_MOVE_NONE;
        bool seen = false;

        if (image == TB_MOVE_NONE || tb_move_text(start, image, spelling, sizeof spelling) < 0)
            continue;
        if (image < least) {
            least = image;
            strcpy(name, spelling);
        }
        take_apart(spelling, squares[count], sizeof squares[count], form, sizeof form);
        for (int i = 0; i < count; i++)
            seen = seen || strcmp(squares[i], squares[count]) == 0;
        count += !seen && squares[count][0];
    }
    struct ratio *ratio = keyed_at(&measures->first_moves, name);

    if (ratio)
        measures_count(measures, ratio, score, 1);
    for (int i = 0; i < count; i++)
        if ((ratio = keyed_at(&measures->first_squares, squares[i])))
            measures_count(measures, ratio, score, 1);
}

void board_add(struct measures *measures, const struct tb_match *match, double score)
{
    struct keyed squares = {0}, kinds = {0};
    int plies = tb_match_plies(match);

    for (int i = 0; i < tb_match_length(match); i++) {
        char square[8], form[TB_MOVE_TEXT];

        if (strcmp(tb_match_entry(match, i), "swap") == 0)
            continue;
        take_apart(tb_match_entry(match, i), square, sizeof square, form, sizeof form);
        shorten(form);
        count_one(&kinds, form);
        if (square[0])
            count_one(&squares, square);
    }
    merge(measures, &measures->squares, &squares, plies);
    merge(measures, &measures->kinds, &kinds, plies);
    measures_count(measures, &measures->all_moves, 0, plies);
    keyed_release(&squares);
    keyed_release(&kinds);
    if (plies > 0 && tb_equal(tb_match_start(match), &measures->start))
        add_first(measures, tb_match_entry(match, 0), score);
}

static void add_uses(const struct measures *measures, struct keyed *keyed, enum measure measure,
                     struct statistics *out)
{
    keyed_sort(keyed);
    for (int i = 0; i < keyed->count; i++) {
        struct ratio ratio = keyed->items[i].ratio;

        ratio.n = measures->all_moves.n;
        ratio.m = measures->all_moves.m;
        ratio.mm = measures->all_moves.mm;
        statistics_add(out, measure, keyed->items[i].key, ratio_share(&ratio), (uint64_t)ratio.m);
    }
}

void board_statistics(struct measures *measures, struct statistics *out)
{
    keyed_sort(&measures->first_moves);
    keyed_sort(&measures->first_squares);
    for (int i = 0; i < measures->first_moves.count; i++) {
        const struct keyed_item *item = &measures->first_moves.items[i];

        statistics_add(out, MEASURE_FIRST_MOVE, item->key, ratio_share(&item->ratio),
                       item->ratio.all);
    }
    for (int i = 0; i < measures->first_squares.count; i++) {
        const struct keyed_item *item = &measures->first_squares.items[i];

        statistics_add(out, MEASURE_FIRST_SQUARE, item->key, ratio_share(&item->ratio),
                       item->ratio.all);
    }
    add_uses(measures, &measures->squares, MEASURE_USE_SQUARE, out);
    add_uses(measures, &measures->kinds, MEASURE_USE_KIND, out);
}
