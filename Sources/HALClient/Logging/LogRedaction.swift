import HAL
import URITemplates

/// The rules for redacting logs; enabled by default.
///
/// Fields with credentials (`Authorization`, cookies and similar fields) are always redacted.
public struct LogRedaction: Sendable {
    /// Names of members and parameters whose values are redacted everywhere; case, `_` and `-` are ignored.
    public var names: Set<String> {
        didSet { folded = Set(names.map(\.foldedName)) }
    }
    /// Paths in a body, from its root: `user.card.number`; they pass through arrays.
    public var paths: [String]
    /// Fields that are redacted in addition to those with credentials.
    public var fields: Set<String>
    private var folded: Set<String>

    /// Makes rules.
    public init(
        names: Set<String> = Self.standardNames,
        paths: [String] = [],
        fields: Set<String> = []
    ) {
        self.names = names
        self.paths = paths
        self.fields = fields
        folded = Set(names.map(\.foldedName))
    }

    /// Names of secrets in most APIs.
    public static let standardNames: Set<String> = [
        "password", "passwd", "passphrase", "pin", "secret", "client_secret", "token", "access_token", "refresh_token",
        "id_token", "auth_token", "session_token", "fp_token", "api_key", "private_key", "authorization", "credential",
        "credentials", "client_assertion", "code_verifier", "otp", "cvc", "cvv", "card_number", "jwt", "session_id",
        "access_key", "secret_key", "csrf_token", "xsrf_token",
    ]

    /// The default rules.
    static let standard = LogRedaction()
}

extension LogRedaction {
    /// Whether a member is redacted; `path` has the names that lead to it, its own last.
    func hides(_ path: [String]) -> Bool {
        guard let name = path.last else { return false }
        return folded.contains(name.foldedName) || paths.contains(path.joined(separator: "."))
    }

    /// Whether a field is redacted.
    func hides(field name: String) -> Bool {
        Redaction.hides(name) || fields.contains { $0.lowercased() == name.lowercased() }
    }

    /// The value with marks in place of redacted members.
    func redacted(_ value: JSONValue, at path: [String] = []) -> JSONValue {
        switch value {
        case .null, .bool, .number: return value
        case .string(let text): return .string(redacted(text: text))
        case .array(let elements): return .array(elements.map { redacted($0, at: path) })
        case .object(let object):
            let members = object.members.map { member in
                let inner = path + [member.name]
                let value = hides(inner) ? .string(Redaction.mark) : redacted(member.value, at: inner)
                return JSONObject.Member(member.name, value)
            }
            return .object(JSONObject(members))
        }
    }

    /// The items of a query or form with marks in place of redacted values.
    func redacted(query: some StringProtocol) -> String {
        query.split(separator: "&", omittingEmptySubsequences: false).map { item in
            guard let equals = item.firstIndex(of: "=") else { return String(item) }
            let name = String(item[..<equals]).replacing("+", with: " ")
            return hides(Self.path(ofItem: PercentEncoding.decoded(name)))
                ? "\(item[...equals])\(Redaction.mark)" : "\(item)"
        }
        .joined(separator: "&")
    }

    /// The text with marks in place of what is redacted in its URIs, such as those of links.
    func redacted(text: String) -> String {
        guard text.utf8.contains(where: { "?#@".utf8.contains($0) }) else { return text }
        var redacted = ""
        var rest = text[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(where: Self.delimitsURI) ?? rest.endIndex
            redacted += self.redacted(url: rest[..<end])
            rest = rest[end...]
            if let delimiter = rest.popFirst() { redacted.append(delimiter) }
        }
        return redacted
    }

    /// The URI with marks in place of its user-info, and of redacted values in its query and fragment.
    func redacted(url: some StringProtocol) -> String {
        let fragment = url.firstIndex(of: "#") ?? url.endIndex
        let query = url[..<fragment].firstIndex(of: "?") ?? fragment
        var redacted = Self.withoutUserInfo(url[..<query])
        if query < fragment { redacted += "?" + self.redacted(query: url[query..<fragment].dropFirst()) }
        if fragment < url.endIndex { redacted += "#" + self.redacted(query: url[fragment...].dropFirst()) }
        return redacted
    }

    /// A scheme, an authority and a path, with a mark in place of the user-info, RFC 3986 §3.2.1.
    private static func withoutUserInfo(_ text: some StringProtocol) -> String {
        guard let slashes = text.firstRange(of: "//") else { return String(text) }
        let authority = text[slashes.upperBound...].prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@") else { return String(text) }
        return text[..<slashes.upperBound] + Redaction.mark + text[at...]
    }

    /// Whether a character is in no URI, RFC 3986 appendix C.
    private static func delimitsURI(_ character: Character) -> Bool {
        character == "<" || character == ">" || character == "\"" || character.isWhitespace
    }

    /// `[user, card, number]` for `user[card][][number]`.
    private static func path(ofItem name: String) -> [String] {
        name.split(whereSeparator: { $0 == "[" || $0 == "]" }).map(String.init)
    }
}

extension String {
    fileprivate var foldedName: String {
        lowercased().filter { $0 != "_" && $0 != "-" }
    }
}
