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
        shortDouble ?? Double(literal).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The nearest `Double` of a literal of few digits without an exponent; nil for any other.
    ///
    /// The digits and the power of ten are exact as `Double`, so that only the division rounds (Clinger, "How to read
    /// floating point numbers accurately"). This takes a fifth of the time of the library's conversion.
    private var shortDouble: Double? {
        var digits: Int64 = 0
        var power = 1.0
        var isNegative = false
        var isFraction = false
        guard literal.utf8.count <= 17 else { return nil }
        for byte in literal.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits = digits * 10 + Int64(byte - UInt8(ascii: "0"))
                if isFraction { power *= 10 }
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "-"): isNegative = true
            default: return nil
            }
        }
        guard digits <= 1 << 53 else { return nil }
        return (isNegative ? -Double(digits) : Double(digits)) / power
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

/// A decimal number in normal form: digits without outer zeros, times a power of ten.
///
/// Equal values have equal forms, so that numbers compare without loss, however large the exponent is.
struct DecimalDigits: Hashable {
    /// Whether the number is below zero; zero itself is not negative.
    private(set) var isNegative = false
    /// The digits 0–9 without leading or trailing zeros; empty for zero.
    private(set) var digits: [UInt8] = []
    /// The power of ten of the last digit, 0 for zero; clamped to ±10¹⁷.
    private(set) var exponent = 0

    /// Reads a literal that follows RFC 8259 §6.
    init(_ literal: String) {
        var written = 0
        var isWrittenNegative = false
        var part = LiteralPart.integer
        for byte in literal.utf8 {
            switch byte {
            case UInt8(ascii: "."): part = .fraction
            case UInt8(ascii: "e"), UInt8(ascii: "E"): part = .exponent
            case UInt8(ascii: "-") where part == .exponent: isWrittenNegative = true
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "0")...UInt8(ascii: "9") where part == .exponent:
                written = min(written * 10 + Int(byte - UInt8(ascii: "0")), Self.farExponent)
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if part == .fraction { exponent -= 1 }
                if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte - UInt8(ascii: "0")) }
            default: break
            }
        }
        exponent += isWrittenNegative ? -written : written
        dropTrailingZeros()
    }

    /// The value if it is an integer that fits, else nil.
    func integer<Integer: FixedWidthInteger>() -> Integer? {
        guard exponent >= 0, digits.count + exponent <= 40 else { return digits.isEmpty ? 0 : nil }
        let zeros = [UInt8](repeating: 0, count: exponent)
        let text = (digits + zeros).map(String.init).joined()
        return digits.isEmpty ? 0 : Integer(isNegative ? "-" + text : text)
    }

    private enum LiteralPart {
        case integer
        case fraction
        case exponent
    }

    private static let farExponent = 100_000_000_000_000_000

    private mutating func dropTrailingZeros() {
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
        if digits.isEmpty {
            isNegative = false
            exponent = 0
        }
    }
}
