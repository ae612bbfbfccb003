internal import HAL

extension Moment {
    /// Reads ISO 8601 as WireMock does: a year, perhaps a month, a day, a time, a fraction, an offset; or an HTTP-date.
    package init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        if let date = HTTPDate(text) {
            self.init(instant: Int64(date.secondsSinceEpoch) * 1000)
            return
        }
        var scanner = DigitScanner(text)
        guard let year = scanner.number(digits: 4...4) else { return nil }
        let month = scanner.takes("-") ? scanner.number(digits: 2...2) : 1
        let day = month != nil && scanner.takes("-") ? scanner.number(digits: 2...2) : 1
        guard let month, let day else { return nil }
        var time = ClockReading()
        if scanner.takes("T") || scanner.takes("t") || scanner.takes(" ") {
            guard let reading = ClockReading(&scanner) else { return nil }
            time = reading
        }
        let fields = CivilTime(
            year: year,
            month: month,
            day: day,
            hour: time.hour,
            minute: time.minute,
            second: time.second
        )
        guard scanner.isAtEnd else { return nil }
        self.init(fields, milliseconds: time.milliseconds, offsetMinutes: time.offsetMinutes)
    }
}

/// `10:15:30.123+01:00[Europe/Paris]`.
private struct ClockReading {
    var hour = 0
    var minute = 0
    var second = 0
    var milliseconds = 0
    var offsetMinutes: Int?

    init() {}

    init?(_ scanner: inout DigitScanner) {
        guard let hour = scanner.number(digits: 2...2), scanner.takes(":"),
            let minute = scanner.number(digits: 2...2)
        else { return nil }
        self.hour = hour
        self.minute = minute
        if scanner.takes(":") {
            guard let second = scanner.number(digits: 2...2) else { return nil }
            self.second = second
            if scanner.takes(".") || scanner.takes(",") {
                guard let fraction = scanner.milliseconds() else { return nil }
                milliseconds = fraction
            }
        }
        offsetMinutes = scanner.offsetMinutes()
        if scanner.takes("[") { scanner.skip(past: "]") }
    }
}

/// Reads numbers from the front of a text.
package struct DigitScanner {
    private var rest: Substring.UTF8View

    package init(_ text: String) {
        rest = text[...].utf8
    }

    package var isAtEnd: Bool { rest.isEmpty }

    mutating func takes(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Consumes the text, ignoring the case of ASCII letters.
    mutating func takes(word: String) -> Bool {
        guard Substring(rest.prefix(word.utf8.count)).lowercased() == word.lowercased() else { return false }
        rest = rest.dropFirst(word.utf8.count)
        return true
    }

    mutating func number(digits: ClosedRange<Int>) -> Int? {
        let text = rest.prefix(digits.upperBound).prefix { (0x30...0x39).contains($0) }
        guard text.count >= digits.lowerBound else { return nil }
        rest = rest.dropFirst(text.count)
        return Int(Substring(text))
    }

    /// The digits of a fraction of a second, up to nine.
    mutating func milliseconds() -> Int? {
        let text = rest.prefix(9).prefix { (0x30...0x39).contains($0) }
        guard !text.isEmpty else { return nil }
        rest = rest.dropFirst(text.count)
        return Int((String(Substring(text)) + "00").prefix(3))
    }

    /// `Z`, `+01`, `+0100` or `+01:00`; nil if there is none.
    package mutating func offsetMinutes() -> Int? {
        if takes("Z") || takes("z") { return 0 }
        guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let start = rest
        rest.removeFirst()
        guard let hours = number(digits: 2...2) else {
            rest = start
            return nil
        }
        _ = takes(":")
        let minutes = number(digits: 2...2) ?? 0
        return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }

    mutating func skip(past end: Unicode.Scalar) {
        guard let index = rest.firstIndex(of: UInt8(ascii: end)) else { return }
        rest = rest[rest.index(after: index)...]
    }

    /// Consumes letters.
    mutating func word() -> String {
        let text = rest.prefix { (0x41...0x5A).contains($0 & 0xDF) }
        rest = rest.dropFirst(text.count)
        return String(Substring(text))
    }
}
