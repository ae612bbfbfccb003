import HAL
import HALClient
import HTTPTypes
import Testing

/// The decision table of the client, one row for each kind of final answer, as ``OutcomeTableTests`` drives it.
enum OutcomeTable {
    /// Where an answer comes from.
    enum Place: Sendable {
        /// Paths of a shipped scenario.
        case scenario(String, [String])
        /// Variants of a shipped matrix, by status.
        case statuses(String, [Int])
        /// Responses of a scripted server, in order, for cases that no scenario can describe.
        case script([ScriptedServer.Answer])
        /// An address without a listener.
        case address(String)
    }

    /// The outcome of a call.
    struct Ending: Sendable {
        let outcome: Outcome<JSONObject>
        let notices: [CallNotice]
        let base: String
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let answer: String
        let outcome: String
        let carries: String
        let place: Place
        /// What `URLSession` on Linux ends in instead; nil if it is the same.
        let outcomeOverURLSession: String?
        let isCarried: @Sendable (Ending) -> Bool

        var testDescription: String { "\(answer) → \(outcome), with \(carries)" }

        init(
            _ answer: String,
            _ place: Place,
            _ outcome: String,
            overURLSession: String? = nil,
            with carries: String,
            _ isCarried: @escaping @Sendable (Ending) -> Bool
        ) {
            self.answer = answer
            self.place = place
            self.outcome = outcome
            self.carries = carries
            outcomeOverURLSession = overURLSession
            self.isCarried = isCarried
        }
    }

    static let rows: [Row] = [successes, redirections, clientErrors, kinds, problems, serverErrors, failures].flatMap(
        \.self
    )

    private static let successes: [Row] = [
        Row(
            "200 to 299 without a body",
            .statuses("successes", [200, 201, 202, 203, 204, 205, 206, 226, 299]),
            "success",
            with: "no model and no relations"
        ) { $0.outcome.success.map { $0.model == nil && $0.relations.isEmpty } == true },
        Row(
            "200 with a resource",
            .scenario("redirects", ["/fuelstations/fs291410"]),
            "success",
            with: "model, relations, raw response"
        ) { ending in
            ending.outcome.success.map {
                $0.model?["price-per-gallon"]?.number?.literal == "2.890" && $0.response.status == 200
                    && $0.relations.map(\.target) == [ending.base + "/fuelstations/fs291410"]
            } == true
        },
        Row(
            "200 with half a resource, an array or a page",
            .scenario("undecodable", ["/half", "/array", "/html"]),
            "undecodable",
            with: "the reason and the body"
        ) {
            guard case .undecodable(let undecodable) = $0.outcome else { return false }
            return !undecodable.failure.message.isEmpty && !undecodable.response.body.isEmpty
        },
    ]

    private static let redirections: [Row] = [
        Row("301 with a Location", .scenario("redirects", ["/old/301"]), "success", with: "one hop and one notice") {
            $0.outcome.response?.redirects.map(\.status) == [301] && $0.notices.count == 1
        },
        Row(
            "302 and 303 with a Location",
            .scenario("redirects", ["/old/302", "/old/303"]),
            "success",
            with: "one hop and no notice"
        ) { $0.outcome.response?.redirects.count == 1 && $0.notices.isEmpty },
        Row(
            "300, 305, 306, 307, 308 and other 3xx",
            .statuses("redirections", [300, 305, 306, 307, 308, 310, 399]),
            "redirection",
            with: "no location where none is sent"
        ) { redirection($0).map { $0.location == nil && !$0.notModified && $0.reason == .notFollowed } == true },
        Row(
            "307 and 308 with a Location",
            .scenario("redirects", ["/old/307", "/old/308"]),
            "redirection",
            with: "the location, resolved"
        ) { ending in
            redirection(ending).map {
                $0.location == ending.base + "/fuelstations/fs291410" && $0.permanent == ($0.response.status == 308)
            } == true
        },
        Row("304", .statuses("redirections", [304]), "redirection", with: "not modified") {
            redirection($0).map { $0.notModified && $0.location == nil } == true
        },
        Row(
            "301, 302, 303 without a Location",
            .statuses("redirections", [301, 302, 303]),
            "redirection",
            with: "the reason"
        ) { redirection($0)?.reason == .noLocation },
        Row("a loop", .scenario("redirects", ["/loop/left"]), "redirection", with: "the reason") {
            redirection($0)?.reason == .loop
        },
        Row(
            "more than 20 hops",
            .script((0...20).map { .init("HTTP/1.1 303 X\r\nLocation: /\($0)\r\nContent-Length: 0\r\n\r\n") }),
            "redirection",
            with: "the reason and 20 hops"
        ) { redirection($0)?.reason == .tooManyHops && $0.outcome.response?.redirects.count == 20 },
    ]

