/// A file of certificates or keys: its bytes, its format, and its name for messages.
package struct CredentialFile: Sendable {
    /// The format of a file, by its first bytes.
    enum Format: Hashable {
        case empty
        case pem
        case pkcs12
        /// Certificates without keys, in DER.
        case pkcs7
        /// ASN.1, but neither PKCS #12 nor PKCS #7.
        case der
        /// Java's own formats: JKS, JCEKS.
        case javaKeystore(String)
        case unknown
    }

    let bytes: [UInt8]
    let name: String?

    package init(_ bytes: [UInt8], name: String? = nil) {
        self.bytes = bytes
        self.name = name
    }

    var format: Format {
        for (magic, format) in Self.javaFormats where bytes.starts(with: magic) { return .javaKeystore(format) }
        if bytes.isEmpty { return .empty }
        guard bytes.first != Self.sequence else {
            let contents = contentsOfSequence
            if contents.starts(with: Self.versionOfPKCS12) { return .pkcs12 }
            return contents.starts(with: Self.signedDataOfPKCS7) ? .pkcs7 : .der
        }
        return contains("-----BEGIN ") ? .pem : .unknown
    }

    package var isPKCS12: Bool { format == .pkcs12 }

    func contains(_ text: String) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains(text)
    }

    /// The blocks of PEM with certificates, without the text between them.
    var certificateBlocks: [UInt8] { bytes(of: blocks.filter(\.isCertificate)) }

    /// The blocks of PEM with private keys.
    var keyBlocks: [UInt8] { bytes(of: blocks.filter(\.isKey)) }

    private func bytes(of blocks: [PEMBlock]) -> [UInt8] { Array(blocks.map(\.text).joined().utf8) }

    /// Returns the name quoted for a shell, with another extension if one is given.
    func word(_ fallback: String, extension newExtension: String? = nil) -> String {
        var name = name ?? fallback
        if let newExtension {
            let stem = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? name[..<$0] : nil } ?? name[...]
            name = stem.hasSuffix("/") || stem.isEmpty ? "\(name).\(newExtension)" : "\(stem).\(newExtension)"
        }
        guard !name.allSatisfy({ $0.isLetter || "0123456789-_./".contains($0) }) else { return name }
        return "'" + name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }

    private static let javaFormats: [([UInt8], String)] = [
        ([0xFE, 0xED, 0xFE, 0xED], "JKS"), ([0xCE, 0xCE, 0xCE, 0xCE], "JCEKS"),
    ]
    /// The tag of an ASN.1 SEQUENCE, with which DER and PKCS #12 begin.
    private static let sequence: UInt8 = 0x30
    /// The INTEGER 3 (RFC 7292 §4).
    private static let versionOfPKCS12: [UInt8] = [0x02, 0x01, 0x03]

    /// The OBJECT IDENTIFIER 1.2.840.113549.1.7.2 (RFC 2315 §14).
    private static let signedDataOfPKCS7: [UInt8] = [
        0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02,
    ]

    /// The bytes after the tag and the length.
    private var contentsOfSequence: ArraySlice<UInt8> {
        guard bytes.count > 2 else { return [] }
        let isLong = bytes[1] & 0x80 != 0
        return bytes.dropFirst(2 + (isLong ? Int(bytes[1] & 0x7F) : 0))
    }
}
