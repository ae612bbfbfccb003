import HAL

/// The error response of an authorization server, RFC 6749 §5.2.
public struct OAuthError: Sendable, Hashable, CustomStringConvertible {
    /// The code: `invalid_grant`.
    public let code: String
    /// The server's description for developers, without control characters and cut to 1 000 characters; or nil.
    public let message: String?

    /// The user's password is wrong, or the refresh token is no longer valid.
    public static let invalidGrant = "invalid_grant"

    /// Reads the response to a token request; nil if its body does not have the form of the RFC.
    public init?(_ response: TransportResponse) {
        let limits = JSONLimits(depth: 16, bytes: 1 << 16)
        guard let value = try? JSONBody.value(of: response, limits: limits), let code = value["error"]?.string,
            (1...100).contains(code.utf8.count), code.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        self.code = code
        message = value["error_description"]?.string.map(Self.printable)
    }

    /// Makes an error of parameters of a redirect, RFC 6749 §4.1.2.1.
    init(code: String, message: String?) {
        self.code = Self.printable(code)
        self.message = message.map(Self.printable)
    }

    /// `invalid_grant: the refresh token has been revoked`.
    public var description: String {
        code + (message.map { ": \($0)" } ?? "")
    }

    private static func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(1_000).filter(\.isPrintable)
        return String(String.UnicodeScalarView(scalars))
    }
}

extension Outcome<OAuthToken> {
    /// The token of a success.
    var token: OAuthToken? { success?.model }

    /// The outcome, where a success without a token becomes `undecodable`.
    var withToken: Outcome {
        guard case .success(let representation) = self, representation.model == nil else { return self }
        let failure = DecodingFailure(.model, "the token is missing: the response is empty")
        return .undecodable(CallError.Undecodable(failure: failure, response: representation.response))
    }

    /// The error of the authorization server if it refused the request, else nil.
    var refusal: OAuthError? {
        switch self {
        case .authenticationRequired(let required): OAuthError(required.response)
        case .clientError(let error): OAuthError(error.response)
        case .success, .redirection, .conflict, .serverUnavailable, .serverError, .connectionFailure, .undecodable: nil
        }
    }

    /// Whether the authorization server refused the request permanently.
    var isRefused: Bool {
        switch self {
        case .authenticationRequired, .conflict: true
        case .clientError(let error): error.kind != .tooManyRequests
        case .success, .redirection, .serverUnavailable, .serverError, .connectionFailure, .undecodable: false
        }
    }
}
