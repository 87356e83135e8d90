/*
 * process.c - starting, hearing and ending other programs.
 *
 * By posix_spawn() and not uv_spawn(): libuv collects a program as soon as it ends, and its
 * number may then belong to another before what it had started is killed with its group. Here
 * it stays a zombie until the group is gone; and a wait with a deadline in a thread of its own
 * needs no loop and no handler of SIGCHLD.
 */
#define _GNU_SOURCE /* pipe2 */

#include "match/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/error.h"

enum { RECEIVED_MAX = 64 << 20 /* bytes read between two lines that we send */ };

extern char **environ;

void process_block_signals(void)
{
    static const int signals[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT};
    sigset_t set;

    sigemptyset(&set);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaddset(&set, signals[i]);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static bool is_program(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

bool process_can_run(const char *program)
{
    const char *folders = getenv("PATH");

    if (strchr(program, '/') || !folders)
        return is_program(program);
    for (;;) {
        size_t length = strcspn(folders, ":");
        char path[4096];
        struct text text = text_into(path, sizeof path);

        text_add(&text, "%.*s/%s", (int)length, length ? folders : ".", program);
        if (text.used < sizeof path && is_program(path))
            return true;
        if (folders[length] == '\0')
            return false;
        folders += length + 1;
    }
}

/* ---- Life and death ---------------------------------------------------------------- */

bool process_init(struct process *process, const char *name, FILE *log)
{
    process->pid = 0;
    process->to = process->from = -1;
    process->name = name;
    process->log = log;
    return pipe2(process->wake, O_CLOEXEC | O_NONBLOCK) == 0;
}

void process_release(struct process *process)
{
    int status;

    process_end(process, 0, &status);
    close(process->wake[0]);
    close(process->wake[1]);
}

static void close_pair(int pair[2])
{
    close(pair[0]);
    close(pair[1]);
}

/* Says what becomes of the program's standard streams. */
static int direct_streams(posix_spawn_file_actions_t *actions, int in, int out, FILE *log)
{
    int code = posix_spawn_file_actions_adddup2(actions, in, STDIN_FILENO);

    if (code == 0)
        code = posix_spawn_file_actions_adddup2(actions, out, STDOUT_FILENO);
    if (code == 0 && log)
        code = posix_spawn_file_actions_adddup2(actions, fileno(log), STDERR_FILENO);
    else if (code == 0)
        code = posix_spawn_file_actions_addopen(actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    return code;
}

/* Starts the program with `in` and `out` as its streams; returns an errno. */
static int spawn(pid_t *pid, char *const *argv, int in, int out, FILE *log)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, defaults;

    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    if (posix_spawn_file_actions_init(&actions))
        return ENOMEM;
    if (posix_spawnattr_init(&attributes)) {
        posix_spawn_file_actions_destroy(&actions);
        return ENOMEM;
    }
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    int code = direct_streams(&actions, in, out, log);

    if (code == 0)
        code = posix_spawnp(pid, argv[0], &actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

bool process_start(struct process *process, char *const *argv, struct tb_error *error)
{
    int in[2], out[2];

    if (pipe2(in, O_CLOEXEC) != 0) {
        error_system(error, TB_ERR_SYSTEM, errno, "Cannot make a pipe");
        return false;
    }
    if (pipe2(out, O_CLOEXEC) != 0) {
        error_system(error, TB_ERR_SYSTEM, errno, "Cannot make a pipe");
        close_pair(in);
        return false;
    }
    int code = spawn(&process->pid, argv, in[0], out[1], process->log);

    close(in[0]);
    close(out[1]);
    process->to = in[1];
    process->from = out[0];
    process->begin = process->end = process->received = 0;
    if (code == 0 && fcntl(process->to, F_SETFL, O_NONBLOCK) == 0 &&
        fcntl(process->from, F_SETFL, O_NONBLOCK) == 0)
        return true;
    error_system(error, TB_ERR_RANGE, code ? code : errno, "Cannot run {name}",
                 arg_text("name", quote(argv[0]).text));
    if (code)
        process->pid = 0;
    process_end(process, 0, &code);
    return false;
}

/* True if the program has ended. It stays a zombie, so that its process id is not reused. */
static bool has_ended(pid_t pid)
{
    siginfo_t info = {.si_pid = 0};

    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

static void close_end(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

void process_end(struct process *process, int64_t timeout_us, int *status)
{
    const struct timespec nap = {.tv_nsec = 2000000};
    int64_t deadline = clock_us() + timeout_us;

    *status = -1;
    close_end(&process->to);
    if (process->pid > 0) {
        while (!has_ended(process->pid) && clock_us() < deadline)
            nanosleep(&nap, NULL);
        bool ended = has_ended(process->pid);
        int how;

        kill(-process->pid, SIGKILL);
        while (waitpid(process->pid, &how, 0) < 0 && errno == EINTR)
            continue;
        if (ended)
            *status = how;
        process->pid = 0;
    }
    close_end(&process->from);
}

void process_wake(struct process *process)
{
    ssize_t written = write(process->wake[1], "", 1);

    (void)written; /* a full pipe wakes as well */
}

/* ---- Talk ----------------------------------------------------------------------------- */

static void note(const struct process *process, char direction, const char *line)
{
    if (process->log)
        fprintf(process->log, "%lld.%03d %s %c %s\n", (long long)(clock_us() / 1000000),
                (int)(clock_us() / 1000 % 1000), process->name, direction, line);
}

/* Waits until `end` is ready for `events` or closed, the process is stopped, or the deadline has
 * passed. */
static enum process_event wait_for(const struct process *process, int end, short events,
                                   int64_t deadline_us)
{
    for (;;) {
        struct pollfd polled[] = {{.fd = end, .events = events},
                                  {.fd = process->wake[0], .events = POLLIN}};
        int64_t left_ms = (deadline_us - clock_us() + 999) / 1000;
        int wait_ms = left_ms < 0 ? 0 : left_ms > 1000000 ? 1000000 : (int)left_ms;
        int count = poll(polled, 2, wait_ms);

        if (count < 0 && errno != EINTR)
            return PROCESS_GONE;
        if (count > 0 && polled[1].revents)
            return PROCESS_STOPPED;
        if (count > 0 && polled[0].revents)
            return PROCESS_READY;
        if (clock_us() >= deadline_us)
            return PROCESS_LATE;
    }
}

static enum process_event send_bytes(struct process *process, int64_t deadline_us,
                                     const char *bytes, size_t left)
{
    while (left > 0) {
        ssize_t written = write(process->to, bytes, left);

        if (written > 0) {
            bytes += written;
            left -= (size_t)written;
        } else if (errno == EAGAIN) {
            enum process_event event = wait_for(process, process->to, POLLOUT, deadline_us);

            if (event != PROCESS_READY)
                return event;
        } else if (errno != EINTR) {
            return PROCESS_GONE;
        }
    }
    return PROCESS_READY;
}

enum process_event process_send(struct process *process, int64_t deadline_us, const char *line)
{
    enum process_event event = send_bytes(process, deadline_us, line, strlen(line));

    note(process, '<', line);
    process->received = 0;
    return event == PROCESS_READY ? send_bytes(process, deadline_us, "\n", 1) : event;
}

/* Cuts the first whole line out of the buffer. */
static const char *take_line(struct process *process)
{
    char *line = process->buffer + process->begin;
    char *end = memchr(line, '\n', process->end - process->begin);

    if (!end)
        return NULL;
    process->begin = (size_t)(end + 1 - process->buffer);
    if (end > line && end[-1] == '\r')
        end--;
    *end = '\0';
    note(process, '>', line);
    return line;
}

/* Reads what there is, behind what is already there. */
static enum process_event fill(struct process *process)
{
    size_t kept = process->end - process->begin;

    memmove(process->buffer, process->buffer + process->begin, kept);
    process->begin = 0;
    process->end = kept;
    if (kept == sizeof process->buffer || process->received > RECEIVED_MAX)
        return PROCESS_FLOOD;
    ssize_t got = read(process->from, process->buffer + kept, sizeof process->buffer - kept);

    if (got > 0) {
        process->end += (size_t)got;
        process->received += (size_t)got;
        return PROCESS_READY;
    }
    return got < 0 && (errno == EINTR || errno == EAGAIN) ? PROCESS_READY : PROCESS_GONE;
}

enum process_event process_receive(struct process *process, int64_t deadline_us, const char **line)
{
    while (!(*line = take_line(process))) {
        /* Checked here too: a program that never stops writing must not evade the deadline. */
        enum process_event event = clock_us() < deadline_us
                                       ? wait_for(process, process->from, POLLIN, deadline_us)
                                       : PROCESS_LATE;

        if (event == PROCESS_READY)
            event = fill(process);
        if (event != PROCESS_READY)
            return event;
    }
    return PROCESS_READY;
}
