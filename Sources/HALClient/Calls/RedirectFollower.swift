import HAL
import HTTPTypes

/// Decides which redirects of one call are followed, RFC 9110 §15.4; does not send requests.
struct RedirectFollower: Sendable {
    /// The decision about a response.
    enum Decision: Sendable {
        /// Send this request next.
        case follow(TransportRequest)
        /// The response is final and not a redirect.
        case final
        /// The response is final and a redirect that is not followed.
        case stop(CallError.Redirection.Reason)
    }

    private struct VisitedURI: Hashable {
        let method: HTTPRequest.Method
        let url: String
    }

    /// The hops so far, in order.
    private(set) var redirects: [FollowedRedirect] = []
    private let policy: RedirectPolicy
    /// Empty until the first redirect: most calls have none.
    private var visited: Set<VisitedURI> = []
    private var fragment: String?
    /// The last request before middlewares: the fields that they add are not sent to the next target.
    private var current: TransportRequest

    init(first request: TransportRequest, fragment: String? = nil, policy: RedirectPolicy) {
        self.policy = policy
        current = request
        self.fragment = fragment
    }

    mutating func decision(after response: TransportResponse) -> Decision {
        guard (300...399).contains(response.status) else { return .final }
        guard policy.statuses.contains(response.status) else { return .stop(.notFollowed) }
        guard let value = response.fields[values: .location].first else { return .stop(.noLocation) }
        // It replaces bytes that are not UTF-8, so that the intended URI is unknown.
        guard !value.unicodeScalars.contains("\u{FFFD}") else { return .stop(.unusableLocation) }
        let target = target(of: value, from: response.url)
        guard let address = HTTPAddress(target), let origin = address.origin, let home = current.origin else {
            return .stop(.unusableLocation)
        }
        guard !(home.scheme == "https" && origin.scheme == "http") else { return .stop(.downgrade) }
        let next = Self.request(after: current, response.status, to: address, from: home, to: origin)
        if visited.isEmpty { visited = [VisitedURI(method: current.method, url: current.url)] }
        guard !visited.contains(VisitedURI(method: next.method, url: next.url)) else { return .stop(.loop) }
        guard redirects.count < policy.maximumHops else { return .stop(.tooManyHops) }
        visited.insert(VisitedURI(method: next.method, url: next.url))
        fragment = target.fragment
        current = next
        redirects.append(FollowedRedirect(status: response.status, from: response.url, to: address.text))
        return .follow(next)
    }

    /// `Location`, resolved, with the inherited fragment; nil if it is missing.
    func location(of response: TransportResponse) -> String? {
        response.fields[values: .location].first.map { target(of: $0, from: response.url).description }
    }

    private func target(of location: String, from url: String) -> URIReference {
        var target = URIReference(String(location.trimmingSpaces)).resolved(against: URIReference(url))
        target.fragment = target.fragment ?? fragment
        return target
    }
}

extension RedirectFollower {
    /// The fields that describe the content, which are removed with it.
    private static let contentFields: [HTTPField.Name] = [
        .contentType, .contentLength, .contentEncoding, .contentLanguage, .contentLocation, .transferEncoding, .expect,
        .ifMatch, .ifUnmodifiedSince,
    ]

    private static func request(
        after current: TransportRequest,
        _ status: Int,
        to address: HTTPAddress,
        from home: Origin,
        to origin: Origin
    ) -> TransportRequest {
        var next = current
        next.url = address.requested
        let method = method(after: status, next.method)
        if method != next.method {
            next.method = method
            next.body = nil
            next.stream = nil
            next.isRetryable = TransportRequest.idempotentMethods.contains(method)
            for name in contentFields { next.fields[values: name] = [] }
        }
        next.fields = CredentialScope(home: home).fields(next.fields, for: origin)
        if origin != home { next.identity = nil }
        return next
    }

    private static func method(after status: Int, _ method: HTTPRequest.Method) -> HTTPRequest.Method {
        switch status {
        case 301, 302: method == .post ? .get : method
        case 303: method == .head ? .head : .get
        default: method
        }
    }
}

/// The policy for following redirects.
public struct RedirectPolicy: Sendable, Hashable {
    /// The statuses that are followed, a subset of 301, 302, 303, 307 and 308.
    public var statuses: Set<Int>
    /// The maximum number of hops in one call.
    public var maximumHops: Int

    /// Makes a policy.
    public init(statuses: Set<Int>, maximumHops: Int = 20) {
        self.statuses = statuses.intersection([301, 302, 303, 307, 308])
        self.maximumHops = maximumHops
    }

    /// 301, 302 and 303; the default.
    public static let standard = RedirectPolicy(statuses: [301, 302, 303])
    /// 307 and 308 too, with their method and body.
    public static let all = RedirectPolicy(statuses: [301, 302, 303, 307, 308])
    /// Follows nothing.
    public static let none = RedirectPolicy(statuses: [])
}

/// One redirect that a call has followed.
public struct FollowedRedirect: Sendable, Hashable, CustomStringConvertible {
    /// The status of the redirect.
    public let status: Int
    /// The URI that was redirected.
    public let from: String
    /// The new URI, resolved, with the inherited fragment.
    public let to: String

    /// Whether the old URI should not be used again: 301 and 308.
    public var isPermanent: Bool {
        status == 301 || status == 308
    }

    /// `301: http://a.example/ -> http://b.example/`, with redacted queries.
    public var description: String {
        let hops = [from, to].map { LogRedaction.standard.redacted(url: $0) }
        return "\(status): \(hops[0]) -> \(hops[1])"
    }
}

/// A notice to the caller, reported immediately, apart from the outcome.
public enum CallNotice: Sendable, Hashable {
    /// A redirect with 301 or 308 was followed: use the new URI in future.
    case movedPermanently(FollowedRedirect)
    /// A deprecated link was followed.
    case deprecatedLink(relation: String, information: String)
}
