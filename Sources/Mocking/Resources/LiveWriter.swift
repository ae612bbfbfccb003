import HAL
import Scenarios
import URITemplates

/// Writes representations of a live resource for one request.
struct LiveWriter {
    private static let selfLink = Array("\"_links\":{\"self\":{\"href\":".utf8)

    private let route: LiveRoute
    private let form: LiveRepresentation
    /// The part of all targets before the path of the resource.
    private let prefix: String
    /// The opening quote and the target of the collection.
    private let collection: [UInt8]
    private var bytes: [UInt8] = []

    private init(_ route: LiveRoute, _ form: LiveRepresentation, prefix: String) {
        self.route = route
        self.form = form
        self.prefix = prefix
        let start = prefix.isEmpty ? [UInt8(ascii: "\"")] : JSONValue.string(prefix).serializedBytes().dropLast()
        collection = start + route.layout.path
    }

    static func target(_ id: ExactText, _ resource: LiveResource, _ prefix: String) -> String {
        "\(prefix)\(resource.path)/\(PercentEncoding.encode(id.text, keepingReserved: false))"
    }

    /// An item by itself.
    static func item(_ item: LiveItem, _ route: LiveRoute, _ form: LiveRepresentation, _ prefix: String) -> [UInt8] {
        guard form != .plain else { return item.bytes }
        var writer = LiveWriter(route, form, prefix: prefix)
        writer.reserve([item])
        writer.write(item, isAlone: true)
        return writer.bytes
    }

    /// A page of the collection.
    static func page(
        _ items: [LiveItem],
        _ page: LivePage,
        _ route: LiveRoute,
        _ form: LiveRepresentation,
        _ prefix: String,
        queryText: String
    ) -> [UInt8] {
        var writer = LiveWriter(route, form, prefix: prefix)
        writer.reserve(items)
        writer.write(items, page, queryText)
        return writer.bytes
    }

    private mutating func reserve(_ items: [LiveItem]) {
        let longestTarget = Self.selfLink.count + collection.count + 64
        bytes.reserveCapacity(items.reduce(1024) { $0 + $1.bytes.count + longestTarget })
    }

    private mutating func write(_ item: LiveItem, isAlone: Bool) {
        guard form != .plain else {
            bytes += item.bytes
            return
        }
        bytes += item.bytes
        bytes.removeLast()
        if item.bytes.count > 2 { bytes.append(UInt8(ascii: ",")) }
        bytes += Self.selfLink
        addTarget(of: item)
        bytes.append(UInt8(ascii: "}"))
        if !route.layout.links.isEmpty { addLinks(of: item) }
        bytes.append(UInt8(ascii: "}"))
        if form == .forms, isAlone { addTemplates(LiveForms.ofItem(route.resource)) }
        bytes.append(UInt8(ascii: "}"))
    }

    /// The links whose members the item has.
    private mutating func addLinks(of item: LiveItem) {
        for link in route.layout.links {
            var variables = URITemplate.Variables()
            for (name, path) in link.members { variables[name] = Self.variable(LiveValue(at: path, of: item)) }
            guard link.members.allSatisfy({ variables[$0.name] != nil }),
                let target = try? link.target.expand(variables)
            else { continue }
            bytes.append(UInt8(ascii: ","))
            bytes += link.relation
            addLink(target.hasPrefix("/") && !target.hasPrefix("//") ? prefix + target : target)
        }
    }

    private static func variable(_ value: LiveValue) -> URITemplate.Value? {
        switch value {
        case .string(let text): .string(text.text)
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
        let path = prefix + route.resource.path
        add("{\"_links\":{\"self\"")
        addLink(queryText.isEmpty ? path : "\(path)?\(queryText)")
        for (relation, number) in page.neighbors {
            add(",\"\(relation)\"")
            addLink("\(path)?\(page.query(of: number))")
        }
        add(",\"find\"")
        addLink(path + route.layout.parameters, isTemplate: true)
        add("},\"_embedded\":")
        switch route.resource.dialect {
        case .object:
            add("{")
            bytes += route.layout.name
            add(":[")
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
        if form == .forms { addTemplates(LiveForms.ofCollection(route.resource)) }
        add("}")
    }

    /// An item in the array dialect.
    private mutating func writePayload(_ item: LiveItem) {
        add("{\"media-type\":")
        bytes += route.layout.mediaType
        add(",\"location\":")
        addTarget(of: item)
        add(",\"payload\":")
        write(item, isAlone: false)
        add("}")
    }

    /// The target of an item as a JSON string; what percent-encoding leaves needs no escape.
    private mutating func addTarget(of item: LiveItem) {
        bytes += collection
        bytes.append(UInt8(ascii: "/"))
        add(PercentEncoding.encode(item.id.text, keepingReserved: false))
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func addList(_ items: [LiveItem], _ write: (inout LiveWriter, LiveItem) -> Void) {
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(&self, item)
        }
    }

    /// The value of a relation.
    private mutating func addLink(_ target: String, isTemplate: Bool = false) {
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
