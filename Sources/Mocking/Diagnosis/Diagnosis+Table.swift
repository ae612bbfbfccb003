import Matching

extension Diagnosis {
    /// The nearest mapping beside the request, in WireMock's layout for a terminal.
    package var table: String {
        guard let nearest = nearest.first else {
            return "No response could be served: there are no stub mappings at \(address)\n"
        }
        var width = ConsoleTable.usualWidth
        if case .table(let wanted) = form { width = wanted }
        var table = ConsoleTable(
            width: width,
            title: "Request was not matched",
            left: "Closest stub",
            right: "Request"
        )
        if let name = nearest.name {
            table.add(name, "")
            table.add("", "")
        }
        for check in nearest.checks where check.field != "body" || check.verdict == .fails { check.add(to: &table) }
        return table.end()
    }
}

extension FieldCheck {
    fileprivate func add(to table: inout ConsoleTable) {
        let problem = "\(item) \(actual == nil ? "is not present" : "does not match")"
        table.add(
            wanted,
            came,
            problem: verdict == .fails ? problem + ((kind == "url" ? hint : nil).map { ". \($0)" } ?? "") : nil
        )
    }

    /// `header` of `header Accept`.
    private var kind: Substring { field.prefix { $0 != " " } }

    /// `Accept` of `header Accept`.
    private var name: Substring { field.dropFirst(kind.count + 1) }

    private var item: String {
        switch kind {
        case "url": "URL"
        case "method": "HTTP method"
        case "path": "Path parameter"
        case "state", "sequence": "Scenario"
        case "basicAuth": "Basic auth"
        case let kind: kind.prefix(1).uppercased() + kind.dropFirst()
        }
    }

    private var wanted: String {
        switch kind {
        case "url": Self.urlKinds[operation].map { "[\($0)] \(expected)" } ?? expected
        case "method": operation == "is" ? expected : "[\(operation)] \(expected)"
        case "header": operation == "equalTo" ? "\(name): \(expected)" : "\(name) [\(operation)] : \(expected)"
        case "query", "cookie", "form": "\(item): \(name) [\(operation)] \(expected)"
        case "path": "Path parameter: \(field.dropFirst("path parameter ".count)) [\(operation)] \(expected)"
        case "body": "[\(operation)]\n\(expected)"
        case "state": "[Scenario \(operation.dropFirst("of ".count)) state: \(expected)]"
        case _: "\(item): [\(operation)] \(expected)"
        }
    }

    private var came: String {
        guard let actual else { return "" }
        switch kind {
        case "header", "query", "cookie", "form": return "\(name): \(actual)"
        case "state": return "[Scenario \(operation.dropFirst("of ".count)) state: \(actual)]"
        case _: return actual
        }
    }

    private static let urlKinds = [
        "urlPath": "path", "urlPattern": "regex", "urlPathPattern": "path regex", "urlPathTemplate": "path template",
    ]
}

/// WireMock's table of two columns: the nearest mapping and the request.
struct ConsoleTable {
    static let usualWidth = 119

    private let width: Int
    private(set) var lines: [String] = []

    /// Creates a table with a title and a head; `width` is in characters.
    init(width: Int, title: String, left: String, right: String) {
        self.width = width
        let indent = String(repeating: " ", count: max(0, (width - title.count) / 2))
        lines = ["", indent + title, indent + String(repeating: "=", count: title.count), "", rule]
        lines.append("| \(Self.padded(left, column - 2))| \(Self.padded(right, width - column - 3))|")
        lines.append(rule)
        add("", "")
    }

    /// Adds a row, optionally with the problem that it shows.
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

    /// Returns the table, including its end.
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
