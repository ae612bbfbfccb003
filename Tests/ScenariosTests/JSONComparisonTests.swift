import HAL
import Testing

@testable import Scenarios

@Suite struct JSONComparisonTests {
    private func matches(_ expected: String, _ actual: String, _ lenient: (order: Bool, extra: Bool) = (false, false))
        -> Bool
    {
        Matcher.equalToJSON(
            JSONText.parse(expected) ?? .null,
            ignoreArrayOrder: lenient.order,
            ignoreExtraElements: lenient.extra
        )
        .matches(actual)
    }

    @Test(
        "Numbers compare by value, without loss",
        arguments: [
            ("1.2", "1.2000", true), ("1.2", "12e-1", true), ("1.2", "0.12E+1", true), ("0", "-0.0e5", true),
            ("100", "1e2", true), ("1", "1.0000000000000000000000001", false),
            ("9007199254740993", "9007199254740992", false), ("1e400", "10e399", true), ("-1", "1", false),
            ("1e99999999999999999999", "1e99999999999999999999", true), ("0.001", "1e-3", true),
        ]
    )
    func numbers(_ left: String, _ right: String, _ expected: Bool) {
        #expect(matches(left, right) == expected)
    }

    @Test(
        "Members may stand in any order, items may not",
        arguments: [
            (#"{"a":1,"b":[1,2]}"#, #"{"b":[1,2],"a":1}"#, true), ("[1,2]", "[2,1]", false), ("[1]", "[1,2]", false),
            (#"{"a":1}"#, #"{"a":1,"b":2}"#, false), (#"{"a":null}"#, "{}", false), ("true", "\"true\"", false),
        ]
    )
    func structures(_ left: String, _ right: String, _ expected: Bool) {
        #expect(matches(left, right) == expected)
    }

    @Test func ignoresTheOrderOfItems() {
        #expect(matches("[1,2,2]", "[2,1,2]", (true, false)))
        #expect(!matches("[1,2,2]", "[2,1,1]", (true, false)))
        #expect(!matches("[1,2]", "[2,1,3]", (true, false)))
    }

    @Test func ignoresExtraElements() {
        #expect(matches(#"{"a":[1]}"#, #"{"a":[1,2],"b":3}"#, (false, true)))
        #expect(!matches(#"{"a":[2]}"#, #"{"a":[1,2]}"#, (false, true)))
        #expect(matches(#"{"a":[2]}"#, #"{"a":[1,2]}"#, (true, true)))
    }

    @Test("Each expected item finds an item of its own, even where the first choice blocks another")
    func assignsItems() {
        #expect(matches(#"[{"a":1},{"a":1,"b":2}]"#, #"[{"a":1,"b":2},{"a":1}]"#, (true, true)))
        #expect(matches(#"[{},{"b":1},{"a":1}]"#, #"[{"a":1},{"b":1},{"a":1,"b":1}]"#, (true, true)))
        #expect(!matches(#"[{"b":1},{"b":1}]"#, #"[{"a":1},{"b":1}]"#, (true, true)))
    }

    @Test("Options inside of the expected document are data")
    func optionsDoNotLeak() throws {
        let found = try interactions(
            """
            scenario: t
            interactions:
              - request: { bodyPatterns: [{ equalToJson: { a: 1, ignoreExtraElements: true } }] }
                response: {}
            """
        )
        #expect(!found[0].request.bodyPatterns[0].matches(#"{"a":1,"b":2}"#))
        #expect(found[0].request.bodyPatterns[0].matches(#"{"ignoreExtraElements":true,"a":1}"#))
    }

    @Test func givesUpOnHostileArrays() {
        let items = "[" + Array(repeating: "[1]", count: 3000).joined(separator: ",") + "]"
        let others = "[" + Array(repeating: "[2]", count: 3000).joined(separator: ",") + "]"
        #expect(!matches(items, others, (true, false)))
    }
}
