import Foundation
import HTTPServing
import Support
import Testing

@testable import MockServing

@Suite struct CompressedAnswersTests {
    private static let text = String(repeating: "0123456789", count: 40)

    private func server(_ response: String = #"{"body": "\#(Self.text)"}"#, compresses: Bool = true) -> AdminFixture {
        AdminFixture(
            ["a.json": #"{"request": {"urlPath": "/a"}, "response": \#(response)}"#],
            compresses: compresses
        )
    }

    @Test("The second of two equal responses comes from the cache")
    func compressesForThoseWhoTakeIt() throws {
        let server = server(#"{"headers": {"Retry-After": "1", "ETag": "\"1\""}, "body": "\#(Self.text)"}"#)
        for _ in 0..<2 {
            let answer = try #require(server.send("GET", "/a", fields: ["Accept-Encoding: gzip, deflate, br"]).response)
            #expect(answer["content-encoding"] == "gzip")
            #expect(answer["vary"] == "Accept-Encoding")
            #expect(answer["content-length"] == "\(answer.body.count)")
            #expect(answer["date"] == "Thu, 01 Jan 1970 00:00:00 GMT" && answer["etag"] == "\"1\"")
            #expect(answer.body.count < 100)
            #expect(try Gzip.expanded(answer.body, limit: 1000) == Array(Self.text.utf8))
            let plain = try #require(server.send("GET", "/a").response)
            #expect(plain["content-encoding"] == nil && plain["vary"] == "Accept-Encoding")
            #expect(plain.text == Self.text && plain["content-length"] == "400")
        }
    }

    @Test(
        arguments: [
            ("gzip", true), ("GZIP;q=0.5", true), ("x-gzip", true), ("*", true), ("br, *;q=0.1", true), ("br", false),
            ("gzip;q=0", false), ("gzip; q=0.000, *", false), ("*;q=0", false), ("", false), ("gzipped", false),
        ]
    )
    func heedsAcceptEncoding(field: String, isCompressed: Bool) {
        let answer = server().send("GET", "/a", fields: ["Accept-Encoding: \(field)"])
        #expect((answer.response?["content-encoding"] == "gzip") == isCompressed)
    }

    @Test(
        "What must go out as it is stays as it is",
        arguments: [
            #"{"body": "short"}"#, #"{"status": 204}"#, #"{"raw": "HTTP/1.1 200 OK\n\n\#(Self.text)"}"#,
            #"{"body": "\#(Self.text)", "headers": {"Content-Encoding": "gzip"}}"#,
            #"{"body": "\#(Self.text)", "transferEncoding": "chunked"}"#,
            #"{"body": "\#(Self.text)", "chunkedDribbleDelay": {"numberOfChunks": 2, "totalDuration": 10}}"#,
            #"{"body": "\#(Self.text)", "fault": {"effect": "close", "after": {"bodyBytes": 5}}}"#,
            #"{"status": 206, "body": "\#(Self.text)", "headers": {"Content-Range": "bytes 0-399/500"}}"#,
        ]
    )
    func leavesOthers(response: String) {
        let with = server(response).send("GET", "/a", fields: ["Accept-Encoding: gzip"])
        let without = server(response, compresses: false).send("GET", "/a", fields: ["Accept-Encoding: gzip"])
        #expect(with.response?.body == without.response?.body)
        #expect(with.response?["content-encoding"] == without.response?["content-encoding"])
    }

    @Test("The file's Vary is kept", arguments: [("Accept", 2), ("Accept, ACCEPT-ENCODING", 1), ("*", 1)])
    func keepsVary(field: String, lines: Int) {
        let server = server(#"{"body": "\#(Self.text)", "headers": {"Vary": "\#(field)"}}"#)
        let answer = server.send("GET", "/a", fields: ["Accept-Encoding: gzip"])
        let found = answer.response?.fields.filter { $0.hasPrefix("Vary") } ?? []
        #expect(found == Array(["Vary: \(field)", "Vary: Accept-Encoding"].prefix(lines)))
    }

    @Test func compressesWhatIsRenderedForOneRequest() throws {
        let text = String(repeating: "{{request.query.n}}", count: 300)
        let server = server(#"{"body": "\#(text)", "transformers": ["response-template"]}"#)
        for number in ["1", "2"] {
            let answer = server.send("GET", "/a?n=\(number)", fields: ["Accept-Encoding: gzip"])
            let expanded = try Gzip.expanded(answer.response?.body ?? [], limit: 1000)
            #expect(expanded == Array(String(repeating: number, count: 300).utf8))
        }
    }

    @Test("Over a socket, the head of HEAD is that of GET")
    func overASocket() async throws {
        let folder = try ScenarioFolder([
            "a.json": #"{"request": {"url": "/a"}, "response": {"body": "\#(Self.text)"}}"#
        ])
        var configuration = MockServerConfiguration()
        configuration.compresses = true
        try await withServer(scenarios: [folder.path], configuration: configuration) { server in
            let get = try await server.send("GET", "/a", fields: ["Accept-Encoding: gzip"])
            let head = try await server.send("HEAD", "/a", fields: ["Accept-Encoding: gzip"])
            #expect(try Gzip.expanded(get.body, limit: 1000) == Array(Self.text.utf8))
            #expect(get["content-length"] == head["content-length"] && head["content-encoding"] == "gzip")
            #expect(get["date"] != "Thu, 01 Jan 1970 00:00:00 GMT")
        }
    }
}
