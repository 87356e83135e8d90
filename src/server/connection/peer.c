/* peer.c - addresses and origins. */
#include "server/connection/peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

static void normalise_four(const void *four, char out[ADDRESS_SIZE])
{
    inet_ntop(AF_INET, four, out, ADDRESS_SIZE);
}

static void normalise_six(const struct in6_addr *six, char out[ADDRESS_SIZE])
{
    struct in6_addr network = *six;

    if (IN6_IS_ADDR_V4MAPPED(six)) {
        normalise_four(six->s6_addr + 12, out);
        return;
    }
    memset(network.s6_addr + 8, 0, 8);
    inet_ntop(AF_INET6, &network, out, ADDRESS_SIZE);
}

void peer_normalise(const char *address, char out[ADDRESS_SIZE])
{
    struct in6_addr six;
    struct in_addr four;

    if (inet_pton(AF_INET, address, &four) == 1)
        normalise_four(&four, out);
    else if (inet_pton(AF_INET6, address, &six) == 1)
        normalise_six(&six, out);
    else
        strcpy(out, "unknown");
}

void peer_of_sockaddr(const struct sockaddr *address, char out[ADDRESS_SIZE])
{
    struct sockaddr_in6 six;
    struct sockaddr_in four;

    strcpy(out, "unknown");
    if (address->sa_family == AF_INET) {
        memcpy(&four, address, sizeof four);
        normalise_four(&four.sin_addr, out);
    } else if (address->sa_family == AF_INET6) {
        memcpy(&six, address, sizeof six);
        normalise_six(&six.sin6_addr, out);
    } else if (address->sa_family == AF_UNIX) {
        strcpy(out, "local");
    }
}

bool peer_network(const char *address, char out[ADDRESS_SIZE])
{
    struct in6_addr six;

    if (inet_pton(AF_INET6, address, &six) != 1)
        return false;
    memset(six.s6_addr + 6, 0, 10);
    inet_ntop(AF_INET6, &six, out, ADDRESS_SIZE - 3);
    strcat(out, "/48");
    return true;
}

/* The number of bits after the slash; -1 if it is not one. */
static int read_bits(const char *text, int most)
{
    size_t length = strlen(text);
    int bits = length > 0 && length < 4 && strspn(text, "0123456789") == length ? atoi(text) : -1;

    return bits <= most ? bits : -1;
}

bool network_parse(const char *text, struct network *network, char out[ADDRESS_SIZE])
{
    char address[ADDRESS_SIZE], name[INET6_ADDRSTRLEN];
    const char *slash = strchr(text, '/');
    size_t length = slash ? (size_t)(slash - text) : strlen(text);

    *network = (struct network){0};
    if (length >= sizeof address)
        return false;
    snprintf(address, sizeof address, "%.*s", (int)length, text);
    network->six = inet_pton(AF_INET6, address, network->bytes) == 1;
    if (!network->six && inet_pton(AF_INET, address, network->bytes) != 1)
        return false;
    int most = network->six ? 128 : 32;

    network->bits = slash ? read_bits(slash + 1, most) : most;
    if (network->bits < most / 8 + (network->six ? 0 : 4))
        return false;
    if (network->six && network->bits > 64)
        network->bits = 64;
    for (int i = network->bits; i < 128; i++)
        network->bytes[i / 8] &= (unsigned char)~(0x80 >> i % 8);
    if (out && (network->six || network->bits < 32))
        snprintf(out, ADDRESS_SIZE, "%.40s/%d",
                 inet_ntop(network->six ? AF_INET6 : AF_INET, network->bytes, name, sizeof name),
                 network->bits);
    else if (out)
        inet_ntop(AF_INET, network->bytes, out, ADDRESS_SIZE);
    return true;
}

bool network_has(const struct network *network, const struct network *other)
{
    int whole = network->bits / 8, rest = network->bits % 8;

    return network->six == other->six && network->bits <= other->bits &&
           memcmp(network->bytes, other->bytes, (size_t)whole) == 0 &&
           (rest == 0 || (network->bytes[whole] ^ other->bytes[whole]) >> (8 - rest) == 0);
}

void peer_of_forwarded(const char *forwarded, char out[ADDRESS_SIZE])
{
    const char *last = strrchr(forwarded, ','); /* the proxy adds at the end */
    char address[64];

    last = last ? last + 1 : forwarded;
    last += strspn(last, " \t");
    size_t length = strcspn(last, " \t");

    snprintf(address, sizeof address, "%.*s", length < sizeof address ? (int)length : 0, last);
    peer_normalise(address, out);
}

bool origin_valid(const char *origin)
{
    static const char host_characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789.-_";
    const char *at;

    if (strncmp(origin, "https://", 8) == 0)
        at = origin + 8;
    else if (strncmp(origin, "http://", 7) == 0)
        at = origin + 7;
    else
        return false;
    size_t length = *at == '[' ? strspn(at + 1, "0123456789abcdefABCDEF:.") : 0;

    if (length > 0 && at[1 + length] == ']')
        length += 2;
    else
        length = strspn(at, host_characters);
    at += length;
    if (length > 0 && *at == ':') {
        size_t digits = strspn(at + 1, "0123456789");

        at += digits >= 1 && digits <= 5 ? 1 + digits : 0;
    }
    return length > 0 && *at == '\0';
}

bool origin_allowed(const char *origin, const char *host, const char *extra)
{
    if (!*origin)
        return true;
    if (!origin_valid(origin))
        return false;
    if (extra && strcasecmp(origin, extra) == 0)
        return true;
    return *host && strcasecmp(strstr(origin, "://") + 3, host) == 0;
}
