/* host.c - judging the Host of a request. */
#include "server/connection/host.h"

#include <arpa/inet.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { NAME_SIZE = 256 };

/* Cuts off the port, and the dot of a complete name. False if the rest is too long. */
static bool take_name(const char *host, char name[NAME_SIZE])
{
    size_t length = strcspn(host, ":");

    if (length > 0 && host[length - 1] == '.')
        length--;
    if (length >= NAME_SIZE)
        return false;
    memcpy(name, host, length);
    name[length] = '\0';
    return true;
}

static bool is_local(const char *name)
{
    static const char *const domains[] = {".localhost", ".local",       ".internal", ".home.arpa",
                                          ".lan",       ".localdomain", ".home",     ".test"};
    size_t length = strlen(name);

    if (!*name || strcasecmp(name, "localhost") == 0)
        return true;
    for (size_t i = 0; i < sizeof domains / sizeof *domains; i++) {
        size_t end = strlen(domains[i]);

        if (length > end && strcasecmp(name + length - end, domains[i]) == 0)
            return true;
    }
    return false;
}

static bool is_listed(const char *name, const char *const *list, int count)
{
    for (int i = 0; i < count; i++)
        if (strcasecmp(name, list[i]) == 0)
            return true;
    return false;
}

static bool is_own(const char *name)
{
    char own[NAME_SIZE];

    if (gethostname(own, sizeof own) != 0)
        return false;
    own[sizeof own - 1] = '\0';
    return strcasecmp(name, own) == 0;
}

static bool is_of_origin(const char *name, const char *origin)
{
    const char *host = origin ? strstr(origin, "://") : NULL;
    char other[NAME_SIZE];

    return host && take_name(host + 3, other) && strcasecmp(name, other) == 0;
}

bool host_expected(const char *host, const struct host_rules *rules)
{
    struct in_addr four;
    char name[NAME_SIZE];

    if (rules->any || host[0] == '[')
        return true;
    if (!take_name(host, name))
        return false;
    return is_local(name) || (!rules->loopback && !strchr(name, '.')) ||
           inet_pton(AF_INET, name, &four) == 1 ||
           is_listed(name, rules->names, rules->name_count) ||
           is_listed(name, rules->hosts, rules->host_count) || is_of_origin(name, rules->origin) ||
           (rules->certificate &&
            X509_check_host(rules->certificate, name, strlen(name), 0, NULL) == 1) ||
           is_own(name);
}

bool host_name_valid(const char *name)
{
    size_t length = strlen(name);

    return length > 0 && length < NAME_SIZE && name[0] != '.' && name[length - 1] != '.' &&
           strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.") ==
               length;
}
