package import HAL
import HTTPTypes
package import Scenarios

/// The selection of variants to run; an empty list selects all.
package struct Selection: Sendable {
    /// A variant with its scenario.
    package struct Item: Sendable {
        package let scenario: Scenario
        package let variant: Variant
        /// The number of variants before it in the selection.
        package var position = 0

        /// `slug`, or `slug[GET,409]` with a matrix.
        package var name: String { VariantReport.name(slug: scenario.slug, values: variant.values) }
    }

    /// Globs for the name or the slug of a variant; `*` matches any text, `?` one character.
    package var names: [String] = []
    /// Globs for the name or the slug of variants that are not selected.
    package var exceptions: [String] = []
    package var tags: [String] = []
    /// The methods, of which some step of a variant must use one.
    package var methods: [String] = []
    /// The outcomes, of which some step of a variant must expect one.
    package var outcomes: [OutcomeKind] = []

    package init() {}

    /// Returns the selected variants with a contract, in the order of the files.
    ///
    /// Variants with other names are not read.
    package func items(of scenarios: [Scenario]) -> [Item] {
        scenarios.filter { $0.hasContract && selects(tags: $0.tags) }.flatMap { scenario in
            scenario.variants.indices
                .filter { selects(slug: scenario.slug, values: scenario.variants.values(at: $0)) }
                .map { Item(scenario: scenario, variant: scenario.variants.variant(at: $0)) }
                .filter { selects($0.variant.contract) }
        }
    }

    private func selects(tags own: [String]) -> Bool {
        tags.isEmpty || tags.contains(where: own.contains)
    }

    private func selects(slug: String, values: [String]) -> Bool {
        guard !names.isEmpty || !exceptions.isEmpty else { return true }
        let name = VariantReport.name(slug: slug, values: values)
        func isNamed(by globs: [String]) -> Bool { globs.contains { Glob($0).matches(name, or: slug) } }
        return (names.isEmpty || isNamed(by: names)) && !isNamed(by: exceptions)
    }

    private func selects(_ steps: [Step]) -> Bool {
        guard !steps.isEmpty else { return false }
        return (methods.isEmpty || steps.contains { methods.contains($0.request.method.rawValue) })
            && (outcomes.isEmpty || steps.contains { outcomes.contains($0.expectation.outcome) })
    }
}

/// A pattern in which `*` matches any text and `?` one character; nothing else is special.
struct Glob {
    private let pattern: [Character]

    init(_ pattern: String) {
        self.pattern = Array(pattern)
    }

    /// Whether the whole text matches, in a time that is at most proportional to the product of both lengths.
    func matches(_ text: String) -> Bool {
        let text = Array(text)
        var (place, position) = (0, 0)
        var retry: (place: Int, position: Int)?
        while position < text.count {
            if place < pattern.count, pattern[place] == "*" {
                retry = (place, position)
                place += 1
            } else if place < pattern.count, pattern[place] == "?" || pattern[place] == text[position] {
                place += 1
                position += 1
            } else if let last = retry {
                retry = (last.place, last.position + 1)
                (place, position) = (last.place + 1, last.position + 1)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == "*" }
    }
}
