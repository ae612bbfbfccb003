public import HAL
import HTTPTypes

/// The time after which a server wants a request to be repeated, RFC 9110 §10.2.3.
public struct RetryAfter: Sendable, Hashable, CustomStringConvertible {
    /// The two forms of the field.
    public enum Form: Sendable, Hashable {
        /// Seconds from the receipt of the head, clamped to 2³¹.
        case delay(seconds: Int)
        /// A date, which may be in the past.
        case date(HTTPDate)
    }

    /// The maximum delay in seconds.
    public static let longestDelay = 1 << 31

    /// The form of the value.
    public let form: Form
    /// The text of the value.
    public let text: String
    /// The time at which the head had arrived.
    public let receivedAt: WallTime

    /// Reads one value; nil if it is neither digits nor an HTTP-date.
    public init?(_ text: String, receivedAt: WallTime) {
        let trimmed = String(text.trimmingSpaces)
        if !trimmed.isEmpty, trimmed.utf8.allSatisfy(\.isDigit) {
            form = .delay(seconds: min(Int(trimmed) ?? Self.longestDelay, Self.longestDelay))
        } else if let reading = HTTPDate.Reading(trimmed, now: receivedAt.date) {
            form = .date(reading.date)
        } else {
            return nil
        }
        self.text = text
        self.receivedAt = receivedAt
    }

    /// The first valid `Retry-After` of a response, or nil; an invalid text is still in its fields.
    public init?(_ response: TransportResponse) {
        let values = response.fields[values: .retryAfter]
        guard let first = values.lazy.compactMap({ RetryAfter($0, receivedAt: response.receivedAt) }).first else {
            return nil
        }
        self = first
    }

    /// The point in time, rounded up to a second.
    public var date: HTTPDate {
        switch form {
        case .delay(let seconds): (receivedAt + .seconds(seconds)).date
        case .date(let date): date
        }
    }

    /// The remaining time at `now`, rounded up to a second; zero if it has passed.
    public func remaining(at now: WallTime = .now()) -> Duration {
        let end: WallTime =
            switch form {
            case .delay(let seconds): receivedAt + .seconds(seconds)
            case .date(let date): WallTime(date)
            }
        return .seconds(max((end - now).roundedUpSeconds, 0))
    }

    /// The text.
    public var description: String { text }
}
