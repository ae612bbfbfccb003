import Scenarios
import URITemplates

/// Reads the ASCII characters of a target, in a JSON string with its escapes undone (RFC 8259 §7).
struct EscapedTarget {
    let bytes: [UInt8]
    let range: Range<Int>
    let isEscaped: Bool
    /// Where the next character begins.
    private(set) var position: Int

    init(bytes: [UInt8], range: Range<Int>, isEscaped: Bool) {
        self.bytes = bytes
        self.range = range
        self.isEscaped = isEscaped
        position = range.lowerBound
    }

    /// The next character, or nil at the end; 0 for one that no origin contains.
    mutating func next() -> UInt8? {
        guard position < range.upperBound else { return nil }
        let byte = bytes[position]
        position += 1
        guard isEscaped, byte == UInt8(ascii: "\\"), position < range.upperBound else { return byte }
        let escape = bytes[position]
        position += 1
        guard escape == UInt8(ascii: "u") else { return escape == UInt8(ascii: "/") ? escape : 0 }
        let digits = bytes[position..<min(position + 4, range.upperBound)]
        position = digits.endIndex
        return digits.reduce(UInt16(0)) { $0 << 4 | UInt16($1.hexValue ?? 0) }.asASCII
    }
}

extension UInt16 {
    fileprivate var asASCII: UInt8 { self < 128 ? UInt8(self) : 0 }
}
