/* hub_create.c - new games, and the lobby's count of open ones. */
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "server/common/json_field.h"
#include "server/game/hub.h"
#include "server/game/live_game.h"

/* ---- The lobby -------------------------------------------------------------------------- */

struct opened *lobby_find(const struct hub *hub, const char *id)
{
    for (int i = 0; i < hub->opened_count; i++)
        if (strcmp(hub->opened[i].id, id) == 0)
            return &hub->opened[i];
    return NULL;
}

/* Without memory the game is not counted. */
static void add_opened(struct hub *hub, const char *id, const char *address)
{
    if (lobby_find(hub, id))
        return; /* the same request again */
    if (!ARRAY_RESERVE(hub->opened, hub->opened_capacity, hub->opened_count, 1))
        return;
    struct opened *one = &hub->opened[hub->opened_count++];

    memcpy(one->id, id, ID_SIZE);
    memcpy(one->address, address, ADDRESS_SIZE);
}

void lobby_remove(struct hub *hub, const char *id)
{
    struct opened *opened = lobby_find(hub, id);

    if (opened)
        *opened = hub->opened[--hub->opened_count];
}

void hub_limit_lobby(struct hub *hub, int most)
{
    hub->opened_most = most;
}

/* True if the lobby takes one more game from this address. A request that is made again does not
 * count. */
static bool may_open(const struct hub *hub, const char *id, const char *address,
                     struct refusal *refusal)
{
    int count = 0, most = hub->opened_most;

    for (int i = 0; i < hub->opened_count; i++)
        count += strcmp(hub->opened[i].address, address) == 0;
    return most == 0 || count < most || lobby_find(hub, id) ||
           refuse(refusal, REFUSED_RATE,
                  "Too many open games from your address; the limit is {max}. Play or abort one.",
                  arg_count("max", most));
}

/* ---- New games ---------------------------------------------------------------------------- */

struct creation {
    struct hub *hub;
    char id[ID_SIZE], creator[ADDRESS_SIZE];
    bool due;  /* a computer begins */
    bool open; /* and public */
    struct request *request;
    json_t *answer;
    hub_answer *done;
    void *context;
};

/* A game that needs the server at once, and for whom. */
static void open_for(struct hub *hub, const char *id, const char *creator)
{
    struct live_game *live = hub->closing ? NULL : live_open(hub, id);

    if (live && !live->address[0])
        strcpy(live->address, creator);
}

static void on_created(void *context, enum store_answer answer)
{
    struct creation *creation = context;
    struct refusal refusal;

    if (answer == STORE_OK) {
        creation->hub->counts.created++;
        if (creation->open)
            add_opened(creation->hub, creation->id, creation->creator);
        if (creation->due)
            open_for(creation->hub, creation->id, creation->creator);
        creation->done(creation->context, creation->answer, NULL);
    } else {
        refuse(&refusal, REFUSED_STORE, "The game could not be stored; try again.");
        json_decref(creation->answer);
        creation->done(creation->context, NULL, &refusal);
    }
    free(creation);
}

void hub_cancel(struct hub *hub, struct creation *creation)
{
    store_cancel(hub->store, creation->request);
}

/* Labels for the derivation of a game's id and secrets; seats use their numbers. */
enum { LABEL_ID = -1, LABEL_WATCH = -2, LABEL_LOT = -3 };

static int persons_of(const struct stored_game *game)
{
    int persons = 0;

    for (int i = 0; i < game->players; i++)
        persons += game->seats[i].kind == SEAT_PERSON;
    return persons;
}

/* Gives each person's seat a secret and lists them in the answer. */
static json_t *give_secrets(struct stored_game *game, unsigned mine,
                            const struct secret_source *source)
{
    json_t *seats = json_array();
    char secret[SECRET_SIZE];

    for (int i = 0; i < game->players; i++) {
        if (game->seats[i].kind != SEAT_PERSON)
            continue;
        secret_draw(source, i, secret, game->seats[i].hash);
        json_array_append_new(seats, json_pack("{si ss sb}", "seat", i + 1, "secret", secret,
                                               "mine", (int)(mine >> i & 1)));
    }
    secret_draw(source, LABEL_WATCH, secret, game->watch);
    return json_pack("{ss ss so}", "id", game->id, "watch", secret, "seats", seats);
}

