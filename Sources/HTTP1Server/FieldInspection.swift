import Messages

/// The few header fields that decide over the connection, checked when the head is complete.
struct FieldInspection {
    private static let host = [UInt8]("host".utf8)
    private static let expect = [UInt8]("expect".utf8)
    private static let transferEncoding = [UInt8]("transfer-encoding".utf8)
    private static let continuation = [UInt8]("100-continue".utf8)
    private static let chunked = [UInt8]("chunked".utf8)

    /// Fields that frame, route or control a message, which a trailer must not (RFC 9110 §6.5.1).
    private static let forbiddenTrailers = [
        "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    ].map { [UInt8]($0.utf8) }

    private(set) var expectsContinue = false

    private var hosts = 0

    init(
        _ fields: [FieldRange],
        in head: [UInt8],
        _ facts: HeadFacts,
        target: Range<Int>
    ) throws(ParseFailure) {
        for field in fields {
            let (name, value) = (field.name, field.value)
            // The length tells most names apart without looking at them.
            switch name.count {
            case 4 where head.matches(name, Self.host):
                hosts += 1
                // Only a target with an authority of its own leaves nothing for `Host` to say (RFC 9112 §3.2).
                let mayBeEmpty = !head.isPathOrAsterisk(target)
                guard value.isEmpty ? mayBeEmpty : head.isHost(value) else { throw .malformedHost }
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
        guard hosts == 1 || (hosts == 0 && facts.minorVersion == 0) else { throw .missingHost }
    }

    /// Throws if one of the fields is not allowed behind a body.
    static func checkTrailers(_ trailers: ArraySlice<FieldRange>, in bytes: [UInt8]) throws(ParseFailure) {
        for field in trailers where forbiddenTrailers.contains(where: { bytes.matches(field.name, $0) }) {
            throw .forbiddenTrailer
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

    /// Whether the target in `range` has no authority (RFC 9112 §3.2).
    fileprivate func isPathOrAsterisk(_ range: Range<Int>) -> Bool {
        self[range.lowerBound] == UInt8(ascii: "/") || self[range.lowerBound] == UInt8(ascii: "*")
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
