/*
 * book.h - results of positions in games of the computer against itself.
 *
 * A book belongs to one game with its usual setup for two players. It is text:
 *
 *     tablier-book 1 GAME
 *     games=N level=L nodes=N seed=S entries=E least=K [each=M] checksum=H
 *     E rows
 *
 * `games` were played, no two the same, with a fixed number of nodes per move, at full strength (L
 * is 0; books of earlier programs name a level); the book holds positions that occurred in at least
 * `least` of them. With `each` every pair of a first and a second move was played M times or more,
 * and all positions after one or two moves are in the book; so was every good move of the positions
 * of book_wide.h, and of other positions no move is in the book, unless it leads to one of these.
 * Games that went alike count once, so a position can have fewer than M.
 *
 * H is the checksum (core/checksum.h, 16 hexadecimal digits) of everything but the word itself. A
 * row is BOOK_ROW characters, each of which stands for six bits (BOOK_DIGITS), the most significant
 * first: seven for the position (book_key()), three each for the games in which it occurred, those
 * that the player to move won, and the draws, two for the average length of these games in plies,
 * two for the average evaluation in thousandths of a result for the player to move, plus 1000. The
 * digits are in the order of ASCII and the rows ascend, so a row is found by comparing text.
 *
 * Positions that symmetry or translation makes the same are one, as are those reached by another
 * order of moves: positions are counted, not moves, so one can have more games than the position
 * before it.
 */
#ifndef TABLIER_LEARN_BOOK_H
#define TABLIER_LEARN_BOOK_H

#include "core/game.h"

#define BOOK_NAME "tablier-book 1"
#define BOOK_DIGITS "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"

enum {
    BOOK_KEY_BITS = 42,
    BOOK_KEY_DIGITS = 7,
    BOOK_COUNT_DIGITS = 3,
    BOOK_SMALL_DIGITS = 2,
    BOOK_ROW = BOOK_KEY_DIGITS + 3 * BOOK_COUNT_DIGITS + 2 * BOOK_SMALL_DIGITS + 1,
    BOOK_COUNT_MAX = (1 << 6 * BOOK_COUNT_DIGITS) - 1,
    BOOK_SCORE = 1000, /* of a sure win */
    BOOK_BYTES_MAX = 600000,
    BOOK_FULL_PLIES = 2, /* with `each`: plies whose moves are all in the book */
};

/* The parameters of a book's games. */
struct book_facts {
    const struct tb_game *game;
    uint64_t games, nodes, seed;
    int level;
    uint64_t entries, least;
    uint64_t each; /* games for each second and each good move; 0: as the players choose */
};

struct book {
    struct book_facts facts;
    const char *rows; /* within the text that was read */
};

/* The results of one position; the player is the one to move there. */
struct book_entry {
    uint64_t key;
    uint32_t games, wins, draws;
    int length; /* plies of the whole game, on average */
    int score;  /* for the player, on average, in parts of BOOK_SCORE */
};

/* Returns the key of a position, the same for all its symmetric and translated forms. */
uint64_t book_key(const struct tb_position *position);

/* Reads a whole book, which must stay where it is. Anything else, and a book that was damaged,
 * is refused with the reason. */
int book_read(const char *text, struct book *book, struct tb_error *error);

/* False if the position is not in the book. */
bool book_find(const struct book *book, const struct tb_position *position,
               struct book_entry *out);

/* The first two lines, with this as the checksum. */
void book_head(const struct book_facts *facts, uint64_t checksum, struct text *out);
/* Returns the checksum of a book with these facts and rows. */
uint64_t book_checksum(const struct book_facts *facts, const char *rows);

#endif
