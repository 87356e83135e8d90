/* live_ratings.c - the ratings of a game's players, and how the game has changed them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "server/game/live_game.h"
#include "server/ratings/leaderboard.h"
#include "server/ratings/list.h"

enum {
    AGAIN_MS = 1000, /* between two looks for the change, which another server may write */
    LOOKS_MAX = 15,
};

/* A question to the store, and its answer. */
struct rating_look {
    struct hub *hub;
    char id[ID_SIZE], list[LIST_SIZE];
    int players;
    int64_t now, members[TB_PLAYERS_MAX];
    struct seat_rating seats[TB_PLAYERS_MAX];
};

static bool take_rating(void *context, const struct db_row_view *row)
{
    struct seat_rating *seat = context;

    seat->known = true;
    seat->rating = (int)lround(row_real(row, 0));
    seat->provisional = row_real(row, 1) >= PROVISIONAL_VARIANCE;
    return true;
}

static bool take_change(void *context, const struct db_row_view *row)
{
    struct seat_rating *seat = context;

    seat->changed = true;
    seat->change = (int)lround(row_real(row, 0));
    return true;
}

static enum store_answer look_up(struct db *db, void *context)
{
    struct rating_look *look = context;

    for (int i = 0; i < look->players; i++) {
        struct seat_rating *seat = &look->seats[i];

        if (look->members[i] == 0)
            continue;
        *seat = (struct seat_rating){true, 1500, true, false, 0};
        db_query(db, take_rating, seat,
                 "SELECT s.r, " VARIANCE_NOW " FROM ratings s WHERE s.list = $1 AND s.member = $3",
                 "tii", look->list, look->now, look->members[i]);
        db_query(db, take_change, seat,
                 "SELECT change FROM rating_log WHERE game = $1 AND member = $2", "ti", look->id,
                 look->members[i]);
    }
    return STORE_OK;
}

/* True if the players wait for the change by a game that is over. */
static bool change_is_missing(const struct live_game *live)
{
    const struct room *room = live->room;

    if (!room->terms.rated || room->game.summary.status != GAME_OVER)
        return false;
    for (int i = 0; i < room->game.players; i++)
        if (room->game.seats[i].kind == SEAT_PERSON && !room->ratings[i].changed)
            return true;
    return false;
}

static void on_looked(void *context, enum store_answer answer)
{
    struct rating_look *look = context;
    struct live_game *live = live_table_find(&look->hub->table, look->id);

    if (live)
        live->rating_asked = false;
    if (live && live->room && answer == STORE_OK &&
        memcmp(live->room->ratings, look->seats, sizeof look->seats) != 0) {
        memcpy(live->room->ratings, look->seats, sizeof look->seats);
        live->ratings_new = true;
    }
    free(look);
}

/* Fills in what is known without the store. False if nobody at the game has a rating. */
static bool prepare(const struct live_game *live, struct rating_look *look)
{
    const struct stored_game *game = &live->room->game;
    struct list_key list;
    bool members = false;

    if (!list_find(&live->room->terms, &list) || list_unrated(&list))
        return false;
    list_name(&list, look->list);
    look->players = game->players;
    for (int i = 0; i < game->players; i++) {
        const struct stored_seat *seat = &game->seats[i];
        int level = seat->kind == SEAT_COMPUTER ? list_level_rating(&list, seat->level) : 0;

        if (level)
            look->seats[i] = (struct seat_rating){true, level, false, false, 0};
        if (seat->kind == SEAT_PERSON && seat->member > 0)
            look->members[i] = seat->member;
        members |= look->members[i] != 0;
    }
    return members;
}

static void look(struct live_game *live, int64_t now)
{
    struct rating_look *question = calloc(1, sizeof *question);

    if (!question)
        return;
    question->hub = live->hub;
    question->now = now;
    memcpy(question->id, live->id, sizeof question->id);
    if (!prepare(live, question)) {
        free(question);
        return;
    }
    live->rating_asked = true;
    store_ask(live->hub->store, look_up, on_looked, question);
}

bool live_refresh_ratings(struct live_game *live, int64_t now)
{
    bool new = live->ratings_new;

    if (live->stage != STAGE_READY || live->rating_asked || !live->hub->store)
        return false;
    live->ratings_new = false;
    if (live->rating_looks == 0 || (change_is_missing(live) && live->rating_looks < LOOKS_MAX &&
                                    now >= live->rating_at)) {
        live->rating_looks++;
        live->rating_at = now + AGAIN_MS;
        look(live, now);
    }
    return new;
}

/* Addresses of the machine itself say nothing about people. */
static bool is_outside(const char *address)
{
    return *address && strcmp(address, "local") != 0 && strcmp(address, "unknown") != 0 &&
           strncmp(address, "127.", 4) != 0 && strncmp(address, "::1", 3) != 0 &&
           strcmp(address, "::") != 0;
}

bool live_same_address(const struct live_game *live)
{
    for (int i = 0; i < live->room->game.players; i++)
        for (int j = 0; j < i; j++)
            if (is_outside(live->seat_addresses[i]) &&
                strcmp(live->seat_addresses[i], live->seat_addresses[j]) == 0)
                return true;
    return false;
}
