import Documents
import HAL
import HTTPTypes
import Matching
import Messages
import Scenarios
import Testing

@testable import Mocking

@Suite struct DiagnosisTests {
    private func at(_ line: Int, _ interaction: Interaction) -> Interaction {
        var copy = interaction
        copy.location = SourceLocation(file: "fuel.yaml", line: line, column: 3)
        return copy
    }

    private func station(_ change: (inout RequestPattern) -> Void = { _ in }) -> Engine {
        Engine(
            at(12, Interaction("the station", .get, .urlPath("/fuelstations/fs1"), answers: "x", change)),
            at(30, Interaction(nil, .post, .url("/purchase-logs?page=1"), answers: "y"))
        )
    }

    private static func accept(_ pattern: inout RequestPattern) {
        pattern.headers = [Named("Accept", .any(.contains("hal+json")))]
    }

    @Test func isTextThatPeopleCanRead() {
        let text = station(Self.accept).diagnosis(
            "GET /fuelstations/fs1/ HTTP/1.1\nAccept: application/hal+json, text/plain\n\n"
        )?.text
        #expect(
            text == """
                No interaction matches GET /fuelstations/fs1/

                Nearest of 2 interactions at /

                1. the station  (fuel.yaml:12)
                   ✓ method         is        GET
                   ✗ url            urlPath   /fuelstations/fs1
                                    got       /fuelstations/fs1/
                                    hint      it would match without the trailing slash
                   ✓ header Accept  contains  hal+json
                   → Only the url differs: it would match without the trailing slash.

                To match it, add this to the interactions of a scenario:

                  - name: GET /fuelstations/fs1/
                    request:
                      method: GET
                      url: /fuelstations/fs1/
                    response:
                      status: 200
                      jsonBody: {"_links":{"self":{"href":"/fuelstations/fs1/"}}}

                """
        )
    }

    @Test func isProblemDetailsForThoseWhoAcceptJSON() throws {
        let diagnosis = try #require(
            station(Self.accept).diagnosis("GET /fuelstations/fs1 HTTP/1.1\nAccept: application/json\n\n")
        )
        #expect(diagnosis.contentType == "application/problem+json" && diagnosis.body == diagnosis.json)
        let problem = try JSONValue(parsing: diagnosis.json)
        #expect(problem["status"] == 404)
        #expect(problem["title"] == "No interaction matches the request")
        #expect(problem["request"] == ["method": "GET", "target": "/fuelstations/fs1", "address": "/"])
        let nearest = try #require(problem["nearest"]?[0])
        #expect(nearest["interaction"] == "the station")
        #expect(nearest["source"] == "fuel.yaml:12")
        #expect(nearest["suggestion"] == "Only the header Accept differs: contains hal+json.")
        #expect(
            nearest["checks"]?[2] == [
                "field": "header Accept", "operator": "contains", "expected": "hal+json", "actual": "application/json",
                "verdict": "fails",
            ]
        )
        #expect(
            problem["detail"]
                == "GET /fuelstations/fs1 matches no interaction; the nearest is 'the station' (fuel.yaml:12:3): Only the header Accept differs: contains hal+json."
        )
    }

    @Test(
        arguments: [
            ("application/json", true), ("application/hal+json", true), ("application/problem+json", true),
            ("application/hal+json;q=0.5", true),
            ("application/*", true),
            ("*/*", false), ("", false), ("text/html, */*;q=0.8", false), ("text/plain, application/json;q=0.5", false),
            ("application/json;q=0", false), ("application/vnd.x-v1+json, */*", true), ("\"", false), (",,;;", false),
        ]
    )
    func choosesTheFormByAccept(accept: String, prefersJSON: Bool) {
        #expect(station().diagnosis("GET /x HTTP/1.1\nAccept: \(accept)\n\n")?.form == (prefersJSON ? .json : .text))
    }

    @Test(
        arguments: [
            ("POST /fuelstations/fs1", "Only the method differs: is GET, not POST."),
            ("get /fuelstations/fs1", "Only the method differs: is GET, not get."),
            ("GET /FuelStations/fs1", "Only the url differs: differs only in case."),
            ("GET /fuelstations/fs2", "Only the url differs: urlPath /fuelstations/fs1."),
            ("POST /purchase-logs?x=2&page=1", "Only the url differs: the path matches, the query does not."),
            ("POST /purchase-logs", "Only the url differs: the path matches; 'url' also compares the query."),
        ]
    )
    func suggestsWhatWouldHelp(request: String, suggestion: String) {
        #expect(station().diagnosis("\(request) HTTP/1.1\n\n")?.nearest.first?.suggestion == suggestion)
    }

    @Test func noticesTheOrderOfTheQuery() {
        let engine = Engine(Interaction("", .any, .url("/a?x=1&y=2")))
        let suggestion = engine.diagnosis("GET /a?y=2&x=1 HTTP/1.1\n\n")?.nearest.first?.suggestion
        #expect(suggestion?.contains("the same parameters in another order") == true)
    }

    @Test func noticesAMissingHeader() {
        let suggestion = station(Self.accept).diagnosis("GET /fuelstations/fs1 HTTP/1.1\n\n")?.nearest.first?.suggestion
        #expect(suggestion == "Only the header Accept is missing: contains hal+json.")
    }

    @Test(
        arguments: [
            (#"{"price":"2.890"}"#, #"at $.price: expected 2.890, got "2.890" (a string instead of a number)"#),
            (#"{"price":2.891}"#, "at $.price: expected 2.890, got 2.891"), (#"{}"#, "at $: 'price' is missing"),
            (#"{"price":2.89,"x":1}"#, "at $: 'x' is unexpected"),
            ("{\n \"price\" 2}", "the value is not valid JSON: line 2, column 10: "),
            ("price", "the value is not valid JSON: line 1"),
            ("[1]", "at $: expected"),
        ]
    )
    func findsTheDifferenceInAJSONBody(body: String, hint: String) throws {
        let value = try JSONValue(parsing: #"{"price":2.890}"#)
        let engine = Engine(
            Interaction("", .any, .any) {
                $0.bodyPatterns = [.equalToJSON(value, ignoreArrayOrder: false, ignoreExtraElements: false)]
            }
        )
        let found = engine.diagnosis("POST / HTTP/1.1\n\n\(body)")?.nearest.first?.checks.first?.hint
        #expect(found?.hasPrefix(hint) == true, "\(found ?? "nothing")")
    }

    @Test func namesTheKeywordOfASchemaThatFails() throws {
        let schema = try JSONSchema(try JSONValue(parsing: #"{"properties": {"price": {"type": "number"}}}"#))
        let engine = Engine(Interaction("", .any, .any) { $0.bodyPatterns = [.matchesJSONSchema(schema)] })
        let check = engine.diagnosis("POST / HTTP/1.1\n\n{\"price\":\"2\"}")?.nearest.first?.checks.first
        #expect(check?.operation == "matchesJsonSchema")
        #expect(check?.hint == "/price: must be a number, not a string (schema /properties/price/type)")
    }

    @Test func saysWhenOnlyTheStateStandsInTheWay() {
        let engine = Engine(
            Interaction("filled", .get, .urlPath("/log"), answers: "").inState("log", "filled"),
            Interaction("other", .get, .urlPath("/logs"), answers: "")
        )
        let nearest = engine.diagnosis("GET /log HTTP/1.1\n\n")?.nearest.first
        #expect(nearest?.score == 1)
        #expect(
            nearest?.suggestion
                == "Only the state prevents a match: would match in state 'filled'; scenario 'log' is in 'Started'."
        )
    }

    @Test func saysWhenTheSequenceIsOver() {
        let engine = Engine(Interaction("once", .get, .urlPath("/x")).with([ResponseDefinition()], .noMatch))
        #expect(engine.reply("GET /x HTTP/1.1\n\n") != nil)
        let suggestion = engine.diagnosis("GET /x HTTP/1.1\n\n")?.nearest.first?.suggestion
        #expect(
            suggestion?.hasPrefix("Only the state prevents a match: all responses of the sequence have been served")
                == true
        )
    }

    @Test func saysWhichRequestAdvancedTheStateLast() throws {
        let engine = Engine(
            Interaction("fill", .post, .urlPath("/log")).inState("log", nil, next: "filled"),
            Interaction("empty", .get, .urlPath("/log")).inState("log", "Started")
        )
        _ = engine.reply("GET /log HTTP/1.1\n\n")
        _ = engine.reply("POST /log HTTP/1.1\n\n")
        let check = try #require(engine.diagnosis("GET /log HTTP/1.1\n\n")?.nearest.first?.failures.first)
        #expect(check.lastAdvancedBy == 2)
        #expect(check.hint?.hasSuffix("is in 'filled'; last advanced by request #2, POST /log") == true)
        #expect(check.json["lastAdvancedBy"] == 2)
    }

    @Test func namesNoRequestWhenTheStateWasSetByOtherMeans() {
        let engine = Engine(
            Interaction("fill", .post, .urlPath("/log")).inState("log", nil, next: "filled"),
            Interaction("full", .get, .urlPath("/log")).inState("log", "filled")
        )
        _ = engine.reply("POST /log HTTP/1.1\n\n")
        engine.root.resetState()
        #expect(engine.diagnosis("GET /log HTTP/1.1\n\n")?.nearest.first?.failures.first?.lastAdvancedBy == nil)
    }

    @Test func saysWhichRequestTookTheLastOfASequence() {
        let engine = Engine(
            Interaction("once", .get, .urlPath("/x")).with([ResponseDefinition()], .noMatch),
            Interaction("other", .get, .urlPath("/y"))
        )
        for path in ["/~test@t/x", "/x", "/y"] { _ = engine.reply("GET \(path) HTTP/1.1\n\n") }
        let check = engine.diagnosis("GET /x HTTP/1.1\n\n")?.nearest.first?.failures.first
        #expect(check?.lastAdvancedBy == 2)
        #expect(check?.hint?.hasSuffix("; last advanced by request #2, GET /x") == true)
    }

    @Test func looksThroughOnlySoMuchOfTheJournal() {
        let engine = Engine(
            Interaction("once", .get, .urlPath("/x")).with([ResponseDefinition()], .noMatch),
            Interaction("other", .get, .urlPath("/y"))
        )
        _ = engine.reply("GET /x HTTP/1.1\n\n")
        for _ in 1...3000 { _ = engine.reply("GET /y HTTP/1.1\n\n") }
        #expect(engine.diagnosis("GET /x HTTP/1.1\n\n")?.nearest.first?.failures.first?.lastAdvancedBy == nil)
    }

    @Test func looksPastTheURL() {
        let engine = Engine(
            Interaction("same URL, all else wrong", .post, .urlPath("/fuel")) {
                $0.headers = ["A", "B", "C"].map { Named($0, .any(.equalTo("1", caseInsensitive: false))) }
            },
            Interaction("slash", .get, .urlPath("/fuel/")) {
                $0.headers = ["D", "E", "F"].map { Named($0, .any(.equalTo("1", caseInsensitive: false))) }
            }
        )
        let nearest = engine.diagnosis("GET /fuel HTTP/1.1\nD: 1\nE: 1\nF: 1\n\n")?.nearest
        #expect(nearest?.map(\.name) == ["slash", "same URL, all else wrong"])
    }

    @Test("A path without the tilde of its scenario gets a hint")
    func noticesAForgottenTilde() throws {
        let engine = Engine([Scenario("nm", isRoot: true, [Interaction("", .get, .urlPath("/orders/8"))])])
        let diagnosis = try #require(engine.diagnosis("GET /nm/orders/7?x=1 HTTP/1.1\n\n"))
        let hint = "the scenario 'nm' has the address /~nm: did you mean /~nm/orders/7?x=1?"
        #expect(diagnosis.hint == hint && diagnosis.summary.contains(hint) && diagnosis.text.contains("→ \(hint)\n"))
        #expect(try JSONValue(parsing: diagnosis.json)["hint"] == .string(hint))
        #expect(engine.diagnosis("GET /nmx/orders HTTP/1.1\n\n")?.hint == nil)
    }

    @Test("An interaction that has nothing to do with the request is not reported beside the nearest")
    func leavesOutTheUnrelated() throws {
        let engine = Engine(
            Interaction("once", .get, .urlPath("/once")),
            Interaction("orders", .get, .urlPath("/orders")),
            Interaction("order", .post, .urlPath("/orders"))
        )
        #expect(engine.diagnosis("GET /order HTTP/1.1\n\n")?.nearest.map(\.name) == ["orders", "order"])
    }

    @Test("A pattern that gives up fails, and the explanation says so", arguments: [true, false])
    func saysThatAPatternGaveUp(isWanted: Bool) throws {
        let expression = try RegularExpression("(a+)+$")
        let matcher = isWanted ? Matcher.matches(expression) : .doesNotMatch(expression)
        let engine = Engine(Interaction("", .any, .any) { $0.headers = [Named("X", .any(matcher))] })
        let value = String(repeating: "a", count: 60) + "!"
        let check = engine.diagnosis("GET / HTTP/1.1\nX: \(value)\n\n")?.nearest.first?.checks.first
        #expect(check?.verdict == .fails)
        #expect(check?.hint == "the pattern exceeded 100000 steps; simplify its repetitions")
    }

    @Test("The explanation of values that make patterns backtrack stays within its budget")
    func isBounded() throws {
        let patterns = [
            ".*foo.*bar.*baz.*", #".*"name".*"id".*"price".*"#, #".*application/.*json.*version=2.*"#, "(a+)+$",
            "(?:.*a){9}.*b",
        ]
        let interactions = try (0..<40).map { number in
            let expression = try RegularExpression(patterns[number % patterns.count])
            return Interaction("\(number)", .get, .urlPathPattern(try RegularExpression("/(h+)+(\(number)|!)"))) {
                $0.headers = [Named("X", .any(.matches(expression))), Named("Y", .any(.matches(expression)))]
                $0.bodyPatterns = [.matches(expression)]
            }
        }
        let mount = Engine([Scenario("test", interactions)]).root
        let value = String(repeating: "foobar", count: 166) + String(repeating: "a", count: 60) + "!"
        let request = Request(
            "GET /\(String(repeating: "h", count: 60)) HTTP/1.1\nX: \(value)\nY: \(value)\n\n\(value)"
        )
        let budget = ExplanationBudget()
        let diagnosis = DiagnosisBuilder(mount, request, RequestTarget(request.head, request.target), budget).build()
        #expect(!diagnosis.nearest.isEmpty && budget.left >= 0)
        #expect(diagnosis.text.utf8.count < 20_000)
        let poor = ExplanationBudget(10)
        let checks = DiagnosisBuilder(mount, request, RequestTarget(request.head, request.target), poor).build()
            .nearest.flatMap(\.checks)
        #expect(checks.contains { $0.verdict == .notExamined } && poor.left >= 0)
    }

    @Test("An explanation examines each header as if nothing else had been; a verdict is the server's")
    func effortForABodyLeavesHeadersAsTheyAre() {
        var pattern = RequestPattern()
        pattern.headers = [Named("X", .any(.equalTo("a", caseInsensitive: false)))]
        pattern.bodyPatterns = [.equalToJSON([1, 2], ignoreArrayOrder: false, ignoreExtraElements: false)]
        let request = Request("POST / HTTP/1.1\nX: a\n\n[1,2]")
        let target = RequestTarget(request.head, request.target)
        let decoded = DecodedRequest(request, target, budget: EvaluationBudget(steps: 0))
        #expect(!decoded.spend(bytes: 1 << 20) && decoded.budget.isExhausted)
        for (purpose, expected) in [(InteractionChecks.Purpose.explanation(), true), (.verdict, false)] {
            let checks = InteractionChecks(pattern, decoded, ExplanationBudget(), purpose).all
            #expect(checks.map { $0.verdict == .holds } == [expected, false], "\(checks)")
        }
    }

    @Test("A budget is used up once")
    func countsSteps() {
        let budget = ExplanationBudget(10)
        #expect(budget.takes(7) && !budget.takes(4) && budget.takes(3) && !budget.takes(1) && budget.left == 0)
    }

    @Test func putsNoControlCharactersIntoATerminal() throws {
        let diagnosis = try #require(station().diagnosis("GET /\u{1B}[31m\u{202E} HTTP/1.1\n\n"))
        #expect(!diagnosis.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
        #expect(diagnosis.target == "/\\u{1b}[31m\\u{202e}")
    }

    @Test func cutsWhatIsTooLong() throws {
        let long = String(repeating: "a", count: 60_000)
        let diagnosis = try #require(
            station(Self.accept).diagnosis("GET /\(long) HTTP/1.1\nAccept: \(long)\n\n\(long)")
        )
        #expect(diagnosis.text.utf8.count < 5000)
    }

    @Test func findsTheNearestOfMany() {
        let interactions = (0..<5000).map { Interaction("\($0)", .get, .urlPath("/things/number\($0)/parts")) }
        let engine = Engine([Scenario("many", interactions)])
        let targets = [
            "/things/number4321/part", "/thing/number4321/parts", "/things/number4321/parts/",
            "/thing/number4321/parts?page=2",
        ]
        for target in targets {
            #expect(engine.diagnosis("GET \(target) HTTP/1.1\n\n")?.nearest.first?.name == "4321", "\(target)")
        }
    }

    @Test func saysThatThereIsNothing() {
        let text = Engine([]).diagnosis("GET / HTTP/1.1\n\n")?.text
        #expect(
            text?.hasPrefix("No interaction matches GET /\n\nThere are no interactions at /\n\nTo match it") == true
        )
    }
}
