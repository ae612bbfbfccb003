import HAL
import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A time in milliseconds since 1970, and its ISO 8601 forms.
struct Timestamp {
    let epochMilliseconds: Int64

    init(epochMilliseconds: Int64) {
        self.epochMilliseconds = epochMilliseconds
    }

    /// Parses a date and time of RFC 3339, with or without fractions of a second; nil if the text is not valid.
    init?(iso8601 text: String) {
        guard let date = InternetDate(text)?.date else { return nil }
        epochMilliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
    }

    /// The time in UTC, for example `2026-11-21T02:50:59.123Z`.
    var iso8601: String {
        let (seconds, rest) = epochMilliseconds.quotientAndRemainder(dividingBy: 1000)
        let date = Date(timeIntervalSince1970: TimeInterval(seconds))
        // The fraction is formatted separately, because a Double cannot represent every millisecond.
        return date.formatted(.iso8601).dropLast() + ".\(String(1000 + rest).dropFirst())Z"
    }

    /// Local time with its offset (RFC 3339), for example `2026-11-21T11:50:59.123+09:00`.
    var local: String {
        let seconds = Int(epochMilliseconds / 1000)
        let offset = CurrentProcess.timeZoneOffset(at: Int64(seconds))
        let time = CivilTime(secondsSinceEpoch: seconds + offset)
        let date = "\(time.year)-\(Self.two(time.month))-\(Self.two(time.day))"
        let clock = "\(Self.two(time.hour)):\(Self.two(time.minute)):\(Self.two(time.second))"
        let fraction = String(1000 + epochMilliseconds % 1000).dropFirst()
        let minutes = abs(offset) / 60
        let zone = "\(offset < 0 ? "-" : "+")\(Self.two(minutes / 60)):\(Self.two(minutes % 60))"
        return "\(date)T\(clock).\(fraction)\(zone)"
    }

    private static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
