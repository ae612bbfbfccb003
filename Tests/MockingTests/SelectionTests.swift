import Documents
import HTTPTypes
import Matching
import Scenarios
import Testing

@testable import Mocking

@Suite struct SelectionTests {
    @Test(
        arguments: [
            ("GET /a", "path"), ("GET /a?x=1", "url"), ("GET /a?x=2", "path"), ("POST /a", "unmatched"),
            ("GET /things/7", "template"), ("GET /things/", "unmatched"), ("GET /things/7/parts", "unmatched"),
            ("GET /things/special", "literal"), ("GET /files/", "rest"), ("GET /files/a/b/c", "rest"),
            ("GET /files", "unmatched"), ("GET /reg/12", "path pattern"), ("GET /reg/12?q", "path pattern"),
            ("GET /reg/x", "unmatched"), ("GET /whole?n=3", "pattern"), ("GET /whole?n=x", "unmatched"),
            ("GET http://host/a", "path"), ("GET http://host:80/a?x=1", "url"), ("GET http://host", "home"),
            ("GET /", "home"), ("OPTIONS *", "star"), ("GET /caf%c3%a9", "coffee"), ("GET /%61", "path"),
            ("GET /x/%7eb%20c", "spaced"), ("GET /A", "unmatched"), ("GET /a/", "unmatched"),
        ]
    )
    func findsTheInteractionByItsURL(request: String, expected: String) throws {
        let engine = Engine(
            Interaction("", .get, .url("/a?x=1"), answers: "url"),
            Interaction("", .get, .urlPath("/a"), answers: "path"),
            Interaction("", .get, .urlPath("/things/special"), answers: "literal"),
            Interaction("", .get, .urlPathTemplate(try PathTemplate("/things/{id}")), answers: "template"),
            Interaction("", .get, .urlPathTemplate(try PathTemplate("/files/**")), answers: "rest"),
            Interaction("", .get, .urlPathPattern(try RegularExpression("/reg/[0-9]+")), answers: "path pattern"),
            Interaction("", .get, .urlPattern(try RegularExpression("/whole\\?n=[0-9]")), answers: "pattern"),
            Interaction("", .get, .urlPath("/"), answers: "home"),
            Interaction("", .oneOf([.options]), .url("*"), answers: "star"),
            Interaction("", .get, .urlPath("/café"), answers: "coffee"),
            Interaction("", .get, .urlPath("/x/%7Eb c"), answers: "spaced")
        )
        #expect(engine.outcome("\(request) HTTP/1.1\nHost: h\n\n") == expected)
    }

    @Test func takesTheLowestPriorityAndAmongEqualsTheEarlier() throws {
        let engine = Engine(
            Interaction("", .any, .any, priority: 10, answers: "fallback"),
            Interaction("", .get, .urlPath("/a"), answers: "earlier"),
            Interaction("", .get, .urlPathTemplate(try PathTemplate("/{x}")), answers: "later"),
            Interaction("", .get, .urlPathPattern(try RegularExpression("/b.*")), priority: 1, answers: "first")
        )
        #expect(engine.outcome("GET /a HTTP/1.1\n\n") == "earlier")
        #expect(engine.outcome("GET /c HTTP/1.1\n\n") == "later")
        #expect(engine.outcome("GET /b HTTP/1.1\n\n") == "first")
        #expect(engine.outcome("PUT /b HTTP/1.1\n\n") == "fallback")
    }

    @Test func takesTheEarlierOfSeveralTemplatesThatFit() throws {
        let engine = Engine(
            Interaction("", .any, .urlPathTemplate(try PathTemplate("/a/{x}/**")), priority: 9, answers: "rest"),
            Interaction("", .any, .urlPathTemplate(try PathTemplate("/{x}/b/{y}")), answers: "one"),
            Interaction("", .any, .urlPathTemplate(try PathTemplate("/a/{x}/c")), answers: "two"),
            Interaction("", .any, .urlPathTemplate(try PathTemplate("/{x}/{y}/c")), priority: 1, answers: "three") {
                $0.headers = [Named("X", .any(.equalTo("1", caseInsensitive: false)))]
            }
        )
        #expect(engine.outcome("GET /a/b/c HTTP/1.1\n\n") == "one")
        #expect(engine.outcome("GET /a/z/c HTTP/1.1\n\n") == "two")
        #expect(engine.outcome("GET /a/b/c HTTP/1.1\nX: 1\n\n") == "three")
        #expect(engine.outcome("GET /a/z/y/x HTTP/1.1\n\n") == "rest")
    }

    @Test func answersHEADAsGETUnlessThereIsAHEADInteraction() {
        let engine = Engine(
            Interaction("", .get, .urlPath("/a"), answers: "get a"),
            Interaction("", .any, .urlPath("/b"), answers: "any b"),
            Interaction("", .get, .urlPath("/c"), answers: "get c"),
            Interaction("", .head, .urlPath("/c"), answers: "head c"),
            Interaction("", .noneOf([.head]), .urlPath("/d"), answers: "not head"),
            Interaction("", .post, .urlPath("/e"), answers: "post")
        )
        let answers = ["a", "b", "c", "d", "e"].map { engine.outcome("HEAD /\($0) HTTP/1.1\n\n") }
        #expect(answers == ["get a", "any b", "head c", "unmatched", "unmatched"])
        #expect(engine.outcome("GET /c HTTP/1.1\n\n") == "get c")
    }

    @Test(arguments: [("PURGE", "named"), ("purge", "other"), ("GET", "other"), ("FOO", "unmatched")])
    func knowsUncommonMethods(method: String, expected: String) throws {
        let engine = Engine(
            Interaction("", .oneOf([try #require(.init("PURGE"))]), .any, answers: "named"),
            Interaction("", .noneOf([try #require(.init("FOO"))]), .any, answers: "other")
        )
        #expect(engine.outcome("\(method) / HTTP/1.1\n\n") == expected)
    }

    @Test(arguments: [10, 10_000])
    func findsEachOfManyInteractions(count: Int) throws {
        let interactions = try (0..<count).map { number in
            let url: URLPattern =
                switch number % 3 {
                case 0: .url("/things/\(number)?page=\(number)")
                case 1: .urlPath("/things/\(number)")
                case _: .urlPathTemplate(try PathTemplate("/things/\(number)/{part}"))
                }
            return Interaction("", .get, url, answers: "\(number)")
        }
        let engine = Engine([Scenario("many", interactions)])
        for number in stride(from: 0, to: count, by: max(1, count / 500)) {
            let target = ["/things/\(number)?page=\(number)", "/things/\(number)?x", "/things/\(number)/wheel"][
                number % 3
            ]
            #expect(engine.outcome("GET \(target) HTTP/1.1\n\n") == "\(number)")
        }
        #expect(engine.outcome("GET /things/\(count) HTTP/1.1\n\n") == "unmatched")
    }
}
