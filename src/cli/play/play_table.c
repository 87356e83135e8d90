/* play_table.c - messages to the players, their names, and the drawing of the game. */
#include "cli/play/play.h"

#include <stdio.h>
#include <string.h>

#include "cli/terminal.h"
#include "cli/wrap.h"
#include "core/game.h"

/* ---- Talk --------------------------------------------------------------------------- */

enum { SENTENCE_SIZE = 2048, NAME_SHOWN = 24, NEWS_LINES = 3 };

/* Returns the columns to wrap at; 0, for no limit, if the output is not for a terminal. */
static int talk_width(const struct play *play)
{
    return line_is_interactive(play->lines) ? terminal_width() : 0;
}

static void print_to(FILE *out, const struct play *play, const struct phrase *message)
{
    char sentence[SENTENCE_SIZE], wrapped[SENTENCE_SIZE + SENTENCE_SIZE / 8];
    struct text plain = text_into(sentence, sizeof sentence);
    struct text lines = text_into(wrapped, sizeof wrapped);

    text_message_in(&plain, play->style.lang, message);
    wrap_text(sentence, talk_width(play), 0, &lines);
    fprintf(out, "%s\n", wrapped);
}

void play_print_message(const struct play *play, const struct phrase *message)
{
    print_to(stdout, play, message);
}

void play_object_message(const struct play *play, const struct phrase *message)
{
    fflush(stdout);
    print_to(stderr, play, message);
}

void play_note_message(struct play *play, const struct phrase *message)
{
    size_t used = strlen(play->news);
    struct text text = text_into(play->news + used, sizeof play->news - used);

    text_message_in(&text, play->style.lang, message);
    text_char(&text, '\n');
}

/* ---- The table ------------------------------------------------------------------------ */

bool play_is_over(const struct play *play)
{
    return tb_match_ending(play->record.match) != TB_ENDING_NONE;
}

