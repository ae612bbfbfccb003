/// Finds out why a file of certificates or keys cannot be read, and how to convert it.
enum CredentialFile {
    /// The operation of errors about PKCS #12.
    static let pkcs12 = "PKCS #12 file"
    /// The reason where OpenSSL names none.
    static let withoutKey = "it contains no certificate with its private key"

    static func checkCertificates(_ bytes: [UInt8], _ operation: String) throws(TLSError) {
        try checkPEM(bytes, operation)
        guard !contains(bytes, "-----BEGIN CERTIFICATE-----") else { return }
        throw TLSError(operation: operation, reason: "not PEM: there is no line '-----BEGIN CERTIFICATE-----'")
    }

    static func checkKey(_ bytes: [UInt8]) throws(TLSError) {
        try checkPEM(bytes, "private key")
        let marks = ["-----BEGIN ENCRYPTED PRIVATE KEY-----", "Proc-Type: 4,ENCRYPTED"]
        guard !marks.contains(where: { contains(bytes, $0) }) else {
            throw TLSError(
                operation: "private key",
                reason: "it is encrypted; to decrypt it: openssl pkey -in key.pem -out decrypted.pem"
            )
        }
        guard !contains(bytes, "PRIVATE KEY-----") else { return }
        throw TLSError(operation: "private key", reason: "not PEM: there is no line '-----BEGIN PRIVATE KEY-----'")
    }

    static func checkPKCS12(_ bytes: [UInt8]) throws(TLSError) {
        try checkKeystore(bytes, pkcs12)
        guard bytes.first != sequence else { return }
        throw TLSError(
            operation: pkcs12,
            reason: contains(bytes, "-----BEGIN ")
                ? "it is PEM; to convert it: openssl pkcs12 -export -in cert.pem -inkey key.pem -out keystore.p12"
                : "its contents are not PKCS #12"
        )
    }

    /// Replaces reasons of OpenSSL that name no cause.
    static func explain(_ error: TLSError) -> TLSError {
        let reason =
            switch error.reason {
            case "key values mismatch", "key type mismatch", "different key types":
                "the private key does not belong to the certificate"
            case "mac verify failure", "pkcs12 cipherfinal error": "the password is wrong"
            case "unsupported":
                "its encryption is outdated (such as RC2); to convert it: openssl pkcs12 -legacy -in old.p12 -nodes -out "
                    + "all.pem && openssl pkcs12 -export -in all.pem -out keystore.p12"
            case withoutKey: error.reason
            case _: "its contents are invalid (\(error.reason))"
            }
        return TLSError(operation: error.operation, reason: reason)
    }

    /// The tag of an ASN.1 SEQUENCE, with which DER and PKCS #12 begin.
    private static let sequence: UInt8 = 0x30

    private static func checkPEM(_ bytes: [UInt8], _ operation: String) throws(TLSError) {
        try checkKeystore(bytes, operation)
        guard bytes.first == sequence else { return }
        throw TLSError(
            operation: operation,
            reason: "it is binary, not PEM; to convert DER: openssl x509 -inform DER -in cert.der -out cert.pem"
        )
    }

    /// Java's own formats begin with these magic numbers.
    private static func checkKeystore(_ bytes: [UInt8], _ operation: String) throws(TLSError) {
        let formats: [([UInt8], String)] = [([0xFE, 0xED, 0xFE, 0xED], "JKS"), ([0xCE, 0xCE, 0xCE, 0xCE], "JCEKS")]
        for (magic, format) in formats where bytes.starts(with: magic) {
            throw TLSError(
                operation: operation,
                reason: "it is a \(format) keystore; to convert it: keytool -importkeystore -srckeystore keystore.jks "
                    + "-srcstoretype \(format) -destkeystore keystore.p12 -deststoretype PKCS12"
            )
        }
    }

    private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains(text)
    }
}
