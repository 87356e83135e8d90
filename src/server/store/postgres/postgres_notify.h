/* postgres_notify.h - see struct backend. */
#ifndef TABLIER_SERVER_POSTGRES_NOTIFY_H
#define TABLIER_SERVER_POSTGRES_NOTIFY_H

#include "server/store/postgres/postgres_wire.h"

enum backend_result postgres_notify(struct wire *wire, const struct notice *notices, int count);
enum backend_result postgres_share_presence(struct wire *wire, const struct remote_presence *notes,
                                            int count);
enum backend_result postgres_listen(struct wire *wire, int milliseconds,
                                    const struct listener *listener);

#endif
