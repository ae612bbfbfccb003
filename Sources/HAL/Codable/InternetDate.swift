#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A date and time of RFC 3339 §5.6; the offsets `+0100` and `+01` of ISO 8601 are accepted too.
///
/// Foundation accepts dates that no calendar has, numbers with too few digits, and text after the date; it writes years of
/// more than four digits, and the Julian calendar before 1583.
package struct InternetDate {
    /// The point in time.
    package let date: Date

    /// The date without fractions of a second, such as `2026-11-22T06:30:00Z`; nil outside of the years 0000 to 9999.
    var text: String? {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard (-62_167_219_200...253_402_300_799).contains(seconds) else { return nil }
        let time = CivilTime(secondsSinceEpoch: Int(seconds))
        let (day, clock) = ([time.month, time.day], [time.hour, time.minute, time.second])
        let year = String(String(time.year + 10_000).dropFirst())
        return ([year] + day.map(Self.twoDigits)).joined(separator: "-") + "T"
            + clock.map(Self.twoDigits).joined(separator: ":") + "Z"
    }

    /// Makes a date to write.
    init(_ date: Date) {
        self.date = date
    }

    /// Reads a whole text; nil if it is malformed.
    package init?(_ text: String) {
        var rest = text.utf8[...]
        guard let year = Self.number(4, &rest), Self.skip("-", &rest), let month = Self.number(2, &rest),
            Self.skip("-", &rest), let day = Self.number(2, &rest), Self.skip("Tt", &rest),
            let hour = Self.number(2, &rest), Self.skip(":", &rest), let minute = Self.number(2, &rest),
            Self.skip(":", &rest), let second = Self.number(2, &rest),
            let time = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second),
            let fraction = Self.fraction(&rest), let offset = Self.offset(&rest), rest.isEmpty
        else { return nil }
        date = Date(timeIntervalSince1970: Double(time.secondsSinceEpoch - offset) + fraction)
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private static func skip(_ characters: String, _ rest: inout Substring.UTF8View) -> Bool {
        guard let first = rest.first, characters.utf8.contains(first) else { return false }
        rest.removeFirst()
        return true
    }

    private static func number(_ digits: Int, _ rest: inout Substring.UTF8View) -> Int? {
        let text = rest.prefix(digits)
        guard text.count == digits, text.allSatisfy(\.isDigit) else { return nil }
        rest.removeFirst(digits)
        return Int(Substring(text))
    }

    /// The fraction of a second: 0 if there is none, nil without a digit after the point.
    private static func fraction(_ rest: inout Substring.UTF8View) -> Double? {
        guard skip(".", &rest) else { return 0 }
        let digits = rest.prefix(while: \.isDigit)
        guard !digits.isEmpty else { return nil }
        rest = rest[digits.endIndex...]
        // Further digits do not change the nearest date.
        return Double("0." + Substring(digits.prefix(20)))
    }

    /// The offset from GMT in seconds.
    private static func offset(_ rest: inout Substring.UTF8View) -> Int? {
        guard !skip("Zz", &rest) else { return 0 }
        let sign = rest.first == UInt8(ascii: "-") ? -1 : 1
        guard skip("+-", &rest), let hours = number(2, &rest) else { return nil }
        let minutes = skip(":", &rest) || !rest.isEmpty ? number(2, &rest) : 0
        guard let minutes, hours < 24, minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
