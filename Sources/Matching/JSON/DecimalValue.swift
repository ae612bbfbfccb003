package import HAL

/// A JSON number by value, without loss: `1.2`, `1.2000` and `12e-1` are equal.
package struct DecimalValue: Hashable {
    let isNegative: Bool
    /// In ASCII, without zeros at either end; empty for zero.
    package let digits: [UInt8]
    /// The place of the decimal point, counted from the first digit: `0.digits × 10^point`.
    package let point: Int

    /// The value of digits in ASCII that do not begin with a zero.
    init(isNegative: Bool, digits: [UInt8], point: Int) {
        let end = digits.lastIndex { $0 != UInt8(ascii: "0") } ?? -1
        self.digits = Array(digits.prefix(end + 1))
        self.isNegative = isNegative && end >= 0
        self.point = end < 0 ? 0 : point
    }

    /// The value, or nil if the budget is used up.
    init?(_ number: JSONNumber, budget: inout EvaluationBudget) {
        guard budget.spend(1), budget.spend(bytes: 8 * number.literal.utf8.count) else { return nil }
        self.init(number)
    }

    package init(_ number: JSONNumber) {
        var digits: [UInt8] = []
        var point = 0
        var hasPoint = false
        var bytes = Array(number.literal.utf8)[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { bytes = bytes.dropFirst() }
        while let byte = bytes.popFirst() {
            if byte == UInt8(ascii: ".") {
                hasPoint = true
            } else if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
                break
            } else if !digits.isEmpty || byte != UInt8(ascii: "0") {
                digits.append(byte)
                if !hasPoint { point += 1 }
            } else if hasPoint {
                point -= 1
            }
        }
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        self.digits = digits
        self.isNegative = isNegative && !digits.isEmpty
        self.point = digits.isEmpty ? 0 : Self.sum(point, Self.exponent(bytes))
    }

    /// The exponent, saturated: that matters for no literal that fits into memory.
    private static func exponent(_ bytes: ArraySlice<UInt8>) -> Int {
        let text = String(decoding: bytes, as: UTF8.self)
        return Int(text) ?? (text.hasPrefix("-") ? .min : text.isEmpty ? 0 : .max)
    }

    private static func sum(_ left: Int, _ right: Int) -> Int {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? (right < 0 ? .min : .max) : sum
    }
}

extension DecimalValue: Comparable {
    package static func < (left: DecimalValue, right: DecimalValue) -> Bool {
        guard left.isNegative == right.isNegative else { return left.isNegative }
        return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
    }

    private func isSmaller(than other: DecimalValue) -> Bool {
        if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
        return point == other.point ? digits.lexicographicallyPrecedes(other.digits) : point < other.point
    }
}

extension DecimalValue {
    /// Of a divisor.
    static let maximumDivisorDigits = 18

    var isInteger: Bool { point >= digits.count }
    package var isBelowZero: Bool { isNegative }
    var isPositive: Bool { !isNegative && !digits.isEmpty }
    var digitCount: Int { digits.count }

    /// Whether the value is a multiple of a divisor with at most `maximumDivisorDigits` digits.
    func isMultiple(of divisor: DecimalValue) -> Bool {
        guard !digits.isEmpty else { return true }
        let (difference, overflow) = exponent.subtractingReportingOverflow(divisor.exponent)
        let zeros = overflow ? (exponent < 0 ? Int.min : .max) : difference
        // Neither number ends in a zero, so that a divisor with more of them does not fit.
        guard zeros >= 0 else { return false }
        let modulus = divisor.digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1 - UInt8(ascii: "0")) }
        guard modulus > 0 else { return false }
        let rest = digits.reduce(UInt64(0)) { rest, digit in
            (Self.product(rest, 10, modulus) + UInt64(digit - UInt8(ascii: "0"))) % modulus
        }
        return Self.product(rest, Self.powerOfTen(zeros, modulus), modulus) == 0
    }

    /// The power of ten of the last digit.
    private var exponent: Int { Self.sum(point, -digits.count) }

    private static func powerOfTen(_ exponent: Int, _ modulus: UInt64) -> UInt64 {
        var result = 1 % modulus
        var factor = 10 % modulus
        var rest = exponent
        while rest > 0 {
            if rest & 1 == 1 { result = product(result, factor, modulus) }
            factor = product(factor, factor, modulus)
            rest >>= 1
        }
        return result
    }

    /// The product modulo the modulus; at least one factor is below it.
    private static func product(_ left: UInt64, _ right: UInt64, _ modulus: UInt64) -> UInt64 {
        modulus.dividingFullWidth((left % modulus).multipliedFullWidth(by: right % modulus)).remainder
    }
}
