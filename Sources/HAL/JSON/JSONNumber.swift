/// A JSON number with its original digits.
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
    /// The digits of the source, for example `2.890`.
    public let literal: String

    /// Makes a number of a literal that follows RFC 8259 §6; not checked.
    package init(uncheckedLiteral literal: String) {
        self.literal = literal
    }

    /// Makes a number of a literal, or nil if it does not follow RFC 8259 §6.
    public init?(_ literal: String) {
        var scanner = JSONScanner(Array(literal.utf8))
        guard let event = try? scanner.next(), case .number(let range) = event,
            range == 0..<literal.utf8.count
        else { return nil }
        self.literal = literal
    }

    /// Makes a number of an integer.
    public init(_ value: some BinaryInteger) {
        literal = String(value)
    }

    /// Makes a number of the shortest digits with the same value, or nil if it is not finite.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        let integer = Int64(exactly: value).flatMap { abs(value) < 1e15 ? $0 : nil }
        literal = integer.map { value.sign == .minus && $0 == 0 ? "-0" : String($0) } ?? "\(value)"
    }

    /// The value if it is an integer that fits, in any notation (`12`, `12.0`, `1.2e1`); else nil.
    public var int: Int? {
        Int(literal) ?? exactInteger()
    }

    /// The nearest `Double`, or nil if it would be infinite.
    public var double: Double? {
        Double(literal).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Whether both have the same value, compared without loss: `1.2`, `1.2000` and `12e-1` are equal.
    public func isEqual(to other: JSONNumber) -> Bool {
        literal == other.literal || DecimalDigits(literal) == DecimalDigits(other.literal)
    }

    /// The literal.
    public var description: String { literal }

    /// The value as an integer of any width if it is one and fits; else nil.
    package func exactInteger<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
        Integer(literal) ?? DecimalDigits(literal).integer()
    }
}
