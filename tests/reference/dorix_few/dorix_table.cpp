/*
 * dorix_table.cpp - checks the proof that Dorix with few pawns is a draw a second time.
 *
 *     g++ -O2 -o dorix_table dorix_table.cpp && ./dorix_table FILE
 *
 * It reads the file of `tablier solve dorix --set pawns=N --whole --proof FILE` and shares no code
 * with the library: the rules are those of boards.cuh. The file has two tables, joined: boards with
 * one player, the attacker, to move. Who of the two that is makes no difference, since a board is
 * seen by the player to move, and the pawns on it tell those in hand. Here every board of the
 * tables is looked at, whether a game leads to it or not. The draw is proven if
 *
 * - no move of the attacker wins,
 * - to each of his moves there is an answer that leads to a board of the tables or wins,
 * - the empty board is in the tables, with the attacker to move first, and so is a board after the
 *   defender's first move.
 */
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unordered_set>
#include <vector>

#include "boards.cuh"

enum {
    CHECKSUM_BYTES = 8, /* it says nothing about the boards */
    CLAIMS = 2,
    SHARDS = 256,
    HEIGHT_BITS = 46,
    ANY_PLIES = 255,
    PAWNS_MAX = 7,
};

/* ---- The file -------------------------------------------------------------------------------- */

static void fail(const char *why)
{
    fprintf(stderr, "dorix_table: %s\n", why);
    exit(2);
}

struct bytes {
    std::vector<unsigned char> data;
    size_t at = 0;

    bool open(const char *path)
    {
        FILE *in = fopen(path, "rb");
        unsigned char some[1 << 16];

        if (!in)
            return false;
        for (size_t got; (got = fread(some, 1, sizeof some, in)) > 0;)
            data.insert(data.end(), some, some + got);
        fclose(in);
        return true;
    }

    unsigned next()
    {
        if (at >= data.size())
            fail("The file is cut short.");
        return data[at++];
    }

    /* Seven bits in each byte, the lowest first. */
    uint64_t number()
    {
        uint64_t out = 0;
        unsigned byte;

        for (int shift = 0; shift < 64; shift += 7) {
            byte = next();
            out |= (uint64_t)(byte & 127) << shift;
            if (byte < 128)
                break;
        }
        return out;
    }

    std::string text()
    {
        std::string out;

        while (unsigned letter = next())
            out += (char)letter;
        return out;
    }
};

/* The board of a number: heights in unary, a bit after each pile; the owners and then the turn. */
static struct board board_of(uint64_t high, uint64_t low)
{
    struct board b = {0, (uint32_t)(low >> 1)};
    int pawns = 0, square = 0;

    for (int bit = 0; bit < HEIGHT_BITS && square < SQUARES; bit++) {
        if (high >> bit & 1)
            b.ends |= (uint64_t)pawns << 4 * square++;
        else
            pawns++;
    }
    return b;
}

/* ---- Boards ---------------------------------------------------------------------------------- */

static uint64_t sources[IMAGES];

/* Equal for all images of a board, and only for them: it has at most 14 pawns. */
struct key {
    uint64_t ends;
    uint32_t own;

    bool operator==(const struct key &other) const
    {
        return ends == other.ends && own == other.own;
    }
};

struct key_hash {
    size_t operator()(const struct key &k) const
    {
        return (k.ends ^ k.own * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xc2b2ae3d27d4eb4f) >> 7;
    }
};

typedef std::unordered_set<struct key, struct key_hash> key_set;

static struct key key_of(struct board b)
{
    struct key least = {UINT64_MAX, UINT32_MAX};

    for (int image = 0; image < IMAGES; image++) {
        struct board other = image_of(sources, b, image);

        if (other.ends < least.ends || (other.ends == least.ends && other.own < least.own))
            least = {other.ends, other.own};
    }
    return least;
}

template <class visitor> static void each_move(visitor &visit, struct board b, int pawns)
{
    if (bits_in(b.own) < pawns)
        each_drop(visit, b);
    else
        each_lift(visit, b, 0);
}

/* ---- The check ------------------------------------------------------------------------------- */

struct tables {
    key_set boards;   /* the attacker to move */
    key_set answered; /* the defender to move, and he has an answer */
    int pawns;        /* of each player */
};

