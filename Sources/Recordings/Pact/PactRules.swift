internal import Documents
internal import HAL
internal import Matching

/// The matching rules of a message of a Pact.
struct PactRules {
    /// A step of a path.
    enum Segment: Hashable {
        case name(String)
        case index(Int)
        /// `*`
        case any
    }

    /// How a value is compared.
    enum Match: Hashable {
        case equality, type, null, boolean, integer, decimal, number, notEmpty
        case regex(String)
        case includes(String)
        /// The least and the greatest number of elements, which have the type of the first.
        case elements(least: Int?, most: Int?)
        /// Any content of the media type.
        case content
    }

    /// The rules of the path; those of `$` are its own.
    var path: [Match] = []
    private(set) var headers: [(name: String, match: Match)] = []
    private(set) var query: [(name: String, match: Match)] = []
    private(set) var body: [(path: [Segment], match: Match)] = []
    /// The kinds that are not supported.
    private var unknown: [String] = []

    var isEmpty: Bool { path.isEmpty && headers.isEmpty && query.isEmpty && body.isEmpty }

    /// Reads the rules of a version.
    init(_ node: Node?, _ version: PactVersion) {
        for pair in node?.pairs ?? [] {
            let isFlat = pair.key.text.hasPrefix("$")
            if isFlat {
                addFlat(pair.key.text, match(pair.value))
            } else if pair.value["matchers"] != nil {
                // The path has no keys.
                add(pair.key.text, "", matches(pair.value))
            } else {
                for rule in pair.value.pairs { add(pair.key.text, rule.key.text, matches(rule.value)) }
            }
        }
    }

    /// Returns the kinds that are not supported, once.
    mutating func takeUnknown() -> [String] {
        defer { unknown = [] }
        return unknown
    }

    /// Whether all regular expressions can be used.
    var areCompiled: Bool {
        let all = path + headers.map(\.match) + query.map(\.match) + body.map(\.match)
        return all.allSatisfy { match in
            guard case .regex(let pattern) = match else { return true }
            return (try? RegularExpression(pattern, forSearching: true)) != nil
        }
    }

