import Testing

@testable import Scenarios

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
                "2:4: this key is indented deeper than the value in line 1 allows; "
                    + "indent it by 2 spaces, like the key there"
            ),
            (
                "a:\n  b: 'x'\n c: 1",
                "3:2: this line is indented by 1 space, but the keys of the object that begins in line 1 by 0 spaces; "
                    + "indent it like them, or like the lines further out"
            ),
            (
                "a:\n  - b\n c: 1",
                "3:2: this line is indented by 1 space, but the keys of the object that begins in line 1 by 0 spaces; "
                    + "indent it like them, or like the lines further out"
            ),
            ("a: 'b' c", "1:8: unexpected text after the value; quote the whole value"),
            ("a: \"b\nc: 1\nd: 2\n", "1:4: the quote that opens here is never closed; add the closing quote"),
            (
                "a: \"b\nc: 1\nd: \"e\"",
                "1:4: the quote that opens here is closed in line 3 only; is a closing quote missing in this line?"
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
            ("a: \"\\d+\"", "1:5: '\\d' is not an escape of YAML's double quotes; use single quotes: '\\d+'"),
            ("a: @b", "1:4: a value cannot begin with '@'; quote the value: '@b'"),
            ("Accept: */*", "1:9: an alias or an anchor begins with '*'; quote the value: '*/*'"),
            ("h: { Accept: */*, b: c }", "1:14: an alias or an anchor begins with '*'; quote the value: '*/*'"),
            ("a: b\nc\nd: e", "2:1: a key without ':'; write 'key: value', or quote the text if it is a value"),
        ]
    )
    func explains(_ text: String, _ expected: String) {
        #expect(problem(text) == expected)
    }

    private func problem(_ text: String) -> String? {
        do throws(SyntaxProblem) {
            _ = try YAMLComposer.compose(Array(text.utf8))
            return nil
        } catch {
            let message = [error.message, error.suggestion].compactMap { $0 }.joined(separator: "; ")
            return "\(error.mark.line):\(error.mark.column): \(message)"
        }
    }
}
