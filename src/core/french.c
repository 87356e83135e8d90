/*
 * french.c - the sentences of errors in French.
 *
 * The sentences stand in the code in English, and here once more with their
 * translation, which takes the same arguments in the same order. Where the
 * arguments are words themselves, the code says the French beside the English
 * (error_french()). The tests look for sentences that are missing here.
 */
#include <string.h>

#include "core/text.h"

static const struct {
    const char *english, *french;
} sentences[] = {
    {"out of memory", "la mémoire ne suffit pas"},
    {"the check was stopped", "la vérification a été interrompue"},

    /* ---- Set-up and match ---- */
    {"there is no game '%s'; the games are %s", "il n'y a pas de jeu '%s' ; les jeux sont %s"},
    {"'%s' is not a number of players", "'%s' n'est pas un nombre de joueurs"},
    {"%s has no option '%s'; it has none at all", "%s n'a pas d'option '%s' ; il n'en a aucune"},
    {"%s has no option '%s'; it has: %s", "%s n'a pas d'option '%s' ; il a : %s"},
    {"repetition cannot be %d; it may be 0 (off) or 2 to 9",
     "la répétition ne peut pas être %d ; elle est 0 (désactivée) ou de 2 à 9"},
    {"repetition cannot be '%s'; it may be 0 (off) or 2 to 9",
     "la répétition ne peut pas être '%s' ; elle est 0 (désactivée) ou de 2 à 9"},
    {"swap cannot be '%s'; it may be on or off", "swap ne peut pas être '%s' ; c'est on ou off"},
    {"swap is for two players, not for %d", "swap est pour deux joueurs, pas pour %d"},
    {"swap is not played in this match: the pie rule is off",
     "swap ne se joue pas dans cette partie : la règle du gâteau est désactivée"},
    {"swap is only for player 2, right after the first move",
     "swap n'est permis qu'au joueur 2, juste après le premier coup"},
    {"a match has no rule '%s'; it has: repetition, swap",
     "une partie n'a pas de règle '%s' ; elle a : repetition, swap"},
    {"there is no player %d", "il n'y a pas de joueur %d"},
    {"move number %u is not legal here", "le coup numéro %u n'est pas permis ici"},

    /* ---- Records ---- */
    {"line %d: ", "ligne %d : "},
    {"move %d '%s': ", "coup %d '%s' : "},
    {"'%s' cannot be the name of a tag", "'%s' ne peut pas être le nom d'une balise"},
    {"the tag %s is the game's own", "la balise %s appartient à la partie elle-même"},
    {"the tag %s stands here twice", "la balise %s se trouve ici deux fois"},
    {"the value of the tag '%s' is not clean UTF-8 text",
     "la valeur de la balise '%s' n'est pas un texte UTF-8 correct"},
    {"this is not a tag; a tag looks like [Game \"Dorix\"]",
     "ceci n'est pas une balise ; une balise s'écrit [Game \"Dorix\"]"},
    {"a game begins with its tags; [Game \"...\"] is missing",
     "une partie commence par ses balises ; il manque [Game \"...\"]"},
    {"this comment has no closing '}'", "ce commentaire n'est pas fermé par '}'"},
    {"'%s' is not an option such as walls=3", "'%s' n'est pas une option comme walls=3"},
    {"'%s' is not a result; it may be draw, * or winners from 1 to %d such as 1",
     "'%s' n'est pas un résultat ; c'est draw, * ou les gagnants de 1 à %d, par exemple 1"},
    {"'%s' stands behind the result", "'%s' se trouve après le résultat"},
    {"the game breaks off; it must end with its result: 1, 2, ..., draw, or * if unfinished",
     "la partie s'interrompt ; elle doit finir par son résultat : 1, 2, ..., draw, ou * si elle "
     "n'est pas finie"},
    {"the tag Result and the result behind the moves differ",
     "la balise Result et le résultat après les coups diffèrent"},
    {"no loss by %s ends with the result %s", "aucune défaite par '%s' ne donne le résultat %s"},
    {"the ending cannot be '%s'; it may be resignation, agreement or time",
     "la fin ne peut pas être '%s' ; c'est resignation, agreement ou time"},
    {"the record says the result is %s, but the game is not over",
     "selon l'enregistrement le résultat est %s, mais la partie n'est pas finie"},
    {"the record says the result is %s, but it is %s",
     "selon l'enregistrement le résultat est %s, mais c'est %s"},

    /* ---- Positions ---- */
    {"the position string is empty after its set-up", "la position est vide après ses options"},
    {"the position says %s=%s, but %s=%s stands beside it; say it once",
     "la position dit %s=%s, mais il y a %s=%s à côté ; dites-le une seule fois"},
    {"the position says players=%d, but %d players stand beside it; say it once",
     "la position dit players=%d, mais il y a %d joueurs à côté ; dites-le une seule fois"},

    {"expected a pile on a1 to d4, such as c3:12, found '%s'",
     "il faut une pile de a1 à d4, par exemple c3:12, et non '%s'"},
    {"square %s is given twice", "la case %s est donnée deux fois"},
    {"player %d has more than his %d pawns on the board",
     "le joueur %d a plus que ses %d pions sur le plateau"},
    {"expected after %s: the owners of its pawns from the bottom up, 1 to %d, found '%s'",
     "il faut après %s : les propriétaires de ses pions de bas en haut, de 1 à %d, et non '%s'"},
    {"expected a space and the hands, such as 14/13, after the piles, found '%s'",
     "il faut une espace et les mains, par exemple 14/13, après les piles, et non '%s'"},
    {"expected the hands of %d players, separated by /, found '%s'",
     "il faut les mains de %d joueurs, séparées par /, et non '%s'"},
    {"player %d has %d pawns on the board of his %d, so %d in hand, not %d",
     "le joueur %d a %d pions sur le plateau parmi ses %d, donc %d en main, et non %d"},
    {"expected a space and the player to move after the hands of %d players, found '%s'",
     "il faut une espace et le joueur au trait après les mains de %d joueurs, et non '%s'"},
    {"expected the player to move, 1 to %d, and nothing after it, found '%s'",
     "il faut le joueur au trait, de 1 à %d, et rien après, et non '%s'"},

    {"'%s' should be a square from a1 to e5, a colon and its pieces, for example c3:LM",
     "'%s' devrait être une case de a1 à e5, deux-points et ses pièces, par exemple c3:LM"},
    {"%s stands twice in the list", "%s se trouve deux fois dans la liste"},
    {"%s cannot hold '%s'; it may hold S, M, L, LM, LMS, MS, SM, SML or ML",
     "%s ne peut pas contenir '%s' ; c'est S, M, L, LM, LMS, MS, SM, SML ou ML"},
    {"c3 is empty; the first piece stands there",
     "c3 est vide ; c'est là que se trouve la première pièce"},
    {"%s is not connected to c3; each piece must touch another",
     "%s n'est pas relié à c3 ; chaque pièce doit en toucher une autre"},

    {"the position string starts with %d pawn squares such as %s, not '%s'",
     "la position commence par %d cases de pions, par exemple %s, et non '%s'"},
    {"players %d and %d cannot both stand on %s",
     "les joueurs %d et %d ne peuvent pas être tous deux en %s"},
    {"after the pawns come the barriers in hand of %d players such as %s, not '%s'",
     "après les pions viennent les barrières en main de %d joueurs, par exemple %s, et non '%s'"},
    {"player %d cannot have %d barriers in hand: the game has %d",
     "le joueur %d ne peut pas avoir %d barrières en main : le jeu en a %d"},
    {"after the hands come the barriers such as e3h,d5v or -, not '%s'",
     "après les mains viennent les barrières, par exemple e3h,d5v, ou -, et non '%s'"},
    {"'%s' is not a barrier such as e3h or d5v", "'%s' n'est pas une barrière comme e3h ou d5v"},
    {"the barrier %s sticks out of the board", "la barrière %s dépasse du plateau"},
    {"barrier %s: ", "barrière %s : "},
    {"the position string ends with the player to move, 1 to %d, not '%s'",
     "la position finit par le joueur au trait, de 1 à %d, et non '%s'"},
    {"barriers on the board and in hand are %d; together they must be %d",
     "les barrières du plateau et des mains sont %d ; il en faut %d en tout"},
    {"player %d has no path to the goal", "le joueur %d n'a pas de chemin vers son but"},
    {"%d pawns stand on their goal; at most one can have won",
     "%d pions sont sur leur but ; un seul au plus peut avoir gagné"},

    {"'%s' on %s should be a piece with its owner: B1, T2n or A1",
     "'%s' en %s devrait être une pièce et son propriétaire : B1, T2n ou A1"},
    {"%c%d on %s: ", "%c%d en %s : "},
    {"'%s' should be a square from a1 to d4 with its pieces, such as b2:B1T2nA1, or '-' alone for "
     "an empty board",
     "'%s' devrait être une case de a1 à d4 et ses pièces, par exemple b2:B1T2nA1, ou '-' seul "
     "pour un plateau vide"},
    {"%s is on the board twice: once is enough", "%s est deux fois sur le plateau : une suffit"},
    {"'%s' should be the last piece, such as Bb2 or Tb2n, or -, pass or pass2",
     "'%s' devrait être la dernière pièce, par exemple Bb2 ou Tb2n, ou -, pass ou pass2"},
    {"the last piece, %s, should be on the board and player %d's, since player %d is to move",
     "la dernière pièce, %s, devrait être sur le plateau et au joueur %d, puisque c'est au joueur "
     "%d de jouer"},
    {"both players control %d towers or more: only one may have won",
     "les deux joueurs contrôlent %d tours ou plus : un seul peut avoir gagné"},
    {"after the board, '%s' should be a space and the last piece",
     "après le plateau, '%s' devrait être une espace et la dernière pièce"},
    {"after the last piece, '%s' should be a space and the player to move",
     "après la dernière pièce, '%s' devrait être une espace et le joueur au trait"},
    {"'%s' at the end should be the player to move, 1 or 2",
     "'%s' à la fin devrait être le joueur au trait, 1 ou 2"},
};

const char *in_french(const char *english)
{
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
        if (strcmp(sentences[i].english, english) == 0)
            return sentences[i].french;
    return english;
}
