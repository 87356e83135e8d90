/* listen.c - opening the sockets that the server listens on. */
#define _GNU_SOURCE /* struct ifreq and its ioctls */
#include "server/connection/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/error.h"

enum {
    FIRST_FD = 3,       /* of those that systemd hands over */
    ADDRESSES_MAX = 16, /* of one host */
    BACKLOG = 4096,
    TRIES = 16, /* to find a port that is free at all addresses */
};

struct address {
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
        struct sockaddr_un local;
    } at;
    socklen_t length;
};

struct addresses {
    struct address list[ADDRESSES_MAX];
    int count;
};

static void add_address(struct addresses *addresses, const struct sockaddr *from, socklen_t length)
{
    struct address *address = &addresses->list[addresses->count];

    if (addresses->count == ADDRESSES_MAX || length > sizeof address->at)
        return;
    memset(address, 0, sizeof *address);
    memcpy(&address->at, from, length);
    address->length = length;
    addresses->count++;
}

/* ---- What a host is called ------------------------------------------------------------ */

/* The IPv4 addresses of an interface, asked for by ioctl: getifaddrs() would use netlink. */
static void add_interface_four(struct addresses *addresses, const char *name)
{
    struct ifreq requests[64];
    struct ifconf list = {.ifc_len = sizeof requests, .ifc_req = requests};
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

    if (fd < 0)
        return;
    if (ioctl(fd, SIOCGIFCONF, &list) == 0)
        for (size_t i = 0; i < (size_t)list.ifc_len / sizeof *requests; i++)
            if (strncmp(requests[i].ifr_name, name, IFNAMSIZ) == 0)
                add_address(addresses, &requests[i].ifr_addr, sizeof(struct sockaddr_in));
    close(fd);
}

/* The IPv6 addresses, which the kernel lists as text. */
static void add_interface_six(struct addresses *addresses, const char *name)
{
    FILE *file = fopen("/proc/self/net/if_inet6", "re");
    char digits[33], device[IFNAMSIZ];
    unsigned index;

    while (file && fscanf(file, "%32s %x %*x %*x %*x %15s", digits, &index, device) == 3) {
        struct sockaddr_in6 six = {.sin6_family = AF_INET6};

        if (strcmp(device, name) != 0)
            continue;
        for (int i = 0; i < 16; i++) {
            char byte[3] = {digits[2 * i], digits[2 * i + 1], '\0'};

            six.sin6_addr.s6_addr[i] = (unsigned char)strtoul(byte, NULL, 16);
        }
        if (IN6_IS_ADDR_LINKLOCAL(&six.sin6_addr))
            six.sin6_scope_id = index;
        add_address(addresses, (const struct sockaddr *)&six, sizeof six);
    }
    if (file)
        fclose(file);
}

static bool resolve(struct addresses *addresses, const char *host, int flags)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = flags};
    struct addrinfo *list = NULL;

    if (getaddrinfo(host, NULL, &hints, &list) != 0)
        return false;
    for (const struct addrinfo *info = list; info; info = info->ai_next)
        if (info->ai_family == AF_INET || info->ai_family == AF_INET6)
            add_address(addresses, info->ai_addr, info->ai_addrlen);
    freeaddrinfo(list);
    return addresses->count > 0;
}

static bool add_path(struct addresses *addresses, const char *path, struct tb_error *error)
{
    struct sockaddr_un local = {.sun_family = AF_UNIX};

    if (strlen(path) >= sizeof local.sun_path) {
        error_set(error, TB_ERR_RANGE,
                  "The path of a Unix socket must be shorter than {max} bytes.",
                  arg_unsigned("max", (sizeof local.sun_path)));
        return false;
    }
    strcpy(local.sun_path, path);
    add_address(addresses, (const struct sockaddr *)&local, sizeof local);
    return true;
}

/* Finds the addresses of a host; *exact: it was given as one address. */
static bool find_addresses(const char *host, struct addresses *addresses, bool *exact,
                           struct tb_error *error)
{
    char plain[256];
    size_t length = strlen(host);
    bool brackets = length > 2 && host[0] == '[' && host[length - 1] == ']';
    struct text text = text_into(plain, sizeof plain);

    text_add(&text, "%.*s", brackets ? (int)length - 2 : (int)length, host + brackets);
    addresses->count = 0;
    *exact = host[0] == '/' || resolve(addresses, plain, AI_NUMERICHOST);
    if (host[0] == '/')
        return add_path(addresses, host, error);
    if (*exact)
        return true;
    if (!brackets && length < IFNAMSIZ && if_nametoindex(plain) > 0) {
        add_interface_four(addresses, plain);
        add_interface_six(addresses, plain);
        if (addresses->count > 0)
            return true;
        error_set(error, TB_ERR_RANGE, "The network interface ''{host}'' has no address.",
                  arg_text("host", quote(host).text));
        return false;
    }
    if (!brackets && length > 0 && resolve(addresses, plain, 0))
        return true;
    error_set(error, TB_ERR_RANGE,
              "''{host}'' is neither an address, nor a network interface, nor a name that can be "
              "resolved.",
              arg_text("host", quote(host).text));
    return false;
}

