/* book.c - see book.h. */
#include "learn/book.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/canonical.h"
#include "core/checksum.h"
#include "core/error.h"

uint64_t book_key(const struct tb_position *position)
{
    const struct tb_game *game = position->setup.game;
    const void *state = &position->state;

    return canonical_hash(game, state, game->turn(state), canonical_all(game, state)) >>
           (64 - BOOK_KEY_BITS);
}

/* ---- The head ------------------------------------------------------------------------------ */

static void head_facts(const struct book_facts *facts, struct text *out)
{
    text_add(out,
             BOOK_NAME " %s\ngames=%" PRIu64 " nodes=%" PRIu64 " seed=%" PRIu64
                       " entries=%" PRIu64 " least=%" PRIu64,
             tb_game_name(facts->game), facts->games, facts->nodes, facts->seed,
             facts->entries, facts->least);
    if (facts->each > 0)
        text_add(out, " each=%" PRIu64, facts->each);
}

uint64_t book_checksum(const struct book_facts *facts, const char *columns)
{
    char head[256];
    struct text text = text_into(head, sizeof head);

    head_facts(facts, &text);
    return checksum_text(checksum_text(CHECKSUM_START, head), columns);
}

void book_head(const struct book_facts *facts, uint64_t checksum, struct text *out)
{
    head_facts(facts, out);
    text_add(out, " checksum=%016" PRIx64 "\n", checksum);
}

/* ---- Reading ------------------------------------------------------------------------------- */

static bool take_number(struct scan *scan, const char *name, uint64_t *value)
{
    char *end;

    if (!scan_word(scan, name) || *scan->at < '0' || *scan->at > '9')
        return false;
    *value = strtoull(scan->at, &end, 10);
    scan->at = end;
    return true;
}

static bool take_game(struct scan *scan, const struct tb_game **game)
{
    char name[GAME_NAME_SIZE];
    size_t length = strcspn(scan->at, "\n");

    if (length >= sizeof name)
        return false;
    memcpy(name, scan->at, length);
    name[length] = '\0';
    scan->at += length;
    *game = tb_game_find(name);
    return *game && scan_char(scan, '\n');
}

static bool take_facts(struct scan *scan, struct book_facts *facts)
{
    bool good = take_game(scan, &facts->game) && take_number(scan, "games=", &facts->games) &&
                take_number(scan, " nodes=", &facts->nodes) &&
                take_number(scan, " seed=", &facts->seed) &&
                take_number(scan, " entries=", &facts->entries) &&
                take_number(scan, " least=", &facts->least);

    facts->each = 0;
    take_number(scan, " each=", &facts->each);
    return good;
}

int book_digits(enum book_column column)
{
    switch (column) {
    case BOOK_KEYS: return BOOK_KEY_DIGITS;
    case BOOK_LENGTHS:
    case BOOK_SCORES: return BOOK_SMALL_DIGITS;
    case BOOK_COMPLETE: return 1;
    default: return BOOK_COUNT_DIGITS;
    }
}

/* True if these are columns with this number of entries, each with its line end. */
static bool are_columns(const char *text, uint64_t entries)
{
    size_t length = strlen(text), lines = BOOK_COLUMNS;

    if (length < lines || (length - lines) % BOOK_ENTRY != 0 ||
        (length - lines) / BOOK_ENTRY != entries)
        return false;
    for (int i = 0; i < BOOK_COLUMNS; i++) {
        text += entries * (uint64_t)book_digits(i);
        if (*text++ != '\n')
            return false;
    }
    return true;
}

int book_read(const char *text, struct book *book, struct tb_error *error)
{
    struct scan scan = {text};
    char *end;

    if (!scan_word(&scan, BOOK_NAME " "))
        return error_set(error, TB_ERR_RECORD, "This is not a book of positions.");
    if (take_facts(&scan, &book->facts) && scan_word(&scan, " checksum=")) {
        uint64_t stated = strtoull(scan.at, &end, 16);

        if (*end == '\n') {
            book->columns = end + 1;
            if (are_columns(book->columns, book->facts.entries) &&
                book_checksum(&book->facts, book->columns) == stated)
                return TB_OK;
        }
    }
    return error_set(error, TB_ERR_RECORD,
                     "The book of positions is damaged; fetch or build it again.");
}

/* ---- Looking up ---------------------------------------------------------------------------- */

/* Returns the number that an entry has in a column. */
static uint64_t take_value(const struct book *book, enum book_column column, uint64_t entry)
{
    const char *at = book->columns;
    uint64_t value = 0;

    for (int i = 0; i < (int)column; i++)
        at += book->facts.entries * (uint64_t)book_digits(i) + 1;
    at += entry * (uint64_t)book_digits(column);
    for (int i = 0; i < book_digits(column); i++) {
        const char *digit = strchr(BOOK_DIGITS, at[i]);

        value = value << 6 | (digit ? (uint64_t)(digit - BOOK_DIGITS) : 0);
    }
    return value;
}

static struct book_entry read_entry(const struct book *book, uint64_t entry)
{
    return (struct book_entry){
        .key = take_value(book, BOOK_KEYS, entry),
        .games = (uint32_t)take_value(book, BOOK_GAMES, entry),
        .wins = (uint32_t)take_value(book, BOOK_WINS, entry),
        .draws = (uint32_t)take_value(book, BOOK_DRAWS, entry),
        .length = (int)take_value(book, BOOK_LENGTHS, entry),
        .score = (int)take_value(book, BOOK_SCORES, entry) - BOOK_SCORE,
        .complete = take_value(book, BOOK_COMPLETE, entry) == 1,
    };
}

bool book_find(const struct book *book, const struct tb_position *position, struct book_entry *out)
{
    uint64_t key = book_key(position), low = 0, high = book->facts.entries;

    while (low < high) {
        uint64_t middle = low + (high - low) / 2, there = take_value(book, BOOK_KEYS, middle);

        if (there == key) { /* what no games can have led to is as good as nothing */
            *out = read_entry(book, middle);
            return out->games > 0 && out->wins + out->draws <= out->games;
        }
        if (there < key)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

bool book_is_complete(const struct book *book, const struct tb_position *position)
{
    struct book_entry entry;

    return book_find(book, position, &entry) && entry.complete;
}
