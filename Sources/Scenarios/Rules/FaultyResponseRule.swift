import Documents
internal import Matching
internal import Messages

/// A fault that comes after the body, or a raw response where HTTP/2 is required.
enum FaultyResponseRule: Rule {
    static let checksSingleResponses = true

    static func check(_ subject: RuleSubject) {
        for answer in subject.answers {
            checkPhase(answer, subject.log)
            guard answer.response.raw != nil, answer.interaction.request.version == .http2 else { continue }
            subject.log.warning(
                "a raw response is bytes of HTTP/1.1: over HTTP/2 the server resets the stream instead",
                at: answer.node["raw"] ?? answer.node["rawBase64"] ?? answer.node,
                suggestion: "use 'fault', or remove 'protocol: HTTP/2'"
            )
        }
    }

    /// Templates and links change the length of a body when it is sent.
    private static func checkPhase(_ answer: LintedResponse, _ log: IssueLog) {
        let response = answer.response
        guard case .bodyBytes(let sent)? = response.fault?.phase, response.template == nil, answer.links.isEmpty,
            let place = answer.node["fault"]?["after"]
        else { return }
        let count = response.bodyBytes?.count ?? 0
        guard sent > count else { return }
        log.warning(
            "the body has \(count) bytes, not \(sent): the fault happens after all of them",
            at: place["bodyBytes"] ?? place
        )
    }
}
