/// A point in time in HTTP's format, RFC 9110 §5.6.7: whole seconds in GMT.
public struct HTTPDate: Sendable, Hashable, Comparable {
    /// Seconds since 1970-01-01 00:00:00 GMT.
    public let secondsSinceEpoch: Int

    /// Makes a date; the seconds are clamped to the range of the format, the years 0000 to 9999.
    public init(secondsSinceEpoch: Int) {
        self.secondsSinceEpoch = min(max(secondsSinceEpoch, -62_167_219_200), 253_402_300_799)
    }

    /// Reads any of the three forms, as tolerantly as ``Reading``; nil if the text has another form.
    public init?(_ text: String) {
        guard let reading = Reading(text) else { return nil }
        self = reading.date
    }

    /// Whether `lhs` is earlier.
    public static func < (lhs: HTTPDate, rhs: HTTPDate) -> Bool {
        lhs.secondsSinceEpoch < rhs.secondsSinceEpoch
    }
}

extension HTTPDate: CustomStringConvertible {
    /// The 29 bytes of the IMF-fixdate: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var bytes: [UInt8] {
        let time = CivilTime(secondsSinceEpoch: secondsSinceEpoch)
        var bytes = Self.form
        for offset in 0..<3 {
            bytes[offset] = Self.weekdayNames[3 * time.weekday + offset]
            bytes[8 + offset] = Self.monthNames[3 * (time.month - 1) + offset]
        }
        for (start, number) in [
            (5, time.day), (12, time.year / 100), (14, time.year % 100), (17, time.hour), (20, time.minute),
            (23, time.second),
        ] {
            bytes[start] = UInt8(ascii: "0") + UInt8(number / 10)
            bytes[start + 1] = UInt8(ascii: "0") + UInt8(number % 10)
        }
        return bytes
    }

    /// The IMF-fixdate: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var description: String {
        String(decoding: bytes, as: UTF8.self)
    }

    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static let form = Array("Sun, 06 Nov 1994 08:49:37 GMT".utf8)
    private static let weekdayNames = Array(weekdays.map { $0.prefix(3) }.joined().utf8)
    private static let monthNames = Array(months.joined().utf8)
}

extension HTTPDate: Codable {
    /// Decodes any form of date that ``HTTPDate/Reading`` accepts.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let date = HTTPDate(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "Expected an HTTP-date."
            )
        }
        self = date
    }

    /// Writes the IMF-fixdate.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
