import Messages
import Scenarios
import SeededRandom
import Testing

@testable import Matching
@testable import Mocking

@Suite struct AddressTests {
    private func matrix(_ slug: String, _ variants: [[String]]) -> Scenario {
        var scenario = Scenario(slug, [])
        scenario.matrixKeys = ["method", "status"]
        scenario.variants = Variants(
            variants.map { values in
                let answer = Interaction("", .any, .any, answers: values.joined(separator: "+"))
                return Variant(values: values, interactions: [answer])
            }
        )
        return scenario
    }

    private func engine(_ change: (inout EngineConfiguration) -> Void = { _ in }) -> Engine {
        var configuration = EngineConfiguration()
        change(&configuration)
        let one = Scenario(
            "one",
            [Interaction("", .any, .urlPath("/"), answers: "one"), Interaction("", .any, .urlPath("/1"), answers: "1")]
        )
        let two = Scenario(
            "two",
            [Interaction("", .any, .urlPath("/"), answers: "two"), Interaction("", .any, .urlPath("/2"), answers: "2")]
        )
        return Engine([one, two, matrix("many", [["GET", "200"], ["PUT", "a b/@:"]])], configuration)
    }

    @Test(
        arguments: [
            ("/", "one"), ("/2", "2"), ("/~two/", "two"), ("/~two", "two"), ("/~two?x=1", "two"),
            ("/~two/1", "unmatched"),
            ("/@t/2", "2"), ("/@t", "one"), ("/~two@t/", "two"), ("/%7Etwo/2", "2"), ("/%7etwo@a.b-c_D9/2", "2"),
            ("/%40t/2", "2"), ("/~many:GET:200/x", "GET+200"), ("/~many:GET:200@t/x", "GET+200"),
            ("/~many:PUT:a%20b%2F%40%3A/", "PUT+a b/@:"), ("http://host/~two/2", "2"),
            ("/~nope/", "no address"), ("/~", "no address"), ("/~/x", "no address"), ("/@", "no address"),
            ("/@a~b/", "no address"), ("/~two@/", "no address"), ("/~many/", "no address"),
            ("/~many:GET/", "no address"),
            ("/~many:GET:201/", "no address"), ("/~two:GET/", "no address"), ("/@a@b/2", "2"),
            ("/~two/__admin", "admin /~two/ "), ("/__admin/requests?limit=1", "admin / /requests?limit=1"),
            ("/~two@t/__admin/", "admin /~two@t/ /"), ("/__adminx", "unmatched"), ("/x/__admin", "unmatched"),
        ]
    )
    func areTakenApart(target: String, expected: String) {
        #expect(engine().outcome("GET \(target) HTTP/1.1\nHost: h\n\n") == expected)
        let engine = engine()
        _ = engine.outcome("GET \(target) HTTP/1.1\nHost: h\n\n")
        #expect(engine.outcome("GET \(target) HTTP/1.1\nHost: h\n\n") == expected, "the second time")
    }

    @Test func refuseTooLongATokenOnly() {
        let engine = engine()
        #expect(engine.outcome("GET /@\(String(repeating: "t", count: 128))/2 HTTP/1.1\n\n") == "2")
        #expect(engine.outcome("GET /@\(String(repeating: "t", count: 129))/2 HTTP/1.1\n\n") == "no address")
    }

    @Test func explainWhatDoesNotExist() throws {
        let engine = engine()
        guard
            case .unknownAddress(let error) = engine.respond(
                to: Request("GET /~tow/ HTTP/1.1\nAccept: application/json\n\n")
            )
        else { throw TestFailure() }
        #expect(error.message == "There is no scenario 'tow'. Did you mean 'two'?")
        #expect(error.suggestions.first == "/~two/" && error.suggestions.count == 3)
        #expect(error.form == .json && error.contentType == "application/problem+json")
        #expect(throws: AddressError.self) { try engine.mount(at: Address(slug: "many")) }
        let many = Engine((0..<59).map { Scenario("s\($0)", []) })
        let unknown = #expect(throws: AddressError.self) { try many.mount(at: Address(slug: "s580")) }
        #expect(unknown?.suggestions.count == 5 && unknown?.others == 54)
        #expect(unknown?.text.hasSuffix("   … and 54 more\n") == true)
        #expect(throws: AddressError.self) { try engine.mount(at: Address(token: "a b")) }
    }

