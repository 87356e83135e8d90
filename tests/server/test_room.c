/*
 * test_room.c - a game on the server: seats, moves, offers and refusals; and that a room rebuilt
 * from its events equals the original.
 */
#include <stdio.h>
#include <string.h>

#include "core/rng.h"
#include "room_table.h"
#include "test.h"

enum { LIFE_MAX = 600 };

static const char two_people[] =
    "{\"game\":\"quoridor\",\"seats\":[{\"mine\":true,\"name\":\"Ann\"},{}]}";

static void admits(const struct table *table, const char *secret, int seat, int invited)
{
    struct admission admission;

    assert_true(room_admits(table->room, secret, 0, &admission));
    assert_int_equal(admission.seat, seat);
    assert_int_equal(admission.invited, invited);
}

/* ---- Seats ------------------------------------------------------------------------------- */

static void test_seats(void **state)
{
    struct table table;
    struct admission admission;

    (void)state;
    open_table(&table, two_people);
    assert_int_equal(table.room->game.summary.status, GAME_OPEN);
    table_refuses(&table, 0, "{\"type\":\"move\",\"seq\":0,\"move\":\"e2\"}", REFUSED_WAITING);
    table_refuses(&table, NOBODY, "{\"type\":\"join\",\"name\":\"Eve\"}", REFUSED_SEAT);
    admits(&table, "two", NOBODY, 1);
    assert_true(table_join(&table, 1, "Bob", "own"));
    assert_string_equal(table.room->game.seats[1].name, "Bob");
    assert_int_equal(table.room->game.summary.status, GAME_RUNNING);
    assert_false(table_join(&table, 1, "Eve", "hers"));
    assert_string_equal(table.room->game.seats[1].name, "Bob");

    admits(&table, "one", 0, NOBODY);
    admits(&table, "own", 1, NOBODY);
    admits(&table, "two", NOBODY, 1); /* the invitation lets its holders watch, no more */
    admits(&table, "watch", NOBODY, NOBODY);
    assert_false(room_admits(table.room, "", 0, &admission));
    assert_false(room_admits(table.room, "onE", 0, &admission));
    assert_false(room_admits(table.room, "hers", 0, &admission));
    close_table(&table);
}

/* A computer's seat has no secret, not even that of its empty hash. */
static void test_computer_seat_is_closed(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, "{\"game\":\"quoridor\",\"public\":true,\"seats\":[{\"mine\":true},"
                       "{\"kind\":\"computer\",\"level\":2}]}");
    assert_int_equal(table.room->game.summary.status, GAME_RUNNING);
    admits(&table, "", NOBODY, NOBODY); /* a public game is for all to see */
    table_moves(&table, "e2");
    assert_int_equal(table.room->game.summary.due, table.now); /* the computer's turn */
    close_table(&table);
}

/* ---- Moves ------------------------------------------------------------------------------- */

static void test_moves_are_numbered(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, ready_game);
    assert_int_equal(table_send(&table, 0, "{\"type\":\"move\",\"seq\":0,\"move\":\"e2\"}"),
                     PROPOSAL_OK);
    /* The same again, as after a lost answer: nothing happens. */
    assert_int_equal(table_send(&table, 0, "{\"type\":\"move\",\"seq\":0,\"move\":\"e2\"}"),
                     PROPOSAL_STALE);
    assert_int_equal(table_send(&table, 1, "{\"type\":\"move\",\"seq\":0,\"move\":\"e8\"}"),
                     PROPOSAL_STALE);
    assert_int_equal(table_send(&table, 1, "{\"type\":\"move\",\"seq\":9,\"move\":\"e8\"}"),
                     PROPOSAL_STALE);
    table_refuses(&table, 0, "{\"type\":\"move\",\"seq\":1,\"move\":\"e3\"}", REFUSED_TURN);
    table_refuses(&table, 1, "{\"type\":\"move\",\"seq\":1,\"move\":\"e3\"}", REFUSED_ILLEGAL);
    table_refuses(&table, 1, "{\"type\":\"move\",\"seq\":1}", REFUSED_ILLEGAL);
    /* An offer that crosses a move does not make it stale. */
    assert_int_equal(table_send(&table, 0, "{\"type\":\"draw\"}"), PROPOSAL_OK);
    assert_int_equal(table_send(&table, 1, "{\"type\":\"move\",\"seq\":1,\"move\":\"e8\"}"),
                     PROPOSAL_OK);
    assert_int_equal(table.room->offer.kind, OFFER_NONE);
    close_table(&table);
}

