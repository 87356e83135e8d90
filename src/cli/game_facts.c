/* game_facts.c - see game_facts.h. */
#include "cli/game_facts.h"

#include <string.h>

#include "core/game.h"

/* "2, 3 or 4" */
static void add_players(const struct tb_game *game, enum tb_lang lang, struct text *out)
{
    int last = TB_PLAYERS_MAX;
    const char *before = "";

    while (!tb_game_allows(game, last))
        last--;
    for (int n = 1; n <= last; n++)
        if (tb_game_allows(game, n)) {
            if (n == last && *before)
                before = in_lang(lang, " or ", " ou ");
            text_add(out, "%s%d", before, n);
            before = ", ";
        }
}

void game_facts_play(const struct tb_game *game, enum tb_lang lang, struct text *out)
{
    int from = game->minutes[0], to = game->minutes[1];

    add_players(game, lang, out);
    text_add(out, "%s", in_lang(lang, " players", " joueurs"));
    if (from && from == to)
        text_add(out, in_lang(lang, ", about %d minutes", ", environ %d minutes"), to);
    else if (from)
        text_add(out, in_lang(lang, ", %d to %d minutes", ", de %d à %d minutes"), from, to);
    if (game->age)
        text_add(out, in_lang(lang, ", age %d and up", ", à partir de %d ans"), game->age);
}

void game_facts_credit(const struct tb_game *game, enum tb_lang lang, struct text *out)
{
    static const char mail[] = "mailto:";
    const char *link = game->author_link;

    text_add(out, in_lang(lang, "A game by %s", "Un jeu de %s"), game->author);
    if (link)
        text_add(out, ", %s", link + (strncmp(link, mail, strlen(mail)) ? 0 : strlen(mail)));
    if (game->publisher)
        text_add(out, in_lang(lang, ", published by %s", ", édité par %s"), game->publisher);
}
