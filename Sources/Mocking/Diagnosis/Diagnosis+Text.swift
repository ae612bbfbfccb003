import Scenarios

extension Diagnosis {
    /// For a terminal.
    package var text: String {
        let lines = ["No interaction matches \(method) \(target)", ""] + nearestLines + stubLines + [""]
        return lines.joined(separator: "\n")
    }

    private var nearestLines: [String] {
        guard interactionCount > 0 else { return ["There are no interactions at \(address)"] }
        let count = interactionCount == 1 ? "one interaction" : "\(interactionCount) interactions"
        var lines = ["Nearest of \(count) at \(address)"]
        for (position, miss) in nearest.enumerated() {
            lines += ["", "\(position + 1). \(miss.heading)"] + miss.rows
            if let suggestion = miss.suggestion { lines.append("   → \(suggestion)") }
        }
        return lines
    }

    private var stubLines: [String] {
        guard let stub else { return [] }
        return ["", "To answer it, add to the interactions of a scenario:", ""] + stub.yaml.map { "  \($0)" }
    }
}

extension NearMiss {
    fileprivate var heading: String {
        name.map { "\($0)  (\(interaction.source))" } ?? interaction.source
    }

    /// One row for each condition, columns aligned; what came is on a row of its own where it differs.
    fileprivate var rows: [String] {
        let fieldWidth = checks.map(\.field.count).max() ?? 0
        let operationWidth = checks.map(\.operation.count).max() ?? 0
        let indent = String(repeating: " ", count: 5 + fieldWidth + 2)
        return checks.flatMap { check in
            let mark =
                switch check.verdict {
                case .holds: "✓"
                case .fails: "✗"
                case .notExamined: "?"
                }
            let field = check.field.padded(to: fieldWidth)
            let row = "   \(mark) \(field)  \(check.operation.padded(to: operationWidth))  \(check.expected)"
            guard check.verdict != .holds else { return [row.trimmedAtEnd] }
            var rows = [row.trimmedAtEnd, "\(indent)\("got".padded(to: operationWidth))  \(check.actual ?? "nothing")"]
            if let hint = check.hint { rows.append("\(indent)\("hint".padded(to: operationWidth))  \(hint)") }
            return rows
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    fileprivate var trimmedAtEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
