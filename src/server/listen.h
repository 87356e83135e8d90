/*
 * listen.h - the sockets that the server listens on: opened here, at exactly the
 * addresses that were asked for, or handed over by systemd.
 *
 * No netlink is needed, so that it works in a unit that forbids it.
 */
#ifndef TABLIER_SERVER_LISTEN_H
#define TABLIER_SERVER_LISTEN_H

#include "tablier.h"

enum { LISTEN_MAX = 32, LISTEN_NAME_SIZE = 64 };

struct listen_set {
    int fds[LISTEN_MAX];
    int count;
    int port;
};

/* Listens at `hosts`: addresses of this machine (IPv6 with or without brackets), names, which are
 * resolved, or network interfaces; 0.0.0.0 is all of IPv4, :: all of IPv6. Port 0: any that is
 * free, the same for all. Sockets that systemd hands over (LISTEN_FDS) are used instead. False
 * with a reason; then nothing is open. */
bool listen_open(struct listen_set *set, const char *const *hosts, int host_count, int port,
                 struct tb_error *error);
void listen_close(struct listen_set *set);

/* The host that a browser on this machine asks for, as it stands in a URL. */
void listen_name(const struct listen_set *set, char out[LISTEN_NAME_SIZE]);

#endif
