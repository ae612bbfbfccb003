internal import HAL

/// Mistakes that WireMock overlooks. Its mappings get a warning and are read as WireMock reads them; in a scenario file
/// they are errors.
extension NodeReader {
    /// Logs a mistake that WireMock overlooks; returns whether it is overlooked here.
    @discardableResult
    package func overlook(_ message: String, at node: Node, suggestion: String? = nil) -> Bool {
        switch dialect {
        case .scenario: log.error(message, at: node, suggestion: suggestion)
        case .wireMock: log.warning(message, at: node, suggestion: suggestion)
        }
        return dialect == .wireMock
    }

    /// The number of a scalar; in a mapping also that of a string that contains nothing else.
    func number(of scalar: Node.Scalar, _ name: String, at node: Node) -> JSONNumber? {
        switch scalar.resolved {
        case .number(let number): return number
        case .string(let text) where dialect == .wireMock:
            guard let literal = DecimalScanner.literal(of: Self.trimmed(text)) else { return nil }
            let message = "\(name) is a string, and is read as the number \(literal)"
            overlook(message, at: node, suggestion: "remove the quotes")
            return JSONNumber(uncheckedLiteral: literal)
        case .string, .null, .bool, .unrepresentable: return nil
        }
    }

    /// The integer of a number; in a mapping, a fraction is cut off.
    func integer(of number: JSONNumber, _ name: String, at node: Node) -> Int? {
        if let integer = number.int { return integer }
        guard dialect == .wireMock, let value = number.double, let integer = Int(exactly: value.rounded(.towardZero))
        else { return nil }
        overlook("\(name) is not an integer, and is read as \(integer)", at: node)
        return integer
    }

    /// The duration, or in a mapping zero instead of a negative one.
    func withoutSign<Number: SignedNumeric & Comparable>(_ value: Number, _ name: String, at node: Node) -> Number {
        guard value < 0 else { return value }
        overlook("\(name) is negative, and is read as 0", at: node)
        return 0
    }

    /// The truth of a scalar; in a mapping, also of a string, and of a number: all integers but 0 are true.
    ///
    /// As in WireMock, `TRUE` and `1.0` are false.
    func boolean(of scalar: Node.Scalar, _ name: String, at node: Node) -> Bool? {
        switch scalar.resolved {
        case .bool(let value): return value
        case .string(let text) where dialect == .wireMock:
            let word = Self.trimmed(text)
            guard ["true", "false"].contains(word.lowercased()) else { return nil }
            let value = word == "true"
            overlook("\(name) is a string, and is read as \(value)", at: node, suggestion: "remove the quotes")
            return value
        case .number(let number) where dialect == .wireMock:
            let isInteger = number.literal.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
            let value = isInteger && number.int != 0
            overlook("\(name) is a number, and is read as \(value)", at: node, suggestion: "write \(value)")
            return value
        case .string, .number, .null, .unrepresentable: return nil
        }
    }

    /// A text without white space at its ends.
    package static func trimmed(_ text: String) -> String {
        let start = text.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}
