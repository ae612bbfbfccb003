/// A block of PEM (RFC 7468 §2), complete or not.
struct PEMBlock: Hashable {
    /// The kind of its contents: `CERTIFICATE`, `PRIVATE KEY`.
    let label: String
    /// Its lines from the first mark to the last one, or to the next block.
    let text: String

    /// Whether OpenSSL reads it as a certificate; `X509 CERTIFICATE` is the older label.
    var isCertificate: Bool { ["CERTIFICATE", "X509 CERTIFICATE"].contains(label) }

    /// Whether it is a private key: `PRIVATE KEY`, `RSA PRIVATE KEY`, `ENCRYPTED PRIVATE KEY`.
    var isKey: Bool { label.hasSuffix("PRIVATE KEY") }

    /// Whether it is a public key: `PUBLIC KEY`, `RSA PUBLIC KEY`.
    var isPublicKey: Bool { label.hasSuffix("PUBLIC KEY") }

    /// Whether its last mark is there.
    var isComplete: Bool { text.contains("-----END \(label)-----") }
}

extension CredentialFile {
    /// The blocks of PEM in the file, in order.
    var blocks: [PEMBlock] {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.split(separator: Self.beginning, omittingEmptySubsequences: false).dropFirst().compactMap { part in
            guard let end = part.firstRange(of: "-----") else { return PEMBlock(label: "", text: String(part)) }
            let label = String(part[..<end.lowerBound])
            let last = part.firstRange(of: "-----END \(label)-----")?.upperBound ?? part.endIndex
            return PEMBlock(label: label, text: Self.beginning + part[..<last] + "\n")
        }
    }

    private static let beginning = "-----BEGIN "
}
