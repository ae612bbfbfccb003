import HAL
import HALClient
import HTTPTypes
import Scenarios

extension Mutant {
    /// Faults in what is sent.
    static let requestFaults: [Mutant] = [
        Mutant("all-redirects-followed", "307 and 308 are followed too", redirectPolicy: .all),
        Mutant("no-redirect-followed", "301, 302 and 303 are not followed", redirectPolicy: .none),
        Mutant(
            "authorization-across-origins",
            "credentials are sent to wherever a redirect leads",
            hop: { request, before in
                request.fields[values: .authorization] = before.fields[values: .authorization]
            }
        ),
        Mutant(
            "redirects-keep-the-method",
            "a POST stays one after every redirect",
            hop: { request, before in
                (request.method, request.body) = (before.method, before.body)
            }
        ),
        Mutant(
            "redirects-become-reads",
            "GET is sent after every redirect",
            hop: { request, _ in
                if request.method != .head { (request.method, request.body) = (.get, nil) }
            }
        ),
        .sending("template-kept", "a templated link is followed as it is written") { call, earlier in
            guard case .follow(let link, let source) = call.target,
                let relation = earlier(source)?.relations.first(where: { $0.name == link.relation })
            else { return }
            call.target = .url(relation.target)
        },
        .sending("authorization-across-links", "credentials are sent to wherever a link leads") { call, earlier in
            guard case .follow(let link, let source) = call.target, link.linkName == nil, link.variables.isEmpty,
                let relation = earlier(source)?.relations.first(where: { $0.name == link.relation })
            else { return }
            call.target = .url(relation.target)
        },
        .sending("link-name-ignored", "of several links the first is followed") { call, _ in
            guard case .follow(var link, let source) = call.target else { return }
            link.linkName = nil
            call.target = .follow(link, fromCall: source)
        },
        .sending("authorization-not-sent", "credentials are not sent") { call, _ in call.request.authorization = nil },
        .inSession("session-without-scope", "tokens are asked for without a scope") { $0.scope = nil },
        .inSession("session-without-app-token", "the app gets no token of its own") { $0.usesAppToken = false },
        .inSession("session-expiry-ignored", "a token that has expired is used") { $0.userToken?.expiresIn = nil },
        .inSession("session-never-refreshed", "no token is refreshed") { $0.userToken?.refreshToken = nil },
        .inSession("session-secret-in-body", "the client's secret is sent in the body") {
            $0.clientAuthentication = .body
        },
        .inSession("session-in-json", "token requests are JSON") { $0.encoding = .json },
        .sending("condition-not-sent", "conditional headers are not sent") { call, _ in
            call.request.ifModifiedSince = nil
            call.request.ifUnmodifiedSince = nil
        },
        .sending("tag-not-sent", "conditions on tags are not sent") { call, _ in
            call.request.ifMatch = nil
            call.request.ifNoneMatch = nil
        },
        .sending("body-not-sent", "bodies are not sent") { call, _ in call.request.body = nil },
        .sending("accept-not-sent", "the wanted media type is not sent") { call, _ in call.request.accept = nil },
        .sending("content-type-not-sent", "bodies are sent as plain JSON") { call, _ in
            call.request.contentType = nil
        },
        .sending("language-not-sent", "the wanted language is not sent") { call, _ in
            call.request.acceptLanguage = nil
        },
        .sending("query-cut-off", "what stands behind the question mark is not sent") { call, _ in
            guard case .url(let url) = call.target else { return }
            call.target = .url(String(url.prefix { $0 != "?" }))
        },
        .sending("everything-is-a-read", "GET is sent whatever the method") { call, _ in call.request.method = .get },
        .sending("time-out-ignored", "the time-out is ten times as long") { call, _ in
            call.request.timeoutMilliseconds = min(call.request.timeoutMilliseconds * 10, 60_000)
        },
    ]

    /// A fault in the session that a call is made in.
    private static func inSession(
        _ name: String,
        _ summary: String,
        _ change: @escaping @Sendable (inout StepSession) -> Void
    ) -> Mutant {
        .sending(name, summary) { call, _ in
            guard case .oauth(var session)? = call.request.authorization else { return }
            change(&session)
            call.request.authorization = .oauth(session)
        }
    }
}
