/*
 * test_remark.c - facts in words, about positions whose facts are known by hand.
 */
#include <stdio.h>
#include <string.h>

#include "core/game.h"
#include "core/rng.h"
#include "test.h"

struct fact {
    const char *setup;    /* as for test_setup() */
    const char *position; /* NULL: the start */
    const char *move;     /* NULL: about the position */
    const char *english, *french;
};

static const struct fact facts[] = {
    /* ---- Quoridor: paths before and after, and what a barrier costs ---- */
    {"quoridor", NULL, NULL, "Player 1 has 8 steps to go.\nPlayer 2 has 8 steps to go.",
     "Le joueur 1 est à 8 pas du but.\nLe joueur 2 est à 8 pas du but."},
    {"quoridor", NULL, "e2", "Player 1's path goes from 8 to 7.\nPlayer 2 has 8 steps to go.",
     "Le chemin du joueur 1 passe de 8 à 7.\nLe joueur 2 est à 8 pas du but."},
    {"quoridor", NULL, "d1", "Player 1's path stays at 8.\nPlayer 2 has 8 steps to go.",
     "Le chemin du joueur 1 reste à 8.\nLe joueur 2 est à 8 pas du but."},
    /* Right in front of the other pawn, and in the way of the own one too. */
    {"quoridor", NULL, "e8h",
     "The barrier lengthens player 2's path by 1 step (from 8 to 9).\n"
     "It lengthens player 1's own path by 1 step (from 8 to 9).",
     "La barrière allonge le chemin du joueur 2 de 1 pas (de 8 à 9).\n"
     "Elle allonge aussi le chemin du joueur 1 de 1 pas (de 8 à 9)."},
    {"quoridor", NULL, "d1v", "The barrier makes no other player's path longer.",
     "La barrière n’allonge le chemin d’aucun autre joueur."},
    /* Player 2 on e2 walks round two barriers: by d2, c2, c1. */
    {"quoridor", "e8/e2 10/9 d1h 1", "f1h",
     "The barrier lengthens player 2's path by 1 step (from 2 to 3).",
     "La barrière allonge le chemin du joueur 2 de 1 pas (de 2 à 3)."},
    /* Beside c8h only e8h can still shut the last step, which would lead round by f8, g8, g9; e8v
     * crosses it. */
    {"quoridor", "e8/e2 9/10 c8h 1", "e8v",
     "The barrier makes no other player's path longer.\n"
     "It protects player 1's path: the costliest barrier of player 2 now makes it 1 step, not 3.",
     "La barrière n’allonge le chemin d’aucun autre joueur.\n"
     "Elle protège le chemin du joueur 1 : la pire barrière du joueur 2 le porte à 1 pas, et non à"
     " 3."},
    {"quoridor", "e8/e2 10/10 - 1", "e9", "Player 1 reaches the goal.",
     "Le joueur 1 atteint son but."},
    {"quoridor", "e9/e2 10/10 - 2", NULL, "Player 1 has reached the goal on e9.",
     "Le joueur 1 a atteint son but en e9."},

    /* ---- Dorix: which diagonal falls, through which collapse ---- */
    {"dorix", "d1:1,b2:1,c2:2,b3:1,a4:1 11/14 1", "b2:c2,b3",
     "The pile on b2 collapses onto c2 and b3 and takes c2.\nThe diagonal a4-d1 falls to player 1.",
     "La pile en b2 s’effondre sur c2 et b3 et prend c2.\n"
     "La diagonale a4-d1 tombe : le joueur 1 la contrôle."},
    {"dorix", "b2:1,c2:2 14/14 1", "b2:c2",
     "The pile on b2 collapses onto c2 and takes it.\n"
     "Diagonal a4-d1: player 1 has 1 of 4 piles (0 before), player 2 has 0 of 4 piles (1 before).",
     "La pile en b2 s’effondre sur c2 et la prend.\n"
     "Diagonale a4-d1 : le joueur 1 a 1 pile sur 4 (0 avant), le joueur 2 a 0 pile sur 4 (1 "
     "avant)."},
    {"dorix", "b2:1,c2:2 14/14 2", "c2:b2",
     "The pile on c2 collapses onto b2 and takes it.\n"
     "Diagonal a1-d4: player 1 has 0 of 4 piles (1 before), player 2 has 1 of 4 piles (0 before).",
     "La pile en c2 s’effondre sur b2 et la prend.\n"
     "Diagonale a1-d4 : le joueur 1 a 0 pile sur 4 (1 avant), le joueur 2 a 1 pile sur 4 (0 "
     "avant)."},
    /* Higher than its neighbours, but alone; and a win that is left open or threatened. */
    {"dorix", "b2:1,d2:2 14/14 1", "b2",
     "The pile on b2 is now 2 high: only a neighbour of 3 or more can fall onto it.",
     "La pile en b2 a maintenant 2 pions : seule une voisine de 3 ou plus peut s’effondrer "
     "dessus."},
    {"dorix", "a1:2,b2:2,c3:2,d2:1 14/12 1", "a4",
     "Diagonal a4-d1: player 1 has 1 of 4 piles (0 before).\n"
     "Player 2 can now win at once with d4.",
     "Diagonale a4-d1 : le joueur 1 a 1 pile sur 4 (0 avant).\n"
     "Le joueur 2 peut maintenant gagner d’un coup avec d4."},
    {"dorix", "a1:1,b2:1,d2:2,b4:2 13/13 1", "c3",
     "Diagonal a1-d4: player 1 has 3 of 4 piles (2 before).\n"
     "Player 1 threatens to win with d4.",
     "Diagonale a1-d4 : le joueur 1 a 3 piles sur 4 (2 avant).\n"
     "Le joueur 1 menace de gagner avec d4."},
    {"dorix", "b2:1,c2:2 14/14 1", "a2", "", ""},
    {"dorix players=4", "a1:1,b2:3,c3:1,d4:2 8/9/9/10 3", NULL,
     "The team 1+3 holds 3 of the 4 piles of the diagonal a1-d4.\n"
     "The team 2+4 holds 1 of the 4 piles of the diagonal a1-d4.",
     "L’équipe 1+3 contrôle 3 des 4 piles de la diagonale a1-d4.\n"
     "L’équipe 2+4 contrôle 1 des 4 piles de la diagonale a1-d4."},
    {"dorix players=4", "a1:1,b2:3,c3:1,d4:3 8/10/8/10 4", NULL,
     "The team 1+3 holds all four piles of the diagonal a1-d4.",
     "L’équipe 1+3 contrôle les quatre piles de la diagonale a1-d4."},

    /* ---- Orbital: where the piece sends the opponent, which tower is decided ---- */
    {"orbital", NULL, "Bb2", "The piece sends player 2 to a2, c2, b1 or b3.",
     "La pièce envoie le joueur 2 en a2, c2, b1 ou b3."},
    {"orbital", NULL, "Tb2n", "The piece sends player 2 to b3 or b4.",
     "La pièce envoie le joueur 2 en b3 ou b4."},
    {"orbital reach=line", NULL, "Tb2n", "The piece sends player 2 to b1, b2, b3 or b4.",
     "La pièce envoie le joueur 2 en b1, b2, b3 ou b4."},
    {"orbital reach=line", NULL, "Tc2w", "The piece sends player 2 to d2, c2, b2 or a2.",
     "La pièce envoie le joueur 2 en d2, c2, b2 ou a2."},
    {"orbital", "b2:B1,a2:B2 Ba2 1", "Tb2n",
     "The tower on b2 is decided: player 1 has two of its pieces, whoever completes it.\n" /* voice-ok */
     "The piece sends player 2 to b3 or b4.",
     "La tour en b2 est décidée : le joueur 1 y a deux pièces, peu importe qui la complète.\n"
     "La pièce envoie le joueur 2 en b3 ou b4."},
    {"orbital", "b2:B1T1n,a2:A1 Aa2 2", "Ba2",
     "The piece sends player 1 to b2, a1 or a3.\nPlayer 1 can take the tower on b2.",
     "La pièce envoie le joueur 1 en b2, a1 ou a3.\nLe joueur 1 peut prendre la tour en b2."},
    /* Player 2 completes a tower of player 1, and obliges to the impossible. */
    {"orbital", "b2:B1T1n,a2:B1 Ba2 2", "Ab2",
     "The tower on b2 is complete and goes to player 1, who holds 1 of the 3 that win.\n"
     "The piece sends player 1 to b2, where nothing fits: the choice is free.",
     "La tour en b2 est complète et revient au joueur 1, qui en contrôle 1 sur les 3 qui font "
     "gagner.\n"
     "La pièce envoie le joueur 1 en b2, où rien n’a sa place : le choix est libre."},

    /* Player 2 must complete c2 with a Base, which sends player 1 to b2: a tower as well. */
    {"orbital", "d2:B2T2wA1,b2:B2A1,c2:T1e Bd2 1", "Ac2",
     "The tower on c2 is decided: player 1 has two of its pieces, whoever completes it.\n" /* voice-ok */
     "The piece sends player 2 to c2.\n"
     "Whatever player 2 plays, player 1 can then take a tower.",
     "La tour en c2 est décidée : le joueur 1 y a deux pièces, peu importe qui la complète.\n"
     "La pièce envoie le joueur 2 en c2.\n"
     "Quoi que joue le joueur 2, le joueur 1 peut ensuite prendre une tour."},
    /* Puzzle-like: player 2 can only play on a4 or b4, and either sends player 1 to the third. */
    {"orbital", "b1:T2n,a2:T2nA1,b2:B2T1sA1,a3:B2,b3:B2T1wA1,a4:B2A1,b4:T2eA1 Tb4e 1", "Tc4w",
     "The piece sends player 2 to b4 or a4.\nWhatever player 2 plays, player 1 then wins.",
     "La pièce envoie le joueur 2 en b4 ou a4.\n"
     "Quoi que joue le joueur 2, le joueur 1 gagne ensuite."},

    /* Of a finished game, what decided it. */
    {"orbital", "a1:B1T1nA2,b2:B1T1eA2,c3:B2T1sA1 Ac3 2", NULL,
     "Player 1 holds the 3 towers on a1, b2 and c3.",
     "Le joueur 1 contrôle les 3 tours en a1, b2 et c3."},
    {"orbital pieces=3", "a1:B1T1nA2 pass2 1", NULL,
     "No piece can be placed any more. Towers: player 1 has 1, player 2 has 0.",
     "Plus aucune pièce ne peut être posée. Tours : 1 pour le joueur 1, 0 pour le joueur 2."},
    {"tictacdoh", "b3:L,c3:L,d3:L", NULL, "Player 1 has completed the line b3, c3 and d3.",
     "Le joueur 1 a complété la ligne b3, c3 et d3."},
    {"tictacdoh stash=1", "b3:S,c3:M,d3:L", NULL, "All pieces are placed, and no line is complete.",
     "Toutes les pièces sont posées, et aucune ligne n’est complète."},

    /* ---- Tic Tac Doh: which line is threatened, and that the grid is fixed ---- */
    {"tictacdoh", "c3:L,b3:L", "Ld3", "The line b3, c3 and d3 is complete.",
     "La ligne b3, c3 et d3 est complète."},
    {"tictacdoh", "c3:L,b2:L", NULL,
     "Player 1 can complete the line a1, b2 and c3 with La1.\n"
     "Player 1 can complete the line b2, c3 and d4 with Ld4.",
     "Le joueur 1 peut compléter la ligne a1, b2 et c3 avec La1.\n"
     "Le joueur 1 peut compléter la ligne b2, c3 et d4 avec Ld4."},
    {"tictacdoh", "c3:L,b2:L", "Sd4",
     "The grid is now fixed, from b2 to d4.\nNo line can be completed at once any more.",
     "La grille est maintenant fixée, de b2 à d4.\n"
     "Plus aucune ligne ne peut être complétée d’un seul coup."},
    /* The last large piece: only medium ones are left, and each opens a line through c3. */
    {"tictacdoh", "b2:S,c2:S,d2:L,b3:L,c3:LMS,d3:S,b4:S,c4:L", "Ld4",
     "Every move of player 2 now opens a line to the next.",
     "Tout coup du joueur 2 ouvre maintenant une ligne au suivant."},
    /* With Sd3 instead of Ld3 the last small piece would be player 1's, and no line could follow.
     */
    {"tictacdoh", "c2:S,d2:M,b3:MS,c3:L,c4:MS", "Ld3",
     "Every move of player 1 now opens a line to the next.",
     "Tout coup du joueur 1 ouvre maintenant une ligne au suivant."},
    {"tictacdoh", "c2:S,d2:M,b3:MS,c3:L,c4:MS", "Sd3", "", ""},
    {"tictacdoh", "c3:L", "Lb2",
     "Player 1 can complete the line a1, b2 and c3 with La1.\n"
     "Player 1 can complete the line b2, c3 and d4 with Ld4.",
     "Le joueur 1 peut compléter la ligne a1, b2 et c3 avec La1.\n"
     "Le joueur 1 peut compléter la ligne b2, c3 et d4 avec Ld4."},
};

