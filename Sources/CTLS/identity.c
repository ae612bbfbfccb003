#include "ctls.h"
#include "openssl.h"
#include <arpa/inet.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ssl hypermock_tls_openssl

int hypermock_tls_is_address(const char *text) {
    unsigned char address[16];
    return inet_pton(AF_INET, text, address) == 1 || inet_pton(AF_INET6, text, address) == 1;
}

static int add_extension(X509 *certificate, X509 *issuer, int nid, const char *value) {
    X509V3_CTX context;
    memset(&context, 0, sizeof context);
    ssl.X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = ssl.X509V3_EXT_conf_nid(NULL, &context, nid, value);
    if (extension == NULL) return 0;
    int added = ssl.X509_add_ext(certificate, extension, -1);
    ssl.X509_EXTENSION_free(extension);
    return added;
}

static int set_serial_number(X509 *certificate) {
    // RFC 5280 §4.1.2.2: positive, at most 20 octets, unpredictable.
    unsigned char serial[16];
    if (ssl.RAND_bytes(serial, sizeof serial) != 1) return 0;
    serial[0] = (serial[0] & 0x7f) | 0x40;
    BIGNUM *number = ssl.BN_bin2bn(serial, sizeof serial, NULL);
    if (number == NULL) return 0;
    ASN1_INTEGER *set = ssl.BN_to_ASN1_INTEGER(number, ssl.X509_get_serialNumber(certificate));
    ssl.BN_free(number);
    return set != NULL;
}

static int add_extensions(X509 *certificate, X509 *issuer, const hypermock_tls_request *request) {
    if (!add_extension(certificate, issuer, NID_subject_key_identifier, "hash")) return 0;
    if (request->names == NULL) {
        return add_extension(certificate, issuer, NID_basic_constraints, "critical,CA:TRUE")
            && add_extension(certificate, issuer, NID_key_usage, "critical,keyCertSign,cRLSign");
    }
    // RFC 5280 §4.2.1.1: the identifier of the issuer's key, which some authorities do not have.
    int has_identifier = ssl.X509_get_ext_by_NID(issuer, NID_subject_key_identifier, -1) >= 0;
    return (!has_identifier || add_extension(certificate, issuer, NID_authority_key_identifier, "keyid"))
        && add_extension(certificate, issuer, NID_basic_constraints, "critical,CA:FALSE")
        && add_extension(certificate, issuer, NID_key_usage, "critical,digitalSignature")
        && add_extension(certificate, issuer, NID_ext_key_usage, request->is_for_clients ? "clientAuth" : "serverAuth")
        && add_extension(certificate, issuer, NID_subject_alt_name, request->names);
}

// Edwards curves have their digest built in (RFC 8410).
static const EVP_MD *digest_for(EVP_PKEY *key) {
    int kind = ssl.EVP_PKEY_get_base_id(key);
    return kind == EVP_PKEY_ED25519 || kind == EVP_PKEY_ED448 ? NULL : ssl.EVP_sha256();
}

static int fill(X509 *certificate, EVP_PKEY *key, const hypermock_tls_request *request,
                const hypermock_tls_identity *issuer) {
    X509_NAME *name = ssl.X509_get_subject_name(certificate);
    if (request->common_name_count > INT_MAX) return 0;
    return ssl.X509_set_version(certificate, X509_VERSION_3) && set_serial_number(certificate)
        && ssl.X509_gmtime_adj(ssl.X509_getm_notBefore(certificate), (long)request->not_before) != NULL
        && ssl.X509_gmtime_adj(ssl.X509_getm_notAfter(certificate), (long)request->not_after) != NULL
        && ssl.X509_NAME_add_entry_by_txt(name, "CN", V_ASN1_UTF8STRING, request->common_name,
                                          (int)request->common_name_count, -1, 0)
        && ssl.X509_set_issuer_name(certificate, issuer ? ssl.X509_get_subject_name(issuer->certificate) : name)
        && ssl.X509_set_pubkey(certificate, key)
        && add_extensions(certificate, issuer ? issuer->certificate : certificate, request)
        && ssl.X509_sign(certificate, issuer ? issuer->key : key, digest_for(issuer ? issuer->key : key));
}

