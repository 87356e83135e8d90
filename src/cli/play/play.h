/*
 * play.h - a game in the terminal: the table, who sits at it, and the talk.
 *
 * Seats and names belong to people: after a swap the person of seat 1 sits in
 * seat 2. Everything said to the players is said in their language.
 */
#ifndef TABLIER_CLI_PLAY_H
#define TABLIER_CLI_PLAY_H

#include "cli/play/autosave.h"
#include "cli/command.h"
#include "cli/play/line.h"
#include "cli/play/seat.h"
#include "search/search.h"

struct play {
    struct record record;
    struct seat seats[TB_PLAYERS_MAX]; /* people, in the order in which they first sat down */
    struct autosave save;
    char saved[PATH_MAX]; /* the file the players saved the game in last; "" if none */
    struct tb_style style;
    struct line_reader *lines;
    struct engine *adviser; /* who gives hints; NULL: not asked yet */
    bool draw; /* the players have not seen the board as it stands */
    bool kept; /* the game as it stands is in a file that the players named */
    bool quit;
    int status; /* what the program will exit with */
};

/* Plays until the end of the game, of the input, or of the players' patience. */
int play_loop(struct play *play);

/* Obeys one line: a command of the prompt, or else a move. */
void play_obey(struct play *play, const char *line);
/* Offers what can be typed at the prompt. */
bool play_complete(void *context, const char *before, struct line_offers *offers);

/* ---- The table ------------------------------------------------------------------- */

bool play_is_over(const struct play *play);
/* Who sits in a player's seat now. */
struct seat *play_seat(struct play *play, int player);
/* Does a person have to decide now? */
bool play_is_human_turn(struct play *play);
bool play_has_human(const struct play *play);
/* "Ann (player 1)" or "player 1". */
struct play_name {
    char text[96];
};
struct play_name play_name(const struct play *play, int player);

/* Draws the board, and how the game ended if it did. */
void play_show(struct play *play);
/* After any change: the game is stored and will be drawn. */
void play_changed(struct play *play);

/* ---- Advice, for a game that is not over ------------------------------------------- */

/* Says what to play, and why. */
void play_hint(struct play *play);
/* Shows the best moves and what they are worth. */
void play_analyse(struct play *play);

/* ---- Talk ------------------------------------------------------------------------- */

/* One line to the players; both sentences take the same arguments. */
void play_say(const struct play *play, const char *english, const char *french, ...)
    __attribute__((format(printf, 2, 4), format(printf, 3, 4)));
/* The same on standard error, for what was refused or went wrong. */
void play_object(const struct play *play, const char *english, const char *french, ...)
    __attribute__((format(printf, 2, 4), format(printf, 3, 4)));

/* ---- The menu ----------------------------------------------------------------------- */

/* What the menu asked for. */
struct play_choice {
    const struct tb_game *game;
    int players;
    char seats[TB_PLAYERS_MAX][SEAT_SPEC]; /* as for seat_open() */
};

/* Asks which game, how many players and who they are; false if the user leaves. */
bool play_menu(struct line_reader *lines, enum tb_lang lang, struct play_choice *choice);

#endif
