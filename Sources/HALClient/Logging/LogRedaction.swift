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
        case .null, .bool, .number, .string: return value
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

    /// The URI with marks in place of redacted values in its query and fragment.
    func redacted(url: String) -> String {
        guard url.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else { return url }
        var reference = URIReference(url)
        let query = reference.query.map { redacted(query: $0) }
        let fragment = reference.fragment.map { redacted(query: $0) }
        reference.query = nil
        reference.fragment = nil
        return reference.description + (query.map { "?\($0)" } ?? "") + (fragment.map { "#\($0)" } ?? "")
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
