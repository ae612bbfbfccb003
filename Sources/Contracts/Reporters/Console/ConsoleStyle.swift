/// The colors of a terminal, which can be off.
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

/// The progress of a run as one line for a terminal.
package struct ProgressText {
    private static let width = 24

    private let done: Int
    private let total: Int
    private let failed: Int
    private let left: Duration?
    private let style: ConsoleStyle

    package init(done: Int, total: Int, failed: Int, left: Duration?, style: ConsoleStyle = ConsoleStyle()) {
        self.done = done
        self.total = total
        self.failed = failed
        self.left = left
        self.style = style
    }

    /// `━━━━━━──────  120 of 400  3 failed  5 s left`.
    package var text: String {
        let filled = total > 0 ? Self.width * done / total : 0
        let bar =
            String(repeating: "━", count: filled) + style.faint(String(repeating: "─", count: Self.width - filled))
        var parts = [bar, "\(done) of \(total)"]
        if failed > 0 { parts.append(style.bad("\(failed) failed")) }
        if let left { parts.append(style.faint("\(Self.text(left)) left")) }
        return parts.joined(separator: "  ")
    }

    private static func text(_ left: Duration) -> String {
        let seconds = Int((left / .seconds(1)).rounded(.up))
        return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
    }
}
