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
        scheme(of: field, value).map { "\($0) \(mark)" } ?? mark
    }

    /// The scheme of credentials, which is not secret; nil for other fields, and where the credentials have none.
    package static func scheme(of field: String, _ value: String) -> String? {
        guard fieldsWithScheme.contains(field.lowercased()), let space = value.firstIndex(of: " ") else { return nil }
        let scheme = value[..<space]
        guard scheme.utf8.count <= longestScheme, scheme.utf8.allSatisfy(isTokenCharacter) else { return nil }
        return String(scheme)
    }

    /// The characters of scheme names: letters, digits and hyphens.
    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"): true
        default: false
        }
    }
}

extension Redaction {
    /// Names of members and parameters with secrets in most APIs.
    package static let names: Set<String> = [
        "password", "passwd", "passphrase", "pin", "secret", "client_secret", "token", "access_token", "refresh_token",
        "id_token", "auth_token", "session_token", "fp_token", "api_key", "private_key", "authorization", "credential",
        "credentials", "client_assertion", "assertion", "code_verifier", "otp", "cvc", "cvv", "card_number", "jwt",
        "session_id", "access_key", "secret_key", "csrf_token", "xsrf_token", "signature", "x_amz_signature",
    ]
    /// Names that are secret in queries and forms only: elsewhere, `code` is the code of an error.
    private static let parameters: Set<String> = ["auth", "code", "key", "sid", "sig"]
    private static let foldedNames = Set(names.map(folded))

    /// Whether the values of a member of that name are secret, unlike those of `token_type`.
    package static func hides(member name: String) -> Bool {
        let name = folded(name)
        return foldedNames.contains(name) || secretEndings.contains { name.hasSuffix($0) }
    }

    /// Whether the values of a parameter of that name, in a query or a form, are secret.
    package static func hides(parameter name: String) -> Bool {
        parameters.contains(name.lowercased()) || hides(member: name)
    }

    /// The request target with marks in place of the values of secret parameters of its query.
    package static func hidden(target: String) -> String {
        guard let mark = target.firstIndex(of: "?") else { return target }
        let items = target[target.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
        return target[...mark]
            + items.map { item in
                guard let equals = item.firstIndex(of: "="), hides(parameter: String(item[..<equals])) else {
                    return String(item)
                }
                return item[...equals] + Self.mark
            }.joined(separator: "&")
    }

    /// The name without case, `_` and `-`.
    package static func folded(_ name: String) -> String {
        name.lowercased().filter { $0 != "_" && $0 != "-" }
    }
}
