import Scenarios
import URITemplates

/// Where a set of interactions is served: the root, a scenario, one of its variants, or a sandbox of these.
package struct Address: Sendable, Hashable {
    /// The scenario; nil: the root.
    package var slug: String?
    /// The variant's values in the order of the matrix' keys.
    package var values: [String]
    /// The sandbox.
    package var token: String?

    package init(slug: String? = nil, values: [String] = [], token: String? = nil) {
        self.slug = slug
        self.values = values
        self.token = token
    }

    package static let root = Address()

    /// The same without the sandbox.
    package var base: Address { Address(slug: slug, values: values) }

    /// What may be the token of a sandbox: 1 to 128 of `[A-Za-z0-9._-]`.
    package static func isLegal(token: String) -> Bool {
        (1...128).contains(token.utf8.count) && token.utf8.allSatisfy { $0.isUnreserved && $0 != UInt8(ascii: "~") }
    }
}

extension Address: CustomStringConvertible {
    /// The path that the address begins with, without a slash at its end; empty for the root.
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
