#include "server/create_limit.h"

/* An address that has this part of its games left has created few. */
static const double NEWCOMER = 0.9;

/* True if the server as a whole may create one more game. The last half of them is for addresses
 * that have created few, so that a flood does not keep others from playing. */
static bool has_games(struct server *server, const char *address, int64_t now, int *wait)
{
    const int most = server->options.all_games;
    const struct bucket_rate rate = {most, most / 3600.0};
    bool newcomer = limits_left(server->limits, address, LIMIT_GAMES, now) >= NEWCOMER;

    if (!bucket_has(&server->games, &rate, now, wait))
        return false;
    if (newcomer || server->games.level >= most / 2.0)
        return true;
    *wait = (int)((most / 2.0 - server->games.level) / rate.rate) + 1;
    return false;
}

bool server_may_create(struct server *server, const char *address, int *wait,
                       struct refusal *refusal)
{
    int64_t now = acceptor_now(&server->acceptor);

    if (!has_games(server, address, now, wait))
        return refuse(refusal, REFUSED_RATE,
                      "Too many new games on this server; wait {wait} seconds.",
                      arg_count("wait", *wait));
    if (!limits_take(server->limits, address, LIMIT_GAMES, now, wait))
        return refuse(refusal, REFUSED_RATE,
                      "Too many games from your address; wait {wait} seconds.",
                      arg_count("wait", *wait));
    server->games.level -= 1;
    return true;
}
