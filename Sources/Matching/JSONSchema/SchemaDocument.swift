internal import HAL
internal import URITemplates

/// A schema with the targets of its references: roots by their URIs, anchors, and JSON pointers.
struct SchemaDocument {
    /// A place in the document.
    struct Place {
        var path: [String]
        var value: JSONValue
        /// The base URI of its references, without fragment.
        var base: String
    }

    /// A schema with more places is rejected.
    static let maximumPlaces = 50_000
    /// The base of relative identifiers by default.
    private static let origin = "schema://local/"

    let version: SchemaVersion
    let root: Place
    private(set) var problems: [SchemaProblem] = []
    private var roots: [String: Place] = [:]
    private var anchors: [String: Place] = [:]
    private var bases: [[String]: String] = [:]

    init(_ source: JSONValue, _ version: SchemaVersion) {
        self.version = version
        let base = Self.identifier(of: source, version).map { Self.resolved($0, Self.origin) } ?? Self.origin
        root = Place(path: [], value: source, base: base)
        roots[Self.origin] = root
        roots[base] = root
        scan()
    }

    /// The target of a reference; nil if it is not in the document.
    func place(of reference: String, from base: String) -> Place? {
        let whole = Self.resolved(reference, base, keepsFragment: true)
        let parts = whole.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = parts.count > 1 ? PercentEncoding.decoded(parts[1]) : ""
        guard let root = roots[String(parts[0])] else { return nil }
        guard let path = JSONPointer.path(fragment) else { return anchors["\(parts[0])#\(fragment)"] }
        var place = root
        for step in path {
            guard let value = Self.child(of: place.value, step) else { return nil }
            place.path.append(step)
            place.value = value
            place.base = bases[place.path] ?? place.base
        }
        return place
    }

    /// The base URI at the place of a subschema; nil for other places.
    func base(at path: [String]) -> String? { bases[path] }

    /// The subschemas directly below a place, each with its steps.
    static func children(of value: JSONValue, _ version: SchemaVersion) -> [(steps: [String], value: JSONValue)] {
        guard let object = value.object else { return [] }
        if version <= .draft7, object["$ref"] != nil { return definitions(in: object) }
        return object.members.flatMap { member in
            SchemaKeyword.table[member.name].map { $0.holdsSchemas(version) ? children(of: member, $0) : [] } ?? []
        }
    }

    /// The older drafts ignore all keywords beside a reference, but pointers still find definitions.
    private static func definitions(in object: JSONObject) -> [(steps: [String], value: JSONValue)] {
        object.members.filter { $0.name == "definitions" }.flatMap { children(of: $0, .definitions) }
    }

    private static func children(
        of member: JSONObject.Member,
        _ keyword: SchemaKeyword
    ) -> [(steps: [String], value: JSONValue)] {
        func list() -> [(steps: [String], value: JSONValue)] {
            (member.value.array ?? []).enumerated().map { ([member.name, String($0.offset)], $0.element) }
        }
        switch keyword.children {
        case .none: return []
        case .one: return [([member.name], member.value)]
        case .list: return list()
        case .oneOrList: return member.value.array == nil ? [([member.name], member.value)] : list()
        case .map:
            // Under `dependencies` lists of names may stand too.
            let entries = (member.value.object?.members ?? []).filter {
                keyword != .dependencies || $0.value.array == nil
            }
            return entries.map { ([member.name, $0.name], $0.value) }
        }
    }

    private mutating func scan() {
        var open = [root]
        while let place = open.popLast() {
            guard bases.count < Self.maximumPlaces else {
                return problems.append(
                    SchemaProblem(path: [], message: "has more than \(Self.maximumPlaces) subschemas")
                )
            }
            bases[place.path] = place.base
            addAnchors(of: place)
            for child in Self.children(of: place.value, version) {
                let path = place.path + child.steps
                var next = Place(path: path, value: child.value, base: place.base)
                if let identifier = Self.identifier(of: child.value, version) {
                    next.base = Self.resolved(identifier, place.base)
                    roots[next.base] = roots[next.base] ?? next
                }
                open.append(next)
            }
        }
    }

    private mutating func addAnchors(of place: Place) {
        guard let object = place.value.object else { return }
        let names = version >= .draft201909 ? ["$anchor", "$dynamicAnchor"] : [Self.identifierKeyword(version)]
        for name in names {
            guard let text = object[name]?.string else { continue }
            guard version < .draft201909 else {
                anchors["\(place.base)#\(text)"] = place
                continue
            }
            guard object["$ref"] == nil, text.hasPrefix("#"), text.count > 1 else { continue }
            anchors[place.base + text] = place
        }
    }

    /// The identifier of a subschema; nil if it has none, or only an anchor.
    private static func identifier(of value: JSONValue, _ version: SchemaVersion) -> String? {
        guard let object = value.object, let text = object[identifierKeyword(version)]?.string else { return nil }
        if version <= .draft7, object["$ref"] != nil { return nil }
        return text.isEmpty || text.hasPrefix("#") ? nil : text
    }

    private static func identifierKeyword(_ version: SchemaVersion) -> String {
        version == .draft4 ? "id" : "$id"
    }

    private static func resolved(_ reference: String, _ base: String, keepsFragment: Bool = false) -> String {
        var uri = URIReference(reference).resolved(against: URIReference(base))
        if !keepsFragment { uri.fragment = nil }
        return uri.description
    }

    private static func child(of value: JSONValue, _ step: String) -> JSONValue? {
        switch value {
        case .object(let object): object[step]
        case .array(let items):
            Int(step).flatMap { items.indices.contains($0) && String($0) == step ? items[$0] : nil }
        case .null, .bool, .number, .string: nil
        }
    }
}