/* ---- One socket ------------------------------------------------------------------------ */

static void set_port(struct address *address, int port)
{
    if (address->at.any.sa_family == AF_INET)
        address->at.four.sin_port = htons((uint16_t)port);
    else if (address->at.any.sa_family == AF_INET6)
        address->at.six.sin6_port = htons((uint16_t)port);
}

static int port_of(int fd)
{
    struct address address = {.length = sizeof address.at};

    if (getsockname(fd, &address.at.any, &address.length) != 0 ||
        address.at.any.sa_family == AF_UNIX)
        return 0;
    return ntohs(address.at.any.sa_family == AF_INET ? address.at.four.sin_port
                                                     : address.at.six.sin6_port);
}

static bool is_loopback(int fd)
{
    struct address address = {.length = sizeof address.at};

    if (getsockname(fd, &address.at.any, &address.length) != 0)
        return false;
    return address.at.any.sa_family == AF_INET
               ? ntohl(address.at.four.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET
               : address.at.any.sa_family == AF_INET6 &&
                     IN6_IS_ADDR_LOOPBACK(&address.at.six.sin6_addr);
}

bool listen_is_loopback(const struct listen_set *set)
{
    for (int i = 0; i < set->count; i++)
        if (!is_loopback(set->fds[i]))
            return false;
    return true;
}

/* Removes a socket that a server has left behind. False with errno if the path is not free then. */
static bool clear_path(const struct address *address)
{
    const char *path = address->at.local.sun_path;
    struct stat there;

    if (lstat(path, &there) != 0)
        return errno == ENOENT;
    errno = EEXIST;
    if (!S_ISSOCK(there.st_mode))
        return false;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool left =
        fd >= 0 && connect(fd, &address->at.any, address->length) != 0 && errno == ECONNREFUSED;

    if (fd >= 0)
        close(fd);
    errno = EADDRINUSE;
    return left && unlink(path) == 0;
}

/* Returns the socket, or -1 with errno. An IPv6 socket takes no IPv4: each address is opened by
 * itself. */
static int open_socket(const struct address *address)
{
    int on = 1, family = address->at.any.sa_family;
    int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if ((family == AF_UNIX && !clear_path(address)) ||
        (family == AF_INET6 && setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on) != 0) ||
        bind(fd, &address->at.any, address->length) != 0 ||
        /* As with a port, everyone who gets there may connect; the folder decides who does. */
        (family == AF_UNIX && chmod(address->at.local.sun_path, 0666) != 0) ||
        listen(fd, BACKLOG) != 0) {
        int reason = errno;

        close(fd);
        errno = reason;
        return -1;
    }
    return fd;
}

static void cannot_listen_local(const char *path, int reason, struct tb_error *error)
{
    if (reason == EADDRINUSE)
        error_set(error, TB_ERR_RANGE, "Cannot listen on {path}: another program uses it.",
                  arg_text("path", path));
    else if (reason == EEXIST)
        error_set(error, TB_ERR_RANGE, "Cannot listen on {path}: it exists and is not a socket.",
                  arg_text("path", path));
    else
        error_system(error, TB_ERR_SYSTEM, reason, "Cannot listen on {path}",
                     arg_text("path", path));
}

static void cannot_listen(const struct address *address, int port, int reason,
                          struct tb_error *error)
{
    if (address->at.any.sa_family == AF_UNIX) {
        cannot_listen_local(address->at.local.sun_path, reason, error);
        return;
    }
    char name[INET6_ADDRSTRLEN] = "";
    const char *at =
        inet_ntop(address->at.any.sa_family,
                  address->at.any.sa_family == AF_INET ? (const void *)&address->at.four.sin_addr
                                                       : (const void *)&address->at.six.sin6_addr,
                  name, sizeof name);

    if (!at)
        at = "?";
    switch (reason) {
    case EADDRNOTAVAIL:
    case EAFNOSUPPORT:
        error_set(
            error, TB_ERR_RANGE,
            "Cannot listen on {address}: it is not an address of this machine (ip address lists "
            "them; 0.0.0.0 is all).",
            arg_text("address", at));
        break;
    case EADDRINUSE:
        error_set(
            error, TB_ERR_RANGE,
            "Cannot listen on {address} port {port}: another program uses it; try another --port.",
            arg_text("address", at), arg_count("port", port));
        break;
    case EACCES:
        error_set(error, TB_ERR_RANGE,
                  "Cannot listen on {address} port {port}: ports below 1024 need root or "
                  "CAP_NET_BIND_SERVICE.",
                  arg_text("address", at), arg_count("port", port));
        break;
    default:
        error_system(error, TB_ERR_SYSTEM, reason, "Cannot listen on {address} port {port}",
                     arg_text("address", at), arg_count("port", port));
    }
}

