import Dispatch
import HAL
import HALClient
import HTTPTypes
import MockServing
import Testing

/// A client that is configured anew while it works, against the mock server.
struct HypermediaClientTests {
    @Test("B13: another server keeps credentials, fields and languages", arguments: TransportUnderTest.allCases)
    func anotherServerKeepsTheRest(over transport: TransportUnderTest) async throws {
        let first = try await ScenarioTests.sandbox("parameters")
        let second = try await ScenarioTests.sandbox("parameters")
        let client = HypermediaClient(
            configuration: .init(
                baseURI: first.base + "/api/v2/",
                headers: ["X-App": "1"],
                serverAuthorization: .bearer("t"),
                acceptLanguage: "de",
                languageParameter: LanguageParameter("fr", name: "lang"),
                globalParameters: ["key": "k"]
            ),
            transport: transport.transport
        )
        #expect(await client.get("x").name == "success")
        client.reconfigure { $0.baseURI = second.base + "/api/v2/" }
        #expect(await client.get("x").name == "success")
        for sandbox in [first, second] {
            let request = try #require(try await sandbox.requests().first)
            #expect(request.target.hasSuffix("/api/v2/x?lang=fr&key=k"))
            #expect(request.headerFields[.authorization] == "Bearer t")
            #expect(request.headerFields[.acceptLanguage] == "de")
            #expect(HTTPField.Name("X-App").map { request.headerFields[$0] } == "1")
        }
    }

    @Test func aRunningCallKeepsItsConfiguration() async throws {
        let (answer, continuation) = AsyncStream.makeStream(of: Void.self)
        let client = HypermediaClient(
            configuration: .init(baseURI: "http://a.example"),
            transport: GatedTransport(gate: answer)
        )
        let running = client.start(Call<JSONObject>(.get, "x"))
        client.reconfigure { $0.baseURI = "http://b.example" }
        #expect(await client.get("http://c.example/free").name == "success")
        continuation.finish()
        let url = try #require(await running.outcome.response).url
        #expect(["http://a.example/x", "http://b.example/x"].contains(url))
    }

    @Test func noChangeIsLost() async {
        let client = HypermediaClient()
        await withTaskGroup { group in
            for number in 0..<100 {
                group.addTask { client.reconfigure { $0.globalParameters["\(number)"] = .bool(true) } }
            }
        }
        #expect(client.configuration.globalParameters.members.count == 100)
        client.configuration = HypermediaClient.Configuration(baseURI: "http://a.example")
        #expect(client.configuration.baseURI == "http://a.example")
    }

    @Test("credentials of the server go to no other origin")
    func credentialsStayAtHome() async throws {
        let home = try #require(Origin(URIReference("http://a.example")))
        var configuration = HypermediaClient.Configuration(
            baseURI: "http://a.example/v2/",
            serverAuthorization: .bearer("s")
        )
        #expect(
            await RequestBuilderTests.sent("x", configuration: configuration).request?.fields[.authorization]
                == "Bearer s"
        )
        #expect(
            await RequestBuilderTests.sent("http://b.example/", configuration: configuration).request?
                .fields[.authorization] == nil
        )
        configuration.authorizations = [home: .bearer("o")]
        #expect(
            await RequestBuilderTests.sent("x", configuration: configuration).request?.fields[.authorization]
                == "Bearer o"
        )
    }

    private static let key = DispatchSpecificKey<String>()

    private static func queue(_ name: String) -> DispatchQueue {
        let queue = DispatchQueue(label: name)
        queue.setSpecific(key: key, value: name)
        return queue
    }

    @Test("the callbacks of a call are on its own queue, else on the client's")
    func callbacksAreOnTheirQueue() async {
        let configuration = HypermediaClient.Configuration(callbackQueue: Self.queue("client"))
        let client = HypermediaClient(configuration: configuration, transport: CannedTransport([.init(204)]))
        for (queue, name) in [(nil, "client"), (Self.queue("call"), "call")] as [(DispatchQueue?, String)] {
            let found = await withCheckedContinuation { continuation in
                let callbacks = Callbacks<JSONObject>(success: { _ in
                    continuation.resume(returning: DispatchQueue.getSpecific(key: Self.key))
                })
                client.perform(Call(.get, "http://a.example/"), on: queue, callbacks)
            }
            #expect(found == name)
        }
    }
}

/// Answers calls to `/x` once the gate opens, and all others at once.
private struct GatedTransport: Transport {
    let gate: AsyncStream<Void>

    func send(_ request: TransportRequest) async throws(ConnectionFailure) -> TransportResponse {
        if request.url.hasSuffix("/x") { for await _ in gate {} }
        return TransportResponse(request: request, status: 204)
    }
}
