/// A HAL resource object, draft-kelly-json-hal-11 §4: state, links and embedded resources.
///
/// A JSON object without links is a resource too. Two resources are equal if their state, links and embedded resources
/// are.
public struct HALResource: Sendable {
    /// All members except `_links` and `_embedded`, in their order.
    public var state: JSONObject
    /// The links, `curies` among them.
    public var links: HALLinks {
        didSet { inherit(outerScope) }
    }
    /// The embedded resources.
    public var embedded: EmbeddedResources {
        didSet { handDown() }
    }
    /// The URI of the resource if the array dialect states it; links resolve against it.
    public var location: String?
    /// The time of the last change if the array dialect states it.
    public var lastModified: HTTPDate?
    /// The problems found while reading this resource, without those of embedded ones.
    public internal(set) var problems: [ResourceProblem] = []

    /// The CURIEs of the enclosing resource.
    private var outerScope: CURIEScope?
    /// The CURIEs in scope; identical to `outerScope` if the resource defines none.
    private var scope: CURIEScope?

    /// Makes a resource.
    public init(
        state: JSONObject = JSONObject(),
        links: HALLinks = HALLinks(),
        embedded: EmbeddedResources = .none,
        location: String? = nil,
        lastModified: HTTPDate? = nil
    ) {
        self.init(state: state, links: links, outerScope: nil) { _ in .none }
        self.location = location
        self.lastModified = lastModified
        self.embedded = embedded
        handDown()
    }

    /// Makes a resource; `embedded` makes the embedded ones when the CURIEs that they inherit are known.
    init(state: JSONObject, links: HALLinks, outerScope: CURIEScope?, embedded: (CURIEScope?) -> EmbeddedResources) {
        let own = links.curies
        scope = own.isEmpty ? outerScope : CURIEScope(own: own, parent: outerScope)
        self.state = state
        self.links = links
        self.outerScope = outerScope
        self.embedded = embedded(scope)
    }

    /// The problems of this resource and of all embedded ones, with pointers from this one.
    public var allProblems: [ResourceProblem] {
        var all = problems
        switch embedded {
        case .relations(let relations):
            for relation in relations {
                all += Self.problems(of: relation.resources, at: ["_embedded", relation.relation.rawValue])
            }
        case .entries(let entries):
            for (index, entry) in entries.enumerated() {
                all += entry.resource.allProblems.map { $0.inside(["_embedded", "\(index)", "payload"]) }
            }
        }
        return all
    }

    private static func problems(of resources: OneOrMany<HALResource>, at path: [String]) -> [ResourceProblem] {
        switch resources {
        case .one(let resource): resource.allProblems.map { $0.inside(path) }
        case .many(let resources):
            resources.enumerated().flatMap { index, resource in
                resource.allProblems.map { $0.inside(path + ["\(index)"]) }
            }
        }
    }

    private mutating func inherit(_ outer: CURIEScope?) {
        outerScope = outer
        let own = links.curies
        guard !own.isEmpty || scope !== outer else { return }
        scope = own.isEmpty ? outer : CURIEScope(own: own, parent: outer)
        handDown()
    }

    /// Makes the embedded resources inherit the CURIEs in scope.
    private mutating func handDown() {
        let scope = scope
        guard embedded.resources.contains(where: { $0.outerScope !== scope }) else { return }
        embedded = embedded.mapping { resource in
            var resource = resource
            resource.inherit(scope)
            return resource
        }
    }
}

extension HALResource {
    /// The CURIEs in scope: the resource's own, then the inherited ones.
    public var curies: [CURIE] {
        scope?.all ?? []
    }

    /// The address of the documentation of a relation that is a CURIE, as the server wrote it; nil if no CURIE in scope has
    /// its prefix, or if it has another scheme than `http` and `https`.
    public func documentation(of relation: LinkRelation) -> String? {
        guard let uri = expansion(of: relation) else { return nil }
        let scheme = URIReference(uri).scheme?.lowercased()
        return scheme == nil || scheme == "http" || scheme == "https" ? uri : nil
    }

    /// The name of a relation with its CURIE expanded; the same name if it is none.
    package func expanded(_ relation: LinkRelation) -> String {
        expansion(of: relation) ?? relation.rawValue
    }

    private func expansion(of relation: LinkRelation) -> String? {
        guard let (prefix, reference) = relation.prefixAndReference else { return nil }
        return scope?.curie(named: prefix)?.expand(reference)
    }

    /// The links of a relation, compared as written; if there are none, those that expand to the same URI.
    public func links(_ relation: LinkRelation) -> [HALLink] {
        let literal = links[relation]
        return literal.isEmpty ? synonyms(of: relation, among: links.relations).flatMap { links[$0] } : literal
    }

    /// The first link of a relation, looked up like `links(_:)`.
    public func link(_ relation: LinkRelation) -> HALLink? {
        links(relation).first
    }

    /// The embedded resources of a relation, compared as written; if there are none, those that expand to the same URI.
    public func embedded(_ relation: LinkRelation) -> [HALResource] {
        let literal = embedded[relation]
        return literal.isEmpty ? synonyms(of: relation, among: embedded.relations).flatMap { embedded[$0] } : literal
    }

    /// The other relations that expand to the same URI as the wanted one.
    private func synonyms(of wanted: LinkRelation, among relations: [LinkRelation]) -> [LinkRelation] {
        guard scope != nil else { return [] }
        let uri = expanded(wanted)
        var seen: Set<LinkRelation> = []
        return relations.filter { expands($0, to: uri) && seen.insert($0).inserted }
    }

    private func expands(_ relation: LinkRelation, to uri: String) -> Bool {
        guard let (prefix, reference) = relation.prefixAndReference, let curie = scope?.curie(named: prefix) else {
            return relation.rawValue == uri
        }
        return curie.mayExpand(to: uri) && curie.expand(reference) == uri
    }
}

extension HALResource: Hashable {
    /// Compares state, links, embedded resources, location and date, but not the problems.
    public static func == (lhs: HALResource, rhs: HALResource) -> Bool {
        lhs.state == rhs.state && lhs.links == rhs.links && lhs.embedded == rhs.embedded
            && lhs.location == rhs.location && lhs.lastModified == rhs.lastModified
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(state)
        hasher.combine(links)
        hasher.combine(embedded)
        hasher.combine(location)
        hasher.combine(lastModified)
    }
}
