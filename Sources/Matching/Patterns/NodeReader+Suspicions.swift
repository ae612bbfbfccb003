package import Documents
internal import HTTPTypes

/// Warnings for values that are valid but hardly ever meant.
extension NodeReader {
    /// Warns of `{id}` and `*` in a path that is compared as it is.
    func checkWildcards(in path: String, _ name: String, at node: Node) {
        guard path.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "{") }) else { return }
        for segment in path.prefix(while: { $0 != "?" }).split(separator: "/") where path != "*" {
            if segment == "*" || segment == "**" {
                log.warning(
                    "\(name) compares '\(segment)' literally",
                    at: node,
                    suggestion: "use 'urlPathTemplate' with '{name}' for one segment and '**' for the rest"
                )
            } else if segment.contains("{"), segment.contains("}"), !segment.contains("${") {
                log.warning("\(name) compares '\(segment)' literally", at: node, suggestion: "use 'urlPathTemplate'")
            }
        }
    }

    /// Warns of `{id}` in a regular expression, where braces around a name are only themselves.
    func checkParameters(in pattern: String, _ name: String, at node: Node) {
        guard let parameter = PatternParameter.first(in: pattern) else { return }
        log.warning(
            "\(name) is a regular expression, in which '\(parameter)' is literal",
            at: node,
            suggestion: "use 'urlPathTemplate', or '[^/]+' for one segment"
        )
    }

    /// Warns of `absent` as a value: here it is a text; in `expect` it means a missing value.
    func checkAbsent(_ node: Node) {
        guard dialect == .scenario, node.scalar == Node.Scalar(text: Absent().name, isPlain: true) else { return }
        log.warning(
            "this is the text 'absent'",
            at: node,
            suggestion: "write { absent: true } for a missing value, or { equalTo: absent } for the text"
        )
    }

    /// Warns of entity tags without their quotes (RFC 9110 §8.8.3).
    package func checkEntityTags(_ value: String, _ name: String, at node: Node) {
        guard value != "*", !value.isEmpty, !EntityTags.areValid(value) else { return }
        log.warning(
            "\(name): '\(value)' is not an entity tag: its quotes are missing",
            at: node,
            suggestion: value.contains("\"") ? nil : "write '\(EntityTags.quoted(value))', quotes inside quotes"
        )
    }

    /// Warns where a request pattern has a condition that no client sends.
    func checkConditions(_ patterns: [Named<MultiValueMatcher>], in node: Node) {
        for pattern in patterns {
            guard let name = HTTPField.Name(pattern.name), name == .ifMatch || name == .ifNoneMatch,
                case .any(let matcher) = pattern.pattern, let value = matcher.operation as? EqualTo
            else { continue }
            checkEntityTags(value.text, "'\(pattern.name)'", at: node[pattern.name] ?? node)
        }
    }
}

/// A path parameter such as `{id}` in a regular expression, to which it is only a text in braces.
enum PatternParameter {
    /// The first path parameter in a pattern; nil if it has none.
    ///
    /// Braces after an escape (`\p{L}`, `\x{41}`, `\{`), in a class (`[{a}]`) and in a placeholder (`${a}`) are ignored.
    static func first(in pattern: String) -> String? {
        let bytes = Array(pattern.utf8)
        var index = 0
        var isInClass = false
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\"):
                index += 2
                if index < bytes.count, bytes[index] == UInt8(ascii: "{") { index += 1 }
                continue
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "{") where !isInClass && (index == 0 || bytes[index - 1] != UInt8(ascii: "$")):
                if let end = end(of: bytes[(index + 1)...]) {
                    return String(decoding: bytes[index...end], as: UTF8.self)
                }
            case _: break
            }
            index += 1
        }
        return nil
    }

    /// The index of the brace after a name.
    private static func end(of rest: ArraySlice<UInt8>) -> Int? {
        guard let first = rest.first, isLetter(first) else { return nil }
        let end = rest.firstIndex { !isLetter($0) && !(0x30...0x39).contains($0) && $0 != UInt8(ascii: "-") }
        return end.flatMap { rest[$0] == UInt8(ascii: "}") ? $0 : nil }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_")
    }
}
