import Messages
import Testing

@testable import MockServing

struct ProxyTargetTests {
    private static let base = "http://127.0.0.1:9000"
    private static let target = ProxyTarget(origin: "https://api.example.com", port: 9000)

    private func request(
        _ target: String = "/a?b=%7e",
        method: String = "GET",
        _ fields: [(name: String, value: String)] = [],
        body: String = ""
    ) throws -> OutgoingRequest {
        try Self.target.request(
            Request(method: method, target: target, fields: fields, body: Array(body.utf8)),
            at: Self.base
        )
    }

    private func text(_ fields: [OutgoingRequest.Field]) -> [String] { fields.map { "\($0.name): \($0.value)" } }

    private func response(
        _ fields: [OutgoingRequest.Field],
        body: String = "",
        status: Int = 200,
        isHEAD: Bool = false
    ) -> [String] {
        let incoming = IncomingResponse(status: status, fields: fields, body: Array(body.utf8))
        let response = Self.target.response(incoming, isHEAD: isHEAD, at: Self.base)
        return String(decoding: response.rendered.message, as: UTF8.self)
            .split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("The path and the query of a request remain as they are")
    func paths() throws {
        for path in ["/", "/a?b=%7e", "/a//b/../c", "/%zz?{x}", "/a?", "/?a=b?c"] {
            #expect(try request(path).url == "https://api.example.com" + path)
        }
        #expect(try request("/a#b").url == "https://api.example.com/a")
        #expect(try request("//a//b").url == "https://api.example.com/a//b")
        let sent = try Self.target.sent(request("/%zz?{x}|%2F[~]&'é")).url
        #expect(sent == "https://api.example.com/%25zz?%7Bx%7D%7C%2F%5B~%5D&'%C3%A9")
    }

    @Test("An absolute target must be one of the origin or of the proxy")
    func absoluteTargets() throws {
        #expect(try request("https://api.example.com/a?b").url == "https://api.example.com/a?b")
        #expect(try request("HTTPS://API.example.com:443").url == "https://api.example.com/")
        #expect(try request("http://127.0.0.1:9000/a").url == "https://api.example.com/a")
        for other in ["http://api.example.com/", "https://example.com/", "https://api.example.com:8443/"] {
            #expect(throws: ProxyProblem.misdirected("https://api.example.com")) { try request(other) }
        }
        #expect(throws: ProxyProblem.notForwarded("OPTIONS")) { try request("*", method: "OPTIONS") }
        #expect(throws: ProxyProblem.notForwarded("CONNECT")) { try request("a:443", method: "CONNECT") }
    }

    @Test("Fields of the connection and those that it names are not forwarded, nor those that the proxy sets itself")
    func fieldsOfRequests() throws {
        let fields = [
            ("Host", "127.0.0.1:9000"), ("connection", "X-Hop, close"), ("X-Hop", "1"), ("x-hop", "2"), ("X-End", "3"),
            ("Keep-Alive", "timeout=5"), ("Proxy-Connection", "a"), ("Proxy-Authorization", "Basic a"),
            ("TE", "trailers"), ("Trailer", "a"), ("Transfer-Encoding", "chunked"), ("Upgrade", "websocket"),
            ("Content-Length", "0"), ("Expect", "100-continue"), ("Accept-Encoding", "br"), ("Via", "1.0 other"),
            ("Authorization", "Bearer a"), ("Cookie", "a=b"), ("User-Agent", "curl"), ("X-End", "4"),
        ]
        let forwarded = try request("/", fields)
        let kept = [
            "X-End: 3", "Via: 1.0 other", "Authorization: Bearer a", "Cookie: a=b", "User-Agent: curl", "X-End: 4",
        ]
        #expect(text(forwarded.fields) == kept)
        let added = text(Self.target.sent(forwarded).fields).dropFirst(kept.count)
        #expect(Array(added) == ["Accept-Encoding: identity", "Via: 1.1 \(Self.target.pseudonym)"])
    }

    @Test("A request that has passed this proxy is not forwarded again")
    func loops() throws {
        let name = Self.target.pseudonym
        for via in ["1.1 \(name)", "1.0 other, HTTP/1.1 \(name) (comment)"] {
            #expect(throws: ProxyProblem.loop) { try request("/", [("VIA", via)]) }
        }
        let other = ProxyTarget(origin: "https://api.example.com").pseudonym
        #expect(try request("/", [("Via", "1.1 \(other), 1.1 hypermock")]).fields.count == 1)
    }

    @Test("Addresses of the proxy in a request become those of the origin")
    func addressesInRequests() throws {
        let body = #"{"_links": {"a": {"href": "http://127.0.0.1:9000/b"}}, "c": "http://127.0.0.1:9000/", "e": 1.50}"#
        let json = try request(
            "/",
            method: "PUT",
            [
                ("Content-Type", "application/json"), ("Referer", Self.base + "/x"), ("Origin", Self.base),
                ("Link", "<\(Self.base)/l>; rel=a"), ("X-A", Self.base), ("Referer", Self.base + "0/x"),
            ],
            body: body
        )
        #expect(
            json.body.map { String(decoding: $0, as: UTF8.self) }
                == #"{"_links": {"a": {"href": "https://api.example.com/b"}}, "c": "http://127.0.0.1:9000/", "e": 1.50}"#
        )
        #expect(
            text(json.fields).dropFirst() == [
                "Referer: https://api.example.com/x", "Origin: https://api.example.com",
                "Link: <https://api.example.com/l>; rel=a", "X-A: \(Self.base)", "Referer: \(Self.base)0/x",
            ]
        )
        let type = [("Content-Type", "text/uri-list")]
        let list = try request("/", method: "PUT", type, body: "\(Self.base)/a\r\nother\r\n")
        #expect(list.body.map { String(decoding: $0, as: UTF8.self) } == "https://api.example.com/a\r\nother\r\n")
    }

    @Test("Links of the origin in a response become those of the proxy; all other bytes remain")
    func addressesInResponses() {
        let body = #"{ "_links": {"a": {"href": "https:\/\/api.example.com\/b"}}, "c": "https://api.example.com" }"#
        let lines = response(
            [
                ("Content-Type", "application/hal+json"), ("Location", "https://api.example.com/x"), ("Date", "then"),
                ("Content-Length", "9"), ("Connection", "X-Hop"), ("X-Hop", "1"), ("Set-Cookie", "a=b"),
                ("Set-Cookie", "c=d"), ("Keep-Alive", "timeout=5"),
            ],
            body: body
        )
        #expect(
            lines == [
                "HTTP/1.1 200 OK", "Content-Type: application/hal+json", "Location: http://127.0.0.1:9000/x",
                "Date: then", "Set-Cookie: a=b", "Set-Cookie: c=d", "Content-Length: 89", "",
                #"{ "_links": {"a": {"href": "http://127.0.0.1:9000\/b"}}, "c": "https://api.example.com" }"#,
            ]
        )
    }

    @Test("A response without a body keeps its form, and that to HEAD its length")
    func bodiless() {
        let ok = "HTTP/1.1 200 OK"
        let date = [("Date", "d")]
        #expect(
            response(date + [("Content-Length", "9")], isHEAD: true) == [ok, "Date: d", "Content-Length: 9", "", ""]
        )
        #expect(response(date, isHEAD: true) == [ok, "Date: d", "", ""])
        #expect(response(date, status: 304) == ["HTTP/1.1 304 Not Modified", "Date: d", "", ""])
        #expect(response(date, status: 299) == ["HTTP/1.1 299 ", "Date: d", "Content-Length: 0", "", ""])
    }
}
