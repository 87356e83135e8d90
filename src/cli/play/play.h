/*
 * play.h - a game in the terminal: the board, the players, and the commands at the prompt.
 *
 * Seats and names belong to people: after a swap the person of seat 1 sits in
 * seat 2. Every message to the players is in their language.
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
    struct engine *adviser; /* the engine for hints; NULL: not needed yet */
    struct seat_seed seed;  /* for the next computer that takes a seat */
    char news[1024];        /* messages since the last drawing of the board, one per line */
    const char *argument;   /* of the command that is being obeyed */
    bool draw; /* the players have not seen the board as it stands */
    bool kept; /* the game as it stands is in a file that the players named */
    bool quit;
    int status; /* what the program will exit with */
};

/* Plays until the end of the game or of the input, or until the players quit. */
int play_loop(struct play *play);

/* Obeys one line: a command of the prompt, or else a move. */
void play_obey(struct play *play, const char *line);
/* Offers what can be typed at the prompt. */
bool play_complete(void *context, const char *before, struct line_offers *offers);

/* ---- The table ------------------------------------------------------------------- */

bool play_is_over(const struct play *play);
/* Returns the seat that plays for a player of the board now: a swap exchanges seats. */
struct seat *play_seat(struct play *play, int player);
/* True if a person acts next: it is a person's turn, or the game is over. */
bool play_is_human_turn(struct play *play);
bool play_has_human(const struct play *play);
/* The seed of the next computer that takes a seat: another one each time. */
struct seat_seed play_next_seed(struct play *play);
/* "Ann (player 1)" or "Player 1"; it may begin a sentence. */
struct play_name {
    char text[96];
};
struct play_name play_name(const struct play *play, int player);

/* Draws the board, and under it what happened or how the game ended. All of it fits the screen
 * with the prompt, if that has 24 rows and 60 columns. */
void play_show(struct play *play);
/* play_note(play, "template", arguments...): adds a line to the news. */
#define play_note(play, ...) play_note_message(play, MESSAGE(__VA_ARGS__))
void play_note_message(struct play *play, const struct phrase *message);
/* After any change: the game is stored and will be drawn. */
void play_changed(struct play *play);

/* ---- The record --------------------------------------------------------------------- */

/* The tag "Seat2" for prefix "Seat" and player 1. */
const char *play_tag(char out[16], const char *prefix, int player);
/* Notes today's date. */
int play_date(struct record *record, struct tb_error *error);
/* Notes who sits where, so that the game can be resumed. */
int play_note_seat(struct play *play, int player, struct tb_error *error);

/* ---- Another game ------------------------------------------------------------------ */

/* Begins the same game again with the same people, who `rotate` by one seat if asked to. */
void play_again(struct play *play, bool rotate);
/* Begins a game of another kind, with the same people as far as they can play it. */
void play_other(struct play *play, const struct tb_game *game);

/* ---- Advice, for a game that is not over ------------------------------------------- */

/* Says what to play, and why. */
void play_hint(struct play *play);
/* Shows the best moves and what they are worth. */
void play_analyse(struct play *play);
/* For a game that is over: judges its moves. */
void play_review(struct play *play);

/* ---- Talk ------------------------------------------------------------------------- */

/* play_print(play, "template", arguments...): a sentence to the players, wrapped to the screen. */
#define play_print(play, ...) play_print_message(play, MESSAGE(__VA_ARGS__))
void play_print_message(const struct play *play, const struct phrase *message);
/* The same on standard error, for what was refused or went wrong. */
#define play_object(play, ...) play_object_message(play, MESSAGE(__VA_ARGS__))
void play_object_message(const struct play *play, const struct phrase *message);

/* ---- The menu ----------------------------------------------------------------------- */

enum { RULES_MAX = 8 };

/* What the menu asked for. */
struct play_choice {
    const struct tb_game *game;
    int players;
    char seats[TB_PLAYERS_MAX][SEAT_SPEC]; /* as for seat_open() */
    char rules[RULES_MAX][32];             /* options of the game: "walls=7" */
    int rule_count;
    const char *swap; /* "on": with the pie rule; NULL: not given */
};

/* Asks which game, how many players, who they are and by which rules; false if the user
 * leaves. */
bool play_menu(struct line_reader *lines, const char *lang, struct play_choice *choice);

#endif
