/* play_menu.c - the menu of `tablier` without arguments. */
#include <string.h>

#include "cli/play/play.h"
#include "cli/terminal.h"
#include "cli/wrap.h"
#include "core/game.h"
#include "search/level.h"

#define PROMPT_END "> "

enum {
    LEVEL_USUAL = 3,
    ANSWER_COLUMNS = 8, /* beside a prompt */
};

struct menu {
    struct line_reader *lines;
    const char *lang;
};

static const char *menu_words(const struct menu *menu, const char *english)
{
    return translate(menu->lang, english);
}

/* Prints a line, wrapped to the screen; what follows its first line is indented. */
static void print_item(const char *text, int indent)
{
    wrap_print(text, terminal_width(), 0, indent);
    putchar('\n');
}

static void print_line(const char *text)
{
    print_item(text, 0);
}

/* Reads a line. A prompt that leaves too little room for the answer stands above it. */
static const char *read_answer(const struct menu *menu, const char *prompt)
{
    size_t length = strlen(prompt);
    char words[128];
    struct text text = text_into(words, sizeof words);

    if (wrap_width(prompt, length) + ANSWER_COLUMNS <= terminal_width())
        return line_read(menu->lines, prompt, NULL);
    text_add(&text, "%.*s", (int)(length - strlen(PROMPT_END)), prompt);
    print_line(words);
    return line_read(menu->lines, PROMPT_END, NULL);
}

/* An answer without the blanks around it; NULL if the user leaves. */
static const char *ask(const struct menu *menu, const char *prompt, char *answer, size_t size)
{
    const char *line = read_answer(menu, prompt);
    struct text text = text_into(answer, size);

    if (!line)
        return NULL;
    text_add(&text, "%s", line + strspn(line, " \t"));
    return strcmp(answer, "quit") == 0 ||
                   strcmp(answer, translate_as(menu->lang, "command", "quit")) == 0
               ? NULL
               : answer;
}

/* The number that an answer spells, -1 if it is none. */
static int number_of(const char *answer)
{
    struct scan scan = {answer};
    int number;

    return scan_number(&scan, 99, &number) && scan_end(&scan) ? number : -1;
}

/* Asks for a number from `min` to `max` until one comes; -1 if the user leaves. */
static int ask_number(const struct menu *menu, const char *prompt, int min, int max, int usual)
{
    char answer[64], message[96];

    while (ask(menu, prompt, answer, sizeof answer)) {
        int number = *answer ? number_of(answer) : usual;
        struct text text = text_into(message, sizeof message);

        if (number >= min && number <= max)
            return number;
        text_message(&text, menu->lang, "A number from {min} to {max}, please; quit leaves.",
                     arg_count("min", min), arg_count("max", max));
        print_line(message);
    }
    return -1;
}

/* ---- The game --------------------------------------------------------------------------- */

static bool ask_game(const struct menu *menu, struct play_choice *choice)
{
    char answer[64], message[96];

    print_line(menu_words(menu, "Which game? (a number or a name; quit leaves)"));
    for (int i = 0; i < tb_game_count(); i++) {
        char line[128];
        struct text text = text_into(line, sizeof line);

        text_add(&text, "  %d  %-10s %s (%s)", i + 1, tb_game_name(tb_game_at(i)),
                 tb_game_title(tb_game_at(i)), tb_game_author(tb_game_at(i)));
        print_item(line, 16);
    }
    while (ask(menu, menu_words(menu, "game> "), answer, sizeof answer)) {
        choice->game = tb_game_at(number_of(answer) - 1);
        if (!choice->game)
            choice->game = tb_game_find(answer);
        if (choice->game)
            return true;
        struct text text = text_into(message, sizeof message);

        text_message(&text, menu->lang, "A number from 1 to {max}, or a name from the list.",
                     arg_count("max", tb_game_count()));
        print_line(message);
    }
    return false;
}

static bool ask_players(const struct menu *menu, struct play_choice *choice)
{
    char answer[64], prompt[128];
    struct text text = text_into(prompt, sizeof prompt);
    int kinds = 0;

    text_add(&text, "%s", menu_words(menu, "players,"));
    for (int n = 1; n <= TB_PLAYERS_MAX; n++)
        if (tb_game_allows(choice->game, n)) {
            text_add(&text, " %d", n);
            kinds++;
        }
    text_add(&text, " [2]> ");
    choice->players = 2;
    while (kinds > 1 && ask(menu, prompt, answer, sizeof answer)) {
        int players = *answer ? number_of(answer) : choice->players;

        if (tb_game_allows(choice->game, players)) {
            choice->players = players;
            return true;
        }
        print_line(menu_words(menu, "One of these numbers, please; quit leaves."));
    }
    return kinds == 1;
}

/* ---- Who plays -------------------------------------------------------------------------- */

/* Asks for one seat; an empty answer is the first kind of the table, a person. */
static bool ask_seat(const struct menu *menu, int player, char seat[SEAT_SPEC])
{
    char answer[SEAT_SPEC], prompt[64];
    struct text text = text_into(prompt, sizeof prompt);

    text_message(&text, menu->lang, "player {number} [{kind}]> ", arg_count("number", player + 1),
                 arg_text("kind", seat_kinds[0].name));
    while (ask(menu, prompt, answer, sizeof answer)) {
        struct seat trial = {0};
        struct tb_error error;
        char words[ERROR_WORDS];

        strcpy(seat, *answer ? answer : seat_kinds[0].name);
        int code = seat_open(&trial, seat, (struct seat_seed){0}, &error);

        seat_close(&trial);
        if (code == TB_OK)
            return true;
        print_line(error_words(&error, words));
    }
    return false;
}

