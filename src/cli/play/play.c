/* play.c - the loop of a game in the terminal. */
#include "cli/play/play.h"

#include <stdarg.h>
#include <string.h>

#include "cli/interrupt.h"
#include "core/game.h"

/* ---- Talk --------------------------------------------------------------------------- */

void play_say(const struct play *play, const char *english, const char *french, ...)
{
    va_list arguments;

    va_start(arguments, french);
    vprintf(in_lang(play->style.lang, english, french), arguments);
    va_end(arguments);
    putchar('\n');
}

void play_object(const struct play *play, const char *english, const char *french, ...)
{
    va_list arguments;

    fflush(stdout);
    va_start(arguments, french);
    vfprintf(stderr, in_lang(play->style.lang, english, french), arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

/* ---- The table ------------------------------------------------------------------------ */

bool play_is_over(const struct play *play)
{
    return tb_match_ending(play->record.match) != TB_ENDING_NONE;
}

/* The person in a player's seat, by where they first sat. */
static int person_of(const struct play *play, int player)
{
    return tb_match_swapped(play->record.match) ? 1 - player : player;
}

struct seat *play_seat(struct play *play, int player)
{
    return &play->seats[person_of(play, player)];
}

bool play_is_human_turn(struct play *play)
{
    int turn = tb_turn(tb_match_position(play->record.match));

    return play_is_over(play) || seat_is_human(play_seat(play, turn));
}

bool play_has_human(const struct play *play)
{
    for (int i = 0; i < TB_PLAYERS_MAX && play->seats[i].kind; i++)
        if (seat_is_human(&play->seats[i]))
            return true;
    return false;
}

struct play_name play_name(const struct play *play, int player)
{
    struct play_name name;
    struct text text = text_into(name.text, sizeof name.text);
    const char *number = in_lang(play->style.lang, "player", "joueur");
    char tag[16];
    struct text tag_text = text_into(tag, sizeof tag);

    text_add(&tag_text, "Player%d", person_of(play, player) + 1);
    const char *person = record_tag(&play->record, tag);

    if (person && strlen(person) < sizeof name.text - 24)
        text_add(&text, "%s (%s %d)", person, number, player + 1);
    else
        text_add(&text, "%s %d", number, player + 1);
    return name;
}

/* Says how the game ended, where the drawing cannot know it. */
static void announce(const struct play *play)
{
    static const char *const how[][2] = {
        [TB_ENDING_REPETITION] = {"a draw: the position has come back too often",
                                  "partie nulle : la position est revenue trop souvent"},
        [TB_ENDING_RESIGNATION] = {"the game is over by resignation",
                                   "la partie finit par abandon"},
        [TB_ENDING_AGREEMENT] = {"a draw by agreement", "partie nulle d'un commun accord"},
        [TB_ENDING_TIME] = {"the game is over on time", "la partie est perdue au temps"},
    };
    enum tb_ending ending = tb_match_ending(play->record.match);
    struct tb_result result = tb_match_result(play->record.match);

    if (ending == TB_ENDING_NONE || ending == TB_ENDING_BOARD)
        return;
    play_say(play, "%s", "%s", how[ending][play->style.lang]);
    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        if (result.winners & (1u << p))
            play_say(play, "%s wins", "%s gagne", play_name(play, p).text);
}

void play_show(struct play *play)
{
    char drawing[TB_DRAWING_TEXT];

    tb_draw(tb_match_position(play->record.match), &play->style, drawing, sizeof drawing);
    printf("\n%s", drawing);
    announce(play);
    if (tb_match_can_swap(play->record.match))
        play_say(play, "player 2 may say swap and change seats instead of moving",
                 "le joueur 2 peut dire swap et changer de place au lieu de jouer");
    play->draw = false;
}

void play_changed(struct play *play)
{
    bool known = play->save.failing;
    struct tb_error error;

    play->draw = true;
    play->kept = false;
    if (!autosave_store(&play->save, &play->record, &error) && !known)
        play_object(play, "this game is not being saved: %s", "cette partie n'est pas gardée : %s",
                    error_words(&error));
}

/* ---- The loop ---------------------------------------------------------------------------- */

static void computer_turn(struct play *play)
{
    struct tb_match *match = play->record.match;
    int turn = tb_turn(tb_match_position(match));
    struct seat *seat = play_seat(play, turn);
    char entry[TB_MOVE_TEXT];
    struct tb_error error;

    struct play_name name = play_name(play, turn);

    if (seat->kind->choose(seat, match, entry, &error) || tb_match_play(match, entry, &error)) {
        play_object(play, "%s cannot move: %s", "%s ne peut pas jouer : %s", name.text,
                    error_words(&error));
        play->status = STATUS_FAILED;
        play->quit = true;
        return;
    }
    if (play_has_human(play))
        interrupt_forget(); /* it was meant to make the computer move */
    play_say(play, "%s plays %s", "%s joue %s", name.text, entry);
    play_changed(play);
}

static void human_turn(struct play *play)
{
    struct line_completer completer = {play_complete, play};
    char prompt[128] = "> ";
    struct text text = text_into(prompt, sizeof prompt);

    if (!play_is_over(play)) {
        int turn = tb_turn(tb_match_position(play->record.match));

        text_add(&text, "%s", play_name(play, turn).text);
    }
    text_add(&text, "> ");
    const char *line = line_read(play->lines, prompt, &completer);

    if (line)
        play_obey(play, line);
    else
        play->quit = true;
}

/* Tells the players where their game is now. */
static void say_goodbye(struct play *play)
{
    const struct autosave *save = &play->save;
    bool lost = (!save->stored || save->failing) && !play->kept;

    if (lost && save->failing)
        play->status = STATUS_FAILED;
    if (lost && tb_match_length(play->record.match) > 0)
        play_say(play, "this game was not saved", "cette partie n'a pas été gardée");
    if (!save->stored || save->failing)
        return;
    if (play_is_over(play))
        play_say(play, "the game is saved in %s", "la partie est gardée dans %s", save->path);
    else
        play_say(play, "the game is saved; go on with it by: tablier play --resume %s",
                 "la partie est gardée ; reprenez-la par : tablier play --resume %s", save->path);
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
    say_goodbye(play);
    return interrupt_pending() ? STATUS_INTERRUPTED : play->status;
}
