import HAL
import URITemplates

/// Percent-encoding (RFC 3986 §2.1) and the form encoding of the URL standard.
package enum PercentCoding {
    /// The normal form, in which targets are compared.
    ///
    /// `%7E` becomes `~`, `%c3` becomes `%C3`, and bytes that are illegal in a URI are encoded. Two targets with the
    /// same normal form are equivalent (RFC 3986 §6.2.2).
    package static func normalized(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 8)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            guard byte == UInt8(ascii: "%") else {
                byte.isPlainInTarget ? result.append(byte) : PercentEncoding.append(byte, to: &result)
                continue
            }
            guard let decoded = PercentEncoding.octet(bytes, at: index) else {
                result.append(byte)
                continue
            }
            index += 2
            decoded.isUnreserved ? result.append(decoded) : PercentEncoding.append(decoded, to: &result)
        }
        return result
    }

    /// The normal form of a text.
    package static func normalized(_ text: String) -> String {
        guard !text.utf8.areAll(\.isPlainInTarget) else { return text }
        return String(decoding: normalized(Array(text.utf8)[...]), as: UTF8.self)
    }

    /// Whether a target is the normal form of a text; most texts already are in normal form.
    package static func isNormalForm(_ target: some Collection<UInt8>, of text: String) -> Bool {
        guard text.utf8.areAll(\.isPlainInTarget) else {
            return target.elementsEqual(normalized(Array(text.utf8)[...]))
        }
        return target.count == text.utf8.count && target.elementsEqual(text.utf8)
    }

    /// The decoded bytes; a `%` without two hexadecimal digits is kept.
    package static func decoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while let byte = nextDecoded(bytes, at: &index, plusIsSpace: plusIsSpace) { result.append(byte) }
        return result
    }

    /// Whether the decoded bytes equal others; decodes on the fly, without a copy.
    package static func decoding(_ bytes: ArraySlice<UInt8>, equals expected: [UInt8]) -> Bool {
        var index = bytes.startIndex
        var position = 0
        while let byte = nextDecoded(bytes, at: &index, plusIsSpace: true) {
            guard position < expected.count, expected[position] == byte else { return false }
            position += 1
        }
        return position == expected.count
    }

    /// A text as one segment of a path: all but unreserved characters are encoded.
    package static func encodedSegment(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        for byte in text.utf8 { byte.isUnreserved ? result.append(byte) : PercentEncoding.append(byte, to: &result) }
        return result
    }

    private static func nextDecoded(_ bytes: ArraySlice<UInt8>, at index: inout Int, plusIsSpace: Bool) -> UInt8? {
        guard index < bytes.endIndex else { return nil }
        let byte = bytes[index]
        index += 1
        if byte == UInt8(ascii: "+"), plusIsSpace { return UInt8(ascii: " ") }
        guard byte == UInt8(ascii: "%"), let octet = PercentEncoding.octet(bytes, at: index) else { return byte }
        index += 2
        return octet
    }
}
