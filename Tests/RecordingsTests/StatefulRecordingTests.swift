import HAL
import Scenarios
import Testing

@testable import Recordings

/// Scenarios whose state changes with unsafe requests.
struct StatefulRecordingTests {
    private typealias Base = ScenarioGeneratorTests

    private static func variant(_ exchanges: [Exchange]) throws -> Variant {
        try Base.read(Base.generated(exchanges) { $0.isStateful = true })
    }

    /// The states of each interaction: `required → next`, `*` for all.
    private static func states(_ variant: Variant) -> [String] {
        variant.interactions.map { interaction in
            let required = interaction.state?.required ?? "*"
            return "\(interaction.name ?? ""): \(required)" + ((interaction.state?.next).map { " → \($0)" } ?? "")
        }
    }

    private static func list(_ number: Int) -> Exchange {
        Base.exchange("/items", content: "{\"count\":\(number)}")
    }

    private static func post(_ status: Int = 201, to path: String = "/items", body: String = "x") -> Exchange {
        Base.exchange("POST \(path)", ["Content-Type": "text/plain"], body: body, status: status)
    }

    @Test func readsDependOnTheWritesBeforeThem() throws {
        let variant = try Self.variant([Self.list(0), Self.list(0), Self.post(), Self.list(1), Self.list(1)])
        #expect(
            Self.states(variant) == [
                "GET /items: *", "POST /items: * → after POST /items",
                "GET /items, after POST /items: after POST /items",
            ]
        )
        #expect(variant.interactions.map(\.priority) == [6, 5, 5])
        #expect(variant.contract.map(\.name) == ["GET /items", "POST /items", "GET /items (2)"])
    }

    @Test func writesThatChangeNothingAndFailuresLeaveTheState() throws {
        let variant = try Self.variant([
            Self.list(0), Self.post(409, body: "y"), Self.list(0), Self.post(202, to: "/audit"), Self.list(0),
            Base.exchange("/other", content: "{}"),
        ])
        #expect(variant.interactions.allSatisfy { $0.state == nil })
    }

    @Test("The write whose path belongs to the response changes it")
    func relatedWrites() throws {
        let variant = try Self.variant([Self.list(0), Self.post(), Self.post(202, to: "/audit"), Self.list(1)])
        #expect(variant.interactions.map { $0.state?.next } == [nil, "after POST /items", nil, nil])
    }

    @Test("Equal writes each change the state, and what was read last holds in between")
    func equalWrites() throws {
        let other = { (number: Int) in Base.exchange("/other", content: "{\"n\":\(number)}") }
        let variant = try Self.variant([
            Self.list(0), Self.post(), Self.list(1), Self.post(), Self.post(), other(0), Self.list(3), Self.post(),
            other(1),
        ])
        #expect(
            Self.states(variant).filter { $0.hasPrefix("POST") } == [
                "POST /items: Started → after POST /items",
                "POST /items, after POST /items: after POST /items → after POST /items (2)",
                "POST /items, after POST /items (2): after POST /items (2) → after POST /items (3)",
                "POST /items: * → after POST /items (4)",
            ]
        )
        let reads = variant.interactions.filter { $0.name?.hasPrefix("GET /items") == true }
        #expect(
            reads.map { $0.state?.required } == [
                nil, "after POST /items", "after POST /items (2)", "after POST /items (3)", "after POST /items (4)",
            ]
        )
        #expect(variant.contract.count == 9)
    }

    @Test("Conditional requests have the responses of their state")
    func conditions() throws {
        let tagged = { (number: Int) in
            Base.exchange("/a", lines: [FieldLine("ETag", "\"v\(number)\"")], content: "{\"n\":\(number)}")
        }
        let tag = FieldLine("ETag", "\"v1\"")
        let unmodified = Base.exchange("/a", ["If-None-Match": "\"v1\""], status: 304, lines: [tag])
        let fields = ["If-Match": "\"v1\"", "Content-Type": "text/plain"]
        let put = Base.exchange("PUT /a", fields, body: "x", status: 204)
        let late = Base.exchange("PUT /a", fields, body: "x", status: 412)
        var fresh = tagged(2)
        fresh.request.fields = unmodified.request.fields
        let variant = try Self.variant([tagged(1), unmodified, put, late, fresh, tagged(2)])
        #expect(
            Self.states(variant) == [
                "GET /a: Started", "GET /a: Started", "PUT /a: * → after PUT /a", "PUT /a, after PUT /a: after PUT /a",
                "GET /a, after PUT /a: after PUT /a",
            ]
        )
        let outcomes = variant.contract.map(\.expectation.outcome)
        #expect(outcomes == [.success, .redirection, .success, .clientError, .success])
    }

    @Test("A write that the contract cannot repeat leaves out the steps that need it")
    func unrepeatableWrites() throws {
        var upload = Self.post()
        upload.request.body = [0, 1, 2]
        let variant = try Self.variant([Self.list(0), upload, Self.list(1)])
        #expect(variant.contract.map(\.name) == ["GET /items"])
        #expect(variant.interactions.map { $0.expectedCount?.atMost } == [nil, 0, 0])
    }

    @Test("A form is sent once, and the page after its redirect is the new one")
    func redirects() throws {
        let form = Base.exchange(
            "POST /items",
            ["Content-Type": "application/x-www-form-urlencoded"],
            body: "a=1",
            status: 303,
            lines: [FieldLine("Location", "/items")]
        )
        let variant = try Self.variant([Self.list(0), form, Self.list(1), Self.list(1)])
        #expect(variant.contract.map(\.name) == ["GET /items", "POST /items"])
        #expect(variant.contract[1].expectation.model?.description.contains("1") == true)
    }

    @Test func theSameExchangesWithoutStatesAreASequence() throws {
        let variant = try Base.read(Base.generated([Self.list(0), Self.post(), Self.list(1)]))
        #expect(variant.interactions.map(\.responses.responses.count) == [2, 1])
        #expect(variant.interactions.allSatisfy { $0.state == nil })
    }
}
