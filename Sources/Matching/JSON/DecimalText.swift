/// The digits of a rounded decimal number.
package struct DecimalText: Sendable {
    /// The direction in which digits are dropped; `java.math.RoundingMode` in lower case.
    package enum Rounding: String, Sendable {
        case up, down, ceiling, floor
        case halfUp = "half_up"
        case halfDown = "half_down"
        case halfEven = "half_even"
    }

    /// The maximum number of digits before or after the decimal point.
    package static let maximumPlaces = 400

    package let isNegative: Bool
    /// Without leading zeros; empty below one.
    package let integer: String
    /// With all places, including zeros.
    package let fraction: String

    /// The number with that many places after the decimal point; nil if it has too many digits.
    package init?(_ value: DecimalValue, places: Int, _ rounding: Rounding) {
        guard value.point <= Self.maximumPlaces, value.point >= -Self.maximumPlaces else { return nil }
        let places = min(max(0, places), Self.maximumPlaces)
        let count = max(0, value.point + places)
        var kept = Array(value.digits.prefix(count))
        kept += [UInt8](repeating: 48, count: count - kept.count)
        if Self.increments(value, after: value.point + places, rounding, last: kept.last ?? 48) {
            Self.increment(&kept)
        }
        kept = [UInt8](repeating: 48, count: max(0, places - kept.count)) + kept
        isNegative = value.isNegative
        integer = String(decoding: kept.dropLast(places).drop { $0 == 48 }, as: UTF8.self)
        fraction = String(decoding: kept.suffix(places), as: UTF8.self)
    }

    /// Whether dropping the digits after a place makes the number before it larger.
    private static func increments(_ value: DecimalValue, after place: Int, _ rounding: Rounding, last: UInt8) -> Bool {
        guard place < value.digits.count else { return false }
        let first = place < 0 ? 48 : value.digits[place]
        let isTie = first == 53 && place + 1 == value.digits.count
        return switch rounding {
        case .up: true
        case .down: false
        case .ceiling: !value.isNegative
        case .floor: value.isNegative
        case .halfUp: first >= 53
        case .halfDown: first >= 53 && !isTie
        case .halfEven: first >= 53 && (!isTie || last % 2 == 1)
        }
    }

    private static func increment(_ digits: inout [UInt8]) {
        for index in digits.indices.reversed() {
            guard digits[index] == 57 else {
                digits[index] += 1
                return
            }
            digits[index] = 48
        }
        digits.insert(49, at: 0)
    }

    /// The integer part in groups of three digits, or of another size.
    package static func grouped(_ digits: String, by size: Int = 3) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % size == 0 { text += "," }
            text.append(digit)
        }
        return text
    }
}

extension DecimalValue {
    /// The exact value of a finite number, which has more digits than its shortest text.
    package init(exactly value: Double) {
        // In reverse.
        var digits: [UInt8] = String(UInt64(value.significandBitPattern | (value.isNormal ? 1 << 52 : 0))).utf8
            .reversed().map { $0 - 48 }
        let exponent = Int(value.exponentBitPattern == 0 ? 1 : value.exponentBitPattern) - 1075
        for _ in 0..<abs(exponent) {
            var carry: UInt8 = 0
            for index in digits.indices {
                let product = digits[index] * (exponent < 0 ? 5 : 2) + carry
                digits[index] = product % 10
                carry = product / 10
            }
            if carry > 0 { digits.append(carry) }
        }
        let point = digits.count + min(0, exponent)
        let kept = digits.reversed().drop { $0 == 0 }
        self.init(
            isNegative: value < 0,
            digits: kept.map { $0 + 48 },
            point: point - (digits.count - kept.count)
        )
    }
}

extension DecimalValue {
    /// The value with one digit before the decimal point, and the power of ten that it was divided by.
    package var normalized: (value: DecimalValue, exponent: Int) {
        guard !digits.isEmpty else { return (self, 0) }
        return (DecimalValue(isNegative: isNegative, digits: digits, point: 1), point - 1)
    }
}
