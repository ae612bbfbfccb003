/// Removes credentials from logs, messages and reports.
package enum Redaction {
    /// The text that replaces a secret.
    package static let mark = "<redacted>"

    /// Words of field names whose values are secret: `X-Session-Id`, `Proxy-Authorization`.
    private static let secretWords: Set<Substring> = [
        "auth", "authentication", "authorization", "cookie", "cookie2", "credential", "credentials", "csrf", "dpop",
        "jwt", "otp", "passphrase", "passwd", "session", "sessionid", "xsrf",
    ]
    /// Endings of such words: `X-AuthToken`, `Apikey`.
    private static let secretEndings = ["token", "secret", "password", "apikey", "accesskey", "authkey"]
    /// Words before `key` that make it a secret, unlike that of `Idempotency-Key`.
    private static let secretKeys: Set<Substring> = [
        "access", "account", "admin", "api", "app", "application", "auth", "client", "consumer", "encryption",
        "functions", "license", "master", "private", "secret", "service", "shared", "signing", "storage",
        "subscription", "user",
    ]
    /// Fields that only tell how credentials are used, such as `Access-Control-Allow-Credentials`.
    private static let prefixOfRules = "access-control-"
    /// Fields whose first word is a scheme (RFC 9110 §11.4), which is not secret.
    private static let fieldsWithScheme: Set<String> = ["authorization", "proxy-authorization"]
    private static let longestScheme = 32

    /// Whether the values of a field of that name, in any case, are secret by a word of the name.
    package static func hides(_ field: String) -> Bool {
        let field = field.lowercased()
        var rest = field[...]
        var previous: Substring = ""
        while !rest.isEmpty {
            let end = rest.utf8.firstIndex(where: isSeparator) ?? rest.endIndex
            let word = rest[..<end]
            if isSecret(word, after: previous) { return !field.hasPrefix(prefixOfRules) }
            previous = word
            rest = rest[end...].dropFirst()
        }
        return false
    }

    private static func isSecret(_ word: Substring, after previous: Substring) -> Bool {
        if word == "key" { return secretKeys.contains(previous) }
        return secretWords.contains(word)
            || secretEndings.contains { word.utf8.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
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