static void test_swap(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, ready_game);
    table_moves(&table, "e2 swap");
    assert_int_equal(room_turn(table.room), 0); /* who plays player 2 now */
    assert_int_equal(room_player(table.room, 0), 1);
    table_moves(&table, "e8 e3");
    assert_int_equal(table_send(&table, 0, "{\"type\":\"resign\"}"), PROPOSAL_OK);
    assert_string_equal(table.room->game.summary.result, "2");
    close_table(&table);
}
/* ---- Offers ------------------------------------------------------------------------------- */

static void test_draw(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, ready_game);
    table_moves(&table, "e2 e8");
    table_refuses(&table, 1, "{\"type\":\"draw\",\"answer\":\"accept\"}", REFUSED_OFFER);
    assert_int_equal(table_send(&table, 1, "{\"type\":\"draw\"}"), PROPOSAL_OK);
    assert_int_equal(table_send(&table, 1, "{\"type\":\"draw\"}"), PROPOSAL_STALE);
    table_refuses(&table, 0, "{\"type\":\"undo\"}", REFUSED_OFFER);
    assert_int_equal(table_send(&table, 0, "{\"type\":\"draw\",\"answer\":\"decline\"}"),
                     PROPOSAL_OK);
    assert_int_equal(table.room->offer.kind, OFFER_NONE);
    assert_int_equal(table_send(&table, 0, "{\"type\":\"draw\"}"), PROPOSAL_OK);
    assert_int_equal(table_send(&table, 1, "{\"type\":\"draw\"}"), PROPOSAL_OK); /* both want it */
    assert_string_equal(table.room->game.summary.result, "draw");
    close_table(&table);
}

static int offer_once(struct table *table, int seat, const char *kind)
{
    char offer[64], withdrawal[64];
    int made = 0;

    snprintf(offer, sizeof offer, "{\"type\":\"%s\"}", kind);
    snprintf(withdrawal, sizeof withdrawal, "{\"type\":\"%s\",\"answer\":\"decline\"}", kind);
    for (int i = 0; i < 5; i++)
        if (table_send(table, seat, offer) == PROPOSAL_OK) {
            assert_int_equal(table_send(table, seat, withdrawal), PROPOSAL_OK);
            made++;
        } else {
            assert_string_equal(refusal_word(table->refusal.code), "again");
        }
    return made;
}

/* One offer of each kind per own move, even if it was withdrawn or declined. */
static void test_offers_are_few(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, ready_game);
    assert_int_equal(offer_once(&table, 0, "draw"), 1);
    assert_int_equal(offer_once(&table, 1, "draw"), 1);
    table_moves(&table, "e2");
    assert_int_equal(offer_once(&table, 1, "draw"), 0);
    assert_int_equal(offer_once(&table, 0, "draw"), 1);
    assert_int_equal(offer_once(&table, 0, "undo"), 1);
    table_moves(&table, "e8 e3 e7");
    /* A take-back that took place is followed by another one, about an earlier move. */
    for (int length = 2; length >= 0; length -= 2) {
        assert_int_equal(table_send(&table, 0, "{\"type\":\"undo\"}"), PROPOSAL_OK);
        assert_int_equal(table_send(&table, 1, "{\"type\":\"undo\"}"), PROPOSAL_OK);
        assert_int_equal(tb_match_length(table.room->match), length);
    }
    table_moves(&table, "e2 e8");
    assert_int_equal(table_send(&table, 0, "{\"type\":\"resign\"}"), PROPOSAL_OK);
    assert_int_equal(offer_once(&table, 0, "rematch"), 1);
    assert_int_equal(offer_once(&table, 1, "rematch"), 1);
    close_table(&table);
}

