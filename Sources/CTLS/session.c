#include "ctls.h"
#include "openssl.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define ssl hypermock_tls_openssl

struct hypermock_tls_session {
    SSL *ssl;
    hypermock_tls_context *context;
    // The bytes that the owner has lent, not copied.
    const uint8_t *input;
    size_t input_count;
    // The bytes to send: from `output_start` to `output_end`.
    uint8_t *output;
    size_t output_start, output_end, output_capacity;
    int has_failed;
    int is_stopped;
    // Whether the lent bytes are used, and OpenSSL has no plain bytes left of them.
    int is_used_up;
};

BIO_METHOD *hypermock_tls_bio_method;

static int read_input(BIO *bio, char *into, int capacity) {
    hypermock_tls_session *session = ssl.BIO_get_data(bio);
    ssl.BIO_clear_flags(bio, BIO_FLAGS_RWS | BIO_FLAGS_SHOULD_RETRY);
    if (session->input_count == 0) {
        ssl.BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY);
        return -1;
    }
    size_t count = session->input_count < (size_t)capacity ? session->input_count : (size_t)capacity;
    memcpy(into, session->input, count);
    session->input += count;
    session->input_count -= count;
    return (int)count;
}

// The largest buffer that is kept for the next output.
enum { kept_capacity = 65536 };

static void take_spare(hypermock_tls_session *session) {
    session->output = session->context->spare;
    session->output_capacity = session->context->spare_capacity;
    session->context->spare = NULL;
}

// Gives the buffer to the context, so that sessions without output need none.
static void give_back_output(hypermock_tls_session *session) {
    if (session->context->spare == NULL && session->output_capacity <= kept_capacity) {
        session->context->spare = session->output;
        session->context->spare_capacity = session->output_capacity;
    } else {
        free(session->output);
    }
    session->output = NULL;
    session->output_capacity = 0;
}

static int write_output(BIO *bio, const char *bytes, int count) {
    hypermock_tls_session *session = ssl.BIO_get_data(bio);
    if (session->output == NULL && session->context->spare != NULL) take_spare(session);
    size_t needed = session->output_end + (size_t)count;
    if (needed > session->output_capacity) {
        uint8_t *grown = realloc(session->output, needed * 2);
        if (grown == NULL) return -1;
        session->output = grown;
        session->output_capacity = needed * 2;
    }
    memcpy(session->output + session->output_end, bytes, (size_t)count);
    session->output_end = needed;
    return count;
}

static long control(BIO *bio, int command, long number, void *pointer) {
    (void)bio, (void)number, (void)pointer;
    return command == BIO_CTRL_FLUSH;
}

static int create(BIO *bio) {
    ssl.BIO_set_init(bio, 1);
    return 1;
}

int hypermock_tls_make_bio_method(void) {
    hypermock_tls_bio_method = ssl.BIO_meth_new(BIO_TYPE_SOURCE_SINK | 100, "hypermock");
    return hypermock_tls_bio_method != NULL && ssl.BIO_meth_set_read(hypermock_tls_bio_method, read_input)
        && ssl.BIO_meth_set_write(hypermock_tls_bio_method, write_output)
        && ssl.BIO_meth_set_ctrl(hypermock_tls_bio_method, control)
        && ssl.BIO_meth_set_create(hypermock_tls_bio_method, create);
}

