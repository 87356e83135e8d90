/*
 * listen.h - the sockets that the server listens on, of TCP or in the file system: opened
 * here, at exactly the addresses that were asked for, or handed over by systemd.
 *
 * No netlink is needed, so that it works in a unit that forbids it.
 */
#ifndef TABLIER_SERVER_LISTEN_H
#define TABLIER_SERVER_LISTEN_H

#include <sys/types.h>

#include "core/position.h"

enum { LISTEN_MAX = 32 };

struct listen_set {
    int fds[LISTEN_MAX];
    /* The files of Unix sockets that were made here, to be removed; 0 for other sockets. */
    ino_t files[LISTEN_MAX];
    int count;
    int port; /* of the TCP sockets; 0 if there are none */
};

/* Takes the sockets that systemd hands over (LISTEN_FDS), if any; those that it calls "metrics"
 * (FileDescriptorName=) go to the second set. False with a reason. */
bool listen_inherit(struct listen_set *set, struct listen_set *metrics, struct tb_error *error);

/* Listens at `hosts`: addresses of this machine (IPv6 with or without brackets), names, which are
 * resolved, network interfaces, or paths of Unix sockets, which begin with '/'; 0.0.0.0 is all of
 * IPv4, :: all of IPv6. Port 0: any that is free, the same for all. False with a reason; then
 * nothing is open. */
bool listen_open(struct listen_set *set, const char *const *hosts, int host_count, int port,
                 struct tb_error *error);
/* The same for one place, written as 9180 (on 127.0.0.1), HOST:9180, [::1]:9180 or /path. */
bool listen_open_at(struct listen_set *set, const char *where, struct tb_error *error);
/* True if only this machine can connect: all sockets are TCP at loopback addresses. */
bool listen_is_loopback(const struct listen_set *set);
/* Closes everything and removes the files of Unix sockets. */
void listen_close(struct listen_set *set);

/* Writes an address for browsers, or "unix:/path" if there are Unix sockets only. */
void listen_url(const struct listen_set *set, const char *scheme, char *out, size_t size);

#endif
