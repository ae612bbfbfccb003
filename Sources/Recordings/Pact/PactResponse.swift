internal import Documents
internal import HAL
package import Scenarios

/// The response of an interaction: the example, and the rules by which others are accepted.
package struct PactResponse: Sendable, Hashable {
    package private(set) var status: Int
    package private(set) var fields: [FieldLine]
    package private(set) var body: [UInt8]
    /// The rules; empty until ``addRules(_:)``.
    package private(set) var rules: [PactRule] = []
    /// The places of links to the server in the body, and their targets below its address.
    private var links: [PactLink] = []
    /// The names of the fields with such links.
    private var linkFields: Set<String> = []

    /// Fields that every server sets by itself.
    private static let ownFields: Set = [
        "date", "content-length", "transfer-encoding", "connection", "keep-alive", "matched-stub-name",
    ]
    private static let linkFieldNames: Set = ["location", "content-location", "link"]
    /// Fields with times, which are others when the Pact is verified.
    private static let timeFields: Set = ["date", "expires", "last-modified", "retry-after", "set-cookie"]

    /// Reads a response; links below `base` become links below the server, wherever it is.
    package init(status: Int, fields: [FieldLine], body: [UInt8], base: String) {
        self.status = status
        self.fields = []
        for field in fields where !Self.ownFields.contains(field.name.lowercased()) {
            var field = field
            if Self.linkFieldNames.contains(field.name.lowercased()), field.value.contains(base) {
                field.value = field.value.replacing(base, with: "")
                linkFields.insert(field.name.lowercased())
            }
            self.fields.append(field)
        }
        self.body = body
        guard fields.mediaType?.isJSON == true, let value = try? JSONValue(parsing: body) else { return }
        var walk = PactLinkWalk(base: base)
        let local = walk.visit(value, PactPath.root)
        links = walk.links
        if !links.isEmpty { self.body = local.serializedBytes() }
    }

    /// Whether the verifier follows the response to another one.
    package var isFollowed: Bool {
        [301, 302, 303, 307, 308].contains(status) && fields["Location"] != nil
    }

    /// Removes fields with times that another response to the same request does not have.
    package mutating func removeTimes(differingFrom other: PactResponse) {
        let all = fields
        fields.removeAll { field in
            Self.timeFields.contains(field.name.lowercased())
                && other.fields.values(of: field.name) != all.values(of: field.name)
        }
    }

    /// Adds the rules of an expectation.
    package mutating func addRules(_ expectation: Expectation) {
        rules = fields.compactMap { field in Self.rule(of: field, in: self) }
        // One rule for all lines of a field.
        var known: Set<PactRule.Subject> = []
        rules.removeAll { !known.insert($0.subject).inserted }
        rules += links.filter { PactPath.isUsable($0.path) }.map { link in
            PactRule(.body(link.path), .regex("^\(Self.anyBase)\(Self.escaped(link.target))$"))
        }
        guard fields.mediaType?.isJSON == true, let value = try? JSONValue(parsing: body) else { return }
        if let model = expectation.model { addTypes(model, value, PactPath.root) }
        for embedded in expectation.embedded ?? [] {
            guard case .models(let models) = embedded.pattern, let all = value["_embedded"]?[embedded.name]
            else { continue }
            let path = PactPath.root + "._embedded" + PactPath.member(embedded.name)
            guard let items = all.array else {
                if let model = models.first { addTypes(model, all, path) }
                continue
            }
            for (index, (model, item)) in zip(models, items).enumerated() {
                addTypes(model, item, "\(path)[\(index)]")
            }
        }
    }

    /// Rules for the leaves of a model, whose values may be others of their type.
    private mutating func addTypes(_ model: JSONValue, _ value: JSONValue, _ path: String) {
        switch (model, value) {
        case (.object(let members), .object(let actual)):
            for member in members.members {
                guard let other = actual[member.name] else { continue }
                addTypes(member.value, other, path + PactPath.member(member.name))
            }
        case (.array(let items), .array(let actual)):
            for (index, (item, other)) in zip(items, actual).enumerated() { addTypes(item, other, "\(path)[\(index)]") }
        case (.object, _), (.array, _), (.null, _): break
        default:
            guard PactPath.isUsable(path), !rules.contains(where: { $0.subject == .body(path) }) else { return }
            rules.append(PactRule(.body(path), .type))
        }
    }

    private static func rule(of field: FieldLine, in response: PactResponse) -> PactRule? {
        let name = field.name.lowercased()
        if response.linkFields.contains(name) {
            let pattern = name == "link" ? linkPattern(field.value) : anyBase + escaped(field.value)
            return PactRule(.header(field.name), .regex("^\(pattern)$"))
        }
        let isNumber = !field.value.isEmpty && field.value.utf8.allSatisfy { (0x30...0x39).contains($0) }
        if name == "retry-after", isNumber, response.fields.values(of: name).count == 1 {
            return PactRule(.header(field.name), .regex(#"^\d+$"#))
        }
        return nil
    }

    /// The origin and the address of any server, which a link may begin with.
    private static let anyBase = "(https?://[^/]+)?(/[~@][^/]*)?"

    /// The pattern of a field `Link`: each path may have another base.
    private static func linkPattern(_ value: String) -> String {
        value.split(separator: "</", omittingEmptySubsequences: false).map { escaped($0) }
            .joined(separator: "<\(anyBase)/")
    }

    /// The text as a regular expression of any dialect.
    private static func escaped(_ text: some StringProtocol) -> String {
        text.map { #"\.+*?()|[]{}^$"#.contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }
}

/// A link to the server in a body.
private struct PactLink: Sendable, Hashable {
    let path: String
    /// The target below the address of the scenario.
    let target: String
}

/// Finds the links of HAL and HAL-FORMS in a body, and removes the server's address from them.
private struct PactLinkWalk {
    let base: String
    var links: [PactLink] = []

    mutating func visit(_ value: JSONValue, _ path: String) -> JSONValue {
        switch value {
        case .array(let items):
            return .array(items.enumerated().map { visit($1, "\(path)[\($0)]") })
        case .object(var object):
            for index in object.members.indices {
                let member = object.members[index]
                let below = path + PactPath.member(member.name)
                object.members[index].value =
                    switch member.name {
                    case "_links": each(member.value, below, "href")
                    case "_templates": each(member.value, below, "target")
                    case "_embedded" where member.value.array != nil:
                        visit(targets(in: member.value, below, "location"), below)
                    default: visit(member.value, below)
                    }
            }
            return .object(object)
        default: return value
        }
    }

    /// The members of an object of links or templates.
    private mutating func each(_ value: JSONValue, _ path: String, _ key: String) -> JSONValue {
        guard case .object(var object) = value else { return value }
        for index in object.members.indices {
            let member = object.members[index]
            let below = path + PactPath.member(member.name)
            object.members[index].value = targets(in: member.value, below, key)
        }
        return .object(object)
    }

    /// The targets of one object, or of each in a list.
    private mutating func targets(in value: JSONValue, _ path: String, _ key: String) -> JSONValue {
        switch value {
        case .array(let items): return .array(items.enumerated().map { targets(in: $1, "\(path)[\($0)]", key) })
        case .object(var object):
            guard let target = object[key]?.string, target.hasPrefix(base) else { return value }
            let local = String(target.dropFirst(base.count))
            object[key] = .string(local)
            links.append(PactLink(path: path + PactPath.member(key), target: local))
            return .object(object)
        default: return value
        }
    }
}
