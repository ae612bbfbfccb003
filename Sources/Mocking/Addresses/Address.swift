import Matching
import Messages
import URITemplates

/// The address of a mount: the root, a scenario, one of its variants, or a sandbox of these.
package struct Address: Sendable, Hashable {
    /// The scenario; nil for the root.
    package var slug: String?
    /// The variant's values, in the order of the matrix' keys.
    package var values: [String]
    /// The token of the sandbox; nil: not a sandbox.
    package var token: String?

    package init(slug: String? = nil, values: [String] = [], token: String? = nil) {
        self.slug = slug
        self.values = values
        self.token = token
    }

    package static let root = Address()

    /// The address without the sandbox.
    package var base: Address { Address(slug: slug, values: values) }

    /// Whether a text is a valid sandbox token: 1 to 128 of `[A-Za-z0-9._-]`.
    package static func isLegal(token: String) -> Bool {
        (1...128).contains(token.utf8.count) && token.utf8.allSatisfy { $0.isUnreserved && $0 != UInt8(ascii: "~") }
    }
}

extension Address: CustomStringConvertible {
    /// The path that the address begins with, without a trailing slash; empty for the root.
    package var prefix: String { String(decoding: prefixBytes, as: UTF8.self) }

    package var description: String { prefix + "/" }

    var prefixBytes: [UInt8] {
        var bytes: [UInt8] = []
        if let slug { bytes += [UInt8(ascii: "~")] + PercentCoding.encodedSegment(slug) }
        for value in values { bytes += [UInt8(ascii: ":")] + PercentCoding.encodedSegment(value) }
        if let token { bytes += [UInt8(ascii: "@")] + PercentCoding.encodedSegment(token) }
        return bytes.isEmpty ? [] : [UInt8(ascii: "/")] + bytes
    }
}

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

    /// Parses the first segment of a path, for which `begins(_:at:before:)` is true.
    ///
    /// - Throws: If the token is malformed.
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

    /// Parses an address, for example `~orders@test-1` or `/~orders@test-1/`; `/` and the empty text are the root.
    ///
    /// - Throws: If the text is not an address, or its token is malformed.
    package init(_ text: String) throws(AddressError) {
        let segment = text.split(separator: "/").first ?? ""
        let path = Array("/\(segment)".utf8)
        guard segment.isEmpty || Self.begins(path, at: 0, before: path.count) else {
            let message = "'\(Excerpt.of(text))' is not an address: it must begin with ~ or @."
            throw AddressError(message: message, suggestions: [])
        }
        self = try segment.isEmpty ? .root : Address(segment: path.dropFirst())
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: PercentCoding.decoded(bytes), as: UTF8.self)
    }
}

extension Request {
    /// The path of the address that the request was sent to, as it was sent, with a trailing slash.
    package var addressPath: String {
        let range = OriginForm.range(of: target, in: head)
        guard Address.begins(head, at: range.lowerBound, before: range.upperBound) else { return "/" }
        let segment = head[(range.lowerBound + 1)..<range.upperBound].prefix {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?")
        }
        return "/" + String(decoding: segment, as: UTF8.self) + "/"
    }
}
