/// Who asks for tokens: the app, as the authorization server knows it, RFC 6749 §2.
public struct OAuthClient: Sendable, Hashable {
    /// How the client proves who it is, RFC 6749 §2.3.1.
    public enum Authentication: String, Sendable, Hashable, CaseIterable {
        /// By `Authorization: Basic`, which every server must take.
        case basic
        /// By fields of the body, for servers that take nothing else.
        case body
    }

    /// The client's name.
    public let id: String
    /// The client's password; nil for one that cannot keep a secret, RFC 6749 §2.1.
    public let secret: String?
    /// How the client proves who it is.
    public let authentication: Authentication

    /// Makes a client.
    public init(id: String, secret: String? = nil, authentication: Authentication = .basic) {
        self.id = id
        self.secret = secret
        self.authentication = authentication
    }

    /// What goes into `Authorization`: nothing that the API's own calls carry.
    var authorization: Authorization {
        guard authentication == .basic, let secret else { return .anonymous }
        return .basic(user: FormText.encode(id), password: FormText.encode(secret))
    }

    /// What goes into the body.
    var fields: [(name: String, value: String)] {
        guard let secret else { return [("client_id", id)] }
        switch authentication {
        case .basic: return []
        case .body: return [("client_id", id), ("client_secret", secret)]
        }
    }
}

extension OAuthClient: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The client's name.
    public var description: String { "client \(id)" }

    /// The description.
    public var debugDescription: String { description }

    /// All but the secret.
    public var customMirror: Mirror {
        Mirror(self, children: ["id": id, "authentication": authentication])
    }
}
