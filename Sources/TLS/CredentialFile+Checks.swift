extension CredentialFile {
    /// The operation of errors about PKCS #12.
    static let pkcs12 = "PKCS #12 file"
    private static let requestKey = "the key is in the file that -keyout or -key of openssl req names"
    private static let request = "-----BEGIN CERTIFICATE REQUEST-----"
    /// The reason if OpenSSL gives none.
    static let withoutKey = "it contains no certificate with its private key"

    /// Checks that the file may have certificates in PEM.
    ///
    /// - Throws: A ``TLSError`` that says how to convert another format.
    func checkCertificates(_ operation: String) throws(TLSError) {
        // Not one of the usual names: the file may be there.
        let (from, to) = (word("cert"), word("cert", extension: "cert.pem"))
        let plain = word("cert", extension: "plain.pem")
        try checkPEM(operation, "openssl x509 -inform DER -in \(from) -out \(to)")
        let blocks = blocks
        if blocks.contains(where: { $0.label == "TRUSTED CERTIFICATE" }) {
            let command = "openssl x509 -in \(from) -out \(plain)"
            throw error(operation, "it is OpenSSL's TRUSTED CERTIFICATE; to convert it: \(command)")
        }
        let certificates = blocks.filter(\.isCertificate)
        guard certificates.isEmpty else { return try check(certificates, operation) }
        if blocks.contains(where: { $0.label == "PKCS7" }) {
            throw error(operation, pkcs7(from, plain))
        }
        if contains(Self.request) {
            throw error(operation, "it is a certificate request; send it to a CA, which returns the certificate")
        }
        if let key = blocks.first(where: { $0.isKey || $0.isPublicKey }) {
            let kind = key.isKey ? "private" : "public"
            throw error(operation, "not a certificate: the file contains a \(kind) key only")
        }
        throw error(operation, "not PEM: the line '-----BEGIN CERTIFICATE-----' is missing")
    }

    /// Checks that the file may have a private key in PEM without a password.
    ///
    /// - Throws: A ``TLSError`` that says how to convert another format.
    func checkKey() throws(TLSError) {
        let operation = "private key"
        let (from, to) = (word("key.der"), word("key", extension: "key.pem"))
        try checkPEM(operation, "openssl pkey -inform DER -in \(from) -out \(to)")
        let marks = ["-----BEGIN ENCRYPTED PRIVATE KEY-----", "Proc-Type: 4,ENCRYPTED"]
        guard !marks.contains(where: contains) else {
            throw error(
                operation,
                "it is encrypted; to decrypt it: openssl pkey -in \(word("key.pem")) -out decrypted.pem"
            )
        }
        let blocks = blocks
        if blocks.contains(where: { $0.label == "OPENSSH PRIVATE KEY" }) {
            let command = "ssh-keygen -p -N '' -m PEM -f \(word("key"))"
            throw error(operation, "it is in OpenSSH's format; to convert it in place: \(command)")
        }
        let keys = blocks.filter(\.isKey)
        guard keys.isEmpty else { return try check(keys, operation) }
        if contains(Self.request) {
            throw error(operation, "it is a certificate request; \(Self.requestKey)")
        }
        if blocks.contains(where: \.isPublicKey) {
            let advice = "the private key is in the file from which it was made: openssl pkey -in key.pem -pubout"
            throw error(operation, "it is a public key; \(advice)")
        }
        if contains("-----BEGIN CERTIFICATE-----") {
            let advice = "--https-key, or --https-ca-key, names the file with the key"
            throw error(operation, "the file contains certificates only; \(advice)")
        }
        throw error(operation, "not PEM: the line '-----BEGIN PRIVATE KEY-----' is missing")
    }

    /// Checks that the file may be PKCS #12.
    ///
    /// - Throws: A ``TLSError`` that says how to convert another format.
    func checkPKCS12() throws(TLSError) {
        switch format {
        case .pkcs12: return
        case .empty: throw error(Self.pkcs12, "the file is empty")
        case .javaKeystore(let kind): throw error(Self.pkcs12, conversion(of: kind))
        case .pem: throw error(Self.pkcs12, "it is PEM; use --https-cert and --https-key")
        case .pkcs7: throw error(Self.pkcs12, "it is PKCS #7, which has no private key")
        case .der: throw error(Self.pkcs12, "it is a certificate or key in DER, not PKCS #12")
        case .unknown: throw error(Self.pkcs12, "it is not a PKCS #12 file")
        }
    }

    func error(_ operation: String, _ reason: String) -> TLSError {
        TLSError(operation: operation, reason: reason, file: name)
    }

    private func checkPEM(_ operation: String, _ conversionOfDER: String) throws(TLSError) {
        switch format {
        case .pem, .unknown: return
        case .empty: throw error(operation, "the file is empty")
        case .javaKeystore(let kind): throw error(operation, conversion(of: kind))
        case .pkcs7:
            let (from, to) = (word("certs.p7b"), word("certs", extension: "pem"))
            throw error(operation, pkcs7("\(from) -inform DER", to))
        case .der: throw error(operation, "it is binary, not PEM; to convert DER: \(conversionOfDER)")
        case .pkcs12:
            let (from, to) = (word("keystore.p12"), word("keystore", extension: "pem"))
            throw error(
                operation,
                "it is PKCS #12; use --https-keystore, or convert it: openssl pkcs12 -in \(from) -nodes -out \(to)"
            )
        }
    }

    private func check(_ blocks: [PEMBlock], _ operation: String) throws(TLSError) {
        guard let cut = blocks.first(where: { !$0.isComplete }) else { return }
        throw error(operation, "it is incomplete: the last line '-----END \(cut.label)-----' is missing")
    }

    /// The sentence about PKCS #7.
    private func pkcs7(_ input: String, _ output: String) -> String {
        "it is PKCS #7; to convert it: openssl pkcs7 -in \(input) -print_certs -out \(output)"
    }

    /// The sentence about Java's own formats.
    private func conversion(of kind: String) -> String {
        let (from, to) = (word("keystore.jks"), word("keystore", extension: "p12"))
        return "it is a \(kind) keystore; to convert it: keytool -importkeystore -srckeystore \(from) "
            + "-srcstoretype \(kind) -destkeystore \(to) -deststoretype PKCS12"
    }
}

