import HAL
import Messages
import Support
import Testing

@testable import MockServing

@Suite struct CrossOriginTests {
    private static let mapping = #"""
        {"mappings": [
          {"request": {"urlPath": "/a", "method": "ANY"}, "response": {"body": "yes"}},
          {"request": {"urlPath": "/own"},
           "response": {"body": "own", "headers": {"Access-Control-Allow-Origin": "https://own.example"}}}
        ]}
        """#
    private static let origin = "Origin: https://o.example"

    private func server(_ isOn: Bool = true) -> AdminFixture {
        AdminFixture(["a.json": Self.mapping], features: ServerFeatures(crossOrigin: isOn ? CrossOrigin() : nil))
    }

    @Test("Stub and unmatched request", arguments: [("/a", 200), ("/nope", 404)])
    func opensAnswers(path: String, status: Int) {
        let answer = server().send("GET", path, fields: [Self.origin])
        #expect(answer.status == status && answer.response?["access-control-allow-origin"] == "https://o.example")
        #expect(answer.response?["access-control-allow-credentials"] == "true")
        #expect(answer.response?["vary"] == "Origin")
    }

    @Test("The admin API allows no cross-origin requests", arguments: ["/__admin/mappings", "/~a@t/__admin/mappings"])
    func leavesTheAdminAPIClosed(path: String) {
        let own = server().send("GET", path, fields: ["Origin: http://localhost:8080"])
        #expect(own.status == 200 && own.response?["access-control-allow-origin"] == nil)
        let other = server().send("GET", path, fields: [Self.origin])
        #expect(other.status == 403 && other.response?["access-control-allow-origin"] == nil)
        let preflight = ["Origin: http://localhost:3000", "Access-Control-Request-Method: POST"]
        let answer = server().send("OPTIONS", path, fields: preflight)
        #expect(answer.status == 405 && answer.response?["access-control-allow-origin"] == nil)
    }

    @Test func saysNothingWhereNobodyAsks() {
        #expect(server().send("GET", "/a").response?["access-control-allow-origin"] == nil)
        #expect(server(false).send("GET", "/a", fields: [Self.origin]).response?["access-control-allow-origin"] == nil)
    }

    @Test func leavesWhatTheAnswerSays() {
        let answer = server().send("GET", "/own", fields: [Self.origin])
        let lines = answer.response?.fields.filter { $0.lowercased().hasPrefix("access-control-allow-origin") }
        #expect(lines == ["Access-Control-Allow-Origin: https://own.example"])
    }

    @Test("Whether or not there is a stub, and without an entry in the journal", arguments: ["/a", "/nope"])
    func answersPreflights(path: String) {
        let server = server()
        let answer = server.send(
            "OPTIONS",
            path,
            fields: [Self.origin, "Access-Control-Request-Method: PUT", "Access-Control-Request-Headers: X-A, b"]
        )
        #expect(answer.status == 200 && answer.text.isEmpty)
        #expect(answer.response?["access-control-allow-origin"] == "https://o.example")
        #expect(answer.response?["access-control-allow-methods"] == "OPTIONS,GET,POST,PUT,PATCH,DELETE")
        #expect(answer.response?["access-control-allow-headers"] == "X-A, b")
        #expect(answer.response?["access-control-max-age"] == "1800")
        #expect(server.send("GET", "/__admin/requests").json["requests"] == [])
    }

    @Test func doesNotAllowOtherMethods() {
        let answer = server().send("OPTIONS", "/a", fields: [Self.origin, "Access-Control-Request-Method: FOO"])
        #expect(answer.status == 200 && answer.response?["access-control-allow-origin"] == nil)
    }

    @Test("OPTIONS without a preflight's fields is an ordinary request")
    func plainOptions() {
        #expect(server().send("OPTIONS", "/a", fields: [Self.origin]).text == "yes")
    }
}
