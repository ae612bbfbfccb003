/// WireMock's table of two columns: what the nearest mapping wants, and what came.
struct ConsoleTable {
    static let usualWidth = 119

    private let width: Int
    private(set) var lines: [String] = []

    /// A table so many characters wide, with its title and head.
    init(width: Int, title: String, left: String, right: String) {
        self.width = width
        let indent = String(repeating: " ", count: max(0, (width - title.count) / 2))
        lines = ["", indent + title, indent + String(repeating: "=", count: title.count), "", rule]
        lines.append("| \(Self.padded(left, column - 2))| \(Self.padded(right, width - column - 3))|")
        lines.append(rule)
        add("", "")
    }

    /// Adds a row; with what is wrong about it, if something is.
    mutating func add(_ left: String, _ right: String, problem: String? = nil) {
        let lefts = wrapped(left)
        let rights = wrapped(right)
        for number in 0..<max(lefts.count, rights.count) {
            let left = Self.padded(number < lefts.count ? lefts[number] : "", column)
            let right = number < rights.count ? rights[number] : ""
            if number == 0, let problem {
                lines.append("\(left)| \(Self.padded(right, column - 2))<<<<< \(problem)")
            } else {
                lines.append(right.isEmpty ? left + "|" : "\(left)| \(right)")
            }
        }
    }

    /// The table with its end.
    mutating func end() -> String {
        add("", "")
        lines += [rule, ""]
        return lines.joined(separator: "\n")
    }

    private var column: Int { width / 2 }
    private var rule: String { String(repeating: "-", count: width) }

    private func wrapped(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            var pieces: [String] = []
            var rest = line
            while rest.count > column - 2 {
                pieces.append(String(rest.prefix(column - 2)))
                rest = rest.dropFirst(column - 2)
            }
            return pieces + [String(rest)]
        }
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
