import HAL
import HALClient
import HTTPTypes
import Logging
import MockServing
import Testing

struct LoggingMiddlewareTests {
    static func configuration(_ log: RecordingLog, _ level: Logger.Level = .trace)
        -> HypermediaClient.Configuration
    {
        HypermediaClient.Configuration(middlewares: [LoggingMiddleware(log.logger(level))])
    }

    @Test("says what was asked and answered", arguments: TransportUnderTest.allCases)
    func saysWhatWasAsked(over transport: TransportUnderTest) async throws {
        let base = try await ScenarioTests.sandbox("parameters").base
        let log = RecordingLog()
        let target = Target(base + "/api/v2/x")
        let options = RequestOptions(parameters: ["a": [1, 2]])
        _ = await transport.client(Self.configuration(log)).post(target, nil, as: JSONObject.self, options: options)
        let lines = log.lines.withLock { $0 }
        #expect(lines.map(\.level) == [.debug, .trace, .debug])
        #expect(lines.first?.message == "POST \(base)/api/v2/x")
        #expect(lines.first?.metadata["body"] == #"{"a":[1,2]}"#)
        #expect(lines.first?.metadata["fields"].map { "\($0)" }?.contains("Content-Type: application/json") == true)
        let answer = try #require(lines.last)
        #expect(answer.message.hasPrefix("200 for POST \(base)/api/v2/x, 11 bytes, "))
        #expect(answer.message.hasSuffix(" ms"))
        #expect(answer.metadata["body"] == #"{"ok":true}"#)
    }

    @Test("an answer of failure and no answer at all have a level of their own")
    func failuresHaveTheirLevel() async {
        for (answer, message) in [
            (CannedTransport.Answer(503), "503 for GET http://a.example/, 0 bytes"),
            (.init(.refused), "refused for GET"),
        ] {
            let log = RecordingLog()
            let client = HypermediaClient(
                configuration: Self.configuration(log, .info),
                transport: CannedTransport([answer])
            )
            _ = await client.get("http://a.example/")
            let lines = log.lines.withLock { $0 }
            #expect(lines.map(\.level) == [.info])
            #expect(lines.first?.message.hasPrefix(message) == true)
        }
    }

    @Test(
        "says nothing below its level",
        arguments: [
            (Logger.Level.trace, 3), (.debug, 2), (.info, 0),
        ]
    )
    func saysNothingBelow(level: Logger.Level, count: Int) async {
        let log = RecordingLog()
        let client = HypermediaClient(
            configuration: Self.configuration(log, level),
            transport: CannedTransport([.hal("{}")])
        )
        _ = await client.get("http://a.example/")
        #expect(log.lines.withLock(\.count) == count)
    }

