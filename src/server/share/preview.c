/* preview.c - the words about a record, and the card that shows them. */
#include "server/share/preview.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "core/record.h"
#include "server/share/card.h"

void preview_order_release(struct preview_order *order)
{
    free(order->record);
    order->record = NULL;
}

/* ---- People --------------------------------------------------------------------------- */

/* The names of the players of the board, from the people who sat down: a swap exchanges them. */
struct people {
    char names[TB_PLAYERS_MAX][2 * NAME_SIZE];
    int count;
    bool named; /* at least one */
};

static void find_people(const struct tb_record *record, const struct tb_match *match,
                        const char *lang, struct people *people)
{
    people->count = tb_position_setup(tb_match_position(match))->players;
    for (int p = 0; p < people->count; p++) {
        struct text name = text_into(people->names[p], sizeof people->names[p]);
        char tag[16];

        snprintf(tag, sizeof tag, "Player%d", tb_match_seat(match, tb_match_length(match), p) + 1);
        const char *given = tb_record_tag(record, tag);

        if (given)
            text_add(&name, "%s", given);
        else
            text_message(&name, lang, "Player {number}", arg_count("number", p + 1));
        text_end_whole(people->names[p]);
        people->named |= given != NULL;
    }
}

/* ---- Words ---------------------------------------------------------------------------- */

static void add_winners(const struct people *people, unsigned winners, const char *lang,
                        struct text *out)
{
    const char *before = "";
    int count = 0;

    for (int p = 0; p < people->count; p++)
        if (winners >> p & 1) {
            text_add(out, "%s%s", before, people->names[p]);
            before = ", ";
            count++;
        }
    if (count == 1)
        text_add(out, "%s", translate(lang, " has won."));
    else
        text_add(out, "%s", translate(lang, " have won."));
}

/* Whose turn it is, or who has won, and how long the game is. */
static void add_status(const struct tb_match *match, const struct preview_order *order,
                       const struct people *people, struct text *out)
{
    struct tb_result result = tb_match_result(match);
    int moves = tb_match_plies(match);

    if (order->task[0]) {
        text_add(out, "%s", order->task);
        return;
    }
    if (order->status == GAME_OPEN)
        text_add(out, "%s", translate(order->lang, "A seat is free. Follow the link to play."));
    else if (order->status == GAME_ABORTED)
        text_add(out, "%s", translate(order->lang, "The game was aborted."));
    else if (!result.over)
        text_message(out, order->lang, "It is {name}’s turn.",
                     arg_text("name", people->names[tb_turn(tb_match_position(match))]));
    else if (result.winners == 0)
        text_add(out, "%s", translate(order->lang, "The game is a draw."));
    else
        add_winners(people, result.winners, order->lang, out);
    if (moves > 0) {
        text_char(out, ' ');
        text_message(out, order->lang, "{count, plural, one {# move} other {# moves}}.",
                     arg_count("count", moves));
    }
}

static void add_title(const char *game, const struct preview_order *order,
                      const struct people *people, struct text *out)
{
    if (order->task[0]) {
        text_message(out, order->lang, "{game}: a puzzle", arg_text("game", game));
        return;
    }
    for (int p = 0; people->named && p < people->count; p++)
        text_add(out, "%s%s", p ? " – " : "", people->names[p]);
    text_add(out, "%s%s", people->named ? " · " : "", game);
}

/* ---- The whole ------------------------------------------------------------------------- */

static void draw(const struct tb_match *match, const struct preview_order *order,
                 const struct people *people, struct preview *out)
{
    int length = tb_match_length(match);
    struct card card = {
        .position = tb_match_position(match),
        .last = length > 0 ? tb_match_entry(match, length - 1) : NULL,
        .lang = order->lang,
        .title = tb_game_title(tb_position_setup(tb_match_position(match))->game),
        .winners = tb_match_result(match).winners,
        .status = out->words,
    };

    for (int p = 0; people->named && p < people->count; p++)
        card.names[p] = people->names[p];
    out->png = card_png(&card, &out->png_length);
}

bool preview_make(const struct preview_order *order, struct preview *out)
{
    struct tb_reader *reader = tb_reader_new(order->record, strlen(order->record), NULL);
    struct tb_record *record = NULL;
    struct people people = {0};

    *out = (struct preview){0};
    if (reader && tb_reader_next(reader, &record, NULL) == 1) {
        struct tb_match *match = tb_record_match(record);
        struct text title = text_into(out->title, sizeof out->title);
        struct text words = text_into(out->words, sizeof out->words);

        find_people(record, match, order->lang, &people);
        add_title(tb_game_title(tb_position_setup(tb_match_position(match))->game), order, &people,
                  &title);
        add_status(match, order, &people, &words);
        text_end_whole(out->title);
        text_end_whole(out->words);
        if (order->picture)
            draw(match, order, &people, out);
    }
    bool made = record != NULL;

    tb_record_free(record);
    tb_reader_free(reader);
    return made;
}
