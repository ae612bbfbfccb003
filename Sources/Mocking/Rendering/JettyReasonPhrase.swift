import Messages

/// The reason phrases of WireMock's responses, which are those of Jetty 9.
enum JettyReasonPhrase {
    /// Returns the phrase of a status code; for one that Jetty does not know, the code itself.
    static func of(_ status: Int) -> String {
        if let phrase = own[status] { return phrase }
        let phrase = unknown.contains(status) ? "" : ReasonPhrase.of(status)
        return phrase.isEmpty ? String(status) : phrase
    }

    /// The phrases that are not those of the registry.
    private static let own = [
        203: "Non Authoritative Information", 413: "Payload Too Large", 418: "I'm a Teapot", 420: "Enhance your Calm",
        422: "Unprocessable Entity", 451: "Unavailable for Legal Reason", 500: "Server Error",
    ]
    /// The registered codes that Jetty does not know.
    private static let unknown: Set = [103, 104, 208, 226, 425, 506]
}
