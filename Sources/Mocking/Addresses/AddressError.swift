/// A path that begins like an address but names none.
package struct AddressError: Error, Sendable, Hashable {
    /// What is wrong, in one sentence.
    package var message: String
    /// Addresses that exist, the most similar first.
    package var suggestions: [String]

    static func malformedToken(_ token: String) -> AddressError {
        AddressError(
            message: "'\(token.prefix(64))' is no sandbox token: 1 to 128 letters, digits, '.', '_' and '-' are",
            suggestions: []
        )
    }
}
