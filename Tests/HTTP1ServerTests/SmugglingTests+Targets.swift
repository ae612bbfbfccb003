extension SmugglingTests {
    /// Forms of a request target (RFC 9112 §3.2).
    static let targets: [WireCase] =
        [
            "http:///", "http://", "http://:80/", "http://?a", "http://host:99999/", "http://host:65536",
            "http://host:x/", "http://user@host/", "http://[::1/", "http://a%/", "http://#a", "ftp://host/",
            "ws://host/",
            "httpx://host/", "file:///etc/passwd", "http:/a", "http:a", "*a", "*/", "**", "a", "a:1",
        ].map { .refused("GET \($0)", "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n") }
        + ["GET", "HEAD", "POST", "options", "CONNECT"].map {
            .refused("\($0) *", "\($0) * HTTP/1.1\r\nHost: x\r\n\r\n")
        }
        + ["a", "a:", ":1", "a:65536", "/", "http://a/"].map {
            .refused("CONNECT \($0)", "CONNECT \($0) HTTP/1.1\r\nHost: x\r\n\r\n")
        }
        + [
            "http://a", "HTTP://a/b", "https://a:443/", "http://a:/", "http://a?b", "http://[::1]:80/",
            "http://a:65535/",
        ].map { .served("GET \($0)", "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n", "GET \($0)") }
        + [
            .refused("an absolute target of HTTP/1.0", "GET http:/// HTTP/1.0\r\n\r\n"),
            .served("CONNECT to an address", "CONNECT [::1]:443 HTTP/1.1\r\nHost: x\r\n\r\n", "CONNECT [::1]:443"),
        ]
}
