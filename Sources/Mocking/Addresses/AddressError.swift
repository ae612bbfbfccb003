import Scenarios

/// A path that begins like an address but names none.
package struct AddressError: Error, Sendable, Hashable {
    /// What is wrong, in one or two sentences.
    package var message: String
    /// Addresses that exist, the most similar first.
    package var suggestions: [String]
    /// How many more there are.
    package var others = 0
    /// What the request's `Accept` asks for.
    package var form = ExplanationForm.text

    static func malformedToken(_ token: String) -> AddressError {
        let shown = Excerpt.of(token)
        return AddressError(
            message: "'\(shown)' is not a valid sandbox token: use 1 to 128 letters, digits, '.', '_' and '-'.",
            suggestions: []
        )
    }
}
