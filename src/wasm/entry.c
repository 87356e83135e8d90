/* entry.c - why an entry is not allowed, by the rules of the match or of the game. */
#include "wasm/entry.h"

#include <string.h>

#include "core/game.h"

static void swap_why(const struct tb_match *match, enum tb_lang lang, struct tb_reason *reason)
{
    if (tb_match_can_swap(match))
        reason_legal(reason, 0);
    else if (!tb_match_rules_of(match).swap)
        reason_set(reason, lang, "Swap is not played in this match: the pie rule is off.",
                   "Swap ne se joue pas dans cette partie : la règle du gâteau est désactivée.");
    else
        reason_set(reason, lang, "Swap is only for player 2, right after the first move.",
                   "Swap n'est permis qu'au joueur 2, juste après le premier coup.");
}

void entry_why(const struct tb_match *match, const char *text, enum tb_lang lang,
               struct tb_reason *reason)
{
    memset(reason, 0, sizeof *reason);
    if (tb_match_result(match).over)
        reason_over(reason, lang);
    else if (strcmp(text, "swap") == 0)
        swap_why(match, lang, reason);
    else
        tb_why(tb_match_position(match), text, lang, reason);
}
