internal import HAL
internal import Scenarios
internal import URITemplates

/// A list of json-server as a live resource.
struct DatabaseCollection {
    private static let idMember = "id"
    private static let pageSize = 20
    private static let longestText = 120
    private static let mostMembers = 5

    let name: String
    private(set) var items: [JSONObject] = []
    private var ids: Set<ExactText> = []
    private var hasTexts = false
    private var greatest = 0
    /// Members with ids of other collections, and the relations of their links.
    var references: [(member: String, resource: String, relation: String)] = []

    init(name: String) {
        self.name = name
    }

    /// Whether a name can be a segment of a path.
    static func isValid(name: String) -> Bool {
        !["", ".", ".."].contains(name) && name.utf8.count <= 200 && !name.contains("/") && !name.hasPrefix("_")
            && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }

    static func path(_ name: String) -> String { "/" + PercentEncoding.encode(name, keepingReserved: false) }

    /// Adds an item, or returns the reason why it is left out.
    mutating func add(_ item: JSONObject) -> String? {
        guard Set(item.names).count == item.names.count else { return "an item with a member twice" }
        guard LiveResource.isWithinLimits(item, length: JSONValue.object(item).serializedBytes().count) else {
            return "an item that is too large"
        }
        guard let id = LiveResource.id(item[Self.idMember]) else {
            return "an item without an id that is a text or an integer"
        }
        guard ids.insert(id).inserted else { return "an item with the id of another one" }
        if let number = LiveResource.number(of: id) {
            greatest = max(greatest, number)
        } else {
            hasTexts = true
        }
        items.append(item)
        return nil
    }

    /// Members that may contain ids: `postId`.
    var referringMembers: [String] {
        var names: [String] = []
        for name in items.flatMap(\.names) where name.count > 2 && name.hasSuffix("Id") && !names.contains(name) {
            names.append(name)
        }
        return names
    }

    /// Whether the name is the plural of a word.
    func isPlural(of word: String) -> Bool {
        let name = name.lowercased()
        let word = word.lowercased()
        return [word, word + "s", word + "es"].contains(name) || word.hasSuffix("y") && name == word.dropLast() + "ies"
    }

    /// Whether all values of a member are ids of another collection.
    func refers(by member: String, to other: DatabaseCollection) -> Bool {
        items.compactMap { $0[member] }.allSatisfy { value in
            LiveResource.id(value).map(other.ids.contains) ?? false
        }
    }

    /// The keys of the resource.
    var resource: JSONObject {
        var resource: JSONObject = ["path": .string(Self.path(name))]
        if !hasTexts { resource["ids"] = .string(LiveResource.Identifiers.sequence.rawValue) }
        if !references.isEmpty {
            let links = references.map { reference in
                JSONObject.Member(
                    reference.relation,
                    .string(Self.path(reference.resource) + "/{\(reference.member)}")
                )
            }
            resource["links"] = .object(JSONObject(links))
            resource["references"] = .object(JSONObject(references.map { .init($0.member, .string($0.resource)) }))
        }
        resource["items"] = .array(items.map { .object($0) })
        return resource
    }

    // MARK: The contract

    /// Reads, an item that is missing, and a new one.
    var steps: [JSONValue] {
        let path = Self.path(name)
        var list: JSONObject = ["outcome": "success", "status": 200]
        let shown = min(items.count, Self.pageSize)
        if shown > 0 { list["embedded"] = .object([name: .number(JSONNumber(shown))]) }
        var steps = [step("GET \(name)", ["url": .string(path)], list)]
        if let item = items.first, let id = LiveResource.id(item[Self.idMember])?.text {
            let url = path + "/" + PercentEncoding.encode(id, keepingReserved: false)
            var read: JSONObject = ["outcome": "success", "status": 200]
            let members = item.members.filter { Self.isShort($0) }.prefix(Self.mostMembers)
            if !members.isEmpty { read["model"] = .object(JSONObject(Array(members))) }
            steps.append(step("GET \(name) \(id)", ["url": .string(url)], read))
        }
        if let item = items.first {
            var new = item
            new.members.removeAll { $0.name == Self.idMember }
            var created: JSONObject = ["outcome": "success", "status": 201]
            if !hasTexts, greatest < LiveResource.maximumNumber {
                created["location"] = .string("\(path)/\(greatest + 1)")
            }
            let request: JSONObject = ["method": "POST", "url": .string(path), "jsonBody": .object(new)]
            steps.append(step("POST \(name)", request, created))
        }
        let missing = path + "/" + missingID
        steps.append(
            step("GET \(name), a missing one", ["url": .string(missing)], ["outcome": "clientError", "status": 404])
        )
        return steps
    }

    private var missingID: String {
        var id = "none"
        while ids.contains(ExactText(id)) { id += "-" }
        return id
    }

    private func step(_ name: String, _ request: JSONObject, _ expectation: JSONObject) -> JSONValue {
        ["step": .string(name), "request": .object(request), "expect": .object(expectation)]
    }

    /// Whether a contract expects the member.
    private static func isShort(_ member: JSONObject.Member) -> Bool {
        guard !member.name.hasPrefix("_") else { return false }
        switch member.value {
        case .string(let text): return !text.isEmpty && text.utf8.count <= longestText
        case .number, .bool: return true
        case .null, .array, .object: return false
        }
    }
}
