import HAL

/// Finds and describes the first place where two JSON values differ.
struct JSONDifference {
    private let budget: ExplanationBudget
    private let ignoresArrayOrder: Bool
    private let ignoresExtraElements: Bool

    /// A difference and its path.
    private struct Finding {
        var path = ""
        let text: String

        init(_ text: String) { self.text = text }

        func below(_ step: @autoclosure () -> String) -> Finding {
            var copy = self
            copy.path = step() + path
            return copy
        }
    }

    init(_ budget: ExplanationBudget, ignoresArrayOrder: Bool, ignoresExtraElements: Bool) {
        self.budget = budget
        self.ignoresArrayOrder = ignoresArrayOrder
        self.ignoresExtraElements = ignoresExtraElements
    }

    /// `at $.price: expected 2.890, got "2.890" (a string instead of a number)`; nil if none is found.
    func first(_ expected: JSONValue, _ actual: JSONValue) -> String? {
        difference(expected, actual).map { "at $\($0.path): \($0.text)" }
    }

    private func difference(_ expected: JSONValue, _ actual: JSONValue) -> Finding? {
        guard budget.takes(20) else { return nil }
        switch (expected, actual) {
        case (.object(let left), .object(let right)): return difference(left, right)
        case (.array(let left), .array(let right)): return difference(left, right)
        case (_, _):
            guard !JSONComparison.isEqual(expected, actual) else { return nil }
            let isSameKind = expected.kind == actual.kind
            let kinds = isSameKind ? "" : " (\(actual.kind) instead of \(expected.kind))"
            return Finding("expected \(Self.text(expected)), got \(Self.text(actual))\(kinds)")
        }
    }

    private func difference(_ expected: JSONObject, _ actual: JSONObject) -> Finding? {
        for member in expected.members {
            // Members are sought one by one.
            guard budget.takes(actual.members.count / 4) else { return nil }
            guard let value = actual[member.name] else { return Finding("'\(Excerpt.of(member.name))' is missing") }
            if let found = difference(member.value, value) { return found.below(".\(Excerpt.of(member.name))") }
        }
        guard !ignoresExtraElements, actual.members.count > expected.members.count,
            budget.takes(actual.members.count * expected.members.count / 4)
        else { return nil }
        let extra = actual.members.first { expected[$0.name] == nil }
        return extra.map { Finding("'\(Excerpt.of($0.name))' is unexpected") }
    }

    private func difference(_ expected: [JSONValue], _ actual: [JSONValue]) -> Finding? {
        let isShort = actual.count < expected.count
        if isShort || (actual.count > expected.count && !ignoresExtraElements) {
            return Finding("expected \(expected.count) items, got \(actual.count)")
        }
        guard !ignoresArrayOrder else { return Finding("the items differ in any order") }
        for (index, pair) in zip(expected, actual).enumerated() {
            if let found = difference(pair.0, pair.1) { return found.below("[\(index)]") }
        }
        return nil
    }

    private static func text(_ value: JSONValue) -> String {
        let text = value.serialized()
        return text.utf8.count > 80 ? value.kind : Excerpt.of(text)
    }
}
