import SeededRandom
import Testing

@testable import Matching

@Suite struct WildcardPatternTests {
    @Test(arguments: [
        ("", ["": true, "a": false]),
        ("abc", ["abc": true, "ab": false, "abcd": false, "ABC": false]),
        (#"a\.b\\"#, [#"a.b\"#: true, #"axb\"#: false]),
        (".", ["x": true, "é": true, "\n": true, "": false, "xy": false]),
        (".+", ["x": true, "日本": true, "": false]),
        (".*", ["": true, "x\ny": true]),
        ("a.*", ["a": true, "ab": true, "ba": false]),
        (".*b", ["b": true, "abab": true, "aba": false]),
        (".*ab.*", ["ab": true, "aab": true, "xaby": true, "ba": false]),
        (".*.", ["": false, "é": true, "日本": true]),
        (".+.+", ["a": false, "日本": true, "abc": true]),
        ("a.c.*e", ["abcde": true, "abce": true, "abcd": false, "aéce": true]),
        (".*aab", ["aaaab": true, "aaaa": false]),
    ])
    func matchesWholeValues(_ text: String, values: [String: Bool]) throws {
        let pattern = try #require(WildcardPattern(text))
        for (value, expected) in values { #expect(pattern.isMatch(value) == expected, "'\(value)'") }
    }

    @Test(arguments: [
        "a?", "a*", "a+", "(a)", "[ab]", "a|b", "^a", "a$", #"\d"#, #"a\"#, "a{2}", ".?", ".{2}", ".*?", ".+?", ".*+",
        "]", "}",
    ])
    func leavesEverythingElseToTheEngine(_ text: String) {
        #expect(WildcardPattern(text) == nil)
    }

    @Test func saysWhatTheEngineOfTheStandardLibrarySays() throws {
        var random = SeededGenerator(seed: 20)
        let parts = ["a", "b", "é", "日", ".", ".*", ".+", #"\."#, "-"]
        let letters = ["a", "b", "é", "日", ".", "-", "\n", "e\u{301}"]
        var matches = 0
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in parts.randomElement(using: &random) ?? ""
            }
            .joined()
            let value = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                letters.randomElement(using: &random) ?? ""
            }.joined()
            let pattern = try #require(WildcardPattern(text))
            let regex = try Regex(text).dotMatchesNewlines().matchingSemantics(.unicodeScalar)
            let expected = value.wholeMatch(of: regex) != nil
            #expect(pattern.isMatch(value) == expected, "/\(text)/ and '\(value)'")
            matches += expected ? 1 : 0
        }
        #expect(matches > 100, "both answers were seen")
    }

    @Test func givesUpWhenTheBudgetIsUsedUp() throws {
        let pattern = try #require(WildcardPattern(".*aaaaaaaaaaaaaaab.*"))
        let value = String(repeating: "a", count: 4 << 20)
        var budget = EvaluationBudget()
        #expect(pattern.isMatch(value, budget: &budget) == nil && budget.isExhausted)
        #expect(pattern.isMatch(value + "b") == nil && pattern.isMatch("aaaaaaaaaaaaaaab") == true)
    }
}

extension WildcardPattern {
    fileprivate func isMatch(_ value: String) -> Bool? {
        var budget = EvaluationBudget()
        return isMatch(value, budget: &budget)
    }
}
