package import Documents

/// The result of reading a file of another tool.
package struct ImportResult: Sendable {
    /// The scenario; nil if the file has an error, or nothing in it can be imported.
    package var scenario: GeneratedScenario?
    /// The errors of the file.
    package var issues: [ScenarioIssue] = []
    /// The parts that were left out, by reason, in the order of the first occurrence.
    package var skipped = SkipCount()
    /// The parts that were changed or are missing, by reason.
    package var notes = SkipCount()

    package init() {}
}

/// Numbers of parts of a file by the reason why they were left out.
package struct SkipCount: Sendable, Hashable {
    /// A reason and its number.
    package struct Reason: Sendable, Hashable {
        package let text: String
        package var count: Int
    }

    package private(set) var reasons: [Reason] = []

    package init() {}

    package mutating func add(_ text: String, _ count: Int = 1) {
        if let index = reasons.firstIndex(where: { $0.text == text }) {
            reasons[index].count += count
        } else {
            reasons.append(Reason(text: text, count: count))
        }
    }

    /// The number of all parts.
    package var total: Int { reasons.reduce(0) { $0 + $1.count } }
}

/// The choice of exchanges, and the form of their scenario.
package struct ImportSettings: Sendable {
    /// The origin whose exchanges are imported; nil: that of most exchanges.
    package var origin: String?
    /// A pattern for paths, in which `*` stands for any text; nil: all paths.
    package var only: String?
    /// Whether scripts, images and other files of a page are imported, too.
    package var includesAll = false
    /// Whether links of OpenAPI become links of HAL.
    package var addsLinks = false
    package var generator: ScenarioGenerator

    package init(_ generator: ScenarioGenerator) {
        self.generator = generator
    }
}

/// A pattern in which `*` stands for any text.
struct Glob {
    private let parts: [Substring]

    init(_ pattern: String) {
        parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    }

    func matches(_ text: String) -> Bool {
        guard let first = parts.first, let last = parts.last, text.hasPrefix(first) else { return false }
        guard parts.count > 1 else { return text == first }
        var rest = text.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}
