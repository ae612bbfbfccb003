import HAL
import URITemplates

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One request for an authorization code, with the secrets that bind its response to it; does no I/O.
struct AuthorizationRequest: Sendable {
    /// The log-in.
    let login: AuthorizationCode
    /// The code verifier of PKCE, RFC 7636 §4.1.
    let verifier: String
    /// The value that the response must repeat.
    let state: String
    /// The value that the ID token must repeat; nil without OpenID.
    let nonce: String?
    /// The scope, or nil.
    let scope: String?

    /// Makes a request with new secrets.
    init(_ login: AuthorizationCode, scope: String?) {
        self.login = login
        self.scope = login.scope ?? scope
        verifier = Self.secret()
        state = Self.secret()
        nonce = self.scope?.split(separator: " ").contains("openid") == true ? Self.secret() : nil
    }

    /// The URI of the page to present, RFC 6749 §4.1.1 and RFC 7636 §4.3.
    func page(for client: OAuthClient, base: String?) -> String {
        let endpoint = URIReference(login.endpoint)
        let absolute = base.map { endpoint.resolved(against: URIReference($0)) } ?? endpoint
        var fields = [
            ("response_type", "code"), ("client_id", client.id), ("redirect_uri", login.redirectURI), ("state", state),
            ("code_challenge", Self.challenge(of: verifier)), ("code_challenge_method", "S256"),
        ]
        if let scope { fields.append(("scope", scope)) }
        if let nonce { fields.append(("nonce", nonce)) }
        let own = Set(fields.map(\.0))
        fields += login.parameters.filter { !own.contains($0.key) }.sorted { $0.key < $1.key }.map { ($0, $1) }
        return absolute.appending(query: FormEncoding.encode(fields.map { (name: $0, value: $1) })).description
    }

    /// The code in the URI to which the browser was redirected, RFC 6749 §4.1.2.
    func code(in callback: String) throws(AuthorizationError) -> String {
        let uri = URIReference(callback)
        var expected = URIReference(login.redirectURI)
        let fields = Self.fields(of: uri.query)
        // The registered URI can have a query of its own, which the server keeps.
        expected.query = nil
        var found = uri
        found.query = nil
        found.fragment = nil
        guard found == expected else { throw AuthorizationError(.redirectURI) }
        guard fields["state"] == [state] else { throw AuthorizationError(.state) }
        if let issuer = login.issuer, fields["iss"] != [issuer] { throw AuthorizationError(.issuer) }
        if let error = fields["error"]?.first {
            throw AuthorizationError(.refused, OAuthError(code: error, message: fields["error_description"]?.first))
        }
        guard let code = fields["code"], code.count == 1, !code[0].isEmpty else {
            throw AuthorizationError(.missingCode)
        }
        return code[0]
    }

    /// The values of the fields of a query, by name.
    static func fields(of query: String?) -> [String: [String]] {
        (query ?? "").split(separator: "&").reduce(into: [:]) { fields, item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { text in
                PercentEncoding.decoded(text.replacing("+", with: " "))
            }
            fields[parts[0], default: []].append(parts.count > 1 ? parts[1] : "")
        }
    }
}

extension AuthorizationRequest {
    /// 256 random bits as 43 characters, from the generator of the system.
    private static func secret() -> String {
        var random = SystemRandomNumberGenerator()
        return base64URL((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }

    /// The code challenge of a verifier with the method S256, RFC 7636 §4.2.
    static func challenge(of verifier: String) -> String {
        base64URL(SHA256.digest(of: verifier))
    }

    private static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

/// The claim `nonce` of an ID token, a JSON Web Token, RFC 7519.
///
/// Its signature is not verified: it comes directly from the token endpoint, OpenID Connect Core 1.0 §3.1.3.7.
enum IDToken {
    static func nonce(in token: String) -> String? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let text = parts[1].replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        guard let data = Data(base64Encoded: String(text) + padding),
            let claims = try? JSONValue(parsing: Array(data), limits: JSONLimits(depth: 16, bytes: 1 << 16))
        else { return nil }
        return claims["nonce"]?.string
    }
}
