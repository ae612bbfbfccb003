internal import CTLS

/// The contents of a certificate from a file, without its key (RFC 5280).
package struct CertificateDetails: Hashable, Sendable {
    /// The certificate as PEM (RFC 7468).
    package let pem: String
    /// The subject (RFC 4514): `CN=localhost`; its first 1024 bytes.
    package let subject: String
    /// The issuer (RFC 4514): `CN=My CA`; its first 1024 bytes.
    package let issuer: String
    /// Whether the certificate may sign others (RFC 5280 §4.2.1.9).
    package let isAuthority: Bool
    /// Whether it is a CA certificate whose keyUsage excludes keyCertSign (RFC 5280 §4.2.1.3).
    package let lacksSigning: Bool
    /// Whether its subject is its issuer, as in root certificates.
    package let isSelfIssued: Bool
    /// Whether its usages include servers (RFC 5280 §4.2.1.12).
    package let suitsServers: Bool
    /// Whether its extendedKeyUsage excludes servers, also for the certificates that it signs.
    package let excludesServers: Bool
    /// Whether its extendedKeyUsage excludes clients, also for the certificates that it signs.
    package let excludesClients: Bool
    /// Whether it has a critical extension that OpenSSL does not know, so that it is rejected (RFC 5280 §4.2).
    package let hasUnknownExtension: Bool
    /// Whether it has subject alternative names, without which most clients reject a server (RFC 9110 §4.3.4).
    package let hasNames: Bool
    /// The first day of its validity, if that is in the future: `2026-11-23`, in UTC.
    package let earlyUntil: String?
    /// The last day of its validity, if that has passed.
    package let expiredOn: String?
    /// The whole days of its validity.
    package let validDays: Int
    /// Whether its key is as long as this process requires of peers.
    package let hasLongKey: Bool
    /// The kind of its key, or the curve, if browsers do not support it: `Ed25519`, `secp256k1`, `RSA-PSS`.
    package let unusualKey: String?
    /// Whether its signature uses SHA-1 or MD5.
    package let hasWeakSignature: Bool

    /// Reads a certificate; any `context` is suitable.
    init(_ raw: OpaquePointer, at index: Int32, _ context: TLSContext) {
        let facts = unsafe hypermock_tls_identity_facts(raw, index)
        pem = unsafe Self.pem(raw, at: index)
        subject = unsafe PeerText.read { unsafe hypermock_tls_identity_name(raw, index, 0, $0, $1) } ?? ""
        issuer = unsafe PeerText.read { unsafe hypermock_tls_identity_name(raw, index, 1, $0, $1) } ?? ""
        isAuthority = facts.is_authority == 1
        lacksSigning = facts.lacks_signing == 1
        isSelfIssued = facts.is_self_issued == 1
        suitsServers = facts.suits_servers == 1
        excludesServers = facts.excludes_servers == 1
        excludesClients = facts.excludes_clients == 1
        hasUnknownExtension = facts.has_unknown_extension == 1
        hasNames = facts.has_names == 1
        earlyUntil = facts.is_early == 1 ? Self.text(facts.not_before) : nil
        expiredOn = facts.has_expired == 1 ? Self.text(facts.not_after) : nil
        validDays = Int(facts.valid_days)
        unusualKey = facts.unusual_key.0 == 0 ? nil : Self.text(facts.unusual_key)
        hasWeakSignature = facts.has_weak_signature == 1
        hasLongKey = unsafe hypermock_tls_context_allows_key(context.raw, raw, index) == 1
    }

    static func pem(_ raw: OpaquePointer, at index: Int32) -> String {
        let count = unsafe hypermock_tls_identity_pem(raw, index, nil, 0)
        return unsafe String(unsafeUninitializedCapacity: count) { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            return unsafe start.withMemoryRebound(to: CChar.self, capacity: buffer.count) {
                unsafe min(hypermock_tls_identity_pem(raw, index, $0, count), count)
            }
        }
    }

    /// The text in an array of C, up to its zero.
    private static func text<Characters>(_ characters: Characters) -> String {
        unsafe withUnsafeBytes(of: characters) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

/// Texts in certificates, whose length and contents the peer chooses.
enum PeerText {
    /// The longest text that is kept, in bytes.
    private static let longest = 1024

    /// Returns the text that `write` writes, without control characters, and with an ellipsis if it is cut; nil if empty.
    static func read(_ write: (UnsafeMutablePointer<CChar>, Int) -> Int) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: longest) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = unsafe write(start, buffer.count)
            guard count > 0 else { return nil }
            let text = unsafe String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
            return printable(count == buffer.count ? text + "…" : text)
        }
    }

    /// Replaces control characters, which logs must not contain.
    static func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? "�" : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}
