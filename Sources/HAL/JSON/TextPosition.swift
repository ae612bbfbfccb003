/// Line and column of a byte in a UTF-8 text.
package struct TextPosition: Sendable, Hashable {
    /// The line; the first is 1.
    package private(set) var line = 1
    /// The column in Unicode scalars; the first is 1.
    package private(set) var column = 1
    /// The offset of this position.
    private var offset = 0

    /// The start of a text.
    package init() {}

    /// The position of `offset`; an offset past the end means the end.
    package init(of offset: Int, in bytes: [UInt8]) {
        advance(to: offset, in: bytes)
    }

    /// Advances to a later offset, so that many positions need one pass.
    package mutating func advance(to later: Int, in bytes: [UInt8]) {
        let end = min(max(offset, later), bytes.count)
        for byte in bytes[offset..<end] {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        offset = end
    }
}
