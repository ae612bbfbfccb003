import HAL
import HALClient
import Testing

struct ServerAddressTests {
    @Test(
        "server and API path meet in one slash",
        arguments: [
            ("http://a.example", "", "http://a.example/"), ("http://a.example/", "", "http://a.example/"),
            ("http://a.example", "v2", "http://a.example/v2/"), ("http://a.example/", "/v2/", "http://a.example/v2/"),
            ("http://a.example//", "//v2//", "http://a.example/v2/"),
            ("http://a.example:8080/root", "api/v2", "http://a.example:8080/root/api/v2/"),
            ("HTTPS://A.example:443", "a b", "https://a.example/a%20b/"),
            ("http://a.example/x/..", "./v2", "http://a.example/v2/"), ("http://[::1]:1", "v2", "http://[::1]:1/v2/"),
            (" http://a.example ", "a:b", "http://a.example/a:b/"),
        ]
    )
    func meetInOneSlash(server: String, path: String, base: String) throws {
        #expect(try ServerAddress(server, apiPath: path).baseURI == base)
    }

    @Test(
        "what is no server is refused",
        arguments: [
            ("", ""), ("a.example", ""), ("ftp://a.example", ""), ("http://", ""), ("http://u:s3cret@a.example", ""),
            ("http://a.example?x", ""), ("http://a.example#x", ""), ("http://a.example", "v2?x"),
            ("http://a.example", "v2#x"), ("http://a.example:0", ""),
        ]
    )
    func isRefused(server: String, path: String) {
        let error = #expect(throws: InvalidRequest.self) { try ServerAddress(server, apiPath: path) }
        #expect(error?.code == .address)
        #expect(error?.message.contains("s3cret") == false)
    }

    @Test(
        "targets lie below the API path, and with a slash below the server",
        arguments: [
            ("users", "http://a.example/v2/users"), ("./users?x=1", "http://a.example/v2/users?x=1"),
            ("/users", "http://a.example/users"), ("", "http://a.example/v2/"),
            ("http://b.example", "http://b.example/"),
        ]
    )
    func targetsLieBelow(target: String, url: String) async throws {
        let base = try ServerAddress("http://a.example", apiPath: "v2").baseURI
        let configuration = HypermediaClient.Configuration(baseURI: base)
        #expect(await RequestBuilderTests.sent(Target(target), configuration: configuration).request?.url == url)
    }
}
