import Matching
import Messages
import URITemplates

/// The beginning of links in responses, for one address, one scheme and one `Host`.
struct LinkBase: Hashable {
    /// Scheme, authority and the address' prefix, without a trailing slash; safe inside a JSON string and a field.
    let absolute: [UInt8]
    /// The base with the other loopback name; nil: the server has no other name that a client could use.
    let otherName: [UInt8]?
    /// The base with the server's other port; nil: the client cannot use one.
    let otherPort: [UInt8]?
    /// Whether the address has a prefix, which path-absolute targets would leave out.
    let hasPrefix: Bool

    /// `portBeside` returns the other port of a port on which the server listens.
    init(scheme: Request.Scheme, authority: [UInt8], prefix: [UInt8], _ portBeside: (Int) -> Int?) {
        let start = Array("\(scheme.rawValue)://".utf8)
        absolute = start + authority + prefix
        otherName = Self.otherName(of: authority).map { start + $0 + prefix }
        let host = authority.lastIndex(of: UInt8(ascii: ":")).map { authority[...$0] } ?? []
        otherPort = Self.portBeside(authority, portBeside).map { start + host + Array("\($0)".utf8) + prefix }
        hasPrefix = !prefix.isEmpty
    }

    init(publicURL: String, prefix: [UInt8]) {
        var base = PercentCoding.normalized(Array(publicURL.utf8)[...])
        while base.last == UInt8(ascii: "/") { base.removeLast() }
        absolute = base + prefix
        (otherName, otherPort) = (nil, nil)
        let authority = base.firstRange(of: Array("://".utf8)).map { base[$0.upperBound...] } ?? base[...]
        hasPrefix = !prefix.isEmpty || authority.contains(UInt8(ascii: "/"))
    }

    /// The base of links that lead to a place; nil: they stay as they are in the file.
    subscript(place: LinkRange.Place) -> [UInt8]? {
        switch place {
        case .here: absolute
        case .otherName: otherName
        case .otherPort: otherPort
        }
    }

    /// The other name of the loopback interface, whose two names are two origins.
    private static func otherName(of authority: [UInt8]) -> [UInt8]? {
        let names = [("127.0.0.1", "localhost"), ("localhost", "127.0.0.1")]
        let host = authority.lastIndex(of: UInt8(ascii: ":")).map { authority[..<$0] } ?? authority[...]
        return names.first { host.elementsEqual($0.0.utf8) }.map { Array($0.1.utf8) + authority[host.endIndex...] }
    }

    /// The other port of the server; nil: there is none, or the authority has another port than the server.
    fileprivate static func portBeside(_ authority: [UInt8], _ portBeside: (Int) -> Int?) -> Int? {
        guard let colon = authority.lastIndex(of: UInt8(ascii: ":")) else { return nil }
        return Int(String(decoding: authority[(colon + 1)...], as: UTF8.self)).flatMap(portBeside)
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

extension Engine {
    /// The other port of the server for a client that sends this `Host`; nil: there is none, or links have a public URL.
    package func otherPort(for host: String?) -> Int? {
        guard configuration.publicURL == nil, let host else { return nil }
        return LinkBase.portBeside(Array(host.utf8), configuration.portBeside)
    }
}

/// The range of a link in a text that is replaced by the base.
struct LinkRange: Hashable {
    /// The offset where the base is inserted.
    let offset: Int
    /// The number of bytes that the base replaces: those of the origin; 0 before a path-absolute target.
    let replaced: Int
    /// The place to which the link leads.
    var place = Place.here

    /// A place of the scenario that is served.
    enum Place {
        /// The address of the request.
        case here
        /// The other loopback name of the server, for the scenario's other origin.
        case otherName
        /// The other port of the server, for the scenario's other origin.
        case otherPort
    }
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
            guard link.replaced > 0 || base.hasPrefix, let start = base[link.place] else {
                continue
            }
            result += bytes[position..<link.offset]
            result += start
            position = link.offset + link.replaced
        }
        return result + bytes[position...]
    }
}
