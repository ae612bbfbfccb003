internal import HAL

/// Finds the first byte of a file that is not UTF-8.
package enum UTF8Check {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    static func check(_ bytes: [UInt8]) throws(SyntaxProblem) {
        try refuseUTF16(bytes)
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        let position = TextPosition(of: firstInvalid(in: bytes), in: bytes)
        throw SyntaxProblem(
            message: "the file is not UTF-8: this byte does not begin a character",
            mark: Mark(position),
            suggestion: "save it as UTF-8"
        )
    }

    /// The bytes without the mark that some editors write before UTF-8.
    package static func withoutByteOrderMark(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(byteOrderMark.count)) : bytes
    }

    /// Whether the file begins with UTF-16's mark, or with an ASCII character of two bytes.
    static func isUTF16(_ bytes: [UInt8]) -> Bool {
        let start = Array(bytes.prefix(2))
        guard start.count == 2 else { return false }
        return start == [0xFE, 0xFF] || start == [0xFF, 0xFE] || (start[0] == 0) != (start[1] == 0)
    }

    /// - Throws: ``SyntaxProblem`` for a file in UTF-16, of which no other message would be of use.
    static func refuseUTF16(_ bytes: [UInt8]) throws(SyntaxProblem) {
        guard isUTF16(bytes) else { return }
        throw SyntaxProblem(
            message: "the file is UTF-16",
            mark: Mark(line: 1, column: 1),
            suggestion: "save it as UTF-8"
        )
    }

    private static func firstInvalid(in bytes: [UInt8]) -> Int {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
        return min(offset, bytes.count)
    }
}

extension Mark {
    init(_ position: TextPosition) {
        self.init(line: position.line, column: position.column)
    }
}
