import Contracts
import HAL
import Scenarios
import Testing

struct SelectionTests {
    static func items(_ change: (inout Selection) -> Void) throws -> [String] {
        let scenario = try LocalServer.scenario(
            """
            scenario: Many
            tags: [matrix, slow]
            matrix: { method: [GET, PUT], status: [200, 409] }
            interactions: [{ response: { status: "${status}" } }]
            contract:
              - { step: s, request: { method: "${method}", url: / }, expect: { outcome: success } }
            """,
            file: "many.yaml"
        )
        let silent = try LocalServer.scenario(
            "scenario: No contract\ninteractions: [{ response: {} }]",
            file: "silent.yaml"
        )
        var selection = Selection()
        change(&selection)
        return selection.items(of: [silent, scenario]).map(\.name)
    }

    @Test func whatHasNoContractIsNeverSelected() throws {
        #expect(try Self.items { _ in } == ["many[GET,200]", "many[GET,409]", "many[PUT,200]", "many[PUT,409]"])
        #expect(try Self.items { $0.names = ["silent"] } == [])
    }

    @Test(
        "names are globs over the slug or the variant",
        arguments: [
            ("many", 4), ("m*y", 4), ("many[GET,409]", 1), ("many[*,409]", 2), ("many[???,2*]", 2), ("man", 0),
            ("*", 4),
            ("", 0), ("**[**]**", 4),
        ]
    )
    func namesAreGlobs(glob: String, count: Int) throws {
        #expect(try Self.items { $0.names = [glob] }.count == count)
    }

    @Test func filtersCutEachOtherDown() throws {
        #expect(try Self.items { $0.tags = ["slow", "fast"] }.count == 4)
        #expect(try Self.items { $0.tags = ["fast"] } == [])
        #expect(try Self.items { $0.methods = ["PUT"] } == ["many[PUT,200]", "many[PUT,409]"])
        #expect(try Self.items { $0.outcomes = [.conflict] } == [])
        #expect(
            try Self.items {
                $0.methods = ["PUT"]
                $0.names = ["*409]"]
            } == ["many[PUT,409]"]
        )
    }
}