    /// The rule of a header field or of a parameter.
    func match(ofHeader name: String) -> Match? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.match
    }

    func match(ofParameter name: String) -> Match? { query.first { $0.name == name }?.match }

    /// The rule of a place in the body: the one whose path names it best, or of a place above it that passes its type on.
    func match(at place: [Segment]) -> Match? {
        var best: (length: Int, weight: Int, match: Match)?
        for (path, match) in body {
            guard path.count <= place.count, let weight = Self.weight(path, place) else { continue }
            let isOwn = path.count == place.count
            guard isOwn || Self.isInherited(match) else { continue }
            let passed = isOwn ? match : Match.type
            if best.map({ (path.count, weight) > ($0.length, $0.weight) }) ?? true {
                best = (path.count, weight, passed)
            }
        }
        return best?.match
    }

    private static func isInherited(_ match: Match) -> Bool {
        switch match {
        case .type, .elements: true
        default: false
        }
    }

    /// The weight by the specification: 2 for each equal segment, 1 for each `*`; nil if the path does not match.
    private static func weight(_ path: [Segment], _ place: [Segment]) -> Int? {
        var weight = 1
        for (segment, other) in zip(path, place) {
            if segment == other {
                weight = min(weight * 2, 1 << 40)
            } else if segment != .any {
                return nil
            }
        }
        return weight
    }

    // MARK: Reading

    private mutating func addFlat(_ key: String, _ match: Match?) {
        guard let match else { return }
        let segments = Self.segments(key)
        guard let first = segments.first, case .name(let category) = first else { return }
        let rest = Array(segments.dropFirst())
        if category == "body" {
            body.append((rest, match))
        } else {
            add(category, Self.name(rest), [match])
        }
    }

    private static func name(_ segments: [Segment]) -> String {
        if case .name(let name)? = segments.first { name } else { "" }
    }

    private mutating func add(_ category: String, _ key: String, _ matches: [Match]) {
        // All must hold; the first says the most.
        guard let match = matches.first else { return }
        switch category {
        case "path": path = [match]
        case "header", "headers": headers.append((Self.plainName(key), match))
        case "query": query.append((Self.plainName(key), match))
        case "body": body.append((Self.segments(key), match))
        default: break
        }
    }

    /// The name of a field or parameter, which may be written as a path: `$.page[0]`.
    private static func plainName(_ key: String) -> String {
        if key.hasPrefix("$") { return name(segments(key)) }
        guard key.hasSuffix("]"), let bracket = key.firstIndex(of: "[") else { return key }
        return String(key[..<bracket])
    }

    private mutating func matches(_ node: Node) -> [Match] {
        guard node["matchers"] != nil else { return [match(node)].compactMap(\.self) }
        return (node["matchers"]?.items ?? []).compactMap { match($0) }
    }

    private mutating func match(_ node: Node) -> Match? {
        let kind = node["match"]?.text ?? (node["regex"] != nil ? "regex" : "type")
        switch kind {
        case "type":
            let (least, most) = (node["min"].flatMap { Int($0.text) }, node["max"].flatMap { Int($0.text) })
            return least == nil && most == nil ? .type : .elements(least: least, most: most)
        case "regex": return .regex(node["regex"]?.text ?? "")
        case "include": return .includes(node["value"]?.text ?? "")
        case "equality": return .equality
        case "null": return .null
        case "boolean": return .boolean
        case "integer": return .integer
        case "decimal": return .decimal
        case "number": return .number
        case "notEmpty": return .notEmpty
        case "semver": return .regex(#"^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$"#)
        case "date", "time", "datetime", "timestamp":
            return .regex(PactDateFormat.pattern(node["format"]?.text ?? node[kind]?.text ?? ""))
        case "contentType": return .content
        default:
            unknown.append(String(kind.prefix(40)).printable)
            return .type
        }
    }

    /// The segments of `$.a['b-c'][0].d[*]`, without the root.
    static func segments(_ path: String) -> [Segment] {
        var rest = path[...]
        if rest.first == "$" { rest = rest.dropFirst() }
        var segments: [Segment] = []
        while let first = rest.first {
            if first == "[" {
                guard let end = rest.firstIndex(of: "]") else { break }
                let inside = rest[rest.index(after: rest.startIndex)..<end]
                rest = rest[rest.index(after: end)...]
                if inside == "*" {
                    segments.append(.any)
                } else if let number = Int(inside) {
                    segments.append(.index(number))
                } else {
                    segments.append(.name(String(inside.filter { $0 != "'" && $0 != "\"" })))
                }
            } else {
                if first == "." { rest = rest.dropFirst() }
                let name = rest.prefix { $0 != "." && $0 != "[" }
                rest = rest[name.endIndex...]
                if !name.isEmpty { segments.append(name == "*" ? .any : .name(String(name))) }
            }
        }
        return segments
    }
}

/// The formats of dates in rules, which are those of Java.
enum PactDateFormat {
    private static let formats: [(letters: String, pattern: String)] = [
        ("XXX", #"(Z|[+-]\d{2}:\d{2})"#), ("SSS", #"\d{3}"#), ("yyyy", #"\d{4}"#), ("MMM", #"[A-Za-z]{3}"#),
        ("EEE", #"[A-Za-z]{3}"#), ("MM", #"\d{2}"#), ("dd", #"\d{2}"#), ("HH", #"\d{2}"#), ("hh", #"\d{2}"#),
        ("mm", #"\d{2}"#), ("ss", #"\d{2}"#), ("yy", #"\d{2}"#), ("X", #"(Z|[+-]\d{2}(\d{2})?)"#),
        ("Z", #"[+-]\d{4}"#), ("z", "[A-Z]+"), ("a", "[AP]M"), ("S", #"\d"#), ("d", #"\d{1,2}"#), ("M", #"\d{1,2}"#),
        ("H", #"\d{1,2}"#),
    ]

    /// The regular expression of a format; one of another letter accepts any text for it.
    static func pattern(_ format: String) -> String {
        var pattern = "^"
        var rest = format[...]
        while let first = rest.first {
            if first == "'" {
                let literal = rest.dropFirst().prefix { $0 != "'" }
                pattern += RegularExpressionText.escaped(literal)
                rest = rest[literal.endIndex...].dropFirst()
            } else if let known = formats.first(where: { rest.hasPrefix($0.letters) }) {
                pattern += known.pattern
                rest = rest.dropFirst(known.letters.count)
            } else {
                pattern += first.isLetter ? ".+" : RegularExpressionText.escaped(String(first))
                rest = rest.dropFirst()
            }
        }
        return format.isEmpty ? ".+" : pattern + "$"
    }
}
