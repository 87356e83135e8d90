/* metrics.h - the server's counters, for Prometheus. */
#ifndef TABLIER_SERVER_METRICS_H
#define TABLIER_SERVER_METRICS_H

struct server;

/* From malloc(); NULL if memory runs out. */
char *metrics_text(const struct server *server);

#endif
