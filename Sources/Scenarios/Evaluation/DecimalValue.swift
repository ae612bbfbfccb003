internal import HAL

/// A JSON number by its value: `1.2`, `1.2000` and `12e-1` are the same; no digit is lost.
struct DecimalValue: Hashable {
    private let isNegative: Bool
    /// Without zeros at either end; empty for zero.
    private let digits: [UInt8]
    /// Where the decimal point stands, counted from the first digit: `0.digits × 10^point`.
    private let point: Int

    init(_ number: JSONNumber) {
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

    /// Saturates: no literal that fits into memory has an exponent for which that matters.
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
    static func < (left: DecimalValue, right: DecimalValue) -> Bool {
        guard left.isNegative == right.isNegative else { return left.isNegative }
        return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
    }

    private func isSmaller(than other: DecimalValue) -> Bool {
        if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
        return point == other.point ? digits.lexicographicallyPrecedes(other.digits) : point < other.point
    }
}
