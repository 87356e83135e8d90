/* check_guess.c - finds the game that a UGI program plays. */

#include "match/check_ugi.h"
#include "match/ugi_text.h"

/* Points for each game: the options that the program declares. */
static int declared_options(const struct checker *c, const struct tb_game *game)
{
    int count = 0;

    for (int i = 0; i < tb_game_option_count(game); i++)
        count += ugi_option(c, tb_game_option(game, i)->name) != NULL;
    return count;
}

/* Gets the program's first move in the game that it plays by default. */
static void first_move(struct checker *c, char move[TB_MOVE_TEXT])
{
    const char *line;

    move[0] = '\0';
    check_send(c, "position startpos");
    ugi_synchronise(c);
    check_send(c, "go movetime 20");
    int64_t deadline = clock_us() + c->margin_us;

    while (check_receive(c, deadline, "bestmove", &line))
        if (ugi_skip_word(&line, "bestmove")) {
            ugi_first_word(line, move, TB_MOVE_TEXT);
            return;
        }
}

/* The game with the most options that the program declares; NULL if it declares none. */
static const struct tb_game *game_by_options(const struct checker *c)
{
    const struct tb_game *best = NULL;
    int most = 0;

    for (int i = 0; i < tb_game_count(); i++) {
        int count = declared_options(c, tb_game_at(i));

        if (count > most) {
            most = count;
            best = tb_game_at(i);
        }
    }
    return best;
}

/* The only game in which the program's first move is legal; NULL if there are several, or none. */
static const struct tb_game *game_by_move(struct checker *c)
{
    const struct tb_game *found = NULL;
    char move[TB_MOVE_TEXT];
    int candidates = 0;

    first_move(c, move);
    for (int i = 0; i < tb_game_count(); i++) {
        struct tb_setup setup;

        tb_setup_init(&setup, tb_game_at(i), 2, NULL);
        check_start_match(c, &setup);
        if (c->match && tb_match_play(c->match, move, NULL) == TB_OK) {
            candidates++;
            found = setup.game;
        }
    }
    return candidates == 1 ? found : NULL;
}

/* Leaves the game in c->terms.setup.game, or NULL. */
static void run_guess(struct checker *c)
{
    const struct tb_game *game = game_by_options(c);

    c->terms.setup.game = game ? game : game_by_move(c);
}

const struct tb_game *check_guess_game(struct checker *checker)
{
    const struct check guess = {.run = run_guess};
    const struct tb_setup setup = checker->terms.setup;
    struct fault_words reason;

    check_run(checker, &ugi_protocol, &guess, &reason);
    const struct tb_game *game = checker->terms.setup.game;

    checker->terms.setup = setup;
    return game;
}
