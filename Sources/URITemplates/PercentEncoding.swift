/// Percent-encoding as RFC 6570 §1.5 and §3.1 use it.
package enum PercentEncoding {
    /// Encodes all but unreserved characters; with `keepingReserved`, reserved ones and triplets stay as well.
    package static func encode(_ text: String, keepingReserved: Bool) -> String {
        let bytes = Array(text.utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            if isUnreserved(byte) || keepingReserved && (isReserved(byte) || isTriplet(bytes[index...])) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 0xF)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Whether the bytes begin with `%` and two hexadecimal digits.
    static func isTriplet(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.first == UInt8(ascii: "%") && bytes.count >= 3 && bytes.dropFirst().prefix(2).allSatisfy(isHexDigit)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    /// RFC 3986 §2.3.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "-._~".utf8.contains(byte)
    }

    /// RFC 3986 §2.2.
    private static func isReserved(_ byte: UInt8) -> Bool {
        ":/?#[]@!$&'()*+,;=".utf8.contains(byte)
    }
}