// The certificates between a certificate and its root: the issuer, unless it is a root, and the issuer's own chain.
static int add_chain(hypermock_tls_identity *identity, const hypermock_tls_identity *issuer) {
    X509 *certificate = issuer->certificate;
    if (ssl.X509_NAME_cmp(ssl.X509_get_subject_name(certificate), ssl.X509_get_issuer_name(certificate)) == 0) return 1;
    identity->chain = ssl.OPENSSL_sk_new_null();
    if (identity->chain == NULL) return 0;
    int count = issuer->chain == NULL ? 0 : ssl.OPENSSL_sk_num(issuer->chain);
    for (int index = -1; index < count; index++) {
        X509 *next = index < 0 ? certificate : ssl.OPENSSL_sk_value(issuer->chain, index);
        if (!ssl.OPENSSL_sk_push(identity->chain, next)) return 0;
        ssl.X509_up_ref(next);
    }
    return 1;
}

hypermock_tls_identity *hypermock_tls_identity_make(const hypermock_tls_request *request, const hypermock_tls_identity *issuer) {
    hypermock_tls_identity *identity = calloc(1, sizeof *identity);
    if (identity == NULL) return NULL;
    identity->certificate = ssl.X509_new();
    identity->key = ssl.EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
    if (identity->certificate != NULL && identity->key != NULL && fill(identity->certificate, identity->key, request, issuer)
        && (issuer == NULL || add_chain(identity, issuer))) {
        return identity;
    }
    hypermock_tls_identity_free(identity);
    return NULL;
}

// OpenSSL asks for a password when it meets an encrypted key, on the terminal by default.
static int refuse_password(char *into, int capacity, int is_writing, void *owner) {
    (void)into, (void)capacity, (void)is_writing, (void)owner;
    return -1;
}

static BIO *open_bytes(const uint8_t *bytes, size_t count) {
    return count > INT_MAX ? NULL : ssl.BIO_new_mem_buf(bytes, (int)count);
}

// No client would follow a longer chain; a system trusts some hundred authorities.
enum { longest_chain = 32, most_certificates = 4096 };

int hypermock_tls_is_end_of_pem(void) {
    unsigned long code = ssl.ERR_peek_last_error();
    if (code != 0 && (ERR_GET_LIB(code) != ERR_LIB_PEM || ERR_GET_REASON(code) != PEM_R_NO_START_LINE)) return 0;
    ssl.ERR_clear_error();
    return 1;
}

static int read_chain(hypermock_tls_identity *identity, BIO *bio) {
    int limit = identity->key == NULL ? most_certificates : longest_chain;
    for (int count = 0; count < limit; count++) {
        X509 *next = ssl.PEM_read_bio_X509(bio, NULL, refuse_password, NULL);
        if (next == NULL) break;
        if (identity->chain == NULL) identity->chain = ssl.OPENSSL_sk_new_null();
        if (identity->chain == NULL || !ssl.OPENSSL_sk_push(identity->chain, next)) {
            ssl.X509_free(next);
            return 0;
        }
    }
    return hypermock_tls_is_end_of_pem();
}

hypermock_tls_identity *hypermock_tls_identity_read_pem(const uint8_t *certificate, size_t certificate_count,
                                                        const uint8_t *key, size_t key_count) {
    hypermock_tls_identity *identity = calloc(1, sizeof *identity);
    BIO *certificates = open_bytes(certificate, certificate_count);
    BIO *keys = key == NULL ? NULL : open_bytes(key, key_count);
    int is_complete = 0;
    if (identity != NULL && certificates != NULL && (key == NULL || keys != NULL)) {
        identity->certificate = ssl.PEM_read_bio_X509(certificates, NULL, refuse_password, NULL);
        is_complete = identity->certificate != NULL;
        if (is_complete && keys != NULL) {
            identity->key = ssl.PEM_read_bio_PrivateKey(keys, NULL, refuse_password, NULL);
            is_complete = identity->key != NULL && ssl.X509_check_private_key(identity->certificate, identity->key);
        }
        is_complete = is_complete && read_chain(identity, certificates);
    }
    ssl.BIO_free(certificates);
    ssl.BIO_free(keys);
    if (is_complete) return identity;
    if (identity != NULL) hypermock_tls_identity_free(identity);
    return NULL;
}

