import HAL
import Scenarios
import URITemplates

/// A form in which a live resource is represented.
enum LiveRepresentation: String, Sendable {
    case hal = ""
    case forms = "-f"
    case plain = "-j"

    /// The entity tag of a version in this form (RFC 9110 §8.8.3).
    func tag(_ version: Int) -> String { "\"\(version)\(rawValue)\"" }

    /// The entity tags of a version in all forms.
    static func tags(_ version: Int) -> [String] { [hal, forms, plain].map { $0.tag(version) } }

    func mediaType(_ resource: LiveResource) -> String {
        switch self {
        case .hal: resource.mediaType
        case .forms: MediaType.halForms.essence
        case .plain: MediaType.json.essence
        }
    }

    /// The form that a client prefers; HAL if it accepts none of them (RFC 9110 §12.5.1).
    init(accept: String?, _ resource: LiveResource) {
        guard let accept, accept != "*/*" else {
            self = .hal
            return
        }
        let forms: [LiveRepresentation] = resource.hasForms ? [.hal, .forms, .plain] : [.hal, .plain]
        let types = forms.map { MediaType($0.mediaType(resource)) ?? .hal }
        let preferred = AcceptedMediaTypes(accept).preferred(of: types)
        self = types.firstIndex { $0 == preferred }.map { forms[$0] } ?? .hal
    }
}

/// Writes representations of a live resource for one request.
struct LiveWriter {
    let resource: LiveResource
    let form: LiveRepresentation
    /// The part of all targets before the path of the resource.
    let prefix: String
    private(set) var bytes: [UInt8] = []
    private let links: [PreparedLink]
    /// The target of the collection as the content of a JSON string.
    private let collection: [UInt8]

    /// A link of items, and the members that its template names.
    private struct PreparedLink {
        let relation: String
        let target: URITemplate
        let members: [(name: String, path: CompactJSON.Path)]
    }

    init(_ resource: LiveResource, _ form: LiveRepresentation, prefix: String) {
        self.resource = resource
        self.form = form
        self.prefix = prefix
        collection = Array(JSONValue.string(prefix + resource.path).serializedBytes().dropFirst().dropLast())
        links = resource.links.map { link in
            let members = link.target.variableNames.map { (name: $0, path: CompactJSON.Path([$0])) }
            return PreparedLink(relation: link.relation, target: link.target, members: members)
        }
    }

    static func target(_ id: String, _ resource: LiveResource, _ prefix: String) -> String {
        "\(prefix)\(resource.path)/\(PercentEncoding.encode(id, keepingReserved: false))"
    }

    /// An item by itself.
    static func item(_ item: LiveItem, _ resource: LiveResource, _ form: LiveRepresentation, _ prefix: String)
        -> [UInt8]
    {
        var writer = LiveWriter(resource, form, prefix: prefix)
        writer.write(item, isAlone: true)
        return writer.bytes
    }

    /// A page of the collection.
    static func page(
        _ items: [LiveItem],
        _ page: LivePage,
        _ resource: LiveResource,
        _ form: LiveRepresentation,
        _ prefix: String,
        queryText: String
    ) -> [UInt8] {
        var writer = LiveWriter(resource, form, prefix: prefix)
        writer.write(items, page, queryText)
        return writer.bytes
    }

    private mutating func write(_ item: LiveItem, isAlone: Bool) {
        guard form != .plain else {
            bytes += item.bytes
            return
        }
        let end = item.bytes.index(before: item.bytes.endIndex)
        bytes += item.bytes[..<end]
        if item.bytes.count > 2 { add(",") }
        add("\"_links\":{\"self\":{\"href\":")
        addTarget(of: item)
        add("}")
        addLinks(of: item)
        add("}")
        if form == .forms, isAlone { addTemplates(LiveForms.ofItem(resource)) }
        add("}")
    }

