package import HAL
import HALClient

/// The time that `Retry-After` gives (RFC 9110 §10.2.3).
package struct ReportedRetryAfter: Sendable, Hashable {
    /// The remaining seconds when the response was received; 0 for a date in the past.
    package var seconds: Int
    /// The date, if the header had one.
    package var date: HTTPDate?

    package init(seconds: Int, date: HTTPDate? = nil) {
        self.seconds = seconds
        self.date = date
    }
}

extension ReportedRetryAfter {
    /// Converts the time that this package's client has read.
    init(_ retryAfter: RetryAfter) {
        let remaining = retryAfter.remaining(at: retryAfter.receivedAt)
        let date: HTTPDate? = if case .date(let date) = retryAfter.form { date } else { nil }
        self.init(seconds: Int(remaining / .seconds(1)), date: date)
    }

    /// Reads the members `retryAfterSeconds` and `retryAfterDate` of an outcome that a driver wrote.
    ///
    /// Clamps the seconds to 32 bits, which compare without overflow; another type is the client's mistake.
    init?(_ fields: inout DriverFields, _ key: String) throws(ProtocolViolation) {
        var seconds: Int?
        if let value = fields.json("\(key)Seconds") {
            seconds = value.number?.int
            let text = value.serialized().truncated()
            if seconds == nil { fields.invalid[key] = "\(text), which is not a number of whole seconds" }
        }
        let date = try fields.date("\(key)Date", failing: key)
        guard seconds != nil || date != nil else { return nil }
        self.init(seconds: Int(Int32(clamping: seconds ?? 0)), date: date)
    }
}