hypermock_tls_identity *hypermock_tls_identity_read_pkcs12(const uint8_t *bytes, size_t count, const char *password,
                                                           int needs_key) {
    hypermock_tls_identity *identity = calloc(1, sizeof *identity);
    BIO *bio = open_bytes(bytes, count);
    PKCS12 *file = bio == NULL ? NULL : ssl.d2i_PKCS12_bio(bio, NULL);
    STACK_OF(X509) *chain = NULL;
    // PKCS12_parse demands a MAC, which RFC 7292 §4 does not: the file gets one that fits.
    if (file != NULL && *password != 0 && !ssl.PKCS12_mac_present(file)) {
        ssl.PKCS12_set_mac(file, password, -1, NULL, 0, 1, NULL);
    }
    int is_complete = identity != NULL && file != NULL
        && ssl.PKCS12_parse(file, password, &identity->key, &identity->certificate, &chain);
    if (identity != NULL) identity->chain = (OPENSSL_STACK *)chain;
    // In a store of trusted certificates, the one that has a key is the owner's and not trusted.
    if (is_complete && !needs_key && chain != NULL && ssl.OPENSSL_sk_num(identity->chain) > 0) {
        ssl.X509_free(identity->certificate);
        identity->certificate = ssl.OPENSSL_sk_shift(identity->chain);
    }
    is_complete = is_complete && identity->certificate != NULL && (identity->key != NULL || !needs_key);
    ssl.PKCS12_free(file);
    ssl.BIO_free(bio);
    if (is_complete) return identity;
    if (identity != NULL) hypermock_tls_identity_free(identity);
    return NULL;
}

int hypermock_tls_identity_count(const hypermock_tls_identity *identity) {
    return 1 + (identity->chain == NULL ? 0 : ssl.OPENSSL_sk_num(identity->chain));
}

static X509 *certificate_at(const hypermock_tls_identity *identity, int index) {
    return index == 0 ? identity->certificate : ssl.OPENSSL_sk_value(identity->chain, index - 1);
}

size_t hypermock_tls_identity_pem(const hypermock_tls_identity *identity, int index, char *into, size_t capacity) {
    BIO *bio = ssl.BIO_new(ssl.BIO_s_mem());
    if (bio == NULL) return 0;
    char *text = NULL;
    int is_written = ssl.PEM_write_bio_X509(bio, certificate_at(identity, index));
    long count = is_written ? ssl.BIO_ctrl(bio, BIO_CTRL_INFO, 0, &text) : 0;
    if (count < 0 || text == NULL) count = 0;
    if (into != NULL && count > 0) memcpy(into, text, (size_t)count < capacity ? (size_t)count : capacity);
    ssl.BIO_free(bio);
    return (size_t)count;
}

size_t hypermock_tls_print_name(X509_NAME *name, char *into, size_t capacity) {
    BIO *bio = ssl.BIO_new(ssl.BIO_s_mem());
    int count = 0;
    if (bio != NULL && ssl.X509_NAME_print_ex(bio, name, 0, XN_FLAG_RFC2253) >= 0) {
        count = ssl.BIO_read(bio, into, capacity > INT_MAX ? INT_MAX : (int)capacity);
    }
    ssl.BIO_free(bio);
    return count > 0 ? (size_t)count : 0;
}

size_t hypermock_tls_identity_name(const hypermock_tls_identity *identity, int index, int is_issuer, char *into,
                                   size_t capacity) {
    X509 *certificate = certificate_at(identity, index);
    X509_NAME *name = is_issuer ? ssl.X509_get_issuer_name(certificate) : ssl.X509_get_subject_name(certificate);
    return hypermock_tls_print_name(name, into, capacity);
}

static void write_date(const ASN1_TIME *time, char into[16]) {
    struct tm date;
    into[0] = 0;
    if (!ssl.ASN1_TIME_to_tm(time, &date)) return;
    // The types allow more digits than a date has.
    snprintf(into, 16, "%04u-%02u-%02u", (unsigned)(date.tm_year + 1900) % 10000, (unsigned)(date.tm_mon + 1) % 100,
             (unsigned)date.tm_mday % 100);
}

// The name of a kind of key as OpenSSL writes it: RSA-PSS, DSA.
static void write_kind(EVP_PKEY *key, char into[32]) {
    const char *name = ssl.EVP_PKEY_get0_type_name(key);
    snprintf(into, 32, "%s", name != NULL ? name : "unknown");
}

// Browsers support RSA and these curves only.
static void write_unusual_key(EVP_PKEY *key, char into[32]) {
    size_t count = 0;
    switch (key == NULL ? EVP_PKEY_RSA : ssl.EVP_PKEY_get_base_id(key)) {
    case EVP_PKEY_RSA: return;
    case EVP_PKEY_ED25519: snprintf(into, 32, "Ed25519"); return;
    case EVP_PKEY_ED448: snprintf(into, 32, "Ed448"); return;
    case EVP_PKEY_EC: break;
    default: write_kind(key, into); return;
    }
    if (!ssl.EVP_PKEY_get_group_name(key, into, 32, &count)) write_kind(key, into);
    static const char *const usual[] = {"prime256v1", "secp384r1", "secp521r1"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(into, usual[i]) == 0) into[0] = 0;
    }
}

