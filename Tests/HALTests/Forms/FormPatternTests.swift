import Testing

@testable import HAL

/// Regular expressions of JavaScript, with a budget.
struct FormPatternTests {
    private static func matches(_ pattern: String, _ text: String) throws -> Bool? {
        var budget = FormBudget()
        return try #require(FormPattern(pattern), "not parsed: \(pattern)").matches(text, &budget)
    }

    @Test(
        arguments: [
            ("", [""], ["a"]), ("abc", ["abc"], ["ab", "abcd", "xabc"]), ("a|bc|", ["a", "bc", ""], ["ab", "b"]),
            ("a*", ["", "aaa"], ["b"]), ("a+?", ["a", "aa"], [""]), ("(?:ab)?c", ["c", "abc"], ["ac"]),
            ("a{2}", ["aa"], ["a", "aaa"]), ("a{2,}", ["aa", "aaaa"], ["a"]), ("a{1,3}?", ["a", "aaa"], ["", "aaaa"]),
            ("(ab){0}", [""], ["ab"]), ("[a-c_]+", ["ab_"], ["d", ""]),
            ("[^a-c]", ["d"], ["a", "dd"]), ("[]", [], ["", "a"]),
            ("[^]", ["a", "\n"], [""]), (".", ["a", "\u{1F600}"], ["\n", ""]),
            (#"\d\D\w\W\s\S"#, ["1a_- x"], ["aa_- x"]),
            (#"[\d\-.]+"#, ["1-2.3"], ["a"]), (#"[a-]+"#, ["a-"], ["b"]), (#"[\]\\]+"#, [#"]\"#], ["a"]),
            (#"\x41\u0042\u{43}\t\/\."#, ["ABC\t/."], ["ABC\t/x"]), ("^a$", ["a"], ["aa"]),
            (#"a\b b"#, ["a b"], ["ab"]),
            (#"a\Bb"#, ["ab"], ["a b"]), (#"(?=.*\d)(?=.*[a-z]).{4,}"#, ["abc1"], ["abcd", "1a"]),
            ("(?!admin).*", ["user"], ["admin", "admins"]),
            (#"(a|b)\1"#, ["aa", "bb"], ["ab"]), (#"(?<q>['"]).*\1"#, ["'x'"], ["'x\""]),
            ("(a*)*", ["", "aaa"], ["b"]), ("(a|ab)(c|bcd)(d*)", ["abcd", "acd"], ["abd"]), ("(?:)*", [""], ["a"]),
            (#"\p{L}+"#, ["Äö"], ["1"]), (#"[\p{Lu}\P{L}]+"#, ["A1"], ["a"]), ("((((a))))", ["a"], ["aa"]),
        ] as [(String, [String], [String])]
    )
    func matchesWholeValues(pattern: String, right: [String], wrong: [String]) throws {
        for text in right { #expect(try Self.matches(pattern, text) == true, "\(pattern) \(text)") }
        for text in wrong { #expect(try Self.matches(pattern, text) == false, "\(pattern) \(text)") }
    }

    @Test(arguments: [
        "(", ")", "a)", "[", "[a", "[b-a]", "*", "a**", "a{2,1}", "{1}", "a{", #"\"#, #"\q"#, #"\1"#, #"(a)\2"#,
        "(?<=a)b",
        "(?<a", "(?i)a", "(?", #"\u{110000}"#, #"\x4"#, #"\p{Script=Latin}"#, #"\p{"#, "^*", "(?=a)*",
        String(repeating: "(", count: 1000), String(repeating: "(", count: 1000) + String(repeating: ")", count: 1000),
        String(repeating: "a", count: 5000),
    ])
    func refusesWhatItDoesNotSupport(pattern: String) {
        #expect(FormPattern(pattern) == nil)
    }

    @Test(arguments: [
        ("(a+)+b", String(repeating: "a", count: 64)), ("(a|a)*b", String(repeating: "a", count: 64)),
        (#"(.*)\1\1\1b"#, String(repeating: "a", count: 20_000)), ("(a{1000}){1000}", "a"), ("(?:){1000000}a", "a"),
        ("(?=(a+)+b)a*", String(repeating: "a", count: 64)),
    ])
    func hasABudget(pattern: String, text: String) throws {
        #expect(try Self.matches(pattern, text) == nil)
    }

    @Test func aLongValueNeedsNoStack() throws {
        #expect(try Self.matches("(?:a|b)*", String(repeating: "ab", count: 20_000)) == true)
    }

    @Test func oneBudgetIsForAllProperties() throws {
        var template = FormTemplate(target: "/")
        for index in 0..<1000 {
            var property = FormTemplate.Property(name: "p\(index)")
            property.value = .string(String(repeating: "a", count: 64))
            property.regex = "(a+)+b"
            template.properties.append(property)
        }
        #expect(template.violations(of: [:]).isEmpty)
    }
}
