import HAL
import Testing

@testable import MockServing

struct NearMissesAPITests {
    @Test func namesTheMappingThatComesNearestToARequest() throws {
        let server = AdminFixture.withStation()
        let path = "/__admin/near-misses/request"
        let request = #"{"url": "/statoin", "method": "GET"}"#
        let strict = server.send("POST", path, request)
        #expect(strict.json["nearMisses"]?[0]?["checks"] == nil, "which strict clients of WireMock reject")
        let answer = server.send("POST", path + "?hypermock=true", request)
        let nearest = try #require(answer.json["nearMisses"]?[0])
        #expect(nearest["stubMapping"]?["name"] == "the station")
        #expect(nearest["request"]?["url"] == "/statoin")
        let distance = try #require(nearest["matchResult"]?["distance"]?.number?.double)
        #expect(distance > 0 && distance < 0.3)
        #expect(nearest["suggestion"]?.string?.hasPrefix("Only the url differs") == true)
        #expect(answer.json["nearMisses"]?.array?.count == 3)
    }

    @Test(arguments: [
        "{}", #"{"url": null, "headers": null, "cookies": {}}"#, #"{"method": "", "url": ""}"#,
        #"{"absoluteUrl": "http://localhost:8080/station", "method": "GET"}"#,
        #"{"url": "/a b\r\nX: y", "method": "G E T", "headers": {"A\nB": "c\r\nd", "": ""}, "body": "\u0000"}"#,
        #"{"url": "station?%zz", "headers": {"Content-Type": ["application/json", "x"]}, "bodyAsBase64": "AAA="}"#,
    ])
    func takesWhateverSomebodyHas(request: String) {
        let answer = AdminFixture.withStation().send("POST", "/__admin/near-misses/request", request)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.json["nearMisses"]?.array?.count == 3)
    }

    @Test(arguments: [
        ("", ""), ("[]", ""), (#"{"url": 1}"#, "/url"), (#"{"headers": []}"#, "/headers"),
        (#"{"adress": ""}"#, "/adress"),
        (#"{"headers": {"a/b": 1}}"#, "/headers/a~1b"), (#"{"bodyAsBase64": "!"}"#, "/bodyAsBase64"),
        (#"{"url": "/", "absoluteUrl": []}"#, "/absoluteUrl"), (#"{"bodyAsBase64": "", "body": 1}"#, "/body"),
        (#"{"cookies": 1}"#, "/cookies"),
    ])
    func saysWhereARequestIsWrong(request: String, pointer: String) {
        let answer = AdminFixture.withStation().send("POST", "/__admin/near-misses/request", request)
        #expect(answer.status == 422 && answer.pointer == pointer, "\(answer.text)")
    }

    @Test func namesTheRequestThatComesNearestToAPattern() throws {
        let server = AdminFixture.withStation()
        server.send("GET", "/station")
        server.send("POST", "/elsewhere")
        let pattern = #"{"method": "GET", "url": "/station/"}"#
        let answer = server.send("POST", "/__admin/near-misses/request-pattern", pattern)
        let nearest = try #require(answer.json["nearMisses"]?[0])
        #expect(nearest["request"]?["url"] == "/station")
        #expect(nearest["requestPattern"]?["url"] == "/station/")
        #expect(nearest["matchResult"]?["distance"]?.number?.double ?? 1 < 0.5)
    }

    @Test func takesTheURLAsItIsBelowTheAddress() {
        let request = #"{"url": "/purchases/2", "method": "GET"}"#
        let answers = ["", "/@t", "/~station"].map { address in
            AdminFixture.withStation().send("POST", address + "/__admin/near-misses/request", request).json
        }
        #expect(answers[0]["nearMisses"]?[0]?["stubMapping"]?["name"] == "the purchase")
        #expect(answers[0] == answers[1] && answers[0] == answers[2])
    }

    @Test func explainsEachUnmatchedRequest() {
        let server = AdminFixture.withStation()
        server.send("GET", "/station")
        server.send("GET", "/purchases/1")
        server.send("GET", "/statio")
        let misses = server.send("GET", "/__admin/requests/unmatched/near-misses?hypermock=true").json["nearMisses"]
        #expect(misses?[0]?["request"]?["url"] == "/statio" && misses?[0]?["stubMapping"]?["name"] == "the station")
        let purchase = misses?.array?.first { $0["request"]?["url"] == "/purchases/1" }
        #expect(purchase?["stubMapping"]?["name"] == "the purchase" && purchase?["scenarioState"] == "Started")
        #expect(purchase?["suggestion"]?.string?.contains("would match in state 'bought'") == true)
    }
}
