/* main.c - the program: finds the command, runs it, and sees that its output arrives. */
#define _GNU_SOURCE /* fopencookie() */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/terminal.h"
#include "core/message.h"
#include "jansson/json_memory.h"

static int dispatch(int argc, char **argv)
{
    if (argc < 2)
        return usage_error(
            "A command is missing; to begin, type tablier play, or see tablier --help.");
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return help_all();
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "version") == 0) {
        puts("tablier " TB_VERSION);
        return STATUS_OK;
    }
    const struct command *command = command_find(argv[1]);

    if (!command)
        return help_unknown(argv[1]);
    json_memory_watch();
    return memory_status(command_run(command, argv + 2));
}

/* ---- Standard output ---------------------------------------------------------------------- */

static int output_reason; /* errno of the first write that failed; 0: none */

#ifdef __GLIBC__
static ssize_t write_output(void *context, const char *data, size_t size)
{
    ssize_t written = write(STDOUT_FILENO, data, size);

    (void)context;
    if (written < 0 && output_reason == 0)
        output_reason = errno;
    return written < 0 ? 0 : written;
}

/* A stream keeps that a write failed, but not why. Ours keeps the reason. A terminal's stays as it
 * is: line editing needs it. */
static void watch_output(void)
{
    static char buffer[1 << 14];
    const cookie_io_functions_t functions = {.write = write_output};
    FILE *stream = isatty(STDOUT_FILENO) ? NULL : fopencookie(NULL, "w", functions);

    if (stream) {
        setvbuf(stream, buffer, _IOFBF, sizeof buffer);
        stdout = stream;
    }
}
#else
static void watch_output(void)
{
}
#endif

/* Output that never reached its file turns success into failure. */
static int flush_output(int status)
{
    int broken = ferror(stdout);

    errno = 0;
    if (fflush(stdout) == 0 && !broken)
        return status;
    int reason = output_reason ? output_reason : errno ? errno : EIO;

    failure("Cannot write the output: {reason}.", arg_text("reason", system_words(reason)));
    return status == STATUS_OK ? STATUS_FAILED : status;
}

int main(int argc, char **argv)
{
    watch_output();
    terminal_detect();
    int status = terminal_take_lang(&argc, argv);

    return flush_output(status == GO_ON ? dispatch(argc, argv) : status);
}
