import HTTPServing
import Messages
import ServerSupport
import Support
import Testing

@testable import HTTP1Server

/// Bytes that servers, proxies and their parsers have understood in different ways, with what RFC 9112 makes of them.
///
/// What is not quite right is refused, and the connection ends: nothing that follows can be taken for a request.
@Suite struct SmugglingTests {
    @Test(arguments: lineEnds + framing + chunks + trailers + hosts + startLines + targets + fieldLines + pipelines)
    func isUnderstoodInOneWay(_ wire: WireCase) async throws {
        try await withServer { server in
            let client = try await server.client()
            try await client.send(wire.text)
            client.finishSending()
            let (bytes, ending) = await client.readToEnd()
            #expect(try Self.verdict(bytes) == wire.verdict, "\(String(decoding: bytes, as: UTF8.self))")
            #expect(ending == .closed)
        }
    }

    @Test(arguments: lineEnds + framing + chunks + trailers + hosts + startLines + targets + fieldLines + pipelines)
    func isUnderstoodTheSameByteByByte(_ wire: WireCase) {
        let parser = RequestParser(limits: RequestLimits())
        var requests: [String] = []
        for byte in wire.text.utf8 {
            var offset = 0
            switch parser.parse([byte].span, from: &offset) {
            case .betweenRequests, .inHead, .inBody: break
            case .complete:
                let keepsAlive = parser.responseFraming.keepsAlive
                let answer = echo(parser.takeRequest())
                requests.append(String(decoding: answer.rendered.content, as: UTF8.self))
                guard keepsAlive else { return #expect(wire.verdict == .served(requests)) }
            case .failed(let failure):
                #expect(wire.verdict == .refused(failure.status), "\(failure)")
                return
            }
        }
        #expect(wire.verdict == .served(requests))
    }

    private static func verdict(_ bytes: [UInt8]) throws -> WireCase.Verdict {
        var rest = bytes
        var served: [String] = []
        while !rest.isEmpty {
            let (response, length) = try #require(RawResponse.parse(rest, toHEAD: false, isEnd: true))
            rest.removeFirst(length)
            guard response.status == 200 else {
                #expect(rest.isEmpty && response["connection"] == "close")
                return .refused(response.status)
            }
            served.append(response.text)
        }
        return .served(served)
    }

    // MARK: Line ends (RFC 9112 §2.2)

    static let lineEnds: [WireCase] = [
        .refused("CVE-2025-23167: CR at the end of a head", "GET /1 HTTP/1.1\r\nHost: x\r\n\rXGET /2 HTTP/1.1\r\n\r\n"),
        .refused("CR CR at the end of a head", "GET / HTTP/1.1\r\nHost: x\r\n\r\r"),
        .refused(
            "CVE-2023-30589: CR before a field",
            "POST / HTTP/1.1\r\nHost: x\r\nx:\r\rTransfer-Encoding: chunked\r\n\r\n1\r\nA\r\n0\r\n\r\n"
        ),
        .refused("CR in place of a line end", "POST / HTTP/1.1\r\nHost: x\r\nx:\rTransfer-Encoding: chunked\r\n\r\n"),
        .refused("CR behind Content-Length", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\rabcd"),
        .refused("CR behind a value", "GET / HTTP/1.1\r\nHost: x\rX: y\r\n\r\n"),
        .refused("CR in a value", "GET / HTTP/1.1\r\nHost: x\r\nX: a\rb\r\n\r\n"),
        .refused("CR before a line end", "GET / HTTP/1.1\r\nHost: x\r\r\n\r\n"),
        .refused("CR in a name", "GET / HTTP/1.1\r\nHost: x\r\nX\rY: a\r\n\r\n"),
        .refused("CR behind the request line", "GET / HTTP/1.1\rHost: x\r\n\r\n"),
        .refused("CR CR LF behind the request line", "GET / HTTP/1.1\r\r\nHost: x\r\n\r\n"),
        .refused("CR before the request", "\rGET / HTTP/1.1\r\nHost: x\r\n\r\n"),
        .refused("CR CR LF before the request", "\r\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n"),
        .refused("LF before the request", "\nGET / HTTP/1.1\r\nHost: x\r\n\r\n"),
        .refused("LF behind the request line", "GET / HTTP/1.1\nHost: x\r\n\r\n"),
        .refused("LF behind a field", "GET / HTTP/1.1\r\nHost: x\nX: y\r\n\r\n"),
        .refused("LF behind an empty value", "GET / HTTP/1.1\r\nHost: x\r\nX:\nY: z\r\n\r\n"),
        .refused("LF behind the last field", "GET / HTTP/1.1\r\nHost: x\n\r\n"),
        .refused("LF at the end of a head", "GET / HTTP/1.1\r\nHost: x\r\n\n"),
        .refused("LF at the end of a head, with a body", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\na"),
        .refused("LF at the end of a head of HTTP/1.0", "GET / HTTP/1.0\r\n\n"),
        .refused("LF everywhere", "GET / HTTP/1.1\nHost: x\n\n"),
        .refused("LF CR", "GET / HTTP/1.1\n\rHost: x\n\r\n\r"),
        .refused("vertical tab", "GET / HTTP/1.1\r\nHost: x\u{0B}\r\n\r\n"),
        .refused("form feed", "GET / HTTP/1.1\r\nHost: x\u{0C}X: y\r\n\r\n"),
        .served("empty lines before the request", "\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", "GET /"),
    ]

    // MARK: Framing (RFC 9112 §6)

    static let framing: [WireCase] = [
        post("length and chunked", "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG"),
        post("chunked and length", "Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\nG"),
        post("length twice", "Content-Length: 1\r\nContent-Length: 1\r\n\r\na"),
        post("two lengths", "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"),
        post("list of one length", "Content-Length: 1, 1\r\n\r\na"),
        post("length with a sign", "Content-Length: +1\r\n\r\na"),
        post("negative length", "Content-Length: -1\r\n\r\na"),
        post("hexadecimal length", "Content-Length: 0x1\r\n\r\na"),
        post("length with an exponent", "Content-Length: 1e0\r\n\r\na"),
        post("length with a fraction", "Content-Length: 1.0\r\n\r\na"),
        post("length in quotes", "Content-Length: \"1\"\r\n\r\na"),
        post("length with a grouping", "Content-Length: 1_0\r\n\r\n0123456789"),
        post("length with a blank", "Content-Length: 1 0\r\n\r\n0123456789"),
        post("length with letters", "Content-Length: 1a\r\n\r\na"),
        post("length of more than 64 bits", "Content-Length: 18446744073709551617\r\n\r\na"),
        post("empty length", "Content-Length:\r\n\r\na"),
        post("blank length", "Content-Length: \r\n\r\na"),
        post("length on the next line", "Content-Length:\r\n 1\r\n\r\na"),
        post("folded length", "Content-Length: 1\r\n 0\r\n\r\n0123456789"),
        post("length with a blank before the colon", "Content-Length : 1\r\n\r\na"),
        post("length with a tab before the colon", "Content-Length\t: 1\r\n\r\na"),
        post("length behind NUL", "Content-Length: \u{0}1\r\n\r\na"),
        post("length with a zero-width space", "Content-Length: \u{200B}1\r\n\r\na"),
        post("coding identity", "Transfer-Encoding: identity\r\n\r\n", 501),
        post("coding gzip", "Transfer-Encoding: gzip\r\n\r\n", 501),
        post("coding gzip, chunked", "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
        post("coding chunked, identity", "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n", 501),
        post("coding chunked, chunked", "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", 501),
        post("chunked twice", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 501),
        post("chunked and identity", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n", 501),
        post("identity and chunked", "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 501),
        post("xchunked", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501),
        post("chunkedx", "Transfer-Encoding: chunkedx\r\n\r\n0\r\n\r\n", 501),
        post("chunked in quotes", "Transfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n", 501),
        post("chunked with a parameter", "Transfer-Encoding: chunked;q=1\r\n\r\n0\r\n\r\n", 501),
        post("comma, chunked", "Transfer-Encoding: ,chunked\r\n\r\n0\r\n\r\n", 501),
        post("chunked, comma", "Transfer-Encoding: chunked,\r\n\r\n0\r\n\r\n", 501),
        post("empty coding", "Transfer-Encoding:\r\n\r\n0\r\n\r\n", 501),
        post("chunked on the next line", "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n"),
        post("folded chunked", "Transfer-Encoding: chunked\r\n x\r\n\r\n0\r\n\r\n"),
        post("chunked behind a vertical tab", "Transfer-Encoding: \u{0B}chunked\r\n\r\n0\r\n\r\n"),
        post("coding with a blank before the colon", "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n"),
        post("chunked with an accent", "Transfer-Encoding: chunk\u{E9}d\r\n\r\n0\r\n\r\n", 501),
        .refused("chunked in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        .served("chunked in capitals", posted("Transfer-Encoding: CHUNKED\r\n\r\n1\r\na\r\n0\r\n\r\n"), "POST / a"),
        .served("length with zeros", posted("Content-Length: 001\r\n\r\na"), "POST / a"),
        .served("length of nothing", posted("Content-Length: 0\r\n\r\n"), "POST /"),
        .served("an underscore is another name", posted("Content_Length: 9\r\n\r\n"), "POST /"),
        .served("a body of GET", "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na", "GET / a"),
    ]

    // MARK: Chunks (RFC 9112 §7.1)

    static let chunks: [WireCase] = [
        chunked("a chunk and the last one", "1\r\na\r\n0\r\n\r\n", "a"),
        chunked("zeros before the size", "0001\r\na\r\n000\r\n\r\n", "a"),
        chunked("a size in capitals", "A\r\n0123456789\r\n0\r\n\r\n", "0123456789"),
        chunked("extension", "1;x\r\na\r\n0;y\r\n\r\n", "a"),
        chunked("extension without a value behind another", "5;a=b;c\r\nhello\r\n0\r\n\r\n", "hello"),
        chunked("two extensions", "5;a=b;c=d\r\nhello\r\n0\r\n\r\n", "hello"),
        chunked("extension in quotes with an escape", "5;a=\"b\\\"c\"\r\nhello\r\n0\r\n\r\n", "hello"),
        chunked("extension in quotes with a semicolon", "5;a=\";\";b\r\nhello\r\n0\r\n\r\n", "hello"),
        chunked("blanks around an extension", "5 ; a = b ; c\r\nhello\r\n0\r\n\r\n", "hello"),
        chunked("extension without a name", "5;\r\nhello\r\n0\r\n\r\n", nil),
        chunked("extension without a semicolon", "5 a\r\nhello\r\n0\r\n\r\n", nil),
        chunked("extension without a value", "5;a=\r\nhello\r\n0\r\n\r\n", nil),
        chunked("extension with open quotes", "5;a=\"b\r\nhello\r\n0\r\n\r\n", nil),
        chunked("extension behind quotes", "5;a=\"b\"c\r\nhello\r\n0\r\n\r\n", nil),
        chunked("TERM.EXT: LF in an extension", "5;a\nhello\r\n0\r\n\r\n", nil),
        chunked("EXT.TERM: CR in an extension", "5;a\rb\r\nhello\r\n0\r\n\r\n", nil),
        chunked("LF in quotes", "5;a=\"\n\"\r\nhello\r\n0\r\n\r\n", nil),
        chunked("LF behind a size", "5\nhello\r\n0\r\n\r\n", nil),
        chunked("CR behind a size", "5\rhello\r\n0\r\n\r\n", nil),
        chunked("a blank behind a size", "5 \r\nhello\r\n0\r\n\r\n", nil),
        chunked("a blank before a size", " 5\r\nhello\r\n0\r\n\r\n", nil),
        chunked("LF behind a chunk", "5\r\nhello\n0\r\n\r\n", nil),
        chunked("CR behind a chunk", "5\r\nhello\r0\r\n\r\n", nil),
        chunked("two bytes behind a chunk", "5\r\nhelloXY0\r\n\r\n", nil),
        chunked("a chunk longer than its size", "3\r\nhello\r\n0\r\n\r\n", nil),
        chunked("LF behind the last chunk", "0\n\r\n", nil),
        chunked("LF at the end", "0\r\n\n", nil),
        chunked("CR at the end", "0\r\n\rX", nil),
        chunked("no size", "\r\nhello\r\n0\r\n\r\n", nil),
        chunked("a sign", "+5\r\nhello\r\n0\r\n\r\n", nil),
        chunked("negative size", "-5\r\nhello\r\n0\r\n\r\n", nil),
        chunked("hexadecimal prefix", "0x5\r\nhello\r\n0\r\n\r\n", nil),
        chunked("an underscore in a size", "0_5\r\nhello\r\n0\r\n\r\n", nil),
        chunked("no number", "z\r\nhello\r\n0\r\n\r\n", nil),
        .refused("a size of more than 64 bits", chunkedHead + "10000000000000005\r\nhello\r\n0\r\n\r\n", 413),
        .refused(
            "CVE-2024-22019: endless extensions",
            chunkedHead + "5;\(String(repeating: "x", count: 20_000))\r\nhello\r\n0\r\n\r\n",
            413
        ),
        .refused(
            "endless extensions in many chunks",
            chunkedHead + String(repeating: "1;\(String(repeating: "x", count: 100))\r\na\r\n", count: 200)
                + "0\r\n\r\n",
            413
        ),
        .refused("endless zeros", chunkedHead + String(repeating: "0", count: 20_000) + "\r\n\r\n", 413),
    ]

    // MARK: Trailers (RFC 9110 §6.5)

    static let trailers: [WireCase] = [
        chunked("trailers", "1\r\na\r\n0\r\nX: y\r\nZ:\r\n\r\n", "a"),
        chunked("trailer without a name", "0\r\n: v\r\n\r\n", nil),
        chunked("trailer without a colon", "0\r\nX\r\n\r\n", nil),
        chunked("trailer with a blank before the colon", "0\r\nX : v\r\n\r\n", nil),
        chunked("folded trailer", "0\r\nX: a\r\n b\r\n\r\n", nil),
        chunked("trailer on the next line", "0\r\nX:\r\n b\r\n\r\n", nil),
        chunked("trailer with LF", "0\r\nX: a\n\r\n", nil),
        chunked("trailer with CR", "0\r\nX: a\rY: b\r\n\r\n", nil),
        chunked("trailer with NUL", "0\r\nX: a\u{0}\r\n\r\n", nil),
        chunked("trailer that begins with a blank", "0\r\n X: a\r\n\r\n", nil),
        chunked("Content-Length in a trailer", "0\r\nContent-Length: 5\r\n\r\nhello", nil),
        chunked("Transfer-Encoding in a trailer", "0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", nil),
        chunked("Host in a trailer", "0\r\nHost: y\r\n\r\n", nil),
        chunked("Connection in a trailer", "0\r\nConnection: close\r\n\r\n", nil),
    ]

    // MARK: Host (RFC 9112 §3.2)

    static let hosts: [WireCase] =
        [
            "a/b", "a@b", "a b", "a, b", "", "/", "a:b", "a:80:80", ":80", "a?b", "a#b", "a\\b", "a%", "a%2", "a%zz",
            "[",
            "[::1", "::1", "[]", "[1]", "[::1]x", "[g::]", "\"a\"", "<a>", "a\tb", "\u{E9}", "http://a", "a:65536",
            "a:18446744073709551617",
        ].map { .refused("Host: \($0)", "GET / HTTP/1.1\r\nHost: \($0)\r\n\r\n") }
        + [
            "a", "a:", "a:80", "a:65535", "a:00080", "a.example.", "127.0.0.1:80", "[::1]", "[::1]:80", "[v1.a:b]",
            "a_b", "a%20b",
            "a-b~!$&'()*+,;=",
        ].map { .served("Host: \($0)", "GET / HTTP/1.1\r\nHost: \($0)\r\n\r\n", "GET /") }
        + [
            .refused("no Host", "GET / HTTP/1.1\r\n\r\n"),
            .refused("two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
            .refused("one Host twice", "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n"),
            .refused("two Hosts in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"),
            .refused("Host with a blank before the colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n"),
            .refused("Host on the next line", "GET / HTTP/1.1\r\nHost:\r\n a\r\n\r\n"),
            .refused("empty Host and all of the server", "OPTIONS * HTTP/1.1\r\nHost:\r\n\r\n"),
            .served("empty Host and an absolute target", "GET http://a/ HTTP/1.1\r\nHost:\r\n\r\n", "GET http://a/"),
            .served("no Host in HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", "GET /"),
        ]

    // MARK: Start lines (RFC 9112 §3)

    static let startLines: [WireCase] = [
        .refused("two blanks before the target", "GET  / HTTP/1.1\r\nHost: x\r\n\r\n"),
        .refused("two blanks behind the target", "GET /  HTTP/1.1\r\nHost: x\r\n\r\n"),
        .refused("tab before the target", "GET\t/ HTTP/1.1\r\nHost: x\r\n\r\n"),
        .refused("tab behind the target", "GET /\tHTTP/1.1\r\nHost: x\r\n\r\n"),
        .refused("tab in the target", "GET /a\tb HTTP/1.1\r\nHost: x\r\n\r\n"),
        .refused("8-bit bytes in the target", "GET /\u{E9} HTTP/1.1\r\nHost: x\r\n\r\n"),
        .refused("NUL in the target", "GET /\u{0} HTTP/1.1\r\nHost: x\r\n\r\n"),
        .refused("DEL in the target", "GET /\u{7F} HTTP/1.1\r\nHost: x\r\n\r\n"),
        .refused("blank in the target", "GET /a b HTTP/1.1\r\nHost: x\r\n\r\n"),
        .refused("target that is no path", "GET a HTTP/1.1\r\nHost: x\r\n\r\n"),
        .refused("no target", "GET HTTP/1.1\r\nHost: x\r\n\r\n"),
        .refused("blank before the method", " GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
        .refused("blank behind the version", "GET / HTTP/1.1 \r\nHost: x\r\n\r\n"),
        .refused("no method", " / HTTP/1.1\r\nHost: x\r\n\r\n"),
        .refused("a method that is no token", "GE(T / HTTP/1.1\r\nHost: x\r\n\r\n"),
        .refused("a method with 8 bits", "G\u{E9}T / HTTP/1.1\r\nHost: x\r\n\r\n"),
        .refused("an endless method", String(repeating: "A", count: 300) + " / HTTP/1.1\r\nHost: x\r\n\r\n", 501),
        .refused("HTTP/0.9", "GET /\r\n\r\n", 505),
        .refused("HTTP/1.2", "GET / HTTP/1.2\r\nHost: x\r\n\r\n", 505),
        .refused("HTTP/2.0", "GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505),
        .refused("HTTP/1.10", "GET / HTTP/1.10\r\nHost: x\r\n\r\n"),
        .refused("HTTP/01.1", "GET / HTTP/01.1\r\nHost: x\r\n\r\n", 505),
        .refused("lower case", "GET / http/1.1\r\nHost: x\r\n\r\n"),
        .refused("RTSP", "GET / RTSP/1.0\r\nHost: x\r\n\r\n"),
        .refused("ICE", "SOURCE / ICE/1.0\r\nHost: x\r\n\r\n"),
        .refused("HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        .served("QUERY", "QUERY / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na", "QUERY / a"),
        .served(
            "methods of our own",
            "FOO /1 HTTP/1.1\r\nHost: x\r\n\r\nget /2 HTTP/1.1\r\nHost: x\r\n\r\n",
            "FOO /1",
            "get /2"
        ),
        .served(
            "a method of all token characters",
            "!#$%&'*+-.^_`|~0aZ / HTTP/1.1\r\nHost: x\r\n\r\n",
            "!#$%&'*+-.^_`|~0aZ /"
        ),
        .served(
            "PRI and SOURCE",
            "PRI /1 HTTP/1.1\r\nHost: x\r\n\r\nSOURCE /2 HTTP/1.1\r\nHost: x\r\n\r\n",
            "PRI /1",
            "SOURCE /2"
        ),
        .served(
            "beginnings of methods",
            "GE /1 HTTP/1.1\r\nHost: x\r\n\r\nGETS /2 HTTP/1.1\r\nHost: x\r\n\r\n",
            "GE /1",
            "GETS /2"
        ),
        .served(
            "CONNECT",
            "CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
            "CONNECT a:1",
            "GET /"
        ),
        .refused("another method to a host", "QUERY a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n"),
        .served("all of the server", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", "OPTIONS *"),
    ]

    // MARK: Fields (RFC 9112 §5)

    static let fieldLines: [WireCase] = [
        get("blank before the first field", " X: y\r\n"),
        get("tab before the first field", "\tX: y\r\n"),
        get("blank before the colon", "X : y\r\n"),
        get("no name", ": y\r\n"),
        get("no colon", "X\r\n"),
        get("blank in a name", "X Y: z\r\n"),
        get("brackets in a name", "X[]: y\r\n"),
        get("8-bit name", "X\u{E9}: y\r\n"),
        get("NUL in a name", "X\u{0}: y\r\n"),
        get("NUL in a value", "X: a\u{0}b\r\n"),
        get("control character in a value", "X: a\u{1}b\r\n"),
        get("DEL in a value", "X: a\u{7F}b\r\n"),
        get("folded value", "X: a\r\n b\r\n"),
        get("folded empty value", "X: \r\n \r\n"),
        get("folded by a tab", "X: a\r\n\tb\r\n"),
        get("field that begins with a blank", "X: a\r\n Y: b\r\n"),
        .served("8-bit value", "GET / HTTP/1.1\r\nHost: x\r\nX: \u{E9}\r\n\r\n", "GET /"),
        .served("tab in a value", "GET / HTTP/1.1\r\nHost: x\r\nX:\ta\tb\t\r\n\r\n", "GET /"),
        .served("blank value", "GET / HTTP/1.1\r\nHost: x\r\nX: \t \r\n\r\n", "GET /"),
        .served("value without a blank", "GET / HTTP/1.1\r\nHost:x\r\n\r\n", "GET /"),
    ]

    // MARK: Pipelines (RFC 9112 §9.3.2)

    static let pipelines: [WireCase] = [
        .served(
            "a request behind a body is one of its own",
            posted("Content-Length: 1\r\n\r\na") + "GET /2 HTTP/1.1\r\nHost: x\r\n\r\n",
            "POST / a",
            "GET /2"
        ),
        .served(
            "a request inside a body is not one",
            posted("Content-Length: 26\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n"),
            "POST / GET /2 HTTP/1.1\r\nHost: x\r\n"
        ),
        .served(
            "upgrades do not leave HTTP",
            "GET /1 HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET /1",
            "GET /2"
        ),
        .served(
            "nothing counts behind a request that closes",
            "GET /1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET /1"
        ),
    ]

    private static let chunkedHead = posted("Transfer-Encoding: chunked\r\n\r\n")

    private static func posted(_ rest: String) -> String {
        "POST / HTTP/1.1\r\nHost: x\r\n\(rest)"
    }

    private static func post(_ name: String, _ rest: String, _ status: Int = 400) -> WireCase {
        .refused(name, posted(rest), status)
    }

    private static func get(_ name: String, _ field: String) -> WireCase {
        .refused(name, "GET / HTTP/1.1\r\n\(field)Host: x\r\n\r\n")
    }

    private static func chunked(_ name: String, _ rest: String, _ body: String?) -> WireCase {
        guard let body else { return .refused(name, chunkedHead + rest) }
        return .served(name, chunkedHead + rest, "POST / \(body)")
    }
}
