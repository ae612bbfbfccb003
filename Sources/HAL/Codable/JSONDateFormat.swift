#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The JSON format of a `Date`.
///
/// For any other form, register `Date` with ``JSONValueDecoder/register(_:_:)`` and ``JSONValueEncoder/register(_:_:)``.
public enum JSONDateFormat: String, Sendable, Hashable, CaseIterable {
    /// `2026-11-22T06:30:00Z`, RFC 3339; fractions of a second are accepted and not written. Only the years 0000 to 9999
    /// have this form.
    case iso8601
    /// The number of seconds since 1970-01-01 00:00:00 GMT.
    case secondsSince1970
    /// The number of milliseconds since 1970-01-01 00:00:00 GMT.
    case millisecondsSince1970

    /// Reads a date; nil if the value has another form.
    func date(_ value: JSONValue) -> Date? {
        switch self {
        case .iso8601: value.string.flatMap { InternetDate($0)?.date }
        case .secondsSince1970: value.number?.double.map { Date(timeIntervalSince1970: $0) }
        case .millisecondsSince1970: value.number?.double.map { Date(timeIntervalSince1970: $0 / 1000) }
        }
    }

    /// Writes a date; nil if JSON has no number for it.
    func value(_ date: Date) -> JSONValue? {
        switch self {
        case .iso8601: InternetDate(date).text.map { .string($0) }
        case .secondsSince1970: JSONNumber(date.timeIntervalSince1970).map { .number($0) }
        case .millisecondsSince1970: JSONNumber(1000 * date.timeIntervalSince1970).map { .number($0) }
        }
    }
}

/// Reads and writes the Foundation types that JSON has no form for, as `JSONDecoder` and `JSONEncoder` do.
enum FoundationValue {
    /// Whether the type is one of them.
    static func has(_ type: Any.Type) -> Bool {
        type == Date.self || type == URL.self || type == Decimal.self || type == Data.self
    }

    /// Converts JSON to a value of one of the types; nil if `value` does not fit.
    static func decode(_ type: Any.Type, _ value: JSONValue, _ dates: JSONDateFormat) -> Any? {
        switch type {
        case is Date.Type: dates.date(value)
        case is URL.Type: value.string.flatMap { URL(string: $0) }
        case is Data.Type: value.string.flatMap { Data(base64Encoded: $0) }
        case is Decimal.Type: value.number.flatMap { Decimal(string: $0.literal) }.flatMap { $0.isNaN ? nil : $0 }
        case _: nil
        }
    }

    /// Converts a value of one of the types to JSON; nil if JSON cannot represent it.
    static func encode(_ model: Any, _ dates: JSONDateFormat) -> JSONValue? {
        switch model {
        case let date as Date: dates.value(date)
        case let url as URL: .string(url.absoluteString)
        case let data as Data: .string(data.base64EncodedString())
        case let decimal as Decimal: JSONNumber(decimal.description).map { .number($0) }
        case _: nil
        }
    }

    /// A value of one of the types, for messages; Foundation traps at the description of a date that is not finite.
    static func text(of model: Any) -> String {
        (model as? Date).map { "date \($0.timeIntervalSince1970) seconds from 1970" } ?? "\(model)"
    }

    /// The JSON form of one of the types, for messages.
    static func form(of type: Any.Type, _ dates: JSONDateFormat) -> String {
        switch type {
        case is Date.Type: dates == .iso8601 ? "a date such as 2026-11-22T06:30:00Z" : "a number"
        case is URL.Type: "a URL"
        case is Data.Type: "Base64"
        case is Decimal.Type: "a number that Decimal can represent"
        case _: "a number"
        }
    }
}
