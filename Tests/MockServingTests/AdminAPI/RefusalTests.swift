import HAL
import MockServing
import Support
import Testing

/// Refusals of incomplete requests have the form of the API that the request was for.
struct RefusalTests {
    private static func refusal(of head: String) async throws -> RawResponse {
        var configuration = MockServerConfiguration()
        configuration.maxBodyBytes = 100
        configuration.maxHeaderBytes = 2000
        return try await withServer(configuration: configuration) { server in
            let client = try await RawClient(port: server.port)
            try await client.send(head + "\r\n\r\n")
            return try await client.readResponse()
        }
    }

    @Test(arguments: [
        "/__admin/mappings", "/~unavailable-then-back@t/__admin/mappings?a=b", "/@t/__admin/files/a", "/__admin",
    ])
    func isInTheFormOfTheAdminAPI(target: String) async throws {
        let answer = try await Self.refusal(of: "POST \(target) HTTP/1.1\r\nHost: a\r\nContent-Length: 101")
        #expect(answer.status == 413)
        #expect(answer["content-type"] == "application/json")
        let error = try JSONValue(parsing: answer.text)["errors"]?[0]
        #expect(error == ["code": 10, "title": "the body is larger than this server accepts"])
    }

    @Test(arguments: ["/", "/__administration", "/a/__admin", "/~unavailable-then-back@t/a"])
    func isPlainForMocks(target: String) async throws {
        let answer = try await Self.refusal(of: "POST \(target) HTTP/1.1\r\nHost: a\r\nContent-Length: 101")
        #expect(answer.status == 413)
        #expect(answer.text == "the body is larger than this server accepts\n")
    }

    @Test func comesForHeadsToo() async throws {
        let long = String(repeating: "a", count: 2500)
        let answer = try await Self.refusal(of: "GET /__admin/mappings HTTP/1.1\r\nHost: a\r\nX: \(long)")
        #expect(answer.status == 431)
        #expect(try JSONValue(parsing: answer.text)["errors"]?[0]?["code"] == 10)
        let nowhere = try await Self.refusal(of: "GET /\(long) HTTP/1.1\r\nHost: a")
        #expect((400..<500).contains(nowhere.status))
        let unfinished = try await Self.refusal(of: "GET * HTTP/1.1\r\nHost: a\r\nHost: b")
        #expect(unfinished.status == 400)
    }
}
