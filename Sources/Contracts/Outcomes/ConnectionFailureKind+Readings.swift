import HAL
import HALClient
import Scenarios

extension ConnectionFailureKind {
    /// Reads an outcome of this package's client.
    init?(_ outcome: Outcome<JSONObject>) {
        guard case .connectionFailure(let failure) = outcome else { return nil }
        self.init(rawValue: failure.kind.rawValue)
    }
}

extension TLSFailureReason {
    /// Reads an outcome of this package's client.
    init?(_ outcome: Outcome<JSONObject>) {
        guard case .connectionFailure(let failure) = outcome, let reason = failure.tlsReason else { return nil }
        self.init(rawValue: reason.rawValue)
    }
}

extension DriverFields {
    /// The member that is one of the raw values of an enum; nil if it is missing.
    ///
    /// Another text is the client's mistake and fails the check of that name.
    mutating func word<Word>(_ name: String) throws(ProtocolViolation) -> Word?
    where Word: RawRepresentable<String> & CaseIterable {
        guard let text = try string(name) else { return nil }
        guard let word = Word(rawValue: text) else {
            let known = Word.allCases.map(\.rawValue).listed
            invalid[name] = "'\(text.truncated(to: 100))', which is not one of \(known)"
            return nil
        }
        return word
    }
}
