/* play_commands.c - the prompt: the table of its commands, and moves. */
#include <stdlib.h>
#include <string.h>

#include "cli/markdown.h"
#include "cli/plain.h"
#include "cli/play/play.h"
#include "cli/rules_page.h"
#include "cli/terminal.h"
#include "cli/wrap.h"
#include "core/game.h"
#include "core/start.h"
#include "file/text_stream.h"

enum {
    HELP_COLUMN = 19,
    SIGNS_TEXT = 512, /* what the signs on a board mean */
};

struct prompt_command {
    const char *name;     /* in English; that of the player's language is understood too */
    const char *argument; /* what must follow it, or [WHAT] may; NULL if nothing does */
    const char *text;     /* what it does, in English */
    void (*run)(struct play *play);
};

static void run_help(struct play *play);

/* ---- Moves ------------------------------------------------------------------------- */

/* Why the entry cannot be played now. */
static void explain(struct play *play, const char *entry)
{
    const struct tb_match *match = play->record.match;
    struct tb_reason reason;

    if (play_is_over(play)) {
        play_object(play, "The game is over: rematch, new, analyse, undo, save or quit?");
    } else {
        match_why(match, entry, &reason);
        play_object(play, "{reason}", arg_message("reason", reason.message));
    }
}

/* Returns TB_OK or why not, which the player has been told. */
static int play_entry(struct play *play, const char *entry)
{
    struct tb_error error;
    int code = tb_match_play(play->record.match, entry, &error);

    if (code == TB_OK)
        play_changed(play);
    else if (code == TB_ERR_MEMORY)
        play_object(play, "{error}", arg_message("error", error.message));
    else
        explain(play, entry);
    return code;
}

static void run_swap(struct play *play)
{
    play_entry(play, "swap");
}

static void run_why(struct play *play)
{
    const char *entry = play->argument;
    const struct tb_match *match = play->record.match;
    bool swap = strcmp(entry, "swap") == 0;
    struct tb_reason reason;

    position_why(tb_match_position(match), entry, &reason);
    if (!play_is_over(play) && (swap ? tb_match_can_swap(match) : reason.legal))
        play_print(play, "{move} is legal.", arg_text("move", quote(entry).text));
    else
        explain(play, entry);
}

/* Calls visit(context, entry) for everything that can be played now. */
static void each_entry(const struct tb_match *match, void (*visit)(void *, const char *),
                       void *context)
{
    const struct tb_position *position = tb_match_position(match);
    tb_move moves[TB_MOVES_MAX];
    char text[TB_MOVE_TEXT];
    int count = match_moves(match, moves);

    for (int i = 0; i < count; i++) {
        position_move_text(position, moves[i], text, sizeof text);
        visit(context, text);
    }
    if (tb_match_can_swap(match))
        visit(context, "swap");
}

static void print_entry(void *context, const char *entry)
{
    int *column = context, length = (int)strlen(entry);

    if (*column > 0 && *column + 2 + length > terminal_width()) {
        putchar('\n');
        *column = 0;
    }
    *column += printf("%s%s", *column ? "  " : "", entry);
}

static void run_moves(struct play *play)
{
    int column = 0;

    each_entry(play->record.match, print_entry, &column);
    if (column == 0)
        explain(play, "");
    else
        putchar('\n');
}

/* ---- Back and forth ------------------------------------------------------------------ */

/* Takes back to a person's turn; against the computer that is more than one entry. */
static void run_undo(struct play *play)
{
    struct tb_match *match = play->record.match;
    int steps = 0;
    bool found = false;

    while (!found && tb_match_undo(match)) {
        steps++;
        found = play_is_human_turn(play);
    }
    if (found) {
        play_changed(play);
        return;
    }
    while (steps-- > 0)
        tb_match_redo(match);
    play_object(play, "There is nothing to take back.");
}

static void run_redo(struct play *play)
{
    struct tb_match *match = play->record.match;
    bool any = false;

    while (tb_match_redo(match)) {
        any = true;
        if (play_is_human_turn(play))
            break;
    }
    if (any)
        play_changed(play);
    else
        play_object(play, "There is nothing to play again.");
}

/* ---- Endings -------------------------------------------------------------------------- */

static void run_resign(struct play *play)
{
    struct tb_match *match = play->record.match;
    int turn = tb_turn(tb_match_position(match));

    if (tb_match_resign(match, turn, NULL) == TB_OK)
        play_changed(play);
    else
        explain(play, "");
}

/* Ends a game between people as a draw: all sit at this screen, so the command is their consent. */
static void run_draw(struct play *play)
{
    int players = tb_match_start(play->record.match)->setup.players;

    for (int p = 0; p < players; p++)
        if (!seat_is_human(&play->seats[p])) {
            play_object(play, "The computer does not agree to a draw.");
            return;
        }
    if (tb_match_agree_draw(play->record.match, NULL) == TB_OK)
        play_changed(play);
    else
        explain(play, "");
}