    /// The links whose members the item has.
    private mutating func addLinks(of item: LiveItem) {
        for link in links {
            var variables = URITemplate.Variables()
            for (name, path) in link.members { variables[name] = Self.variable(LiveValue(at: path, of: item)) }
            guard link.members.allSatisfy({ variables[$0.name] != nil }),
                let target = try? link.target.expand(variables)
            else { continue }
            add(",")
            addLink(link.relation, target.hasPrefix("/") && !target.hasPrefix("//") ? prefix + target : target)
        }
    }

    private static func variable(_ value: LiveValue) -> URITemplate.Value? {
        switch value {
        case .string(let text): .string(text)
        case .number(let number): .string(number.literal)
        case .bool(let value): .string(String(value))
        case .null, .list, .object, .missing: nil
        }
    }

    private mutating func write(_ items: [LiveItem], _ page: LivePage, _ queryText: String) {
        guard form != .plain else {
            add("[")
            addList(items) { $0.write($1, isAlone: false) }
            return add("]")
        }
        let path = prefix + resource.path
        add("{\"_links\":{")
        addLink("self", queryText.isEmpty ? path : "\(path)?\(queryText)")
        for (relation, number) in page.neighbors {
            add(",")
            addLink(relation, "\(path)?\(page.query(of: number))")
        }
        add(",")
        addLink("find", "\(path){?\(Self.parameters(resource).joined(separator: ","))}", isTemplate: true)
        add("},\"_embedded\":")
        switch resource.dialect {
        case .object:
            add("{\(JSONValue.string(resource.name).serialized()):[")
            addList(items) { $0.write($1, isAlone: false) }
            add("]}")
        case .array:
            add("[")
            addList(items) { $0.writePayload($1) }
            add("]")
        }
        add(
            ",\"page\":{\"size\":\(page.size),\"totalElements\":\(page.total),\"totalPages\":\(page.count),\"number\":\(page.number)}"
        )
        if form == .forms { addTemplates(LiveForms.ofCollection(resource)) }
        add("}")
    }

    /// An item in the array dialect.
    private mutating func writePayload(_ item: LiveItem) {
        add("{\"media-type\":\(JSONValue.string(resource.mediaType).serialized())")
        add(",\"location\":")
        addTarget(of: item)
        add(",\"payload\":")
        write(item, isAlone: false)
        add("}")
    }

    /// The target of an item as a JSON string; what percent-encoding leaves needs no escape.
    private mutating func addTarget(of item: LiveItem) {
        add("\"")
        bytes += collection
        add("/")
        add(PercentEncoding.encode(item.id, keepingReserved: false))
        add("\"")
    }

    /// The parameters that a client may fill in.
    private static func parameters(_ resource: LiveResource) -> [String] {
        var names = ["page", "size", "sort"]
        for name in resource.references.map(\.member) + resource.unique where !names.contains(name) {
            names.append(PercentEncoding.encode(name, keepingReserved: false))
        }
        return names
    }

    private mutating func addList(_ items: [LiveItem], _ write: (inout LiveWriter, LiveItem) -> Void) {
        let longestTarget = collection.count + 64
        bytes.reserveCapacity(bytes.count + items.reduce(0) { $0 + $1.bytes.count + longestTarget } + 1024)
        for (index, item) in items.enumerated() {
            if index > 0 { add(",") }
            write(&self, item)
        }
    }

    private mutating func addLink(_ relation: String, _ target: String, isTemplate: Bool = false) {
        bytes += JSONValue.string(relation).serializedBytes()
        add(":{\"href\":")
        bytes += JSONValue.string(target).serializedBytes()
        add(isTemplate ? ",\"templated\":true}" : "}")
    }

    private mutating func addTemplates(_ templates: JSONObject) {
        add(",\"_templates\":")
        bytes += JSONValue.object(templates).serializedBytes()
    }

    private mutating func add(_ text: String) {
        bytes.append(text: text)
    }
}
