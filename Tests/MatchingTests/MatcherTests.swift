import HAL
import Testing

@testable import Matching

@Suite struct MatcherTests {
    @Test(
        "A matcher holds for what it describes",
        arguments: [
            (Matcher.equalTo("a", caseInsensitive: false), "a", true),
            (.equalTo("a", caseInsensitive: false), "A", false),
            (.equalTo("Straße", caseInsensitive: true), "STRASSE", false),
            (.equalTo("Ä", caseInsensitive: true), "ä", true),
            (.equalTo("\u{E9}", caseInsensitive: false), "e\u{301}", false),
            (.contains("bab"), "abab", true),
            (.contains("abc"), "ababab", false),
            (.contains(""), "", true),
            (.doesNotContain("x"), "abc", true),
            (.doesNotContain("b"), "abc", false),
            (.absent, "a", false),
            (.not(.contains("b")), "abc", false),
            (.and([.contains("a"), .contains("b")]), "ab", true),
            (.and([.contains("a"), .contains("c")]), "ab", false),
            (.or([.contains("x"), .contains("b")]), "ab", true),
            (.or([.contains("x"), .contains("y")]), "ab", false),
        ]
    )
    func holds(_ matcher: Matcher, for value: String, _ expected: Bool) {
        #expect(matcher.matches(value) == expected)
    }

    @Test(
        "What is missing is matched by absent and by the negative operators only",
        arguments: [
            (Matcher.absent, true), (.equalTo("", caseInsensitive: false), false), (.contains(""), false),
            (.doesNotContain("a"), true), (.not(.contains("a")), true), (.not(.absent), false),
            (.equalToJSON(.null, ignoreArrayOrder: false, ignoreExtraElements: false), false),
        ]
    )
    func missing(_ matcher: Matcher, _ expected: Bool) {
        #expect(matcher.matches(nil) == expected)
    }

    @Test(
        "A regular expression matches the whole value, line ends included",
        arguments: [
            ("a.*b", "a\nb", true), ("a", "ab", false), ("[0-9]+", "123", true), ("(?i)abc", "ABC", true),
            ("", "", true),
            ("\\d{3}", "123", true), ("a|ab", "ab", true), (".", "e\u{301}", false), ("^a$", "a", true),
        ]
    )
    func expression(_ pattern: String, _ value: String, _ expected: Bool) throws {
        #expect(try Matcher.matches(RegularExpression(pattern)).matches(value) == expected)
        #expect(try Matcher.doesNotMatch(RegularExpression(pattern)).matches(value) != expected)
    }

    @Test(
        "Values of one name are matched together",
        arguments: [
            (MultiValueMatcher.any(.contains("b")), ["a", "b"], true),
            (.any(.contains("c")), ["a", "b"], false),
            (.any(.absent), [], true),
            (.any(.absent), ["a"], false),
            (.hasExactly([.contains("a"), .contains("b")]), ["b", "a"], true),
            (.hasExactly([.contains("a")]), ["a", "b"], false),
            (.hasExactly([.contains("a"), .contains("c")]), ["a", "b"], false),
            (.includes([.contains("b")]), ["a", "b"], true),
            (.includes([.contains("c")]), ["a", "b"], false),
        ]
    )
    func severalValues(_ matcher: MultiValueMatcher, _ values: [String], _ expected: Bool) {
        #expect(matcher.matches(values) == expected)
    }

    @Test func takesTheJSONThatACallerHasParsed() {
        let matcher = Matcher.equalToJSON(["a"], ignoreArrayOrder: false, ignoreExtraElements: false)
        #expect(matcher.readsJSON)
        #expect(matcher.matches("anything", json: ["a"]))
        #expect(!matcher.matches("[\"a\"]", json: nil))
        #expect(!Matcher.contains("a").readsJSON)
    }
}
