import Matching
import Messages
import URITemplates

/// The beginning of links in responses, for one address, one scheme and one `Host`.
struct LinkBase: Hashable {
    /// Scheme, authority and the address' prefix, without a trailing slash; safe inside a JSON string and a field.
    let absolute: [UInt8]
    /// The base for links to the scenario's other origin; nil: the server has no other name that a client could use.
    let other: [UInt8]?
    /// Whether the address has a prefix, which path-absolute targets would leave out.
    let hasPrefix: Bool

    init(scheme: Request.Scheme, authority: [UInt8], prefix: [UInt8]) {
        let start = Array("\(scheme.rawValue)://".utf8)
        absolute = start + authority + prefix
        other = Self.otherName(of: authority).map { start + $0 + prefix }
        hasPrefix = !prefix.isEmpty
    }

    init(publicURL: String, prefix: [UInt8]) {
        var base = PercentCoding.normalized(Array(publicURL.utf8)[...])
        while base.last == UInt8(ascii: "/") { base.removeLast() }
        absolute = base + prefix
        other = nil
        let authority = base.firstRange(of: Array("://".utf8)).map { base[$0.upperBound...] } ?? base[...]
        hasPrefix = !prefix.isEmpty || authority.contains(UInt8(ascii: "/"))
    }

    /// The other name of the loopback interface, whose two names are two origins.
    private static func otherName(of authority: [UInt8]) -> [UInt8]? {
        let names = [("127.0.0.1", "localhost"), ("localhost", "127.0.0.1")]
        let host = authority.lastIndex(of: UInt8(ascii: ":")).map { authority[..<$0] } ?? authority[...]
        return names.first { host.elementsEqual($0.0.utf8) }.map { Array($0.1.utf8) + authority[host.endIndex...] }
    }

    /// Whether the value of a `Host` field is safe inside a link.
    ///
    /// Other characters could end a JSON string or a line.
    static func isLegal(authority: ArraySlice<UInt8>) -> Bool {
        !authority.isEmpty && authority.count <= 300
            && authority.allSatisfy {
                $0.isUnreserved || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]")
            }
    }
}

/// The range of a link in a text that is replaced by the base.
struct LinkRange: Hashable {
    /// The offset where the base is inserted.
    let offset: Int
    /// The number of bytes that the base replaces: those of the origin; 0 before a path-absolute target.
    let replaced: Int
    /// Whether the target begins with the scenario's other origin.
    var isOther = false
}

/// A text with links that are completed per address.
struct LinkTemplate {
    let bytes: [UInt8]
    /// The links in ascending order, without overlaps.
    let links: [LinkRange]

    init(_ bytes: [UInt8], _ links: [LinkRange] = []) {
        self.bytes = bytes
        self.links = links
    }

    /// Returns the bytes with each link under the base, all others unchanged.
    func spliced(_ base: LinkBase?) -> [UInt8] {
        guard let base, !links.isEmpty else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + links.count * base.absolute.count)
        var position = 0
        for link in links {
            guard link.replaced > 0 || base.hasPrefix, let start = link.isOther ? base.other : base.absolute else {
                continue
            }
            result += bytes[position..<link.offset]
            result += start
            position = link.offset + link.replaced
        }
        return result + bytes[position...]
    }
}
