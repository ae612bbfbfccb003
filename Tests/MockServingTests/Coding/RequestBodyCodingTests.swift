import HAL
import HTTPServing
import Testing

@testable import MockServing

@Suite struct RequestBodyCodingTests {
    private static let mapping = #"""
        {"request": {"urlPath": "/a", "bodyPatterns": [{"equalToJson": {"a": 1}}]}, "response": {"body": "yes"}}
        """#

    private func send(_ body: [UInt8], _ field: String, limit: Int = 1000) -> AdminFixture.Answer {
        AdminFixture(["a.json": Self.mapping], features: ServerFeatures(maxBodyBytes: limit))
            .send("POST", "/a", fields: [field], body: body)
    }

    @Test(
        arguments: [
            ("Content-Encoding: gzip", true), ("content-encoding: X-GZIP", true), ("Content-Encoding: br", false),
            ("Content-Encoding: gzip, gzip", false), ("X: gzip", false),
        ]
    )
    func matchesWhatWasCompressed(field: String, expected: Bool) throws {
        let body = try #require(Gzip.compressed(Array(#"{ "a": 1.0 }"#.utf8)))
        #expect((send(body, field).text == "yes") == expected)
    }

    @Test func takesABodyThatIsNotCompressedAsItIs() {
        #expect(send(Array(#"{"a": 1}"#.utf8), "Content-Encoding: gzip").text == "yes")
    }

    @Test func refusesWhatBecomesTooLarge() throws {
        let bomb = try #require(Gzip.compressed([UInt8](repeating: 32, count: 100_000)))
        let answer = send(bomb, "Content-Encoding: gzip")
        #expect(answer.status == 413)
        #expect(answer.text == "the decompressed body is larger than 1000 bytes\n")
    }

    @Test func showsTheExpandedBodyInTheJournal() throws {
        let server = AdminFixture(["a.json": Self.mapping])
        let body = try #require(Gzip.compressed(Array("hello".utf8)))
        server.send("POST", "/b", fields: ["Content-Encoding: gzip"], body: body)
        #expect(server.send("GET", "/__admin/requests").json["requests"]?[0]?["request"]?["body"] == "hello")
    }
}
