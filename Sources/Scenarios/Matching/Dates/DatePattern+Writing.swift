internal import HAL

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
