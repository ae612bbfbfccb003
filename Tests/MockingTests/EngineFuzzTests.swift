import Documents
import HAL
import Matching
import Messages
import Scenarios
import SeededRandom
import Testing

@testable import Mocking

/// Mutated requests, the same in each run: nothing traps, and two engines agree.
@Suite struct EngineFuzzTests {
    private static let pieces = [
        "/", "~", "@", ":", "?", "&", "=", "%", "%2", "%41", "%zz", "%00", "+", "..", "a", "fuel", "é", "\u{0}",
        "\u{7F}", "{", "}", "*",
        "http://", "[::1]", "__admin", "#", "\"", "\\", "<", ">", ",", ";", "q=0.", "Basic ", "application/json",
        "\u{1F600}",
    ]

    private func engine() throws -> Engine {
        let anything = try RegularExpression(".*")
        let link = ResponseDefinition(body: .json(["_links": ["self": ["href": "https://o.test/x"]]]))
        var interactions = [
            Interaction("a", .get, .urlPath("/a"), answers: "a"),
            Interaction("b", .any, .urlPathTemplate(try PathTemplate("/fuel/{id}/**"))).with([link]),
            Interaction("c", .any, .urlPattern(try RegularExpression("/f.*\\?a=.*")), answers: "c"),
            Interaction("d", .any, .url("/%41?a=b"), answers: "d"),
            Interaction("e", .any, .any, answers: "e") {
                $0.headers = [Named("x", .hasExactly([.contains("a"), .absent])), Named("y", .any(.absent))]
                $0.queryParameters = [Named("a", .any(.matches(anything)))]
                $0.cookies = [Named("a", .contains("a"))]
                $0.formParameters = [Named("a", .any(.contains("a")))]
                $0.host = .contains("a")
            },
        ]
        interactions.append(
            Interaction("f", .post, .urlPath("/a")) {
                $0.bodyPatterns = [.equalToJSON(["a": 1], ignoreArrayOrder: true, ignoreExtraElements: true)]
            }
        )
        return Engine([Scenario("fuel", origin: "https://o.test", interactions)])
    }

    private func text(_ generator: inout SeededGenerator, _ longest: Int) -> String {
        let count = Int.random(in: 0...longest, using: &generator)
        return (0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func survivesMutatedRequests(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let names = ["Host", "Accept", "X", "Y", "Cookie", "Authorization", "Content-Type", ""]
        let (one, other) = (try engine(), try engine())
        for _ in 0..<500 {
            var request = "\(["GET", "HEAD", "POST", "p", "\u{0}"].randomElement(using: &generator) ?? "") "
            request += Bool.random(using: &generator) ? "/" : ""
            request += text(&generator, 8) + " HTTP/1.1\n"
            for _ in 0..<Int.random(in: 0..<4, using: &generator) {
                request += "\(names.randomElement(using: &generator) ?? ""): \(text(&generator, 5))\n"
            }
            request += "\n" + text(&generator, 6)
            #expect(one.outcome(request) == other.outcome(request), "\(request)")
            switch one.respond(to: Request(request)) {
            case .unmatched(let diagnosis):
                _ = try JSONValue(parsing: diagnosis.json) == .null || diagnosis.text.isEmpty
            case .unknownAddress(let error): _ = try JSONValue(parsing: error.json) == .null || error.text.isEmpty
            case .mock(let reply): #expect(reply.response.headLength <= reply.response.message.count)
            case .administration: break
            }
        }
    }

    @Test func survivesMutatedJSONBodiesOfResponses() throws {
        var generator = SeededGenerator(seed: 9)
        let original = Array(
            #"{"_links":{"a":[{"href":"https:\/\/o.test/x"}],"curies":[{"href":"/c"}]},"_embedded":[{"location":"/p"}]}"#
                .utf8
        )
        let finder = LinkFinder(LinkOrigins("https://o.test", other: "https://p.test"))
        for _ in 0..<4000 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let text = LinkTemplate(bytes, finder.links(inJSON: bytes))
            let base = LinkBase(scheme: .http, authority: Array("h".utf8), prefix: Array("/@t".utf8)) { _ in nil }
            let isJSON = (try? JSONValue(parsing: bytes)) != nil
            #expect(((try? JSONValue(parsing: text.spliced(base))) != nil) == isJSON)
        }
    }
}
