/* play_again.c - another game at the same table, and what its record says of the people. */
#include <string.h>
#include <time.h>

#include "cli/play/play.h"
#include "core/message.h"

/* ---- The record ----------------------------------------------------------------------- */

const char *play_tag(char out[16], const char *prefix, int player)
{
    struct text text = text_into(out, 16);

    text_add(&text, "%s%d", prefix, player + 1);
    return out;
}

int play_date(struct record *record, struct tb_error *error)
{
    char date[16];
    time_t now = time(NULL);
    struct tm local;

    strftime(date, sizeof date, "%Y.%m.%d", localtime_r(&now, &local));
    return record_set_tag(record, "Date", date, error);
}

int play_note_seat(struct play *play, int player, struct tb_error *error)
{
    char name[16];
    const char *tag = play_tag(name, "Seat", player);
    const struct seat *seat = &play->seats[player];

    if (seat_is_human(seat) && !record_tag(&play->record, tag))
        return TB_OK;
    return record_set_tag(&play->record, tag, seat->spec, error);
}

/* ---- Another game ---------------------------------------------------------------------- */

/* Fills the seats and tags of a new record with the people of the old one. */
static int move_people(struct play *play, const struct record *old, int before, bool rotate,
                       struct tb_error *error)
{
    int after = tb_match_start(play->record.match)->setup.players;
    struct seat seats[TB_PLAYERS_MAX] = {0};
    char tag[16];
    int code = TB_OK;

    for (int p = 0; p < after && code == TB_OK; p++) {
        int person = p >= before ? -1 : rotate ? (p + before - 1) % before : p;
        const char *name = person < 0 ? NULL : record_tag(old, play_tag(tag, "Player", person));

        /* Opens every seat again: an engine belongs to its setup, and a new seed keeps the game
         * from repeating the last one. */
        code = seat_open(&seats[p], person < 0 ? "human" : play->seats[person].spec,
                         play_next_seed(play), error);
        if (name && code == TB_OK)
            code = record_set_tag(&play->record, play_tag(tag, "Player", p), name, error);
    }
    for (int p = 0; p < TB_PLAYERS_MAX; p++) {
        seat_close(&play->seats[p]);
        play->seats[p] = seats[p];
    }
    for (int p = 0; p < after && code == TB_OK; p++)
        code = play_note_seat(play, p, error);
    return code;
}

/* The old game stays in its file; the new one gets one of its own, if there was any. */
static void choose_file(struct play *play)
{
    const char *game = tb_game_name(tb_match_start(play->record.match)->setup.game);
    struct tb_error error;

    if (!play->save.path[0])
        play->save = (struct autosave){0};
    else if (!autosave_choose(&play->save, game, &error))
        play_object(play, "This game is not being saved. {error}",
                    arg_message("error", error.message));
}

static void begin(struct play *play, const struct tb_position *start,
                  const struct match_rules *rules, bool rotate)
{
    struct record old = play->record;
    int before = tb_match_start(old.match)->setup.players;
    struct tb_error error;
    struct tb_match *match = match_new(start, rules, &error);

    if (!match) {
        play_object(play, "No new game. {error}", arg_message("error", error.message));
        return;
    }
    if (play->save.stored && !play->save.failing && tb_match_length(old.match) > 0)
        play_note(play, "The last game is saved in {path}.", arg_text("path", play->save.path));
    play->record = (struct record){.match = match};
    if (move_people(play, &old, before, rotate, &error) || play_date(&play->record, &error)) {
        play_object(play, "No new game. {error}", arg_message("error", error.message));
        play->status = STATUS_FAILED;
        play->quit = true;
    }
    record_release(&old);
    engine_free(play->adviser); /* it was made for the old setup */
    play->adviser = NULL;
    choose_file(play);
    play->draw = true;
    play->kept = false;
}

void play_again(struct play *play, bool rotate)
{
    struct tb_position start = *tb_match_start(play->record.match);
    struct match_rules rules = match_rules_of(play->record.match);

    begin(play, &start, &rules, rotate);
}

void play_other(struct play *play, const struct tb_game *game)
{
    struct match_rules rules = match_rules_default();
    int players = tb_match_start(play->record.match)->setup.players;
    struct tb_setup setup;
    struct tb_position start;

    tb_setup_init(&setup, game, tb_game_allows(game, players) ? players : 0, NULL);
    tb_position_start(&start, &setup, NULL);
    begin(play, &start, &rules, false);
}
