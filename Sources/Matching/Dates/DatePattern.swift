internal import HAL

/// A date format in the letters of Java's `DateTimeFormatter`, as in WireMock; also `unix` and `epoch`.
///
/// Supported letters: `y`/`u` year, `M` month (`MMM`: Jan, `MMMM`: January), `d` day, `E` weekday (`EEEE`: Monday), `a`
/// AM or PM, `H` hour 0–23, `h` hour 1–12, `m` minute, `s` second, `S` fraction, `D` day of the year, and for the
/// offset `X` (`Z`, `+01:00`), `Z` (`+0100`), `z` (`GMT`). Literal text is in single quotes; two of them are one.
package struct DatePattern: Sendable, Hashable {
    enum Element: Sendable, Hashable {
        case literal(String)
        case field(Character, width: Int)
    }

    enum Form: Sendable, Hashable {
        /// Seconds since 1970.
        case unix
        /// Milliseconds since 1970.
        case epoch
        case elements([Element])
    }

    package let text: String
    let form: Form

    private static let letters: Set<Character> = [
        "y", "u", "M", "d", "E", "a", "H", "h", "m", "s", "S", "D", "X", "x", "Z", "z",
    ]

    /// Parses a format.
    ///
    /// - Throws: ``InvalidPattern`` if a letter is not supported.
    package init(_ text: String) throws(InvalidPattern) {
        guard text.utf8.count <= 128 else { throw InvalidPattern("is longer than 128 bytes") }
        self.text = text
        form = text == "unix" ? .unix : text == "epoch" ? .epoch : .elements(try Self.elements(of: text))
    }

    /// A format whose letters are all supported.
    package init(known text: String) {
        self.text = text
        form = .elements((try? Self.elements(of: text)) ?? [])
    }

    private static func elements(of text: String) throws(InvalidPattern) -> [Element] {
        var elements: [Element] = []
        let characters = Array(text)
        var place = 0
        while place < characters.count {
            let character = characters[place]
            if character == "'" {
                let (literal, end) = try quoted(characters, from: place)
                elements.append(.literal(literal))
                place = end
            } else if character.isASCII, character.isLetter {
                guard letters.contains(character) else {
                    throw InvalidPattern("'\(character)' is not a valid pattern letter", at: place)
                }
                let width = characters[place...].prefix { $0 == character }.count
                elements.append(.field(character, width: width))
                place += width
            } else {
                elements.append(.literal(String(character)))
                place += 1
            }
        }
        return elements
    }

    private static func quoted(_ text: [Character], from start: Int) throws(InvalidPattern) -> (String, Int) {
        guard let end = text[(start + 1)...].firstIndex(of: "'") else {
            throw InvalidPattern("a quote is not closed", at: start)
        }
        return (end == start + 1 ? "'" : String(text[(start + 1)..<end]), end + 1)
    }
}

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

extension DatePattern {
    /// The moment in this format.
    package func write(_ moment: Moment) -> String {
        switch form {
        case .unix: String(moment.instant.quotientAndRemainder(dividingBy: 1000).quotient)
        case .epoch: String(moment.instant)
        case .elements(let elements): Self.write(moment, elements)
        }
    }

    private static func write(_ moment: Moment, _ elements: [Element]) -> String {
        let fields = moment.fields
        return elements.map { element in
            switch element {
            case .literal(let text): text
            case .field(let letter, let width): write(letter, width, moment, fields)
            }
        }.joined()
    }

    private static func write(_ letter: Character, _ width: Int, _ moment: Moment, _ fields: CivilTime) -> String {
        switch letter {
        case "y", "u": width == 2 ? padded(fields.year % 100, 2) : padded(fields.year, width)
        case "M" where width >= 4: CalendarNames.months[fields.month - 1]
        case "M" where width == 3: String(CalendarNames.months[fields.month - 1].prefix(3))
        case "M": padded(fields.month, width)
        case "d": padded(fields.day, width)
        case "D": padded(fields.dayOfYear, width)
        case "E" where width >= 4: CalendarNames.weekdays[fields.weekday]
        case "E": String(CalendarNames.weekdays[fields.weekday].prefix(3))
        case "a": fields.hour < 12 ? "AM" : "PM"
        case "H": padded(fields.hour, width)
        case "h": padded((fields.hour + 11) % 12 + 1, width)
        case "m": padded(fields.minute, width)
        case "s": padded(fields.second, width)
        case "S": String((padded(moment.milliseconds, 3) + "000000").prefix(width))
        case _: place(letter, width, moment.offsetMinutes ?? 0)
        }
    }

    private static func place(_ letter: Character, _ width: Int, _ minutes: Int) -> String {
        if letter == "X", minutes == 0 { return "Z" }
        if letter == "z", minutes == 0 { return "GMT" }
        let sign = minutes < 0 ? "-" : "+"
        let (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
        if letter == "z" { return "GMT\(sign)\(padded(hours, 2)):\(padded(rest, 2))" }
        if letter != "Z", width == 1, rest == 0 { return sign + padded(hours, 2) }
        let separator = letter == "Z" ? width >= 5 : width >= 3
        return sign + padded(hours, 2) + (separator ? ":" : "") + padded(rest, 2)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, min(width, 20) - digits.count)) + digits
    }
}

/// The English names in dates.
enum CalendarNames {
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
}

extension CivilTime {
    /// From 1.
    fileprivate var dayOfYear: Int {
        let first = CivilTime(year: year, month: 1, day: 1, hour: 0, minute: 0, second: 0)?.secondsSinceEpoch
        return first.map { (secondsSinceEpoch - $0) / 86_400 + 1 } ?? 1
    }
}