/* The person in a player's seat, by where they first sat. */
static int person_of(const struct play *play, int player)
{
    return record_person(play->record.match, player);
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

struct seat_seed play_next_seed(struct play *play)
{
    struct seat_seed seed = play->seed;

    play->seed.number++;
    return seed;
}

/* Bytes of a name that are shown: a long one is cut between two characters. */
static size_t name_length(const char *name)
{
    size_t length = strlen(name);

    if (length <= NAME_SHOWN)
        return length;
    length = NAME_SHOWN;
    while (length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80)
        length--;
    return length;
}

struct play_name play_name(const struct play *play, int player)
{
    struct play_name name;
    struct text text = text_into(name.text, sizeof name.text);
    const char *number = translate(play->style.lang, "player");
    const char *level = translate(play->style.lang, "Level");
    char tag[16];

    snprintf(tag, sizeof tag, "Player%d", person_of(play, player) + 1);
    const char *person = record_tag(&play->record, tag);

    if (person && strncmp(person, "level:", 6) == 0 && strlen(person) < 9)
        text_add(&text, "%s %s (%s %d)", level, person + 6, number, player + 1);
    else if (person)
        text_add(&text, "%.*s%s (%s %d)", (int)name_length(person), person,
                 person[name_length(person)] ? "..." : "", number, player + 1);
    else
        text_add(&text, "%s %d", translate(play->style.lang, "Player"), player + 1);
    return name;
}

/* Adds "and" before a name. Spanish has another word before the sound of i: Ana e Irene. */
static void add_and(const char *name, const char *lang, struct text *out)
{
    const char *first = name + (strchr("Hh", *name) != NULL);
    bool like_i = strchr("Ii", *first) && !strchr("aeou", first[1]);

    text_message(out, lang, " {sound, select, i {and} other {and}} ",
                 arg_text("sound", like_i ? "i" : "other"));
}

/* True if the only person at the table, who plays against computers, is among the winners. */
static bool person_has_won(const struct play *play, unsigned winners)
{
    int people = 0;
    bool won = false;

    for (int p = 0; p < TB_PLAYERS_MAX && play->seats[p].kind; p++)
        if (seat_is_human(&play->seats[person_of(play, p)])) {
            people++;
            won = winners & (1u << p);
        }
    return won && people == 1;
}

/* Adds a sentence that names the winners, or says that the game is a draw. */
static void add_winners(const struct play *play, struct text *out)
{
    struct tb_result result = tb_match_result(play->record.match);
    const char *lang = play->style.lang;
    int count = bits_count(result.winners), named = 0;

    if (count == 0) {
        text_add(out, "%s", translate(lang, "The game is a draw."));
        return;
    }
    if (person_has_won(play, result.winners)) {
        text_add(out, "%s", count == 1 ? translate(lang, "You have won.")
                                       : translate(lang, "Your team has won."));
        return;
    }
    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        if (result.winners & (1u << p)) {
            struct play_name name = play_name(play, p);

            if (++named > 1 && named == count)
                add_and(name.text, lang, out);
            else if (named > 1)
                text_add(out, ", ");
            text_add(out, "%s", name.text);
        }
    if (count == 1)
        text_add(out, "%s", translate(lang, " has won."));
    else
        text_add(out, "%s", translate(lang, " have won."));
}

/* Adds how the game ended, and who has won. */
static void add_ending(const struct play *play, struct text *out)
{
    static const char *const how[] = {
        [TB_ENDING_REPETITION] = N_("The game is over by repetition. "),
        [TB_ENDING_RESIGNATION] = N_("The game is over by resignation. "),
        [TB_ENDING_AGREEMENT] = N_("The players agree. "),
        [TB_ENDING_TIME] = N_("The game is over on time. "),
        [TB_ENDING_LIMIT] = N_("The game has reached its move limit. "),
    };
    enum tb_ending ending = tb_match_ending(play->record.match);

    if (ending == TB_ENDING_NONE)
        return;
    if (ending != TB_ENDING_BOARD)
        text_add(out, "%s", translate(play->style.lang, how[ending]));
    add_winners(play, out);
    text_char(out, '\n');
}

static void add_messages(struct play *play, struct text *out)
{
    add_ending(play, out);
    if (tb_match_can_swap(play->record.match))
        text_add(out, "%s\n",
                 translate(play->style.lang,
                           "Player 2 may say swap and change seats instead of moving."));
}

/* The last move; a swap changes nothing on the board. */
static const char *last_move(const struct tb_match *match)
{
    int length = tb_match_length(match);
    const char *last = length > 0 ? tb_match_entry(match, length - 1) : NULL;

    return last && strcmp(last, "swap") == 0 ? tb_match_entry(match, length - 2) : last;
}

/* Rows that a text takes on a screen, where a word may be wider than it. */
static int count_rows(const char *text, int width)
{
    int rows = 0;

    while (*text) {
        size_t length = strcspn(text, "\n");
        int columns = wrap_width(text, length);

        rows += columns > width && width > 0 ? (columns + width - 1) / width : 1;
        text += length + (text[length] == '\n');
    }
    return rows;
}

void play_show(struct play *play)
{
    char drawing[TB_DRAWING_TEXT], messages[SENTENCE_SIZE], screen[2 * TB_DRAWING_TEXT];
    struct text plain = text_into(messages, sizeof messages), wrapped;
    struct tb_style style = play->style;
    int width = talk_width(play), height = width ? terminal_height() : 0;

    style.columns = width;
    style.bare = true;
    style.ended = play_is_over(play);
    style.last = last_move(play->record.match);
    add_messages(play, &plain);
    /* The board keeps its size from move to move: a few messages are always reckoned with.
     * Spare are the prompt, and what is wrapped in the drawing. */
    for (int spare = 1;; spare++) {
        wrapped = text_into(screen, sizeof screen);
        wrap_text(play->news, width, 0, &wrapped);
        wrap_text(messages, width, 0, &wrapped);
        int lines = count_rows(screen, width);

        style.rows = height ? height - spare - (lines > NEWS_LINES ? lines : NEWS_LINES) : 0;
        position_draw(tb_match_position(play->record.match), &style, drawing, sizeof drawing);
        wrapped = text_into(screen, sizeof screen);
        wrap_text(play->news, width, 0, &wrapped);
        wrap_text(drawing, width, 0, &wrapped);
        wrap_text(messages, width, 0, &wrapped);
        if (!height || count_rows(screen, width) < height || style.rows <= 1)
            break;
    }
    if (!height || count_rows(screen, width) + 2 <= height)
        putchar('\n');
    fputs(screen, stdout);
    play->news[0] = '\0';
    play->draw = false;
}

void play_changed(struct play *play)
{
    bool known = play->save.failing;
    struct tb_error error;

    play->draw = true;
    play->kept = false;
    if (!autosave_store(&play->save, &play->record, &error) && !known)
        play_object(play, "This game is not being saved. {error}",
                    arg_message("error", error.message));
}
