/* log.h - one line of key=value pairs per event, on standard error. Never a secret. */
#ifndef TABLIER_SERVER_LOG_H
#define TABLIER_SERVER_LOG_H

#include "server/connection/limits.h"

/* log_event("start", "port=%d", 8080) writes
 *     time=2026-11-15T10:00:00.123Z event=start port=8080
 * Texts that others have chosen must be safe: see log_safe(). */
void log_event(const char *event, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Limits log lines that untrusted clients can cause, so that an attack cannot fill the disk. The
 * number of lines left out is logged before the next one. Zero-initialised.
 */
struct log_limit {
    struct bucket lines;
    uint64_t skipped;
};
void log_limited(struct log_limit *limit, int64_t now, const char *event, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A copy of a text in which anything that could break a line or a pair is '_', cut at 60. */
struct safe {
    char text[64];
};
struct safe log_safe(const char *text);

/* A sentence in quotation marks, on one line, cut at 250 bytes. */
struct log_sentence {
    char text[256];
};
struct log_sentence log_sentence(const char *text);

#endif
