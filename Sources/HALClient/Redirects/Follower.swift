import HAL
import HTTPTypes

/// Decides which redirects of one call are followed, RFC 9110 §15.4; does not send requests.
struct Follower: Sendable {
    /// The decision about a response.
    enum Step: Sendable {
        /// Send this request next.
        case follow(Request)
        /// The response is final and not a redirect.
        case final
        /// The response is final and a redirect that is not followed.
        case stop(Redirection.Reason)
    }

    private struct Visit: Hashable {
        let method: HTTPRequest.Method
        let url: String
    }

    /// The hops so far, in order.
    private(set) var redirects: [Redirect] = []
    private let policy: RedirectPolicy
    /// Empty until the first redirect: most calls have none.
    private var visited: Set<Visit> = []
    private var fragment: String?
    /// The last request before middlewares: the fields that they add are not sent to the next target.
    private var current: Request

    init(first request: Request, fragment: String? = nil, policy: RedirectPolicy) {
        self.policy = policy
        current = request
        self.fragment = fragment
    }

    mutating func step(after response: Response) -> Step {
        guard (300...399).contains(response.status) else { return .final }
        guard policy.statuses.contains(response.status) else { return .stop(.notFollowed) }
        guard let value = response.fields[values: .location].first else { return .stop(.noLocation) }
        // It replaces bytes that are not UTF-8, so that the intended URI is unknown.
        guard !value.unicodeScalars.contains("\u{FFFD}") else { return .stop(.unusableLocation) }
        let target = target(of: value, from: response.url)
        guard let address = Address(target), let origin = address.origin, let home = current.origin else {
            return .stop(.unusableLocation)
        }
        guard !(home.scheme == "https" && origin.scheme == "http") else { return .stop(.downgrade) }
        let next = Self.request(after: current, response.status, to: address, from: home, to: origin)
        if visited.isEmpty { visited = [Visit(method: current.method, url: current.url)] }
        guard !visited.contains(Visit(method: next.method, url: next.url)) else { return .stop(.loop) }
        guard redirects.count < policy.maximumHops else { return .stop(.tooManyHops) }
        visited.insert(Visit(method: next.method, url: next.url))
        fragment = target.fragment
        current = next
        redirects.append(Redirect(status: response.status, from: response.url, to: address.text))
        return .follow(next)
    }

    /// `Location`, resolved, with the inherited fragment; nil if it is missing.
    func location(of response: Response) -> String? {
        response.fields[values: .location].first.map { target(of: $0, from: response.url).description }
    }

    private func target(of location: String, from url: String) -> URIReference {
        var target = URIReference(String(location.trimmingSpaces)).resolved(against: URIReference(url))
        target.fragment = target.fragment ?? fragment
        return target
    }
}

extension Follower {
    /// The fields that describe the content, which are removed with it.
    private static let contentFields: [HTTPField.Name] = [
        .contentType, .contentLength, .contentEncoding, .contentLanguage, .contentLocation, .transferEncoding, .expect,
        .ifMatch, .ifUnmodifiedSince,
    ]

    private static func request(
        after current: Request,
        _ status: Int,
        to address: Address,
        from home: Origin,
        to origin: Origin
    ) -> Request {
        var next = current
        next.url = address.requested
        let method = method(after: status, next.method)
        if method != next.method {
            next.method = method
            next.body = nil
            next.stream = nil
            next.isRetryable = Request.idempotentMethods.contains(method)
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
