import HAL
import Testing

@testable import Matching

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

    @Test(
        "Long arrays in another order are compared in linear time",
        .timeLimit(.minutes(1)),
        arguments: [
            (0..<3_000).map { _ in "7" }, (0..<3_000).map { "\($0)" },
            (0..<3_000).map { #"{"id": \#($0), "n": [1, 2]}"# },
            (0..<3_000).map { "[\($0), [\($0), 1.0]]" },
        ]
    )
    func longArrays(_ items: [String]) {
        let expected = "[\(items.joined(separator: ","))]"
        let actual = "[\(items.reversed().joined(separator: ","))]"
        #expect(matches(expected, actual, (true, false)))
        #expect(matches(expected, actual, (true, true)))
        #expect(!matches(expected, "[\((items.dropLast() + ["8"]).joined(separator: ","))]", (true, false)))
    }

    @Test("Objects with extra members find each other by what they have in common", .timeLimit(.minutes(1)))
    func longLenientArrays() {
        let expected = (0..<1_000).map { #"{"kind": "a", "id": \#($0)}"# }.joined(separator: ",")
        let items = (0..<8_000).reversed().map { #"{"id": \#($0), "kind": "a", "extra": [\#($0)]}"# }
        let actual = items.joined(separator: ",")
        // The texts are too long for a failure to show them.
        let (matchesAll, matchesMore) = (
            matches("[\(expected)]", "[\(actual)]", (true, true)),
            matches("[\(expected), {\"id\": -1}]", "[\(actual)]", (true, true))
        )
        #expect(matchesAll && !matchesMore)
    }

    @Test("What exceeds the budget does not match, and 'not' does not turn that round")
    func budget() throws {
        let items = "[" + Array(repeating: "[1]", count: 600).joined(separator: ",") + "]"
        let others = "[" + Array(repeating: "[2, 3]", count: 600).joined(separator: ",") + "]"
        let json = JSONText.parse(others)
        let matcher = Matcher.equalToJSON(
            JSONText.parse(items) ?? .null,
            ignoreArrayOrder: true,
            ignoreExtraElements: true
        )
        var budget = EvaluationBudget(steps: 2_000)
        #expect(!Matcher.not(matcher).matches(others, json: json, budget: &budget))
        #expect(budget.isExhausted)
        #expect(!Matcher.anything.matches(others, json: json, budget: &budget), "nor does anything else")
        #expect(Matcher.not(matcher).matches(others, json: json))
    }

    @Test("Equal values have equal digests, and others do not")
    func digests() throws {
        let groups = [
            ["1", "1.0", "10e-1", "0.1e1"], ["100", "1e2", "1.0E+2"], ["0", "-0", "0.00", "0e9"], ["1.5", "15e-1"],
            ["9007199254740993"], ["9007199254740992"], ["1e400", "10e399"], ["1e401"], ["-1"], ["null"], ["true"],
            ["false"], [#""1""#], [#""""#], ["[]"], ["{}"], ["[1,2]", "[1.0, 2]"], ["[2,1]"], ["[[1],2]"],
            [#"{"a":1,"b":2}"#, #"{"b":2.0,"a":1}"#, #"{"a":1,"b":2,"a":3}"#], [#"{"a":2,"b":1}"#], [#"{"a":[1,2]}"#],
            [#"{"a":null}"#], ["[null]"],
        ]
        var budget = EvaluationBudget()
        var known: Set<JSONDigest> = []
        for group in groups {
            let digests = Set(try group.compactMap { JSONDigest(try JSONValue(parsing: $0), budget: &budget) })
            #expect(digests.count == 1, "\(group)")
            #expect(known.isDisjoint(with: digests), "\(group)")
            known.formUnion(digests)
        }
        let (left, right) = (JSONText.parse("[[1,2],[3]]") ?? .null, JSONText.parse("[[3],[2,1]]") ?? .null)
        let unordered = JSONDigest(left, ignoresArrayOrder: true, budget: &budget)
        #expect(unordered == JSONDigest(right, ignoresArrayOrder: true, budget: &budget))
        #expect(JSONDigest(left, budget: &budget) != JSONDigest(right, budget: &budget))
    }

    @Test("Options inside the expected document are data")
    func optionsDoNotLeak() throws {
        let matcher = try matcher(#"{"equalToJson": {"a": 1, "ignoreExtraElements": true}}"#)
        #expect(!matcher.matches(#"{"a":1,"b":2}"#))
        #expect(matcher.matches(#"{"ignoreExtraElements":true,"a":1}"#))
    }

    @Test func givesUpOnHostileArrays() {
        let items = "[" + Array(repeating: "[1]", count: 3000).joined(separator: ",") + "]"
        let others = "[" + Array(repeating: "[2]", count: 3000).joined(separator: ",") + "]"
        #expect(!matches(items, others, (true, false)))
    }
}
