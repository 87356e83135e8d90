/* lag.c - lag compensation as in scalachess: each move adds one gain to a player's quota, which
 * starts at three gains and is limited to seven. */
#include "club/lag.h"

#include <math.h>

enum { BASE_GAIN = 150, GAIN_PER_SECOND = 4, HEADROOM = 140, AT_START = 3, AT_MOST = 7 };

static const double SMOOTHING = 0.1;

static int least(int a, int b)
{
    return a < b ? a : b;
}

void lag_measure(struct lag_meter *meter, int round_trip_ms)
{
    double value = round_trip_ms < 0 ? 0 : least(round_trip_ms, LAG_ROUND_TRIP_MOST);

    meter->mean = meter->known ? meter->mean + SMOOTHING * (value - meter->mean) : value;
    meter->known = true;
}

int lag_of(const struct lag_meter *meter)
{
    return meter->known ? (int)lrint(meter->mean) : LAG_UNKNOWN;
}

int lag_bars(int lag_ms)
{
    static const int limits[] = {150, 300, 500};
    int bars = LAG_BARS_MOST;

    if (lag_ms < 0)
        return 0;
    for (int i = 0; i < 3; i++)
        bars -= lag_ms >= limits[i];
    return bars;
}

struct lag_quota lag_quota_start(int speed_s, int measured_ms)
{
    int gain = LAG_GAIN_MOST;

    if (speed_s < (LAG_GAIN_MOST - BASE_GAIN) / GAIN_PER_SECOND)
        gain = BASE_GAIN + GAIN_PER_SECOND * speed_s;
    if (measured_ms >= 0)
        gain = least(gain, measured_ms + HEADROOM);
    return (struct lag_quota){.gain = gain, .quota = AT_START * gain, .most = AT_MOST * gain};
}

int lag_compensate(struct lag_quota *quota, int lag_ms)
{
    int given = lag_ms < 0 ? 0 : least(lag_ms, quota->quota);

    quota->quota = least(quota->quota + quota->gain - given, quota->most);
    quota->compensated += given;
    return given;
}

int lag_flag_wait(const struct lag_quota *quota)
{
    return least(quota->quota, LAG_FLAG_WAIT_MOST);
}
