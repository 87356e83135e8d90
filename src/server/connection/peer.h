/*
 * peer.h - addresses of clients, and the check of the Origin field.
 */
#ifndef TABLIER_SERVER_PEER_H
#define TABLIER_SERVER_PEER_H

#include <stdbool.h>

struct sockaddr;

enum { ADDRESS_SIZE = 48 };

/* The part of an address that stands for one user: all of IPv4, 64 bits of IPv6, "local" for a Unix
 * socket; "unknown" if it is none. */
void peer_normalise(const char *address, char out[ADDRESS_SIZE]);
void peer_of_sockaddr(const struct sockaddr *address, char out[ADDRESS_SIZE]);

/* The network of 48 bits that such an address of IPv6 is in; false for others. */
bool peer_network(const char *address, char out[ADDRESS_SIZE]);

/* A network of addresses: all that begin with the same bits. */
struct network {
    unsigned char bytes[16];
    int bits;
    bool six;
};

/* Reads "192.0.2.7", "192.0.2.0/24" or "2001:db8::/48"; an address of IPv6 is its network of 64
 * bits. At least 8 bits, or 16 of IPv6. Writes it in the one way that it is stored, unless `out` is
 * NULL. */
bool network_parse(const char *text, struct network *network, char out[ADDRESS_SIZE]);
/* True if the first network contains the second. */
bool network_has(const struct network *network, const struct network *other);

/* The address that our proxy vouches for: the last one of X-Forwarded-For. */
void peer_of_forwarded(const char *forwarded, char out[ADDRESS_SIZE]);

/* True if the text is a valid Origin field: a scheme, a host and perhaps a port. */
bool origin_valid(const char *origin);

/* True if a page from `origin` may use the server that it calls `host`: pages of the server itself,
 * and those of `extra` (NULL: no others). "" is a program other than a browser, and may. */
bool origin_allowed(const char *origin, const char *host, const char *extra);

#endif