extension CredentialFile {
    /// Replaces reasons of OpenSSL that name no cause; OpenSSL's words follow in brackets.
    ///
    /// - Parameters:
    ///   - error: The error of OpenSSL.
    ///   - option: The option for the password; nil: the file has none, or was read with it.
    /// - Returns: The error with the new reason.
    func explain(_ error: TLSError, missing option: String? = nil) -> TLSError {
        let reason =
            switch error.reason {
            case _ where Self.isMismatch(error):
                "the private key does not belong to the certificate"
            case "mac verify failure", "pkcs12 cipherfinal error", "bad decrypt":
                option.map { "its password is neither empty nor the default, 'password'; set it with \($0)" }
                    ?? "the password is wrong"
            case "unsupported" where error.operation == Self.pkcs12: Self.outdated + oldKeystore
            case Self.withoutKey: error.reason
            case "ee key too small", "ca key too small", "dh key too small":
                "the key is too short for clients (\(error.reason)); \(Self.newKey)"
            case "ca md too weak", "ee md too weak":
                "the signature uses SHA-1 or MD5, which clients reject (\(error.reason)); sign it with SHA-256"
            case _: "its contents are invalid (\(error.reason))\(inspection(error.operation))"
            }
        return TLSError(operation: error.operation, reason: reason, file: error.file ?? name)
    }

    /// Returns the error for a key that does not belong to the first certificate of the file.
    func mismatch(_ error: TLSError, with key: CredentialFile) -> TLSError {
        let blocks = blocks.filter(\.isCertificate)
        let owner = blocks.dropFirst().prefix(Self.longestChain).firstIndex { block in
            (try? TLSIdentity(certificate: CredentialFile(Array(block.text.utf8)), key: key)) != nil
        }
        guard let owner else { return CredentialFile([]).explain(error) }
        return TLSError(
            operation: error.operation,
            reason: "the private key belongs to certificate \(owner + 1) of the file; put the server's one first",
            file: name
        )
    }

    /// The command that shows the problem of a file of PEM.
    private func inspection(_ operation: String) -> String {
        guard format == .pem else { return "" }
        let command = operation == "private key" ? "pkey" : "x509"
        return "; to check it: openssl \(command) -noout -in \(word("file.pem"))"
    }

    /// Whether the error says that a private key does not belong to a certificate.
    static func isMismatch(_ error: TLSError) -> Bool {
        ["key values mismatch", "key type mismatch", "different key types"].contains(error.reason)
    }

    /// The advice for making a key that clients accept.
    package static let newKey =
        "use RSA with 2048 bits or more, or P-256: "
        + "openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out new.key"
    /// The number of certificates of a file that are tried with a key.
    private static let longestChain = 16
    private static let outdated = "its encryption is outdated (such as RC2); to convert it: "

    private var oldKeystore: String {
        let (from, to) = (word("old.p12"), word("keystore", extension: "new.p12"))
        return "openssl pkcs12 -legacy -in \(from) -nodes -out all.pem && openssl pkcs12 -export -in all.pem -out \(to)"
    }
}
