/* play_commands.c - what can be said at the prompt: a table of commands, and moves. */
#include <string.h>

#include "cli/play/play.h"
#include "cli/terminal.h"
#include "core/game.h"

struct prompt_command {
    const char *name;
    const char *argument; /* what must follow it, NULL if nothing does */
    const char *text[2];  /* what it does, by enum tb_lang */
    void (*run)(struct play *play, const char *argument);
};

static void run_help(struct play *play, const char *argument);

/* ---- Moves ------------------------------------------------------------------------- */

/* Why the entry cannot be played now. */
static void explain(struct play *play, const char *entry)
{
    const struct tb_match *match = play->record.match;
    struct tb_reason reason;

    if (play_is_over(play)) {
        play_object(play, "the game is over; undo, save or quit?",
                    "la partie est finie ; undo, save ou quit ?");
    } else if (strcmp(entry, "swap") == 0) {
        if (tb_match_rules_of(match).swap)
            play_object(play, "swap is only for player 2, right after the first move",
                        "swap est réservé au joueur 2, juste après le premier coup");
        else
            play_object(play, "swap is not played in this match: the pie rule is off",
                        "on ne joue pas swap dans cette partie : la règle du gâteau est absente");
    } else {
        tb_why(tb_match_position(match), entry, play->style.lang, &reason);
        play_object(play, "%s%s%s%s", "%s%s%s%s", reason.text, *reason.places ? " [" : "",
                    reason.places, *reason.places ? "]" : "");
    }
}

static bool play_entry(struct play *play, const char *entry)
{
    struct tb_error error;
    int code = tb_match_play(play->record.match, entry, &error);

    if (code == TB_OK)
        play_changed(play);
    else if (code == TB_ERR_MEMORY)
        play_object(play, "%s", "%s", error_words(&error));
    else
        explain(play, entry);
    return code == TB_OK;
}

static void run_swap(struct play *play, const char *argument)
{
    (void)argument;
    play_entry(play, "swap");
}

