import HAL
import Scenarios

/// Finds the first place where two JSON values differ, and says how.
struct JSONDifference {
    let ignoresArrayOrder: Bool
    let ignoresExtraElements: Bool
    /// So many values are compared at most.
    private var budget = 10_000

    init(ignoresArrayOrder: Bool, ignoresExtraElements: Bool) {
        self.ignoresArrayOrder = ignoresArrayOrder
        self.ignoresExtraElements = ignoresExtraElements
    }

    /// `at $.price: expected 2.890, got "2.890" (a string instead of a number)`; nil when none is found.
    mutating func first(_ expected: JSONValue, _ actual: JSONValue, at path: String = "$") -> String? {
        guard budget > 0 else { return nil }
        budget -= 1
        switch (expected, actual) {
        case (.object(let left), .object(let right)): return first(left, right, at: path)
        case (.array(let left), .array(let right)): return first(left, right, at: path)
        case (_, _):
            guard !JSONComparison.isEqual(expected, actual) else { return nil }
            let isSameKind = expected.kind == actual.kind
            let kinds = isSameKind ? "" : " (\(actual.kind) instead of \(expected.kind))"
            return "at \(path): expected \(Self.text(expected)), got \(Self.text(actual))\(kinds)"
        }
    }

    private mutating func first(_ expected: JSONObject, _ actual: JSONObject, at path: String) -> String? {
        for member in expected.members {
            guard let value = actual[member.name] else { return "at \(path): '\(Excerpt.of(member.name))' is missing" }
            if let found = first(member.value, value, at: "\(path).\(Excerpt.of(member.name))") { return found }
        }
        guard !ignoresExtraElements else { return nil }
        let extra = actual.members.first { expected[$0.name] == nil }
        return extra.map { "at \(path): '\(Excerpt.of($0.name))' is too much" }
    }

    private mutating func first(_ expected: [JSONValue], _ actual: [JSONValue], at path: String) -> String? {
        let isShort = actual.count < expected.count
        if isShort || (actual.count > expected.count && !ignoresExtraElements) {
            return "at \(path): expected \(expected.count) items, got \(actual.count)"
        }
        guard !ignoresArrayOrder else { return "at \(path): the items differ, whatever their order" }
        for (index, pair) in zip(expected, actual).enumerated() {
            if let found = first(pair.0, pair.1, at: "\(path)[\(index)]") { return found }
        }
        return nil
    }

    private static func text(_ value: JSONValue) -> String {
        let text = value.serialized()
        return text.utf8.count > 80 ? value.kind : Excerpt.of(text)
    }
}
