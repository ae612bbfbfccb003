import Messages
import Testing

@testable import MockServing

struct UpstreamTargetsTests {
    private func reason(_ url: String, hosts: [String] = [], method: String = "POST") throws -> String? {
        let targets = try UpstreamTargets(hosts: hosts)
        do throws(UpstreamFailure) {
            _ = try targets.checked(OutgoingRequest(method: method, url: url), ownPorts: [8080, 8443])
            return nil
        } catch {
            return error.reason
        }
    }

    @Test(
        "Loopback addresses are allowed, except the ports of this server",
        arguments: [
            "http://localhost:9000/a?b=c", "http://LOCALHOST/", "http://127.0.0.1:1", "http://127.1.2.3:80/",
            "https://[::1]:9443/",
        ]
    )
    func loopback(url: String) throws {
        #expect(try reason(url) == nil)
    }

    @Test(
        "Everything else is not",
        arguments: [
            "http://localhost:8080/", "http://127.0.0.1:8080/", "http://127.9.9.9:8443/", "http://[::1]:8080/",
            "http://example.com/", "http://10.0.0.1/", "http://169.254.169.254/latest", "http://0.0.0.0:9000/",
            "http://127.1:9000/", "http://2130706433/", "http://0x7f.0.0.1/", "http://[::ffff:127.0.0.1]/",
            "http://localhost.example.com/", "http://127.0.0.1.example.com/", "http://a@localhost:9000/",
            "http://localhost:9000@example.com/", "http://example.com#@localhost/", "http://example.com\\@localhost/",
            "http://localhost%2eexample.com/", "ftp://localhost/", "file:///etc/passwd", "localhost:9000", "/hook", "",
            "http://", "http://localhost:99999/", "http://localhost:0/", "http://\u{ff11}27.0.0.1/",
        ]
    )
    func others(url: String) throws {
        #expect(try reason(url) != nil)
    }

    @Test("Hosts of the list are allowed, with all ports or with one")
    func hosts() throws {
        let hosts = ["app", "Hooks.local:8081"]
        #expect(try reason("http://app/", hosts: hosts) == nil && reason("https://APP:8080/", hosts: hosts) == nil)
        #expect(try reason("http://hooks.local:8081/", hosts: hosts) == nil)
        #expect(try reason("http://hooks.local/", hosts: hosts) != nil)
        for invalid in ["", "a/b", "http://a", "a@b", "a:0", "a:b", "a b", "*"] {
            #expect(throws: UpstreamFailure.self) { try UpstreamTargets(hosts: [invalid]) }
        }
    }

    @Test("Fields of the connection are left out, Via is added, and invalid ones are rejected")
    func fields() throws {
        var request = OutgoingRequest(method: "POST", url: "HTTP://LocalHost:80/a b#c")
        request.fields = [("Host", "x"), ("content-length", "9"), ("X-A", "1"), ("Transfer-Encoding", "chunked")]
        let checked = try UpstreamTargets().checked(request, ownPorts: [])
        #expect(checked.fields.map { "\($0.name): \($0.value)" } == ["X-A: 1", "Via: 1.1 hypermock"])
        #expect(checked.url == "http://localhost/a%20b")
        for field in [("X A", "1"), ("X", "1\r\nY: 2"), ("", "")] {
            request.fields = [field]
            #expect(throws: UpstreamFailure.self) { try UpstreamTargets().checked(request, ownPorts: []) }
        }
        #expect(try reason("http://localhost/", method: "CONNECT") != nil)
        #expect(try reason("http://localhost/", method: "A B") != nil)
    }
}
