/* log.h - one line of key=value pairs an event, on standard error. Never a secret. */
#ifndef TABLIER_SERVER_LOG_H
#define TABLIER_SERVER_LOG_H

/* log_event("start", "port=%d", 8080) writes
 *     time=2026-11-15T10:00:00.123Z event=start port=8080
 * Texts that others have chosen must be safe: see log_safe(). */
void log_event(const char *event, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A copy of a text in which anything that could break a line or a pair is '_', cut at 60. */
struct safe {
    char text[64];
};
struct safe log_safe(const char *text);

#endif
