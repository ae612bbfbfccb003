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
