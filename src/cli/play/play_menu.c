/* play_menu.c - the menu of those who just start the program. */
#include <string.h>

#include "cli/play/play.h"
#include "core/game.h"

struct menu {
    struct line_reader *lines;
    enum tb_lang lang;
};

static const char *tell(const struct menu *menu, const char *english, const char *french)
{
    return in_lang(menu->lang, english, french);
}

/* An answer without the blanks around it; NULL if the user leaves. */
static const char *ask(const struct menu *menu, const char *prompt, char *answer, size_t size)
{
    const char *line = line_read(menu->lines, prompt, NULL);
    struct text text = text_into(answer, size);

    if (!line)
        return NULL;
    line += strspn(line, " \t");
    text_add(&text, "%.*s", (int)strcspn(line, " \t"), line);
    return strcmp(answer, "quit") == 0 ? NULL : answer;
}

/* The number that an answer spells, 0 if it is none. */
static int number_of(const char *answer)
{
    struct scan scan = {answer};
    int number;

    return scan_number(&scan, 99, &number) && scan_end(&scan) ? number : 0;
}

static bool ask_game(const struct menu *menu, struct play_choice *choice)
{
    char answer[64];

    printf("%s\n", tell(menu, "Which game? (a number or a name; quit leaves)",
                        "Quel jeu ? (un numéro ou un nom ; quit pour partir)"));
    for (int i = 0; i < tb_game_count(); i++)
        printf("  %d  %-10s %s (%s)\n", i + 1, tb_game_name(tb_game_at(i)),
               tb_game_title(tb_game_at(i)), tb_game_author(tb_game_at(i)));
    while (ask(menu, tell(menu, "game> ", "jeu> "), answer, sizeof answer)) {
        choice->game = tb_game_at(number_of(answer) - 1);
        if (!choice->game)
            choice->game = tb_game_find(answer);
        if (choice->game)
            return true;
        printf(tell(menu, "a number from 1 to %d, or a name from the list\n",
                    "un numéro de 1 à %d, ou un nom de la liste\n"),
               tb_game_count());
    }
    return false;
}

static bool ask_players(const struct menu *menu, struct play_choice *choice)
{
    char answer[64], prompt[128];
    struct text text = text_into(prompt, sizeof prompt);
    int kinds = 0;

    text_add(&text, "%s", tell(menu, "players,", "joueurs,"));
    for (int n = 1; n <= TB_PLAYERS_MAX; n++)
        if (tb_game_allows(choice->game, n)) {
            text_add(&text, " %d", n);
            kinds++;
        }
    text_add(&text, " [2]> ");
    choice->players = 2;
    while (kinds > 1 && ask(menu, prompt, answer, sizeof answer)) {
        if (*answer)
            choice->players = number_of(answer);
        if (tb_game_allows(choice->game, choice->players))
            return true;
    }
    return kinds == 1;
}

/* Asks for one seat; an empty answer is the first kind of the table, a person. */
static bool ask_seat(const struct menu *menu, int player, char seat[SEAT_SPEC])
{
    char answer[SEAT_SPEC], prompt[64];
    struct text text = text_into(prompt, sizeof prompt);

    text_add(&text, tell(menu, "player %d [%s]> ", "joueur %d [%s]> "), player + 1,
             seat_kinds[0].name);
    while (ask(menu, prompt, answer, sizeof answer)) {
        struct seat trial = {0};
        struct tb_error error;

        strcpy(seat, *answer ? answer : seat_kinds[0].name);
        int code = seat_open(&trial, seat, 0, &error);

        seat_close(&trial);
        if (code == TB_OK)
            return true;
        printf("%s\n", error_words(&error));
    }
    return false;
}

bool play_menu(struct line_reader *lines, enum tb_lang lang, struct play_choice *choice)
{
    struct menu menu = {lines, lang};

    if (!ask_game(&menu, choice) || !ask_players(&menu, choice))
        return false;
    printf("%s\n", tell(&menu, "Who plays?", "Qui joue ?"));
    for (const struct seat_kind *kind = seat_kinds; kind->name; kind++) {
        char spelling[SEAT_SPEC];
        struct text text = text_into(spelling, sizeof spelling);

        text_add(&text, "%s%s", kind->name, kind->argument ? kind->argument : "");
        printf("  %-15s %s\n", spelling, kind->text[lang]);
    }
    for (int p = 0; p < choice->players; p++)
        if (!ask_seat(&menu, p, choice->seats[p]))
            return false;
    return true;
}
