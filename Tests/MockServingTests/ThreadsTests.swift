import Foundation
import MockServing
import Support
import Testing
import UV

/// One or several loops on a port behave alike.
struct ThreadsTests {
    private static let race = """
        scenario: A race
        interactions:
          - request: { method: GET, urlPath: /step }
            requiredScenarioState: Started
            newScenarioState: second
            response: { body: first }
          - request: { method: GET, urlPath: /step }
            requiredScenarioState: second
            newScenarioState: third
            response: { body: second }
          - request: { method: GET, urlPath: /step }
            requiredScenarioState: third
            response: { body: third }
          - request: { method: GET, urlPath: /sequence }
            responses: [{ body: a }, { body: b }, { body: c }]
            afterLast: loop
        """

    private static func configuration(threads: Int) -> MockServerConfiguration {
        var configuration = MockServerConfiguration()
        configuration.threads = threads
        return configuration
    }

    /// The responses to concurrent requests, each on its own connection.
    private static func answers(_ clients: [RawClient], to path: String) async throws -> [String] {
        for client in clients { try await client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n") }
        var answers: [String] = []
        for client in clients { answers.append(try await client.readResponse().text) }
        return answers.sorted()
    }

    @Test(arguments: [1, 2, 4])
    func matchingAndAdvancingIsOneStep(threads: Int) async throws {
        let folder = try ScenarioFolder(["race.yaml": Self.race])
        try await withServer(scenarios: [folder.path], configuration: Self.configuration(threads: threads)) { server in
            var clients: [RawClient] = []
            for _ in 0..<8 { clients.append(try await RawClient(port: server.port)) }
            for round in 0..<100 {
                let steps = try await Self.answers(clients, to: "/~race@\(round)/step")
                #expect(steps == ["first", "second"] + Array(repeating: "third", count: 6))
                let letters = try await Self.answers(clients, to: "/~race@\(round)/sequence")
                #expect(letters == ["a", "a", "a", "b", "b", "b", "c", "c"])
            }
        }
    }

    @Test func everyLoopLogsItsRequestsInWholeLines() async throws {
        let folder = try ScenarioFolder(["race.yaml": Self.race])
        let written = Guarded<[UInt8]>([])
        var configuration = Self.configuration(threads: 3)
        configuration.log = (
            .text,
            { lines, _ in
                written.withLock { $0 += lines }
                return lines.count
            }
        )
        try await withServer(scenarios: [folder.path], configuration: configuration) { server in
            for number in 0..<30 { _ = try await server.send("GET", "/number-\(number)") }
        }
        let lines = String(decoding: written.withLock { $0 }, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 30)
        for number in 0..<30 { #expect(lines.contains { $0.contains(" GET /number-\(number) → 404") }) }
    }

    @Test(arguments: [1, 2])
    func aResetBreaksOffTheAnswersThatWaitOnAnyLoop(threads: Int) async throws {
        let slow =
            "{ scenario: Slow, interactions: [{ request: { urlPath: /slow }, response: { fixedDelayMilliseconds: 600000 } }] }"
        let folder = try ScenarioFolder(["slow.yaml": slow])
        try await withServer(scenarios: [folder.path], configuration: Self.configuration(threads: threads)) { server in
            var clients: [RawClient] = []
            for _ in 0..<8 { clients.append(try await RawClient(port: server.port)) }
            for client in clients { try await client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n") }
            while try await server.requests().count < 8 {}
            let reset = try await server.send("POST", "/__admin/reset")
            #expect(reset.status == 200)
            for client in clients { #expect(await client.readToEnd().bytes.isEmpty) }
        }
    }

    @Test func theJournalAndTheMappingsAreThoseOfAllLoops() async throws {
        let folder = try ScenarioFolder(["race.yaml": Self.race])
        try await withServer(scenarios: [folder.path], configuration: Self.configuration(threads: 3)) { server in
            for number in 0..<12 {
                let mapping = #"{"request": {"url": "/\#(number)"}, "response": {"body": "\#(number)"}}"#
                let added = try await server.send("POST", "/__admin/mappings", body: mapping)
                let answer = try await server.send("GET", "/\(number)")
                #expect(added.status == 201 && answer.text == "\(number)")
            }
            let requests = try await server.requests()
            #expect(requests.count == 12)
        }
    }
}
