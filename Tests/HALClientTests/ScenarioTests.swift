import HAL
import HALClient
import HTTPTypes
import MockServing
import Testing
import URITemplates

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The shipped scenarios, over real sockets, over each transport, in both skins.
struct ScenarioTests {
    static let server = Task {
        let scenarios = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return try await MockServer.start(scenarios: ["/\(scenarios)/Scenarios"])
    }

    /// A fresh sandbox of a scenario.
    static func sandbox(_ scenario: String) async throws -> Sandbox {
        try await server.value.sandbox(of: scenario)
    }

    /// Where a scenario is served: in a fresh sandbox, and a variant of a matrix at its own address.
    static func address(of scenario: String) async throws -> String {
        guard scenario.contains(":") else { return try await sandbox(scenario).baseURL.absoluteString }
        return try await server.value.baseURL.absoluteString + "/~\(scenario)"
    }

    @Test("a body that trickles arrives", arguments: TransportUnderTest.allCases)
    func aTricklingBodyArrives(over transport: TransportUnderTest) async throws {
        let base = try await Self.sandbox("slow-answers").baseURL.absoluteString
        let outcome = await transport.client().get(Target(base + "/dribble"))
        #expect(outcome.success?.model?["fuelstation-name"] == "7-Eleven")
    }

    @Test(
        "all challenges arrive",
        arguments: TransportUnderTest.allCases,
        [
            ("/quoted", [["FPAuthToken", "all"]]), ("/token", [["FPAuthToken", "all"]]),
            ("/single-quotes", [["FPAuthToken", "'all'"]]),
            ("/one-line", [["Digest", "all"], ["Basic", "all"]]),
            ("/two-lines", [["Bearer", "all"], ["Basic", "all"]]),
            ("/token68", [["Negotiate", ""]]), ("/none", []),
        ]
    )
    func allChallengesArrive(over transport: TransportUnderTest, expected: (String, [[String]])) async throws {
        let base = try await Self.sandbox("challenge-forms").baseURL.absoluteString
        let outcome = await transport.client().get(Target(base + expected.0))
        guard case .authenticationRequired(let required) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(required.challenges.map { [$0.scheme, $0.realm ?? ""] } == expected.1)
    }

    @Test(
        "logs in",
        arguments: TransportUnderTest.allCases,
        [
            Authorization(scheme: "FPAuthToken", parameters: ["fp-token": "f9ab2e18"]),
            .basic(user: "jsmith", password: "sesame"),
        ]
    )
    func logsIn(over transport: TransportUnderTest, with authorization: Authorization) async throws {
        let base = try await Self.sandbox("login-required").baseURL.absoluteString
        let target = Target(base + "/fuelstations/fs291410")
        let outcome = await transport.client().get(target, options: RequestOptions(authorization: authorization))
        #expect(outcome.name == "success")
    }

    @Test(
        "a conflict carries the server's version",
        arguments: TransportUnderTest.allCases,
        [
            HTTPRequest.Method.post, .put, .patch, .delete,
        ]
    )
    func aConflictCarriesTheirVersion(over transport: TransportUnderTest, method: HTTPRequest.Method) async throws {
        let base = try await Self.sandbox("edit-conflict").baseURL.absoluteString
        let call = Call<JSONObject>(method, Target(base + "/fuelstations/fs291410"), content: .json(["a": 1]))
        guard case .conflict(let theirs) = await transport.client().perform(call) else {
            Issue.record("no conflict")
            return
        }
        #expect(theirs.model?["price-per-gallon"]?.number?.literal == "2.950")
        #expect(theirs.lastModified == HTTPDate("Wed, 04 Nov 2026 08:30:00 GMT"))
        #expect(theirs.relations.map(\.name) == [.itself])
    }

