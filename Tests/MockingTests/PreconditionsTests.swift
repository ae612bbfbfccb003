import HAL
import HTTPTypes
import Matching
import Messages
import Scenarios
import Testing

@testable import Mocking

/// A conditional response follows the order of RFC 9110 §13.2.2.
@Suite struct PreconditionsTests {
    private static let date = "Tue, 03 Nov 2026 10:00:00 GMT"
    private static let earlier = "Mon, 02 Nov 2026 10:00:00 GMT"

    private static func response(
        _ method: String,
        _ fields: [String],
        has validators: [HTTPField] = [
            HTTPField(name: .eTag, value: "\"v1\""), HTTPField(name: .lastModified, value: date),
        ]
    ) -> MockReply? {
        var definition = ResponseDefinition(
            fields: validators + [
                HTTPField(name: .contentType, value: "text/plain"), HTTPField(name: .cacheControl, value: "no-cache"),
            ],
            body: .text("body")
        )
        definition.isConditional = true
        let interaction = Interaction(nil, .any, .urlPath("/")).with([definition])
        let engine = Engine([Scenario("a", isRoot: true, [interaction])])
        let lines = ([method + " / HTTP/1.1", "Host: x"] + fields).joined(separator: "\n")
        return engine.reply(lines + "\n\n")
    }

    @Test(
        "Status by method and conditions",
        arguments: [
            ("GET", [], 200),
            ("GET", ["If-None-Match: \"v1\""], 304), ("HEAD", ["if-none-match: \"v1\""], 304),
            ("GET", ["If-None-Match: W/\"v1\""], 304), ("GET", ["If-None-Match: \"v0\""], 200),
            ("GET", ["If-None-Match: \"v0\", W/\"v1\""], 304),
            ("GET", ["If-None-Match: \"v0\"", "If-None-Match: \"v1\""], 304), ("GET", ["If-None-Match: *"], 304),
            ("PUT", ["If-None-Match: *"], 412), ("PUT", ["If-None-Match: \"v0\""], 200),
            ("GET", ["If-None-Match: v1"], 200),
            ("GET", ["If-Modified-Since: \(date)"], 304), ("GET", ["If-Modified-Since: \(earlier)"], 200),
            ("GET", ["If-Modified-Since: yesterday"], 200), ("PUT", ["If-Modified-Since: \(date)"], 200),
            ("GET", ["If-None-Match: \"v0\"", "If-Modified-Since: \(date)"], 200),
            ("PUT", ["If-Match: \"v1\""], 200), ("PUT", ["If-Match: *"], 200), ("PUT", ["If-Match: \"v0\""], 412),
            ("PUT", ["If-Match: W/\"v1\""], 412), ("GET", ["If-Match: \"v0\"", "If-None-Match: \"v1\""], 412),
            ("PUT", ["If-Unmodified-Since: \(date)"], 200), ("PUT", ["If-Unmodified-Since: \(earlier)"], 412),
            ("PUT", ["If-Match: \"v1\"", "If-Unmodified-Since: \(earlier)"], 200),
            ("PUT", ["If-Unmodified-Since: yesterday"], 200),
        ] as [(String, [String], Int)]
    )
    func evaluates(_ method: String, _ fields: [String], _ status: Int) throws {
        #expect(try #require(Self.response(method, fields)).status == status)
    }

    @Test("Without a date, conditions on dates are ignored; without a tag, only * matches")
    func ignoresWhatItCannotCompare() throws {
        let tag = [HTTPField(name: .eTag, value: "W/\"v1\"")]
        #expect(try #require(Self.response("GET", ["If-Modified-Since: \(Self.date)"], has: tag)).status == 200)
        #expect(try #require(Self.response("PUT", ["If-Match: W/\"v1\""], has: tag)).status == 412)
        let date = [HTTPField(name: .lastModified, value: Self.date)]
        #expect(try #require(Self.response("GET", ["If-None-Match: \"v1\""], has: date)).status == 200)
        #expect(try #require(Self.response("GET", ["If-None-Match: *"], has: date)).status == 304)
    }

    @Test("304 keeps what updates a stored response, and has no content; 412 has no validators")
    func rendersTheOthers() throws {
        let notModified = try #require(Self.response("GET", ["If-None-Match: \"v1\""])).response
        #expect(notModified.text.contains("ETag: \"v1\"\nCache-Control: no-cache\n"))
        #expect(!notModified.text.contains("Content-Type") && !notModified.text.contains("Last-Modified"))
        #expect(notModified.bodyText.isEmpty)
        let failed = try #require(Self.response("PUT", ["If-Match: \"v0\""])).response
        #expect(failed.text.hasPrefix("HTTP/1.1 412 ") && !failed.text.contains("ETag"))
    }

    @Test("412 changes neither state machines nor sequences; 304 does")
    func refusalsChangeNothing() {
        func response(_ text: String) -> ResponseDefinition {
            let fields = [HTTPField(name: .eTag, value: "\"\(text)\"")]
            var definition = ResponseDefinition(fields: fields, body: .text(text))
            definition.isConditional = true
            return definition
        }
        let put = Interaction(nil, .any, .urlPath("/m")).with([response("v1")])
            .inState("m", "Started", next: "written")
        let engine = Engine(
            [
                Scenario(
                    "a",
                    isRoot: true,
                    [
                        put, Interaction(nil, .any, .urlPath("/s")).with([response("v1"), response("v2")]),
                    ]
                )
            ]
        )
        let head = " HTTP/1.1\nHost: x\n"
        #expect(engine.reply("PUT /m" + head + "If-Match: \"v0\"\n\n")?.status == 412)
        #expect(engine.root.machines.map(\.state) == ["Started"])
        #expect(engine.reply("PUT /m" + head + "If-Match: \"v1\"\n\n")?.status == 200)
        #expect(engine.root.machines.map(\.state) == ["written"])
        #expect(engine.reply("PUT /s" + head + "If-Match: \"v0\"\n\n")?.status == 412)
        #expect(engine.reply("GET /s" + head + "If-None-Match: \"v1\"\n\n")?.status == 304)
        #expect(engine.outcome("GET /s" + head + "If-None-Match: \"v1\"\n\n") == "v2")
    }

    @Test("A response that is not conditional ignores preconditions")
    func isOff() throws {
        let definition = ResponseDefinition(fields: [HTTPField(name: .eTag, value: "\"v1\"")], body: .text("body"))
        let engine = Engine([Scenario("a", isRoot: true, [Interaction(nil, .any, .urlPath("/")).with([definition])])])
        let reply = engine.reply("GET / HTTP/1.1\nHost: x\nIf-None-Match: \"v1\"\n\n")
        #expect(try #require(reply).status == 200)
    }
}
