/* test_hub_leavers.c - players who leave a game, and what is noted of them. */
#include "hub_fixture.h"
#include "server/pairing/conduct.h"

enum { ANN = 1001, BOB = 1002 };

/* A game of members, the seat of Ann first. */
static struct live_game *members_play(const char *terms, struct visitor players[2])
{
    struct create_request order = order_of(terms);
    struct created game = {0};

    order.seats[0].member = ANN;
    order.seats[1].member = BOB;
    hub_create(place.hub, &order, "", on_created, &game);
    turn_until(&game.answers, 1);
    for (int i = 0; i < 2; i++)
        enter(&players[i], game.id, game.secrets[i]);
    return live_table_find(&place.hub->table, game.id);
}

struct waits {
    int answers;
    int64_t ann, bob;
    int results;
};

static enum store_answer read_waits(struct db *db, void *context)
{
    struct waits *waits = context;

    waits->ann = conduct_wait(db, ANN, wall_ms());
    waits->bob = conduct_wait(db, BOB, wall_ms());
    waits->results = (int)db_number(db, -1, "SELECT count(*) FROM results", "");
    return STORE_OK;
}

static void on_waits(void *context, enum store_answer answer)
{
    assert_int_equal(answer, STORE_OK);
    ((struct waits *)context)->answers++;
}

static void expect_waits(int64_t ann, int64_t bob, int results)
{
    struct waits waits = {0};

    store_ask(place.store, read_waits, on_waits, &waits);
    turn_until(&waits.answers, 1);
    assert_int_equal(waits.ann, ann);
    assert_int_equal(waits.bob, bob);
    assert_int_equal(waits.results, results);
}

#define CLOCK "\"clock\":{\"main\":300}," TWO_PEOPLE "}"

/* Who makes no first move in a game that the server has paired waits longer, but not who aborts. */
static void missing_first_moves_are_noted(void **state)
{
    static struct visitor players[2];
    struct live_game *live;

    (void)state;
    for (int paired = 0; paired < 2; paired++) {
        live = members_play("{\"game\":\"quoridor\"," CLOCK, players);
        live->room->terms.paired = paired;
        if (paired)
            live->room->game.created -= 2 * FIRST_MOVE_MS;
        else
            say(&players[0], "{\"type\":\"abort\"}");
        turn_for_event(&players[1], "\"abort\"");
        expect_waits(paired ? 4000 : 0, 0, 0);
        visitor_leave(&players[0]);
        visitor_leave(&players[1]);
    }
}

/* Who is away when the others claim the game waits longer; a rated game counts as well. */
static void claims_are_noted(void **state)
{
    static const char *const moves[] = {"e2", "e8", "e3"};
    static struct visitor players[2];
    struct live_game *live = members_play("{\"game\":\"quoridor\",\"rated\":true," CLOCK, players);
    char text[96];

    (void)state;
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof text, "{\"type\":\"move\",\"seq\":%d,\"move\":\"%s\"}", i, moves[i]);
        say(&players[i % 2], text);
        turn_for_event(&players[0], moves[i]);
    }
    visitor_leave(&players[1]);
    live->room->absence.since[1] = live_now(place.hub) - room_claim_wait(live->room) - 1000;
    live->room->outage_count = 0; /* a slow machine has some, and they would put the claim off */
    say(&players[0], "{\"type\":\"claim\",\"answer\":\"win\"}");
    turn_for_event(&players[0], "\"claim\"");
    expect_waits(0, 5000, 1);
    visitor_leave(&players[0]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(missing_first_moves_are_noted),
        TEST(claims_are_noted),
    };

    return test_main(argc, argv, tests, (int)(sizeof tests / sizeof *tests));
}
