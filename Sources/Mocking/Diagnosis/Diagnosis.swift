/// Why no interaction answered a request, and which came near.
package struct Diagnosis: Sendable {
    /// Which of the two forms the request's `Accept` asks for.
    package var prefersJSON: Bool
    /// `application/problem+json` (RFC 9457).
    package var json: [UInt8] { [] }
    /// For a terminal.
    package var text: String { "" }
    /// The media type of `body`.
    package var contentType: String { prefersJSON ? "application/problem+json" : "text/plain; charset=utf-8" }
    /// The form that the request asks for.
    package var body: [UInt8] { prefersJSON ? json : Array(text.utf8) }
}
