/// The distinguished names of a certificate (RFC 5280 §4.1.2), as DER.
struct CertificateSubject: Sendable, Hashable {
    let issuer: [UInt8]
    let subject: [UInt8]

    /// Whether the certificate names itself as its issuer.
    var isSelfIssued: Bool { issuer == subject }

    /// Reads the names; nil if the bytes are not a certificate.
    init?(der: [UInt8]) {
        var certificate = DERReader(der[...])
        guard var content = certificate.next(.sequence).map(DERReader.init),
            var fields = content.next(.sequence).map(DERReader.init)
        else { return nil }
        _ = fields.next(.version)
        // Serial number and signature algorithm come before the issuer, the validity between the two names.
        guard fields.next(.integer) != nil, fields.next(.sequence) != nil,
            let issuer = fields.next(.sequence), fields.next(.sequence) != nil,
            let subject = fields.next(.sequence)
        else { return nil }
        self.issuer = Array(issuer)
        self.subject = Array(subject)
    }
}

/// Reads the values of a DER text (X.690 §8.1) in order.
private struct DERReader {
    enum Tag: UInt8 {
        case integer = 0x02
        case sequence = 0x30
        /// The explicit tag 0 of the version, which is optional.
        case version = 0xA0
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// The contents of the next value; nil, without a step, if it has another tag or exceeds the bytes.
    mutating func next(_ tag: Tag) -> ArraySlice<UInt8>? {
        var bytes = rest
        guard bytes.popFirst() == tag.rawValue, let first = bytes.popFirst() else { return nil }
        var count = Int(first)
        if first >= 0x80 {
            let digits = bytes.prefix(Int(first & 0x7F))
            guard (1...4).contains(digits.count) else { return nil }
            bytes = bytes.dropFirst(digits.count)
            count = digits.reduce(0) { $0 << 8 | Int($1) }
        }
        guard count <= bytes.count else { return nil }
        rest = bytes.dropFirst(count)
        return bytes.prefix(count)
    }
}
