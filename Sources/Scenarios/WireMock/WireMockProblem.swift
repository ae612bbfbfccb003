/// Something that is wrong in JSON that came over the admin API.
package struct WireMockProblem: Error, Sendable, Hashable {
    /// Where, as a JSON pointer (RFC 6901); empty for the whole; nil where the text is no JSON.
    package var pointer: String?
    /// What is wrong, in one line.
    package var message: String
    /// What would help, for example `did you mean 'method'?`.
    package var suggestion: String?

    package init(pointer: String?, message: String, suggestion: String? = nil) {
        self.pointer = pointer
        self.message = message
        self.suggestion = suggestion
    }
}

/// Everything that is wrong in one document; at least one thing.
package struct WireMockRefusal: Error, Sendable, Hashable {
    package var problems: [WireMockProblem]

    package init(_ problems: [WireMockProblem]) {
        self.problems = problems
    }
}
