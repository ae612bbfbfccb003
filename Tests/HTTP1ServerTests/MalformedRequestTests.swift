import HTTP1Server
import HTTPServing
import Messages
import Support
import Testing

/// Bytes that are no good request, and the statuses of which one must come back.
struct Malformed: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var statuses: [Int]

    init(_ name: String, _ text: String, _ statuses: Int...) {
        self.init(name, [UInt8](text.utf8), statuses)
    }

    init(_ name: String, _ bytes: [UInt8], _ statuses: [Int]) {
        self.name = name
        self.bytes = bytes
        self.statuses = statuses
    }

    var testDescription: String { name }
}

@Suite struct MalformedRequestTests {
    @Test(arguments: framing + syntax + versions + foreign)
    func isRefusedAndTheNextConnectionServed(_ malformed: Malformed) async throws {
        try await withServer { server in
            let client = try await server.client()
            try await client.send(malformed.bytes)
            let response = try await client.readResponse()
            #expect(malformed.statuses.contains(response.status), "\(response)")
            #expect(response["connection"] == "close")
            #expect(response["content-type"] == "text/plain; charset=utf-8")
            #expect(await client.readToEnd().ending == .closed, "the refusal is the last thing that comes")
            try await server.expectServing()
        }
    }

    /// RFC 9112 §6, §11.2.
    static let framing = [
        post("plus sign", "Content-Length: +5\r\n\r\nhello", 400),
        post("list", "Content-Length: 5, 5\r\n\r\nhello", 400),
        post("negative", "Content-Length: -1\r\n\r\n", 400),
        post("hexadecimal", "Content-Length: 0x5\r\n\r\nhello", 400),
        post("empty", "Content-Length: \r\n\r\n", 400),
        post("inner blank", "Content-Length: 1 2\r\n\r\n", 400),
        post("overflow", "Content-Length: 99999999999999999999999\r\n\r\n", 400),
        post("two different lengths", "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", 400),
        post("length and chunked", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        post("chunked and length", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", 400),
        post("gzip", "Transfer-Encoding: gzip\r\n\r\n", 400, 501),
        post("gzip, chunked", "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 400, 501),
        post("chunked, identity", "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n", 400, 501),
        post("xchunked", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 400, 501),
        post("chunked twice", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, 501),
        post("empty coding", "Transfer-Encoding:\r\n\r\n0\r\n\r\n", 400, 501),
        post("tab before chunked", "Transfer-Encoding:\u{0B}chunked\r\n\r\n0\r\n\r\n", 400, 501),
        post("chunk size no number", "Transfer-Encoding: chunked\r\n\r\nxyz\r\nhello\r\n0\r\n\r\n", 400),
        post("chunk size negative", "Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n", 400),
        post("chunk size overflow", "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n", 400, 413),
        post("chunk longer than its size", "Transfer-Encoding: chunked\r\n\r\n3\r\nhello\r\n0\r\n\r\n", 400),
        post("unknown expectation", "Expect: tea\r\nContent-Length: 1\r\n\r\n", 417),
        Malformed("chunked in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ]

    static let syntax = [
        get("NUL in a value", "X: a\u{0}b\r\n\r\n", 400),
        get("NUL in a name", "X\u{0}: a\r\n\r\n", 400),
        get("bare CR in a value", "X: a\rb\r\n\r\n", 400),
        get("control character in a value", "X: a\u{1}b\r\n\r\n", 400),
        get("folded value", "X: a\r\n b\r\n\r\n", 400),
        get("folded with tab", "X: a\r\n\tb\r\n\r\n", 400),
        get("folded empty value", "X:\r\n b\r\n\r\n", 400),
        get("blank before the colon", "X : a\r\n\r\n", 400),
        get("tab before the colon", "X\t: a\r\n\r\n", 400),
        get("blank before the first field", " X: a\r\n\r\n", 400),
        get("no colon", "X\r\n\r\n", 400),
        get("no name", ": a\r\n\r\n", 400),
        get("blank in a name", "X Y: a\r\n\r\n", 400),
        get("two Hosts", "Host: b\r\n\r\n", 400),
        Malformed("missing Host", "GET / HTTP/1.1\r\n\r\n", 400),
        Malformed("blank target", "GET  HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Malformed("two blanks", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Malformed("NUL in the target", "GET /\u{0} HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Malformed("no target", "GET\r\n\r\n", 400),
    ]

    static let versions = [
        Malformed("HTTP/0.9", "GET /\r\n\r\n", 400, 505),
        Malformed("HTTP/0.9 with version", "GET / HTTP/0.9\r\n\r\n", 400, 505),
        Malformed("HTTP/1.2", "GET / HTTP/1.2\r\nHost: a\r\n\r\n", 400, 505),
        Malformed("HTTP/2.0", "GET / HTTP/2.0\r\nHost: a\r\n\r\n", 400, 505),
        Malformed("HTTP/3.7", "GET / HTTP/3.7\r\nHost: a\r\n\r\n", 400, 505),
        Malformed("HTTP/11", "GET / HTTP/11\r\nHost: a\r\n\r\n", 400, 505),
        Malformed("lower case", "GET / http/1.1\r\nHost: a\r\n\r\n", 400, 505),
        Malformed("other protocol", "GET / ICE/1.0\r\nHost: a\r\n\r\n", 400, 501, 505),
    ]

    static let foreign = [
        Malformed("HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, 505),
        Malformed("TLS hello", [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC, 0x03, 0x03], [400]),
        Malformed("SSH", "SSH-2.0-OpenSSH_9.9\r\n", 400, 501),
        Malformed("zeros", [UInt8](repeating: 0, count: 64), [400]),
        Malformed("high bytes", [UInt8](repeating: 0xFF, count: 64), [400]),
        Malformed("response", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 400, 501),
    ]

    private static func post(_ name: String, _ rest: String, _ statuses: Int...) -> Malformed {
        Malformed("body: \(name)", [UInt8]("POST / HTTP/1.1\r\nHost: a\r\n\(rest)".utf8), statuses)
    }

    private static func get(_ name: String, _ rest: String, _ statuses: Int...) -> Malformed {
        Malformed("field: \(name)", [UInt8]("GET / HTTP/1.1\r\nHost: a\r\n\(rest)".utf8), statuses)
    }
}
