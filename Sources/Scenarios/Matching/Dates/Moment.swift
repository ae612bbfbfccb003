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