static void test_take_back(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, ready_game);
    table_refuses(&table, 0, "{\"type\":\"undo\"}", REFUSED_OFFER);
    table_moves(&table, "e2 e8 e3");
    /* Whose reply has not come yet takes back one, who has been answered two. */
    assert_int_equal(table_send(&table, 1, "{\"type\":\"undo\"}"), PROPOSAL_OK);
    assert_int_equal(table.room->offer.length, 1);
    assert_int_equal(table_send(&table, 1, "{\"type\":\"undo\",\"answer\":\"decline\"}"),
                     PROPOSAL_OK);
    assert_int_equal(table_send(&table, 0, "{\"type\":\"undo\"}"), PROPOSAL_OK);
    assert_int_equal(table.room->offer.length, 2);
    assert_int_equal(table_send(&table, 1, "{\"type\":\"undo\",\"answer\":\"accept\"}"),
                     PROPOSAL_OK);
    assert_int_equal(tb_match_length(table.room->match), 2);
    assert_int_equal(room_turn(table.room), 0);
    /* A move that was on its way meets another board. */
    assert_int_equal(table_send(&table, 1, "{\"type\":\"move\",\"seq\":3,\"move\":\"e7\"}"),
                     PROPOSAL_STALE);
    table_moves(&table, "d2 e7");
    close_table(&table);
}

static void test_rated_is_final(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, "{\"game\":\"quoridor\",\"rated\":true,\"clock\":{\"main\":300},"
                       "\"seats\":[{\"mine\":true},{\"kind\":\"computer\",\"level\":1}]}");
    assert_int_equal(table_move(&table, "e2"), PROPOSAL_OK);
    table_refuses(&table, 0, "{\"type\":\"undo\"}", REFUSED_OFFER);
    assert_non_null(strstr(table.refusal.text, "rated"));
    assert_int_equal(table_send(&table, 0, "{\"type\":\"resign\"}"), PROPOSAL_OK);
    assert_int_equal(table_send(&table, 0, "{\"type\":\"rematch\"}"), PROPOSAL_OK);
    table_act(&table);
    assert_non_null(strstr(table.successor.terms, "\"rated\":true"));
    close_table(&table);
}

static void test_take_back_the_end(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, "{\"game\":\"tictacdoh\",\"seats\":[{\"mine\":true},{\"mine\":true}]}");
    table_moves(&table, "Lc3 Lb3 La3");
    assert_int_equal(table.room->game.summary.status, GAME_OVER);
    int length = tb_match_length(table.room->match);
    int last = table.room->movers[length - 1];

    assert_int_equal(table_send(&table, last, "{\"type\":\"undo\"}"), PROPOSAL_OK);
    assert_int_equal(table_send(&table, 1 - last, "{\"type\":\"undo\",\"answer\":\"accept\"}"),
                     PROPOSAL_OK);
    assert_int_equal(table.room->game.summary.status, GAME_RUNNING);
    assert_int_equal(tb_match_length(table.room->match), length - 1);
    close_table(&table);
}

static void test_computer_answers(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, "{\"game\":\"quoridor\",\"seats\":[{\"mine\":true},"
                       "{\"kind\":\"computer\",\"level\":2}]}");
    table_moves(&table, "e2 e8");
    assert_int_equal(table_send(&table, 0, "{\"type\":\"draw\"}"), PROPOSAL_OK);
    table_act(&table);
    assert_int_equal(table.room->offer.kind, OFFER_NONE);
    assert_int_equal(table.room->game.summary.status, GAME_RUNNING);
    assert_int_equal(table_send(&table, 0, "{\"type\":\"undo\"}"), PROPOSAL_OK);
    table_act(&table);
    assert_int_equal(tb_match_length(table.room->match), 0);
    close_table(&table);
}

