/* pool.c - many pairs of players at a server. */
#include "pool.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "core/rng.h"

enum {
    MAKERS = 4,         /* connections that create games */
    CONNECTING_MAX = 64, /* connections begun and not yet welcomed */
    PAUSE = 150,        /* milliseconds before a lost connection is tried again */
    PATIENCE = 3000,    /* milliseconds before an unanswered move is sent again */
    FAULTS_SHOWN = 20,
    EVENTS_MAX = 256,
};

/* A connection that creates games, one after another. */
struct maker {
    struct ws line;
    struct pool_game *game; /* being created, or NULL */
    int server;
    int64_t again;
};

struct player_queue {
    struct pool_player *first, **end;
};

struct game_queue {
    struct pool_game *first, **end;
};

struct pool {
    struct pool_options options;
    int epoll;
    struct rng rng;
    struct pool_game *games;
    struct maker makers[MAKERS];
    struct game_queue wanted, ready; /* to be created; to make a move */
    struct player_queue waiting;     /* for their time to connect, which is in order */
    int connecting, connected;
    bool playing;
    double due; /* moves */
    int64_t last_us, looked_ms;
    struct pool_counts counts;
};

/* ---- Small things --------------------------------------------------------------- */

void pool_fault(struct pool *pool, const struct pool_game *game, const char *format, ...)
{
    va_list arguments;

    if (pool->counts.faults++ >= FAULTS_SHOWN)
        return;
    fprintf(stderr, "game %s: ", game && game->id[0] ? game->id : "-");
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

struct pool_counts pool_counts(const struct pool *pool)
{
    return pool->counts;
}

const struct pool_game *pool_game(const struct pool *pool, int number)
{
    return &pool->games[number];
}

int pool_connected(const struct pool *pool)
{
    return pool->connected;
}

static bool move_pending(const struct pool_game *game)
{
    return game->sent_count > game->moves;
}

int pool_pending(const struct pool *pool)
{
    int count = 0;

    for (int i = 0; i < pool->options.games; i++)
        count += move_pending(&pool->games[i]);
    return count;
}

/* Room for one more element in a growing array. */
static void *grown(void *array, int64_t count, int64_t *room, size_t size)
{
    if (count < *room)
        return array;
    *room = *room * 2 + 16;
    array = realloc(array, (size_t)*room * size);
    if (!array) {
        fputs("out of memory\n", stderr);
        abort();
    }
    return array;
}

static int64_t integer_at(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);

    return json_is_integer(value) ? json_integer_value(value) : -1;
}

static const char *text_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? text : "";
}

/* ---- Queues --------------------------------------------------------------------- */

static void game_add(struct game_queue *queue, struct pool_game *game)
{
    game->next = NULL;
    *queue->end = game;
    queue->end = &game->next;
}

static struct pool_game *game_take(struct game_queue *queue)
{
    struct pool_game *game = queue->first;

    if (game)
        queue->first = game->next;
    if (!queue->first)
        queue->end = &queue->first;
    return game;
}

static void player_add(struct player_queue *queue, struct pool_player *player)
{
    player->waiting = true;
    player->next = NULL;
    *queue->end = player;
    queue->end = &player->next;
}

/* Takes out one that waits, wherever it stands. */
static void player_remove(struct player_queue *queue, struct pool_player *player)
{
    struct pool_player **at = &queue->first;

    while (*at != player)
        at = &(*at)->next;
    *at = player->next;
    if (queue->end == &player->next)
        queue->end = at;
    player->waiting = false;
}

/* ---- Whose move it is ----------------------------------------------------------- */

static bool can_move(const struct pool_game *game)
{
    const struct pool_player *player = &game->players[game->turn];

    return game->status == POOL_RUNNING && !move_pending(game) &&
           player->presence == POOL_HERE && player->seen == game->event_count;
}

static void consider(struct pool_game *game)
{
    if (game->ready || !can_move(game))
        return;
    game->ready = true;
    game_add(&game->pool->ready, game);
}

/* The game that has waited longest, if it can still move. */
static struct pool_game *next_mover(struct pool *pool)
{
    for (struct pool_game *game; (game = game_take(&pool->ready));) {
        game->ready = false;
        if (can_move(game))
            return game;
        if (game->status == POOL_WANTED)
            game_add(&pool->wanted, game);
    }
    return NULL;
}

/* ---- Creating games ------------------------------------------------------------- */

static void maker_failed(struct pool *pool, struct maker *maker)
{
    ws_close(&maker->line);
    maker->again = clock_ms() + PAUSE;
    maker->server = (maker->server + 1) % pool->options.server_count;
    if (maker->game)
        game_add(&pool->wanted, maker->game);
    maker->game = NULL;
}

