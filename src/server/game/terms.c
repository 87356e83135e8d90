/* terms.c - terms and orders as JSON. */
#include "server/game/terms.h"

#include <stdlib.h>
#include <string.h>

#include "core/advice.h"
#include "core/error.h"
#include "core/game.h"
#include "core/record.h"
#include "server/common/json_field.h"
#include "server/ratings/list.h"
#include "jansson/setup_json.h"
#include "json/record_json.h"
#include "search/level.h"

static const int64_t SECOND = 1000, DAY = 24 * 3600 * 1000;

enum { MAIN_MAX = 24 * 3600, INCREMENT_MAX = 3600, DAYS_MAX = 30 };

/* ---- Terms ---------------------------------------------------------------------- */

static bool clock_decode(const json_t *root, struct time_control *clock, struct refusal *refusal)
{
    const json_t *object = json_object_get(root, "clock");
    int64_t days = 0, seconds = 0, increment = 0;

    *clock = (struct time_control){.kind = CLOCK_NONE};
    if (!object || json_is_null(object))
        return true;
    if (!json_is_object(object))
        return refuse(refusal, REFUSED_SYNTAX, "\"clock\" must be an object or null.");
    if (!field_number(object, "days", 1, DAYS_MAX, &days, refusal) ||
        !field_number(object, "main", 0, MAIN_MAX, &seconds, refusal) ||
        !field_number(object, "increment", 0, INCREMENT_MAX, &increment, refusal))
        return false;
    if (days && (seconds || increment))
        return refuse(refusal, REFUSED_TERMS,
                      "\"clock\" takes either \"days\" or \"main\" and \"increment\".");
    if (days)
        *clock = (struct time_control){.kind = CLOCK_MOVE, .main_ms = days * DAY};
    else if (seconds + increment == 0)
        return refuse(refusal, REFUSED_TERMS, "\"clock\" needs a main time or an increment.");
    else
        *clock = (struct time_control){CLOCK_GAME, seconds * SECOND, increment * SECOND};
    return true;
}

static json_t *clock_encode(const struct time_control *clock)
{
    switch (clock->kind) {
    case CLOCK_GAME:
        return json_pack("{sI sI}", "main", (json_int_t)(clock->main_ms / SECOND), "increment",
                         (json_int_t)(clock->increment_ms / SECOND));
    case CLOCK_MOVE:
        return json_pack("{sI}", "days", (json_int_t)(clock->main_ms / DAY));
    default:
        return json_null();
    }
}

/* The part of an object that a record of no moves would have. */
static json_t *bare_record(const json_t *root)
{
    static const char *const keys[] = {"game",     "players",    "options",
                                       "position", "repetition", "swap"};
    json_t *record = json_pack("{s[]}", "moves");

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        json_t *value = json_object_get(root, keys[i]);

        if (value && !json_is_null(value))
            json_object_set(record, keys[i], value);
    }
    return record;
}

bool terms_decode(const json_t *root, struct terms *terms, struct refusal *refusal)
{
    struct record record = {0};
    struct tb_error error;
    json_t *bare = bare_record(root);
    char *text = json_dumps(bare, JSON_COMPACT);
    int ply, code = text ? record_json_read(&record, text, strlen(text), &ply, &error)
                         : error_memory(&error);

    free(text);
    json_decref(bare);
    if (code)
        return refuse_error(refusal, REFUSED_TERMS, &error);
    bool over = tb_match_ending(record.match) != TB_ENDING_NONE;

    terms->start = *tb_match_start(record.match);
    terms->rules = match_rules_of(record.match);
    terms->paired = json_is_true(json_object_get(root, "paired"));
    record_release(&record);
    if (over)
        return refuse(refusal, REFUSED_TERMS, "The game would be over at once.");
    terms->rated = false;
    return clock_decode(root, &terms->clock, refusal) &&
           field_bool(root, "rated", &terms->rated, refusal);
}

static json_t *start_encode(const struct tb_position *start)
{
    struct tb_position usual;
    char text[TB_POSITION_TEXT];

    tb_position_start(&usual, &start->setup, NULL);
    if (tb_equal(&usual, start))
        return json_null();
    tb_position_text(start, text, sizeof text);
    return json_string(text);
}

