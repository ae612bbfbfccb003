internal import HAL

extension DatePattern {
    /// The moment of a text in this format, or nil.
    package func read(_ text: String) -> Moment? {
        guard text.utf8.count <= 256 else { return nil }
        switch form {
        case .unix:
            let seconds = Int64(text).flatMap { $0.magnitude < 1_000_000_000_000 ? $0 : nil }
            return seconds.map { Moment(instant: $0 * 1000) }
        case .epoch: return Int64(text).map { Moment(instant: $0) }
        case .elements(let elements):
            var reading = PatternReading(text)
            guard elements.allSatisfy({ reading.take($0) }) else { return nil }
            return reading.moment
        }
    }
}

/// A text whose fields are being read.
private struct PatternReading {
    private var scanner: DigitScanner
    private var year = 1970
    private var month = 1
    private var day = 1
    private var hour = 0
    private var isAfternoon: Bool?
    private var minute = 0
    private var second = 0
    private var milliseconds = 0
    private var offsetMinutes: Int?

    init(_ text: String) {
        scanner = DigitScanner(text)
    }

    var moment: Moment? {
        guard scanner.isAtEnd else { return nil }
        let hour = isAfternoon.map { self.hour % 12 + ($0 ? 12 : 0) } ?? self.hour
        let fields = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        return Moment(fields, milliseconds: milliseconds, offsetMinutes: offsetMinutes)
    }

    mutating func take(_ element: DatePattern.Element) -> Bool {
        switch element {
        case .literal(let text): scanner.takes(word: text)
        case .field(let letter, let width): take(letter, width)
        }
    }

    private mutating func take(_ letter: Character, _ width: Int) -> Bool {
        switch letter {
        case "y", "u": width == 2 ? takeNumber(2, \.year, plus: 2000) : takeNumber(max(width, 4), \.year)
        case "M" where width >= 3: takeMonthName()
        case "M": takeNumber(width, \.month)
        case "d": takeNumber(width, \.day)
        case "H", "h": takeNumber(width, \.hour)
        case "m": takeNumber(width, \.minute)
        case "s": takeNumber(width, \.second)
        case "S": take(scanner.milliseconds(), \.milliseconds)
        case "E": !scanner.word().isEmpty
        case "a": takeHalf()
        case "X", "x", "Z": takePlace()
        case "z": takeZone()
        case _: false
        }
    }

    /// A number: one letter reads all digits, several letters as many digits as letters.
    private mutating func takeNumber(_ width: Int, _ field: WritableKeyPath<Self, Int>, plus: Int = 0) -> Bool {
        take(scanner.number(digits: width == 1 ? 1...2 : width...width).map { $0 + plus }, field)
    }

    private mutating func take(_ number: Int?, _ field: WritableKeyPath<Self, Int>) -> Bool {
        guard let number else { return false }
        self[keyPath: field] = number
        return true
    }

    private mutating func takeMonthName() -> Bool {
        let name = scanner.word().lowercased()
        let index = CalendarNames.months.firstIndex { $0.lowercased() == name || $0.lowercased().prefix(3) == name }
        return take(index.map { $0 + 1 }, \.month)
    }

    private mutating func takeHalf() -> Bool {
        let word = scanner.word().uppercased()
        isAfternoon = word == "PM"
        return word == "AM" || word == "PM"
    }

    private mutating func takePlace() -> Bool {
        offsetMinutes = scanner.offsetMinutes()
        return offsetMinutes != nil
    }

    private mutating func takeZone() -> Bool {
        if scanner.takes(word: "GMT") || scanner.takes(word: "UTC") {
            offsetMinutes = scanner.offsetMinutes() ?? 0
            return true
        }
        return takePlace()
    }
}
