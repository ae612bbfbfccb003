import HAL
import HALClient
import HTTPTypes
import Testing

/// The client tests of PEHateoas-Client, over a socket; lengths are right here, which its fixtures' were not.
struct PredecessorTests {
    static let userBody = #"""
        {"last_name": "Smith", "first_name": "John", "email": "jsmith@ex.com",
         "_links": {"self": {"href": "/users/u10391"},
                    "http://update-user": {"href": "/users/u10391", "type": "application/xml"}}}
        """#

    static let usual = """
        Expires: Fri, 02 Dec 1995 12:00:03 GMT\r
        Cache-Control: no-cache\r
        Content-Type: application/json\r
        Content-Language: en-US\r
        Set-Cookie: C1=C1-val; path=/; secure; domain=.paulevans.name\r\n
        """

    static func answer(_ status: Int, _ fields: String = "", _ body: String = "") -> ScriptedServer.Answer {
        let length = status == 204 ? "" : "Content-Length: \(body.utf8.count)\r\n"
        return .init("HTTP/1.1 \(status) X\r\n\(fields)\(length)\r\n\(body)")
    }

    static let user: JSONObject = ["last_name": "Smith", "first_name": "John", "email": "jsmith@ex.com"]
    static let options = RequestOptions(accept: [.json])

    static func outcome(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ answers: ScriptedServer.Answer...,
        options: RequestOptions = options
    ) async throws -> Outcome<JSONObject> {
        let server = try await ScriptedServer.start(answers)
        let hasBody = method == .put || method == .post
        let content = hasBody ? RequestContent.json(.object(user)) : nil
        let call = Call<JSONObject>(method, Target(server.url + path), content: content, options: options)
        let outcome = await Skin.callbacks.perform(call, with: HypermediaClient())
        try await server.stop()
        return outcome
    }

    @Test(
        "T1, T4, T5: the user with two relations",
        arguments: [
            (HTTPRequest.Method.get, 200), (.put, 200), (.put, 409),
        ]
    )
    func theUser(method: HTTPRequest.Method, status: Int) async throws {
        let outcome = try await Self.outcome(method, "/users/u10391", Self.answer(status, Self.usual, Self.userBody))
        #expect(outcome.name == (status == 409 ? "conflict" : "success"))
        let representation =
            switch outcome {
            case .success(let representation), .conflict(let representation): representation
            default: throw outcome.failureKind.map { ConnectionFailure($0) } ?? ConnectionFailure(.other)
            }
        #expect(representation.response.fields.count == 6)
        #expect(representation.model == Self.user)
        let relations = representation.relations
        #expect(relations.map(\.name) == ["self", "http://update-user"])
        #expect(relations.allSatisfy { $0.subject == representation.response.url && $0.target == $0.subject })
        #expect(relations.map(\.mediaType) == [.json, MediaType("application/xml")])
    }

    @Test("T2, T3: no content", arguments: [HTTPRequest.Method.delete, .put])
    func noContent(method: HTTPRequest.Method) async throws {
        let outcome = try await Self.outcome(method, "/users/u10391", Self.answer(204, Self.usual))
        #expect(outcome.success?.response.status == 204)
        #expect(outcome.success?.model == nil)
    }

    @Test("T6: created without a body")
    func createdWithoutABody() async throws {
        let location = "http://www.example.com/users/u70239"
        let outcome = try await Self.outcome(.post, "/users", Self.answer(201, "Location: \(location)\r\n"))
        #expect(outcome.success?.location == location)
        #expect(outcome.success?.model == nil)
        #expect(outcome.success?.relations.isEmpty == true)
    }

    @Test("T7: the location is the subject of what was created")
    func theLocationIsTheSubject() async throws {
        let location = "http://www.example.com/auth-tokens/109234810939201002929"
        let fields = """
            Content-Type: application/json\r
            Last-Modified: Tue, 15 Nov 1994 12:45:26 GMT\r
            Location: \(location)\r\n
            """
        let body = #"{"auth-token": "1", "_links": {"self": {"href": "\#(location)", "type": "application/json"}}}"#
        let outcome = try await Self.outcome(.post, "/auth-tokens", Self.answer(201, fields, body))
        let created = try #require(outcome.success)
        #expect(created.location == location)
        #expect(created.model?["auth-token"] == "1")
        #expect(created.lastModified == HTTPDate(secondsSinceEpoch: 784_903_526))
        #expect(created.relations.map(\.subject) == [location])
        #expect(created.relations.map(\.target) == [location])
    }

    @Test("T8: not found")
    func notFound() async throws {
        guard case .clientError(let error) = try await Self.outcome(.get, "/users/xxx9201", Self.answer(404)) else {
            Issue.record("found")
            return
        }
        #expect(error.kind == .notFound)
    }

    @Test(
        "T9, T10, T18 to T22: challenges",
        arguments: [
            (#"FPAuthToken realm="all""#, "FPAuthToken", "all"), (nil, nil, nil),
            (#"Basic realm="My Realm""#, "Basic", "My Realm"), ("MyCustomScheme", "MyCustomScheme", nil),
            (#"MyCustomScheme realm="realm alpha",param1="param2""#, "MyCustomScheme", "realm alpha"),
        ] as [(String?, String?, String?)]
    )
    func challenges(field: String?, scheme: String?, realm: String?) async throws {
        let fields = field.map { "WWW-Authenticate: \($0)\r\n" } ?? ""
        let outcome = try await Self.outcome(.get, "/users/xxx9201", Self.answer(401, fields))
        guard case .authenticationRequired(let required) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(required.scheme == scheme)
        #expect(required.realm == realm)
    }

    @Test("T11, T13: moved, then the user", arguments: [(301, 1), (303, 0)])
    func moved(status: Int, notices: Int) async throws {
        try await confirmation(expectedCount: notices) { noticed in
            var options = Self.options
            options.onNotice = { _ in noticed() }
            let outcome = try await Self.outcome(
                .get,
                "/users/old/u10391",
                Self.answer(status, "Location: /users/u10391\r\n"),
                Self.answer(200, Self.usual, Self.userBody),
                options: options
            )
            #expect(outcome.success?.model == Self.user)
        }
    }

    @Test("T12: not modified, even without a condition")
    func notModified() async throws {
        let outcome = try await Self.outcome(.get, "/users/u10391", .init("HTTP/1.1 304 X\r\n\r\n"))
        guard case .redirection(let redirection) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(redirection.notModified)
        #expect(!redirection.permanent)
        #expect(redirection.location == nil)
    }

    @Test("T14, T15: unavailable until", arguments: [("90", nil), ("Fri, 04 Nov 2014 23:59:59 GMT", 1_415_145_599)])
    func unavailable(retryAfter: String, date: Int?) async throws {
        let answer = Self.answer(503, "Retry-After: \(retryAfter)\r\n")
        guard case .serverUnavailable(let unavailable) = try await Self.outcome(.get, "/users/u10391", answer) else {
            Issue.record("available")
            return
        }
        let until = try #require(unavailable.retryAfter)
        let now = WallTime.now().date.secondsSinceEpoch
        #expect(
            date.map { until.date.secondsSinceEpoch == $0 }
                ?? ((now + 80)...(now + 91)).contains(until.date.secondsSinceEpoch)
        )
    }

    @Test("T16, T17: no answer in time")
    func noAnswerInTime() async throws {
        var options = Self.options
        options.timeouts = Timeouts(firstByte: .milliseconds(300))
        #expect(try await Self.outcome(.get, "/users", "", options: options).failureKind == .timedOut)
    }
}
