/// The type of a link, RFC 8288 §2.1: a registered name, a URI, or a CURIE.
///
/// Relations are compared as written.
public struct LinkRelation: RawRepresentable, Sendable, Hashable, ExpressibleByRelation, CustomStringConvertible {
    /// The relation as written.
    public let rawValue: String

    /// Makes a relation of any text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a relation of any text.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a copy.
    public init(_ relation: LinkRelation) {
        self = relation
    }

    /// The relation as written.
    public var description: String { rawValue }

    /// The parts before and after the first colon; nil without a colon.
    package var prefixAndReference: (prefix: Substring, reference: Substring)? {
        guard let colon = rawValue.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        return (rawValue[..<colon], rawValue[rawValue.utf8.index(after: colon)...])
    }
}
