/* play.c - the loop of a game in the terminal. */
#include "cli/play/play.h"

#include <string.h>

#include "cli/interrupt.h"
#include "core/game.h"

/* ---- The loop ---------------------------------------------------------------------------- */

/* Says on a terminal that the computer thinks; an empty name takes it away. */
static void show_thinking(const struct play *play, const char *name)
{
    if (!line_is_interactive(play->lines))
        return;
    if (*name)
        print_in(stdout, play->style.lang, "{name} is thinking...", arg_text("name", name));
    else
        fputs("\r\033[K", stdout);
    fflush(stdout);
}

static void computer_turn(struct play *play)
{
    struct tb_match *match = play->record.match;
    int turn = tb_turn(tb_match_position(match));
    struct seat *seat = play_seat(play, turn);
    char entry[TB_MOVE_TEXT];
    struct tb_error error;
    struct play_name name = play_name(play, turn);

    show_thinking(play, name.text);
    int code = seat_choose(seat, match, entry, &error);

    show_thinking(play, "");
    if (code || tb_match_play(match, entry, &error)) {
        play_object(play, "{name} cannot move. {error}", arg_text("name", name.text),
                    arg_message("error", error.message));
        play->status = STATUS_FAILED;
        play->quit = true;
        return;
    }
    if (play_has_human(play)) {
        interrupt_forget(); /* it was meant to make the computer move */
        play_note(play, "{name} plays {move}.", arg_text("name", name.text),
                  arg_text("move", entry));
    } else {
        play_print(play, "{name} plays {move}.", arg_text("name", name.text),
                   arg_text("move", entry));
    }
    play_changed(play);
}

static void human_turn(struct play *play)
{
    struct line_completer completer = {play_complete, play};
    char prompt[160];
    struct text text = text_into(prompt, sizeof prompt);

    if (play_is_over(play))
        text_add(&text, "%s",
                 translate(play->style.lang, "Game over (rematch, new, analyse, quit)"));
    else
        text_add(&text, "%s", play_name(play, tb_turn(tb_match_position(play->record.match))).text);
    text_add(&text, "> ");
    const char *line = line_read(play->lines, prompt, &completer);

    if (line)
        play_obey(play, line);
    else
        play->quit = true;
}

/* Tells the players where their game is now. */
static void print_goodbye(struct play *play)
{
    const struct autosave *save = &play->save;
    bool lost = (!save->stored || save->failing) && !play->kept;

    if (lost && save->failing)
        play->status = STATUS_FAILED;
    if (lost && tb_match_length(play->record.match) > 0)
        play_print(play, "This game was not saved.");
    if (!save->stored || save->failing)
        return;
    if (play_is_over(play))
        play_print(play, "The game is saved in {path}.", arg_text("path", save->path));
    else
        play_print(play, "The game is saved; go on with it by: tablier play --resume {path}",
                   arg_text("path", save->path));
}

int play_loop(struct play *play)
{
    play->draw = true;
    while (!play->quit && !interrupt_pending()) {
        if (!play_is_human_turn(play)) {
            computer_turn(play);
            continue;
        }
        if (play->draw)
            play_show(play);
        if (play_is_over(play) && !play_has_human(play))
            break;
        human_turn(play);
    }
    print_goodbye(play);
    return interrupt_pending() ? STATUS_INTERRUPTED : play->status;
}