static void game_begin(struct pool_game *game, const json_t *answer)
{
    struct pool *pool = game->pool;
    struct tb_setup setup;
    const json_t *seats = json_object_get(answer, "seats");

    snprintf(game->id, sizeof game->id, "%s", text_at(answer, "id"));
    tb_setup_init(&setup, pool->options.game, POOL_SEATS, NULL);
    tb_position_start(&game->position, &setup);
    game->status = POOL_OPEN;
    game->event_count = game->sent_count = game->moves = game->turn = 0;
    pool->counts.games++;
    for (int i = 0; i < POOL_SEATS; i++) {
        struct pool_player *player = &game->players[i];

        *player = (struct pool_player){
            .game = game, .seat = i, .server = i % pool->options.server_count};
        snprintf(player->secret, sizeof player->secret, "%s",
                 text_at(json_array_get(seats, (size_t)i), "secret"));
        player_add(&pool->waiting, player);
    }
    if (pool->options.began)
        pool->options.began(pool->options.context, game);
}

static void on_created(struct pool *pool, struct maker *maker, const char *text, size_t length)
{
    json_t *answer = json_loadb(text, length, 0, NULL);
    struct pool_game *game = maker->game;

    if (maker->line.status == 201 && game && answer) {
        maker->game = NULL;
        game_begin(game, answer);
    } else {
        if (!pool->options.resume || maker->line.status != 503)
            pool_fault(pool, NULL, "creating answered %d %.200s", maker->line.status, text);
        maker_failed(pool, maker);
    }
    json_decref(answer);
}

static void make_games(struct pool *pool, int64_t now)
{
    for (int i = 0; i < MAKERS && pool->wanted.first; i++) {
        struct maker *maker = &pool->makers[i];
        char order[512];

        if (maker->game || now < maker->again)
            continue;
        if (maker->line.state == WS_CLOSED &&
            !ws_connect(&maker->line, pool->epoll, &pool->options.servers[maker->server], maker)) {
            maker_failed(pool, maker);
            continue;
        }
        maker->game = game_take(&pool->wanted);
        snprintf(order, sizeof order,
                 "{\"game\":\"%s\",\"public\":false,\"seats\":[{\"kind\":\"person\"},"
                 "{\"kind\":\"person\"}]%s%s}",
                 tb_game_name(pool->options.game), *pool->options.terms ? "," : "",
                 pool->options.terms);
        ws_request(&maker->line, "POST", "/api/games", "", order);
    }
}

/* ---- Players' connections -------------------------------------------------------- */

static void set_presence(struct pool_player *player, enum pool_presence presence)
{
    struct pool *pool = player->game->pool;

    pool->connecting += (presence == POOL_COMING) - (player->presence == POOL_COMING);
    pool->connected += (presence == POOL_HERE) - (player->presence == POOL_HERE);
    player->presence = presence;
    if (presence == POOL_AWAY)
        ws_close(&player->line);
}

static void come_again(struct pool_player *player)
{
    struct pool *pool = player->game->pool;

    set_presence(player, POOL_AWAY);
    player->server = (player->server + 1) % pool->options.server_count;
    player->again = clock_ms() + PAUSE;
    player_add(&pool->waiting, player);
}

/* Ends a game, whatever its state, and asks for a new one in its place. */
static void game_drop(struct pool_game *game)
{
    struct pool *pool = game->pool;

    for (int i = 0; i < POOL_SEATS; i++) {
        set_presence(&game->players[i], POOL_AWAY);
        if (game->players[i].waiting)
            player_remove(&pool->waiting, &game->players[i]);
    }
    game->status = POOL_WANTED;
    if (pool->options.ended)
        pool->options.ended(pool->options.context, game);
    if (!game->ready) /* else it still stands in that queue */
        game_add(&pool->wanted, game);
}

static void player_fault(struct pool_player *player, const char *what, const char *text)
{
    pool_fault(player->game->pool, player->game, "seat %d, event %lld: %s%s%.300s",
               player->seat + 1, (long long)player->seen, what, *text ? ": " : "", text);
    game_drop(player->game);
}

static void on_lost(struct pool_player *player)
{
    struct pool *pool = player->game->pool;

    pool->counts.losses += player->presence == POOL_HERE;
    if (pool->options.resume)
        come_again(player);
    else
        player_fault(player, "the connection was lost", "");
}

