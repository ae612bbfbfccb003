import Messages

/// Validates the header fields that frame or route the request, when the head is complete.
struct HeadValidation {
    private static let host = [UInt8]("host".utf8)
    private static let expect = [UInt8]("expect".utf8)
    private static let transferEncoding = [UInt8]("transfer-encoding".utf8)
    private static let continuation = [UInt8]("100-continue".utf8)
    private static let chunked = [UInt8]("chunked".utf8)

    private(set) var expectsContinue = false

    private var hosts = 0

    init(
        _ fields: [FieldRange],
        in head: [UInt8],
        _ framing: RequestFraming,
        target: Range<Int>
    ) throws(RequestFailure) {
        for field in fields {
            let (name, value) = (field.name, field.value)
            // The length alone distinguishes most names.
            switch name.count {
            case 4 where head.matches(name, Self.host):
                hosts += 1
                // `Host` may be empty only if the target has an authority (RFC 9112 §3.2).
                let mayBeEmpty = !head.isPathOrAsterisk(target)
                guard value.isEmpty ? mayBeEmpty : head.isHost(value) else { throw .malformedHost }
            case 6 where head.matches(name, Self.expect):
                guard head.matches(value, Self.continuation) else { throw .unknownExpectation }
                // In an HTTP/1.0 request the expectation is ignored (RFC 9110 §10.1.1).
                expectsContinue = framing.minorVersion > 0
            case 17 where head.matches(name, Self.transferEncoding):
                guard framing.contentLength == nil, framing.minorVersion > 0 else { throw .ambiguousLength }
                guard head.matches(value, Self.chunked) else { throw .unsupportedCoding }
            default: break
            }
        }
        guard hosts == 1 || (hosts == 0 && framing.minorVersion == 0) else { throw .missingHost }
    }
}

extension [UInt8] {
    /// Whether the target in `range` has no authority (RFC 9112 §3.2).
    fileprivate func isPathOrAsterisk(_ range: Range<Int>) -> Bool {
        self[range.lowerBound] == UInt8(ascii: "/") || self[range.lowerBound] == UInt8(ascii: "*")
    }
}

extension UInt8 {
    var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// RFC 9110 §5.6.2.
    var isTokenCharacter: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
    }
}

/// The request line (RFC 9112 §3).
enum RequestLine {
    private static let versionLength = " HTTP/1.1\r\n".utf8.count

    /// Returns the end of the line; llhttp accepts repeated blanks, other protocols, and LF alone.
    ///
    /// - Throws: `RequestFailure` if the line is malformed.
    static func end(in head: [UInt8], method: Range<Int>, target: Range<Int>) throws(RequestFailure) -> Int {
        let end = target.upperBound + versionLength
        guard target.lowerBound == method.upperBound + 1, end <= head.count,
            head[target.upperBound + 1] == UInt8(ascii: "H"), head.hasLineEnd(at: end - 2)
        else { throw .malformedLine }
        return end
    }
}

/// The field lines, each of which ends with CR LF (RFC 9112 §2.2, §5).
///
/// llhttp checks that names are tokens. Version 8 accepts LF alone in some lines, and a value on the next line.
enum HeadLines {
    /// Checks the lines from `start` to the end of `bytes`, the empty line included, and trims the values.
    ///
    /// - Throws: `RequestFailure` if a line is malformed.
    static func check(
        _ fields: inout some MutableCollection<FieldRange>,
        in bytes: [UInt8],
        from start: Int
    ) throws(RequestFailure) {
        var line = start
        var index = fields.startIndex
        while index != fields.endIndex {
            fields[index].value = bytes.trimmed(fields[index].value)
            line = try end(of: fields[index], in: bytes, from: line)
            fields.formIndex(after: &index)
        }
        guard line + 2 == bytes.count, bytes.hasLineEnd(at: line) else { throw .malformedLine }
    }

    /// Returns the end of the field line that begins at `start`.
    private static func end(
        of field: FieldRange,
        in bytes: [UInt8],
        from start: Int
    ) throws(RequestFailure) -> Int {
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

    /// Returns the range without the blanks at its ends.
    fileprivate func trimmed(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, self[lower].isBlank { lower += 1 }
        while upper > lower, self[upper - 1].isBlank { upper -= 1 }
        return lower..<upper
    }
}
