/// Colours of a terminal, or none.
package struct ConsoleStyle: Sendable {
    private let isColoured: Bool

    package init(isColoured: Bool = false) {
        self.isColoured = isColoured
    }

    func good(_ text: String) -> String { marked(text, "32") }
    func bad(_ text: String) -> String { marked(text, "31") }
    func strong(_ text: String) -> String { marked(text, "1") }
    func faint(_ text: String) -> String { marked(text, "2") }

    /// Select Graphic Rendition (ECMA-48 §8.3.117).
    private func marked(_ text: String, _ code: String) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
