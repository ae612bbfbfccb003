/// Removes credentials from logs, messages and reports.
package enum Redaction {
    /// The text that replaces a secret.
    package static let mark = "<redacted>"

    private static let secretFields: Set<String> = [
        "authorization", "proxy-authorization", "authentication-info", "cookie", "cookie2", "set-cookie", "x-api-key",
        "x-auth-token",
    ]
    /// Fields whose first word is a scheme (RFC 9110 §11.4), which is not secret.
    private static let fieldsWithScheme: Set<String> = ["authorization", "proxy-authorization"]
    private static let longestScheme = 32

    /// Whether the values of a field of that name, in any case, are secret.
    package static func hides(_ field: String) -> Bool {
        secretFields.contains(field.lowercased())
    }

    /// The mark for a value; credentials keep their scheme.
    package static func hidden(_ field: String, _ value: String) -> String {
        guard fieldsWithScheme.contains(field.lowercased()), let space = value.firstIndex(of: " ") else { return mark }
        let scheme = value[..<space]
        guard scheme.utf8.count <= longestScheme, scheme.utf8.allSatisfy(isTokenCharacter) else { return mark }
        return "\(scheme) \(mark)"
    }

    /// The characters of scheme names: letters, digits and hyphens.
    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"): true
        default: false
        }
    }
}
