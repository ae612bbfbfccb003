import HAL

/// Something that is said to a client in the form that it asks for.
package protocol Explanation {
    /// What the request's `Accept` asks for.
    var form: ExplanationForm { get }
    /// `application/problem+json` (RFC 9457).
    var json: [UInt8] { get }
    /// For a terminal.
    var text: String { get }
    /// WireMock's table, where there is one.
    var table: String { get }
    /// What is said, in the form that the request asks for.
    var body: [UInt8] { get }
}

extension Explanation {
    package var table: String { text }

    /// The media type of `body`.
    package var contentType: String { form == .json ? MediaType.problem.essence : "text/plain; charset=utf-8" }

    package var body: [UInt8] { rendered }

    /// What is said, in the form that the request asks for.
    var rendered: [UInt8] {
        switch form {
        case .json: json
        case .text: Array(text.utf8)
        case .table: Array(table.utf8)
        }
    }
}

extension Diagnosis: Explanation {
    package var body: [UInt8] { kept ?? rendered }
}

extension AddressError: Explanation {
    package var text: String {
        guard !suggestions.isEmpty else { return message + "\n" }
        let rest = others > 0 ? "   … and \(others) more\n" : ""
        return message + "\n\nAddresses:\n" + suggestions.map { "   \($0)\n" }.joined() + rest
    }
}
