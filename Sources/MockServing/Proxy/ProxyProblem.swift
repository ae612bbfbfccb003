import HAL
import Messages

/// The reason why a proxy responds itself: as `application/problem+json` (RFC 9457).
struct ProxyProblem: Error, Sendable, Hashable {
    let status: Int
    let title: String
    let detail: String

    /// The request has come from this proxy.
    static let loop = ProxyProblem(
        status: 508,
        title: "Loop detected",
        detail: "this proxy has forwarded the request already: its target is the proxy itself"
    )

    /// The method is not for the origin.
    static func notForwarded(_ method: String) -> ProxyProblem {
        ProxyProblem(
            status: 501,
            title: "Not forwarded",
            detail: "\(method) for this target is not forwarded to the upstream server"
        )
    }

    /// The target is an absolute URI of another origin.
    static func misdirected(_ origin: String) -> ProxyProblem {
        ProxyProblem(
            status: 421,
            title: "Misdirected request",
            detail: "this proxy forwards requests to \(origin) only"
        )
    }

    /// Too many requests wait for other servers.
    static let busy = ProxyProblem(
        status: 503,
        title: "Too many requests in progress",
        detail: "too many requests wait for the responses of other servers"
    )

    /// The path leads out of that of the target.
    static func outside(_ target: String) -> ProxyProblem {
        ProxyProblem(
            status: 400,
            title: "Not forwarded",
            detail: "the path contains '..', which may lead out of \(target)"
        )
    }

    /// The origin has not responded.
    init(_ failure: UpstreamFailure) {
        status = failure.isTimeout ? 504 : 502
        title = failure.isTimeout ? "The upstream server did not respond in time" : "No response from upstream"
        detail = failure.reason
    }

    init(status: Int, title: String, detail: String) {
        (self.status, self.title, self.detail) = (status, title, detail)
    }

    var response: Response {
        let body: JSONObject = [
            "type": "about:blank", "title": .string(title), "status": .number(JSONNumber(status)),
            "detail": .string(detail),
        ]
        return Response(
            status: status,
            contentType: MediaType.problem.essence,
            body: JSONValue.object(body).serializedBytes()
        )
    }
}
