// OpenSSL 3 behind a few functions: certificates, contexts, and sessions that read and write bytes instead of sockets.
//
// OpenSSL is loaded by `hypermock_tls_load` (`dlopen` on Linux), so that a process without TLS has nothing of it in memory.
// Call it before anything else. Functions that fail leave their reason to `hypermock_tls_take_error`.
#pragma once
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

// MARK: OpenSSL

/// Loads OpenSSL: 1, or 0 with the reason of the dynamic loader in `reason`. Later calls repeat the first result.
int hypermock_tls_load(char *reason, size_t capacity);

/// Writes the oldest error of this thread's queue as text, and empties the queue.
void hypermock_tls_take_error(char *text, size_t capacity);

/// OpenSSL's name and version: `OpenSSL 3.0.19 …`.
const char *hypermock_tls_version(void);

// MARK: Certificates

/// Whether a text is an IPv4 or IPv6 address, without brackets and zone.
int hypermock_tls_is_address(const char *text);

/// A certificate with its private key, and the certificates between it and its root.
typedef struct hypermock_tls_identity hypermock_tls_identity;

typedef struct {
    /// The subject's common name, in any encoding.
    const uint8_t *common_name;
    size_t common_name_count;
    /// Subject alternative names as OpenSSL's configuration has them, `DNS:localhost,IP:127.0.0.1`; null for a CA.
    const char *_Nullable names;
    /// Seconds relative to now.
    int64_t not_before;
    int64_t not_after;
    /// 1: for clients; 0: for servers.
    int is_for_clients;
} hypermock_tls_request;

/// Makes a P-256 key and a certificate for it, signed by `issuer` or by itself. Null on failure.
hypermock_tls_identity *_Nullable hypermock_tls_identity_make(const hypermock_tls_request *request,
                                                              const hypermock_tls_identity *_Nullable issuer);

/// Reads a PEM certificate with its chain, and a PEM key without a password; certificates only if `key` is null.
///
/// Null on failure, or if the key does not belong to the certificate.
hypermock_tls_identity *_Nullable hypermock_tls_identity_read_pem(const uint8_t *certificate, size_t certificate_count,
                                                                  const uint8_t *_Nullable key, size_t key_count);

/// Reads a PKCS #12 file (RFC 7292); null on failure, or if it `needs_key` and has none.
hypermock_tls_identity *_Nullable hypermock_tls_identity_read_pkcs12(const uint8_t *bytes, size_t count,
                                                                     const char *password, int needs_key);

/// The number of certificates: the own one, which is the first, and its chain.
int hypermock_tls_identity_count(const hypermock_tls_identity *identity);

/// A certificate as PEM, never the key: its length, or 0. Writes at most `capacity` bytes.
size_t hypermock_tls_identity_pem(const hypermock_tls_identity *identity, int index, char *_Nullable into, size_t capacity);

/// The subject of a certificate, or its issuer (RFC 4514): its length, 0 for none.
size_t hypermock_tls_identity_name(const hypermock_tls_identity *identity, int index, int is_issuer, char *into,
                                   size_t capacity);

typedef struct {
    /// Whether the certificate may sign others (RFC 5280 §4.2.1.9).
    int is_authority;
    /// Whether it is a CA certificate whose keyUsage excludes keyCertSign (RFC 5280 §4.2.1.3).
    int lacks_signing;
    /// Whether its subject is its issuer.
    int is_self_issued;
    /// Whether its usages include servers (RFC 5280 §4.2.1.12).
    int suits_servers;
    /// Whether its extendedKeyUsage excludes servers or clients, also for the certificates that it signs.
    int excludes_servers;
    int excludes_clients;
    /// Whether OpenSSL does not know one of its critical extensions (RFC 5280 §4.2).
    int has_unknown_extension;
    /// Whether it has subject alternative names (RFC 5280 §4.2.1.6).
    int has_names;
    int is_early;
    int has_expired;
    /// Dates in UTC, such as 2026-11-23; empty if they are invalid.
    char not_before[16];
    char not_after[16];
    /// The whole days between the dates.
    int valid_days;
    /// The kind of its key or the curve, if only some clients support it; else empty.
    char unusual_key[32];
    /// Whether its signature uses SHA-1 or MD5.
    int has_weak_signature;
} hypermock_tls_certificate_facts;

hypermock_tls_certificate_facts hypermock_tls_identity_facts(const hypermock_tls_identity *identity, int index);

/// Whether a certificate of `authority` has the name of the issuer of a certificate, and its key verifies the signature.
int hypermock_tls_identity_is_signed_by(const hypermock_tls_identity *identity, int index,
                                        const hypermock_tls_identity *authority, int authority_index);

/// Whether the name constraints of `authority` or its chain exclude a name of the certificate (RFC 5280 §4.2.1.10).
int hypermock_tls_identity_excludes_names(const hypermock_tls_identity *authority, const hypermock_tls_identity *identity);

/// Writes the SHA-256 digest of the certificate: 1, or 0 on failure.
int hypermock_tls_identity_digest(const hypermock_tls_identity *identity, uint8_t *into);

void hypermock_tls_identity_free(hypermock_tls_identity *identity);

// MARK: Contexts

/// The settings that several sessions share.
typedef struct hypermock_tls_context hypermock_tls_context;
typedef struct hypermock_tls_session hypermock_tls_session;

enum hypermock_tls_version_number {
    hypermock_tls_1_0 = 0x0301,
    hypermock_tls_1_1 = 0x0302,
    hypermock_tls_1_2 = 0x0303,
    hypermock_tls_1_3 = 0x0304,
};

