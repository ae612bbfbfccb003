#include "ctls.h"
#include "openssl.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define ssl hypermock_tls_openssl

static int use_identity_of_session(SSL *session, const hypermock_tls_identity *identity) {
    // The one of the context; to set it again, OpenSSL would check it again.
    if (ssl.SSL_get_certificate(session) == identity->certificate) return 1;
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

// TLS 1.0 and 1.1 need SHA-1, which OpenSSL allows at security level 0 only.
static int allow_old_versions(SSL *session) {
    return ssl.SSL_set_cipher_list(session, "DEFAULT:@SECLEVEL=0")
        && ssl.SSL_ctrl(session, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_VERSION, NULL) == 1
        && ssl.SSL_ctrl(session, SSL_CTRL_SET_MAX_PROTO_VERSION, TLS1_1_VERSION, NULL) == 1;
}

static int accept_any_certificate(int is_valid, X509_STORE_CTX *context) {
    (void)is_valid;
    (void)context;
    return 1;
}

static int apply(SSL *session, const hypermock_tls_choice *choice) {
    if (choice->is_old && !allow_old_versions(session)) return 0;
    if (choice->requires_certificate) {
        ssl.SSL_set_verify(session, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
    }
    if (choice->requests_certificate) ssl.SSL_set_verify(session, SSL_VERIFY_PEER, accept_any_certificate);
    // A resumed session sends no certificate: the client would not see that this one differs.
    if (choice->is_apart && !ssl.SSL_set_session_id_context(session, (const unsigned char *)"apart", 5)) return 0;
    return use_identity_of_session(session, choice->identity);
}

static void use_first_identity(hypermock_tls_context *context, const hypermock_tls_identity *identity) {
    if (ssl.SSL_CTX_get0_certificate(context->context) != NULL) return;
    hypermock_tls_context_set_identity(context, identity);
}

static int take_client_hello(SSL *session, int *alert, void *owner) {
    hypermock_tls_context *context = owner;
    char name[256];
    hypermock_tls_choice choice;
    memset(&choice, 0, sizeof choice);
    choice.alert = SSL_AD_INTERNAL_ERROR;
    int has_name = read_server_name(session, name);
    context->http1_session = NULL;
    void *session_owner = ssl.SSL_get_ex_data(session, hypermock_tls_owner_index);
    context->chooser(context->owner, session_owner, has_name ? name : NULL, &choice);
    if (choice.is_http1) context->http1_session = session;
    if (choice.identity == NULL && choice.alert == 0) return SSL_CLIENT_HELLO_RETRY;
    if (choice.identity != NULL && apply(session, &choice)) {
        // The first one is that of most sessions.
        if (!choice.is_apart) use_first_identity(context, choice.identity);
        return SSL_CLIENT_HELLO_SUCCESS;
    }
    *alert = choice.alert != 0 ? choice.alert : SSL_AD_INTERNAL_ERROR;
    return SSL_CLIENT_HELLO_ERROR;
}

static int select_protocol(SSL *session, const unsigned char **out, unsigned char *count, const unsigned char *offered,
                           unsigned offered_count, void *owner) {
    hypermock_tls_context *context = owner;
    static const unsigned char http1[] = "\x08http/1.1";
    int is_http1 = session == context->http1_session;
    const unsigned char *protocols = is_http1 ? http1 : context->protocols;
    unsigned protocol_count = is_http1 ? sizeof http1 - 1 : context->protocol_count;
    int chosen = ssl.SSL_select_next_proto((unsigned char **)out, count, protocols, protocol_count, offered, offered_count);
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
    // A record is read at once, not first its head and then the rest.
    ssl.SSL_CTX_ctrl(context->context, SSL_CTRL_SET_READ_AHEAD, 1, NULL);
    ssl.SSL_CTX_set_options(context->context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    ssl.SSL_CTX_ctrl(context->context, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, NULL);
    // One ticket, not OpenSSL's two, which cost 7 % of a handshake each; a resumed session gets a new one.
    if (is_server) ssl.SSL_CTX_set_num_tickets(context->context, 1);
    // Sessions of one context may be resumed, by tickets, and by nobody else.
    if (is_server) ssl.SSL_CTX_set_session_id_context(context->context, (const unsigned char *)"hypermock", 9);
    // TLS 1.2 without the ciphers that HTTP/2 prohibits (RFC 9113 §9.2.2).
    if (is_server) ssl.SSL_CTX_set_cipher_list(context->context, "ECDHE+AESGCM:ECDHE+CHACHA20");
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

int hypermock_tls_context_allows_key(const hypermock_tls_context *context, const hypermock_tls_identity *identity,
                                     int index) {
    // The bits of security that a level demands, as SSL_CTX_set_security_level(3) lists them.
    static const int needed[] = {0, 80, 112, 128, 192, 256};
    int level = ssl.SSL_CTX_get_security_level(context->context);
    X509 *certificate = index == 0 ? identity->certificate : ssl.OPENSSL_sk_value(identity->chain, index - 1);
    EVP_PKEY *key = ssl.X509_get0_pubkey(certificate);
    return level < 0 || (key != NULL && ssl.EVP_PKEY_get_security_bits(key) >= needed[level > 5 ? 5 : level]);
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
    // As in Java, an intermediate authority is trusted without its root.
    X509_STORE *store = ssl.SSL_CTX_get_cert_store(context->context);
    if (context->is_server) ssl.X509_STORE_set_flags(store, X509_V_FLAG_PARTIAL_CHAIN);
    int mode = SSL_VERIFY_NONE;
    if (verification != hypermock_tls_verification_none) mode = SSL_VERIFY_PEER;
    if (verification == hypermock_tls_verification_required) mode |= SSL_VERIFY_FAIL_IF_NO_PEER_CERT;
    ssl.SSL_CTX_set_verify(context->context, mode, NULL);
    return pem == NULL || (found > 0 && hypermock_tls_is_end_of_pem());
}

void hypermock_tls_context_free(hypermock_tls_context *context) {
    ssl.SSL_CTX_free(context->context);
    free(context->spare);
    free(context);
}