/* False if the terms are too long, which only a monstrous position could make them. */
static bool write_terms(const struct create_request *order, struct stored_game *game)
{
    json_t *terms = json_object();

    terms_encode(&order->terms, terms);
    size_t length = json_dumpb(terms, game->terms, sizeof game->terms - 1, JSON_COMPACT);

    json_decref(terms);
    return length < sizeof game->terms;
}

/* Everything that is ordered goes into the seed. */
static struct secret_source source_of(const char *key, const struct create_request *order,
                                      const char *terms)
{
    char request[TERMS_SIZE + TB_PLAYERS_MAX * (NAME_SIZE + 32) + 32];
    struct text text = text_into(request, sizeof request);

    text_add(&text, "%s\n%d %d\n", terms, order->listed, order->random_seats);
    for (int i = 0; i < order->players; i++) {
        const struct stored_seat *seat = &order->seats[i];

        text_add(&text, "%d %d %u %s\n", (int)seat->kind, seat->level, order->mine >> i & 1,
                 seat->name);
    }
    return secret_source_of(key, request, strlen(request));
}

static json_t *prepare(struct hub *hub, const struct create_request *order, const char *key,
                       struct stored_game *game)
{
    struct secret_source source = source_of(key, order, game->terms);
    struct create_request turned = *order;

    if (order->random_seats)
        rotate_seats(&turned,
                     (unsigned)(number_draw(&source, LABEL_LOT) % (unsigned)order->players));
    id_draw(&source, LABEL_ID, game->id);
    strcpy(game->game, tb_game_name(order->terms.start.setup.game));
    game->listed = order->listed;
    game->created = live_now(hub);
    game->players = order->players;
    memcpy(game->seats, turned.seats, sizeof game->seats);
    room_begin(game, &order->terms.start);
    return give_secrets(game, turned.mine, &source);
}

struct creation *hub_create(struct hub *hub, const struct create_request *order, const char *key,
                            hub_answer *done, void *context)
{
    struct stored_game *game = calloc(1, sizeof *game);
    struct creation *creation = calloc(1, sizeof *creation);
    struct refusal refusal;
    bool fits = game && creation, good = fits && write_terms(order, game);

    if (fits && !good)
        refuse(&refusal, REFUSED_TERMS, "These terms are too long.");
    if (good) {
        *creation = (struct creation){
            .hub = hub, .answer = prepare(hub, order, key, game), .done = done, .context = context};
        strcpy(creation->id, game->id);
        memcpy(creation->creator, order->creator, sizeof creation->creator);
        creation->due = game->summary.status == GAME_RUNNING;
        creation->open = game->summary.status == GAME_OPEN && game->listed;
        fits = json_array_size(json_object_get(creation->answer, "seats")) ==
               (size_t)persons_of(game);
        good = fits && (!creation->open || may_open(hub, game->id, order->creator, &refusal));
    }
    if (good)
        fits = good = (creation->request = store_create(hub->store, game, NULL, on_created,
                                                        creation)) != NULL;
    free(game);
    if (good)
        return creation;
    if (!fits)
        refuse(&refusal, REFUSED_STORE, "There is no memory left for this; try again.");
    if (creation)
        json_decref(creation->answer);
    free(creation);
    done(context, NULL, &refusal);
    return NULL;
}

/* Decodes the terms, unless they are those of the game before. */
static bool read_begun(struct hub *hub, const char *terms)
{
    struct refusal refusal;

    if (hub->begun_terms[0] && strcmp(hub->begun_terms, terms) == 0)
        return true;
    json_t *root = json_object_read(terms, strlen(terms), &refusal);
    bool good = root && terms_decode(root, &hub->begun, &refusal);

    json_decref(root);
    strcpy(hub->begun_terms, good ? terms : "");
    return good;
}

bool hub_begin_game(struct hub *hub, struct stored_game *game, const struct also *also,
                    store_written *done, void *context)
{
    struct secret_source source = secret_source_of("", "", 0);
    char secret[SECRET_SIZE];

    if (hub->closing || !read_begun(hub, game->terms))
        return false;
    strcpy(game->game, tb_game_name(hub->begun.start.setup.game));
    game->listed = true;
    game->created = live_now(hub);
    secret_draw(&source, LABEL_WATCH, secret, game->watch);
    room_begin(game, &hub->begun.start);
    return store_create(hub->store, game, also, done, context) != NULL;
}
