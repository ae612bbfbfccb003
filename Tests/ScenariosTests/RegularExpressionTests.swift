import SeededRandom
import Testing

@testable import Scenarios

@Suite struct RegularExpressionTests {
    @Test(
        "What is no regular expression is refused",
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
