/* challenge.c - challenges as JSON, and why they are refused. */
#include "server/pairing/challenge.h"

#include <string.h>

#include "club/pool.h"
#include "server/common/json_field.h"
#include "server/members/member_store.h"

static const int64_t DAY = 24 * 3600 * 1000;

/* ---- From JSON -------------------------------------------------------------------------- */

/* For how long it stands: somebody must be there to play with main time. */
static int64_t lifetime(const char *terms)
{
    json_t *root = json_loads(terms, 0, NULL);
    bool live = json_object_get(json_object_get(root, "clock"), "main") != NULL;

    json_decref(root);
    return live ? DAY : 14 * DAY;
}

static bool read_seat(const json_t *body, int players, int64_t *seat, struct refusal *refusal)
{
    const char *word = json_string_value(json_object_get(body, "seat"));

    if (word && strcmp(word, "random") == 0) {
        *seat = SEAT_RANDOM;
        return true;
    }
    return field_number(body, "seat", 1, players, seat, refusal);
}

bool challenge_decode(const json_t *body, struct challenge_call *call, struct refusal *refusal)
{
    struct challenge *challenge = &call->challenge;
    struct seek_row row = {0};
    int64_t seat = 0, times = 1;

    if (!seek_terms(body, &call->member, false, &row, refusal) ||
        !field_string(body, "to", challenge->to, sizeof challenge->to, refusal) ||
        !read_seat(body, row.players, &seat, refusal) ||
        !field_number(body, "times", 1, CHALLENGE_TIMES, &times, refusal))
        return false;
    if (challenge->to[0] && (times > 1 || row.above < POOL_ANY))
        return refuse(refusal, REFUSED_TERMS,
                      "\"times\" and \"range\" are for challenges to anybody.");
    if (row.above < POOL_ANY && !row.list[0])
        return refuse(refusal, REFUSED_TERMS, "Without a clock there are no ratings.");
    challenge->challenger = call->member.id;
    challenge->kind = call->member.kind;
    challenge->rated = row.rated;
    challenge->players = row.players;
    challenge->seat = (int)seat;
    challenge->below = row.below;
    challenge->above = row.above;
    challenge->remaining = (int)times;
    challenge->created = call->now;
    challenge->expires = call->now + lifetime(row.terms);
    memcpy(challenge->terms, row.terms, sizeof challenge->terms);
    memcpy(challenge->list, row.list, sizeof challenge->list);
    return true;
}

/* ---- To JSON ---------------------------------------------------------------------------- */

static json_t *text_or_null(const char *text)
{
    return *text ? json_string(text) : json_null();
}

static json_t *number_or_null(int number)
{
    return number ? json_integer(number) : json_null();
}

static json_t *seats_encode(const struct challenge *challenge)
{
    json_t *list = json_array();

    for (int i = 0; i < challenge->people; i++)
        json_array_append_new(list,
                              json_pack("{ss so}", "name", challenge->occupants[i].name, "level",
                                        number_or_null(challenge->occupants[i].level)));
    return list;
}

json_t *challenge_encode(const struct challenge *challenge, bool here)
{
    static const char *const keys[] = {"game", "options", "clock"};
    json_t *terms = json_loads(challenge->terms, 0, NULL);
    json_t *json =
        json_pack("{ss ss ss so so sb si si sI sI sb so}", "id", challenge->id, "from",
                  challenge->occupants[0].name, "kind", member_kind_word(challenge->kind), "to",
                  text_or_null(challenge->to), "list", text_or_null(challenge->list), "rated",
                  challenge->rated, "players", challenge->players, "times", challenge->remaining,
                  "created", (json_int_t)challenge->created, "expires",
                  (json_int_t)challenge->expires, "here", here, "seats", seats_encode(challenge));

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        json_object_set(json, keys[i], json_object_get(terms, keys[i]));
    json_object_set_new(json, "rating",
                        challenge->list[0] ? json_integer(challenge->rating) : json_null());
    json_object_set_new(json, "seat",
                        challenge->seat == SEAT_RANDOM ? json_string("random")
                                                       : number_or_null(challenge->seat));
    json_object_set_new(json, "range",
                        challenge->above < POOL_ANY
                            ? json_pack("[ii]", -challenge->below, challenge->above)
                            : json_null());
    json_decref(terms);
    return json;
}

/* ---- Refusals --------------------------------------------------------------------------- */
