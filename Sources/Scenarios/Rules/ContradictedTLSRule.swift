import Documents
internal import Matching
internal import Messages

/// An expectation or a condition that the TLS fault of its scenario rules out.
enum ContradictedTLSRule: Rule {
    static func check(_ subject: RuleSubject) {
        guard let fault = subject.variant.tls else { return }
        for (interaction, node) in zip(subject.variant.interactions, subject.nodes) {
            checkScheme(interaction.request, node["request"], subject.log)
        }
        for (step, node) in zip(subject.variant.contract, subject.steps) {
            guard case .url = step.request.address, let expect = node["expect"] else { continue }
            let patterns = expect["received"].map { $0.items.isEmpty ? [$0] : $0.items } ?? []
            for (pattern, place) in zip(step.expectation.received ?? [], patterns) {
                checkScheme(pattern, place, subject.log)
            }
            checkFailure(step.expectation, fault, at: expect, subject.log)
        }
    }

    private static func checkScheme(_ pattern: RequestPattern, _ node: Node?, _ log: IssueLog) {
        guard pattern.scheme == .http, let place = node?["scheme"] else { return }
        log.warning("requests to a scenario with 'tls' use https", at: place)
    }

    private static func checkFailure(_ expectation: Expectation, _ fault: TLSFault, at node: Node, _ log: IssueLog) {
        if let kind = expectation.kind, let kinds = fault.kinds, !kinds.contains(kind), let place = node["kind"] {
            let names = kinds.map { "'\($0.rawValue)'" }.joined(separator: " or ")
            log.warning("clients report '\(fault.rawValue)' as \(names), not as '\(kind.rawValue)'", at: place)
        }
        if let reason = expectation.reason, !fault.reasons.contains(reason), let place = node["reason"] {
            let names = fault.reasons.map { "'\($0.rawValue)'" }.joined(separator: " or ")
            let actual = names.isEmpty ? "without a reason" : "with the reason \(names)"
            log.warning("'\(fault.rawValue)' is reported \(actual), not '\(reason.rawValue)'", at: place)
        }
    }
}

extension TLSFault {
    /// The kinds of failure that clients report; nil: no kind is excluded.
    fileprivate var kinds: [ConnectionFailureKind]? {
        switch self {
        case .expired, .notYetValid, .wrongHost, .selfSigned, .untrustedCA, .oldProtocol, .handshakeFailure,
            .unrecognizedName:
            [.tls]
        case .stall: [.timedOut]
        case .reset: [.reset]
        case .close: [.reset, .truncated, .tls]
        case .plain, .garbage: [.tls, .protocolViolation]
        case .clientCertificateRequired, .clientCertificateRequested, .truncated: nil
        }
    }

    /// The reasons for a failure of the kind `tls`.
    fileprivate var reasons: [TLSFailureReason] {
        switch self {
        case .expired: [.expired]
        case .notYetValid: [.notYetValid]
        case .wrongHost: [.wrongHost]
        case .selfSigned: [.selfSigned]
        case .untrustedCA: [.untrusted]
        case .oldProtocol: [.unsupportedProtocol]
        case .clientCertificateRequired: [.clientCertificateRequired]
        case .handshakeFailure, .unrecognizedName, .close: [.handshake]
        case .plain, .garbage: [.unsupportedProtocol, .handshake]
        case .clientCertificateRequested, .stall, .reset, .truncated: []
        }
    }
}
