/* room_seats.c - the seats of a room: who sits where, whose turn it is, who may enter. */
#include "server/game/room.h"

#include "core/record.h"

int room_player(const struct room *room, int seat)
{
    return record_person(room->match, seat);
}

int room_turn(const struct room *room)
{
    if (room->game.summary.status != GAME_RUNNING)
        return NOBODY;
    return room_player(room, tb_turn(tb_match_position(room->match)));
}

/* The seat of a member; of several, the one whose turn it is, or the first. */
static int seat_of(const struct room *room, int64_t member)
{
    const struct stored_game *game = &room->game;
    int turn = room_turn(room), seat = NOBODY;

    for (int i = game->players - 1; i >= 0 && member > 0; i--)
        if (game->seats[i].kind == SEAT_PERSON && game->seats[i].taken &&
            game->seats[i].member == member && (seat == NOBODY || seat != turn))
            seat = i;
    return seat;
}

bool room_admits(const struct room *room, const char *secret, int64_t member,
                 struct admission *admission)
{
    const struct stored_game *game = &room->game;
    unsigned char hash[HASH_SIZE];

    *admission = (struct admission){*secret ? NOBODY : seat_of(room, member), NOBODY};
    secret_hash(secret, hash);
    for (int i = 0; i < game->players; i++) {
        const struct stored_seat *seat = &game->seats[i];
        bool opens = seat->kind == SEAT_PERSON && secret_equal(hash, seat->hash);

        if (opens && seat->taken)
            admission->seat = i;
        else if (opens || secret_equal(hash, seat->invitation))
            admission->invited = i;
    }
    return admission->seat != NOBODY || admission->invited != NOBODY ||
           secret_equal(hash, game->watch) || (game->listed && *secret == '\0');
}
