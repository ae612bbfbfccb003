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
    package init(certificatePEM: [UInt8], keyPEM: [UInt8]) throws(TLSError) {
        try CredentialFile.checkCertificates(certificatePEM, "certificate")
        try CredentialFile.checkKey(keyPEM)
        try OpenSSL.load()
        let identity = unsafe certificatePEM.withUnsafeBufferPointer { certificate in
            unsafe keyPEM.withUnsafeBufferPointer { key -> OpaquePointer? in
                guard let certificateStart = certificate.baseAddress, let keyStart = key.baseAddress else { return nil }
                return unsafe hypermock_tls_identity_read_pem(certificateStart, certificate.count, keyStart, key.count)
            }
        }
        guard let identity = unsafe identity else { throw CredentialFile.explain(OpenSSL.error("certificate and key")) }
        unsafe raw = identity
    }

    /// Reads a PKCS #12 file (RFC 7292), as `keytool` and `openssl pkcs12 -export` write it.
    ///
    /// - Throws: A ``TLSError`` that names the problem, and how to convert a file of another format.
    package init(pkcs12: [UInt8], password: String) throws(TLSError) {
        try CredentialFile.checkPKCS12(pkcs12)
        try OpenSSL.load()
        let identity = unsafe pkcs12.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            guard let start = bytes.baseAddress else { return nil }
            return unsafe password.withCString { unsafe hypermock_tls_identity_read_pkcs12(start, bytes.count, $0) }
        }
        guard let identity = unsafe identity else {
            throw CredentialFile.explain(
                OpenSSL.error(CredentialFile.pkcs12, unnamed: CredentialFile.withoutKey)
            )
        }
        unsafe raw = identity
    }

    deinit {
        unsafe hypermock_tls_identity_free(raw)
    }

    /// The certificate as PEM (RFC 7468), without its chain and its key.
    package var certificatePEM: String {
        let count = unsafe hypermock_tls_identity_pem(raw, nil, 0)
        return unsafe String(unsafeUninitializedCapacity: count) { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            return unsafe start.withMemoryRebound(to: CChar.self, capacity: buffer.count) {
                unsafe min(hypermock_tls_identity_pem(raw, $0, count), count)
            }
        }
    }

    /// The SHA-256 fingerprint of the certificate, as `openssl x509 -fingerprint` writes it: `A1:B2:…`.
    package var fingerprint: String {
        unsafe Fingerprint.text { unsafe hypermock_tls_identity_digest(raw, $0) == 1 } ?? ""
    }

    /// Whether the certificate may sign others (RFC 5280 §4.2.1.9).
    var isAuthority: Bool { unsafe hypermock_tls_identity_is_authority(raw) == 1 }
}