/* Ends at the first board that wins or is in the tables. */
struct find_answer {
    const struct tables &tables;
    bool found;
    int at;

    bool operator()(struct board after)
    {
        int result = result_of(after);

        found = result > 0 || (result == 0 && tables.boards.count(key_of(turned(after))));
        return !found;
    }
};

static bool has_answer(const struct tables &tables, struct board b)
{
    struct find_answer find = {tables, false, 0};

    each_move(find, b, tables.pawns);
    return find.found;
}

/* Ends at the first move that the defender cannot meet. */
struct try_attack {
    struct tables &tables;
    bool met;
    int at;

    bool operator()(struct board after)
    {
        struct board other = turned(after);
        int result = result_of(after);

        met = result <= 0;
        if (result == 0 && tables.answered.insert(key_of(other)).second)
            met = has_answer(tables, other);
        return met;
    }
};

/* Returns how many boards have a move that the defender cannot meet. */
static size_t count_open(struct tables &tables)
{
    size_t open = 0;

    for (const struct key &key : tables.boards) {
        struct try_attack attack = {tables, true, 0};

        each_move(attack, {key.ends, key.own}, tables.pawns);
        open += !attack.met;
    }
    return open;
}

/* Reads one table after its claim: the player, counted from 0, who never wins; how the table stands
 * to the one before (0: alone, 2: joined to it); and two bytes for the plies, however many. */
static void read_table(struct bytes &file, struct tables &tables, int number)
{
    const unsigned claim[] = {(unsigned)number, number ? 2u : 0u, 255, 255};
    size_t before = tables.boards.size();

    for (unsigned byte : claim)
        if (file.next() != byte)
            fail("This is not a proof of a draw with joined tables.");
    for (int shard = 0; shard < SHARDS; shard++) {
        uint64_t high = 0, low = 0;

        for (uint64_t left = file.number(), i = 0; i < left; i++) {
            uint64_t more = file.number(), rest = file.number();

            low = i > 0 && more == 0 ? low + 1 + rest : rest;
            high += more;
            if (file.next() != ANY_PLIES)
                fail("A board is held for some plies only.");
            tables.boards.insert(key_of(board_of(high, low)));
        }
    }
    printf("table %d: %zu boards\n", number + 1, tables.boards.size() - before);
}

/* Reads the start from "pawns=3 - 3/3 1": no pawns on the board, and player 1 to move. */
static int read_pawns(struct bytes &file)
{
    int pawns = 0, first = 0, second = 0, end = 0;
    std::string game = file.text(), start = file.text();

    sscanf(start.c_str(), "pawns=%d - %d/%d 1%n", &pawns, &first, &second, &end);
    if (game != "dorix" || !end || start[(size_t)end] || first != pawns || second != pawns ||
        pawns < 1 || pawns > PAWNS_MAX || file.next() != CLAIMS)
        fail("This is not about the start of Dorix with at most seven pawns each.");
    return pawns;
}

int main(int argc, char **argv)
{
    struct tables tables = {};
    struct bytes file;

    if (argc != 2 || !file.open(argv[1])) {
        fputs("Usage: dorix_table FILE\n", stderr);
        return 2;
    }
    for (int image = 0; image < IMAGES; image++)
        for (int square = 0; square < SQUARES; square++)
            sources[image] |= (uint64_t)image_source(image, square) << 4 * square;
    for (const char *letter = "TABSTR01"; *letter; letter++)
        if (file.next() != (unsigned char)*letter)
            fail("This is not a proof as a table.");
    for (int i = 0; i < CHECKSUM_BYTES; i++)
        file.next();
    tables.pawns = read_pawns(file);
    for (int i = 0; i < CLAIMS; i++)
        read_table(file, tables, i);
    if (file.at != file.data.size())
        fail("Something follows the tables.");

    bool second = tables.boards.count(key_of({0, 0})), first = has_answer(tables, {0, 0});
    size_t open = count_open(tables);

    printf("%s the empty board is in the tables\n", second ? "yes:" : "NO:");
    printf("%s a first move leads into the tables\n", first ? "yes:" : "NO:");
    printf("checked: %zu boards, %zu with a move that has no answer\n", tables.boards.size(), open);
    return open || !second || !first;
}
