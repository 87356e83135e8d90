/*
 * host.h - check of the Host field of a request.
 *
 * A page of another site can make a browser ask this server under that site's name, if the site's
 * owner points the name here (DNS rebinding); then the browser takes both for one site. So
 * names are refused that somebody else could own.
 */
#ifndef TABLIER_SERVER_HOST_H
#define TABLIER_SERVER_HOST_H

#include <openssl/x509.h>
#include <stdbool.h>

struct host_rules {
    const char *const *names; /* that the operator has given */
    int name_count;
    const char *const *hosts; /* that the server listens at: some are names */
    int host_count;
    const char *origin; /* whose pages may use the server; NULL: none */
    X509 *certificate;  /* its names are ours; NULL: none */
    bool any;           /* every name will do */
    bool loopback;      /* only this machine can connect */
};

/* True if `host` is a Host field ("name", "name:8080", "[::1]:8080") that can be meant for this
 * server: "" (a program), a numeric address, localhost, a name below a domain that is not part of
 * the public DNS, this machine's own name, one that the rules have, or, unless the server is for
 * this machine alone, a name without a dot: a name of the local network. */
bool host_expected(const char *host, const struct host_rules *rules);

/* True if this is a name as `names` has them: letters, digits, hyphens, underscores and dots. */
bool host_name_valid(const char *name);

#endif
