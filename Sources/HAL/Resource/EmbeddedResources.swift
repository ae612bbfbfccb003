/// The resources inside a resource, in either dialect of `_embedded`.
public enum EmbeddedResources: Sendable, Hashable {
    /// HAL's object: relation → one resource or an array, in the order of the source.
    case relations([Relation])
    /// The array of PEHateoas: each entry names its media type and carries a payload.
    case entries([Entry])

    /// A relation and its resources.
    public struct Relation: Sendable, Hashable {
        /// The relation as written.
        public var relation: LinkRelation
        /// One resource or an array of them.
        public var resources: OneOrMany<HALResource>

        /// Makes a relation.
        public init(_ relation: LinkRelation, _ resources: OneOrMany<HALResource>) {
            self.relation = relation
            self.resources = resources
        }
    }

    /// An element of the array dialect; location and date are its resource's.
    public struct Entry: Sendable, Hashable {
        /// The media type as written, which serves as the relation.
        public var mediaType: String
        /// The payload; empty if it is not an object.
        public var resource: HALResource
        /// The payload if it is not an object, else nil.
        public var rawPayload: JSONValue?
        /// Members that the dialect does not define, and a date that cannot be read.
        public var otherMembers: JSONObject

        /// Makes an entry.
        public init(
            mediaType: String,
            resource: HALResource,
            rawPayload: JSONValue? = nil,
            otherMembers: JSONObject = JSONObject()
        ) {
            self.mediaType = mediaType
            self.resource = resource
            self.rawPayload = rawPayload
            self.otherMembers = otherMembers
        }
    }

    /// Nothing embedded.
    public static let none = EmbeddedResources.relations([])

    /// The resources under a relation, or of a media type in the array dialect, in order.
    public subscript(relation: LinkRelation) -> [HALResource] {
        switch self {
        case .relations(let relations):
            // Nearly always a single relation, whose array is not copied.
            relations.filter { $0.relation == relation }.map(\.resources.elements).reduce([]) {
                $0.isEmpty ? $1 : $0 + $1
            }
        case .entries(let entries): entries.filter { $0.mediaType == relation.rawValue }.map(\.resource)
        }
    }

    /// The relations, or media types, each once and in order.
    public var relations: [LinkRelation] {
        var seen: Set<LinkRelation> = []
        switch self {
        case .relations(let relations): return relations.map(\.relation).filter { seen.insert($0).inserted }
        case .entries(let entries):
            return entries.map { LinkRelation($0.mediaType) }.filter { seen.insert($0).inserted }
        }
    }

    /// All resources in order.
    public var resources: [HALResource] {
        switch self {
        case .relations(let relations): relations.flatMap(\.resources.elements)
        case .entries(let entries): entries.map(\.resource)
        }
    }

    /// Whether nothing is embedded.
    public var isEmpty: Bool {
        switch self {
        case .relations(let relations): relations.isEmpty
        case .entries(let entries): entries.isEmpty
        }
    }
}

extension EmbeddedResources {
    /// The value of `_embedded`.
    public var value: JSONValue {
        switch self {
        case .relations(let relations):
            .object(JSONObject(relations.map { JSONObject.Member($0.relation.rawValue, $0.resources.value) }))
        case .entries(let entries):
            .array(entries.map { .object($0.object) })
        }
    }

    /// A copy with every resource changed.
    func mapping(_ change: (HALResource) -> HALResource) -> EmbeddedResources {
        switch self {
        case .relations(let relations):
            .relations(relations.map { Relation($0.relation, $0.resources.mapping(change)) })
        case .entries(let entries):
            .entries(
                entries.map {
                    Entry(
                        mediaType: $0.mediaType,
                        resource: change($0.resource),
                        rawPayload: $0.rawPayload,
                        otherMembers: $0.otherMembers
                    )
                }
            )
        }
    }
}

extension EmbeddedResources.Entry {
    /// The entry as a JSON object.
    var object: JSONObject {
        let members: [(String, JSONValue?)] = [
            ("media-type", .string(mediaType)),
            ("location", resource.location.map { .string($0) }),
            ("last-modified", resource.lastModified.map { .string($0.description) }),
            ("payload", rawPayload ?? .object(resource.object)),
        ]
        let known = members.compactMap { name, value in value.map { JSONObject.Member(name, $0) } }
        return JSONObject(known + otherMembers.members)
    }
}

extension OneOrMany<HALResource> {
    fileprivate var value: JSONValue {
        switch self {
        case .one(let resource): .object(resource.object)
        case .many(let resources): .array(resources.map { .object($0.object) })
        }
    }

    fileprivate func mapping(_ change: (HALResource) -> HALResource) -> OneOrMany {
        switch self {
        case .one(let resource): .one(change(resource))
        case .many(let resources): .many(resources.map(change))
        }
    }
}
