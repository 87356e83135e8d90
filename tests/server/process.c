/* process.c - a server under test. */
#include "process.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int64_t wall_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void raise_file_limit(void)
{
    struct rlimit files;

    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

/* A port that nobody listens on at the moment. */
static int free_port(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), port = 0;

    if (bind(fd, (struct sockaddr *)&address, sizeof address) == 0 &&
        getsockname(fd, (struct sockaddr *)&address, &length) == 0)
        port = ntohs(address.sin_port);
    close(fd);
    return port;
}

static void become_server(const struct process *process)
{
    char port[16];
    const char *words[8 + PROCESS_EXTRAS] = {process->program, "serve", "--port", port, "--store",
                                             process->store};
    int count = 6;
    int nothing = open("/dev/null", O_RDWR);
    int log = open(process->log, O_WRONLY | O_CREAT | O_APPEND, 0600);

    snprintf(port, sizeof port, "%d", process->port);
    for (int i = 0; process->extras[i]; i++)
        words[count++] = process->extras[i];
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(nothing, STDIN_FILENO);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    execv(process->program, (char *const *)words);
    perror(process->program);
    _exit(127);
}

bool process_start(struct process *process)
{
    if (process->port == 0)
        process->port = free_port();
    ws_address_parse(&process->address, "127.0.0.1", process->port);
    process->pid = fork();
    if (process->pid == 0)
        become_server(process);
    return process->pid > 0;
}

bool process_await(struct process *process, int timeout)
{
    for (int64_t until = clock_ms() + timeout; clock_ms() < until; usleep(10000)) {
        int status;

        if (waitpid(process->pid, &status, WNOHANG) == process->pid) {
            fprintf(stderr, "the server at port %d ends with %s %d\n", process->port,
                    WIFSIGNALED(status) ? "signal" : "status",
                    WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
            process->pid = 0;
            return false;
        }
        if (http_fetch(&process->address, "GET", "/healthz", "", "", 1000, NULL) == 200)
            return true;
    }
    return false;
}

int process_end(struct process *process, int signal)
{
    int status = 0;

    if (process->pid <= 0)
        return -1;
    kill(process->pid, signal);
    waitpid(process->pid, &status, 0);
    process->pid = 0;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

long process_memory(const struct process *process, bool peak)
{
    char path[64], line[256];
    long memory = 0;

    snprintf(path, sizeof path, "/proc/%d/status", (int)process->pid);
    FILE *file = fopen(path, "r");

    while (file && fgets(line, sizeof line, file))
        sscanf(line, peak ? "VmHWM: %ld" : "VmRSS: %ld", &memory);
    if (file)
        fclose(file);
    return memory;
}