hypermock_tls_certificate_facts hypermock_tls_identity_facts(const hypermock_tls_identity *identity, int index) {
    X509 *certificate = certificate_at(identity, index);
    hypermock_tls_certificate_facts facts;
    memset(&facts, 0, sizeof facts);
    facts.is_authority = ssl.X509_check_ca(certificate) != 0;
    facts.is_self_issued =
        ssl.X509_NAME_cmp(ssl.X509_get_subject_name(certificate), ssl.X509_get_issuer_name(certificate)) == 0;
    facts.suits_servers = ssl.X509_check_purpose(certificate, X509_PURPOSE_SSL_SERVER, 0) == 1;
    uint32_t flags = ssl.X509_get_extension_flags(certificate);
    int has_key_usage = (flags & EXFLAG_KUSAGE) != 0;
    facts.lacks_signing = (flags & EXFLAG_CA) != 0 && has_key_usage
        && (ssl.X509_get_key_usage(certificate) & KU_KEY_CERT_SIGN) == 0;
    // All bits without the extension.
    uint32_t usages = ssl.X509_get_extended_key_usage(certificate);
    facts.excludes_servers = (usages & (XKU_SSL_SERVER | XKU_SGC | XKU_ANYEKU)) == 0;
    facts.excludes_clients = (usages & (XKU_SSL_CLIENT | XKU_ANYEKU)) == 0;
    facts.has_unknown_extension = (flags & EXFLAG_CRITICAL) != 0;
    facts.has_names = ssl.X509_get_ext_by_NID(certificate, NID_subject_alt_name, -1) >= 0;
    facts.is_early = ssl.X509_cmp_time(ssl.X509_get0_notBefore(certificate), NULL) > 0;
    facts.has_expired = ssl.X509_cmp_time(ssl.X509_get0_notAfter(certificate), NULL) < 0;
    write_date(ssl.X509_get0_notBefore(certificate), facts.not_before);
    write_date(ssl.X509_get0_notAfter(certificate), facts.not_after);
    int seconds = 0;
    ssl.ASN1_TIME_diff(&facts.valid_days, &seconds, ssl.X509_get0_notBefore(certificate),
                       ssl.X509_get0_notAfter(certificate));
    write_unusual_key(ssl.X509_get0_pubkey(certificate), facts.unusual_key);
    int digest = NID_undef;
    facts.has_weak_signature = ssl.X509_get_signature_info(certificate, &digest, NULL, NULL, NULL) == 1
        && (digest == NID_sha1 || digest == NID_md5);
    return facts;
}

int hypermock_tls_identity_is_signed_by(const hypermock_tls_identity *identity, int index,
                                        const hypermock_tls_identity *authority, int authority_index) {
    X509 *certificate = certificate_at(identity, index);
    X509 *issuer = certificate_at(authority, authority_index);
    if (ssl.X509_NAME_cmp(ssl.X509_get_issuer_name(certificate), ssl.X509_get_subject_name(issuer)) != 0) return 0;
    EVP_PKEY *key = ssl.X509_get0_pubkey(issuer);
    int is_signed = key != NULL && ssl.X509_verify(certificate, key) == 1;
    ssl.ERR_clear_error();
    return is_signed;
}

int hypermock_tls_identity_excludes_names(const hypermock_tls_identity *authority, const hypermock_tls_identity *identity) {
    int is_excluded = 0;
    // NAME_CONSTRAINTS_check sees only names that OpenSSL has read before.
    ssl.X509_get_extension_flags(identity->certificate);
    int count = hypermock_tls_identity_count(authority);
    for (int index = 0; index < count && !is_excluded; index++) {
        NAME_CONSTRAINTS *constraints =
            ssl.X509_get_ext_d2i(certificate_at(authority, index), NID_name_constraints, NULL, NULL);
        if (constraints == NULL) continue;
        is_excluded = ssl.NAME_CONSTRAINTS_check(identity->certificate, constraints) != X509_V_OK;
        ssl.NAME_CONSTRAINTS_free(constraints);
    }
    ssl.ERR_clear_error();
    return is_excluded;
}

int hypermock_tls_identity_digest(const hypermock_tls_identity *identity, uint8_t *into) {
    return ssl.X509_digest(identity->certificate, ssl.EVP_sha256(), into, NULL);
}

static void free_certificate(void *certificate) {
    ssl.X509_free(certificate);
}

void hypermock_tls_identity_free(hypermock_tls_identity *identity) {
    ssl.X509_free(identity->certificate);
    ssl.EVP_PKEY_free(identity->key);
    if (identity->chain != NULL) ssl.OPENSSL_sk_pop_free(identity->chain, free_certificate);
    free(identity);
}
