internal import HAL
import Matching

/// The format of `numberFormat`: a style such as `percent`, or a pattern such as `#,##0.00` (`java.text.DecimalFormat`).
struct NumberFormat {
    static let options: Set<String> = [
        "groupingUsed", "maximumFractionDigits", "maximumIntegerDigits", "minimumFractionDigits",
        "minimumIntegerDigits", "parseIntegerOnly", "roundingMode",
    ]
    private static let styles = [
        "": "#,##0.###", "integer": "#,##0", "percent": "#,##0%", "currency": "¤#,##0.00",
    ]
    private static let currencies = ["en_US": "$", "en_GB": "£"]

    /// Before and after a number; for a negative one, the minus sign is in `negative.prefix`.
    private typealias Affixes = (prefix: String, suffix: String)

    private var positive: Affixes
    private var negative: Affixes
    private var integerDigits = 0...DecimalText.maximumPlaces
    private var fractionDigits = 0...0
    /// The number of digits in a group; 0: no groups.
    private var groupSize = 0
    private var rounding = DecimalText.Rounding.halfEven

    /// - Throws: ``InvalidPattern`` if it is neither a style nor a pattern.
    init(_ text: String, locale: String = "") throws(InvalidPattern) {
        let halves = (Self.styles[text] ?? text).split(separator: ";", maxSplits: 1)
        let (first, digits) = try Self.affixes(halves.first ?? "")
        positive = first
        negative = halves.count > 1 ? try Self.affixes(halves[1]).affixes : ("-" + first.prefix, first.suffix)
        if let currency = Self.currencies[locale] {
            for path in [\NumberFormat.positive, \.negative] {
                self[keyPath: path].prefix.replace("¤", with: currency)
                self[keyPath: path].suffix.replace("¤", with: currency)
            }
        }
        read(digits)
    }

    /// The texts around the digits of a pattern, and those.
    private static func affixes(_ pattern: Substring) throws(InvalidPattern) -> (affixes: Affixes, digits: Substring) {
        let start = pattern.firstIndex { "#0".contains($0) } ?? pattern.endIndex
        let digits = pattern[start...].prefix { "#0,.".contains($0) }
        let suffix = pattern[digits.endIndex...]
        guard digits.isEmpty || suffix.first != "E" else {
            throw InvalidPattern("a number format with an exponent is not supported")
        }
        guard digits.count <= DecimalText.maximumPlaces, !suffix.contains(where: { "#0".contains($0) }) else {
            throw InvalidPattern("'\(pattern.prefix(40))' is not a valid number format such as '#,##0.00'")
        }
        return ((pattern[..<start].filter { $0 != "'" }, suffix.filter { $0 != "'" }), digits)
    }

    private mutating func read(_ digits: Substring) {
        let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let integer = parts.first else { return }
        let least = integer.count { $0 == "0" }
        let places = parts.count > 1 ? parts[1] : ""
        // `#.##` has a digit before the point, as in Java.
        let isOnlyOptional = parts.count > 1 && least == 0 && !places.contains("0") && !integer.isEmpty
        integerDigits = (isOnlyOptional ? 1 : least)...DecimalText.maximumPlaces
        let required = places.count { $0 == "0" }
        fractionDigits = required...(required + places.count { $0 == "#" })
        groupSize = integer.lastIndex(of: ",").map { integer.distance(from: $0, to: integer.endIndex) - 1 } ?? 0
    }

    /// Sets one of the options; returns false if the value is not valid.
    mutating func set(_ option: String, to value: TemplateValue) -> Bool {
        switch option {
        case "groupingUsed": groupSize = value.isTruthy ? max(3, groupSize) : 0
        case "parseIntegerOnly": break
        case "roundingMode":
            guard let mode = DecimalText.Rounding(rawValue: value.text.lowercased()) else { return false }
            rounding = mode
        case _:
            guard let count = value.number?.int, (0...DecimalText.maximumPlaces).contains(count) else { return false }
            let path = option.hasSuffix("FractionDigits") ? \NumberFormat.fractionDigits : \.integerDigits
            let range = self[keyPath: path]
            self[keyPath: path] =
                option.hasPrefix("maximum")
                ? min(range.lowerBound, count)...count : count...max(range.upperBound, count)
        }
        return true
    }

    /// The number as text; nil if it has too many digits.
    func text(of number: JSONNumber) -> String? {
        let isPercent = positive.prefix.contains("%") || positive.suffix.contains("%")
        var value = DecimalValue(number)
        if number.int == nil || isPercent {
            // Java multiplies and rounds the binary value.
            guard let double = number.double, (double * 100).isFinite else { return nil }
            value = DecimalValue(exactly: isPercent ? double * 100 : double)
        }
        guard let digits = DecimalText(value, places: fractionDigits.upperBound, rounding) else { return nil }
        var integer = String(digits.integer.suffix(integerDigits.upperBound))
        integer = String(repeating: "0", count: max(0, integerDigits.lowerBound - integer.count)) + integer
        var fraction = digits.fraction
        while fraction.count > fractionDigits.lowerBound, fraction.last == "0" { fraction.removeLast() }
        if integer.isEmpty, fraction.isEmpty { integer = "0" }
        if groupSize > 0 { integer = DecimalText.grouped(integer, by: groupSize) }
        let affixes = digits.isNegative ? negative : positive
        return affixes.prefix + integer + (fraction.isEmpty ? "" : "." + fraction) + affixes.suffix
    }
}
