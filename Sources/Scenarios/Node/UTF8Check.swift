internal import HAL

/// Finds the first byte of a file that is no UTF-8.
enum UTF8Check {
    static func check(_ bytes: [UInt8]) throws(SyntaxProblem) {
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        let position = TextPosition(of: firstInvalid(in: bytes), in: bytes)
        throw SyntaxProblem(message: "the file is not UTF-8: this byte begins no character", mark: Mark(position))
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
