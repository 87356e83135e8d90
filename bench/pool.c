/* pool.c - many pairs of players at a server: games, connections, moves. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "pool_inner.h"

enum {
    CONNECTING_MAX = 64, /* connections begun and not yet welcomed */
    PAUSE = 150,         /* milliseconds before a lost connection is tried again */
    PATIENCE = 3000,     /* milliseconds before an unanswered move is sent again */
    FAULTS_SHOWN = 20,
    EVENTS_MAX = 256,
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

bool move_pending(const struct pool_game *game)
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

void *grown(void *array, int64_t count, int64_t *room, size_t size)
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

int64_t integer_at(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);

    return json_is_integer(value) ? json_integer_value(value) : -1;
}

const char *text_at(const json_t *object, const char *key)
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

void consider(struct pool_game *game)
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
    json_decref(maker->created);
    maker->created = NULL;
}

/* The head of a member's request; "" for a guest. */
static const char *member_head(const struct pool_game *game, int seat, char out[256])
{
    const char *const *cookies = game->pool->options.cookies;

    *out = '\0';
    if (cookies)
        snprintf(out, 256, "Content-Type: application/json\r\nCookie: %s\r\n",
                 cookies[POOL_SEATS * game->number + seat]);
    return out;
}

/* The second member takes the other seat. */
static void join_game(struct maker *maker, json_t *created)
{
    const json_t *seat = json_array_get(json_object_get(created, "seats"), 1);
    char path[64], head[256], heads[384];

    maker->created = json_incref(created);
    snprintf(path, sizeof path, "/api/games/%s/join", text_at(created, "id"));
    snprintf(heads, sizeof heads, "%sAuthorization: Bearer %s\r\n",
             member_head(maker->game, 1, head), text_at(seat, "secret"));
    ws_request(&maker->line, "POST", path, heads, "{}");
}

static void game_begin(struct pool_game *game, const json_t *answer)
{
    struct pool *pool = game->pool;
    struct tb_setup setup;
    const json_t *seats = json_object_get(answer, "seats");

    snprintf(game->id, sizeof game->id, "%s", text_at(answer, "id"));
    tb_setup_init(&setup, pool->options.game, POOL_SEATS, NULL);
    tb_position_start(&game->position, &setup, NULL);
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

    if (maker->line.status == 201 && game && answer && pool->options.cookies) {
        join_game(maker, answer);
    } else if (maker->line.status == 201 && game && answer) {
        maker->game = NULL;
        game_begin(game, answer);
    } else if (maker->line.status == 200 && maker->created && answer) {
        json_t *seats = json_object_get(maker->created, "seats");

        json_array_set(seats, 1, answer);
        maker->game = NULL;
        game_begin(game, maker->created);
        json_decref(maker->created);
        maker->created = NULL;
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
        char order[512], head[256];

        if (maker->game || now < maker->again)
            continue;
        if (maker->line.state == WS_CLOSED &&
            !ws_connect(&maker->line, pool->epoll, &pool->options.servers[maker->server], maker)) {
            maker_failed(pool, maker);
            continue;
        }
        maker->game = game_take(&pool->wanted);
        snprintf(order, sizeof order,
                 "{\"game\":\"%s\",\"public\":false,\"seats\":[{\"mine\":true},{%s}]%s%s}",
                 tb_game_name(pool->options.game),
                 pool->options.cookies ? "" : "\"mine\":true", *pool->options.terms ? "," : "",
                 pool->options.terms);
        ws_request(&maker->line, "POST", "/api/games", member_head(maker->game, 0, head), order);
    }
}

/* ---- Players' connections -------------------------------------------------------- */

void set_presence(struct pool_player *player, enum pool_presence presence)
{
    struct pool *pool = player->game->pool;

    pool->connecting += (presence == POOL_COMING) - (player->presence == POOL_COMING);
    pool->connected += (presence == POOL_HERE) - (player->presence == POOL_HERE);
    player->presence = presence;
    if (presence == POOL_AWAY)
        ws_close(&player->line);
}

void come_again(struct pool_player *player)
{
    struct pool *pool = player->game->pool;

    set_presence(player, POOL_AWAY);
    player->server = (player->server + 1) % pool->options.server_count;
    player->again = clock_ms() + PAUSE;
    player_add(&pool->waiting, player);
}

void game_drop(struct pool_game *game)
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

void player_fault(struct pool_player *player, const char *what, const char *text)
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
    char head[256];

    for (struct pool_player *player; (player = pool->waiting.first);) {
        if (player->again > now || pool->connecting >= CONNECTING_MAX)
            return;
        player_remove(&pool->waiting, player);
        set_presence(player, POOL_COMING);
        if (ws_connect(&player->line, pool->epoll, &pool->options.servers[player->server], player))
            ws_upgrade(&player->line, "/api/play", "tablier.1",
                       member_head(player->game, player->seat, head));
        else
            on_lost(player);
    }
}

void say(struct pool_player *player, const char *format, ...)
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

void say_move(struct pool_player *player, int64_t seq, const char *move)
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

static void on_player(struct pool_player *player, enum ws_event event, const char *text,
                      size_t length)
{
    switch (event) {
    case WS_UPGRADED:
        say_hello(player);
        break;
    case WS_TEXT:
        player_hear(player, text, length);
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
    for (int i = 0; i < MAKERS; i++) {
        ws_close(&pool->makers[i].line);
        json_decref(pool->makers[i].created);
    }
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
