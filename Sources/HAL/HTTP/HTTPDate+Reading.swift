extension HTTPDate {
    /// A date that was read, and the deviations of its text from the standard.
    ///
    /// Tolerated: a wrong weekday, a day or hour of one digit, `UTC` for `GMT`, names in any case, outer spaces,
    /// and a leap second. Everything else that RFC 9110 §5.6.7 does not allow is rejected.
    public struct Reading: Sendable, Hashable {
        /// The three forms of RFC 9110 §5.6.7.
        public enum Form: Sendable, Hashable {
            /// `Sun, 06 Nov 1994 08:49:37 GMT`, the only form to send.
            case imfFixdate
            /// `Sunday, 06-Nov-94 08:49:37 GMT`, obsolete.
            case rfc850
            /// `Sun Nov  6 08:49:37 1994`, obsolete.
            case asctime
        }

        /// The point in time.
        public let date: HTTPDate
        /// The form of the text.
        public let form: Form
        /// Whether the weekday in the text is that of the date.
        public let weekdayIsRight: Bool
        /// Whether the text, except for the weekday, is exactly what RFC 9110 requires of a sender in this form.
        public let isExact: Bool

        /// Reads any of the three forms, or returns nil.
        ///
        /// A two-digit year means the nearest such year at most 50 years after `now`; without `now`, 70 to 99 mean 1970
        /// to 1999 and 00 to 69 mean 2000 to 2069.
        public init?(_ text: String, now: HTTPDate? = nil) {
            guard text.utf8.count <= 64 else { return nil }
            let words = text.split(whereSeparator: { " ,\t".contains($0) })
            guard let weekday = words.first, let number = Self.weekday(weekday),
                let (form, fields) = Self.fields(Array(words.dropFirst()), now: now)
            else { return nil }
            date = HTTPDate(secondsSinceEpoch: fields.secondsSinceEpoch)
            self.form = form
            weekdayIsRight = fields.weekday == number
            isExact = text.dropFirst(weekday.count) == Self.tail(fields, form)
        }
    }
}

extension HTTPDate.Reading {
    private static func weekday(_ word: Substring) -> Int? {
        HTTPDate.weekdays.firstIndex {
            let name = $0.lowercased()
            return word.lowercased() == name || word.lowercased() == name.prefix(3)
        }
    }

    /// Distinguishes the forms by their words after the weekday.
    private static func fields(_ words: [Substring], now: HTTPDate?) -> (Form, CivilTime)? {
        switch words.count {
        case 5 where isZone(words[4]):
            fields(.imfFixdate, day: words[0], month: words[1], year: number(words[2], digits: 4...4), time: words[3])
        case 4 where words[0].first?.isLetter == true:
            fields(.asctime, day: words[1], month: words[0], year: number(words[3], digits: 4...4), time: words[2])
        case 3 where isZone(words[2]):
            dashed(words[0].split(separator: "-", omittingEmptySubsequences: false), time: words[1], now: now)
        default: nil
        }
    }

    private static func dashed(_ date: [Substring], time: Substring, now: HTTPDate?) -> (Form, CivilTime)? {
        guard date.count == 3 else { return nil }
        guard date[2].utf8.count == 2 else {
            return fields(.rfc850, day: date[0], month: date[1], year: number(date[2], digits: 4...4), time: time)
        }
        let year = number(date[2], digits: 2...2).map { fullYear($0, now: now) }
        return fields(.rfc850, day: date[0], month: date[1], year: year, time: time)
    }

    private static func fullYear(_ twoDigits: Int, now: HTTPDate?) -> Int {
        guard let now else { return twoDigits < 70 ? 2000 + twoDigits : 1900 + twoDigits }
        let latest = CivilTime(secondsSinceEpoch: now.secondsSinceEpoch).year + 50
        return latest - ((latest - twoDigits) % 100 + 100) % 100
    }

    private static func fields(
        _ form: Form,
        day: Substring,
        month: Substring,
        year: Int?,
        time: Substring
    ) -> (Form, CivilTime)? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let year, let day = number(day, digits: 1...2),
            let month = HTTPDate.months.firstIndex(where: { $0.lowercased() == month.lowercased() }),
            let hour = number(parts[0], digits: 1...2), let minute = number(parts[1], digits: 2...2),
            let second = number(parts[2], digits: 2...2)
        else { return nil }
        return CivilTime(year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
            .map { (form, $0) }
    }

    private static func isZone(_ word: Substring) -> Bool {
        ["gmt", "utc"].contains(word.lowercased())
    }

    private static func number(_ word: Substring, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(word.utf8.count), word.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(word)
    }

    /// The correct text after the weekday.
    private static func tail(_ fields: CivilTime, _ form: Form) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let month = HTTPDate.months[fields.month - 1]
        let time = "\(two(fields.hour)):\(two(fields.minute)):\(two(fields.second))"
        let year = two(fields.year / 100) + two(fields.year % 100)
        return switch form {
        case .imfFixdate: ", \(two(fields.day)) \(month) \(year) \(time) GMT"
        case .rfc850: ", \(two(fields.day))-\(month)-\(two(fields.year % 100)) \(time) GMT"
        case .asctime: " \(month) \(fields.day < 10 ? " " : "")\(fields.day) \(time) \(year)"
        }
    }
}