// RFC 6066 §3: addresses are not sent as server names; they are verified all the same (RFC 9110 §4.3.5).
static int expect_name(SSL *session, const char *name) {
    X509_VERIFY_PARAM *parameters = ssl.SSL_get0_param(session);
    if (hypermock_tls_is_address(name)) return ssl.X509_VERIFY_PARAM_set1_ip_asc(parameters, name);
    ssl.X509_VERIFY_PARAM_set_hostflags(parameters, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    return ssl.SSL_ctrl(session, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, (void *)name) == 1
        && ssl.X509_VERIFY_PARAM_set1_host(parameters, name, 0);
}

hypermock_tls_session *hypermock_tls_session_new(hypermock_tls_context *context, const char *server_name) {
    hypermock_tls_session *session = calloc(1, sizeof *session);
    if (session == NULL) return NULL;
    session->context = context;
    session->ssl = ssl.SSL_new(context->context);
    BIO *bio = session->ssl == NULL ? NULL : ssl.BIO_new(hypermock_tls_bio_method);
    if (bio == NULL) {
        hypermock_tls_session_free(session);
        return NULL;
    }
    ssl.BIO_set_data(bio, session);
    ssl.SSL_set_bio(session->ssl, bio, bio);
    if (context->is_server) {
        ssl.SSL_set_accept_state(session->ssl);
    } else {
        ssl.SSL_set_connect_state(session->ssl);
    }
    if (server_name != NULL && !expect_name(session->ssl, server_name)) {
        hypermock_tls_session_free(session);
        return NULL;
    }
    return session;
}

void hypermock_tls_session_set_owner(hypermock_tls_session *session, void *owner) {
    ssl.SSL_set_ex_data(session->ssl, hypermock_tls_owner_index, owner);
}

void hypermock_tls_session_lend(hypermock_tls_session *session, const uint8_t *bytes, size_t count) {
    session->input = bytes;
    session->input_count = count;
    session->is_used_up = 0;
}

static int result_of(hypermock_tls_session *session, int returned) {
    switch (ssl.SSL_get_error(session->ssl, returned)) {
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE:
        return hypermock_tls_wants_input;
    case SSL_ERROR_WANT_CLIENT_HELLO_CB:
        session->is_stopped = 1;
        return hypermock_tls_wants_input;
    case SSL_ERROR_ZERO_RETURN:
        return hypermock_tls_closed;
    default:
        session->has_failed = 1;
        return hypermock_tls_failed;
    }
}

// An error that this thread left in the queue would be attributed to this session. Emptying an empty queue is slow.
static void clear_errors(void) {
    if (ssl.ERR_peek_error() != 0) ssl.ERR_clear_error();
}

int hypermock_tls_session_read(hypermock_tls_session *session, uint8_t *into, size_t capacity) {
    if (session->has_failed) return hypermock_tls_failed;
    if (session->is_stopped || session->is_used_up) return hypermock_tls_wants_input;
    clear_errors();
    int count = ssl.SSL_read(session->ssl, into, capacity > INT_MAX ? INT_MAX : (int)capacity);
    if (count <= 0) return result_of(session, count);
    session->is_used_up = session->input_count == 0 && !ssl.SSL_has_pending(session->ssl);
    return count;
}

int hypermock_tls_session_write(hypermock_tls_session *session, const uint8_t *bytes, size_t count) {
    if (session->has_failed) return hypermock_tls_failed;
    if (count == 0 || session->is_stopped) return 0;
    clear_errors();
    int written = ssl.SSL_write(session->ssl, bytes, count > SSL3_RT_MAX_PLAIN_LENGTH ? SSL3_RT_MAX_PLAIN_LENGTH : (int)count);
    return written > 0 ? written : result_of(session, written);
}

void hypermock_tls_session_close(hypermock_tls_session *session) {
    if (session->has_failed || !ssl.SSL_is_init_finished(session->ssl)) return;
    ssl.ERR_clear_error();
    ssl.SSL_shutdown(session->ssl);
    ssl.ERR_clear_error();
}

int hypermock_tls_session_renegotiate(hypermock_tls_session *session) {
    ssl.ERR_clear_error();
    ssl.SSL_clear_options(session->ssl, SSL_OP_NO_RENEGOTIATION);
    return ssl.SSL_renegotiate(session->ssl) == 1;
}

int hypermock_tls_session_is_stopped(const hypermock_tls_session *session) {
    return session->is_stopped;
}

const uint8_t *hypermock_tls_session_output(hypermock_tls_session *session, size_t *count) {
    *count = session->output_end - session->output_start;
    return session->output == NULL ? NULL : session->output + session->output_start;
}

void hypermock_tls_session_sent(hypermock_tls_session *session, size_t count) {
    session->output_start += count;
    if (session->output_start < session->output_end) return;
    session->output_start = session->output_end = 0;
    give_back_output(session);
}

int hypermock_tls_session_is_established(const hypermock_tls_session *session) {
    return ssl.SSL_is_init_finished(session->ssl);
}

int hypermock_tls_session_protocol_version(const hypermock_tls_session *session) {
    return ssl.SSL_version(session->ssl);
}

const char *hypermock_tls_session_cipher(const hypermock_tls_session *session) {
    return ssl.SSL_CIPHER_get_name(ssl.SSL_get_current_cipher(session->ssl));
}

size_t hypermock_tls_session_protocol(const hypermock_tls_session *session, const uint8_t **protocol) {
    unsigned count = 0;
    ssl.SSL_get0_alpn_selected(session->ssl, protocol, &count);
    return count;
}

const char *hypermock_tls_session_server_name(const hypermock_tls_session *session) {
    return ssl.SSL_get_servername(session->ssl, TLSEXT_NAMETYPE_host_name);
}

size_t hypermock_tls_session_peer_subject(const hypermock_tls_session *session, char *into, size_t capacity) {
    X509 *certificate = ssl.SSL_get1_peer_certificate(session->ssl);
    if (certificate == NULL) return 0;
    size_t count = hypermock_tls_print_name(ssl.X509_get_subject_name(certificate), into, capacity);
    ssl.X509_free(certificate);
    return count;
}

int hypermock_tls_session_peer_digest(const hypermock_tls_session *session, uint8_t *into) {
    X509 *certificate = ssl.SSL_get1_peer_certificate(session->ssl);
    if (certificate == NULL) return 0;
    int is_written = ssl.X509_digest(certificate, ssl.EVP_sha256(), into, NULL);
    ssl.X509_free(certificate);
    return is_written;
}

long hypermock_tls_session_verification(const hypermock_tls_session *session) {
    return ssl.SSL_get_verify_result(session->ssl);
}

const char *hypermock_tls_session_verification_text(const hypermock_tls_session *session) {
    return ssl.X509_verify_cert_error_string(ssl.SSL_get_verify_result(session->ssl));
}

void hypermock_tls_session_free(hypermock_tls_session *session) {
    ssl.SSL_free(session->ssl);
    if (session->output != NULL) give_back_output(session);
    free(session);
}
