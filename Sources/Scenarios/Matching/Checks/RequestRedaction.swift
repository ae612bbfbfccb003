/// What must not be shown although it takes part in matching.
package enum RequestRedaction {
    package static let mark = "[redacted]"

    private static let headers: Set<String> = ["authorization", "proxy-authorization", "cookie"]

    package static func isSecret(header name: String) -> Bool {
        headers.contains(name.lowercased())
    }

    /// A header's value; of credentials only the scheme.
    package static func shown(header name: String, _ value: String) -> String {
        isSecret(header: name) ? hidden(header: name, value) : Excerpt.of(value)
    }

    /// The value of a header that is a secret; of credentials the scheme is shown.
    static func hidden(header name: String, _ value: String) -> String {
        guard isSecret(header: name) else { return mark }
        guard name.lowercased() != "cookie", let space = value.firstIndex(of: " ") else { return mark }
        let scheme = value[..<space]
        guard scheme.utf8.count <= 32, scheme.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }) else {
            return mark
        }
        return "\(scheme) \(mark)"
    }
}
