import Documents
import HAL
internal import Messages

/// An interaction or a step of a scenario with `tls` that needs a request, while no handshake is completed.
enum UnusedTLSRule: Rule {
    static func check(_ subject: RuleSubject) {
        guard let fault = subject.variant.tls else { return }
        if fault.endsHandshakes { checkInteractions(subject, fault) }
        guard fault.endsHandshakes || fault.isOfCertificate else { return }
        for (step, node) in zip(subject.variant.contract, subject.steps) {
            guard step.expectation.outcome != .connectionFailure, case .url = step.request.address else { continue }
            subject.log.warning(
                "the handshake fails with '\(fault.rawValue)': expect the outcome 'connectionFailure'",
                at: node["expect"] ?? node
            )
        }
    }

    private static func checkInteractions(_ subject: RuleSubject, _ fault: TLSFault) {
        for (interaction, node) in zip(subject.variant.interactions, subject.nodes)
        where interaction.expectedCount?.atMost != 0 {
            subject.log.warning(
                "no request reaches this interaction: the handshake fails with '\(fault.rawValue)'",
                at: node["name"] ?? node,
                suggestion: "add 'times: 0'"
            )
        }
    }
}
