import HAL
import HALClient
import HTTPTypes
import Scenarios

extension Mutant {
    /// Faults in requests.
    static let requestFaults: [Mutant] = [
        Mutant("all-redirects-followed", "307 and 308 are followed too", redirectPolicy: .all),
        Mutant("no-redirect-followed", "301, 302 and 303 are not followed", redirectPolicy: .none),
        Mutant(
            "authorization-across-origins",
            "credentials follow redirects to another origin",
            hop: { request, before in
                request.fields[values: .authorization] = before.fields[values: .authorization]
            }
        ),
        Mutant(
            "authorization-across-ports",
            "credentials follow redirects to another port of the host",
            hop: { request, before in
                guard URIReference(request.url).host == URIReference(before.url).host else { return }
                request.fields[values: .authorization] = before.fields[values: .authorization]
            }
        ),
        Mutant(
            "redirects-keep-the-method",
            "every redirect keeps the method and the body",
            hop: { request, before in
                (request.method, request.body) = (before.method, before.body)
            }
        ),
        Mutant(
            "redirects-become-reads",
            "every redirect changes the method to GET",
            hop: { request, _ in
                if request.method != .head { (request.method, request.body) = (.get, nil) }
            }
        ),
        .sending("template-kept", "a link template is not expanded") { call, earlier in
            guard case .follow(let link, let source) = call.target,
                let relation = earlier(source)?.relations.first(where: { $0.name == link.relation })
            else { return }
            call.target = .url(relation.target)
        },
        .sending("authorization-across-links", "credentials are sent to links at another origin") { call, earlier in
            guard case .follow(let link, let source) = call.target, link.linkName == nil, link.variables.isEmpty,
                let relation = earlier(source)?.relations.first(where: { $0.name == link.relation })
            else { return }
            call.target = .url(relation.target)
        },
        .sending("link-name-ignored", "the first link is followed") { call, _ in
            guard case .follow(var link, let source) = call.target else { return }
            link.linkName = nil
            call.target = .follow(link, fromCall: source)
        },
        .sending("authorization-not-sent", "credentials are not sent") { call, _ in call.request.authorization = nil },
        .inSession("session-without-scope", "token requests have no scope") { $0.scope = nil },
        .inSession("session-without-app-token", "no app token is requested") { $0.usesAppToken = false },
        .inSession("session-expiry-ignored", "an expired token is used") { $0.userToken?.expiresIn = nil },
        .inSession("session-never-refreshed", "tokens are not refreshed") { $0.userToken?.refreshToken = nil },
        .inSession("session-secret-in-body", "the client secret is sent in the body") {
            $0.clientAuthentication = .body
        },
        .inSession("session-in-json", "token requests are JSON") { $0.encoding = .json },
        .sending("condition-not-sent", "conditional headers are not sent") { call, _ in
            call.request.ifModifiedSince = nil
            call.request.ifUnmodifiedSince = nil
        },
        .sending("tag-not-sent", "conditions on entity tags are not sent") { call, _ in
            call.request.ifMatch = nil
            call.request.ifNoneMatch = nil
        },
        .sending("body-not-sent", "bodies are not sent") { call, _ in call.request.body = nil },
        .sending("accept-not-sent", "Accept is not sent") { call, _ in call.request.accept = nil },
        .sending("content-type-not-sent", "Content-Type is not sent") { call, _ in
            call.request.contentType = nil
        },
        .sending("language-not-sent", "Accept-Language is not sent") { call, _ in
            call.request.acceptLanguage = nil
        },
        .sending("query-cut-off", "the query is not sent") { call, _ in
            guard case .url(let url) = call.target else { return }
            call.target = .url(String(url.prefix { $0 != "?" }))
        },
        .sending("everything-is-a-read", "every method is sent as GET") { call, _ in call.request.method = .get },
        .sending("time-out-ignored", "the time limit is ten times as long") { call, _ in
            call.request.timeoutMilliseconds = min(call.request.timeoutMilliseconds * 10, 60_000)
        },
    ]

    /// A fault in the session of a call.
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