    private static let clientErrors: [Row] = [
        Row(
            "401",
            .scenario("challenge-forms", ["/one-line", "/two-lines"]),
            "authenticationRequired",
            with: "all challenges in order"
        ) {
            guard case .authenticationRequired(let required) = $0.outcome else { return false }
            return required.challenges.count == 2 && required.challenges.last?.scheme == "Basic"
        },
        Row(
            "401 without a challenge",
            .scenario("challenge-forms", ["/none"]),
            "authenticationRequired",
            with: "no challenge"
        ) {
            guard case .authenticationRequired(let required) = $0.outcome else { return false }
            return required.challenges.isEmpty
        },
        Row("409", .statuses("conflicts", [409]), "conflict", with: "the server's version") {
            guard case .conflict(let theirs) = $0.outcome else { return false }
            return theirs.model == ["fuelstation-name": "7-Eleven"]
        },
    ]

    private static let kinds: [Row] = statuses.map { status, kind in
        Row("\(status)", .statuses("client-errors", [status]), "clientError", with: "the kind \(kind) and the body") {
            guard case .clientError(let error) = $0.outcome else { return false }
            return error.kind == kind && !error.response.body.isEmpty
        }
    }

    private static let problems: [Row] = [
        Row("422 with a problem", .scenario("error-statuses:422", ["/x"]), "clientError", with: "the problem") {
            guard case .clientError(let error) = $0.outcome else { return false }
            return error.problem?.title == "The request failed"
        },
        Row("429 with Retry-After", .scenario("retry-after-forms", ["/too-many"]), "clientError", with: "the time") {
            guard case .clientError(let error) = $0.outcome else { return false }
            return error.retryAfter != nil
        },
    ]

    private static let statuses: [(Int, CallError.ClientError.Kind)] = [
        (400, .badRequest), (403, .forbidden), (404, .notFound), (405, .methodNotAllowed), (406, .notAcceptable),
        (410, .gone), (412, .preconditionFailed), (415, .unsupportedMediaType), (422, .unprocessable),
        (428, .preconditionRequired), (429, .tooManyRequests), (402, .other), (407, .other), (451, .other),
        (499, .other),
    ]

    private static let serverErrors: [Row] = [
        Row(
            "503 with Retry-After",
            .scenario("retry-after-forms", ["/seconds", "/date"]),
            "serverUnavailable",
            with: "the time"
        ) { unavailable($0).map { $0.retryAfter != nil } == true },
        Row(
            "503 without a time that means anything",
            .scenario("retry-after-forms", ["/none", "/fraction"]),
            "serverUnavailable",
            with: "no time"
        ) { unavailable($0).map { $0.retryAfter == nil } == true },
        Row("500 to 599", .statuses("server-errors", [500, 501, 502, 504, 511, 599]), "serverError", with: "the body") {
            $0.outcome.response?.body.isEmpty == false
        },
        Row("500 with a problem", .scenario("server-error-statuses:500", ["/x"]), "serverError", with: "the problem") {
            guard case .serverError(let error) = $0.outcome else { return false }
            return error.problem?.status == 500
        },
        Row(
            "a status above 599",
            .script(["HTTP/1.1 600 X\r\nContent-Length: 1\r\n\r\na"]),
            "serverError",
            with: "the body"
        ) { $0.outcome.response?.body == Array("a".utf8) },
        Row(
            "a status below 100",
            .script([.init("HTTP/1.1 099 X\r\nContent-Length: 1\r\n\r\na", .close)]),
            "serverError",
            overURLSession: "connectionFailure",
            with: "the status, where there is an answer"
        ) { ($0.outcome.response?.status ?? 99) == 99 },
    ]

    private static let failures: [Row] = [
        Row(
            "103, then 200",
            .script(["HTTP/1.1 103 X\r\n\r\nHTTP/1.1 204 X\r\n\r\n"]),
            "success",
            with: "the final status"
        ) { $0.outcome.response?.status == 204 },
        Row(
            "101 that nobody asked for",
            .script([.init("HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n", .close)]),
            "connectionFailure",
            with: "the kind"
        ) { $0.outcome.failureKind == .protocolViolation },
        Row("nobody listens", .address("http://127.0.0.1:1/"), "connectionFailure", with: "the kind") {
            $0.outcome.failureKind == .refused
        },
        Row(
            "the host has no address",
            .address("http://no-such-host.invalid/"),
            "connectionFailure",
            with: "the kind"
        ) { $0.outcome.failureKind == .dns },
        // A session on Linux does not always report the reset of an upload; the time-out ends it then.
        Row("no head", .scenario("broken-connections", ["/reset", "/close"]), "connectionFailure", with: "the kind") {
            [.reset, .timedOut].contains($0.outcome.failureKind)
        },
        Row(
            "half a body",
            .scenario("broken-connections", ["/truncated", "/short"]),
            "connectionFailure",
            with: "the kind"
        ) { [.truncated, .timedOut].contains($0.outcome.failureKind) },
        Row(
            "no HTTP",
            .scenario("broken-connections", ["/garbage", "/bad-chunk", "/bad-status-line"]),
            "connectionFailure",
            with: "the kind"
        ) { $0.outcome.failureKind == .protocolViolation },
    ]

    private static func redirection(_ ending: Ending) -> CallError.Redirection? {
        guard case .redirection(let redirection) = ending.outcome else { return nil }
        return redirection
    }

    private static func unavailable(_ ending: Ending) -> CallError.ServerUnavailable? {
        guard case .serverUnavailable(let unavailable) = ending.outcome else { return nil }
        return unavailable
    }
}
