/*
 * book.h - results of positions in games of the computer against itself.
 *
 * A book belongs to one game with its usual setup for two players. It is text:
 *
 *     tablier-book 2 GAME
 *     games=N nodes=N seed=S entries=E least=K [each=M] checksum=H
 *     BOOK_COLUMNS lines
 *
 * `games` were played, no two the same, with a fixed number of nodes per move, at full strength; the
 * book holds positions that occurred in at least `least` of them. With `each` every pair of a first
 * and a second move was played M times or more, and all positions after one or two moves are in the
 * book; so is every good move of the complete positions (book_wide.h). Games that went alike count
 * once, so a position can have fewer than M.
 *
 * H is the checksum (core/checksum.h, 16 hexadecimal digits) of everything but the word itself. A
 * column has the same number of digits for each of the E positions, without anything in between.
 * Each digit stands for six bits (BOOK_DIGITS), the most significant first. The keys (book_key())
 * ascend, and the order of the digits is that of ASCII. The other columns are the games in which
 * the position occurred, those that the player to move won, and the draws; the average length of
 * these games in plies; the average evaluation in thousandths of a result for the player to move,
 * plus 1000; and 1 for a complete position, else 0.
 *
 * Positions that symmetry or translation makes the same are one, as are those reached by another
 * order of moves: positions are counted, not moves, so one can have more games than the position
 * before it.
 */
#ifndef TABLIER_LEARN_BOOK_H
#define TABLIER_LEARN_BOOK_H

#include "core/game.h"

#define BOOK_NAME "tablier-book 2"
#define BOOK_DIGITS "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"

enum book_column {
    BOOK_KEYS,
    BOOK_GAMES,
    BOOK_WINS,
    BOOK_DRAWS,
    BOOK_LENGTHS,
    BOOK_SCORES,
    BOOK_COMPLETE,
    BOOK_COLUMNS
};

enum {
    BOOK_KEY_BITS = 42,
    BOOK_KEY_DIGITS = 7,
    BOOK_COUNT_DIGITS = 4,
    BOOK_SMALL_DIGITS = 2,
    BOOK_ENTRY = BOOK_KEY_DIGITS + 3 * BOOK_COUNT_DIGITS + 2 * BOOK_SMALL_DIGITS + 1,
    BOOK_COUNT_MAX = (1 << 6 * BOOK_COUNT_DIGITS) - 1,
    BOOK_SCORE = 1000, /* of a sure win */
    BOOK_BYTES_MAX = 2100000,
    BOOK_FULL_PLIES = 2, /* with `each`: plies whose moves are all in the book */
};

/* Returns the number of digits that each entry has in a column; BOOK_ENTRY in all of them. */
int book_digits(enum book_column column);

/* The parameters of a book's games. */
struct book_facts {
    const struct tb_game *game;
    uint64_t games, nodes, seed;
    uint64_t entries, least;
    uint64_t each; /* games for each second and each good move; 0: as the players choose */
};

struct book {
    struct book_facts facts;
    const char *columns; /* within the text that was read */
};

/* The results of one position; the player is the one to move there. */
struct book_entry {
    uint64_t key;
    uint32_t games, wins, draws;
    int length; /* plies of the whole game, on average */
    int score;  /* for the player, on average, in parts of BOOK_SCORE */
    bool complete; /* all good moves of the position are in the book */
};

/* Returns the key of a position, the same for all its symmetric and translated forms. */
uint64_t book_key(const struct tb_position *position);

/* Reads a whole book, which must stay where it is. Anything else, and a book that was damaged,
 * is refused with the reason. */
int book_read(const char *text, struct book *book, struct tb_error *error);

/* False if the position is not in the book. */
bool book_find(const struct book *book, const struct tb_position *position,
               struct book_entry *out);

/* True if the book has games, and all good moves of the position. */
bool book_is_complete(const struct book *book, const struct tb_position *position);

/* The first two lines, with this as the checksum. */
void book_head(const struct book_facts *facts, uint64_t checksum, struct text *out);
/* Returns the checksum of a book with these facts and columns. */
uint64_t book_checksum(const struct book_facts *facts, const char *columns);

#endif
