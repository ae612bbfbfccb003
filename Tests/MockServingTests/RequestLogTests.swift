import HAL
import Testing

@testable import MockServing

struct RequestLogTests {
    @Test(arguments: [
        ("a\u{1B}[2Jb", "a\u{FFFD}[2Jb"), ("a\u{202E}b", "a\u{FFFD}b"), ("a\u{2028}b\u{2029}c", "a\u{FFFD}b\u{FFFD}c"),
        ("a\u{200B}b\u{FEFF}", "a\u{FFFD}b\u{FFFD}"), ("a\u{85}\u{7F}\n", "a\u{FFFD}\u{FFFD}\u{FFFD}"),
        ("Ä – 日本", "Ä – 日本"),
    ])
    func writesNothingThatMovesATerminal(text: String, printed: String) {
        #expect(text.printable == printed)
    }
}
