/* game.c - functions that all games share: perft, hash, and common answers. */
#include "core/game.h"

#include <stdio.h>
#include <string.h>

#include "core/advice.h"
#include "core/hash.h"
#include "core/themes.h"

const struct advice advice_none;

uint64_t game_perft(const struct tb_game *game, const void *state, int depth)
{
    tb_move moves[TB_MOVES_MAX];
    uint64_t nodes = 0;

    if (depth == 0)
        return 1;
    if (depth == 1 && game->count)
        return (uint64_t)game->count(state);
    int count = game->moves(state, moves);

    if (depth == 1)
        return (uint64_t)count;
    for (int i = 0; i < count; i++) {
        struct tb_state next;

        memcpy(&next, state, game->state_size);
        game->play(&next, moves[i]);
        nodes += game_perft(game, &next, depth - 1);
    }
    return nodes;
}

bool game_play_random(const struct tb_game *game, void *state, struct rng *rng)
{
    tb_move moves[TB_MOVES_MAX];

    if (game->random_move) {
        if (game->result(state).over)
            return false;
        game->play(state, game->random_move(state, rng));
        return true;
    }
    int count = game->moves(state, moves);

    if (count > 0)
        game->play(state, moves[rng_below(rng, (uint32_t)count)]);
    return count > 0;
}

void spell_by_number(const void *state, const tb_move *moves, int count, tb_move *out)
{
    (void)state;
    memcpy(out, moves, (size_t)count * sizeof *out);
}

static uint64_t hash_bytes(uint64_t hash, const unsigned char *bytes)
{
    uint64_t pair[2];

    memcpy(pair, bytes, 16);
    return hash_pair(hash, pair[0], pair[1]);
}

static void reverse(unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size / 2; i++) {
        unsigned char byte = bytes[i];

        bytes[i] = bytes[size - 1 - i];
        bytes[size - 1 - i] = byte;
    }
}

/* On a big-endian machine: copies a state such that its words of 64 bits are the numbers that a
 * little-endian machine reads. Tables, books and checkpoints have hashes of those. */
static const void *little_endian(const struct tb_game *game, const void *state,
                                 struct tb_state *copy)
{
    size_t at = 0;

    memcpy(copy, state, game->state_size);
    for (int i = 0; i < STATE_NUMBERS; i++)
        for (int n = 0; n < game->numbers[i].count; n++, at += game->numbers[i].width)
            reverse(copy->bytes + at, game->numbers[i].width);
    for (at = 0; at < game->state_size; at += 8)
        reverse(copy->bytes + at, 8);
    return copy;
}

/* Every step of mixing waits for the one before; so a long state is mixed in four strands
 * side by side, with a seed each, until what is left is short. */
uint64_t game_hash(const struct tb_game *game, const void *state)
{
    enum { STRANDS = 4, STRIPE = 16 * STRANDS };
    const bool is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
    struct tb_state copy;
    const unsigned char *bytes = is_big_endian ? little_endian(game, state, &copy) : state;
    const unsigned char *end = bytes + game->state_size;
    uint64_t hash = HASH_START;

    if (game->state_size > STRIPE) {
        uint64_t strand[STRANDS] = {hash, 0x13198a2e03707344u, 0xa4093822299f31d0u,
                                    0x082efa98ec4e6c89u};

        for (; end - bytes >= STRIPE; bytes += STRIPE)
            for (int i = 0; i < STRANDS; i++)
                strand[i] = hash_bytes(strand[i], bytes + 16 * i);
        hash = (strand[0] ^ strand[1]) + (strand[2] ^ strand[3]);
    }
    for (; end - bytes >= 16; bytes += 16)
        hash = hash_bytes(hash, bytes);
    if (bytes < end) {
        uint64_t word;

        memcpy(&word, bytes, 8);
        hash = hash_mix(word ^ hash, 0xa0761d6478bd642fu);
    }
    return hash_end(hash, game->state_size);
}

unsigned game_partners(const struct tb_game *game, const void *state, int players, int player)
{
    unsigned mask = 0;

    for (int p = 0; p < players; p++)
        mask |= (unsigned)(game_side(game, state, p) == game_side(game, state, player)) << p;
    return mask;
}

int game_side_count(const struct tb_game *game, const void *state, int players)
{
    int count = 0;

    /* Each side is counted at its first player. */
    for (int p = 0; p < players; p++)
        count += __builtin_ctz(game_partners(game, state, players, p)) == p;
    return count;
}

const struct theme *game_themes(const struct tb_game *game)
{
    static const struct theme none;

    return game->themes ? game->themes->list : &none;
}

bool game_is_legal(const struct tb_game *game, const void *state, tb_move move)
{
    tb_move moves[TB_MOVES_MAX];
    int count = game->moves(state, moves);

    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

int game_option_index(const struct tb_game *game, const char *name)
{
    for (int i = 0; game->options[i].name; i++)
        if (strcmp(game->options[i].name, name) == 0)
            return i;
    return -1;
}

void reason_set_encoded(struct tb_reason *out, const char *encoded)
{
    struct text text = text_into(out->text, sizeof out->text);

    out->legal = false;
    out->move = 0;
    out->places[0] = '\0';
    snprintf(out->message, sizeof out->message, "%s", encoded);
    text_end_whole(out->message);
    message_render_encoded(&text, out->message, NULL);
    text_end_whole(out->text);
}

void reason_set_message(struct tb_reason *out, const struct phrase *message)
{
    char encoded[TB_MESSAGE_TEXT];
    struct text text = text_into(encoded, sizeof encoded);

    message_encode(&text, message);
    reason_set_encoded(out, encoded);
}

void reason_blame(struct tb_reason *out, const char *place)
{
    size_t used = strlen(out->places), length = strlen(place);

    if (used + length + 2 > sizeof out->places)
        return;
    if (used)
        out->places[used++] = ' ';
    memcpy(out->places + used, place, length + 1);
}

void remark_add_message(struct text *out, const struct phrase *message)
{
    if (out->used)
        text_char(out, '\n');
    message_encode(out, message);
}

void reason_legal(struct tb_reason *out, tb_move move)
{
    out->legal = true;
    out->move = move;
    out->text[0] = '\0';
    out->message[0] = '\0';
    out->places[0] = '\0';
}

void reason_over(struct tb_reason *out)
{
    reason_set(out, "The game is over: no more moves are played.");
}

void reason_must_pass(struct tb_reason *out)
{
    reason_set(out, "You have no legal move here, so the only thing to play is pass.");
}

void reason_cannot_pass(struct tb_reason *out)
{
    reason_set(out, "You may pass only when no other move is possible.");
}

void draw_status(const struct tb_game *game, const void *state, const struct tb_style *style,
                 struct text *out)
{
    struct tb_result result = game->result(state);
    int winners[TB_PLAYERS_MAX], count = 0;

    if (style->bare || style->ended)
        return;
    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        if (result.winners & (1u << p))
            winners[count++] = p + 1;
    if (!result.over)
        text_message(out, style->lang, "{player} to move.\n",
                     arg_player("player", game->turn(state) + 1));
    else if (count == 0)
        text_add(out, "%s\n", translate(style->lang, "A draw."));
    else if (count == 1)
        text_message(out, style->lang, "{player} has won.\n", arg_player("player", winners[0]));
    else
        text_message(out, style->lang, "Players {first} and {second} have won.\n",
                     arg_count("first", winners[0]), arg_count("second", winners[1]));
}