/* ---- All of them ------------------------------------------------------------------------ */

/* Opens the addresses of one host. Of a name's addresses those that are not ours are passed over,
 * as long as one is. Returns 0, or the errno. */
static int open_host(struct listen_set *set, struct addresses *addresses, bool exact,
                     const struct address **failed)
{
    int opened = 0, missing = 0;

    for (int i = 0; i < addresses->count; i++) {
        struct address *address = &addresses->list[i];

        set_port(address, set->port);
        int fd = set->count < LISTEN_MAX ? open_socket(address) : -1;

        if (fd < 0) {
            *failed = address;
            missing = set->count < LISTEN_MAX ? errno : EMFILE;
            if (exact || (missing != EADDRNOTAVAIL && missing != EAFNOSUPPORT))
                return missing;
            continue;
        }
        struct stat made;
        bool local = address->at.any.sa_family == AF_UNIX;

        opened++;
        set->files[set->count] =
            local && stat(address->at.local.sun_path, &made) == 0 ? made.st_ino : 0;
        set->fds[set->count++] = fd;
        if (set->port == 0)
            set->port = port_of(fd);
    }
    return opened > 0 ? 0 : missing;
}

/* True if a socket is already open at the address; naming it twice is allowed. */
static bool is_open(const struct listen_set *set, const struct address *address)
{
    for (int i = 0; i < set->count; i++) {
        struct address other = {.length = sizeof other.at};

        if (getsockname(set->fds[i], &other.at.any, &other.length) == 0 &&
            other.at.any.sa_family == address->at.any.sa_family &&
            (other.at.any.sa_family == AF_UNIX
                 ? strcmp(other.at.local.sun_path, address->at.local.sun_path) == 0
             : other.at.any.sa_family == AF_INET
                 ? other.at.four.sin_addr.s_addr == address->at.four.sin_addr.s_addr
                 : memcmp(&other.at.six.sin6_addr, &address->at.six.sin6_addr, 16) == 0))
            return true;
    }
    return false;
}

static void drop_open(const struct listen_set *set, struct addresses *addresses)
{
    int kept = 0;

    for (int i = 0; i < addresses->count; i++)
        if (!is_open(set, &addresses->list[i]))
            addresses->list[kept++] = addresses->list[i];
    addresses->count = kept;
}

/* Returns 0, 1 if another port may do, or -1. */
static int open_all(struct listen_set *set, const char *const *hosts, int host_count, bool any_port,
                    struct tb_error *error)
{
    for (int i = 0; i < host_count; i++) {
        const struct address *failed = NULL;
        struct addresses addresses;
        bool exact;

        if (!find_addresses(hosts[i], &addresses, &exact, error))
            return -1;
        drop_open(set, &addresses);
        int reason = addresses.count > 0 ? open_host(set, &addresses, exact, &failed) : 0;

        if (reason) {
            cannot_listen(failed, set->port, reason, error);
            return any_port && reason == EADDRINUSE && set->count > 0 ? 1 : -1;
        }
    }
    return 0;
}

/* ---- From systemd ------------------------------------------------------------------------ */

/* How many sockets were handed over to this process (see sd_listen_fds(3)). */
static int inherited(void)
{
    const char *pid = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");

    return pid && count && strtol(pid, NULL, 10) == getpid() ? atoi(count) : 0;
}

/* True if LISTEN_FDNAMES, "connection:metrics" say, calls a descriptor so; they count from 0. */
static bool is_called(int index, const char *name)
{
    const char *names = getenv("LISTEN_FDNAMES");

    for (; names && index > 0; index--) {
        names = strchr(names, ':');
        names = names ? names + 1 : NULL;
    }
    return names && strcspn(names, ":") == strlen(name) && strncmp(names, name, strlen(name)) == 0;
}

static bool is_listening(int fd)
{
    struct address address = {.length = sizeof address.at};
    int listening = 0, type = 0;
    socklen_t length = sizeof listening;

    return getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &length) == 0 && listening &&
           getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &length) == 0 && type == SOCK_STREAM &&
           getsockname(fd, &address.at.any, &address.length) == 0 &&
           (address.at.any.sa_family == AF_INET || address.at.any.sa_family == AF_INET6 ||
            address.at.any.sa_family == AF_UNIX);
}

