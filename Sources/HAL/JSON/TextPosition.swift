/// Line and column of a byte in a UTF-8 text.
package struct TextPosition: Sendable, Hashable {
    /// The line; the first is 1.
    package let line: Int
    /// The column in Unicode scalars; the first is 1.
    package let column: Int

    /// Counts the lines before `offset`; an offset past the end means the end.
    package init(of offset: Int, in bytes: [UInt8]) {
        var line = 1
        var column = 1
        for byte in bytes.prefix(max(0, offset)) {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.line = line
        self.column = column
    }
}
