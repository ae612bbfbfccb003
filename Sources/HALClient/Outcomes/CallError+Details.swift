public import HAL

extension CallError {
    /// A 3xx that is the final response.
    public struct Redirection: Sendable {
        /// The reason why it was not followed.
        public enum Reason: String, Sendable, Hashable, CaseIterable {
            /// The status is not followed, by definition or by the policy.
            case notFollowed
            /// `Location` is missing.
            case noLocation
            /// `Location` is not an `http` or `https` URI.
            case unusableLocation
            /// This call has requested the same method and URI before.
            case loop
            /// More hops than the policy allows.
            case tooManyHops
            /// The redirect leads from `https` to `http`.
            case downgrade
        }

        /// The reason why it was not followed.
        public let reason: Reason
        /// `Location`, resolved and with the inherited fragment; nil for 304 and if it is missing.
        public let location: String?
        /// `Retry-After`, the minimum time to wait before following, or nil.
        public let retryAfter: RetryAfter?
        /// The response.
        public internal(set) var response: TransportResponse

        /// Whether the caller's copy is current: 304.
        public var notModified: Bool {
            response.status == 304
        }

        /// Whether the old URI should not be used again: 301 and 308.
        public var permanent: Bool {
            response.status == 301 || response.status == 308
        }
    }

    /// A 401.
    public struct AuthenticationRequired: Sendable {
        /// All challenges of all `WWW-Authenticate` fields in their order; empty if there is none.
        public let challenges: [Challenge]
        /// The response.
        public internal(set) var response: TransportResponse

        /// The scheme of the first challenge, or nil.
        public var scheme: String? {
            challenges.first?.scheme
        }

        /// The realm of the first challenge, or nil.
        public var realm: String? {
            challenges.first?.realm
        }
    }

    /// A 4xx other than 401 and 409.
    public struct ClientError: Sendable {
        /// The statuses with a specific meaning for a client.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// 400.
            case badRequest
            /// 403.
            case forbidden
            /// 404.
            case notFound
            /// 405.
            case methodNotAllowed
            /// 406.
            case notAcceptable
            /// 410.
            case gone
            /// 412.
            case preconditionFailed
            /// 415.
            case unsupportedMediaType
            /// 422.
            case unprocessable
            /// 428.
            case preconditionRequired
            /// 429.
            case tooManyRequests
            /// Any other.
            case other
        }

        /// The meaning of the status.
        public let kind: Kind
        /// The problem details of the body, RFC 9457, or nil if it has none.
        public let problem: ProblemDetails?
        /// `Retry-After`, or nil.
        public let retryAfter: RetryAfter?
        /// The response with its body.
        public internal(set) var response: TransportResponse
    }

    /// A 503.
    public struct ServerUnavailable: Sendable {
        /// `Retry-After`, or nil.
        public let retryAfter: RetryAfter?
        /// The problem details of the body, RFC 9457, or nil if it has none.
        public let problem: ProblemDetails?
        /// The response with its body.
        public internal(set) var response: TransportResponse
    }

    /// A 5xx other than 503, or a status below 100 or above 599.
    public struct ServerError: Sendable {
        /// The problem details of the body, RFC 9457, or nil if it has none.
        public let problem: ProblemDetails?
        /// The response with its body.
        public internal(set) var response: TransportResponse
    }

    /// A 2xx with a body that cannot be decoded as requested.
    public struct Undecodable: Sendable, CustomStringConvertible {
        /// A description of the problem.
        public let failure: DecodingFailure
        /// The response with its body.
        public internal(set) var response: TransportResponse

        /// The failure and the response.
        public var description: String {
            "\(failure) in \(response)"
        }
    }
}
