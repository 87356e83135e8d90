/* postgres_notify.h - see struct backend. */
#ifndef TABLIER_SERVER_POSTGRES_NOTIFY_H
#define TABLIER_SERVER_POSTGRES_NOTIFY_H

#include "server/store/postgres/postgres_wire.h"

enum backend_result postgres_notify(struct backend_handle *handle, const struct notice *notices,
                                    int count);
enum backend_result postgres_share_presence(struct backend_handle *handle,
                                            const struct remote_presence *notes, int count);
enum backend_result postgres_listen(struct backend_handle *handle, int milliseconds,
                                    const struct listener *listener);

#endif
