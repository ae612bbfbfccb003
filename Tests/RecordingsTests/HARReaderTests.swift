import Documents
import HAL
import Testing

@testable import Recordings

/// HAR files as their exporters write them.
struct HARReaderTests {
    private static func read(_ text: String, _ change: (inout ImportSettings) -> Void = { _ in }) -> ImportResult {
        var settings = ImportSettings(ScenarioGenerator(title: "traffic", slug: "traffic"))
        change(&settings)
        return ImportFormat.read(Array(text.utf8), path: "traffic.har", settings)
    }

    /// A file with these entries; the first ones of each are the members that the specification requires.
    private static func har(_ entries: String...) -> String {
        "{\"log\":{\"version\":\"1.2\",\"entries\":[\(entries.joined(separator: ","))]}}"
    }

    private static func entry(
        _ path: String,
        request: String = "",
        response: String = "",
        status: Int = 200,
        method: String = "GET",
        _ others: String = ""
    ) -> String {
        """
        {"request":{"method":"\(method)","url":"https://api.example.com\(path)"\(request)},\
        "response":{"status":\(status)\(response)}\(others)}
        """
    }

    private static func interactions(_ result: ImportResult) throws -> [JSONValue] {
        try #require(result.scenario?.content["interactions"]?.array)
    }

    @Test(arguments: [
        ("", "traffic.har:1:1: error: the file is empty"),
        ("{\"log\":", "traffic.har:1:8: error: invalid JSON: expected a value, found the end of the text"),
        ("{\"log\":[]}", "traffic.har:1:8: error: a HAR file must have an object 'log'"),
        ("{\"log\":{}}", "traffic.har:1:8: error: 'log' must have a list 'entries'"),
        (
            "{\"log\":{\"version\":\"2.0\",\"entries\":[]}}",
            "traffic.har:1:19: error: version 2.0 of HAR is not supported; supported: 1.x"
        ),
        (
            "{\"a\":1}",
            "traffic.har:1:1: error: the content of this file is not supported: expected a HAR file with 'log'"
        ),
        ("\u{1F}\u{8B}", "traffic.har:1:1: error"),
    ])
    func errorsHavePlaces(_ text: String, message: String) {
        let result = Self.read(text)
        #expect(result.scenario == nil)
        #expect(result.issues.first?.description.hasPrefix(message) == true, "\(result.issues)")
    }

    @Test func entriesAreSortedByTime() throws {
        let result = Self.read(
            Self.har(
                Self.entry("/b", ",\"startedDateTime\":\"2026-11-22T10:00:00.5-07:00\""),
                Self.entry("/a", ",\"startedDateTime\":\"2026-11-22T17:00:00.049Z\""),
                Self.entry("/c")
            )
        )
        #expect(try Self.interactions(result).map { $0["name"]?.string } == ["GET /a", "GET /c", "GET /b"])
    }

    @Test(
        arguments: [
            ("2026-11-22T10:00:00.123Z", 1795_341_600_123), ("2026-11-22T11:00:00+01:00", 1795_341_600_000),
            ("2026-11-22T03:00:00.1-0700", 1795_341_600_100), ("2026-11-22", nil), ("2026-13-22T10:00:00Z", nil),
            ("1970-01-01T00:00:00", 0),
        ] as [(String, Int?)]
    )
    func datesHaveOffsets(_ text: String, milliseconds: Int?) {
        #expect(ISODate.milliseconds(text) == milliseconds)
    }

    @Test(arguments: [
        ("\"x\"", "without a request"), ("{\"request\":{}}", "without a request"),
        (entry("/a", status: 0), "without a response"), (entry("/a", status: 42), "with an invalid status"),
        (entry("/a", status: 101), "with an interim response"),
        (entry("/a", ",\"_fromCache\":\"disk\""), "from the cache of the browser"),
        (entry("/a", ",\"_resourceType\":\"image\""), "a file of a page (image); --all imports it"),
        (entry("/a", ",\"_webSocketMessages\":[]"), "a WebSocket"),
        (entry("/a", method: "CONNECT"), "a CONNECT"),
        (
            entry(
                "/a",
                request: ",\"headers\":[{\"name\":\"access-control-request-method\",\"value\":\"PUT\"}]",
                method: "OPTIONS"
            ),
            "a CORS preflight"
        ),
        ("{\"request\":{\"method\":\"GET\",\"url\":\"data:text/plain,x\"},\"response\":{\"status\":200}}", "not HTTP"),
        (
            entry("/a", response: ",\"_error\":\"net::ERR_NAME_NOT_RESOLVED\"", status: 0), "without a response"
        ),
    ])
    func whatIsLeftOutIsCounted(_ entry: String, reason: String) {
        let result = Self.read(Self.har(entry))
        #expect(result.scenario == nil && result.issues.isEmpty)
        #expect(result.skipped.reasons.map(\.text) == [reason])
    }