static void facts_are_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        const struct fact *fact = &facts[i];
        struct tb_setup setup = test_setup(fact->setup);
        struct tb_position position;
        struct tb_error error;
        tb_move move = 0;

        tb_position_start(&position, &setup, NULL);
        if ((fact->position && tb_position_parse(&position, &setup, fact->position, &error)) ||
            (fact->move && tb_move_parse(&position, fact->move, &move, &error)))
            fail_msg("%s %s %s: %s", fact->setup, fact->position ? fact->position : "start",
                     fact->move ? fact->move : "", error.text);
        for (int french = 0; french < 2; french++) {
            char text[TB_REMARK_TEXT];
            const struct tb_viewer viewer = {.lang = french ? "fr" : "en"};
            const char *wanted = french ? fact->french : fact->english;
            int length = fact->move
                             ? position_remark_move(&position, move, &viewer, text, sizeof text)
                             : position_remark(&position, &viewer, text, sizeof text);

            assert_string_equal(text, wanted);
            assert_int_equal(length, strlen(wanted));
        }
    }
}

static void check_sentences(const char *text)
{
    char copy[TB_REMARK_TEXT], *rest;

    snprintf(copy, sizeof copy, "%s", text);
    for (char *one = strtok_r(copy, "\n", &rest); one; one = strtok_r(NULL, "\n", &rest)) {
        bool capital = (*one >= 'A' && *one <= 'Z') || (unsigned char)*one == 0xc3;

        if (strpbrk(one, "{|}"))
            fail_msg("'%s' says it twice", one);
        if (!capital || one[strlen(one) - 1] != '.')
            fail_msg("'%s' is not a sentence", one);
    }
}

