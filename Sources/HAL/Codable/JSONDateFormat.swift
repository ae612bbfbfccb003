#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The JSON format of a `Date`.
///
/// For any other form, register `Date` with ``JSONValueDecoder/register(_:_:)`` and ``JSONValueEncoder/register(_:_:)``.
public enum JSONDateFormat: String, Sendable, Hashable, CaseIterable {
    /// `2026-11-22T06:30:00Z`, RFC 3339; fractions of a second are accepted and not written.
    case iso8601
    /// The number of seconds since 1970-01-01 00:00:00 GMT.
    case secondsSince1970
    /// The number of milliseconds since 1970-01-01 00:00:00 GMT.
    case millisecondsSince1970

    /// Reads a date; nil if the value has another form.
    func date(_ value: JSONValue) -> Date? {
        switch self {
        case .iso8601:
            value.string.flatMap { text in
                (try? Date(text, strategy: .iso8601))
                    ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
            }
        case .secondsSince1970: value.number?.double.map { Date(timeIntervalSince1970: $0) }
        case .millisecondsSince1970: value.number?.double.map { Date(timeIntervalSince1970: $0 / 1000) }
        }
    }

    /// Writes a date; nil if JSON has no number for it.
    func value(_ date: Date) -> JSONValue? {
        switch self {
        case .iso8601: .string(date.formatted(.iso8601))
        case .secondsSince1970: JSONNumber(date.timeIntervalSince1970).map { .number($0) }
        case .millisecondsSince1970: JSONNumber(1000 * date.timeIntervalSince1970).map { .number($0) }
        }
    }
}