    @Test("each kind of line can be moved or switched off")
    func eachKindCanBeMoved() async {
        let log = RecordingLog()
        let levels = LoggingMiddleware.Levels(request: nil, curl: .notice, success: nil)
        let configuration = HypermediaClient.Configuration(
            middlewares: [LoggingMiddleware(log.logger(.notice), levels: levels)]
        )
        _ = await HypermediaClient(configuration: configuration, transport: CannedTransport([.init(204)]))
            .get("http://a.example/")
        #expect(
            log.lines.withLock { $0.map(\.message) } == [
                "curl --header 'Accept: application/hal+json, application/json;q=0.9' 'http://a.example/'"
            ]
        )
    }

    @Test("B15: no secret is in any line, whatever carries it")
    func noSecretIsInAnyLine() async {
        let log = RecordingLog()
        let answer = CannedTransport.Answer(
            201,
            [
                "Content-Type": "application/json", "Set-Cookie": "s3cret", "Location": "/x?access_token=s3cret&a=1",
                "X-Own": "s3cret", "Refresh": "1;url=/?token=s3cret", "Content-Location": "http://u:s3cret@a.example/",
                "Link": #"<http://u:s3cret@a.example/?api_key=s3cret>; rel=a, </b?b=1&pin=s3cret#jwt=s3cret>; rel="b""#,
            ],
            #"{"_links":{"a":{"href":"https://s3cret@a.example/?token=s3cret"}},"uri":"/?access_token=s3cret","users":[{"password":"s3cret","card":{"number":"s3cret"}}],"accessToken":["s3cret"],"kept":"kept"}"#
        )
        let redaction = LogRedaction(paths: ["users.card.number"], fields: ["x-own"])
        let configuration = HypermediaClient.Configuration(
            middlewares: [LoggingMiddleware(log.logger(), redaction: redaction)]
        )
        let client = HypermediaClient(configuration: configuration, transport: CannedTransport([answer]))
        let options = RequestOptions(
            headers: ["Cookie": "s3cret", "X-Own": "s3cret"],
            authorization: .bearer("s3cret"),
            parameters: ["client-secret": "s3cret", "list": [["pin": "s3cret"]], "user": "kept"]
        )
        for encoding in BodyEncoding.allCases {
            var options = options
            options.bodyEncoding = encoding
            _ = await client.post("http://a.example/", nil, as: JSONObject.self, options: options)
        }
        _ = await client.get("http://a.example/?API_KEY=s3cret#access_token=s3cret", options: options)
        #expect(!log.text.contains("s3cret"), "\(log.text)")
        #expect(log.text.contains("kept"))
        #expect(log.text.contains("<redacted>"))
    }

    @Test func noDescriptionHasASecretOfTheQuery() async throws {
        let options = RequestOptions(parameters: ["password": "s3cret", "a": 1])
        let (request, outcome) = await RequestBuilderTests.sent(options: options)
        var text = "\(try #require(request)) \(outcome)"
        dump(request, to: &text)
        dump(options, to: &text)
        #expect(!text.contains("s3cret"))
        #expect(text.contains("GET http://a.example/x?password=<redacted>&a=1"))
        #expect(request?.url == "http://a.example/x?password=s3cret&a=1")
    }

    @Test(
        "a body that cannot be searched is not shown",
        arguments: [
            ("text/html", "s3cret", "<6 bytes of text/html>"),
            ("application/json", "{s3cret", "<7 bytes of application/json>"),
            ("application/json", String(repeating: " ", count: 1 << 20) + "1", "<1048577 bytes of application/json>"),
            ("application/json", "\"" + String(repeating: "a", count: 99) + "\"", "\"aaaaaaaaa… (101 bytes)"),
        ]
    )
    func isNotShown(type: String, body: String, shown: String) async {
        let log = RecordingLog()
        let middleware = LoggingMiddleware(log.logger(.debug), bodyLimit: type == "application/json" ? 10 : 100)
        let transport = CannedTransport([.init(200, ["Content-Type": type], body)])
        _ = await HypermediaClient(configuration: .init(middlewares: [middleware]), transport: transport)
            .get("http://a.example/")
        #expect(log.lines.withLock { $0.last?.metadata["body"] } == "\(shown)")
    }

    @Test func nobodyWritesLinesOfTheirOwn() async {
        let log = RecordingLog()
        let transport = CannedTransport([.init(200, ["Content-Type": "application/json"], #""a\u001b[2J\u2028b""#)])
        _ = await HypermediaClient(configuration: Self.configuration(log), transport: transport)
            .get("http://a.example/\r\nx?'; rm -rf /'")
        let scalars = log.lines.withLock { $0.flatMap { Array($0.text.unicodeScalars) } }
        #expect(scalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x2028 && $0.value != 0x1B })
        #expect(log.text.contains(#"'http://a.example/%0D%0Ax?'\''%3B%20rm"#) || log.text.contains(#"?'\'';%20rm"#))
    }

    @Test("a line for curl is what was sent, for any method", arguments: ["GET", "HEAD", "POST", "PUT", "DELETE"])
    func aLineForCurl(name: String) async throws {
        let log = RecordingLog()
        let method = try #require(HTTPRequest.Method(rawValue: name))
        let configuration = Self.configuration(log)
        let content: RequestContent? = ["POST", "PUT"].contains(name) ? .json(["it's": "a"]) : nil
        let client = HypermediaClient(configuration: configuration, transport: CannedTransport([.init(204)]))
        _ = await client.perform(Call<JSONObject>(method, "http://a.example/x", content: content))
        let curl = try #require(log.lines.withLock { $0.first { $0.level == .trace } }).message
        #expect(curl.hasPrefix(["GET": "curl --header", "HEAD": "curl --head "][name] ?? "curl --request '\(name)'"))
        #expect(curl.hasSuffix(" 'http://a.example/x'"))
        #expect(curl.contains(#"--data-raw '{"it'\''s":"a"}'"#) == (content != nil))
    }
}
