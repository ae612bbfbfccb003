import Messages

/// The line with method, target and version (RFC 9112 §3).
enum RequestLine {
    private static let versionLength = " HTTP/1.1\r\n".utf8.count

    /// Where the line ends; llhttp has read it, but lets blanks be repeated, protocols differ, and LF end it alone.
    static func end(in head: [UInt8], method: Range<Int>, target: Range<Int>) throws(ParseFailure) -> Int {
        let end = target.upperBound + versionLength
        guard target.lowerBound == method.upperBound + 1, end <= head.count,
            head[target.upperBound + 1] == UInt8(ascii: "H"), head.hasLineEnd(at: end - 2)
        else { throw .malformedLine }
        return end
    }
}

/// The lines that fields stand on: each has one, and CR LF ends it (RFC 9112 §2.2, §5).
///
/// llhttp checks that names are tokens. Its version 8 lets LF end some lines alone, and a value be on the next line.
enum FieldLines {
    /// Checks the lines from `start` to the end of `bytes`, the empty one included, and trims the values.
    static func check(
        _ fields: inout some MutableCollection<FieldRange>,
        in bytes: [UInt8],
        from start: Int
    ) throws(ParseFailure) {
        var line = start
        var index = fields.startIndex
        while index != fields.endIndex {
            fields[index].value = bytes.trimmed(fields[index].value)
            line = try end(of: fields[index], in: bytes, from: line)
            fields.formIndex(after: &index)
        }
        guard line + 2 == bytes.count, bytes.hasLineEnd(at: line) else { throw .malformedLine }
    }

    /// Where the line of a field ends that begins at `start`.
    private static func end(
        of field: FieldRange,
        in bytes: [UInt8],
        from start: Int
    ) throws(ParseFailure) -> Int {
        let (name, value) = (field.name, field.value)
        guard name.lowerBound == start, !name.isEmpty, name.upperBound < bytes.count else { throw .malformedField }
        guard bytes[name.upperBound] == UInt8(ascii: ":") else { throw .malformedField }
        var index = bytes.endOfBlanks(from: name.upperBound + 1)
        if !value.isEmpty {
            guard index == value.lowerBound else { throw .foldedField }
            index = bytes.endOfBlanks(from: value.upperBound)
        }
        guard bytes.hasLineEnd(at: index) else { throw .malformedLine }
        return index + 2
    }
}

extension [UInt8] {
    fileprivate func hasLineEnd(at index: Int) -> Bool {
        index + 1 < count && self[index] == UInt8(ascii: "\r") && self[index + 1] == UInt8(ascii: "\n")
    }

    fileprivate func endOfBlanks(from start: Int) -> Int {
        var index = start
        while index < count, self[index].isBlank { index += 1 }
        return index
    }

    /// The range without the blanks at its ends.
    fileprivate func trimmed(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, self[lower].isBlank { lower += 1 }
        while upper > lower, self[upper - 1].isBlank { upper -= 1 }
        return lower..<upper
    }
}
