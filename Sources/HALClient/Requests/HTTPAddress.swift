import HAL
import URITemplates

/// An absolute `http` or `https` URI, to which a request can be sent.
struct HTTPAddress: Sendable, Hashable {
    /// The URI with a path, without user information.
    let reference: URIReference

    /// Makes an address; nil unless the reference is an absolute `http` or `https` URI with a valid host and port.
    init?(_ reference: URIReference) {
        var reference = reference
        if !Self.isPlain(reference) {
            guard let origin = Origin(reference), origin.scheme == "http" || origin.scheme == "https",
                origin.port != 0, Self.isHost(origin.host)
            else { return nil }
            reference.scheme = origin.scheme
            reference.authority = String(origin.description.dropFirst(origin.scheme.count + 3))
        }
        if reference.path.isEmpty { reference.path = "/" }
        self.reference = reference
    }

    /// The origin, which every address has.
    var origin: Origin? { Origin(reference) }

    /// The URI with its fragment.
    var text: String { reference.description }

    /// The URI to request: without its fragment, and strictly as RFC 3986 §3 allows it.
    ///
    /// Foundation, which transports use, encodes each `%` of a URI in which it finds one invalid character.
    var requested: String {
        var copy = reference
        copy.fragment = nil
        copy.path = copy.path.strictlyEncoded
        copy.query = copy.query?.strictlyEncoded
        return copy.description
    }

    /// Whether the URI is in normal form: most are, and normalizing costs more than the rest of the call.
    private static func isPlain(_ reference: URIReference) -> Bool {
        guard reference.scheme == "http" || reference.scheme == "https", let authority = reference.authority else {
            return false
        }
        let bytes = authority.utf8
        let hostEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        guard hostEnd > bytes.startIndex, bytes[..<hostEnd].areAll({ $0.isPlainHostByte }) else { return false }
        guard hostEnd < bytes.endIndex else { return true }
        let digits = bytes[bytes.index(after: hostEnd)...]
        guard (4...5).contains(digits.count), digits.first != UInt8(ascii: "0") else { return false }
        var port = 0
        for digit in digits {
            guard digit.isDigit else { return false }
            port = port * 10 + Int(digit & 0xF)
        }
        return port <= 65_535
    }

    private static func isHost(_ host: String) -> Bool {
        guard host.hasPrefix("["), host.hasSuffix("]") else {
            return !host.isEmpty && host.strictlyEncoded == host && host.utf8.allSatisfy { !":@".utf8.contains($0) }
        }
        let address = host.dropFirst().dropLast()
        return !address.isEmpty && address.utf8.allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
    }
}

extension UInt8 {
    fileprivate var isBracket: Bool { self == UInt8(ascii: "[") || self == UInt8(ascii: "]") }

    fileprivate var isPlainHostByte: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || isDigit || self == UInt8(ascii: ".")
            || self == UInt8(ascii: "-")
    }
}

extension String {
    /// The part of a URI with brackets, and each `%` that encodes nothing, percent-encoded (RFC 3986 §2.1).
    fileprivate var strictlyEncoded: String {
        guard !utf8.areAll({ $0 != UInt8(ascii: "%") && !$0.isBracket }) else { return self }
        let bytes = Array(utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count + 8)
        for (index, byte) in bytes.enumerated() {
            let isStray = byte == UInt8(ascii: "%") && !PercentEncoding.isTriplet(bytes[index...])
            if isStray || byte.isBracket {
                PercentEncoding.append(byte, to: &encoded)
            } else {
                encoded.append(byte)
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
