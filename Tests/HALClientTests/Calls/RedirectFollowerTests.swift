import HTTPTypes
import Testing

@testable import HALClient

struct RedirectFollowerTests {
    static func request(
        _ method: HTTPRequest.Method = .get,
        _ url: String = "http://a.example/x/y?z",
        body: String? = nil
    ) -> TransportRequest {
        var request = TransportRequest(method: method, url: url, body: body.map { Array($0.utf8) })
        request.fields[.authorization] = "Bearer s3cret"
        request.fields[.cookie] = "a=b"
        request.fields[.accept] = "application/hal+json"
        if body != nil { request.fields[.contentType] = "application/json" }
        return request
    }

    static func step(
        _ status: Int,
        _ location: String?,
        _ request: TransportRequest = request(),
        fragment: String? = nil,
        policy: RedirectPolicy = .standard
    ) -> (step: RedirectFollower.Decision, follower: RedirectFollower) {
        var follower = RedirectFollower(first: request, fragment: fragment, policy: policy)
        let fields: HTTPFields = location.map { [.location: $0] } ?? [:]
        return (follower.decision(after: TransportResponse(request: request, status: status, fields: fields)), follower)
    }

    @Test(
        "methods change as RFC 9110 says",
        arguments: [
            (301, HTTPRequest.Method.get, HTTPRequest.Method.get), (301, .post, .get), (301, .put, .put),
            (301, .delete, .delete), (301, .head, .head), (301, .patch, .patch),
            (302, .get, .get), (302, .post, .get), (302, .put, .put), (302, .head, .head),
            (303, .get, .get), (303, .post, .get), (303, .put, .get), (303, .delete, .get), (303, .head, .head),
            (303, .patch, .get),
        ]
    )
    func methodsChange(status: Int, method: HTTPRequest.Method, next: HTTPRequest.Method) {
        let (step, _) = Self.step(status, "/new", Self.request(method, body: "{}"))
        guard case .follow(let request) = step else {
            Issue.record("\(step)")
            return
        }
        #expect(request.method == next)
        #expect((request.body == nil) == (next != method))
        #expect((request.fields[.contentType] == nil) == (next != method))
    }

    @Test(
        "is not followed for its reason",
        arguments: [
            (300, "/new" as String?, CallError.Redirection.Reason.notFollowed), (304, "/new", .notFollowed),
            (305, "/new", .notFollowed),
            (306, "/new", .notFollowed), (307, "/new", .notFollowed), (308, "/new", .notFollowed),
            (399, "/new", .notFollowed), (301, nil, .noLocation), (302, nil, .noLocation), (303, nil, .noLocation),
            (301, "ftp://a.example/", .unusableLocation), (301, "mailto:a@b", .unusableLocation),
            (301, "http://", .unusableLocation), (301, "http://a.example:99999/", .unusableLocation),
            (301, "http://[::1/", .unusableLocation), (301, "javascript:alert(1)", .unusableLocation),
            (301, "http://a.example/x/y?z", .loop), (302, "", .loop),
        ]
    )
    func isNotFollowed(status: Int, location: String?, reason: CallError.Redirection.Reason) {
        let (step, follower) = Self.step(status, location)
        guard case .stop(let found) = step else {
            Issue.record("\(step)")
            return
        }
        #expect(found == reason)
        #expect(follower.redirects.isEmpty)
    }

    @Test(
        "the location resolves",
        arguments: [
            ("/new", "http://a.example/new"), ("new", "http://a.example/x/new"), ("?q", "http://a.example/x/y?q"),
            ("//b.example/n", "http://b.example/n"), ("https://c.example", "https://c.example/"),
            ("../../../up", "http://a.example/up"), (" /spaces ", "http://a.example/spaces"),
            ("/ä b", "http://a.example/%C3%A4%20b"), ("HTTP://B.Example:80/", "http://b.example/"),
            ("http://user:pw@b.example/", "http://b.example/"),
        ]
    )
    func theLocationResolves(location: String, url: String) {
        let (step, _) = Self.step(301, location)
        guard case .follow(let request) = step else {
            Issue.record("\(step)")
            return
        }
        #expect(request.url == url)
    }

    @Test(
        "a fragment is inherited",
        arguments: [
            ("/new", "http://a.example/new#part"), ("/new#own", "http://a.example/new#own"),
        ]
    )
    func aFragmentIsInherited(location: String, to: String) {
        let (step, follower) = Self.step(301, location, fragment: "part")
        #expect(follower.redirects.map(\.to) == [to])
        guard case .follow(let request) = step else { return }
        #expect(request.url == "http://a.example/new")
    }

    @Test(
        "credentials stay within their origin",
        arguments: [
            ("http://a.example/new", true), ("http://A.EXAMPLE:80/new", true), ("/new", true),
            ("http://b.example/new", false), ("http://a.example:8080/new", false), ("https://a.example/new", false),
            ("http://a.example.b.example/", false), ("http://sub.a.example/", false),
            ("http://a.example@b.example/", false),
        ]
    )
    func credentialsStay(location: String, stay: Bool) {
        let (step, _) = Self.step(302, location)
        guard case .follow(let request) = step else {
            Issue.record("\(step)")
            return
        }
        #expect((request.fields[.authorization] != nil) == stay)
        #expect((request.fields[.cookie] != nil) == stay)
        #expect(request.fields[.accept] == "application/hal+json")
    }

    @Test func doesNotGoFromHTTPSToHTTP() {
        let (step, _) = Self.step(301, "http://a.example/", Self.request(.get, "https://a.example/"))
        guard case .stop(.downgrade) = step else {
            Issue.record("\(step)")
            return
        }
    }

    @Test("307 and 308 keep method and body if the policy says so", arguments: [307, 308])
    func followsMoreIfTold(status: Int) {
        let (step, follower) = Self.step(status, "/new", Self.request(.post, body: "{}"), policy: .all)
        guard case .follow(let request) = step else {
            Issue.record("\(step)")
            return
        }
        #expect(request.method == .post)
        #expect(request.body == Array("{}".utf8))
        #expect(follower.redirects.first?.isPermanent == (status == 308))
    }

    @Test func followsTwentyHopsAndNoMore() {
        var request = Self.request()
        var follower = RedirectFollower(first: request, policy: .standard)
        for hop in 1...20 {
            let response = TransportResponse(request: request, status: 302, fields: [.location: "/\(hop)"])
            guard case .follow(let next) = follower.decision(after: response) else {
                Issue.record("stopped at \(hop)")
                return
            }
            request = next
        }
        let step = follower.decision(
            after: TransportResponse(request: request, status: 302, fields: [.location: "/21"])
        )
        guard case .stop(.tooManyHops) = step else {
            Issue.record("\(step)")
            return
        }
    }

    @Test func aPostThatIsSentToItsOwnURIWithGETIsNoLoop() {
        let (step, _) = Self.step(303, "http://a.example/x/y?z", Self.request(.post, body: "{}"))
        guard case .follow(let request) = step else {
            Issue.record("\(step)")
            return
        }
        #expect(request.method == .get)
    }
}