static void connect_players(struct pool *pool, int64_t now)
{
    for (struct pool_player *player; (player = pool->waiting.first);) {
        if (player->again > now || pool->connecting >= CONNECTING_MAX)
            return;
        player_remove(&pool->waiting, player);
        set_presence(player, POOL_COMING);
        if (ws_connect(&player->line, pool->epoll, &pool->options.servers[player->server], player))
            ws_upgrade(&player->line, "/api/play", "tablier.1", "");
        else
            on_lost(player);
    }
}

static void say(struct pool_player *player, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void say(struct pool_player *player, const char *format, ...)
{
    char text[512];
    va_list arguments;

    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ws_send(&player->line, text, (size_t)length);
}

static void say_hello(struct pool_player *player)
{
    say(player,
        "{\"type\":\"hello\",\"version\":1,\"game\":\"%s\",\"secret\":\"%s\",\"since\":%lld}",
        player->game->id, player->secret, (long long)player->seen);
}

/* ---- Moves ---------------------------------------------------------------------- */

static void say_move(struct pool_player *player, int64_t seq, const char *move)
{
    say(player, "{\"type\":\"move\",\"seq\":%lld,\"move\":\"%s\"}", (long long)seq, move);
}

static void make_move(struct pool_game *game)
{
    struct pool *pool = game->pool;
    struct pool_player *player = &game->players[game->turn];
    tb_move moves[TB_MOVES_MAX];
    int count = tb_moves(&game->position, moves);

    if (count == 0) {
        player_fault(player, "the board is over, but not the server's game", "");
        return;
    }
    game->sent = grown(game->sent, game->sent_count, &game->sent_room, sizeof *game->sent);
    char *move = game->sent[game->sent_count++];

    tb_move_text(&game->position, moves[rng_below(&pool->rng, (uint32_t)count)], move,
                 sizeof *game->sent);
    game->sent_us = clock_us();
    pool->counts.sent++;
    say_move(player, player->seen, move);
}

/* The moves that have become due since the last time. */
static void make_moves(struct pool *pool)
{
    int64_t now = clock_us();

    if (pool->playing)
        pool->due += 1e-6 * (double)(now - pool->last_us) * pool->options.rate;
    pool->last_us = now;
    while (pool->playing && pool->due >= 1) {
        struct pool_game *game = next_mover(pool);

        if (!game) {
            pool->counts.starved += (int64_t)pool->due;
            pool->due -= (double)(int64_t)pool->due;
            return;
        }
        pool->due -= 1;
        make_move(game);
    }
}

/* An answer that does not come: with `resume` the move is sent once more. */
static void look_after(struct pool *pool, int64_t now)
{
    if (now - pool->looked_ms < PATIENCE / 3)
        return;
    pool->looked_ms = now;
    for (int i = 0; i < pool->options.games; i++) {
        struct pool_game *game = &pool->games[i];
        struct pool_player *player = &game->players[game->turn];

        if (game->status != POOL_RUNNING || !move_pending(game) || player->presence != POOL_HERE ||
            now - game->sent_us / 1000 < PATIENCE)
            continue;
        if (pool->options.resume)
            say_move(player, player->seen, game->sent[game->moves]);
        else if (now - game->sent_us / 1000 > 4 * PATIENCE)
            player_fault(player, "no answer to the move", game->sent[game->moves]);
    }
}

/* ---- Events --------------------------------------------------------------------- */

/* An event that nobody in the pool knew: a move must be the one that waits to be stored. */
static bool game_learn(struct pool_game *game, const struct pool_event *event)
{
    tb_move move;

    game->events = grown(game->events, game->event_count, &game->event_room, sizeof *game->events);
    game->events[game->event_count++] = *event;
    if (strcmp(event->kind, "move") != 0)
        return true;
    if (!move_pending(game) || event->seat != game->turn + 1 ||
        strcmp(event->data, game->sent[game->moves]) != 0)
        return false;
    game->moves++;
    return tb_move_parse(&game->position, event->data, &move, NULL) == TB_OK &&
           tb_play(&game->position, move, NULL) == TB_OK;
}

static bool same_event(const struct pool_event *a, const struct pool_event *b)
{
    return a->at == b->at && a->seat == b->seat && strcmp(a->kind, b->kind) == 0 &&
           strcmp(a->data, b->data) == 0;
}

/* Its own move has come back, or the opponent's has come. */
static void note_move(struct pool_player *player, const struct pool_event *event, bool live)
{
    struct pool_game *game = player->game;
    struct pool *pool = game->pool;
    bool own = event->seat == player->seat + 1;

    if (own)
        pool->counts.stored++;
    if (!own && live && pool->options.heard)
        pool->options.heard(pool->options.context, clock_us() - game->sent_us);
    if (own && live && (int)rng_below(&pool->rng, 1000) < pool->options.repeats)
        say_move(player, player->seen - 1, event->data);
}

static bool take_event(struct pool_player *player, const json_t *said, bool live)
{
    struct pool_game *game = player->game;
    struct pool_event event = {.at = integer_at(said, "at"), .seat = (int)integer_at(said, "seat")};
    int64_t seq = integer_at(said, "seq");

    snprintf(event.kind, sizeof event.kind, "%s", text_at(said, "kind"));
    snprintf(event.data, sizeof event.data, "%s", text_at(said, "data"));
    if (seq != player->seen + 1) {
        player_fault(player, "the next event has another number", text_at(said, "kind"));
        return false;
    }
    player->seen = seq;
    if (seq <= game->event_count ? !same_event(&event, &game->events[seq - 1])
                                 : !game_learn(game, &event)) {
        player_fault(player, "an event that cannot be", event.data);
        return false;
    }
    if (strcmp(event.kind, "move") == 0)
        note_move(player, &event, live);
    return true;
}

/* ---- The state ------------------------------------------------------------------ */

static enum pool_status status_of(const char *word)
{
    if (strcmp(word, "open") == 0)
        return POOL_OPEN;
    return strcmp(word, "running") == 0 ? POOL_RUNNING : POOL_OVER;
}

static void take_clocks(struct pool_game *game, const json_t *now)
{
    struct pool *pool = game->pool;
    const json_t *left = json_object_get(json_object_get(now, "clocks"), "left");
    struct pool_clocks clocks = {.time = integer_at(now, "time")};

    if (!left || !pool->options.clocks)
        return;
    for (int i = 0; i < POOL_SEATS; i++)
        clocks.left[i] = json_integer_value(json_array_get(left, (size_t)i));
    pool->options.clocks(pool->options.context, game, &clocks);
}

static bool all_know(const struct pool_game *game)
{
    for (int i = 0; i < POOL_SEATS; i++)
        if (game->players[i].seen != game->event_count)
            return false;
    return true;
}

/* Takes over what the server says of the present, unless something newer is known. */
static void take_now(struct pool_player *player, const json_t *now)
{
    struct pool_game *game = player->game;

    if (integer_at(now, "seq") == game->event_count) {
        game->status = status_of(text_at(now, "status"));
        take_clocks(game, now);
        if (game->status == POOL_RUNNING) {
            game->turn = (int)integer_at(now, "turn") - 1;
            if (game->turn != tb_turn(&game->position)) {
                player_fault(player, "the server takes another's turn", "");
                return;
            }
        }
    }
    if (game->status == POOL_OVER && all_know(game)) {
        game->pool->counts.finished++;
        game_drop(game);
        return;
    }
    consider(game);
}

/* Is the server's list of moves the one that follows from the events? */
static bool same_moves(const struct pool_game *game, const json_t *moves)
{
    if ((int64_t)json_array_size(moves) != game->moves)
        return false;
    for (int64_t i = 0; i < game->moves; i++) {
        const char *move = json_string_value(json_array_get(moves, (size_t)i));

        if (!move || strcmp(move, game->sent[i]) != 0)
            return false;
    }
    return true;
}

/* ---- Messages ------------------------------------------------------------------- */

static void on_welcome(struct pool_player *player, const json_t *root)
{
    struct pool_game *game = player->game;
    const json_t *state = json_object_get(root, "state"), *now = json_object_get(state, "now");
    const json_t *seat = json_array_get(json_object_get(now, "seats"), (size_t)player->seat);
    const json_t *event;
    size_t i;

    set_presence(player, POOL_HERE);
    if (integer_at(root, "seat") != player->seat + 1) {
        player_fault(player, "welcomed at another seat", "");
        return;
    }
    json_array_foreach(json_object_get(root, "events"), i, event)
        if (!take_event(player, event, false))
            return;
    if (player->seen != integer_at(now, "seq") ||
        (player->seen == game->event_count && !same_moves(game, json_object_get(state, "moves")))) {
        player_fault(player, "the state does not follow from the events", "");
        return;
    }
    if (!json_is_true(json_object_get(seat, "taken")))
        say(player, "{\"type\":\"join\",\"name\":\"player %d\"}", player->seat + 1);
    else if (move_pending(game) && game->turn == player->seat && player->seen == game->event_count)
        say_move(player, player->seen, game->sent[game->moves]);
    take_now(player, now);
}

static void on_event(struct pool_player *player, const json_t *root)
{
    if (take_event(player, json_object_get(root, "event"), true))
        take_now(player, json_object_get(root, "now"));
}

/* The answer to something repeated. One that is ahead of the events is caught up with. */
static void on_state(struct pool_player *player, const json_t *root)
{
    const json_t *state = json_object_get(root, "state");
    struct pool *pool = player->game->pool;

    pool->counts.states++;
    if (!pool->options.resume && pool->options.repeats == 0)
        player_fault(player, "something was taken for stale", "");
    else if (integer_at(json_object_get(state, "now"), "seq") > player->seen)
        come_again(player);
}

static void on_error(struct pool_player *player, const json_t *root)
{
    const char *code = text_at(root, "code");

    if (player->game->pool->options.resume && strcmp(code, "store") == 0) {
        if (player->presence != POOL_HERE)
            come_again(player);
        return;
    }
    player_fault(player, code, text_at(root, "text"));
}

static void on_ignored(struct pool_player *player, const json_t *root)
{
    (void)player;
    (void)root;
}

static void on_message(struct pool_player *player, const char *text, size_t length)
{
    static const struct {
        const char *type;
        void (*take)(struct pool_player *player, const json_t *root);
    } kinds[] = {
        {"event", on_event}, {"welcome", on_welcome},  {"state", on_state},
        {"error", on_error}, {"presence", on_ignored}, {"bye", on_ignored},
    };
    json_t *root = json_loadb(text, length, 0, NULL);
    const char *type = text_at(root, "type");
    size_t i = 0, count = sizeof kinds / sizeof *kinds;

    while (i < count && strcmp(type, kinds[i].type) != 0)
        i++;
    if (i < count)
        kinds[i].take(player, root);
    else
        player_fault(player, "an unknown message", text);
    json_decref(root);
}

static void on_player(struct pool_player *player, enum ws_event event, const char *text,
                      size_t length)
{
    switch (event) {
    case WS_UPGRADED:
        say_hello(player);
        break;
    case WS_TEXT:
        on_message(player, text, length);
        break;
    case WS_ANSWER:
        if (player->game->pool->options.resume && player->line.status == 503)
            come_again(player);
        else
            player_fault(player, "the upgrade was refused", text);
        break;
    case WS_LOST:
        on_lost(player);
        break;
    }
}

static void on_line(void *context, struct ws *line, enum ws_event event, char *text, size_t length)
{
    struct pool *pool = context;
    struct maker *maker = line->owner;

    if (maker < pool->makers || maker >= pool->makers + MAKERS)
        on_player(line->owner, event, text, length);
    else if (event == WS_ANSWER)
        on_created(pool, maker, text, length);
    else
        maker_failed(pool, maker);
}

/* ---- The pool ------------------------------------------------------------------- */

struct pool *pool_new(const struct pool_options *options)
{
    struct pool *pool = calloc(1, sizeof *pool);
    struct pool_game *games = calloc((size_t)options->games, sizeof *games);

    if (!pool || !games) {
        free(pool);
        free(games);
        return NULL;
    }
    *pool = (struct pool){.options = *options,
                          .epoll = epoll_create1(EPOLL_CLOEXEC),
                          .rng = {options->seed},
                          .games = games,
                          .wanted.end = &pool->wanted.first,
                          .ready.end = &pool->ready.first,
                          .waiting.end = &pool->waiting.first,
                          .last_us = clock_us()};
    for (int i = 0; i < MAKERS; i++)
        pool->makers[i].server = i % options->server_count;
    for (int i = 0; i < options->games; i++) {
        games[i].pool = pool;
        games[i].number = i;
        game_add(&pool->wanted, &games[i]);
    }
    return pool;
}

void pool_free(struct pool *pool)
{
    if (!pool)
        return;
    for (int i = 0; i < pool->options.games; i++) {
        struct pool_game *game = &pool->games[i];

        for (int seat = 0; seat < POOL_SEATS; seat++)
            ws_close(&game->players[seat].line);
        free(game->events);
        free(game->sent);
    }
    for (int i = 0; i < MAKERS; i++)
        ws_close(&pool->makers[i].line);
    close(pool->epoll);
    free(pool->games);
    free(pool);
}

void pool_play(struct pool *pool, bool playing)
{
    pool->playing = playing;
    pool->due = 0;
    pool->last_us = clock_us();
}

void pool_step(struct pool *pool, int wait)
{
    struct epoll_event events[EVENTS_MAX];
    int64_t now = clock_ms();

    make_games(pool, now);
    connect_players(pool, now);
    make_moves(pool);
    look_after(pool, now);
    int count = epoll_wait(pool->epoll, events, EVENTS_MAX, wait);

    for (int i = 0; i < count; i++)
        ws_pump(events[i].data.ptr, on_line, pool);
}
