/* log.c - the log. A line is written by one call, so that lines of threads do not mix. */
#include "server/connection/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "core/text.h"

struct safe log_safe(const char *text)
{
    struct safe safe = {""};

    for (size_t i = 0; text[i] && i < sizeof safe.text - 4; i++)
        safe.text[i] =
            text[i] > ' ' && text[i] <= '~' && text[i] != '=' && text[i] != '"' ? text[i] : '_';
    return safe;
}

struct log_sentence log_sentence(const char *text)
{
    struct log_sentence sentence = {"\""};
    size_t used = 1;

    for (size_t i = 0; text[i] && i < 250; i++)
        sentence.text[used++] = (unsigned char)text[i] < ' ' || text[i] == 0x7f ? ' '
                                : text[i] == '"'                                ? '\''
                                                                                : text[i];
    sentence.text[used] = '"';
    return sentence;
}

static void write_line(const char *event, const char *format, va_list arguments)
{
    char line[512], stamp[32];
    struct text text = text_into(line, sizeof line - 1);
    struct timespec now;
    struct tm parts;

    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &parts);
    text_add(&text, "time=%s.%03ldZ event=%s ", stamp, now.tv_nsec / 1000000, event);
    text_add_list(&text, format, arguments);
    fprintf(stderr, "%s\n", line);
}

void log_event(const char *event, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    write_line(event, format, arguments);
    va_end(arguments);
}

void log_limited(struct log_limit *limit, int64_t now, const char *event, const char *format, ...)
{
    static const struct bucket_rate often = {.most = 50, .rate = 10};
    va_list arguments;
    int wait;

    if (!bucket_take(&limit->lines, &often, now, &wait)) {
        limit->skipped++;
        return;
    }
    if (limit->skipped > 0)
        log_event("skipped", "lines=%llu", (unsigned long long)limit->skipped);
    limit->skipped = 0;
    va_start(arguments, format);
    write_line(event, format, arguments);
    va_end(arguments);
}
