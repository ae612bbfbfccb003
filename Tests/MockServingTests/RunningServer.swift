import Foundation
import MockServing
import Support

/// The folder of the scenarios that the package ships.
let shippedScenarios = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Scenarios").path()

/// Runs `body` with a server of the shipped scenarios, or of others, and always stops it.
func withServer<Value>(
    scenarios paths: [String] = [shippedScenarios],
    configuration: MockServerConfiguration = MockServerConfiguration(),
    _ body: (MockServer) async throws -> Value
) async throws -> Value {
    let server = try await MockServer.start(scenarios: paths, configuration: configuration)
    do {
        let value = try await body(server)
        await server.stop()
        return value
    } catch {
        await server.stop()
        throw error
    }
}

extension MockServer {
    /// Sends one request on its own connection.
    func send(
        _ method: String = "GET",
        _ path: String,
        fields: [String] = [],
        body: String = ""
    ) async throws -> RawResponse {
        let client = try await RawClient(port: port)
        let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
        let lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"] + fields + length
        try await client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
        return try await client.readResponse(toHEAD: method == "HEAD")
    }
}

/// A folder with scenario files, for one test.
final class ScenarioFolder {
    let path = FileManager.default.temporaryDirectory.appending(path: "hypermock-\(UUID().uuidString)").path()

    init(_ files: [String: String] = [:]) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, text) in files { try write(name, text) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ name: String, _ text: String) throws {
        let file = path + "/" + name
        let folder = URL(filePath: file).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
    }
}
