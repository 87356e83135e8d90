/* tls.h - the server's side of TLS. */
#ifndef TABLIER_SERVER_TLS_H
#define TABLIER_SERVER_TLS_H

#include <openssl/ssl.h>

#include "core/position.h"

/* From a certificate, with its chain, and its key, both PEM files. NULL with the reason. */
SSL_CTX *tls_new(const char *certificate, const char *key, struct tb_error *error);

#endif
