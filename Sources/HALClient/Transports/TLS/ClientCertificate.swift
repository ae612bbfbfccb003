import HAL

#if os(Linux)
    import NIOSSL
#endif

/// A certificate that identifies the client to servers, its chain and its private key.
///
/// Its description, its mirror and errors do not contain the key.
public struct ClientCertificate: Sendable, Hashable {
    #if os(Linux)
        let chain: [NIOSSLCertificate]
        let privateKey: NIOSSLPrivateKey

        /// Reads a certificate, followed by its intermediate authorities, and its private key from PEM texts (RFC 7468).
        ///
        /// Only on Linux; Apple platforms accept PKCS #12 alone. `password` is that of an encrypted key, or nil. It
        /// throws ``InvalidCertificate`` if one of the texts is invalid, or if they do not belong together.
        public init(pem: String, privateKey: String, password: String? = nil) throws(InvalidCertificate) {
            let certificates = try Certificate.all(pem: pem)
            let key: NIOSSLPrivateKey
            do {
                chain = try certificates.map { try NIOSSLCertificate(bytes: $0.der, format: .der) }
                // Without a callback, BoringSSL asks for the password on the terminal.
                key = try NIOSSLPrivateKey(bytes: Array(privateKey.utf8), format: .pem) { setter in
                    setter(Array((password ?? "").utf8))
                }
            } catch {
                let problem =
                    password == nil ? "not a private key in PEM, or encrypted" : "not a key with this password"
                throw InvalidCertificate(.privateKey, "the text is \(problem)")
            }
            self.privateKey = key
            try checkKey()
        }
    #else
        let pkcs12: [UInt8]
        let password: String
    #endif

    /// Reads the contents of a PKCS #12 file (RFC 7292), `.p12` or `.pfx`.
    ///
    /// - Throws: ``InvalidCertificate`` with the code `pkcs12` if the bytes or the password are wrong.
    public init(pkcs12: [UInt8], password: String) throws(InvalidCertificate) {
        #if os(Linux)
            do {
                let bundle = try NIOSSLPKCS12Bundle(buffer: pkcs12, passphrase: Array(password.utf8))
                chain = bundle.certificateChain
                privateKey = bundle.privateKey
            } catch {
                throw Self.invalidPKCS12
            }
            try checkKey()
        #else
            self.pkcs12 = pkcs12
            self.password = password
            guard credential != nil else { throw Self.invalidPKCS12 }
        #endif
    }

    private static let invalidPKCS12 = InvalidCertificate(
        .pkcs12,
        "the bytes are not a PKCS #12 file with a certificate and a key, or the password is wrong"
    )
}

#if os(Linux)
    extension ClientCertificate {
        /// Makes a context, which compares key and certificate.
        private func checkKey() throws(InvalidCertificate) {
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.trustRoots = .certificates([])
            configuration.certificateChain = chain.map { .certificate($0) }
            configuration.privateKey = .privateKey(privateKey)
            do {
                _ = try NIOSSLContext(configuration: configuration)
            } catch {
                throw InvalidCertificate(.mismatch, "the private key does not belong to the certificate")
            }
        }
    }
#endif

extension ClientCertificate: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A mark in place of the certificate and its key.
    public var description: String { "client certificate \(Redaction.mark)" }

    /// The description.
    public var debugDescription: String { description }

    /// Nothing.
    public var customMirror: Mirror {
        Mirror(self, children: [:])
    }
}
