/*
 * lag.h - compensation of network lag on clocks.
 *
 * The server charges a player one round trip too much per move. It measures the round trip by
 * itself, by the time in the payload of its pings. Each move gives the player that time back, up to
 * a quota that grows with every move: so steady lag is always compensated, a long interruption only
 * once.
 */
#ifndef TABLIER_CLUB_LAG_H
#define TABLIER_CLUB_LAG_H

#include <stdbool.h>

enum {
    LAG_UNKNOWN = -1,
    LAG_GAIN_MOST = 1000, /* milliseconds, as everything here */
    LAG_FLAG_WAIT_MOST = 2000,
    LAG_ROUND_TRIP_MOST = 10000, /* a longer one means that the client was suspended */
    LAG_BARS_MOST = 4,
};

/* The round trip of a connection, smoothed. */
struct lag_meter {
    double mean;
    bool known;
};

void lag_measure(struct lag_meter *meter, int round_trip_ms);
/* LAG_UNKNOWN before the first measurement. */
int lag_of(const struct lag_meter *meter);
/* Returns the quality of a connection: 4 (good) to 1 (bad), 0 if the lag is unknown. */
int lag_bars(int lag_ms);

/* The time that a player can still get back, in milliseconds. */
struct lag_quota {
    int gain, quota, most;
    int compensated; /* total so far */
};

/* `speed_s`: seconds of main time and expected increments; `measured_ms` may be LAG_UNKNOWN. */
struct lag_quota lag_quota_start(int speed_s, int measured_ms);
/* A move was made; returns the part of its lag that is not charged. */
int lag_compensate(struct lag_quota *quota, int lag_ms);
/* Returns how long the server waits, once a clock has run out, for a move that may be under way. */
int lag_flag_wait(const struct lag_quota *quota);

#endif
