import Messages
import Scenarios

extension Address {
    /// Whether a path that begins with these bytes names an address: `/~…` or `/@…`, perhaps percent-encoded.
    static func begins(_ bytes: [UInt8], at start: Int, before end: Int) -> Bool {
        guard start + 1 < end, bytes[start] == UInt8(ascii: "/") else { return false }
        switch bytes[start + 1] {
        case UInt8(ascii: "~"), UInt8(ascii: "@"): return true
        case UInt8(ascii: "%"):
            guard start + 3 < end else { return false }
            return [[0x37, 0x45], [0x37, 0x65], [0x34, 0x30]].contains(Array(bytes[(start + 2)...(start + 3)]))
        case _: return false
        }
    }

    /// Takes the first segment of a path apart; the segment begins as `begins(_:at:before:)` says.
    ///
    /// - Throws: When the token is malformed.
    init(segment: ArraySlice<UInt8>) throws(AddressError) {
        var segment = segment
        if segment.first == UInt8(ascii: "%") {
            segment = PercentCoding.decoded(segment.prefix(3))[...] + segment.dropFirst(3)
        }
        let at = segment.lastIndex(of: UInt8(ascii: "@")) ?? segment.endIndex
        if at < segment.endIndex {
            let text = Self.text(segment[(at + 1)...])
            guard Self.isLegal(token: text) else { throw .malformedToken(text) }
            token = text
        }
        values = []
        guard segment.first == UInt8(ascii: "~") else { return }
        let parts = segment[..<at].dropFirst().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        slug = parts.first.map(Self.text)
        values = parts.dropFirst().map(Self.text)
    }

    /// The address in text, for example `~orders@test-1` or `/~orders@test-1/`; the root for `/` or nothing.
    ///
    /// - Throws: When the text is not an address, or when its token is malformed.
    package init(_ text: String) throws(AddressError) {
        let segment = text.split(separator: "/").first ?? ""
        let path = Array("/\(segment)".utf8)
        guard segment.isEmpty || Self.begins(path, at: 0, before: path.count) else {
            let message = "'\(Excerpt.of(text))' is not an address: it begins with ~ or @."
            throw AddressError(message: message, suggestions: [])
        }
        self = try segment.isEmpty ? .root : Address(segment: path.dropFirst())
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: PercentCoding.decoded(bytes), as: UTF8.self)
    }
}

extension Request {
    /// The path of the address that the request came to, as it was sent, with a slash at its end.
    package var addressPath: String {
        let range = OriginForm.range(of: target, in: head)
        guard Address.begins(head, at: range.lowerBound, before: range.upperBound) else { return "/" }
        let segment = head[(range.lowerBound + 1)..<range.upperBound].prefix {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?")
        }
        return "/" + String(decoding: segment, as: UTF8.self) + "/"
    }
}
