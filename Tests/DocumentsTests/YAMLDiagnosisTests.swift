import Testing

@testable import Documents

/// Mistakes that people make in YAML, and what they are told.
@Suite struct YAMLDiagnosisTests {
    @Test(
        "A mistake is named at its place, with a fix",
        arguments: [
            ("a:\n\tb: 1", "2:1: a tab; YAML indents with spaces; replace it with spaces"),
            ("a:\n  b: 1\n\tc: 2", "3:1: a tab; YAML indents with spaces; replace it with spaces"),
            ("name: a: b", "1:8: ': ' in a value that is not quoted; quote the value: 'a: b'"),
            ("name: it's a: b # c", "1:13: ': ' in a value that is not quoted; quote the value: 'it''s a: b'"),
            (
                "- name: x\n   request: {}",
                "2:4: this key is indented deeper than the value on line 1 allows; "
                    + "indent it by 2 spaces, like the key there"
            ),
            (
                "a:\n  b: 'x'\n c: 1",
                "3:2: this line is indented by 1 space, but the keys of the object that begins on line 1 by 0 spaces; "
                    + "indent it like them, or like those of an enclosing level"
            ),
            (
                "a:\n  - b\n c: 1",
                "3:2: this line is indented by 1 space, but the keys of the object that begins on line 1 by 0 spaces; "
                    + "indent it like them, or like those of an enclosing level"
            ),
            ("a: 'b' c", "1:8: unexpected text after the value; quote the whole value"),
            ("a: \"b\nc: 1\nd: 2\n", "1:4: the quote that opens here is never closed; add the closing quote"),
            (
                "a: \"b\nc: 1\nd: \"e\"",
                "1:4: the quote that opens here is closed only on line 3; is a closing quote missing on this line?"
            ),
            (
                "r: { urlPath: /orders/{id}, method: GET }",
                "1:23: '{' or '[' in a value that is not quoted; quote the value: '/orders/{id}'"
            ),
            (
                "r: { urlPath: /orders/{id}}",
                "1:23: '{' or '[' in a value that is not quoted; quote the value: '/orders/{id}'"
            ),
            ("r: { a: 1\ns: 2", "1:4: the object that begins here is not closed; is a ',' or '}' missing?"),
            ("a: \"\\d+\"", "1:5: '\\d' is not a valid escape in double quotes; use single quotes: '\\d+'"),
            ("a: @b", "1:4: a value cannot begin with '@'; quote the value: '@b'"),
            ("Accept: */*", "1:9: an alias or an anchor begins with '*'; quote the value: '*/*'"),
            ("h: { Accept: */*, b: c }", "1:14: an alias or an anchor begins with '*'; quote the value: '*/*'"),
            ("a: b\nc\nd: e", "2:1: a key without ':'; write 'key: value', or quote the text if it is a value"),
        ]
    )
    func explains(_ text: String, _ expected: String) {
        #expect(problem(text) == expected)
    }

    @Test(
        "A bracket without its partner is named where it is",
        arguments: [
            ("a: b\nc: [\n", "2:4: the list that begins here is not closed; is a ',' or ']' missing?"),
            ("[", "1:1: the list that begins here is not closed; is a ',' or ']' missing?"),
            ("a: [b,\n  # c\n\n", "1:4: the list that begins here is not closed; is a ',' or ']' missing?"),
            ("a: [{b:", "1:5: the object that begins here is not closed; is a ',' or '}' missing?"),
            ("a: &x {b: [1],", "1:4: the object that begins here is not closed; is a ',' or '}' missing?"),
            ("a: ]", "1:4: unmatched ']'; remove it, or quote the value"),
            ("a: b\n}", "2:1: unmatched '}'; remove it, or quote the value"),
            ("a: {b: c}}", "1:10: unmatched '}'; remove it, or quote the value"),
            ("a: [1, 2}", "1:9: '}' closes the list that begins on line 1, column 4; write ']' before it"),
            ("a: [,]", "1:5: a value is missing before ','; write one, or remove the ','"),
        ]
    )
    func findsBrackets(_ text: String, _ expected: String) {
        #expect(problem(text) == expected)
    }

