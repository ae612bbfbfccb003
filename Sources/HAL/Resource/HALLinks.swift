/// The links of a resource: relation → one or many, in the order of the source.
public struct HALLinks: Sendable, Hashable {
    /// A relation and its links.
    public struct Entry: Sendable, Hashable {
        /// The relation as written.
        public var relation: LinkRelation
        /// One link object or an array of them.
        public var links: OneOrMany<HALLink>

        /// Makes an entry.
        public init(_ relation: LinkRelation, _ links: OneOrMany<HALLink>) {
            self.relation = relation
            self.links = links
        }
    }

    /// All entries in order, `curies` among them.
    public var entries: [Entry]

    /// Makes links of entries.
    public init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// The links of a relation, compared as written, in order.
    public subscript(relation: LinkRelation) -> [HALLink] {
        entries.filter { $0.relation == relation }.flatMap(\.links.elements)
    }

    /// The relations in order, without `curies`, which are not followed.
    public var relations: [LinkRelation] {
        entries.map(\.relation).filter { $0 != .curies }
    }

    /// Whether there are no links.
    public var isEmpty: Bool { entries.isEmpty }

    /// Appends a link to its relation; a relation with a single link becomes an array.
    public mutating func append(_ link: HALLink, to relation: LinkRelation) {
        append([(relation, link)])
    }

    /// Appends links to their relations, in time that is proportional to their number.
    package mutating func append(_ links: [(relation: LinkRelation, link: HALLink)]) {
        let known = entries.count
        var places = Dictionary(entries.enumerated().map { ($1.relation, $0) }) { first, _ in first }
        var added: [[HALLink]] = Array(repeating: [], count: known)
        var relations: [LinkRelation] = []
        for (relation, link) in links {
            let place = places[relation] ?? added.count
            if place == added.count {
                places[relation] = place
                relations.append(relation)
                added.append([])
            }
            added[place].append(link)
        }
        for (place, links) in added.enumerated() where !links.isEmpty {
            if place < known {
                entries[place].links = .many(entries[place].links.elements + links)
            } else {
                entries.append(Entry(relations[place - known], links.count == 1 ? .one(links[0]) : .many(links)))
            }
        }
    }

    /// The CURIEs that the links under `curies` define.
    public var curies: [CURIE] {
        self[.curies].compactMap(CURIE.init)
    }

    /// The value of `_links`.
    public var object: JSONObject {
        JSONObject(
            entries.map { entry in
                switch entry.links {
                case .one(let link): JSONObject.Member(entry.relation.rawValue, .object(link.object))
                case .many(let links):
                    JSONObject.Member(entry.relation.rawValue, .array(links.map { .object($0.object) }))
                }
            }
        )
    }
}

extension HALLinks: ExpressibleByDictionaryLiteral {
    /// Makes links of one link for each relation.
    public init(dictionaryLiteral elements: (LinkRelation, HALLink)...) {
        self.init(elements.map { Entry($0, .one($1)) })
    }
}

/// The value of a relation: a single element, or an array of any length.
public enum OneOrMany<Element: Sendable & Hashable>: Sendable, Hashable {
    /// An object.
    case one(Element)
    /// An array of objects.
    case many([Element])

    /// The elements in order.
    public var elements: [Element] {
        switch self {
        case .one(let element): [element]
        case .many(let elements): elements
        }
    }

    /// The first element.
    public var first: Element? {
        switch self {
        case .one(let element): element
        case .many(let elements): elements.first
        }
    }

    /// An array of the elements with one more at its end.
    public func appending(_ element: Element) -> OneOrMany {
        .many(elements + [element])
    }
}
