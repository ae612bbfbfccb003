import HAL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Credentials for `Authorization`, RFC 9110 §11.4.
///
/// They are sent and shown nowhere else: description, debug description and mirror contain only the scheme.
public struct Authorization: Sendable, Hashable {
    private enum Credentials: Sendable, Hashable {
        case none
        /// No field at all.
        case anonymous
        case token68(String)
        case parameters([String: String])
    }

    /// The scheme: `Bearer`.
    public let scheme: String
    private let credentials: Credentials
    /// The owner, which renewal does not change; nil without a session.
    var identity: String?

    /// Makes credentials of any scheme with parameters, sent as `scheme name="value", …` with sorted names.
    public init(scheme: String, parameters: [String: String] = [:]) {
        self.scheme = scheme
        credentials = parameters.isEmpty ? .none : .parameters(parameters)
    }

    /// Makes credentials of any scheme with a single value, sent unchanged.
    public init(scheme: String, token: String) {
        self.scheme = scheme
        credentials = .token68(token)
    }

    /// User and password, RFC 7617; the user's name cannot have a colon.
    public static func basic(user: String, password: String) -> Authorization {
        Authorization(scheme: "Basic", token: Data("\(user):\(password)".utf8).base64EncodedString())
    }

    /// A bearer token, RFC 6750.
    public static func bearer(_ token: String) -> Authorization {
        Authorization(scheme: "Bearer", token: token)
    }

    /// A bearer token of a session.
    static func bearer(_ token: String, of identity: String?) -> Authorization {
        var authorization = bearer(token)
        authorization.identity = identity
        return authorization
    }

    /// No credentials, not even those of the configuration or among the default headers.
    public static let anonymous = Authorization()

    private init() {
        scheme = ""
        credentials = .anonymous
    }

    /// The value of the field, or nil if the scheme or a name is not a token.
    package var fieldValue: String? {
        guard scheme.isToken else { return nil }
        switch credentials {
        case .none, .anonymous: return scheme
        case .token68(let token): return "\(scheme) \(token)"
        case .parameters(let parameters):
            guard parameters.keys.allSatisfy(\.isToken) else { return nil }
            let written = parameters.sorted { $0.key < $1.key }.map { "\($0)=\(Self.quoted($1))" }
            return "\(scheme) \(written.joined(separator: ", "))"
        }
    }

    /// A quoted-string, RFC 9110 §5.6.4.
    private static func quoted(_ value: String) -> String {
        let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}

extension Authorization: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The scheme and a mark for the credentials.
    public var description: String {
        credentials == .anonymous ? "anonymous" : "\(scheme) \(Redaction.mark)"
    }

    /// The description.
    public var debugDescription: String { description }

    /// The scheme alone.
    public var customMirror: Mirror {
        Mirror(self, children: ["scheme": scheme])
    }
}
