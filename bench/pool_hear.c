/*
 * pool_hear.c - messages from the server to the players of a pool: checked against the known
 * events, then applied.
 */
#include <stdio.h>
#include <string.h>

#include "pool_inner.h"

/* ---- Events --------------------------------------------------------------------- */

/* Applies an event that is new to the pool: a move must be the one that waits to be stored. */
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

/* Records a move: the player's own, now stored, or the opponent's. */
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
    if (move_pending(game) && game->turn == player->seat && player->seen == game->event_count)
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

void player_hear(struct pool_player *player, const char *text, size_t length)
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
