public import HAL
import HTTPTypes

/// When a server wants to be asked again, RFC 9110 §10.2.3.
public struct RetryAfter: Sendable, Hashable, CustomStringConvertible {
    /// The two ways to say it.
    public enum Form: Sendable, Hashable {
        /// Seconds from the receipt of the head; more than 2³¹ is clamped to that.
        case delay(seconds: Int)
        /// A date, perhaps in the past.
        case date(HTTPDate)
    }

    /// What a delay is clamped to, in seconds.
    public static let longestDelay = 1 << 31

    /// What was said.
    public let form: Form
    /// The text that said it.
    public let text: String
    /// When the head that said it had arrived.
    public let receivedAt: WallTime

    /// Reads one value; nil if it is neither digits alone nor an HTTP-date.
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

    /// The first valid `Retry-After` of a response, or nil; its fields keep a text that is not valid.
    public init?(_ response: Response) {
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

    /// How long it still is at `now`, rounded up to a second; zero if it is over.
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
