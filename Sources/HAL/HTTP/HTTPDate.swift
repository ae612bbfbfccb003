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
        let fields = CivilTime(secondsSinceEpoch: secondsSinceEpoch)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(29)
        bytes += Self.weekdays[fields.weekday].utf8.prefix(3)
        bytes += ", ".utf8
        Self.append(fields.day, to: &bytes)
        bytes.append(UInt8(ascii: " "))
        bytes += Self.months[fields.month - 1].utf8
        bytes.append(UInt8(ascii: " "))
        Self.append(fields.year / 100, to: &bytes)
        Self.append(fields.year % 100, to: &bytes)
        for (separator, number) in [(" ", fields.hour), (":", fields.minute), (":", fields.second)] {
            bytes += separator.utf8
            Self.append(number, to: &bytes)
        }
        bytes += " GMT".utf8
        return bytes
    }

    /// The IMF-fixdate: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var description: String {
        String(decoding: bytes, as: UTF8.self)
    }

    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func append(_ twoDigits: Int, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "0") + UInt8(twoDigits / 10))
        bytes.append(UInt8(ascii: "0") + UInt8(twoDigits % 10))
    }
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
