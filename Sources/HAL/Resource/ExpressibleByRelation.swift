/// A type whose values can be written as a relation: `"next"`, `.next`, or `.curie("ea:find")`.
public protocol ExpressibleByRelation: ExpressibleByStringLiteral where StringLiteralType == String {
    /// Makes a value of a relation.
    init(_ relation: LinkRelation)
}

extension ExpressibleByRelation {
    /// Makes a value of a relation.
    public init(stringLiteral relation: String) {
        self.init(LinkRelation(rawValue: relation))
    }

    /// A relation by its CURIE, for example `ea:find`, which equals the expanded URI.
    public static func curie(_ curie: String) -> Self {
        Self(LinkRelation(rawValue: curie))
    }
}

/// Relations that IANA has registered, and `curies` of HAL.
extension ExpressibleByRelation {
    /// `self`: the resource itself.
    public static var itself: Self { "self" }
    /// `curies`: the documentation of relations, reserved by HAL.
    public static var curies: Self { "curies" }
    /// `next`: the next of a series.
    public static var next: Self { "next" }
    /// `prev`: the previous of a series.
    public static var prev: Self { "prev" }
    /// `first`: the first of a series.
    public static var first: Self { "first" }
    /// `last`: the last of a series.
    public static var last: Self { "last" }
    /// `item`: a member of this collection.
    public static var item: Self { "item" }
    /// `collection`: the collection of this item.
    public static var collection: Self { "collection" }
    /// `up`: the parent in a hierarchy.
    public static var up: Self { "up" }
    /// `start`: the first resource of a set.
    public static var start: Self { "start" }
    /// `index`: an index for this resource.
    public static var index: Self { "index" }
    /// `search`: a search through this resource.
    public static var search: Self { "search" }
    /// `edit`: the URI to change this resource.
    public static var edit: Self { "edit" }
    /// `edit-form`: a form to change this resource.
    public static var editForm: Self { "edit-form" }
    /// `create-form`: a form to create a resource.
    public static var createForm: Self { "create-form" }
    /// `alternate`: another form of this resource.
    public static var alternate: Self { "alternate" }
    /// `canonical`: the preferred form of this resource.
    public static var canonical: Self { "canonical" }
    /// `about`: the subject of this resource.
    public static var about: Self { "about" }
    /// `author`: the author of this resource.
    public static var author: Self { "author" }
    /// `describedby`: a description of this resource.
    public static var describedBy: Self { "describedby" }
    /// `help`: help for people.
    public static var help: Self { "help" }
    /// `license`: the license of this resource.
    public static var license: Self { "license" }
    /// `profile`: additional meaning of this representation, RFC 6906.
    public static var profile: Self { "profile" }
    /// `related`: something related.
    public static var related: Self { "related" }
    /// `service-desc`: a description of the service for machines, RFC 8631.
    public static var serviceDescription: Self { "service-desc" }
    /// `service-doc`: a documentation of the service for people, RFC 8631.
    public static var serviceDocumentation: Self { "service-doc" }
    /// `status`: the state of this resource, RFC 8631.
    public static var status: Self { "status" }
    /// `sunset`: information about the retirement of this resource, RFC 8594.
    public static var sunset: Self { "sunset" }
    /// `terms-of-service`: terms of service.
    public static var termsOfService: Self { "terms-of-service" }
    /// `type`: the abstract type of this resource, RFC 6903.
    public static var type: Self { "type" }
    /// `via`: the source of the information.
    public static var via: Self { "via" }
    /// `latest-version`: the latest version, RFC 5829.
    public static var latestVersion: Self { "latest-version" }
    /// `predecessor-version`: the version before, RFC 5829.
    public static var predecessorVersion: Self { "predecessor-version" }
    /// `successor-version`: the version after, RFC 5829.
    public static var successorVersion: Self { "successor-version" }
}
