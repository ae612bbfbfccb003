internal import HAL

/// A matching rule of a Pact, and the part of a message that it is about.
package struct PactRule: Sendable, Hashable {
    /// A part of a message.
    package enum Subject: Sendable, Hashable {
        /// A place in the body: `$._links.self.href`.
        case body(String)
        case header(String)
    }

    /// How a value is compared.
    package enum Matcher: Sendable, Hashable {
        /// The type of JSON.
        case type
        case regex(String)
    }

    package var subject: Subject
    package var matcher: Matcher

    package init(_ subject: Subject, _ matcher: Matcher) {
        self.subject = subject
        self.matcher = matcher
    }
}

extension PactRule.Matcher {
    /// The object of the matcher in all versions.
    var json: JSONValue {
        switch self {
        case .type: ["match": "type"]
        case .regex(let pattern): ["match": "regex", "regex": .string(pattern)]
        }
    }
}

extension [PactRule] {
    /// The value of `matchingRules`; nil if there are no rules.
    func json(_ version: PactVersion) -> JSONValue? {
        guard !isEmpty else { return nil }
        guard version.hasRuleCategories else {
            return .object(JSONObject(map { .init($0.subject.flatPath, $0.matcher.json) }))
        }
        var categories = JSONObject()
        for rule in self {
            let (category, key) = rule.subject.place
            var rules = categories[category]?.object ?? JSONObject()
            rules[key] = ["combine": "AND", "matchers": [rule.matcher.json]]
            categories[category] = .object(rules)
        }
        return .object(categories)
    }
}

extension PactRule.Subject {
    /// The path from the message, in version 2.
    fileprivate var flatPath: String {
        switch self {
        case .body(let path): "$.body" + path.dropFirst()
        case .header(let name): "$.headers" + PactPath.member(name)
        }
    }

    /// The category and the key, since version 3.
    fileprivate var place: (category: String, key: String) {
        switch self {
        case .body(let path): ("body", path)
        case .header(let name): ("header", name)
        }
    }
}

/// The paths of rules.
enum PactPath {
    static let root = "$"

    /// In paths that no rule can have: a member has an apostrophe in its name.
    private static let nameless: Character = "\0"

    /// The segment of a member.
    static func member(_ name: String) -> String {
        guard !name.contains("'"), !name.isEmpty else { return String(nameless) }
        let isPlain = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
        }
        return isPlain ? "." + name : "['\(name)']"
    }

    /// Whether a rule can have the path.
    static func isUsable(_ path: String) -> Bool { !path.contains(nameless) }
}

/// A version of the Pact specification.
package enum PactVersion: Int, Sendable, CaseIterable {
    case two = 2
    case three, four

    /// The value of `metadata.pactSpecification.version`.
    var text: String {
        switch self {
        case .two: "2.0.0"
        case .three: "3.0.0"
        case .four: "4.0"
        }
    }

    /// Whether rules are in categories, and a query is an object.
    var hasRuleCategories: Bool { self != .two }
    /// Whether the values of a field are a list, and a body has its media type beside it.
    var hasTypedBodies: Bool { self == .four }
    /// Whether provider states have parameters.
    package var hasStateParameters: Bool { self != .two }
}
