import HAL
import HALClient

/// A value that a client can report: its property of ``ReportedOutcome``, and both of its readings.
struct ReportedValue: Sendable {
    /// Whether a client may be unable to report it; its driver then does not declare the capability.
    let needsCapability: Bool
    /// Reads it from an outcome of this package's client.
    let read: @Sendable (inout ReportedOutcome, Outcome<JSONObject>) -> Void
    /// Reads it from the members of an outcome in JSON; the text is the key of `expect` that judges the value.
    let decode: @Sendable (inout ReportedOutcome, inout DriverFields, String) throws(ProtocolViolation) -> Void
    /// Removes it, as if the client had not reported it.
    let remove: @Sendable (inout ReportedOutcome) -> Void

    init<Value>(
        _ value: any WritableKeyPath<ReportedOutcome, Value> & Sendable,
        needsCapability: Bool = true,
        of read: @escaping @Sendable (Outcome<JSONObject>) -> Value,
        in decode: @escaping @Sendable (inout DriverFields, _ key: String) throws -> Value
    ) {
        self.needsCapability = needsCapability
        self.read = { reported, outcome in reported[keyPath: value] = read(outcome) }
        self.decode = { (reported, fields, key) throws(ProtocolViolation) in
            // Swift 6.3 infers no typed error for a closure without a signature.
            do {
                reported[keyPath: value] = try decode(&fields, key)
            } catch let violation as ProtocolViolation {
                throw violation
            } catch {
                throw ProtocolViolation("\(error)")
            }
        }
        remove = { $0[keyPath: value] = ReportedOutcome($0.outcome)[keyPath: value] }
    }
}
