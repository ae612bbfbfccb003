package import Documents
package import HAL
package import Matching
package import URITemplates

/// A live resource: a collection at a path, whose items requests create, change and delete.
package struct LiveResource: Sendable {
    /// The ids of new items.
    package enum Identifiers: String, Sendable, CaseIterable {
        case uuid, sequence
        /// The client's.
        case client
    }

    /// The form of `_embedded`.
    package enum Dialect: String, Sendable, CaseIterable {
        case object, array
    }

    /// The numbers of items on a page.
    package struct PageSize: Sendable, Hashable {
        /// Without `size` in the query.
        package var size = 20
        package var max = 100
    }

    /// A relation of each item, and the template of its target, which names members of the item.
    package struct Link: Sendable {
        package let relation: String
        package let target: URITemplate
    }

    /// A member that contains the id of an item of another resource.
    package struct Reference: Sendable {
        package let member: String
        package let resource: String
    }

    /// An initial item as compact JSON; parsed, it would take several times the memory.
    package struct Seed: Sendable {
        package let id: ExactText
        package let bytes: [UInt8]
    }

    /// The status of a request whose `If-Match` or `If-Unmodified-Since` is out of date.
    package enum Conflict: String, Sendable, CaseIterable {
        case preconditionFailed = "412"
        /// With the current version of the item.
        case conflict = "409"
    }

    /// The place of a resource's path in its file, for messages.
    struct Place: Sendable {
        let location: SourceLocation
        let length: Int
        /// The line of the file.
        let line: String?
    }

    package var name: String
    /// The place of the path; nil: the resource is not from a file.
    var place: Place?
    package var location: SourceLocation? { place?.location }
    /// The path of the collection; those of the items are below it.
    package var path: String
    /// The member with the id.
    package var idMember: String
    package var identifiers: Identifiers
    /// The initial items, as they are stored.
    package private(set) var seeds: [Seed] = []
    /// The first of the initial items.
    package private(set) var example: JSONObject?
    /// The members that clients can name in a query.
    package private(set) var memberNames: Set<ExactText> = []
    /// The initial items while the resource is read, each with its id when it is checked.
    var drafts: [JSONObject]
    package var links: [Link]
    /// Members whose values differ between all items.
    package var unique: [String]
    package var references: [Reference]
    package var page: PageSize
    /// Whether writes need a precondition.
    package var requiresPrecondition: Bool
    package var conflict: Conflict
    /// Whether representations with HAL-FORMS templates are available.
    package var hasForms: Bool
    /// Whether PUT creates an item that does not exist.
    package var putCreates: Bool
    /// Whether a deleted item is 410 instead of 404.
    package var hasTombstones: Bool
    /// The media type of representations in HAL.
    package var mediaType: String
    package var dialect: Dialect
    package var schema: JSONSchema?
    /// The path of the file in which items survive the server; nil: none.
    package var file: String?

    package init(_ name: String, path: String, items: [JSONObject] = []) {
        self.name = name
        self.path = path
        drafts = items
        idMember = "id"
        identifiers = .uuid
        links = []
        unique = []
        references = []
        page = PageSize()
        requiresPrecondition = false
        conflict = .preconditionFailed
        hasForms = true
        putCreates = false
        hasTombstones = false
        mediaType = MediaType.hal.essence
        dialect = .object
    }

    /// The initial items.
    package var items: [JSONObject] { seeds.compactMap { (try? JSONValue(parsing: $0.bytes))?.object } }

    /// The resource with other initial items, each with its id.
    package func with(_ items: [JSONObject]) -> LiveResource {
        var other = self
        other.drafts = items
        other.settle()
        return other
    }

    /// Stores the initial items, which are checked.
    mutating func settle() {
        seeds = []
        memberNames = []
        seeds.reserveCapacity(drafts.count)
        // Items are usually about as long as the one before, and have the same members.
        var length = 0
        var names: [ExactText] = []
        for item in drafts {
            let own = item.names.map(ExactText.init)
            if own != names {
                names = own
                memberNames.formUnion(names)
            }
            guard let id = Self.id(item[idMember]) else { continue }
            var writer = JSONWriter(pretty: false, capacity: length)
            writer.write(.object(item))
            length = writer.bytes.count
            seeds.append(Seed(id: id, bytes: writer.bytes))
        }
        example = drafts.first
        let named = [idMember] + unique + references.map(\.member)
        memberNames.formUnion((named + (schema?.source["properties"]?.object?.names ?? [])).map(ExactText.init))
        drafts = []
    }

    /// Whether items have rules that concern other items.
    package var relatesItems: Bool { !unique.isEmpty || !references.isEmpty }

    /// The relations of links in its representations.
    var relations: [String] { ["self", "first", "prev", "next", "last", "find"] + links.map(\.relation) }
}