void terms_encode(const struct terms *terms, json_t *root)
{
    const struct tb_setup *setup = &terms->start.setup;

    json_object_set_new(root, "game", json_string(tb_game_name(setup->game)));
    json_object_set_new(root, "players", json_integer(setup->players));
    json_object_set_new(root, "options", setup_json_encode(setup));
    json_object_set_new(root, "position", start_encode(&terms->start));
    json_object_set_new(root, "repetition", json_integer(terms->rules.repetition));
    json_object_set_new(root, "swap", json_boolean(terms->rules.swap));
    json_object_set_new(root, "clock", clock_encode(&terms->clock));
    if (terms->paired)
        json_object_set_new(root, "paired", json_true());
    json_object_set_new(root, "rated", json_boolean(terms->rated));
}

/* ---- Orders --------------------------------------------------------------------- */

/* Reads the personality of a computer's seat into its name. */
static bool personality_decode(const json_t *object, const struct tb_position *start,
                               struct stored_seat *seat, struct refusal *refusal)
{
    if (!field_string(object, "personality", seat->name, sizeof seat->name, refusal))
        return false;
    return !seat->name[0] ||
           (tb_side_count(start) == 2 && personality_find(start->setup.game, seat->name)) ||
           refuse(refusal, REFUSED_TERMS, "There is no personality ''{name}'' in this game.",
                  arg_text("name", quote(seat->name).text));
}

static bool seat_decode(const json_t *object, const struct tb_position *start,
                        struct stored_seat *seat, bool *mine, struct refusal *refusal)
{
    char kind[16] = "person";
    int64_t level = -1;

    if (!json_is_object(object))
        return refuse(refusal, REFUSED_SYNTAX, "Each of \"seats\" must be an object.");
    if (!field_string(object, "kind", kind, sizeof kind, refusal) ||
        !field_number(object, "level", 0, LEVEL_MAX, &level, refusal) ||
        !field_bool(object, "mine", mine, refusal) ||
        !field_name(object, "name", seat->name, sizeof seat->name, refusal))
        return false;
    if (strcmp(kind, "person") == 0) {
        seat->taken = *mine;
        return true;
    }
    if (strcmp(kind, "computer") != 0)
        return refuse(refusal, REFUSED_TERMS, "A seat is for a \"person\" or a \"computer\".");
    if (level < 0 || *mine)
        return refuse(refusal, REFUSED_TERMS,
                      "A computer's seat needs a \"level\" from 0 to {max} and cannot be \"mine\".",
                      arg_count("max", LEVEL_MAX));
    level = level_clamp(&start->setup, (int)level);
    *seat = (struct stored_seat){
        .kind = SEAT_COMPUTER, .level = (int)level, .taken = true, .member = level};
    return personality_decode(object, start, seat, refusal);
}

static bool seats_decode(const json_t *root, struct create_request *order, struct refusal *refusal)
{
    const json_t *seats = json_object_get(root, "seats"), *seat;
    size_t i;

    if (!seats || json_is_null(seats)) {
        order->mine = 1;
        order->seats[0].taken = true;
        return true;
    }
    if (!json_is_array(seats) || json_array_size(seats) != (size_t)order->players)
        return refuse(refusal, REFUSED_TERMS, "\"seats\" must be a list of {players}.",
                      arg_count("players", order->players));
    bool people = false;

    json_array_foreach(seats, i, seat)
    {
        bool mine = false;

        if (!seat_decode(seat, &order->terms.start, &order->seats[i], &mine, refusal))
            return false;
        order->mine |= (unsigned)mine << i;
        people |= order->seats[i].kind == SEAT_PERSON;
    }
    return people || refuse(refusal, REFUSED_TERMS, "At least one seat must be a person's.");
}

void rotate_seats(struct create_request *order, unsigned by)
{
    struct create_request old = *order;

    order->mine = 0;
    for (int i = 0; i < order->players; i++) {
        unsigned from = ((unsigned)i + by) % (unsigned)order->players;

        order->seats[i] = old.seats[from];
        order->mine |= (old.mine >> from & 1) << i;
    }
}

bool create_request_decode(const json_t *root, struct create_request *order,
                           struct refusal *refusal)
{
    char list[LIST_SIZE];

    *order = (struct create_request){0};
    if (!terms_decode(root, &order->terms, refusal) ||
        (order->terms.rated && !list_of(&order->terms, list, refusal)) ||
        !field_bool(root, "public", &order->listed, refusal) ||
        !field_bool(root, "lot", &order->random_seats, refusal))
        return false;
    order->players = order->terms.start.setup.players;
    order->terms.paired = false; /* only the server pairs */
    return seats_decode(root, order, refusal);
}
