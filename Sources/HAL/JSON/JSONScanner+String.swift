import URITemplates

extension JSONScanner {
    /// Reads a string from its opening to its closing quote, RFC 8259 §7, and checks its bytes.
    mutating func text() throws(JSONError) -> Text {
        let opening = position
        position += 1
        let start = position
        var isEscaped = false
        skipPlainCharacters()
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return Text(range: start..<position - 1, isEscaped: isEscaped)
            case UInt8(ascii: "\\"):
                isEscaped = true
                try escape()
            case 0..<0x20:
                throw error("a control character in a string must be escaped")
            default:
                try multibyteScalar()
            }
            skipPlainCharacters()
        }
        throw error("the string has no closing quote", at: opening)
    }

    /// Skips to the next byte that ends the string or needs special treatment; in most strings that is the closing
    /// quote.
    private mutating func skipPlainCharacters() {
        let end = bytes.count
        var index = position
        while index < end {
            let byte = bytes[index]
            guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { break }
            index += 1
        }
        position = index
    }

    /// Decodes a text that `next()` returned.
    package func string(_ text: Text) -> String {
        guard text.isEscaped else { return String(decoding: bytes[text.range], as: UTF8.self) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.range.count)
        var index = text.range.lowerBound
        while index < text.range.upperBound {
            guard bytes[index] == UInt8(ascii: "\\") else {
                decoded.append(bytes[index])
                index += 1
                continue
            }
            index = appendEscape(at: index, to: &decoded)
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Appends the character of the escape at `index`; returns the index after it.
    private func appendEscape(at index: Int, to decoded: inout [UInt8]) -> Int {
        switch bytes[index + 1] {
        case UInt8(ascii: "b"): decoded.append(0x08)
        case UInt8(ascii: "f"): decoded.append(0x0C)
        case UInt8(ascii: "n"): decoded.append(0x0A)
        case UInt8(ascii: "r"): decoded.append(0x0D)
        case UInt8(ascii: "t"): decoded.append(0x09)
        case UInt8(ascii: "u"):
            guard let (scalar, end) = scalar(escapedAt: index) else { return index + 6 }
            if let bytes = UTF8.encode(scalar) { decoded.append(contentsOf: bytes) }
            return end
        case let itself: decoded.append(itself)
        }
        return index + 2
    }

    private mutating func escape() throws(JSONError) {
        guard position + 1 < bytes.count else { throw error("the text ends in an escape") }
        switch bytes[position + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 2
        case UInt8(ascii: "u"):
            guard codeUnit(at: position) != nil else { throw error("expected four hexadecimal digits after '\\u'") }
            guard let (_, end) = scalar(escapedAt: position) else {
                throw error("unpaired surrogate in an escape", code: .encoding)
            }
            position = end
        default:
            throw error("invalid escape")
        }
    }

    /// The scalar of one escape, or of two that form a surrogate pair, and the index after it.
    private func scalar(escapedAt index: Int) -> (Unicode.Scalar, end: Int)? {
        guard let first = codeUnit(at: index) else { return nil }
        if let scalar = Unicode.Scalar(first) { return (scalar, index + 6) }
        guard first < 0xDC00, let second = codeUnit(at: index + 6), (0xDC00...0xDFFF).contains(second) else {
            return nil
        }
        let joined = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        return Unicode.Scalar(joined).map { ($0, index + 12) }
    }

    /// The UTF-16 code unit of the `\uXXXX` at `index`, or nil.
    private func codeUnit(at index: Int) -> UInt16? {
        guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt16 = 0
        for byte in bytes[index + 2..<index + 6] {
            guard let digit = byte.hexValue else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    /// Checks one UTF-8 sequence of two to four bytes, RFC 3629 §4.
    private mutating func multibyteScalar() throws(JSONError) {
        let second: ClosedRange<UInt8>
        let length: Int
        switch bytes[position] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw error("the bytes are not UTF-8", code: .encoding)
        }
        guard position + length <= bytes.count, second.contains(bytes[position + 1]),
            bytes[position + 2..<max(position + 2, position + length)].allSatisfy({ $0 & 0xC0 == 0x80 })
        else { throw error("the bytes are not UTF-8", code: .encoding) }
        position += length
    }
}
