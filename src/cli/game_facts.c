/* game_facts.c - see game_facts.h. */
#include "cli/game_facts.h"

#include <string.h>

#include "core/game.h"

void game_facts_play(const struct tb_game *game, const char *lang, struct text *out)
{
    int from = game->minutes[0], to = game->minutes[1];
    char players[16];
    struct text list = text_into(players, sizeof players);

    for (int n = 1; n <= TB_PLAYERS_MAX; n++)
        if (tb_game_allows(game, n))
            text_add(&list, "%s%d", list.used ? " " : "", n);
    text_message(out, lang, "{players} players", arg_or("players", players));
    if (from && from == to)
        text_message(out, lang, ", about {minutes} minutes", arg_count("minutes", to));
    else if (from)
        text_message(out, lang, ", {from} to {to} minutes", arg_count("from", from),
                     arg_count("to", to));
    if (game->age)
        text_message(out, lang, ", age {age} and up", arg_count("age", game->age));
}

void game_facts_credit(const struct tb_game *game, const char *lang, struct text *out)
{
    static const char mail[] = "mailto:";
    const char *link = game->author_link;

    text_message(out, lang, "A game by {author}", arg_text("author", game->author));
    if (link)
        text_add(out, ", %s", link + (strncmp(link, mail, strlen(mail)) ? 0 : strlen(mail)));
    if (game->publisher)
        text_message(out, lang, ", published by {publisher}",
                     arg_text("publisher", game->publisher));
}
