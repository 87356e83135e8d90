/* book_make.c - counting what became of positions, and writing it down as a book. */
#include "learn/book_make.h"

#include <stdlib.h>

#include "core/checksum.h"

enum {
    CAPACITY_FIRST = 1 << 12,
    HEAD_MAX = 512,
    ENTRIES_MAX = (BOOK_BYTES_MAX - HEAD_MAX) / BOOK_ENTRY,
};

/* The sums of one position. */
struct sums {
    uint64_t key;
    uint32_t games, wins, draws; /* no games: a free place */
    int64_t length, score;
    int ply;       /* the smallest at which it occurred */
    bool wanted;   /* by book_maker_keep() */
    bool complete; /* likewise: its good moves are in the book */
};

/* A set of positions or games: open addressing, at most two thirds full. */
struct book_maker {
    struct book_facts facts;
    struct sums *places;
    size_t capacity, used;
    size_t kept; /* with `each`: positions that will be in the book */
    uint64_t *seen; /* the games, by their moves; 0: a free place */
    size_t seen_capacity;
};

struct book_maker *book_maker_new(const struct book_facts *facts)
{
    struct book_maker *maker = calloc(1, sizeof *maker);

    if (!maker)
        return NULL;
    maker->facts = *facts;
    maker->facts.games = 0;
    maker->capacity = maker->seen_capacity = CAPACITY_FIRST;
    maker->places = calloc(maker->capacity, sizeof *maker->places);
    maker->seen = calloc(maker->seen_capacity, sizeof *maker->seen);
    if (maker->places && maker->seen)
        return maker;
    book_maker_free(maker);
    return NULL;
}

void book_maker_free(struct book_maker *maker)
{
    if (!maker)
        return;
    free(maker->places);
    free(maker->seen);
    free(maker);
}

/* ---- Games --------------------------------------------------------------------------------- */

static uint64_t *seen_place(uint64_t *seen, size_t capacity, uint64_t name)
{
    size_t i = (size_t)name & (capacity - 1);

    while (seen[i] != 0 && seen[i] != name)
        i = (i + 1) & (capacity - 1);
    return &seen[i];
}

static bool seen_grow(struct book_maker *maker)
{
    size_t capacity = 2 * maker->seen_capacity;
    uint64_t *seen = calloc(capacity, sizeof *seen);

    if (!seen)
        return false;
    for (size_t i = 0; i < maker->seen_capacity; i++)
        if (maker->seen[i])
            *seen_place(seen, capacity, maker->seen[i]) = maker->seen[i];
    free(maker->seen);
    maker->seen = seen;
    maker->seen_capacity = capacity;
    return true;
}

/* ---- Positions ----------------------------------------------------------------------------- */

static struct sums *sums_place(struct sums *places, size_t capacity, uint64_t key)
{
    size_t i = (size_t)key & (capacity - 1);

    while (places[i].games > 0 && places[i].key != key)
        i = (i + 1) & (capacity - 1);
    return &places[i];
}

static bool sums_grow(struct book_maker *maker)
{
    size_t capacity = 2 * maker->capacity;
    struct sums *places = calloc(capacity, sizeof *places);

    if (!places)
        return false;
    for (size_t i = 0; i < maker->capacity; i++)
        if (maker->places[i].games > 0)
            *sums_place(places, capacity, maker->places[i].key) = maker->places[i];
    free(maker->places);
    maker->places = places;
    maker->capacity = capacity;
    return true;
}

/* With `each`: true if a position that occurred is in the book. */
static bool is_wanted(const struct sums *sums)
{
    return sums->wanted || sums->ply <= BOOK_FULL_PLIES;
}

static void count(struct book_maker *maker, const struct book_game *game, uint64_t key, int turn,
                  int ply)
{
    struct sums *sums = sums_place(maker->places, maker->capacity, key);

    bool wanted = sums->games > 0 && is_wanted(sums);

    maker->used += sums->games == 0;
    sums->key = key;
    sums->ply = sums->games == 0 || ply < sums->ply ? ply : sums->ply;
    maker->kept += !wanted && is_wanted(sums);
    sums->games++;
    sums->wins += game->winner == turn + 1;
    sums->draws += game->winner == 0;
    sums->length += game->length;
    sums->score += game->scores[ply];
}

bool book_maker_add(struct book_maker *maker, const struct book_game *game)
{
    const struct tb_game *rules = maker->facts.game;
    uint64_t keys[BOOK_PLIES_MAX];
    uint64_t name = checksum_add(CHECKSUM_START, game->moves,
                                 (size_t)game->plies * sizeof *game->moves) | 1;
    struct tb_position position;
    struct tb_setup setup;

    if ((3 * maker->facts.games > 2 * maker->seen_capacity && !seen_grow(maker)) ||
        (3 * (maker->used + BOOK_PLIES_MAX) > 2 * maker->capacity && !sums_grow(maker)))
        return false;
    uint64_t *seen = seen_place(maker->seen, maker->seen_capacity, name);

    if (*seen || maker->facts.games == BOOK_COUNT_MAX)
        return true;
    *seen = name;
    maker->facts.games++;
    tb_setup_init(&setup, rules, 2, NULL);
    tb_position_start(&position, &setup, NULL);
    for (int i = 0; i < game->plies; i++) {
        bool again = false;

        keys[i] = book_key(&position);
        for (int k = 0; k < i; k++)
            again = again || keys[k] == keys[i];
        if (!again)
            count(maker, game, keys[i], rules->turn(&position.state), i);
        rules->play(&position.state, game->moves[i]);
    }
    return true;
}

