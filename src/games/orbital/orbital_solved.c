/* orbital_solved.c - see orbital_solved.h. */
#include "games/orbital/orbital_solved.h"

#include <string.h>

#include "core/canonical.h"
#include "core/tablebase.h"

/* True if all pieces of one position are in the other. */
static bool is_part(const struct orbital *part, const struct orbital *whole)
{
    uint64_t others = part->points & ~whole->points;

    for (int player = 0; player < 2; player++)
        for (int kind = 0; kind < ORBITAL_KINDS; kind++)
            others |= part->pieces[player][kind] & ~(uint64_t)whole->pieces[player][kind];
    return others == 0;
}

/* True if one position can be reached from the other by play. */
static bool leads_to(const struct orbital *from, const struct orbital *to)
{
    tb_move moves[ORBITAL_MOVES_MAX];
    bool found = memcmp(from, to, sizeof *to) == 0;
    int left = found || !is_part(from, to) ? 0 : orbital_moves(from, moves);

    while (!found && left-- > 0) {
        struct orbital next = *from;

        orbital_play(&next, moves[left]);
        found = leads_to(&next, to);
    }
    return found;
}

static uint64_t orbital_hash(const struct orbital *s)
{
    return canonical_hash(&orbital_game, s, s->turn, canonical_all(&orbital_game, s));
}

/* Looks the position up in the table, which has the positions that play with reach=ahead
 * can reach, with either player first, but none that can only be set up. */
bool orbital_opening(const struct orbital *s, struct verdict *out)
{
    int plies = 2 * ORBITAL_KINDS * s->per_kind - orbital_left(s);
    struct orbital start = {
        .last = ORBITAL_NONE,
        .turn = (uint8_t)((s->turn + plies) % 2),
        .per_kind = s->per_kind,
        .rules = s->rules,
    };

    memset(start.hand, s->per_kind, sizeof start.hand);
    if (!table_is_loaded(orbital_table) || s->rules & ORBITAL_REACH_LINE ||
        plies > ORBITAL_SOLVED_PLIES || !leads_to(&start, s))
        return false;
    *out = tablebase_value(orbital_table, orbital_hash(s));
    return true;
}

/* What all images have in common: the number of pieces of each kind and owner, and of those in
 * corners and in the middle. */
unsigned orbital_outline(const void *state)
{
    enum { CORNERS = 0x9009, MIDDLE = 0x0660 };
    const struct orbital *s = state;
    uint32_t sum = 0;

    for (int i = 0; i < 2 * ORBITAL_KINDS; i++) {
        unsigned set = s->pieces[(i & 1) ^ s->turn][i / 2];

        sum = (sum + 49u * (unsigned)bits_count(set) + 7u * (unsigned)bits_count(set & CORNERS) +
               (unsigned)bits_count(set & MIDDLE)) * 0x9e3779b1u;
    }
    return sum >> 16;
}

bool orbital_perfect(const struct orbital *s, struct verdict *out)
{
    unsigned outline = orbital_outline(s);

    if (!table_is_loaded(orbital_table) ||
        !tablebase_find(orbital_table, tablebase_key(outline, 0), TABLEBASE_HASH))
        return false;
    int plies = tablebase_find(orbital_table, tablebase_key(outline, orbital_hash(s)), 0);

    if (plies > 0)
        *out = (struct verdict){-1, -1 - plies};
    return plies > 0;
}

int orbital_plan_openings(struct opening_plan plans[OPENING_PLANS_MAX])
{
    const struct tb_option *option = orbital_game.options;
    struct tb_setup usual;
    int count = 0;

    tb_setup_init(&usual, &orbital_game, 0, NULL);
    for (int pieces = option[0].max; pieces >= option[0].min; pieces -= option[0].step)
        for (int line = option[1].min; line <= option[1].max; line++)
            for (int free_squares = option[2].min; free_squares <= option[2].max; free_squares++) {
                struct tb_setup setup = usual;

                setup.options[ORBITAL_OPTION_PIECES] = pieces;
                setup.options[ORBITAL_OPTION_LINE] = line;
                setup.options[ORBITAL_OPTION_FREE] = free_squares;
                bool same = memcmp(setup.options, usual.options, sizeof setup.options) == 0;

                plans[count++] = (struct opening_plan){
                    .setup = setup,
                    .plies = ORBITAL_SOLVED_PLIES,
                    .exact = same ? 1 : -1,
                    .perfect = same,
                };
            }
    return count;
}

/* A digit below 81 per square: who has a Base there, who an Antenna, and the Thruster. */
static uint64_t square_digit(const struct orbital *s, int square)
{
    uint64_t digit = 0;

    for (int kind = ORBITAL_BASE; kind <= ORBITAL_ANTENNA; kind += ORBITAL_ANTENNA - ORBITAL_BASE)
        digit = 3 * digit + (s->pieces[0][kind] >> square & 1) +
                2 * (uint64_t)(s->pieces[1][kind] >> square & 1);
    digit *= 9;
    for (int direction = 0; direction < 4; direction++)
        if (s->points >> (16 * direction + square) & 1)
            digit += 1 + 2 * (uint64_t)direction + (s->pieces[1][ORBITAL_THRUSTER] >> square & 1);
    return digit;
}

bool orbital_pack(const void *state, struct packed *out)
{
    const struct orbital *s = state;

    *out = (struct packed){0, 0};
    for (int square = 0; square < ORBITAL_SQUARES / 2; square++) {
        out->high = 81 * out->high + square_digit(s, square);
        out->low = 81 * out->low + square_digit(s, square + ORBITAL_SQUARES / 2);
    }
    out->low = out->low << 8 | (uint64_t)s->last << 1 | s->turn;
    return true;
}
