/// Percent-encoding, RFC 3986 §2.1.
package enum PercentEncoding {
    /// Encodes all but unreserved characters; with `keepingReserved`, reserved ones and triplets stay as well.
    package static func encode(_ text: String, keepingReserved: Bool) -> String {
        guard !text.utf8.allSatisfy(\.isUnreserved) else { return text }
        let bytes = Array(text.utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            if byte.isUnreserved || keepingReserved && (isReserved(byte) || isTriplet(bytes[index...])) {
                encoded.append(byte)
            } else {
                append(byte, to: &encoded)
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Appends the triplet of a byte: `%C3`.
    package static func append(_ byte: UInt8, to encoded: inout [UInt8]) {
        encoded += [UInt8(ascii: "%"), .hexDigit(byte >> 4), .hexDigit(byte & 0xF)]
    }

    /// Replaces each triplet by its byte, then repairs what is not UTF-8; a stray `%` stays.
    package static func decoded(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        let bytes = Array(text.utf8)[...]
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "%"), let octet = octet(bytes, at: index) {
                decoded.append(octet)
                index += 2
            } else {
                decoded.append(byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// The byte that two hexadecimal digits at `index` mean, or nil if there are not two.
    @inlinable
    package static func octet(_ bytes: ArraySlice<UInt8>, at index: Int) -> UInt8? {
        guard bytes.endIndex - index >= 2, let high = bytes[index].hexValue, let low = bytes[index + 1].hexValue else {
            return nil
        }
        return high << 4 | low
    }

    /// Whether the bytes begin with `%` and two hexadecimal digits.
    package static func isTriplet(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.first == UInt8(ascii: "%") && octet(bytes, at: bytes.startIndex + 1) != nil
    }

    /// RFC 3986 §2.2.
    private static func isReserved(_ byte: UInt8) -> Bool {
        ":/?#[]@!$&'()*+,;=".utf8.contains(byte)
    }
}

extension UInt8 {
    /// Whether the byte is an unreserved character, RFC 3986 §2.3.
    @inlinable package var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        case _: false
        }
    }

    /// The value of a hexadecimal digit, or nil.
    @inlinable package var hexValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case _: nil
        }
    }

    /// The hexadecimal digit of a value below 16, in upper case.
    @inlinable
    package static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
