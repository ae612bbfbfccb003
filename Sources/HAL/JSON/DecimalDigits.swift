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
        var part = Part.integer
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

    private enum Part {
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