static void test_rematch(void **state)
{
    struct table table;
    struct admission admission;

    (void)state;
    open_table(&table,
               "{\"game\":\"dorix\",\"players\":3,\"seats\":[{\"mine\":true,\"name\":\"A\"},"
               "{\"mine\":true,\"name\":\"B\"},{\"kind\":\"computer\",\"level\":1}]}");
    table_refuses(&table, 0, "{\"type\":\"rematch\"}", REFUSED_OFFER);
    assert_int_equal(table_send(&table, 1, "{\"type\":\"resign\"}"), PROPOSAL_OK);
    assert_string_equal(table.room->game.summary.result, "1 3");
    assert_int_equal(table_send(&table, 1, "{\"type\":\"rematch\"}"), PROPOSAL_OK);
    table_act(&table);
    assert_string_equal(table.room->successor, "");
    assert_int_equal(table_send(&table, 0, "{\"type\":\"rematch\",\"answer\":\"accept\"}"),
                     PROPOSAL_OK);
    assert_string_equal(table.room->successor, table.successor.id);
    assert_string_equal(table.successor.seats[0].name, "B");
    assert_int_equal(table.successor.seats[1].kind, SEAT_COMPUTER);
    struct loaded loaded = {.game = table.successor};
    struct room *next = room_new(&loaded);

    assert_non_null(next);
    assert_true(room_admits(next, "one", 0, &admission));
    assert_int_equal(admission.seat, 2);
    assert_int_equal(next->game.summary.status, GAME_RUNNING);
    room_free(next);
    close_table(&table);
}

static void test_abort(void **state)
{
    struct table table;

    (void)state;
    open_table(&table, ready_game);
    table_moves(&table, "e2 e8");
    table_refuses(&table, 0, "{\"type\":\"abort\"}", REFUSED_LATE);
    room_free(table.room);
    open_table(&table, two_people);
    assert_int_equal(table_send(&table, 0, "{\"type\":\"abort\"}"), PROPOSAL_OK);
    assert_false(table_join(&table, 1, "Bob", "own"));
    assert_string_equal(refusal_word(table.refusal.code), "over");
    assert_string_equal(table.room->game.summary.result, "");
    close_table(&table);
}

/* ---- Bad input ------------------------------------------------------------------------------ */

static void test_bad_messages(void **state)
{
    static const struct {
        const char *text;
        enum refusal_code code;
    } cases[] = {
        {"", REFUSED_SYNTAX},
        {"[]", REFUSED_SYNTAX},
        {"{\"type\":\"dance\"}", REFUSED_SYNTAX},
        {"{\"type\":7}", REFUSED_SYNTAX},
        {"{\"type\":\"move\",\"move\":\"e2\"}", REFUSED_SYNTAX},
        {"{\"type\":\"move\",\"seq\":-1,\"move\":\"e2\"}", REFUSED_SYNTAX},
        {"{\"type\":\"draw\",\"answer\":\"maybe\"}", REFUSED_SYNTAX},
        {"{\"type\":\"join\",\"name\":\"a\\u202eb\"}", REFUSED_SYNTAX},
        {"{\"type\":\"join\",\"name\":\"0123456789012345678901234567890\"}", REFUSED_SYNTAX},
        {"{\"type\":\"hello\",\"version\":1,\"game\":\"far too long for an id\"}", REFUSED_UNKNOWN},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct client_message message;
        struct refusal refusal;

        assert_false(
            client_message_parse(cases[i].text, strlen(cases[i].text), &message, &refusal));
        assert_string_equal(refusal_word(refusal.code), refusal_word(cases[i].code));
        assert_string_not_equal(test_in(refusal.message, "fr"), refusal.text);
    }
}

