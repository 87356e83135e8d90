/*
 * fuzz_orders.c - any bytes as the body of a request to the server: an order for a
 * new game, and a name and seat at one that exists.
 */
#include "fuzz.h"
#include "server/common/json_field.h"
#include "server/game/terms.h"

/* Terms that were accepted are written, and then read as the same. */
static void check_terms(const struct terms *terms)
{
    struct terms again;
    struct refusal refusal;
    json_t *root = json_object(), *twice = json_object();

    terms_encode(terms, root);
    REQUIRE(terms_decode(root, &again, &refusal));
    terms_encode(&again, twice);
    REQUIRE(json_equal(root, twice) && tb_equal(&terms->start, &again.start));
    REQUIRE(json_dumpb(root, NULL, 0, JSON_COMPACT) < TERMS_SIZE);
    json_decref(root);
    json_decref(twice);
}

static void check_order(const struct create_request *order)
{
    int people = 0;

    REQUIRE(order->players >= 2 && order->players <= TB_PLAYERS_MAX);
    REQUIRE(order->mine >> order->players == 0);
    for (int i = 0; i < order->players; i++) {
        const struct stored_seat *seat = &order->seats[i];

        REQUIRE(memchr(seat->name, '\0', sizeof seat->name));
        REQUIRE(seat->kind == SEAT_PERSON || (seat->taken && seat->level >= 0));
        REQUIRE(seat->kind == SEAT_COMPUTER || seat->taken == (order->mine >> i & 1));
        people += seat->kind == SEAT_PERSON;
    }
    REQUIRE(people > 0);
    check_terms(&order->terms);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct refusal refusal = {.text = ""};
    json_t *root = json_object_read((const char *)data, size, &refusal);
    struct create_request order;
    char name[NAME_SIZE] = "";
    int64_t seat = 1;

    REQUIRE(root || refusal.text[0]);
    if (root && create_request_decode(root, &order, &refusal))
        check_order(&order);
    else
        REQUIRE(refusal.code != REFUSED_NOT && refusal.text[0]);
    if (root && field_name(root, "name", name, sizeof name, &refusal) &&
        field_number(root, "seat", 1, TB_PLAYERS_MAX, &seat, &refusal))
        REQUIRE(strlen(name) < sizeof name && seat >= 1 && seat <= TB_PLAYERS_MAX);
    json_decref(root);
    return 0;
}
