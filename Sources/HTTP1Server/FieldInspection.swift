/// The few header fields that decide over the connection, checked when the head is complete.
struct FieldInspection {
    private static let host = [UInt8]("host".utf8)
    private static let expect = [UInt8]("expect".utf8)
    private static let transferEncoding = [UInt8]("transfer-encoding".utf8)
    private static let continuation = [UInt8]("100-continue".utf8)
    private static let chunked = [UInt8]("chunked".utf8)

    private(set) var expectsContinue = false

    private var hosts = 0

    /// Checks the fields and trims their values.
    init(_ fields: inout [Request.FieldRange], in head: [UInt8], _ facts: HeadFacts) throws(ParseFailure) {
        for index in fields.indices {
            let value = head.trimmed(fields[index].value)
            fields[index].value = value
            guard head.isWellFormed(fields[index]) else { throw .malformedField }
            try inspect(fields[index].name, value, in: head, facts)
        }
        guard hosts == 1 || (hosts == 0 && facts.minorVersion == 0) else { throw .missingHost }
    }

    private mutating func inspect(
        _ name: Range<Int>,
        _ value: Range<Int>,
        in head: [UInt8],
        _ facts: HeadFacts
    ) throws(ParseFailure) {
        // The length tells most names apart without looking at them.
        switch name.count {
        case 4 where head.matches(name, Self.host):
            hosts += 1
        case 6 where head.matches(name, Self.expect):
            guard head.matches(value, Self.continuation) else { throw .unknownExpectation }
            // A client of HTTP/1.0 cannot mean it (RFC 9110 §10.1.1).
            expectsContinue = facts.minorVersion > 0
        case 17 where head.matches(name, Self.transferEncoding):
            guard facts.contentLength == nil, facts.minorVersion > 0 else { throw .ambiguousLength }
            guard head.matches(value, Self.chunked) else { throw .unsupportedCoding }
        default: break
        }
    }
}

extension [UInt8] {
    /// Whether the bytes in `range` are `text`, which is in lower case, whatever their case.
    func matches(_ range: Range<Int>, _ text: [UInt8]) -> Bool {
        guard range.count == text.count else { return false }
        for index in text.indices where self[range.lowerBound + index].lowercased != text[index] { return false }
        return true
    }

    /// Whether the name is a token with the colon right behind it, and the value on the same line (RFC 9112 §5).
    func isWellFormed(_ field: Request.FieldRange) -> Bool {
        guard !field.name.isEmpty, field.name.upperBound < count || field.value.isEmpty else { return false }
        for index in field.name where !self[index].isTokenCharacter { return false }
        guard !field.value.isEmpty else { return true }
        guard self[field.name.upperBound] == UInt8(ascii: ":") else { return false }
        for index in (field.name.upperBound + 1)..<field.value.lowerBound where !self[index].isBlank { return false }
        return true
    }

    /// The range without the blanks at its ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, self[lower].isBlank { lower += 1 }
        while upper > lower, self[upper - 1].isBlank { upper -= 1 }
        return lower..<upper
    }
}

extension UInt8 {
    var isBlank: Bool { self == 0x20 || self == 0x09 }

    var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

    /// RFC 9110 §5.6.2.
    var isTokenCharacter: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
    }
}