/* Refusals that a user of the web app's forms can see. */
static void test_french(void **state)
{
    static const struct {
        const char *order, *english, *french;
    } cases[] = {
        {"{\"game\":\"quoridor\",\"seats\":[{\"kind\":\"computer\",\"level\":1},"
         "{\"kind\":\"computer\",\"level\":2}]}",
         "At least one seat must be a person's.", "Il faut une personne à une place au moins."},
        {"{\"game\":\"quoridor\",\"position\":\"e9/e2 10/10 - 1\"}",
         "The game would be over at once.", "La partie serait aussitôt terminée."},
        {"{\"game\":\"quoridor\",\"position\":\"e1/e1 10/10 - 1\"}",
         "Players 1 and 2 cannot both stand on e1.",
         "Les joueurs 1 et 2 ne peuvent pas être tous deux en e1."},
        {"{\"game\":\"quoridor\",\"players\":4,\"swap\":true}",
         "The pie rule (swap) is for two sides, not for 4.",
         "La règle du gâteau (swap) est pour deux camps, pas pour 4."},
        {"{\"game\":\"dorix\",\"seats\":[{\"mine\":true,\"name\":\"a\\u200bb\"},{}]}",
         "\"name\" has a character that does not print.",
         "\"name\" contient un caractère qui ne s’affiche pas."},
        {"{\"game\":\"dorix\",\"seats\":[{\"mine\":true,\"name\":\"a\\u0301\\u0301\"},{}]}",
         "\"name\" has too many accents on one character; the limit is 4.",
         "\"name\" a trop d’accents sur un caractère ; la limite est de 4."},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct refusal refusal;
        struct create_request order;
        json_t *root = parse_object(cases[i].order);

        assert_false(create_request_decode(root, &order, &refusal));
        assert_string_equal(refusal.text, cases[i].english);
        assert_string_equal(test_in(refusal.message, "fr"), cases[i].french);
        json_decref(root);
    }
}

/* A sentence that is cut off ends with a whole character. */
static void test_long_text(void **state)
{
    struct refusal refusal;
    char text[2 * sizeof refusal.text];

    (void)state;
    for (int before = 0; before < 2; before++) {
        for (size_t i = 0; i + 1 < sizeof text; i++)
            text[i] = i < (size_t)before ? 'e' : "\xc3\xa9"[(i - (size_t)before) % 2];
        text[sizeof text - 1] = '\0';
        refuse(&refusal, REFUSED_TERMS, "{text}", arg_text("text", text));
        json_t *json = json_string(refusal.text);

        assert_non_null(json);
        assert_true(strlen(refusal.text) >= sizeof refusal.text - 2);
        json_decref(json);
    }
}

static void test_bad_orders(void **state)
{
    static const char *const orders[] = {
        "{}",
        "{\"game\":\"chess\"}",
        "{\"game\":\"quoridor\",\"players\":3}",
        "{\"game\":\"quoridor\",\"options\":{\"walls\":-1}}",
        "{\"game\":\"quoridor\",\"options\":7}",
        "{\"game\":\"quoridor\",\"clock\":{}}",
        "{\"game\":\"quoridor\",\"clock\":{\"days\":1,\"main\":5}}",
        "{\"game\":\"quoridor\",\"clock\":5}",
        "{\"game\":\"quoridor\",\"seats\":[{}]}",
        "{\"game\":\"quoridor\",\"seats\":[{},{\"kind\":\"computer\"}]}",
        "{\"game\":\"quoridor\",\"seats\":[{\"kind\":\"computer\",\"level\":1},"
        "{\"kind\":\"computer\",\"level\":13}]}",
        "{\"game\":\"quoridor\",\"seats\":[{\"kind\":\"computer\",\"level\":1},"
        "{\"kind\":\"computer\",\"level\":2}]}",
        "{\"game\":\"quoridor\",\"position\":\"nonsense\"}",
        "{\"game\":\"quoridor\",\"players\":4,\"swap\":true}",
        "{\"game\":\"quoridor\",\"public\":\"yes\"}",
    };

    (void)state;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        struct refusal refusal = {0};
        struct create_request order;
        json_t *root = parse_object(orders[i]);

        if (create_request_decode(root, &order, &refusal) || !refusal.text[0])
            fail_msg("accepted: %s", orders[i]);
        json_decref(root);
    }
}

