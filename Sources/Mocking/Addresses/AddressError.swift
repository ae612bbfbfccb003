import Matching
import Scenarios

/// A path that begins like an address but does not name an existing one.
package struct AddressError: Error, Sendable, Hashable {
    /// One or two sentences about what is wrong.
    package var message: String
    /// Existing addresses, the most similar first.
    package var suggestions: [String]
    /// The number of existing addresses that `suggestions` leaves out.
    package var others = 0
    /// The form that the request's `Accept` asks for.
    package var form = ExplanationForm.text

    static func malformedToken(_ token: String) -> AddressError {
        let shown = Excerpt.of(token)
        return AddressError(
            message: "'\(shown)' is not a valid sandbox token: use 1 to 128 letters, digits, '.', '_' and '-'.",
            suggestions: []
        )
    }
}

/// Explains why an address does not exist, and suggests existing ones.
struct AddressSuggestions {
    /// The maximum number of addresses that are listed.
    static let listed = 5

    private let catalog: Catalog

    init(_ catalog: Catalog) {
        self.catalog = catalog
    }

    func unknownSlug(_ slug: String) -> AddressError {
        let slugs = catalog.scenarios.map(\.slug)
        let nearest = EditDistance.ranked(slugs, by: slug)
        var message = "There is no scenario '\(slug.prefix(80))'."
        if let best = nearest.first, EditDistance.isTypo(best, for: slug) { message += " Did you mean '\(best)'?" }
        if slugs.isEmpty { message += " No scenario is loaded." }
        let addresses = nearest.prefix(Self.listed).map { slug in
            let scenario = catalog.scenarios.first { $0.slug == slug }
            let values = scenario.flatMap { $0.variants.isEmpty ? nil : $0.variants.values(at: 0) }
            return Address(slug: slug, values: values ?? [])
        }
        return AddressError(
            message: message,
            suggestions: addresses.map(\.description),
            others: slugs.count - addresses.count
        )
    }

    func unknownVariant(_ values: [String], of scenario: Scenario) -> AddressError {
        let wanted = values.joined(separator: ":")
        let keys = scenario.matrixKeys.joined(separator: ":")
        let message =
            scenario.matrixKeys.isEmpty
            ? "The scenario '\(scenario.slug)' has no matrix, so no values follow its name."
            : values.isEmpty
                ? "The scenario '\(scenario.slug)' has a matrix: specify a variant, such as '~\(scenario.slug):\(keys)'."
                : "The scenario '\(scenario.slug)' has no variant '\(wanted.prefix(80))' (\(keys))."
        let addresses = scenario.variants.indices.prefix(EditDistance.most).map {
            Address(slug: scenario.slug, values: scenario.variants.values(at: $0)).description
        }
        let nearest = EditDistance.ranked(addresses, by: Address(slug: scenario.slug, values: values).description)
        let listed = Array(nearest.prefix(Self.listed))
        return AddressError(message: message, suggestions: listed, others: scenario.variants.count - listed.count)
    }
}
