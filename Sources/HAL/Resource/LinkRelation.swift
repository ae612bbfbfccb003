/// The type of a link, RFC 8288 §2.1: a registered name, a URI, or a CURIE.
///
/// Relations are compared as written.
public struct LinkRelation: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
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

    /// Makes a relation of any text.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// The relation as written.
    public var description: String { rawValue }

    /// The parts before and after the first colon; nil without a colon.
    package var prefixAndReference: (prefix: Substring, reference: Substring)? {
        guard let colon = rawValue.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        return (rawValue[..<colon], rawValue[rawValue.utf8.index(after: colon)...])
    }
}

extension LinkRelation {
    /// `self`: the resource itself.
    public static let itself: LinkRelation = "self"
    /// `curies`: the documentation of relations, reserved by HAL.
    public static let curies: LinkRelation = "curies"
    /// `next`: the next of a series.
    public static let next: LinkRelation = "next"
    /// `prev`: the previous of a series.
    public static let prev: LinkRelation = "prev"
    /// `first`: the first of a series.
    public static let first: LinkRelation = "first"
    /// `last`: the last of a series.
    public static let last: LinkRelation = "last"
    /// `item`: a member of this collection.
    public static let item: LinkRelation = "item"
    /// `collection`: the collection of this item.
    public static let collection: LinkRelation = "collection"
    /// `up`: the parent in a hierarchy.
    public static let up: LinkRelation = "up"
    /// `start`: the first resource of a set.
    public static let start: LinkRelation = "start"
    /// `index`: an index for this resource.
    public static let index: LinkRelation = "index"
    /// `search`: a search through this resource.
    public static let search: LinkRelation = "search"
    /// `edit`: the URI to change this resource.
    public static let edit: LinkRelation = "edit"
    /// `edit-form`: a form to change this resource.
    public static let editForm: LinkRelation = "edit-form"
    /// `create-form`: a form to create a resource.
    public static let createForm: LinkRelation = "create-form"
    /// `alternate`: another form of this resource.
    public static let alternate: LinkRelation = "alternate"
    /// `canonical`: the preferred form of this resource.
    public static let canonical: LinkRelation = "canonical"
    /// `about`: the subject of this resource.
    public static let about: LinkRelation = "about"
    /// `author`: the author of this resource.
    public static let author: LinkRelation = "author"
    /// `describedby`: a description of this resource.
    public static let describedBy: LinkRelation = "describedby"
    /// `help`: help for people.
    public static let help: LinkRelation = "help"
    /// `license`: the licence of this resource.
    public static let license: LinkRelation = "license"
    /// `profile`: additional meaning of this representation, RFC 6906.
    public static let profile: LinkRelation = "profile"
    /// `related`: something related.
    public static let related: LinkRelation = "related"
    /// `service-desc`: a description of the service for machines, RFC 8631.
    public static let serviceDescription: LinkRelation = "service-desc"
    /// `service-doc`: a documentation of the service for people, RFC 8631.
    public static let serviceDocumentation: LinkRelation = "service-doc"
    /// `status`: the state of this resource, RFC 8631.
    public static let status: LinkRelation = "status"
    /// `sunset`: information about the retirement of this resource, RFC 8594.
    public static let sunset: LinkRelation = "sunset"
    /// `terms-of-service`: terms of service.
    public static let termsOfService: LinkRelation = "terms-of-service"
    /// `type`: the abstract type of this resource, RFC 6903.
    public static let type: LinkRelation = "type"
    /// `via`: the source of the information.
    public static let via: LinkRelation = "via"
    /// `latest-version`: the latest version, RFC 5829.
    public static let latestVersion: LinkRelation = "latest-version"
    /// `predecessor-version`: the version before, RFC 5829.
    public static let predecessorVersion: LinkRelation = "predecessor-version"
    /// `successor-version`: the version after, RFC 5829.
    public static let successorVersion: LinkRelation = "successor-version"
}
