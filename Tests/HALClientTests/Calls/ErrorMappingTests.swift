import Dispatch
import HAL
import HALClient
import HTTPTypes
import MockServing
import Testing

/// The application's own errors, and who sees every outcome.
struct ErrorMappingTests {
    struct PumpError: Error, Equatable {
        var code: Int
    }

    /// The error mapping of an app with errors in the body.
    @Sendable private static func map(_ outcome: Outcome<Never>) -> (any Error)? {
        guard let response = outcome.response, let body = try? JSONValue(parsing: response.body) else { return nil }
        return body["error"]?["code"]?.number?.int.map { PumpError(code: $0) }
    }

    private static let configuration = HypermediaClient.Configuration(errorMapping: map)

    @Test("a success may become a failure, in both skins", arguments: TransportUnderTest.allCases, Skin.allCases)
    func aSuccessMayFail(over transport: TransportUnderTest, skin: Skin) async throws {
        let base = try await ScenarioTests.sandbox("parameters").base
        let call = Call<JSONObject>(.get, Target(base + "/refused"))
        let outcome = await skin.perform(call, with: transport.client(Self.configuration))
        guard case .undecodable(let undecodable) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(undecodable.failure.code == .application)
        #expect(undecodable.failure.underlying as? PumpError == PumpError(code: 17))
        #expect(outcome.applicationError as? PumpError == PumpError(code: 17))
        #expect(outcome.response?.status == 200)
    }

    @Test("a failure carries the application's error and stays what it is", arguments: TransportUnderTest.allCases)
    func aFailureCarriesIt(over transport: TransportUnderTest) async throws {
        let base = try await ScenarioTests.sandbox("parameters").base
        let outcome = await transport.client(Self.configuration).get(Target(base + "/failed"))
        #expect(outcome.name == "clientError")
        #expect(outcome.applicationError as? PumpError == PumpError(code: 18))
    }

    @Test(
        "B9: every class of outcome is asked about, and none is hidden",
        arguments: [
            (.hal("{}"), "success", "undecodable"), (.init(304), "redirection", "redirection"),
            (.init(401), "authenticationRequired", "authenticationRequired"), (.init(409), "conflict", "conflict"),
            (.init(404, ["Content-Type": "text/html"], "<p>"), "clientError", "clientError"),
            (.init(503), "serverUnavailable", "serverUnavailable"), (.init(500), "serverError", "serverError"),
            (.init(.refused), "connectionFailure", "connectionFailure"),
            (.init(200, ["Content-Type": "text/html"], "<p>"), "undecodable", "undecodable"),
        ] as [(CannedTransport.Answer, String, String)]
    )
    func everyClassIsAskedAbout(answer: CannedTransport.Answer, asked: String, given: String) async {
        let seen = Locked<[String]>([])
        let silent = HypermediaClient.Configuration(errorMapping: { outcome in
            seen.withLock { $0.append(outcome.name) }
            return nil
        })
        let transport = CannedTransport([answer])
        let plain = await HypermediaClient(configuration: silent, transport: transport).get("http://a.example/")
        #expect(plain.name == asked)
        #expect(plain.applicationError == nil)
        let loud = HypermediaClient.Configuration(errorMapping: { _ in PumpError(code: 1) })
        let mapped = await HypermediaClient(configuration: loud, transport: transport).get("http://a.example/")
        #expect(mapped.name == given)
        #expect(mapped.applicationError as? PumpError == PumpError(code: 1))
        #expect(seen.withLock { $0 } == [asked])
    }

    @Test("the observer sees every outcome after the caller did, in order")
    func theObserverComesAfter() async {
        let events = Locked<[String]>([])
        let (observed, continuation) = AsyncStream.makeStream(of: Void.self)
        let configuration = HypermediaClient.Configuration(
            errorMapping: { _ in PumpError(code: 1) },
            observer: { outcome in
                events.withLock { $0.append("observer: \(outcome.name)") }
                continuation.finish()
            },
            callbackQueue: DispatchQueue(label: "observer")
        )
        let client = HypermediaClient(configuration: configuration, transport: CannedTransport([.hal("{}")]))
        let callbacks = Callbacks<JSONObject>(unhandled: { outcome in
            events.withLock { $0.append("caller: \(outcome.name)") }
        })
        client.perform(Call(.get, "http://a.example/"), callbacks)
        for await _ in observed {}
        #expect(events.withLock { $0 } == ["caller: undecodable", "observer: undecodable"])
    }

    @Test("the observer sees what is awaited too, once for each call")
    func theObserverSeesWhatIsAwaited() async {
        let (observed, continuation) = AsyncStream.makeStream(of: String.self)
        let configuration = HypermediaClient.Configuration(observer: { continuation.yield($0.name) })
        let client = HypermediaClient(
            configuration: configuration,
            transport: CannedTransport([.init(503), .init(.dns), .init(204)])
        )
        for _ in 0..<3 { _ = await client.get("http://a.example/") }
        _ = await client.get("no address")
        var names: [String] = []
        for await name in observed {
            names.append(name)
            if names.count == 4 { break }
        }
        #expect(names.sorted() == ["connectionFailure", "connectionFailure", "serverUnavailable", "success"])
    }
}