static void run_why(struct play *play, const char *entry)
{
    const struct tb_match *match = play->record.match;
    bool swap = strcmp(entry, "swap") == 0;
    struct tb_reason reason;

    tb_why(tb_match_position(match), entry, play->style.lang, &reason);
    if (!play_is_over(play) && (swap ? tb_match_can_swap(match) : reason.legal))
        play_say(play, "%s is legal", "%s est permis", quote(entry).text);
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
    int count = tb_match_ending(match) == TB_ENDING_NONE ? tb_moves(position, moves) : 0;

    for (int i = 0; i < count; i++) {
        tb_move_text(position, moves[i], text, sizeof text);
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

static void run_moves(struct play *play, const char *argument)
{
    int column = 0;

    (void)argument;
    each_entry(play->record.match, print_entry, &column);
    if (column == 0)
        explain(play, "");
    else
        putchar('\n');
}

/* ---- Back and forth ------------------------------------------------------------------ */

/* Takes back to a person's turn; against the computer that is more than one entry. */
static void run_undo(struct play *play, const char *argument)
{
    struct tb_match *match = play->record.match;
    int steps = 0;
    bool found = false;

    (void)argument;
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
    play_object(play, "there is nothing to take back", "il n'y a rien à reprendre");
}

static void run_redo(struct play *play, const char *argument)
{
    struct tb_match *match = play->record.match;
    bool any = false;

    (void)argument;
    while (tb_match_redo(match)) {
        any = true;
        if (play_is_human_turn(play))
            break;
    }
    if (any)
        play_changed(play);
    else
        play_object(play, "there is nothing to play again", "il n'y a rien à rejouer");
}

/* ---- Endings -------------------------------------------------------------------------- */

static void run_resign(struct play *play, const char *argument)
{
    struct tb_match *match = play->record.match;
    int turn = tb_turn(tb_match_position(match));

    (void)argument;
    if (tb_match_resign(match, turn, NULL) == TB_OK)
        play_changed(play);
    else
        explain(play, "");
}

/* Everyone sits at this screen, so the word stands for everyone's consent. */
static void run_draw(struct play *play, const char *argument)
{
    int players = tb_match_start(play->record.match)->setup.players;

    (void)argument;
    for (int p = 0; p < players; p++)
        if (!seat_is_human(&play->seats[p])) {
            play_object(play, "the computer does not agree to a draw",
                        "l'ordinateur n'accepte pas la partie nulle");
            return;
        }
    if (tb_match_agree_draw(play->record.match, NULL) == TB_OK)
        play_changed(play);
    else
        explain(play, "");
}

/* ---- The rest --------------------------------------------------------------------------- */

static void run_show(struct play *play, const char *argument)
{
    char position[TB_POSITION_TEXT];

    (void)argument;
    play_show(play);
    tb_position_text(tb_match_position(play->record.match), position, sizeof position);
    printf("position: %s\n", position);
}

static void run_hint(struct play *play, const char *argument)
{
    (void)argument;
    if (play_is_over(play))
        explain(play, "");
    else
        play_hint(play);
}

static void run_analyse(struct play *play, const char *argument)
{
    (void)argument;
    if (play_is_over(play))
        explain(play, "");
    else
        play_analyse(play);
}

static void run_save_force(struct play *play, const char *path)
{
    struct text saved = text_into(play->saved, sizeof play->saved);
    struct tb_error error;

    if (record_file_save(path, &play->record, record_form_of_name(path), OUTPUT_REPLACE, &error)) {
        play->status = STATUS_OK;
        play->kept = true;
        text_add(&saved, "%s", path);
        play_say(play, "saved in %s", "gardé dans %s", path);
    } else {
        play->status = STATUS_FAILED;
        play_object(play, "not saved: %s", "pas gardé : %s", error_words(&error));
    }
}

/* A file that holds something else is kept; one that holds this game is not. */
static void run_save(struct play *play, const char *path)
{
    bool own = strcmp(path, play->saved) == 0 || strcmp(path, play->save.path) == 0;

    if (own || !output_is_used(path)) {
        run_save_force(play, path);
    } else {
        play->status = STATUS_FAILED;
        play_object(play, "not saved: %s holds something else; save! %s replaces it",
                    "pas gardé : %s contient autre chose ; save! %s le remplace", path, path);
    }
}

static void run_quit(struct play *play, const char *argument)
{
    (void)argument;
    play->quit = true;
}

static const struct prompt_command prompt_commands[] = {
    {"moves", NULL, {"list the legal moves", "montrer les coups permis"}, run_moves},
    {"why", "MOVE", {"say whether a move is legal, or why not",
                     "dire si un coup est permis, ou pourquoi non"}, run_why},
    {"hint", NULL, {"what the computer would play, and why",
                    "ce que l'ordinateur jouerait, et pourquoi"}, run_hint},
    {"analyse", NULL, {"the best moves and what they are worth",
                       "les meilleurs coups et leur valeur"}, run_analyse},
    {"undo", NULL, {"take back", "reprendre un coup"}, run_undo},
    {"redo", NULL, {"play again what was taken back", "rejouer ce qui a été repris"}, run_redo},
    {"swap", NULL, {"change seats, where the pie rule allows it",
                    "changer de place, si la règle du gâteau le permet"}, run_swap},
    {"show", NULL, {"draw the board again, with its position string",
                    "redessiner le plateau, avec sa position en une ligne"}, run_show},
    {"save", "FILE", {"write the record (JSON if the name ends in .json)",
                      "écrire la partie (en JSON si le nom finit par .json)"}, run_save},
    {"save!", "FILE", {"the same, in place of what the file holds",
                       "de même, à la place de ce que contient le fichier"}, run_save_force},
    {"draw", NULL, {"agree on a draw", "convenir d'une partie nulle"}, run_draw},
    {"resign", NULL, {"give up", "abandonner"}, run_resign},
    {"help", NULL, {"this list", "cette liste"}, run_help},
    {"quit", NULL, {"leave; the game is kept", "partir ; la partie est gardée"}, run_quit},
    {0},
};

static void run_help(struct play *play, const char *argument)
{
    (void)argument;
    play_say(play, "Type a move, or:", "Tapez un coup, ou bien :");
    for (const struct prompt_command *command = prompt_commands; command->name; command++) {
        char spelling[32];
        struct text text = text_into(spelling, sizeof spelling);

        text_add(&text, "%s %s", command->name, command->argument ? command->argument : "");
        printf("  %-12s %s\n", spelling, command->text[play->style.lang]);
    }
}

static const struct prompt_command *find_command(const char *word, size_t length)
{
    for (const struct prompt_command *command = prompt_commands; command->name; command++)
        if (strlen(command->name) == length && strncmp(command->name, word, length) == 0)
            return command;
    return NULL;
}

/* Plays what is not a command; a slip of the pen gets a hint. */
static void obey_entry(struct play *play, const char *entry)
{
    const char *names[sizeof prompt_commands / sizeof *prompt_commands];
    int count = 0;

    for (; prompt_commands[count].name; count++)
        names[count] = prompt_commands[count].name;
    names[count] = NULL;
    const char *near = play_entry(play, entry) ? NULL : suggest(entry, names);

    if (near)
        play_object(play, "did you mean the command %s?", "vouliez-vous dire la commande %s ?",
                    near);
}

void play_obey(struct play *play, const char *line)
{
    const char *word = line + strspn(line, " \t");
    size_t length = strcspn(word, " \t");
    const char *argument = word + length + strspn(word + length, " \t");
    const struct prompt_command *command = find_command(word, length);

    if (*word == '\0')
        return;
    if (!command)
        obey_entry(play, word);
    else if (command->argument && !*argument)
        play_object(play, "something is missing: %s %s", "il manque quelque chose : %s %s",
                    command->name, command->argument);
    else
        command->run(play, argument);
}

static void offer_entry(void *context, const char *entry)
{
    line_offer(context, entry);
}

bool play_complete(void *context, const char *before, struct line_offers *offers)
{
    struct play *play = context;

    before += strspn(before, " ");
    if (strncmp(before, "save ", 5) == 0 || strncmp(before, "save! ", 6) == 0)
        return false;
    if (*before == '\0')
        for (const struct prompt_command *command = prompt_commands; command->name; command++)
            if (strcmp(command->name, "swap") != 0)
                line_offer(offers, command->name);
    if (*before == '\0' || strncmp(before, "why ", 4) == 0)
        each_entry(play->record.match, offer_entry, offers);
    return true;
}