bool book_maker_keep(struct book_maker *maker, uint64_t key, const uint64_t *keys, int count)
{
    struct sums *whole = sums_place(maker->places, maker->capacity, key);

    if (whole->games == 0)
        return true;
    size_t more = !is_wanted(whole);

    for (int i = 0; i < count; i++) {
        const struct sums *sums = sums_place(maker->places, maker->capacity, keys[i]);

        if (sums->games == 0)
            return true;
        more += !is_wanted(sums);
    }
    if (maker->kept + more > ENTRIES_MAX)
        return false;
    for (int i = 0; i < count; i++)
        sums_place(maker->places, maker->capacity, keys[i])->wanted = true;
    whole->wanted = true;
    whole->complete = true;
    maker->kept += more;
    return true;
}

/* ---- Writing ------------------------------------------------------------------------------- */

static int compare_keys(const void *a, const void *b)
{
    const struct sums *x = a, *y = b;

    return (x->key > y->key) - (x->key < y->key);
}

/* True if a position is in the book. */
static bool is_kept(const struct sums *sums, const struct book_facts *facts)
{
    return sums->games >= facts->least && (facts->each == 0 || is_wanted(sums));
}

static size_t count_kept(const struct book_maker *maker, const struct book_facts *facts)
{
    size_t sum = 0;

    for (size_t i = 0; i < maker->capacity; i++)
        sum += is_kept(&maker->places[i], facts);
    return sum;
}

static void add_digits(struct text *out, uint64_t value, int digits)
{
    while (digits-- > 0)
        text_char(out, BOOK_DIGITS[value >> 6 * digits & 63]);
}

/* Returns the number of a position in a column. */
static uint64_t value_of(const struct sums *sums, enum book_column column)
{
    int64_t games = sums->games, half = games / 2, score = sums->score + games * BOOK_SCORE;

    switch (column) {
    case BOOK_KEYS: return sums->key;
    case BOOK_GAMES: return sums->games;
    case BOOK_WINS: return sums->wins;
    case BOOK_DRAWS: return sums->draws;
    case BOOK_LENGTHS: return (uint64_t)((sums->length + half) / games);
    case BOOK_SCORES: return (uint64_t)((score + half) / games);
    default: return sums->complete;
    }
}

/* Sets `entries` and `least`. Without `each` the positions with the most games are kept; with it
 * the choice is made, and `least` is the smallest number of games. */
static void choose_entries(const struct book_maker *maker, struct book_facts *facts)
{
    size_t most = facts->each > 0 ? SIZE_MAX : ENTRIES_MAX;

    for (facts->least = 1; (facts->entries = count_kept(maker, facts)) > most &&
                           facts->least < BOOK_COUNT_MAX;)
        facts->least++;
    if (facts->each == 0 || facts->entries == 0)
        return;
    uint64_t least = BOOK_COUNT_MAX;

    for (size_t i = 0; i < maker->capacity; i++)
        if (is_kept(&maker->places[i], facts) && maker->places[i].games < least)
            least = maker->places[i].games;
    facts->least = least;
}

/* Returns the positions that are kept, by their keys. NULL if memory runs out. */
static struct sums *sort_kept(const struct book_maker *maker, const struct book_facts *facts)
{
    struct sums *sorted = calloc(facts->entries + 1, sizeof *sorted);
    size_t found = 0;

    for (size_t i = 0; sorted && i < maker->capacity; i++)
        if (is_kept(&maker->places[i], facts))
            sorted[found++] = maker->places[i];
    if (sorted)
        qsort(sorted, found, sizeof *sorted, compare_keys);
    return sorted;
}

static void write_columns(const struct sums *sorted, uint64_t entries, struct text *out)
{
    for (int column = 0; column < BOOK_COLUMNS; column++) {
        for (uint64_t i = 0; i < entries; i++)
            add_digits(out, value_of(&sorted[i], column), book_digits(column));
        text_char(out, '\n');
    }
}

char *book_maker_write(const struct book_maker *maker)
{
    struct book_facts facts = maker->facts;

    choose_entries(maker, &facts);
    size_t size = facts.entries * BOOK_ENTRY + BOOK_COLUMNS + 1;
    struct sums *sorted = sort_kept(maker, &facts);
    char *columns = malloc(size), *text = malloc(HEAD_MAX + size);

    if (sorted && columns && text) {
        struct text body = text_into(columns, size), out = text_into(text, HEAD_MAX + size);

        write_columns(sorted, facts.entries, &body);
        book_head(&facts, book_checksum(&facts, columns), &out);
        text_add(&out, "%s", columns);
    } else {
        free(text);
        text = NULL;
    }
    free(sorted);
    free(columns);
    return text;
}
