import Scenarios
import URITemplates

/// What links in responses begin with at one address and for one `Host`.
struct LinkBase: Hashable {
    /// Scheme, authority and the address' prefix, without a slash at the end; safe inside a JSON string and a field.
    let absolute: [UInt8]
    /// The same for links to the scenario's other origin; nil: this machine has no other name that a client could use.
    let other: [UInt8]?
    /// Whether the address has a prefix, so that path-absolute targets would leave it.
    let hasPrefix: Bool

    init(authority: [UInt8], prefix: [UInt8]) {
        absolute = Array("http://".utf8) + authority + prefix
        other = Self.otherName(of: authority).map { Array("http://".utf8) + $0 + prefix }
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

    /// The loopback interface has two names, which make two origins.
    private static func otherName(of authority: [UInt8]) -> [UInt8]? {
        let names = [("127.0.0.1", "localhost"), ("localhost", "127.0.0.1")]
        let host = authority.lastIndex(of: UInt8(ascii: ":")).map { authority[..<$0] } ?? authority[...]
        return names.first { host.elementsEqual($0.0.utf8) }.map { Array($0.1.utf8) + authority[host.endIndex...] }
    }

    /// Whether the value of a `Host` field may stand in a link.
    ///
    /// What else might come in it could end a JSON string or a line.
    static func isLegal(authority: ArraySlice<UInt8>) -> Bool {
        !authority.isEmpty && authority.count <= 300
            && authority.allSatisfy {
                $0.isUnreserved || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]")
            }
    }
}

/// A place in a text where the base of a link belongs.
struct LinkRange: Hashable {
    /// Where the base goes.
    let offset: Int
    /// How many bytes it stands for: those of the origin; 0 before a path-absolute target.
    let replaced: Int
    /// Whether the target is one of the scenario's other origin.
    var isOther = false
}

/// Bytes, and the links in them.
struct LinkTemplate {
    let bytes: [UInt8]
    /// In ascending order, not overlapping.
    let links: [LinkRange]

    init(_ bytes: [UInt8], _ links: [LinkRange] = []) {
        self.bytes = bytes
        self.links = links
    }

    /// The bytes with each link under the base; every other byte as it was.
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
