import HAL
import Matching

extension Diagnosis {
    /// The explanation as text for a terminal.
    package var text: String {
        var text = TextBuilder()
        text.add("No interaction matches ", method, " ", target)
        text.endLines(2)
        if let hint {
            text.add("→ ", hint)
            text.endLines(2)
        }
        addNearest(to: &text)
        addStub(to: &text)
        return text.text
    }

    private func addNearest(to text: inout TextBuilder) {
        guard interactionCount > 0 else {
            text.add("There are no interactions at ", address.description, resourceNote)
            return text.endLines()
        }
        if !resourcePaths.isEmpty {
            text.add("Live resources at ", address.description, ": ", resourcePaths.joined(separator: ", "))
            text.endLines(2)
        }
        text.add("Nearest of ", interactionCount == 1 ? "one interaction" : "\(interactionCount) interactions")
        text.add(" at ", address.description)
        text.endLines()
        for position in nearest.indices {
            text.endLines()
            text.add(String(position + 1), ". ", nearest[position].heading)
            text.endLines()
            nearest[position].addRows(to: &text)
            guard let suggestion = nearest[position].suggestion else { continue }
            text.add("   → ", suggestion)
            text.endLines()
        }
    }

    private func addStub(to text: inout TextBuilder) {
        guard let stub else { return }
        text.add("\nTo match it, add this to the interactions of a scenario:\n\n")
        for line in stub.yaml {
            text.add("  ", line)
            text.endLines()
        }
    }
}

extension NearMiss {
    fileprivate var heading: String {
        name.map { String(joining: $0, "  (", interaction.source, ")") } ?? interaction.source
    }

    /// Adds one row for each condition in aligned columns, and one for the actual value where it differs.
    fileprivate func addRows(to text: inout TextBuilder) {
        let fieldWidth = checks.reduce(0) { max($0, TextBuilder.width($1.field)) }
        let operationWidth = checks.reduce(0) { max($0, TextBuilder.width($1.operation)) }
        for check in checks {
            text.add(check.verdict.mark)
            text.add(check.field, padded: fieldWidth)
            text.add("  ")
            text.add(check.operation, padded: operationWidth)
            text.endRow(check.expected)
            guard check.verdict != .holds else { continue }
            text.addRow("got", check.actual ?? "missing", indent: fieldWidth, operationWidth)
            if let hint = check.hint { text.addRow("hint", hint, indent: fieldWidth, operationWidth) }
        }
    }
}

extension FieldCheck.Verdict {
    fileprivate var mark: String {
        switch self {
        case .holds: "   ✓ "
        case .fails: "   ✗ "
        case .notExamined: "   ? "
        }
    }
}

/// Builds a text of lines in one buffer, since every unmatched request needs one.
private struct TextBuilder {
    private var bytes: [UInt8] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    init() {
        bytes.reserveCapacity(2000)
    }

    mutating func add(_ parts: String...) {
        for part in parts { bytes.append(text: part) }
    }

    mutating func add(_ part: String, padded width: Int) {
        bytes.append(text: part)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(0, width - Self.width(part))))
    }

    mutating func endLines(_ count: Int = 1) {
        for _ in 0..<count { bytes.append(UInt8(ascii: "\n")) }
    }

    /// Ends a row with a value; if the value is empty, trailing blanks are removed.
    mutating func endRow(_ value: String) {
        if value.isEmpty {
            while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        } else {
            add("  ", value)
        }
        endLines()
    }

    /// Adds a row below that of a check with a field of that width.
    mutating func addRow(_ role: String, _ value: String, indent: Int, _ operationWidth: Int) {
        add("       ", padded: indent + 7)
        add(role, padded: operationWidth)
        endRow(value)
    }

    /// The width in characters.
    static func width(_ text: String) -> Int {
        text.utf8.areAll { $0 < 128 } ? text.utf8.count : text.count
    }
}
