import Foundation
import MockServing
import Support
import Testing

/// Responses that still wait when their address is reset.
struct PendingAnswersTests {
    private static let slow = #"{"request": {"url": "/slow"}, "response": {"fixedDelayMilliseconds": 60000}}"#

    @Test(arguments: [1, 2])
    func aResetBreaksThemOff(threads: Int) async throws {
        var configuration = MockServerConfiguration()
        configuration.threads = threads
        let folder = try ScenarioFolder(["slow.json": Self.slow])
        try await withServer(scenarios: [folder.path], configuration: configuration) { server in
            var waiting: [RawClient] = []
            for address in ["", "", "", "/@other"] {
                let client = try await RawClient(port: server.port)
                try await client.send("GET \(address)/slow HTTP/1.1\r\nHost: a\r\n\r\n")
                waiting.append(client)
            }
            for (address, count) in [("", 3), ("/@other", 1)] {
                while true {
                    let answer = try await server.send("POST", address + "/__admin/requests/count", body: "{}")
                    if answer.text.contains(": \(count),") { break }
                }
            }
            #expect(try await server.send("POST", "/__admin/reset").status == 200)
            for client in waiting.prefix(3) {
                let (bytes, ending) = await client.readToEnd()
                #expect(bytes.isEmpty && ending == .closed)
            }
            #expect(try await server.send("POST", "/@other/__admin/mappings/reset").status == 200)
            #expect(await waiting[3].readToEnd().ending == .closed, "that of another address has waited until now")
        }
    }

    @Test func theAdminAPIEndsTheServer() async throws {
        let server = try await MockServer.start(scenarios: [shippedScenarios])
        let idle = try await RawClient(port: server.port)
        #expect(try await server.send("POST", "/__admin/shutdown").status == 200)
        #expect(await idle.readToEnd().ending == .closed)
        await server.stop()
        await #expect(throws: RawClient.Failure.self) { _ = try await RawClient(port: server.port) }
    }
}
