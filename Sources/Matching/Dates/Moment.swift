internal import HAL

/// A point in time as it is written: date and time, and perhaps an offset from GMT.
package struct Moment: Sendable, Hashable {
    /// In milliseconds from 1970-01-01 00:00 local time; within the years 0 to 9999.
    package private(set) var reading: Int64
    /// The offset from GMT in minutes, positive if ahead; nil if unknown.
    package var offsetMinutes: Int?

    private static let bounds = Int64(-62_167_219_200_000)...Int64(253_402_300_799_999)

    /// Makes a moment; the years 0 to 9999 clamp it.
    package init(reading: Int64, offsetMinutes: Int?) {
        self.reading = min(max(reading, Self.bounds.lowerBound), Self.bounds.upperBound)
        self.offsetMinutes = offsetMinutes
    }

    /// Makes a moment from milliseconds since 1970, with an offset from GMT in minutes.
    package init(instant: Int64, offsetMinutes: Int = 0) {
        let bounded = min(max(instant, Self.bounds.lowerBound), Self.bounds.upperBound)
        self.init(reading: bounded + Int64(offsetMinutes) * 60_000, offsetMinutes: offsetMinutes)
    }

    init?(_ fields: CivilTime?, milliseconds: Int = 0, offsetMinutes: Int?) {
        guard let fields else { return nil }
        self.init(reading: Int64(fields.secondsSinceEpoch) * 1000 + Int64(milliseconds), offsetMinutes: offsetMinutes)
    }

    /// In milliseconds since 1970; a moment without an offset is in GMT.
    package var instant: Int64 { reading - Int64(offsetMinutes ?? 0) * 60_000 }

    var fields: CivilTime { CivilTime(secondsSinceEpoch: Int((reading - Int64(milliseconds)) / 1000)) }

    /// 0 to 999.
    var milliseconds: Int { Int((reading % 1000 + 1000) % 1000) }

    /// Whether this is earlier: by the instant if both have an offset, else by local time.
    package func isEarlier(than other: Moment) -> Bool {
        hasPlace(with: other) ? instant < other.instant : reading < other.reading
    }

    /// Whether both are equal, compared as in ``isEarlier(than:)``.
    package func isSame(as other: Moment) -> Bool {
        hasPlace(with: other) ? instant == other.instant : reading == other.reading
    }

    private func hasPlace(with other: Moment) -> Bool {
        offsetMinutes != nil && other.offsetMinutes != nil
    }
}

/// An offset in units of time, as in WireMock's `now +3 days`.
package struct TimeOffset: Sendable, Hashable {
    package enum Unit: String, Sendable, CaseIterable {
        case milliseconds, seconds, minutes, hours, days, weeks, months, years

        /// Nil for months and years, which differ in length.
        var milliseconds: Int64? {
            switch self {
            case .milliseconds: 1
            case .seconds: 1000
            case .minutes: 60_000
            case .hours: 3_600_000
            case .days: 86_400_000
            case .weeks: 604_800_000
            case .months, .years: nil
            }
        }
    }

    /// More of any unit exceeds the calendar.
    static let limit = 1_000_000_000_000

    var amount: Int
    var unit: Unit

    init(amount: Int, unit: Unit) {
        self.amount = min(max(amount, -Self.limit), Self.limit)
        self.unit = unit
    }

    /// `3 days`, `-1 months`, `+5 hours`; the unit may lack its `s`.
    package init?(_ text: some StringProtocol) {
        let words = text.split(separator: " ")
        guard words.count == 2, let amount = Int(words[0]) else { return nil }
        let word = words[1].lowercased()
        guard let unit = Unit(rawValue: word) ?? Unit(rawValue: word + "s") else { return nil }
        self.init(amount: amount, unit: unit)
    }
}

/// WireMock's ways to round a time.
package enum TimeTruncation: String, Sendable, CaseIterable {
    case firstSecondOfMinute = "first second of minute"
    case firstMinuteOfHour = "first minute of hour"
    case firstHourOfDay = "first hour of day"
    case firstDayOfMonth = "first day of month"
    case firstDayOfNextMonth = "first day of next month"
    case lastDayOfMonth = "last day of month"
    case firstDayOfYear = "first day of year"
    case firstDayOfNextYear = "first day of next year"
    case lastDayOfYear = "last day of year"
}

extension Moment {
    /// The moment plus an offset; if the month is too short, its last day.
    package func shifted(by offset: TimeOffset) -> Moment {
        guard let milliseconds = offset.unit.milliseconds else {
            return shifted(months: offset.unit == .years ? offset.amount * 12 : offset.amount)
        }
        let (shift, overflow) = Int64(offset.amount).multipliedReportingOverflow(by: milliseconds)
        let (sum, tooFar) = reading.addingReportingOverflow(shift)
        let end: Int64 = offset.amount < 0 ? .min : .max
        return Moment(reading: overflow || tooFar ? end : sum, offsetMinutes: offsetMinutes)
    }

    package func truncated(by truncation: TimeTruncation) -> Moment {
        let fields = fields
        return switch truncation {
        case .firstSecondOfMinute: cut(to: 60_000)
        case .firstMinuteOfHour: cut(to: 3_600_000)
        case .firstHourOfDay: cut(to: 86_400_000)
        case .firstDayOfMonth: day(1, of: fields.month, fields.year)
        case .firstDayOfNextMonth: day(1, of: fields.month, fields.year).shifted(months: 1)
        case .lastDayOfMonth: day(1, of: fields.month, fields.year).shifted(months: 1).shifted(by: .dayBefore)
        case .firstDayOfYear: day(1, of: 1, fields.year)
        case .firstDayOfNextYear: day(1, of: 1, fields.year).shifted(months: 12)
        case .lastDayOfYear: day(31, of: 12, fields.year)
        }
    }

    private func cut(to unit: Int64) -> Moment {
        Moment(reading: reading - (reading % unit + unit) % unit, offsetMinutes: offsetMinutes)
    }

    private func day(_ day: Int, of month: Int, _ year: Int) -> Moment {
        let fields = CivilTime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0)
        return Moment(fields, offsetMinutes: offsetMinutes) ?? self
    }

    private func shifted(months: Int) -> Moment {
        let fields = fields
        let month = fields.year * 12 + fields.month - 1 + months
        guard (0..<120_000).contains(month) else {
            return Moment(reading: months < 0 ? .min : .max, offsetMinutes: offsetMinutes)
        }
        for day in stride(from: fields.day, through: 28, by: -1) + [fields.day] {
            let shifted = CivilTime(
                year: month / 12,
                month: month % 12 + 1,
                day: day,
                hour: fields.hour,
                minute: fields.minute,
                second: fields.second
            )
            if let moment = Moment(shifted, milliseconds: milliseconds, offsetMinutes: offsetMinutes) { return moment }
        }
        return self
    }
}

extension TimeOffset {
    fileprivate static let dayBefore = TimeOffset(amount: -1, unit: .days)
}