static bool take_inherited(struct listen_set *set, int fd, struct tb_error *error)
{
    if (!is_listening(fd) || set->count == LISTEN_MAX) {
        error_set(error, TB_ERR_RANGE,
                  "Descriptor {number}, which LISTEN_FDS hands over, is not a stream socket that "
                  "listens.",
                  arg_count("number", fd));
        return false;
    }
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    set->files[set->count] = 0;
    set->fds[set->count++] = fd;
    if (set->port == 0)
        set->port = port_of(fd);
    return true;
}

bool listen_inherit(struct listen_set *set, struct listen_set *metrics, struct tb_error *error)
{
    int count = inherited();
    bool taken = true;

    *set = *metrics = (struct listen_set){0};
    for (int i = 0; i < count && taken; i++)
        taken = take_inherited(is_called(i, "metrics") ? metrics : set, FIRST_FD + i, error);
    unsetenv("LISTEN_PID");
    unsetenv("LISTEN_FDS");
    unsetenv("LISTEN_FDNAMES");
    return taken;
}

/* ---- The interface ------------------------------------------------------------------------ */

/* 0 if there are only Unix sockets. */
static int tcp_port(const struct listen_set *set)
{
    int port = 0;

    for (int i = 0; i < set->count && port == 0; i++)
        port = port_of(set->fds[i]);
    return port;
}

bool listen_open(struct listen_set *set, const char *const *hosts, int host_count, int port,
                 struct tb_error *error)
{
    int status = 1;

    *set = (struct listen_set){0};
    for (int i = 0; i < TRIES && status == 1; i++) {
        listen_close(set);
        set->port = port;
        status = open_all(set, hosts, host_count, port == 0, error);
    }
    if (status != 0)
        listen_close(set);
    set->port = tcp_port(set);
    return status == 0;
}

bool listen_open_at(struct listen_set *set, const char *where, struct tb_error *error)
{
    const char *colon = strrchr(where, ':');
    const char *digits = colon ? colon + 1 : where;
    char host[256], *end;
    struct text text = text_into(host, sizeof host);
    bool local = where[0] == '/';
    long port = local ? 0 : strtol(digits, &end, 10);

    if (!local && (*digits < '0' || *digits > '9' || *end || port > 65535 || colon == where ||
                   (colon && where[0] != '[' && memchr(where, ':', (size_t)(colon - where))))) {
        error_set(error, TB_ERR_VALUE,
                  "''{where}'' is not a place to listen on; it looks like 9180, 192.0.2.1:9180, "
                  "[::1]:9180 or /run/tablier/metrics.",
                  arg_text("where", quote(where).text));
        return false;
    }
    if (colon && !local)
        text_add(&text, "%.*s", (int)(colon - where), where);
    else
        text_add(&text, "%s", local ? where : "127.0.0.1");
    return listen_open(set, (const char *const[]){host}, 1, (int)port, error);
}

void listen_close(struct listen_set *set)
{
    while (set->count > 0) {
        struct address address = {.length = sizeof address.at};
        struct stat there;
        int i = --set->count;

        /* Unless another socket is there by now. */
        if (set->files[i] && getsockname(set->fds[i], &address.at.any, &address.length) == 0 &&
            stat(address.at.local.sun_path, &there) == 0 && there.st_ino == set->files[i])
            unlink(address.at.local.sun_path);
        close(set->fds[i]);
    }
}

static void add_host(struct text *text, const struct address *address)
{
    char host[INET6_ADDRSTRLEN] = "";

    if (address->at.any.sa_family == AF_INET) {
        bool all = address->at.four.sin_addr.s_addr == htonl(INADDR_ANY);

        inet_ntop(AF_INET, &address->at.four.sin_addr, host, sizeof host);
        text_add(text, "%s", all ? "localhost" : host);
    } else if (IN6_IS_ADDR_UNSPECIFIED(&address->at.six.sin6_addr)) {
        text_add(text, "localhost");
    } else {
        inet_ntop(AF_INET6, &address->at.six.sin6_addr, host, sizeof host);
        text_add(text, "[%s", host);
        if (address->at.six.sin6_scope_id)
            text_add(text, "%%25%u", (unsigned)address->at.six.sin6_scope_id);
        text_char(text, ']');
    }
}

void listen_url(const struct listen_set *set, const char *scheme, char *out, size_t size)
{
    struct address address = {.length = 0};
    struct text text = text_into(out, size);
    bool known = false;

    for (int i = 0; i < set->count && (!known || address.at.any.sa_family == AF_UNIX); i++) {
        address = (struct address){.length = sizeof address.at};
        known = getsockname(set->fds[i], &address.at.any, &address.length) == 0;
    }
    if (known && address.at.any.sa_family == AF_UNIX) {
        text_add(&text, "unix:%.*s", (int)sizeof address.at.local.sun_path,
                 address.at.local.sun_path);
        return;
    }
    text_add(&text, "%s://", scheme);
    if (known)
        add_host(&text, &address);
    else
        text_add(&text, "localhost");
    text_add(&text, ":%d/", set->port);
}