    @Test("the current version can be changed", arguments: TransportUnderTest.allCases)
    func theCurrentVersionCanBeChanged(over transport: TransportUnderTest) async throws {
        let target = Target(try await Self.sandbox("edit-conflict").baseURL.absoluteString + "/fuelstations/fs291410")
        let client = transport.client()
        let mine = try #require(await client.get(target).success)
        let options = RequestOptions(precondition: .ifUnchanged(since: mine.response))
        #expect(
            await client.put(target, .json(["a": 1]), as: JSONObject.self, options: options).response?.status == 204
        )
    }

    @Test("a copy that is current is not modified", arguments: TransportUnderTest.allCases)
    func aCurrentCopyIsNotModified(over transport: TransportUnderTest) async throws {
        let target = Target(try await Self.sandbox("not-modified").baseURL.absoluteString + "/fuelstations/fs291410")
        let client = transport.client()
        let mine = try #require(await client.get(target).success)
        let options = RequestOptions(precondition: .ifChanged(since: mine.response))
        guard case .redirection(let redirection) = await client.get(target, options: options) else {
            Issue.record("no redirection")
            return
        }
        #expect(redirection.notModified)
        #expect(redirection.location == nil)
        #expect(!redirection.permanent)
    }

    @Test(
        "Retry-After is understood",
        arguments: TransportUnderTest.allCases,
        [
            ("/seconds", 119...120), ("/date", 118...121), ("/past", 0...0), ("/fraction", nil), ("/none", nil),
        ] as [(String, ClosedRange<Int>?)]
    )
    func retryAfterIsUnderstood(over transport: TransportUnderTest, expected: (String, ClosedRange<Int>?)) async throws
    {
        let base = try await Self.sandbox("retry-after-forms").baseURL.absoluteString
        guard case .serverUnavailable(let answer) = await transport.client().get(Target(base + expected.0)) else {
            Issue.record("available")
            return
        }
        let seconds = answer.retryAfter.map { Int($0.remaining() / .seconds(1)) }
        #expect(seconds.map { expected.1?.contains($0) == true } ?? (expected.1 == nil), "\(seconds ?? -1)")
    }

    @Test("is tried again once the server is back", arguments: TransportUnderTest.allCases)
    func isTriedAgain(over transport: TransportUnderTest) async throws {
        let base = try await Self.sandbox("unavailable-then-back").baseURL.absoluteString
        let clock = RetryMiddlewareTests.RecordingClock()
        let configuration = HypermediaClient.Configuration(middlewares: [RetryMiddleware(clock: clock, jitter: { 0 })])
        let outcome = await transport.client(configuration).get(Target(base + "/fuelstations/fs291410"))
        #expect(outcome.name == "success")
        #expect(clock.slept == [.seconds(120)])
    }

    @Test("error answers carry their problem", arguments: TransportUnderTest.allCases)
    func errorAnswersCarryTheirProblem(over transport: TransportUnderTest) async throws {
        let base = try await Self.address(of: "error-statuses:422")
        guard case .clientError(let error) = await transport.client().get(Target(base + "/x")) else {
            Issue.record("no client error")
            return
        }
        #expect(error.kind == .unprocessable)
        #expect(error.problem?.status == 422)
        #expect(error.problem?.title == "The request failed")
    }

    @Test("walks from the entry point to a log by its links", arguments: TransportUnderTest.allCases)
    func walksByLinks(over transport: TransportUnderTest) async throws {
        let base = try await Self.sandbox("fuel-stations").baseURL.absoluteString
        let client = transport.client()
        let pages = await client.follow(["fuelstations", "next"], from: Target(base + "/"))
        #expect(pages.success?.model?["total"] == 3)
        let second = await client.follow(
            [LinkStep("fuelstations", variables: ["page": "2"])],
            from: Target(base + "/")
        )
        #expect(second.success?.resource?.embedded("fuelstation").count == 1)
        let log = await client.follow(
            ["purchase_logs", LinkStep("purchase_log", embedded: .prefer), "fuelstation"],
            from: Target(base + "/fuelstations/fs291410")
        )
        #expect(log.name == "undecodable")
        let logs = await client.follow(["purchase_logs"], from: Target(base + "/fuelstations/fs291410"))
        let first = await client.get(.link("purchase_log", of: try #require(logs.success), embedded: .prefer))
        #expect(first.success?.model?["gallons"]?.number?.literal == "12.500")
    }

    @Test("creates, and resolves against what was created", arguments: TransportUnderTest.allCases)
    func creates(over transport: TransportUnderTest) async throws {
        let base = try await Self.sandbox("fuel-stations").baseURL.absoluteString
        let type = try #require(MediaType("application/vnd.fuelstation.example.com-v1.0+json"))
        let content = RequestContent.json(["fuelstation-name": "Sunoco", "price-per-gallon": 2.99], mediaType: type)
        let created = try #require(
            await transport.client().post(Target(base + "/fuelstations"), content, as: JSONObject.self).success
        )
        #expect(created.response.status == 201)
        #expect(created.location?.hasSuffix("/fuelstations/fs291411") == true)
        #expect(created.baseURI == created.location)
    }

    @Test("a 301 is noticed and then followed", arguments: TransportUnderTest.allCases)
    func a301IsNoticed(over transport: TransportUnderTest) async throws {
        let base = try await Self.sandbox("redirects").baseURL.absoluteString
        for (path, count) in [("/old/301", 1), ("/old/302", 0), ("/old/303", 0)] {
            await confirmation(expectedCount: count) { noticed in
                let options = RequestOptions(onNotice: { notice in
                    guard case .movedPermanently(let hop) = notice else { return }
                    #expect(hop.from == base + path)
                    #expect(hop.to == base + "/fuelstations/fs291410")
                    noticed()
                })
                let outcome = await transport.client().get(Target(base + path), options: options)
                #expect(outcome.response?.redirects.count == 1)
            }
        }
    }

    @Test(
        "a redirection that is not followed says why",
        arguments: TransportUnderTest.allCases,
        [
            ("/old/307", CallError.Redirection.Reason.notFollowed, false), ("/old/308", .notFollowed, true),
            ("/old/nowhere", .noLocation, true), ("/loop/left", .loop, false),
        ]
    )
    func saysWhy(over transport: TransportUnderTest, expected: (String, CallError.Redirection.Reason, Bool))
        async throws
    {
        let base = try await Self.sandbox("redirects").baseURL.absoluteString
        guard case .redirection(let redirection) = await transport.client().get(Target(base + expected.0)) else {
            Issue.record("no redirection")
            return
        }
        #expect(redirection.reason == expected.1)
        #expect(redirection.permanent == expected.2)
        #expect((redirection.location == nil) == (expected.1 == .noLocation))
    }

    @Test("the array dialect is read", arguments: TransportUnderTest.allCases)
    func theArrayDialectIsRead(over transport: TransportUnderTest) async throws {
        struct Log: Decodable, Sendable, Equatable { var gallons: Double; var octane: Int; var odometer: Int }
        var models = ModelRegistry()
        models.register(Log.self, forMediaType: "application/vnd.fplog.example.com-v1.0+json")
        let base = try await Self.sandbox("embedded-array").baseURL.absoluteString
        let client = transport.client(HypermediaClient.Configuration(models: models))
        let station = try #require(await client.get(Target(base + "/fuelstations/fs291410")).success)
        #expect(station.embedded(Log.self).map(\.odometer) == [54321, 54640])
        #expect(station.embeddedModels.first?.resource.lastModified == HTTPDate("Mon, 02 Nov 2026 17:45:00 GMT"))
    }

    @Test("what is sent is what was meant", arguments: TransportUnderTest.allCases)
    func whatIsSentIsWhatWasMeant(over transport: TransportUnderTest) async throws {
        let sandbox = try await Self.sandbox("redirects")
        let target = Target(sandbox.baseURL.absoluteString + "/fuelstations/fs291410")
        let options = RequestOptions(headers: ["X-A": "b"], query: ["q": "ä"])
        _ = await transport.client().patch(target, .json(["a": 2.890]), as: JSONObject.self, options: options)
        let request = try #require(try await sandbox.requests().first)
        #expect(request.method == .patch)
        #expect(request.target.hasSuffix("/fuelstations/fs291410?q=%C3%A4"))
        #expect(HTTPField.Name("X-A").map { request.headerFields[$0] } == "b")
        #expect(request.headerFields[.contentType] == "application/json")
        #expect(request.body == Array(#"{"a":2.89}"#.utf8))
    }
}