    @Test("The variants of a file are known before one of them is read")
    func knowVariants() throws {
        let text = """
            scenario: t
            matrix: { method: [GET, PUT], status: [200-299], exclude: [{ method: PUT, status: 204 }] }
            interactions: [{ request: { method: "${method}" }, response: { status: "${status}", body: "${status}" } }]
            """
        let read = ScenarioReader.read(Array(text.utf8), path: "all.yaml")
        let engine = Engine([try #require(read.scenario)])
        #expect(engine.addresses.count == 1 + 199)
        #expect(engine.outcome("PUT /~all:PUT:250@t/ HTTP/1.1\n\n") == "250")
        #expect(engine.reply("GET /~all:GET:201/ HTTP/1.1\n\n")?.status == 201)
        let error = #expect(throws: AddressError.self) {
            try engine.mount(at: Address(slug: "all", values: ["PUT", "204"]))
        }
        #expect(error?.message == "The scenario 'all' has no variant 'PUT:204' (method:status).")
        #expect(error?.suggestions.first.map { $0.hasPrefix("/~all:PUT:2") } == true)
    }

    @Test func sayWhatTheRootServes() {
        #expect(engine().rootSlugs == ["one", "two"])
        #expect(engine { $0.rootSlugs = ["two"] }.rootSlugs == ["two"])
        let marked = Engine([Scenario("a", []), Scenario("b", isRoot: true, [])])
        #expect(marked.rootSlugs == ["b"])
        #expect(
            engine().addresses.map(\.description) == [
                "/", "/~one/", "/~two/", "/~many:GET:200/", "/~many:PUT:a%20b%2F%40%3A/",
            ]
        )
    }

    private struct TestFailure: Error {}
}

@Suite struct SandboxTests {
    private func engine(max: Int, idle: Int) -> Engine {
        var configuration = EngineConfiguration()
        configuration.maxSandboxes = max
        configuration.sandboxIdle = idle
        let first = ResponseDefinition(body: .text("first"))
        let second = ResponseDefinition(body: .text("second"))
        return Engine([Scenario("s", [Interaction("", .any, .any).with([first, second])])], configuration)
    }

    private func use(_ engine: Engine, _ token: String, at time: Int64) -> String {
        engine.outcome("GET /@\(token)/ HTTP/1.1\n\n", at: time)
    }

    @Test func dropsTheOneThatWasUnusedForLongestBeyondTheMaximum() {
        let engine = engine(max: 2, idle: 600)
        #expect(["a", "b", "a", "c"].map { use(engine, $0, at: 1000) } == ["first", "first", "second", "first"])
        #expect(engine.sandboxCount == 2)
        #expect(use(engine, "a", at: 1000) == "second")
        #expect(use(engine, "b", at: 1000) == "first")
        #expect(use(engine, "c", at: 1000) == "first")
    }

    @Test func dropsIdleOnes() {
        let engine = engine(max: 10, idle: 60)
        #expect(use(engine, "a", at: 1_000) == "first")
        #expect(use(engine, "b", at: 40_000) == "first")
        #expect(use(engine, "b", at: 62_000) == "second")
        #expect(engine.sandboxCount == 1)
        #expect(use(engine, "a", at: 62_000) == "first")
    }

    @Test func keepsOneThatWasMadeBeforeTheFirstRequest() throws {
        let engine = engine(max: 10, idle: 60)
        _ = try engine.mount(at: Address(token: "a"))
        #expect(use(engine, "b", at: 1_000_000_000) == "first")
        #expect(engine.sandboxCount == 2)
    }

    @Test func keepsTheOrderThroughManyUses() {
        let engine = engine(max: 50, idle: 600)
        var generator = SeededGenerator(seed: 1)
        var order: [String] = []
        for step in 0..<3000 {
            let token = "t\(UInt8.random(in: 0..<80, using: &generator))"
            let isNew = !order.contains(token)
            order.removeAll { $0 == token }
            order.append(token)
            if order.count > 50 { order.removeFirst() }
            #expect(use(engine, token, at: 1000 + Int64(step)) == (isNew ? "first" : "second"))
        }
        #expect(engine.sandboxCount == 50)
    }
}
