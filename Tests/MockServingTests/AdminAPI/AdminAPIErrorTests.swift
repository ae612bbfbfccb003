import HAL
import SeededRandom
import Support
import Testing

@testable import MockServing

/// Errors of the admin API have its form, whatever is sent.
struct AdminAPIErrorTests {
    private static let id = "11111111-1111-4111-8111-111111111111"

    /// Every route, with values for the parameters of its path.
    private static let calls = AdminAPI.routes.map { route in
        (
            route,
            route.path.replacing("{id}", with: id).replacing("{name}", with: "buying").replacing("{path...}", with: "a")
        )
    }

    @Test func everyRouteAnswersAsItSays() {
        for (route, path) in Self.calls {
            let answer = AdminFixture.withStation().send(route.method, "/__admin" + path, "{}")
            #expect(route.statuses.contains(answer.status), "\(route.method) \(path): \(answer.status)")
        }
    }

    @Test func noBodyMakesItFail() {
        var generator = SeededGenerator(seed: 291_410)
        let bodies: [[UInt8]] =
            ["", "{", "[]", "null", "\"\"", "{\"\\ud800\": 1}", "{\"a\":1}}", "\u{FEFF}{}", "1e999"].map {
                Array($0.utf8)
            }
            + [[0xFF, 0xFE], [0x7B, 0xC3, 0x28, 0x7D], Array(repeating: UInt8(ascii: "["), count: 100_000)]
            + (0..<20).map { _ in (0..<40).map { _ in UInt8.random(in: 0...255, using: &generator) } }
        for (route, path) in Self.calls where route.body != nil && route.body != .bytes {
            for body in bodies {
                let answer = AdminFixture.withStation().send(route.method, "/__admin" + path, body: body)
                #expect(
                    route.statuses.contains(answer.status),
                    "\(route.method) \(path) \(body.prefix(20)): \(answer.text)"
                )
                #expect(answer.status < 400 || answer.error?["title"] != nil)
            }
        }
    }

    @Test(arguments: [
        ("GET", "/requests?limit=-1", 400, "/query/limit"), ("GET", "/requests?limit=x", 400, "/query/limit"),
        ("GET", "/requests?offset=99999999999999999999", 400, "/query/offset"),
        ("GET", "/requests?since=yesterday", 400, "/query/since"),
        ("GET", "/requests?unmatched=1", 400, "/query/unmatched"),
        ("GET", "/requests?matchingStub=7", 400, "/query/matchingStub"),
        ("GET", "/mappings?offset=x", 400, "/query/offset"),
        ("GET", "/mappings?limit=%FF", 400, "/query/limit"), ("GET", "/mappings/7", 400, "/path/id"),
        ("DELETE", "/mappings/%00", 400, "/path/id"), ("GET", "/requests/1", 400, "/path/id"),
        ("PUT", "/mappings/not-a-uuid-at-all", 422, ""),
    ])
    func saysWhichParameterIsWrong(method: String, path: String, status: Int, pointer: String) {
        let answer = AdminFixture.withStation().send(method, "/__admin" + path)
        #expect(answer.status == status && answer.pointer == pointer, "\(answer.text)")
    }

    @Test(arguments: [
        ("GET", "/nothing"), ("GET", "/mappings/a/b"), ("GET", "/%2e%2e"), ("PATCH", "/nothing"),
    ])
    func answersWhatIsNotThereWith404(method: String, path: String) {
        let answer = AdminFixture().send(method, "/__admin" + path)
        #expect(answer.status == 404 && answer.error?["title"] == "No such resource of the admin API")
    }

    @Test(arguments: [
        ("BREW", "/mappings", "GET, POST, DELETE, HEAD"), ("PATCH", "", "GET, HEAD"),
        ("DELETE", "/health", "GET, HEAD"),
        ("PUT", "/mappings/edit", "POST"), ("GET", "/requests/count", "POST"),
        ("POST", "/requests/unmatched", "GET, HEAD"),
        ("POST", "/mappings/7", "GET, PUT, DELETE, HEAD"), ("TRACE", "/files/a/b", "GET, PUT, DELETE, HEAD"),
    ])
    func namesTheMethodsOfAPath(method: String, path: String, methods: String) {
        let answer = AdminFixture().send(method, "/__admin" + path)
        #expect(answer.status == 405 && answer.response?.fields.contains("Allow: \(methods)") == true, "\(answer.text)")
        #expect(answer.error?["detail"]?.string == "allowed: \(methods)")
    }

    @Test(arguments: [
        (#"{"mappings": [], "$schema": {}}"#, "/$schema"), (#"{"mappings": [], "meta": 1}"#, "/meta"),
        (#"{"mappings": [{"$schema": []}]}"#, "/mappings/0/$schema"), (#"{"mappings": null}"#, ""),
    ])
    func readsNothingPastItsType(document: String, pointer: String) {
        let answer = AdminFixture().send("POST", "/__admin/mappings/import", document)
        #expect(answer.status == 422 && answer.pointer == pointer, "\(answer.text)")
    }

    @Test func refusesEncodedAndOversizedBodies() {
        let server = AdminFixture()
        let encoded = server.send("POST", "/__admin/mappings", fields: ["Content-Encoding: br"], "{}")
        #expect(encoded.status == 415 && encoded.error?["code"] == 10)
        let large = Array(repeating: UInt8(ascii: " "), count: (16 << 20) + 1)
        #expect(server.send("POST", "/__admin/mappings", body: large).status == 413)
    }
}
