/* log.c - the log. A line is written by one call, so that lines of threads do not mix. */
#include "server/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "core/text.h"

struct safe log_safe(const char *text)
{
    struct safe safe = {""};

    for (size_t i = 0; text[i] && i < sizeof safe.text - 4; i++)
        safe.text[i] = text[i] > ' ' && text[i] <= '~' && text[i] != '=' && text[i] != '"'
                           ? text[i]
                           : '_';
    return safe;
}

void log_event(const char *event, const char *format, ...)
{
    char line[512], stamp[32];
    struct text text = text_into(line, sizeof line - 1);
    struct timespec now;
    struct tm parts;
    va_list arguments;

    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &parts);
    text_add(&text, "time=%s.%03ldZ event=%s ", stamp, now.tv_nsec / 1000000, event);
    va_start(arguments, format);
    text_add_list(&text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "%s\n", line);
}