    @Test func headersMayBePairsOrPseudoFields() throws {
        let result = Self.read(
            Self.har(
                Self.entry(
                    "/a",
                    request: ",\"headers\":[{\"name\":\":authority\",\"value\":\"x\"},[\"Accept\",\"text/plain\"]]",
                    response: """
                        ,"headers":[["X-A","1\\n2"],{"name":"bad name","value":"x"}],\
                        "content":{"text":"hi","mimeType":"text/plain"}
                        """
                )
            )
        )
        let response = try #require(try Self.interactions(result).first?["response"])
        #expect(response["headers"] == ["X-A": ["1", "2"], "Content-Type": "text/plain"])
        #expect(result.scenario?.content["contract"]?[0]?["request"]?["accept"] == "text/plain")
    }

    @Test(arguments: [
        (",\"content\":{\"text\":\"aGk=\",\"encoding\":\"base64\",\"mimeType\":\"text/plain\"}", "hi"),
        (",\"content\":{\"text\":\"not base64!\",\"encoding\":\"base64\",\"mimeType\":\"text/plain\"}", "not base64!"),
    ])
    func base64IsDecodedWhereItIs(_ response: String, body: String) throws {
        let result = Self.read(Self.har(Self.entry("/a", response: response)))
        #expect(try Self.interactions(result).first?["response"]?["body"]?.string == body)
    }

    @Test func formsMayBeParametersOnly() throws {
        let result = Self.read(
            Self.har(
                Self.entry(
                    "/a",
                    request: """
                        ,"postData":{"mimeType":"application/x-www-form-urlencoded",\
                        "params":[{"name":"a b","value":"c&d"},{"name":"e"}]}
                        """,
                    method: "POST"
                )
            )
        )
        let step = try #require(result.scenario?.content["contract"]?[0])
        #expect(step["request"]?["body"] == "a+b=c%26d&e=")
    }

    @Test func aCachedBodyBecomesAResponseOfItsOwn() throws {
        let result = Self.read(
            Self.har(
                Self.entry(
                    "/a",
                    request: ",\"headers\":[{\"name\":\"If-None-Match\",\"value\":\"\\\"v1\\\"\"}]",
                    response: ",\"content\":{\"text\":\"{}\",\"mimeType\":\"application/json\"}",
                    status: 304
                )
            )
        )
        let interactions = try Self.interactions(result)
        #expect(interactions.map { $0["response"]?["status"] } == [200, 304])
        #expect(interactions.last?["request"]?["headers"] == ["If-None-Match": "\"v1\""])
    }

    @Test(
        arguments: [
            ("net::ERR_CONNECTION_RESET", "reset"), ("net::ERR_EMPTY_RESPONSE", "close"),
            ("net::ERR_TIMED_OUT", "stall"),
        ] as [(String, JSONValue)]
    )
    func networkErrorsBecomeFaults(_ error: String, fault: JSONValue) throws {
        let result = Self.read(Self.har(Self.entry("/a", response: ",\"_error\":\"\(error)\"", status: 0)))
        #expect(try Self.interactions(result).first?["response"]?["fault"] == fault)
        #expect(result.scenario?.content["contract"]?[0]?["expect"]?["outcome"] == "connectionFailure")
    }

    @Test func originAndPathsAreChosen() throws {
        let other = Self.entry("/x").replacing("api.example.com", with: "other.example.org")
        let text = Self.har(Self.entry("/a"), other, Self.entry("/b/c"))
        #expect(Self.read(text).skipped.reasons.map(\.text) == ["of another origin: https://other.example.org"])
        let chosen = Self.read(text) { $0.origin = "https://OTHER.example.org/" }
        #expect(chosen.scenario?.content["origin"] == "https://other.example.org")
        let only = Self.read(text) { $0.only = "/b/*" }
        #expect(try Self.interactions(only).map { $0["name"]?.string } == ["GET /b/c"])
    }

    @Test func delaysAreKeptOnRequest() throws {
        let text = Self.har(
            Self.entry(
                "/a",
                response: ",\"content\":{\"text\":\"x\"}",
                ",\"timings\":{\"blocked\":5,\"wait\":40.7,\"receive\":60,\"ssl\":-1}"
            )
        )
        let response = try Self.interactions(Self.read(text) { $0.generator.keepsDelays = true }).first?["response"]
        #expect(response?["fixedDelayMilliseconds"] == 40)
        #expect(response?["chunkedDribbleDelay"]?["totalDuration"] == 60)
        #expect(try Self.interactions(Self.read(text)).first?["response"]?["fixedDelayMilliseconds"] == nil)
    }

    @Test func theSameFileGivesTheSameText() {
        let text = Self.har(
            (1...30).map { Self.entry("/a/\($0 % 7)", response: ",\"content\":{\"text\":\"\($0)\"}") }
                .joined(separator: ",")
        )
        #expect(Self.read(text).scenario?.text == Self.read(text).scenario?.text)
    }
}