/* ---- The rest --------------------------------------------------------------------------- */

static void run_show(struct play *play)
{
    char position[TB_POSITION_TEXT];

    play_show(play);
    tb_position_text(tb_match_position(play->record.match), position, sizeof position);
    print_in(stdout, play->style.lang, "position: {position}\n", arg_text("position", position));
}

static void run_hint(struct play *play)
{
    if (play_is_over(play))
        explain(play, "");
    else
        play_hint(play);
}

static void run_analyse(struct play *play)
{
    if (play_is_over(play))
        play_review(play);
    else
        play_analyse(play);
}

/* Shows a page a screen at a time. */
static void print_page(struct play *play, const char *page)
{
    int height = line_is_interactive(play->lines) ? terminal_height() : 0, line = 0;
    const char *more = translate(play->style.lang, "Enter: more, q: enough> ");

    while (*page) {
        int length = (int)strcspn(page, "\n");

        printf("%.*s\n", length, page);
        page += length + (page[length] == '\n');
        if (*page && height > 2 && ++line % (height - 1) == 0) {
            const char *answer = line_read(play->lines, more, NULL);

            if (!answer || *answer == 'q')
                return;
        }
    }
}

static void run_rules(struct play *play)
{
    const char *game = tb_game_name(tb_match_start(play->record.match)->setup.game);
    char *page = rules_page(game, play->style.lang);
    struct text_stream out;
    char *text = NULL;

    if (!page && !rules_page_exists(game, play->style.lang)) {
        play_object(play, "The rules of {game} are not in this build.", arg_text("game", game));
        return;
    }
    if (page && text_stream_open(&out)) {
        markdown_print(page, terminal_width(), play->style.colour, out.file);
        text = text_stream_close(&out, NULL);
    }
    free(page);
    if (text)
        print_page(play, text);
    else
        play_object(play, "There is not enough memory.");
    free(text);
}

static void run_new(struct play *play)
{
    const char *name = play->argument;
    const struct tb_game *game = *name ? tb_game_find(name) : NULL;
    char known[256];
    struct text text = text_into(known, sizeof known);

    start_list_games(&text);
    if (game)
        play_other(play, game);
    else if (*name)
        play_object(play, "There is no game ''{game}''; the games are {known}.",
                    arg_text("game", quote(name).text), arg_text("known", known));
    else
        play_again(play, false);
}

static void run_rematch(struct play *play)
{
    play_again(play, true);
}

static void run_save_force(struct play *play)
{
    const char *path = play->argument;
    struct text saved = text_into(play->saved, sizeof play->saved);
    struct tb_error error;

    if (record_file_save(path, &play->record, record_form_of_name(path), OUTPUT_REPLACE, &error)) {
        play->status = STATUS_OK;
        play->kept = true;
        text_add(&saved, "%s", path);
        play_print(play, "Saved in {path}.", arg_text("path", path));
    } else {
        play->status = STATUS_FAILED;
        play_object(play, "Not saved. {error}", arg_message("error", error.message));
    }
}

/* A file that holds something else is kept; one that holds this game is not. */
static void run_save(struct play *play)
{
    const char *path = play->argument;
    bool own = strcmp(path, play->saved) == 0 || strcmp(path, play->save.path) == 0;

    if (own || !output_is_used(path)) {
        run_save_force(play);
    } else {
        play->status = STATUS_FAILED;
        play_object(play, "Not saved: {path} holds something else; save! {path} replaces it.",
                    arg_text("path", path));
    }
}

static void run_quit(struct play *play)
{
    play->quit = true;
}

static const struct prompt_command prompt_commands[] = {
    {NC_("command", "moves"), NULL, N_("list the legal moves"), run_moves},
    {NC_("command", "why"), "MOVE", N_("is it legal, and if not, why?"), run_why},
    {NC_("command", "hint"), NULL, N_("what the computer would play, and why"), run_hint},
    {NC_("command", "analyse"), NULL, N_("the best moves; after the game, a review"), run_analyse},
    {NC_("command", "undo"), NULL, N_("take back"), run_undo},
    {NC_("command", "redo"), NULL, N_("play again what was taken back"), run_redo},
    {NC_("command", "swap"), NULL, N_("change seats, if the pie rule allows it"), run_swap},
    {NC_("command", "show"), NULL, N_("draw the board again, with its position string"), run_show},
    {NC_("command", "rules"), NULL, N_("explain the rules of the game"), run_rules},
    {NC_("command", "save"), "FILE", N_("write the record (JSON for a .json)"), run_save},
    {NC_("command", "save!"), "FILE", N_("the same, whatever the file holds"), run_save_force},
    {NC_("command", "draw"), NULL, N_("agree on a draw"), run_draw},
    {NC_("command", "resign"), NULL, N_("give up"), run_resign},
    {NC_("command", "rematch"), NULL, N_("the same game again, one seat further on"), run_rematch},
    {NC_("command", "new"), "[GAME]", N_("the same game again, or another one"), run_new},
    {NC_("command", "help"), NULL, N_("this list; also ?"), run_help},
    {NC_("command", "quit"), NULL, N_("leave; the game is kept"), run_quit},
    {NULL, NULL, NULL, NULL},
};