/* Every seat by its own name. */
static bool ask_seats(const struct menu *menu, struct play_choice *choice)
{
    for (const struct seat_kind *kind = seat_kinds; kind->name; kind++) {
        char spelling[SEAT_SPEC];
        struct text text = text_into(spelling, sizeof spelling);

        text_add(&text, "%s%s", kind->name, kind->argument ? kind->argument : "");
        printf("  %-15s ", spelling);
        wrap_print(menu_words(menu, kind->text), terminal_width(), 18, 18);
        putchar('\n');
    }
    for (int p = 0; p < choice->players; p++)
        if (!ask_seat(menu, p, choice->seats[p]))
            return false;
    return true;
}

/* Puts a person in one seat, or in all of them (-1), and the computer in the others. */
static bool seat_person(const struct menu *menu, struct play_choice *choice, int person)
{
    char prompt[128];
    struct text text = text_into(prompt, sizeof prompt);
    struct tb_setup setup;

    tb_setup_init(&setup, choice->game, choice->players, NULL);
    text_message(&text, menu->lang, "level, 0 (for children) to {max} (best) [3]> ",
                 arg_count("max", level_last(&setup)));
    int level = person < 0 ? LEVEL_USUAL
                           : ask_number(menu, prompt, 0, level_last(&setup), LEVEL_USUAL);

    for (int p = 0; p < choice->players && level >= 0; p++) {
        text = text_into(choice->seats[p], SEAT_SPEC);

        if (person < 0 || p == person)
            text_add(&text, "human");
        else
            text_add(&text, "level:%d", level);
    }
    return level >= 0;
}

static bool ask_opponents(const struct menu *menu, struct play_choice *choice)
{
    enum { BEGIN = 1, SECOND, TOGETHER, EACH };

    print_line(menu_words(menu, "Who plays?"));
    print_item(menu_words(menu, "  1  you against the computer, you begin"), 5);
    print_item(menu_words(menu, "  2  you against the computer, the computer begins"), 5);
    print_item(menu_words(menu, "  3  people at this screen"), 5);
    print_item(menu_words(menu, "  4  choose every player"), 5);
    switch (ask_number(menu, menu_words(menu, "players [1]> "), 1, EACH, BEGIN)) {
    case BEGIN:
        return seat_person(menu, choice, 0);
    case SECOND:
        return seat_person(menu, choice, 1);
    case TOGETHER:
        return seat_person(menu, choice, -1);
    case EACH:
        return ask_seats(menu, choice);
    default:
        return false;
    }
}

/* ---- Rules ------------------------------------------------------------------------------- */

/* Lists the rule options with their values now. */
static void print_rules(const struct menu *menu, const struct tb_setup *setup, bool swap)
{
    for (int i = 0; i < tb_game_option_count(setup->game); i++) {
        const struct tb_option *option = tb_game_option(setup->game, i);
        char value[32], line[512];
        struct text text = text_into(line, sizeof line);

        tb_setup_option(setup, i, value, sizeof value);
        text_add(&text, "  %s=%s  %s", option->name, value, menu_words(menu, option->text));
        print_item(line, 4);
    }
    if (setup->players == 2) {
        printf("  swap=%s  ", swap ? "on" : "off");
        print_line(menu_words(menu, "the pie rule"));
    }
}

/* Takes one "walls=7"; false after an error message. */
static bool take_rule(const struct menu *menu, struct play_choice *choice, struct tb_setup *setup,
                      char *word)
{
    char *equals = strchr(word, '=');
    struct tb_error error;
    char words[ERROR_WORDS];

    if (equals && setup->players == 2 &&
        (strcmp(word, "swap=on") == 0 || strcmp(word, "swap=off") == 0)) {
        choice->swap = strcmp(equals, "=on") == 0 ? "on" : NULL;
        return true;
    }
    if (!equals) {
        print_line(menu_words(menu, "Write name=value, such as swap=on."));
        return false;
    }
    *equals = '\0';
    if (tb_setup_set_option(setup, word, equals + 1, &error)) {
        print_line(error_words(&error, words));
        return false;
    }
    *equals = '=';
    if (choice->rule_count < RULES_MAX && strlen(word) < sizeof choice->rules[0])
        strcpy(choice->rules[choice->rule_count++], word);
    return true;
}

/* Shows the rules and takes changes until the user is content. */
static bool ask_rules(const struct menu *menu, struct play_choice *choice)
{
    struct tb_setup setup;
    char answer[256];
    bool show = true;

    tb_setup_init(&setup, choice->game, choice->players, NULL);
    if (tb_game_option_count(choice->game) == 0 && choice->players != 2)
        return true;
    for (;;) {
        if (show) {
            print_line(
                menu_words(menu, "Rules (Enter begins; or change some, such as name=value):"));
            print_rules(menu, &setup, choice->swap != NULL);
        }
        if (!ask(menu, menu_words(menu, "rules> "), answer, sizeof answer))
            return false;
        if (!*answer)
            return true;
        show = true;
        for (char *rest = answer, *word; show && (word = strtok_r(rest, " \t", &rest));)
            show = take_rule(menu, choice, &setup, word);
    }
}

bool play_menu(struct line_reader *lines, const char *lang, struct play_choice *choice)
{
    struct menu menu = {lines, lang};

    return ask_game(&menu, choice) && ask_players(&menu, choice) && ask_opponents(&menu, choice) &&
           ask_rules(&menu, choice);
}
