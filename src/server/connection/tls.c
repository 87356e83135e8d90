/* tls.c - certificate, key, and which versions are spoken. */
#include "server/connection/tls.h"

#include <openssl/err.h>

#include "core/error.h"

/* Of TLS 1.2: forward secrecy and authenticated encryption only, so neither static RSA nor CBC. All
 * suites of TLS 1.3 have both. */
static const char suites[] = "ECDHE+AESGCM:ECDHE+CHACHA20";

/* Only HTTP/1.1 is spoken here. */
static int choose_protocol(SSL *ssl, const unsigned char **out, unsigned char *out_length,
                           const unsigned char *in, unsigned in_length, void *context)
{
    static const unsigned char ours[] = "\x08http/1.1";
    unsigned char *chosen;

    (void)ssl;
    (void)context;
    if (SSL_select_next_proto(&chosen, out_length, ours, sizeof ours - 1, in, in_length) !=
        OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    *out = chosen;
    return SSL_TLSEXT_ERR_OK;
}

SSL_CTX *tls_new(const char *certificate, const char *key, struct tb_error *error)
{
    SSL_CTX *tls = SSL_CTX_new(TLS_server_method());

    if (!tls || SSL_CTX_set_cipher_list(tls, suites) != 1) {
        SSL_CTX_free(tls);
        error_memory(error);
        return NULL;
    }
    SSL_CTX_set_min_proto_version(tls, TLS1_2_VERSION);
    SSL_CTX_set_options(tls, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                 SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_mode(tls, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                              SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_alpn_select_cb(tls, choose_protocol, NULL);
    ERR_clear_error();
    if (SSL_CTX_use_certificate_chain_file(tls, certificate) == 1 &&
        SSL_CTX_use_PrivateKey_file(tls, key, SSL_FILETYPE_PEM) == 1 &&
        SSL_CTX_check_private_key(tls) == 1)
        return tls;
    error_set(error, TB_ERR_RANGE,
              "The certificate {certificate} and the key {key} cannot be used (OpenSSL says: "
              "{error}): both must be readable PEM files, and belong together.",
              arg_text("certificate", quote(certificate).text), arg_text("key", quote(key).text),
              arg_text("error", ERR_reason_error_string(ERR_peek_error())));
    SSL_CTX_free(tls);
    return NULL;
}
