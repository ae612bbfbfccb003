private import CTLS

/// A certificate with its private key, which never leaves this class, and its chain.
///
/// Unchecked, because OpenSSL's certificates and keys are immutable here and counted atomically.
@safe package final class TLSIdentity: @unchecked Sendable {
    /// The contents of a certificate to make.
    package struct Request: Sendable {
        package enum Role: Sendable { case authority, server, client }

        package var role: Role
        /// The subject's common name, in UTF-8.
        package var commonName: [UInt8]
        /// Host names and addresses that the certificate is valid for.
        package var names: [CertificateName] = []
        /// The validity in seconds relative to now.
        package var validity: Range<Int64> = -3600..<365 * 86_400

        package init(_ role: Role, commonName: String, names: [CertificateName] = []) {
            self.role = role
            self.commonName = Array(commonName.utf8)
            self.names = names
        }
    }

    let raw: OpaquePointer

    /// Makes a P-256 key and a certificate, in about 0.2 ms, signed by `issuer` or else by itself.
    package init(making request: Request, issuer: TLSIdentity? = nil) throws(TLSError) {
        try OpenSSL.load()
        let names = request.names.map(\.configuration).joined(separator: ",")
        let identity = unsafe request.commonName.withUnsafeBufferPointer { commonName -> OpaquePointer? in
            guard let start = commonName.baseAddress else { return nil }
            return unsafe names.withCString { names in
                var raw = unsafe hypermock_tls_request(
                    common_name: start,
                    common_name_count: commonName.count,
                    names: request.role == .authority ? nil : names,
                    not_before: request.validity.lowerBound,
                    not_after: request.validity.upperBound,
                    is_for_clients: request.role == .client ? 1 : 0
                )
                return unsafe hypermock_tls_identity_make(&raw, issuer?.raw)
            }
        }
        guard let identity = unsafe identity else { throw OpenSSL.error("certificate") }
        unsafe raw = identity
    }

    /// Reads a certificate with its chain, and its key without a password, both PEM (RFC 7468).
    ///
    /// - Throws: A ``TLSError`` that names the problem, and how to convert a file of another format.
    package init(certificate: CredentialFile, key: CredentialFile) throws(TLSError) {
        try certificate.checkCertificates("certificate")
        try key.checkKey()
        try OpenSSL.load()
        let identity = unsafe certificate.certificateBlocks.withUnsafeBufferPointer { certificate in
            unsafe key.keyBlocks.withUnsafeBufferPointer { key -> OpaquePointer? in
                guard let certificateStart = certificate.baseAddress, let keyStart = key.baseAddress else { return nil }
                return unsafe hypermock_tls_identity_read_pem(certificateStart, certificate.count, keyStart, key.count)
            }
        }
        guard let identity = unsafe identity else {
            let error = OpenSSL.error("certificate and key")
            guard !CredentialFile.isMismatch(error) else { throw certificate.mismatch(error, with: key) }
            // The error belongs to the key if the certificate can be read alone.
            _ = try TLSIdentity(withoutKey: certificate, password: nil)
            throw key.explain(TLSError(operation: "private key", reason: error.reason))
        }
        unsafe raw = identity
    }

    package convenience init(certificatePEM: [UInt8], keyPEM: [UInt8]) throws(TLSError) {
        try self.init(certificate: CredentialFile(certificatePEM), key: CredentialFile(keyPEM))
    }

    /// Reads a PKCS #12 file (RFC 7292), as `keytool` and `openssl pkcs12 -export` write it.
    ///
    /// A file that needs no password is read with any.
    ///
    /// - Parameters:
    ///   - pkcs12: The file.
    ///   - password: The password; nil: WireMock's default, or none.
    /// - Throws: A ``TLSError`` that names the problem, and how to convert a file of another format.
    package init(pkcs12: CredentialFile, password: String?) throws(TLSError) {
        unsafe raw = try Self.read(pkcs12, password, needsKey: true)
    }

    package convenience init(pkcs12: [UInt8], password: String) throws(TLSError) {
        try self.init(pkcs12: CredentialFile(pkcs12), password: password)
    }

    /// Reads certificates without a key, PEM or PKCS #12.
    init(withoutKey file: CredentialFile, password: String?) throws(TLSError) {
        guard file.format != .pkcs12 else {
            unsafe raw = try Self.read(file, password, needsKey: false)
            return
        }
        try file.checkCertificates("certificates")
        try OpenSSL.load()
        let identity = unsafe file.certificateBlocks.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            guard let start = bytes.baseAddress else { return nil }
            return unsafe hypermock_tls_identity_read_pem(start, bytes.count, nil, 0)
        }
        guard let identity = unsafe identity else { throw file.explain(OpenSSL.error("certificates")) }
        unsafe raw = identity
    }

    private static func read(
        _ file: CredentialFile,
        _ password: String?,
        needsKey: Bool
    ) throws(TLSError) -> OpaquePointer {
        try file.checkPKCS12()
        try OpenSSL.load()
        var failure: TLSError?
        for password in [password ?? Self.defaultPassword, ""] {
            let identity = unsafe file.bytes.withUnsafeBufferPointer { bytes -> OpaquePointer? in
                guard let start = bytes.baseAddress else { return nil }
                return unsafe password.withCString {
                    unsafe hypermock_tls_identity_read_pkcs12(start, bytes.count, $0, needsKey ? 1 : 0)
                }
            }
            if let identity = unsafe identity { return unsafe identity }
            let unnamed = needsKey ? CredentialFile.withoutKey : "it contains no certificate"
            let error = OpenSSL.error(CredentialFile.pkcs12, unnamed: unnamed)
            failure = failure ?? error
        }
        let error = failure ?? OpenSSL.error(CredentialFile.pkcs12)
        throw file.explain(error, missing: password == nil ? passwordOption(needsKey) : nil)
    }

    private static func passwordOption(_ needsKey: Bool) -> String {
        needsKey ? "--keystore-password" : "--truststore-password"
    }

    /// WireMock's.
    private static let defaultPassword = "password"

    deinit {
        unsafe hypermock_tls_identity_free(raw)
    }

    /// The certificate as PEM (RFC 7468), without its chain and its key.
    package var certificatePEM: String { unsafe CertificateDetails.pem(raw, at: 0) }

    /// Reads the facts of the certificate, which is the first one, and of its chain.
    package func certificates() throws(TLSError) -> [CertificateDetails] {
        let context = try TLSContext(.server)
        return unsafe (0..<hypermock_tls_identity_count(raw)).map { unsafe CertificateDetails(raw, at: $0, context) }
    }

    /// The SHA-256 fingerprint of the certificate, as `openssl x509 -fingerprint` writes it: `A1:B2:…`.
    package var fingerprint: String {
        unsafe Fingerprint.text { unsafe hypermock_tls_identity_digest(raw, $0) == 1 } ?? ""
    }

    /// Whether the certificate may sign others (RFC 5280 §4.2.1.9).
    var isAuthority: Bool { unsafe hypermock_tls_identity_facts(raw, 0).is_authority == 1 }

    /// Whether it is a CA certificate whose keyUsage excludes keyCertSign (RFC 5280 §4.2.1.3).
    var lacksSigning: Bool { unsafe hypermock_tls_identity_facts(raw, 0).lacks_signing == 1 }
}

extension CertificateDetails {
    /// Reads all certificates of a file, PEM or PKCS #12, without keys.
    ///
    /// - Throws: A ``TLSError`` that names the problem, and how to convert a file of another format.
    package static func all(in file: CredentialFile, password: String? = nil) throws(TLSError) -> [CertificateDetails] {
        try TLSIdentity(withoutKey: file, password: password).certificates()
    }
}