enum hypermock_tls_verification {
    hypermock_tls_verification_none = 0,
    /// A client may leave its certificate out; one that it sends must be valid.
    hypermock_tls_verification_optional = 1,
    hypermock_tls_verification_required = 2,
};

/// The response to a ClientHello.
typedef struct {
    /// The certificate to present; it lives until the chooser is asked again. Null: none, the handshake ends.
    const hypermock_tls_identity *_Nullable identity;
    /// The alert that ends the handshake (RFC 8446 §6); 0: the handshake stops without one.
    uint8_t alert;
    /// 1: only versions below 1.2.
    int is_old;
    /// 1: a client without a valid certificate is refused.
    int requires_certificate;
    /// 1: the client is asked for a certificate, and any or none is accepted.
    int requests_certificate;
    /// 1: no other protocol than HTTP/1.1 is agreed on by ALPN.
    int is_http1;
    /// 1: the session is not resumed, and resumes no session without this mark.
    int is_apart;
} hypermock_tls_choice;

/// Chooses for a server name (RFC 6066 §3), null if the client sent none. `session_owner` is the owner of the session.
typedef void (*hypermock_tls_chooser)(void *_Nullable owner, void *_Nullable session_owner, const char *_Nullable server_name,
                                      hypermock_tls_choice *choice);

hypermock_tls_context *_Nullable hypermock_tls_context_new(int is_server);
void hypermock_tls_context_set_chooser(hypermock_tls_context *context, hypermock_tls_chooser chooser, void *_Nullable owner);
int hypermock_tls_context_set_identity(hypermock_tls_context *context, const hypermock_tls_identity *identity);
/// Whether the key of a certificate is as long as OpenSSL's security level demands.
int hypermock_tls_context_allows_key(const hypermock_tls_context *context, const hypermock_tls_identity *identity,
                                     int index);
/// Below 1.2 the context takes OpenSSL's security level 0, which those versions need.
int hypermock_tls_context_set_versions(hypermock_tls_context *context, int lowest, int highest);
/// Protocols as ALPN has them (RFC 7301 §3.1): each with its length before it, the preferred one first. 255 bytes at most.
int hypermock_tls_context_set_protocols(hypermock_tls_context *context, const uint8_t *protocols, size_t count);
/// Trusts the certificates in a PEM text, roots or not, and requires a valid certificate of the peer as `verification` says.
int hypermock_tls_context_set_trust(hypermock_tls_context *context, const uint8_t *_Nullable pem, size_t count,
                                    enum hypermock_tls_verification verification);
void hypermock_tls_context_free(hypermock_tls_context *context);

// MARK: Sessions

enum hypermock_tls_result {
    /// All input is used.
    hypermock_tls_wants_input = 0,
    /// The peer has ended the session (close_notify).
    hypermock_tls_closed = -1,
    hypermock_tls_failed = -2,
};

hypermock_tls_session *_Nullable hypermock_tls_session_new(hypermock_tls_context *context, const char *_Nullable server_name);
/// Sets what the chooser of the context gets as the owner of this session.
void hypermock_tls_session_set_owner(hypermock_tls_session *session, void *owner);
/// Lends bytes that arrived; they must stay where they are until `hypermock_tls_session_read` has returned 0 or less.
void hypermock_tls_session_lend(hypermock_tls_session *session, const uint8_t *bytes, size_t count);
/// The number of plain bytes read, or a `hypermock_tls_result`. Handshakes proceed on the way.
int hypermock_tls_session_read(hypermock_tls_session *session, uint8_t *into, size_t capacity);
/// Encrypts at most one record: the number of plain bytes used, or a `hypermock_tls_result`.
int hypermock_tls_session_write(hypermock_tls_session *session, const uint8_t *bytes, size_t count);
/// Sends close_notify, so that the peer can tell an end from a cut.
void hypermock_tls_session_close(hypermock_tls_session *session);
/// Asks the peer for another handshake (TLS 1.2), as attackers do: 1, or 0 on failure.
int hypermock_tls_session_renegotiate(hypermock_tls_session *session);
/// Whether the chooser has stopped the handshake without an alert.
int hypermock_tls_session_is_stopped(const hypermock_tls_session *session);
/// The bytes to send, valid until the next call.
const uint8_t *_Nullable hypermock_tls_session_output(hypermock_tls_session *session, size_t *count);
void hypermock_tls_session_sent(hypermock_tls_session *session, size_t count);
int hypermock_tls_session_is_established(const hypermock_tls_session *session);
int hypermock_tls_session_protocol_version(const hypermock_tls_session *session);
const char *hypermock_tls_session_cipher(const hypermock_tls_session *session);
/// The protocol agreed on by ALPN: its length, 0 for none.
size_t hypermock_tls_session_protocol(const hypermock_tls_session *session, const uint8_t *_Nullable *_Nonnull protocol);
const char *_Nullable hypermock_tls_session_server_name(const hypermock_tls_session *session);
/// The subject of the peer's certificate (RFC 4514): its length, 0 for none.
size_t hypermock_tls_session_peer_subject(const hypermock_tls_session *session, char *into, size_t capacity);
/// Writes the SHA-256 digest of the peer's certificate: 1, or 0 if there is none.
int hypermock_tls_session_peer_digest(const hypermock_tls_session *session, uint8_t *into);
/// OpenSSL's verdict on the peer's certificate (`X509_V_…`): 0 if it is valid or there is none.
long hypermock_tls_session_verification(const hypermock_tls_session *session);
/// OpenSSL's words for this verdict.
const char *hypermock_tls_session_verification_text(const hypermock_tls_session *session);
void hypermock_tls_session_free(hypermock_tls_session *session);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
