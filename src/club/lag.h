/*
 * lag.h - compensation of network lag on clocks.
 *
 * The server's clock of a player runs a round trip too long. The round trip is measured by the
 * server alone, by the time in the payload of its pings. Each move gives back what it cost, as far
 * as the player's quota goes; the quota grows with every move, so that a steady line is always
 * compensated, and a line that stops for long only once.
 */
#ifndef TABLIER_CLUB_LAG_H
#define TABLIER_CLUB_LAG_H

#include <stdbool.h>

enum {
    LAG_UNKNOWN = -1,
    LAG_GAIN_MOST = 1000, /* milliseconds, as everything here */
    LAG_FLAG_WAIT_MOST = 2000,
    LAG_ROUND_TRIP_MOST = 10000, /* a longer one is a pause of the client */
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
/* 4: a good line ... 1: a bad one; 0: unknown. */
int lag_bars(int lag_ms);

/* The time that a player can still get back. */
struct lag_quota {
    int gain, quota, most;
    int compensated; /* in all */
};

/* `speed_s`: main time and expected increments; `measured_ms` may be LAG_UNKNOWN. */
struct lag_quota lag_quota_start(int speed_s, int measured_ms);
/* A move was made; returns the part of its lag that is not charged. */
int lag_compensate(struct lag_quota *quota, int lag_ms);
/* How long a flag waits for a move that may be on its way. */
int lag_flag_wait(const struct lag_quota *quota);

#endif
