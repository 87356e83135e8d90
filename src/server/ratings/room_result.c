/* room_result.c - from a room to the result of a rated game; the seats of a rated game. */
#include "server/ratings/room_result.h"

#include <string.h>

/* ---- Results ------------------------------------------------------------------------ */

static bool add_player(const struct room *room, const struct list_key *list, int player,
                       struct rated_side *side)
{
    const struct stored_seat *seat = &room->game.seats[room_player(room, player)];
    struct rated_player *out = &side->players[side->count++];

    *out = (struct rated_player){.member = seat->member};
    if (seat->kind == SEAT_COMPUTER) {
        out->program = true;
        out->rating = list_level_rating(list, seat->level);
    }
    return seat->member > 0 &&
           (seat->kind == SEAT_PERSON || out->rating > 0 || list->sides == SIDES_MANY);
}

/* In games of many sides computers play only for members who have left, and those have lost. Where
 * such a computer has won, the game is a draw between those who stayed. */
static void leave_out_computers(const struct list_key *list, struct game_result *out)
{
    int stayed = 0, best = 2;

    for (int i = 0; i < out->side_count && list->sides == SIDES_MANY; i++)
        if (out->sides[i].players[0].program) {
            out->left++;
        } else {
            best = out->sides[i].rank < best ? out->sides[i].rank : best;
            out->sides[stayed++] = out->sides[i];
        }
    if (out->left == 0)
        return;
    out->side_count = stayed;
    for (int i = 0; i < stayed && best == 2; i++)
        out->sides[i].rank = 1;
}

bool room_result(const struct room *room, struct game_result *out)
{
    const struct tb_position *start = &room->terms.start;
    struct tb_result result = tb_match_result(room->match);
    int places[TB_PLAYERS_MAX] = {0}; /* of the sides, from 1, in the order of their first moves */
    struct list_key list;

    *out = (struct game_result){.at = room->game.summary.updated};
    if (!room->terms.rated || room->game.summary.status != GAME_OVER ||
        tb_match_length(room->match) < room->game.players || !list_find(&room->terms, &list) ||
        list_unrated(&list))
        return false;
    memcpy(out->game, room->game.id, sizeof out->game);
    list_name(&list, out->list);
    out->advantage = list_advantage(&list, room->game.players);
    out->pairs = list_pairs(&list);
    for (int player = 0; player < room->game.players; player++) {
        int *place = &places[tb_side(start, player)];

        if (*place == 0)
            *place = ++out->side_count;
        struct rated_side *side = &out->sides[*place - 1];

        side->rank = result.winners == 0 || (result.winners >> player & 1) ? 1 : 2;
        if (!add_player(room, &list, player, side))
            return false;
    }
    leave_out_computers(&list, out);
    return true;
}

/* ---- Seats --------------------------------------------------------------------------- */

static bool refuse_guest(struct refusal *refusal)
{
    return refuse(refusal, REFUSED_MEMBER, "Rated games are for members: sign in first.");
}

static bool refuse_twice(struct refusal *refusal)
{
    return refuse(refusal, REFUSED_TERMS, "In a rated game each seat needs another player.");
}

bool rated_seats(const struct create_request *order, struct refusal *refusal)
{
    struct list_key list;

    list_find(&order->terms, &list);
    for (int i = 0; i < order->players; i++) {
        const struct stored_seat *seat = &order->seats[i];

        if (seat->kind == SEAT_COMPUTER && list_level_rating(&list, seat->level) == 0)
            return refuse(refusal, REFUSED_TERMS,
                          "The strength of this level is not known here, so the game cannot be "
                          "rated.");
        if (seat->kind == SEAT_PERSON && seat->taken && seat->member == 0)
            return refuse_guest(refusal);
        for (int j = 0; j < i; j++)
            if (seat->kind == SEAT_PERSON && seat->member > 0 &&
                seat->member == order->seats[j].member)
                return refuse_twice(refusal);
    }
    return true;
}

bool rated_join(const struct room *room, int64_t member, struct refusal *refusal)
{
    if (!room->terms.rated)
        return true;
    if (member == 0)
        return refuse_guest(refusal);
    for (int i = 0; i < room->game.players; i++)
        if (room->game.seats[i].kind == SEAT_PERSON && room->game.seats[i].member == member)
            return refuse_twice(refusal);
    return true;
}
