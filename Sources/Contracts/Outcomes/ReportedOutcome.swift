package import HAL
package import HALClient
package import HTTPTypes
package import Scenarios

/// An outcome as a client reports it, in terms that every client shares; nil and empty values were not reported.
package struct ReportedOutcome: Sendable {
    package var outcome: OutcomeKind
    package var status: Int?
    package var fields: [HTTPField] = []
    package var body: String?
    /// The resolved URI.
    package var location: String?
    package var lastModified: HTTPDate?
    package var notModified: Bool?
    package var permanent: Bool?
    package var retryAfter: ReportedRetryAfter?
    package var kind: ConnectionFailureKind?
    /// The reason for a failure of the kind `tls`.
    package var reason: TLSFailureReason?
    /// The reason for a failure, in one line.
    package var detail: String?
    /// The decoded state of the resource.
    package var model: JSONValue?
    package var relations: [ReportedRelation] = []
    package var embedded: [ReportedEmbedded] = []
    package var challenges: [ReportedChallenge] = []
    /// The notices of permanent redirects, in order.
    package var notices: [RedirectNotice] = []
    /// Invalid values, by the key of `expect` that they fail: `lastModified` → `'yesterday', which is not an HTTP-date`.
    package var invalid: [String: String] = [:]
    /// A line that a driver wrote instead of an outcome; it counts as another outcome of the call.
    package var stray: String?

    package init(_ outcome: OutcomeKind) {
        self.outcome = outcome
    }

    /// The reason in words for a missing status.
    var withoutStatus: String {
        outcome == .connectionFailure ? "no complete response" : "none: the client reports no status"
    }
}

extension ReportedOutcome {
    /// Reads an outcome of this package's client, and the notices that preceded it.
    package init(_ outcome: Outcome<JSONObject>, notices: [CallNotice] = []) {
        self.init(outcome.kind)
        for check in Check.all { check.reported?.read(&self, outcome) }
        detail = outcome.detail
        self.notices = notices.compactMap { RedirectNotice($0) }
    }

    /// Reads an outcome that a driver wrote as JSON.
    ///
    /// - Throws: ``ProtocolViolation`` for an unknown member, and for one of the wrong type.
    init(_ json: JSONValue, at path: String) throws(ProtocolViolation) {
        var fields = try DriverFields(json, at: path)
        guard let name = try fields.string("outcome") else { throw ProtocolViolation(#"lacks "outcome" in \#(path)"#) }
        guard let outcome = OutcomeKind(rawValue: name) else {
            let known = OutcomeKind.allCases.map(\.rawValue).listed
            throw ProtocolViolation("has an unknown outcome '\(name)' in \(path); supported: \(known)")
        }
        self.init(outcome)
        for check in Check.all { try check.reported?.decode(&self, &fields, check.name) }
        detail = try fields.string("detail")
        invalid = fields.invalid
        try fields.refuseOthers()
    }
}
