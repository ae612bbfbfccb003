// The functions of OpenSSL that are used, in a table that is filled when TLS is asked for.
#pragma once
#include "ctls.h"
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#define HYPERMOCK_TLS_FUNCTIONS(X) \
    X(ASN1_TIME_diff) X(ASN1_TIME_to_tm) X(BIO_clear_flags) X(BIO_ctrl) X(BIO_free) X(BIO_get_data) X(BIO_meth_new) \
    X(BIO_meth_set_create) X(BIO_meth_set_ctrl) X(BIO_meth_set_read) X(BIO_meth_set_write) X(BIO_new) \
    X(BIO_new_mem_buf) X(BIO_read) X(BIO_s_mem) X(BIO_set_data) X(BIO_set_flags) X(BIO_set_init) X(BN_bin2bn) \
    X(BN_free) X(BN_to_ASN1_INTEGER) X(ERR_clear_error) X(ERR_error_string_n) X(ERR_get_error) X(ERR_peek_error) \
    X(ERR_peek_last_error) X(ERR_reason_error_string) X(EVP_PKEY_Q_keygen) X(EVP_PKEY_free) X(EVP_PKEY_get0_type_name) \
    X(EVP_PKEY_get_base_id) \
    X(EVP_PKEY_get_group_name) X(EVP_PKEY_get_security_bits) X(EVP_sha256) X(NAME_CONSTRAINTS_check) \
    X(NAME_CONSTRAINTS_free) X(OPENSSL_sk_new_null) X(OPENSSL_sk_num) X(OPENSSL_sk_pop_free) \
    X(OPENSSL_sk_push) X(OPENSSL_sk_shift) X(OPENSSL_sk_value) X(OpenSSL_version) X(PEM_read_bio_PrivateKey) \
    X(PEM_read_bio_X509) X(PEM_write_bio_X509) X(PKCS12_free) \
    X(PKCS12_mac_present) X(PKCS12_parse) X(PKCS12_set_mac) X(RAND_bytes) X(SSL_CIPHER_get_name) \
    X(SSL_CTX_add_client_CA) X(SSL_CTX_ctrl) X(SSL_CTX_free) X(SSL_CTX_get0_certificate) \
    X(SSL_CTX_get_cert_store) X(SSL_CTX_get_security_level) \
    X(SSL_CTX_new) X(SSL_CTX_set_alpn_protos) X(SSL_CTX_set_alpn_select_cb) X(SSL_CTX_set_cipher_list) \
    X(SSL_CTX_set_client_hello_cb) X(SSL_CTX_set_num_tickets) X(SSL_CTX_set_options) X(SSL_CTX_set_session_id_context) X(SSL_CTX_set_verify) \
    X(SSL_CTX_use_cert_and_key) X(SSL_clear_options) X(SSL_client_hello_get0_ext) X(SSL_ctrl) X(SSL_free) \
    X(SSL_get0_alpn_selected) X(SSL_get0_param) X(SSL_get1_peer_certificate) X(SSL_get_certificate) X(SSL_get_current_cipher) \
    X(SSL_get_error) X(SSL_get_ex_data) X(SSL_get_servername) X(SSL_get_verify_result) X(SSL_has_pending) \
    X(SSL_is_init_finished) X(SSL_new) X(SSL_read) X(SSL_renegotiate) X(SSL_select_next_proto) X(SSL_set_accept_state) X(SSL_set_bio) \
    X(SSL_set_cipher_list) X(SSL_set_connect_state) X(SSL_set_ex_data) X(SSL_set_session_id_context) \
    X(SSL_set_verify) X(SSL_shutdown) X(SSL_use_cert_and_key) X(SSL_version) X(SSL_write) X(TLS_client_method) \
    X(TLS_server_method) X(X509V3_EXT_conf_nid) X(X509V3_set_ctx) X(X509_EXTENSION_free) \
    X(X509_NAME_add_entry_by_txt) X(X509_NAME_cmp) X(X509_NAME_print_ex) X(X509_STORE_add_cert) \
    X(X509_STORE_set_flags) X(X509_VERIFY_PARAM_set1_host) X(X509_VERIFY_PARAM_set1_ip_asc) \
    X(X509_VERIFY_PARAM_set_hostflags) X(X509_add_ext) X(X509_check_ca) \
    X(X509_check_private_key) X(X509_check_purpose) X(X509_cmp_time) X(X509_digest) X(X509_free) \
    X(X509_get0_notAfter) X(X509_get0_notBefore) X(X509_get0_pubkey) X(X509_get_ext_by_NID) X(X509_get_ext_d2i) \
    X(X509_get_extended_key_usage) X(X509_get_extension_flags) X(X509_get_issuer_name) X(X509_get_key_usage) \
    X(X509_get_serialNumber) X(X509_get_signature_info) X(X509_get_subject_name) X(X509_getm_notAfter) X(X509_getm_notBefore) \
    X(X509_gmtime_adj) X(X509_new) X(X509_set_issuer_name) X(X509_set_pubkey) X(X509_set_version) X(X509_sign) \
    X(X509_up_ref) X(X509_verify) X(X509_verify_cert_error_string) X(d2i_PKCS12_bio)

struct hypermock_tls_functions {
#define HYPERMOCK_TLS_FIELD(name) __typeof__(&name) name;
    HYPERMOCK_TLS_FUNCTIONS(HYPERMOCK_TLS_FIELD)
#undef HYPERMOCK_TLS_FIELD
};

extern struct hypermock_tls_functions hypermock_tls_openssl;

// The index of the owner of a session in its SSL object (SSL_set_app_data).
enum { hypermock_tls_owner_index = 0 };

// The BIO that reads lent bytes and collects output.
extern BIO_METHOD *hypermock_tls_bio_method;
int hypermock_tls_make_bio_method(void);

struct hypermock_tls_identity {
    X509 *certificate;
    EVP_PKEY *key;
    // STACK_OF(X509), perhaps null.
    OPENSSL_STACK *chain;
};

// Whether reading PEM ended because the text has no further block, which OpenSSL reports as an error. Empties the queue then.
int hypermock_tls_is_end_of_pem(void);

// Writes a name (RFC 4514): its length, 0 for none.
size_t hypermock_tls_print_name(X509_NAME *name, char *into, size_t capacity);

struct hypermock_tls_context {
    SSL_CTX *context;
    int is_server;
    // The wire form of ALPN; empty: no ALPN.
    unsigned char protocols[255];
    unsigned protocol_count;
    // The last session that agrees on no other protocol than HTTP/1.1.
    const SSL *http1_session;
    hypermock_tls_chooser chooser;
    void *owner;
    // A free buffer for the output of the next session that has some.
    uint8_t *spare;
    size_t spare_capacity;
};