    @Test(
        "A line without a colon is named, and not the one below it",
        arguments: [
            ("scenario s\ninteractions:\n  - a", "1:1: a key without ':'; write 'scenario: s'"),
            ("# c\nscenario\n\na: b", "2:1: a key without ':'; write 'key: value'"),
            ("a:\n  - b c\n    d: e", "2:5: a key without ':'; write 'b: c'"),
            (
                "a: b\n  more\n  c: d",
                "3:3: this key is indented deeper than the value on line 1 allows; "
                    + "indent it by 0 spaces, like the key there"
            ),
            (
                "a: b\n- c",
                "2:1: a list item among the keys of the object that begins on line 1; "
                    + "write the key of the list before it"
            ),
            (
                "- a\nb: c",
                "2:1: a key among the items of the list that begins on line 1; "
                    + "begin the item with '- ', or indent the key"
            ),
        ]
    )
    func findsMissingColons(_ text: String, _ expected: String) {
        #expect(problem(text) == expected)
    }

    @Test(
        "The rest of YAML's grammar has messages too",
        arguments: [
            (
                "a: \"\\u12\"",
                "1:5: '\\u12' needs 4 hexadecimal digits; "
                    + "complete them, or use single quotes for a text that contains a backslash"
            ),
            ("a: \"\\uD83D\\uDE00\"", "1:5: '\\uD83D' is not a valid character code; write the character itself"),
            ("a: !x!y b", "1:4: '!' begins a tag, which has no meaning here; quote the value, or remove the tag"),
            ("a: !<b", "1:4: '!' begins a tag, which has no meaning here; quote the value, or remove the tag"),
            (
                "a: > b\n  c",
                "1:6: only '-', '+' or the number of spaces (1 to 9) may follow '|' or '>'; "
                    + "begin the text on the next line, or quote the value"
            ),
            ("%FOO\n---\na: b", "1:1: '%' begins a directive, and this one is invalid; remove the line"),
            ("%YAML 2.0\n---\na: b", "1:1: '%' begins a directive, and this one is invalid; remove the line"),
            (
                "%YAML 1.1\na: b",
                "2:1: '---' is missing before this line; "
                    + "write it on its own line, or remove the lines that begin with '%'"
            ),
            (
                "a: \u{1}",
                "1:4: the control character U+0001 is not allowed; "
                    + "remove it, or write its code in double quotes: \"\\u0007\""
            ),
            (
                String(repeating: "k", count: 1100) + ": x",
                "1:1: a key can have at most 1024 characters; "
                    + "shorten it, or quote the text if it is a value"
            ),
        ]
    )
    func explainsRareMistakes(_ text: String, _ expected: String) {
        #expect(problem(text) == expected)
    }

    /// Grammar that no other test has; each row is a different rule of the parser.
    @Test(
        "No message speaks the parser's words, and each has a place in the file and a fix",
        arguments: [
            "a: &\n", "a: *\n", "a: &x *y z", "a: &a &b c", "...\n...\na: b", "a: b\n... c", "%TAG\n---\na: b",
            "%YAML 1\n---\na: b", "%YAML 1.1 x\n---\na: b", "%YAML 99999999999.1\n---\na: b",
            "%YAML 1.1\n%YAML 1.1\n---\na: b", "%TAG ! t:x\n%TAG ! t:x\n---\na: b", "%\n", "%TAG !x\n---\na: b",
            "a: |0\n  b", "a: |9x\n  b", "a: |-+\n  b", "a: !%zz b", "a: !<x>y b", "a: {,}", "a: [b: c: d]",
            "a: {\"b\" \"c\"}", "a: {b: c: d}", "? a\n? b\n  c\n : d", "\"a\nb\": c", "a: 'b'c", "a: ? b", "a: - b",
            ": b: c", "a: \"\\U00110000\"", "a: \"b\n---\nc: d", "a: `b`", "a: %b", "a: |\n    \n  b", "- - a\n - b",
            "[a]: b: c",
            "a: [\n--- b", "a: b\n---\nc: d", "*a", "a: !!int 1", "<<: a", "[]: a",
        ]
    )
    func speaksOwnWords(_ text: String) throws {
        let found = try #require(syntaxProblem(text), "it is valid")
        let words = ["invalid YAML", "while ", "did not find", "could not find", "found ", "in this context"]
        #expect(!words.contains { found.message.contains($0) }, "\(found.message)")
        #expect(found.suggestion != nil)
        #expect(YAMLLines(Array(text.utf8))[found.mark.line].count >= found.mark.column - 1)
    }

    private func syntaxProblem(_ text: String) -> SyntaxProblem? {
        do throws(SyntaxProblem) {
            _ = try YAMLComposer.compose(Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    private func problem(_ text: String) -> String? {
        guard let problem = syntaxProblem(text) else { return nil }
        let message = [problem.message, problem.suggestion].compactMap { $0 }.joined(separator: "; ")
        return "\(problem.mark.line):\(problem.mark.column): \(message)"
    }
}
