import Foundation
import MockServing
import Support
import Testing

/// The admin API on a port of its own, over real sockets.
struct AdminPortTests {
    private static func configuration() -> MockServerConfiguration {
        var configuration = MockServerConfiguration()
        configuration.adminPort = 0
        return configuration
    }

    /// Sends one request to a port.
    private static func send(
        _ path: String,
        to port: Int?,
        method: String = "GET",
        fields: [String] = []
    ) async throws -> RawResponse {
        let port = try #require(port)
        let client = try await RawClient(port: port)
        let lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"] + fields
        try await client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        return try await client.readResponse()
    }

    @Test func eachPortHasItsOwn() async throws {
        try await withServer(configuration: Self.configuration()) { server in
            let admin = server.adminURL.port
            #expect(admin != server.port)
            #expect(try await Self.send("/__admin/requests", to: admin).status == 200)
            #expect(try await Self.send("/~unavailable-then-back/__admin/mappings", to: admin).status == 200)
            #expect(try await Self.send("/", to: admin)["location"] == "/__admin/")
            #expect(try await Self.send("/~unavailable-then-back/fuelstations/fs291410", to: admin).status == 404)

            let here = try await server.send("GET", "/~unavailable-then-back/fuelstations/fs291410")
            #expect(here.status == 503)
            for path in ["/__admin/requests", "/~unavailable-then-back/__admin/mappings", "/__admin/"] {
                let refused = try await server.send("GET", path, fields: ["Accept: text/html"])
                #expect(refused.status == 404, "\(path)")
                #expect(refused.text.contains("--admin-port"))
            }
            #expect(try await server.send("POST", "/__admin/reset").status == 404)
            for path in ["health", "ready"] {
                #expect(try await server.send("GET", "/__admin/" + path).status == 200)
                #expect(try await Self.send("/__admin/" + path, to: admin).status == 200)
            }
        }
    }

    @Test func aPageOfAScenarioHasNoAccess() async throws {
        try await withServer(configuration: Self.configuration()) { server in
            let admin = server.adminURL.port
            let page = "Origin: http://127.0.0.1:\(server.port)"
            let refused = try await Self.send("/__admin/reset", to: admin, method: "POST", fields: [page])
            #expect(refused.status == 403)
            let own = "Origin: http://127.0.0.1:\(admin ?? 0)"
            let done = try await Self.send("/__admin/reset", to: admin, method: "POST", fields: [own])
            #expect(done.status == 200)
        }
    }

    @Test func severalLoopsShareThePort() async throws {
        var configuration = Self.configuration()
        configuration.threads = 2
        try await withServer(configuration: configuration) { server in
            for _ in 0..<8 {
                let answer = try await Self.send("/__admin/version", to: server.adminURL.port)
                #expect(answer.status == 200)
            }
        }
    }
}
