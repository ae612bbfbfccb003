import Foundation
import MockServing
import Support
import Testing

/// The clock of an address, over sockets.
struct ClockServingTests {
    private static let slow = """
        scenario: slow
        interactions:
          - request: { urlPath: /hour }
            response: { body: an hour later, fixedDelayMilliseconds: 3600000, headers: { Content-Type: text/plain } }
          - request: { urlPath: /minute }
            response: { body: a minute later, fixedDelayMilliseconds: 60000, headers: { Content-Type: text/plain } }
        """

    private func withSlowServer(threads: Int = 1, _ body: (MockServer) async throws -> Void) async throws {
        var configuration = MockServerConfiguration()
        configuration.threads = threads
        let folder = try ScenarioFolder(["slow.yaml": Self.slow])
        try await withServer(scenarios: [folder.path], configuration: configuration, body)
    }

    /// Sends requests that wait, and returns their clients when all are in the journal.
    private func wait(_ server: MockServer, _ paths: [String]) async throws -> [RawClient] {
        var clients: [RawClient] = []
        for path in paths {
            let client = try await RawClient(port: server.port)
            try await client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
            clients.append(client)
        }
        while try await server.send("GET", "/__admin/requests?address=all&limit=0").text
            .contains(#""total": \#(paths.count)"#) == false
        {}
        return clients
    }

    @Test(arguments: [1, 2])
    func anAdvanceEndsDelaysBeforeItResponds(threads: Int) async throws {
        try await withSlowServer(threads: threads) { server in
            let clients = try await wait(server, ["/minute", "/hour", "/@other/hour", "/minute"])
            let advanced = try await server.send("POST", "/__admin/clock", body: #"{"advance": 60}"#)
            #expect(advanced.status == 200)
            for client in [clients[0], clients[3]] {
                let response = try await client.readResponse(toHEAD: false)
                #expect(response.text == "a minute later")
            }
            #expect(try await server.send("POST", "/__admin/clock", body: #"{"advance": 3540}"#).status == 200)
            #expect(try await clients[1].readResponse(toHEAD: false).text == "an hour later")
            #expect(try await server.send("POST", "/@other/__admin/clock", body: #"{"advance": 3600}"#).status == 200)
            #expect(try await clients[2].readResponse(toHEAD: false).text == "an hour later", "it has waited until now")
        }
    }

    @Test func aFrozenClockHoldsDelays() async throws {
        try await withSlowServer { server in
            let frozen = try await server.send("POST", "/__admin/clock", body: #"{"freeze": "2030-01-01T00:00:00Z"}"#)
            #expect(frozen.status == 200)
            let clients = try await wait(server, ["/hour"])
            #expect(try await server.send("POST", "/__admin/clock", body: #"{"advance": 3600}"#).status == 200)
            let response = try await clients[0].readResponse(toHEAD: false)
            #expect(response["date"] == "Tue, 01 Jan 2030 01:00:00 GMT")
        }
    }

    @Test func aSandboxIsAdvancedFromSwift() async throws {
        try await withSlowServer { server in
            let sandbox = server.sandbox(of: "slow", values: [])
            let path = String(sandbox.baseURL.path())
            let clients = try await wait(server, [path + "/hour"])
            try await sandbox.advanceClock(by: .seconds(3600))
            #expect(try await clients[0].readResponse(toHEAD: false).text == "an hour later")
            await #expect(throws: (any Error).self) { try await sandbox.advanceClock(by: .seconds(-1)) }
        }
    }
}