static const char *command_name(const struct prompt_command *command, const char *lang)
{
    return translate_as(lang, "command", command->name);
}

/* The argument of a command as the language calls it. */
static struct quoted argument_text(const struct prompt_command *command, const char *lang)
{
    struct quoted quoted = {""};
    struct text text = text_into(quoted.text, sizeof quoted.text);

    placeholder_text(command->argument ? command->argument : "", lang, &text);
    return quoted;
}

/* What a command does. */
static const char *command_text(const struct play *play, const struct prompt_command *command)
{
    bool lost = command->run == run_quit && !*play->save.path;

    return translate(play->style.lang, lost ? N_("leave; the game is not kept") : command->text);
}

/* Explains the signs on the board. */
static void print_marks(const struct play *play)
{
    const struct tb_game *game = tb_match_start(play->record.match)->setup.game;
    char signs[SIGNS_TEXT];
    struct text text = text_into(signs, sizeof signs);

    if (!game->draw_marks)
        return;
    game->draw_marks(&play->style, &text);
    wrap_print(signs, terminal_width(), 0, 0);
}

static void run_help(struct play *play)
{
    const char *lang = play->style.lang;

    play_print(play, "Type a move (Tab completes it; Ctrl-C makes the computer move), or:");
    for (const struct prompt_command *command = prompt_commands; command->name; command++) {
        char spelling[64];
        struct text text = text_into(spelling, sizeof spelling);

        text_add(&text, "%s %s", command_name(command, lang), argument_text(command, lang).text);
        int width = wrap_width(spelling, text.used);

        int column = width < HELP_COLUMN - 3 ? HELP_COLUMN : width + 4;

        printf("  %s%*s", spelling, column - 2 - width, "");
        wrap_print(command_text(play, command), terminal_width(), column, HELP_COLUMN);
        putchar('\n');
    }
    play_print(play, "Parentheses on the board mark the last move.");
    print_marks(play);
}

static const struct prompt_command *find_command(const char *word, size_t length)
{
    static const char *const others[][2] = {
        {"?", "help"},
        {"q", "quit"},
        {"exit", "quit"},
        {"analyze", "analyse"},
    };

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (same_word(word, length, others[i][0]))
            return find_command(others[i][1], strlen(others[i][1]));
    for (const struct prompt_command *command = prompt_commands; command->name; command++)
        if (same_word(word, length, command->name) ||
            same_word(word, length, command_name(command, terminal_lang())))
            return command;
    return NULL;
}

/* Plays what is not a command; a slip of the pen gets a hint. */
static void obey_entry(struct play *play, const char *entry)
{
    const char *names[sizeof prompt_commands / sizeof *prompt_commands];
    int count = 0;

    for (; prompt_commands[count].name; count++)
        names[count] = command_name(&prompt_commands[count], play->style.lang);
    names[count] = NULL;
    const char *near = play_entry(play, entry) == TB_OK ? NULL : suggest(entry, names);

    if (near)
        play_object(play, "Did you mean the command {near}?", arg_text("near", near));
}

void play_obey(struct play *play, const char *line)
{
    const char *word = line + strspn(line, " \t");
    size_t length = strcspn(word, " \t");
    const struct prompt_command *command = find_command(word, length);

    play->argument = word + length + strspn(word + length, " \t");
    if (*word == '\0')
        return;
    if (!command)
        obey_entry(play, word);
    else if (command->argument && command->argument[0] != '[' && !*play->argument)
        play_object(play, "Something is missing: {command} {placeholder}.",
                    arg_text("command", command_name(command, play->style.lang)),
                    arg_text("placeholder", argument_text(command, play->style.lang).text));
    else
        command->run(play);
}

static void offer_entry(void *context, const char *entry)
{
    line_offer(context, entry);
}

bool play_complete(void *context, const char *before, struct line_offers *offers)
{
    struct play *play = context;

    before += strspn(before, " ");
    const struct prompt_command *command = find_command(before, strcspn(before, " "));

    if (command && (command->run == run_save || command->run == run_save_force))
        return false;
    if (*before == '\0')
        for (const struct prompt_command *one = prompt_commands; one->name; one++)
            if (one->run != run_swap)
                line_offer(offers, command_name(one, play->style.lang));
    for (int i = 0; i < tb_game_count() && command && command->run == run_new; i++)
        line_offer(offers, tb_game_name(tb_game_at(i)));
    if (*before == '\0' || (command && command->run == run_why))
        each_entry(play->record.match, offer_entry, offers);
    return true;
}