/* ---- Random lives ------------------------------------------------------------------------- */

static void random_move(struct table *table, struct rng *rng)
{
    const struct tb_position *position = tb_match_position(table->room->match);
    tb_move list[TB_MOVES_MAX];
    char text[TB_MOVE_TEXT];
    int count = tb_moves(position, list);

    tb_move_text(position, list[rng_below(rng, (uint32_t)count)], text, sizeof text);
    table_moves(table, text);
}

static void random_request(struct table *table, struct rng *rng)
{
    static const char *const types[] = {"draw", "undo", "rematch", "resign", "abort", "join"};
    static const char *const answers[] = {"offer", "accept", "decline"};
    uint32_t type = rng_below(rng, 60); /* endings are rare */
    int seat = (int)rng_below(rng, (uint32_t)table->game.players);
    char text[96];

    if (!table->room->game.seats[seat].taken) {
        table_join(table, seat, "N", "own");
        return;
    }

    snprintf(text, sizeof text, "{\"type\":\"%s\",\"answer\":\"%s\",\"name\":\"N\"}",
             types[type < 57 ? type % 3 : type - 54], answers[rng_below(rng, 3)]);
    table_send(table, seat, text);
}

/* Whatever happens, the room stays what its events make of it. */
static void test_random_lives(void **state)
{
    struct rng rng = {7};

    (void)state;
    for (int g = 0; g < tb_game_count(); g++)
        for (int players = 2; players <= TB_PLAYERS_MAX; players++) {
            char order[160];
            struct table table;

            if (!tb_game_allows(tb_game_at(g), players))
                continue;
            snprintf(order, sizeof order,
                     "{\"game\":\"%s\",\"players\":%d,\"swap\":%s,"
                     "\"clock\":{\"main\":600,\"increment\":1}}",
                     tb_game_name(tb_game_at(g)), players, players == 2 ? "true" : "false");
            for (int life = 0; life < 10; life++) {
                open_table(&table, order);
                for (int step = 0;
                     step < 2 * LIFE_MAX && table.count < LIFE_MAX && !table.room->successor[0] &&
                     table.room->game.summary.status != GAME_ABORTED;
                     step++) {
                    bool running = table.room->game.summary.status == GAME_RUNNING;

                    table.now += rng_below(&rng, 5000);
                    table_act(&table);
                    running = running && table.room->game.summary.status == GAME_RUNNING;
                    if (running && rng_below(&rng, 2))
                        random_move(&table, &rng);
                    else
                        random_request(&table, &rng);
                    if (rng_below(&rng, 40) == 0)
                        check_reload(&table);
                }
                close_table(&table);
            }
        }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seats),
        cmocka_unit_test(test_computer_seat_is_closed),
        cmocka_unit_test(test_moves_are_numbered),
        cmocka_unit_test(test_swap),
        cmocka_unit_test(test_offers_are_few),
        cmocka_unit_test(test_draw),
        cmocka_unit_test(test_take_back),
        cmocka_unit_test(test_take_back_the_end),
        cmocka_unit_test(test_rated_is_final),
        cmocka_unit_test(test_computer_answers),
        cmocka_unit_test(test_rematch),
        cmocka_unit_test(test_abort),
        cmocka_unit_test(test_bad_messages),
        cmocka_unit_test(test_french),
        cmocka_unit_test(test_long_text),
        cmocka_unit_test(test_bad_orders),
        cmocka_unit_test(test_random_lives),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
