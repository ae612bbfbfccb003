import HAL

/// Describes how a secret differs from the expected one, without a character of either.
enum SecretHint {
    static func of(_ matcher: MultiValueMatcher, _ values: [String]) -> String? {
        guard let expected = matcher.exactText, values.count == 1 else { return nil }
        return difference(expected, values[0])
    }

    static func of(_ credentials: BasicCredentials, _ value: String) -> String {
        guard value.lowercased().hasPrefix("basic ") else { return "the scheme must be Basic" }
        let encoded = value.dropFirst("basic ".count).drop { $0 == " " }
        guard let bytes = Base64.decode(String(encoded)) else { return "the credentials are not valid Base64" }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let colon = text.firstIndex(of: ":") else {
            return "the credentials have no ':' between name and password"
        }
        guard text[..<colon] == credentials.username else { return "the user name differs" }
        return "the password " + difference(credentials.password, String(text[text.index(after: colon)...]))
    }

    private static func difference(_ expected: String, _ actual: String) -> String {
        let wanted = expected.unicodeScalars
        let came = actual.unicodeScalars
        let same = zip(wanted, came).prefix { $0 == $1 }.count
        let characters = same == 1 ? "1 character" : "\(same) characters"
        if same == came.count { return "ends after \(characters) that are right" }
        if same == wanted.count { return "goes on after \(characters) that are right" }
        return "differs after \(characters)"
    }
}
