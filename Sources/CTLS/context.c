#include "ctls.h"
#include "openssl.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define ssl hypermock_tls_openssl

static int use_identity_of_session(SSL *session, const hypermock_tls_identity *identity) {
    return ssl.SSL_use_cert_and_key(session, identity->certificate, identity->key, (STACK_OF(X509) *)identity->chain, 1);
}

// The name in the server_name extension (RFC 6066 §3): list length, type 0, length, name. 0 if there is none.
static int read_server_name(SSL *session, char name[256]) {
    const unsigned char *bytes;
    size_t count;
    if (!ssl.SSL_client_hello_get0_ext(session, TLSEXT_TYPE_server_name, &bytes, &count) || count < 5) return 0;
    size_t length = (size_t)bytes[3] << 8 | bytes[4];
    if (bytes[2] != TLSEXT_NAMETYPE_host_name || length == 0 || length > 255 || length > count - 5) return 0;
    if (memchr(bytes + 5, 0, length) != NULL) return 0;
    memcpy(name, bytes + 5, length);
    name[length] = 0;
    return 1;
}

static int take_client_hello(SSL *session, int *alert, void *owner) {
    hypermock_tls_context *context = owner;
    char name[256];
    uint8_t code = SSL_AD_INTERNAL_ERROR;
    int has_name = read_server_name(session, name);
    const hypermock_tls_identity *identity = context->chooser(context->owner, has_name ? name : NULL, &code);
    if (identity != NULL && use_identity_of_session(session, identity)) return SSL_CLIENT_HELLO_SUCCESS;
    *alert = code;
    return SSL_CLIENT_HELLO_ERROR;
}

static int select_protocol(SSL *session, const unsigned char **out, unsigned char *count, const unsigned char *offered,
                           unsigned offered_count, void *owner) {
    hypermock_tls_context *context = owner;
    (void)session;
    int chosen = ssl.SSL_select_next_proto((unsigned char **)out, count, context->protocols, context->protocol_count, offered,
                                           offered_count);
    // RFC 7301 §3.2: without a common protocol the server sends no_application_protocol.
    return chosen == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

hypermock_tls_context *hypermock_tls_context_new(int is_server) {
    hypermock_tls_context *context = calloc(1, sizeof *context);
    if (context == NULL) return NULL;
    context->is_server = is_server;
    context->context = ssl.SSL_CTX_new(is_server ? ssl.TLS_server_method() : ssl.TLS_client_method());
    if (context->context == NULL) {
        free(context);
        return NULL;
    }
    ssl.SSL_CTX_ctrl(context->context, SSL_CTRL_MODE, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE, NULL);
    ssl.SSL_CTX_set_options(context->context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    ssl.SSL_CTX_ctrl(context->context, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, NULL);
    // Sessions of one context may be resumed, by tickets, and by nobody else.
    if (is_server) ssl.SSL_CTX_set_session_id_context(context->context, (const unsigned char *)"hypermock", 9);
    return context;
}

void hypermock_tls_context_set_chooser(hypermock_tls_context *context, hypermock_tls_chooser chooser, void *owner) {
    context->chooser = chooser;
    context->owner = owner;
    ssl.SSL_CTX_set_client_hello_cb(context->context, take_client_hello, context);
}

int hypermock_tls_context_set_identity(hypermock_tls_context *context, const hypermock_tls_identity *identity) {
    return ssl.SSL_CTX_use_cert_and_key(context->context, identity->certificate, identity->key,
                                        (STACK_OF(X509) *)identity->chain, 1);
}

int hypermock_tls_context_set_versions(hypermock_tls_context *context, int lowest, int highest) {
    if (lowest < TLS1_2_VERSION && !ssl.SSL_CTX_set_cipher_list(context->context, "DEFAULT:@SECLEVEL=0")) return 0;
    return ssl.SSL_CTX_ctrl(context->context, SSL_CTRL_SET_MIN_PROTO_VERSION, lowest, NULL) == 1
        && ssl.SSL_CTX_ctrl(context->context, SSL_CTRL_SET_MAX_PROTO_VERSION, highest, NULL) == 1;
}

int hypermock_tls_context_set_protocols(hypermock_tls_context *context, const uint8_t *protocols, size_t count) {
    if (count > sizeof context->protocols) return 0;
    memcpy(context->protocols, protocols, count);
    context->protocol_count = (unsigned)count;
    if (!context->is_server) return ssl.SSL_CTX_set_alpn_protos(context->context, protocols, (unsigned)count) == 0;
    ssl.SSL_CTX_set_alpn_select_cb(context->context, count > 0 ? select_protocol : NULL, context);
    return 1;
}

// As many certificate authorities as a bundle of a whole system has, and some more.
enum { most_authorities = 4096 };

int hypermock_tls_context_set_trust(hypermock_tls_context *context, const uint8_t *pem, size_t count,
                                    enum hypermock_tls_verification verification) {
    int found = 0;
    BIO *bio = pem == NULL || count > INT_MAX ? NULL : ssl.BIO_new_mem_buf(pem, (int)count);
    while (bio != NULL && found < most_authorities) {
        X509 *authority = ssl.PEM_read_bio_X509(bio, NULL, NULL, NULL);
        if (authority == NULL) break;
        int added = ssl.X509_STORE_add_cert(ssl.SSL_CTX_get_cert_store(context->context), authority);
        // The authorities whose certificates the server asks for; OpenSSL copies the name.
        if (context->is_server) added = added && ssl.SSL_CTX_add_client_CA(context->context, authority);
        ssl.X509_free(authority);
        if (!added) break;
        found++;
    }
    ssl.BIO_free(bio);
    int mode = SSL_VERIFY_NONE;
    if (verification != hypermock_tls_verification_none) mode = SSL_VERIFY_PEER;
    if (verification == hypermock_tls_verification_required) mode |= SSL_VERIFY_FAIL_IF_NO_PEER_CERT;
    ssl.SSL_CTX_set_verify(context->context, mode, NULL);
    if (found > 0 || pem == NULL) {
        ssl.ERR_clear_error();
        return 1;
    }
    return 0;
}

void hypermock_tls_context_free(hypermock_tls_context *context) {
    ssl.SSL_CTX_free(context->context);
    free(context);
}