/* A remark addresses the reader as "you" and the other players by name. */
static void check_viewers(const struct tb_position *position, tb_move move, const char *lang)
{
    static const char *const names[TB_PLAYERS_MAX] = {"Ann", "Bob", "Cem", "Dee"};
    char text[TB_REMARK_TEXT];

    for (int you = 0; you <= position->setup.players; you++) {
        const struct tb_viewer viewer = {.lang = lang, .names = names, .you = you};

        assert_in_range(position_remark_move(position, move, &viewer, text, sizeof text), 0,
                        sizeof text - 1);
        check_sentences(text);
        for (int p = 1; p <= position->setup.players; p++) {
            char number[32];

            snprintf(number, sizeof number, strcmp(lang, "fr") == 0 ? "joueur %d" : "layer %d", p);
            if (strstr(text, number))
                fail_msg("'%s' has a number instead of a name", text);
        }
        if (you > 0 && strstr(text, names[you - 1]))
            fail_msg("'%s' calls the reader by name", text);
    }
}

/* Whatever is played, in every game and with every number of players, remarks are whole
 * sentences, fit into their room, and say as many things in French as in English. */
static void remarks_are_sentences(void **state)
{
    struct rng rng = {7};

    (void)state;
    for (int g = 0; g < tb_game_count(); g++)
        for (int players = 2; players <= TB_PLAYERS_MAX; players++) {
            struct tb_setup setup;
            struct tb_position position;

            if (tb_setup_init(&setup, tb_game_at(g), players, NULL))
                continue;
            tb_position_start(&position, &setup, NULL);
            for (int ply = 0; ply < 60 && !tb_position_result(&position).over; ply++) {
                tb_move moves[TB_MOVES_MAX];
                int count = tb_moves(&position, moves);
                tb_move move = moves[rng_below(&rng, (uint32_t)count)];
                char english[TB_REMARK_TEXT], french[TB_REMARK_TEXT];
                int lines[2] = {0};

                assert_in_range(position_remark(&position, NULL, english, sizeof english), 0,
                                sizeof english - 1);
                check_sentences(english);
                assert_in_range(
                    position_remark_move(&position, move, NULL, english, sizeof english), 0,
                    sizeof english - 1);
                assert_in_range(position_remark_move(&position, move,
                                                     &(struct tb_viewer){.lang = "fr"}, french,
                                                     sizeof french),
                                0, sizeof french - 1);
                check_sentences(english);
                check_sentences(french);
                check_viewers(&position, move, "en");
                check_viewers(&position, move, "fr");
                for (const char *c = english; *c; c++)
                    lines[0] += *c == '\n';
                for (const char *c = french; *c; c++)
                    lines[1] += *c == '\n';
                assert_int_equal(lines[0], lines[1]);
                tb_play(&position, move, NULL);
            }
        }
}

static void no_remark_about_what_is_not_legal(void **state)
{
    struct tb_setup setup = test_setup("quoridor");
    struct tb_position start;
    char text[TB_REMARK_TEXT] = "something";

    (void)state;
    tb_position_start(&start, &setup, NULL);
    assert_int_equal(position_remark_move(&start, 99999, NULL, text, sizeof text), 0);
    assert_string_equal(text, "");
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_are_told),
        cmocka_unit_test(remarks_are_sentences),
        cmocka_unit_test(no_remark_about_what_is_not_legal),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
