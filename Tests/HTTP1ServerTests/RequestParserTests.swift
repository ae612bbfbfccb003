import Messages
import Testing

@testable import HTTP1Server

@Suite struct RequestParserTests {
    static let message = [UInt8](
        """
        \r
        PUT /a?b=c HTTP/1.1\r
        Host: example\r
        Content-Type:\ttext/plain \r
        Empty:\r
        Transfer-Encoding: Chunked\r
        X-Long: a b  c\r
        \r
        5\r
        hello\r
        6;x="y"\r
         world\r
        0\r
        Sum: 1\r
        Nothing:\r
        \r

        """.utf8
    )

    /// Feeds the inputs one by one and describes each request as text.
    private func requests(_ inputs: [[UInt8]], limits: RequestLimits = RequestLimits()) throws -> [String] {
        let parser = RequestParser(limits: limits)
        var found: [String] = []
        for input in inputs {
            var offset = 0
            while offset < input.count {
                switch parser.parse(input.span, from: &offset) {
                case .complete: found.append(describe(parser.takeRequest()))
                case .failed(let failure): throw failure
                case .betweenRequests, .inHead, .inBody: #expect(offset == input.count)
                }
            }
        }
        return found
    }

    private func describe(_ request: Request) -> String {
        func text(_ range: Range<Int>) -> String { String(decoding: request.head[range], as: UTF8.self) }
        func list(_ fields: [FieldRange]) -> String {
            fields.map { "\(text($0.name))=\(text($0.value))" }.joined(separator: "|")
        }
        let body = String(decoding: request.body, as: UTF8.self)
        return
            "\(text(request.method)) \(text(request.target)) [\(list(request.fields))] \(body) [\(list(request.trailers))]"
    }

    static let described =
        "PUT /a?b=c [Host=example|Content-Type=text/plain|Empty=|Transfer-Encoding=Chunked|X-Long=a b  c] "
        + "hello world [Sum=1|Nothing=]"

    @Test func findsEveryPart() throws {
        #expect(try requests([Self.message]) == [Self.described])
    }

    @Test func readsTheSameWhereverTheInputIsCut() throws {
        for cut in 1..<Self.message.count {
            let parts = [Array(Self.message[..<cut]), Array(Self.message[cut...])]
            #expect(try requests(parts) == [Self.described], "cut at \(cut)")
        }
        #expect(try requests(Self.message.map { [$0] }) == [Self.described])
    }

    @Test func pausesAfterEachRequest() throws {
        #expect(try requests([Self.message + Self.message]) == [Self.described, Self.described])
        let parser = RequestParser(limits: RequestLimits())
        var offset = 0
        #expect(parser.parse((Self.message + Self.message).span, from: &offset) == .complete)
        #expect(offset == Self.message.count)
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", true, false), ("GET / HTTP/1.0\r\n\r\n", false, false),
        ("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", true, false),
        ("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: x, CLOSE\r\n\r\n", false, true),
    ])
    func knowsWhatTheConnectionMustKnow(_ text: String, _ keepsAlive: Bool, _ isHEAD: Bool) {
        let parser = RequestParser(limits: RequestLimits())
        var offset = 0
        #expect(parser.parse([UInt8](text.utf8).span, from: &offset) == .complete)
        #expect(parser.responseFraming.keepsAlive == keepsAlive)
        #expect(parser.responseFraming.isHEAD == isHEAD)
    }

    @Test func tellsWhereItStands() {
        let parser = RequestParser(limits: RequestLimits())
        func feed(_ text: String) -> RequestParser.Progress {
            var offset = 0
            return parser.parse([UInt8](text.utf8).span, from: &offset)
        }
        #expect(feed("\r\n") == .betweenRequests)
        #expect(feed("PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\n") == .inHead)
        #expect(feed("Content-Length: 2\r\n\r\n") == .inBody(expectsContinue: true))
        #expect(feed("o") == .inBody(expectsContinue: false))
        #expect(feed("k") == .complete)
    }

    @Test func stopsAtTheLimitHoweverTheBytesCome() {
        let limits = RequestLimits(maxHeaderBytes: 100)
        let endless = [UInt8]("GET / HTTP/1.1\r\nX: ".utf8) + [UInt8](repeating: 120, count: 200)
        #expect(throws: RequestFailure.headerTooLarge) { try requests([endless], limits: limits) }
        #expect(throws: RequestFailure.headerTooLarge) { try requests(endless.map { [$0] }, limits: limits) }
    }
}
