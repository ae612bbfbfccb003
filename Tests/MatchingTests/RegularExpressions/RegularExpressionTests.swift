import SeededRandom
import Testing

@testable import Matching

@Suite struct RegularExpressionTests {
    @Test("Patterns mean what they mean in Java", arguments: JavaPatterns.table.split(separator: "\n").map(String.init))
    func agreesWithJava(_ row: String) throws {
        let columns = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        let expression = try RegularExpression(columns[0])
        for (value, expected) in zip(columns.dropFirst(2).map(JavaPatterns.unescaped), columns[1]) {
            #expect(expression.verdict(on: value) == (expected == "y" ? .matches : .differs), "'\(value)'")
        }
    }

    @Test("What Java rejects is rejected", arguments: JavaPatterns.invalid)
    func rejectsWhatJavaRejects(_ pattern: String) {
        #expect(throws: InvalidPattern.self) { try RegularExpression(pattern) }
    }

    @Test(
        "What differs from Java is known",
        arguments: [
            // Bytes beyond ASCII are part of no word, as from Java 19 on.
            (#".*\bx\b.*"#, "éx", true), ("[[:alpha:]]+", "ab", true), ("[[:^alpha:]]", "a", false),
            ("/a/{id}", "/a/{id}", true),
            ("a{", "a{", true), ("(?P<n>a)", "a", true), (#"\p{Letter}"#, "é", true), (#"\p{^L}"#, "1", true),
        ]
    )
    func differsFromJava(_ pattern: String, _ value: String, _ expected: Bool) throws {
        #expect(try RegularExpression(pattern).matches(value) == expected)
    }

    @Test(
        "An error says where in the pattern it is",
        arguments: [
            ("ab(c", 2, "the group is not closed"), ("a)", 1, "unmatched ')'"),
            ("é*+*", 3, "'*' has nothing to repeat"),
            ("a[b", 1, "the character class is not closed"), (#"ab\yc"#, 2, #"'\y' is not supported here"#),
            ("(?R)", 0, "'(?R' is not supported"), (#"a\X*"#, 1, #"'\X' is not supported"#), (#"x\p{Foo}"#, 1, nil),
            (#"\p{InNowhere}"#, 0, "'InNowhere' is not a supported character property"),
            ("éé(?<=a+)b", 2, nil),
            ("[z-a]", 3, "the character range is reversed"),
        ] as [(String, Int, String?)]
    )
    func saysWhere(_ pattern: String, _ offset: Int, _ message: String?) {
        let error = #expect(throws: InvalidPattern.self) { try RegularExpression(pattern) }
        #expect(error?.offset == offset)
        // The library's own texts differ from version to version.
        if let message { #expect(error?.message == message) }
    }

    @Test(
        "A pattern that backtracks too much gives up, and then neither matches nor differs",
        arguments: [
            "(a+)+$", "(a*)*", "(a|a)*", "(a|aa)+$", #"(\w+\s?)*"#, "([a-z]+)*$", "(?:a*)*", "(?:[ab]*|a)*",
            "(x+x+)+y|(a+)+",
        ]
    )
    func givesUp(_ pattern: String) throws {
        let expression = try RegularExpression(pattern)
        for length in [60, 2000, 20_000] {
            let value = String(repeating: "a", count: length) + "!"
            // Often enough for machine code.
            for _ in 0..<12 { #expect(expression.verdict(on: value).isUnknown, "\(length)") }
            var budget = EvaluationBudget()
            #expect(!expression.matches(value) && expression.isMatch(value, budget: &budget) == nil)
            let unknown = Matcher.matches(expression)
            let stillUnknown: [Matcher] = [
                .not(unknown), .doesNotMatch(expression), .not(.and([.anything, unknown])),
                .not(.or([.absent, unknown])), .and([.not(unknown), .anything]),
            ]
            for matcher in stillUnknown { #expect(!matcher.matches(value), "\(matcher)") }
            #expect(Matcher.or([unknown, .anything]).matches(value))
            #expect(Matcher.not(.and([unknown, .absent])).matches(value))
        }
    }

    @Test(
        "What one step of the library passes over is counted too",
        arguments: [
            "(?:(?=[^b]*)a)*c", "(?:(?![^b]*b)a)*c", "((?=[^b]*b)|a)*c", "[^b]*(?=[^c]*)d", "(?:(?>[^b]*)|a)*c",
            "[^b]*+c|(?:[^b]*+|a)*[^d]*+e", "(?:(?<=a{1000}).|a)*b", #"(a*)\1b"#, #"(?i)(a*)\1b"#, #"(?<x>a*)\k<x>b"#,
            "(?:a{20000}b|a)*c", "(?:" + String(repeating: "a", count: 3000) + "b|a)*c",
        ]
    )
    func countsWhatIsPassedOver(_ pattern: String) throws {
        let expression = try RegularExpression(pattern)
        let value = String(repeating: "a", count: 100_000) + "!"
        #expect(expression.verdict(on: value).isUnknown)
        #expect(expression.steps(for: value, atMost: 20_000) == 20_000)
    }

    @Test(
        "What is intricate still matches",
        arguments: [
            (#"(?=.*foo)(?=.*bar).*"#, "x", "bar foo", "bar fo"), (#"(["']).*\1"#, "x", "'abc'", "'abc\""),
            (#"(?:[a-z]{40})+"#, "abcdefghijklmnopqrstuvwxyzabcdefghijklmn", "", "x"), (#"(?>x*)y"#, "x", "y", "z"),
            (#"[^y]*+y"#, "x", "y", "z"), (#"(?<!a)b?x+(?!z)y"#, "", "bxxxy", "bxxxz"),
        ]
    )
    func matchesWhatIsIntricate(_ pattern: String, _ filler: String, _ good: String, _ bad: String) throws {
        let expression = try RegularExpression(pattern)
        for count in [0, 1, 50, 1000, 20_000] {
            let head = pattern.hasPrefix("([") ? "" : String(repeating: filler, count: filler.count > 1 ? 1 : count)
            #expect(expression.matches(head + good), "\(count)")
            #expect(expression.verdict(on: head + bad) == .differs, "\(count)")
        }
    }

    @Test("A long value has steps in proportion to its length")
    func findsInLongValues() throws {
        let value = String(repeating: #"{"name": "x", "id": 5} "#, count: 40_000)
        #expect(try RegularExpression(#".*"id":\s*5\}\s*"#).matches(value))
        var budget = EvaluationBudget()
        let search = try RegularExpression(#""id":\s*(6)"#, forSearching: true)
        #expect(search.firstMatch(in: value + #""id": 6"#, budget: &budget) == [#""id": 6"#, "6"])
        // One such pattern has room in the budget of a request, whatever the length that is let in.
        for count in [1, 40_000, 170_000] {
            let body = String(repeating: #"{"name": "x", "id": 5} "#, count: count)
            var budget = EvaluationBudget(bodyLength: body.utf8.count)
            let expression = try RegularExpression(#".*"id":\s*5\}\s*"#)
            #expect(expression.isMatch(body, budget: &budget) == true, "\(count)")
        }
    }

    @Test(
        "A search finds the first part and its groups",
        arguments: [
            (#"(\d+)-(\d+)"#, "a 1-2 3-4", ["1-2", "1", "2"]), ("b?", "ab", [""]), ("(x)?(b)", "ab", ["b", "", "b"]),
            ("(?<=é)日", "é日", ["日"]), ("^b", "ab", nil), ("b$", "ab", ["b"]), ("a.*", "ba\nc", ["a\nc"]),
        ] as [(String, String, [String]?)]
    )
    func searches(_ pattern: String, _ value: String, _ expected: [String]?) throws {
        for forSearching in [true, false] {
            var budget = EvaluationBudget()
            let expression = try RegularExpression(pattern, forSearching: forSearching)
            #expect(expression.firstMatch(in: value, budget: &budget) == expected)
        }
        #expect((try RegularExpression(pattern).verdict(onPartsOf: value) == .matches) == (expected != nil))
    }

    @Test("Threads share a pattern while it gets its machine code")
    func isSharedByThreads() async throws {
        for number in 0..<20 {
            let expression = try RegularExpression("(\(number)|[a-z]+)[0-9]{3}")
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        (0..<50).allSatisfy { expression.matches("abc\(100 + $0)") && !expression.matches("abc\($0)x") }
                    }
                }
                for await isRight in group { #expect(isRight) }
            }
        }
    }

    @Test(
        "What is not a valid regular expression is rejected",
        arguments: [
            "(", "[a", "a**", "\\", "a{2,1}", "(?<n>a)(?<n>b)", "*", "a{99999999999999999999}",
        ]
    )
    func refuses(_ pattern: String) {
        #expect(throws: InvalidPattern.self) { try RegularExpression(pattern) }
    }

    @Test(
        "What could exhaust the stack is refused",
        arguments: [
            String(repeating: "(", count: 2000) + String(repeating: ")", count: 2000),
            String(repeating: "[", count: 2000) + "a" + String(repeating: "]", count: 2000),
            String(repeating: "a", count: 5000),
        ]
    )
    func refusesLarge(_ pattern: String) {
        #expect(throws: InvalidPattern.self) { try RegularExpression(pattern) }
    }

    @Test("Many groups side by side are fine")
    func takesLongAlternations() throws {
        let pattern = (0..<500).map { "(\($0))" }.joined(separator: "|")
        #expect(try RegularExpression(pattern).matches("499"))
    }

    @Test func isEqualByItsPattern() throws {
        #expect(try RegularExpression("a+") == RegularExpression("a+"))
        #expect(try RegularExpression("a+") != RegularExpression("a*"))
    }

    @Test("Odd expressions are refused or work, but never stop the process")
    func survivesMutatedPatterns() throws {
        var random = SeededGenerator(seed: 7)
        let pieces = [
            "a", "(", ")", "[", "]", "{", "}", "*", "+", "?", "|", "^", "$", ".", "\\d", "\\b", "\\1", "\\k<n>",
            "(?<n>",
            "(?:", "(?=", "(?<!", "(?i)", "\\p{L}", "\\x{41}", "[^a-z]", "{2,3}", "\\Q", "\\E", "&&", "--", "(?>",
            "\\R",
            "\\X", "[[:alpha:]]", "(?#", "\\u{1F600}", "\\N{SPACE}", "-", ",", "1", "(?x)", "(?|", "\\K", "\\G",
            "(?P<m>",
        ]
        for _ in 0..<3000 {
            let pattern = (0..<Int.random(in: 1...7, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            guard let expression = try? RegularExpression(pattern) else { continue }
            _ = expression.matches("ab1")
        }
    }
}

extension RegularExpression.Verdict {
    fileprivate var isUnknown: Bool {
        if case .gaveUp = self { true } else { false }
    }
}
