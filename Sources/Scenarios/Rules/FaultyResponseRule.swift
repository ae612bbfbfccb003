import Documents
internal import HTTPTypes
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

    /// Warns of a fault after bytes that are not sent, or after all of them.
    private static func checkPhase(_ answer: LintedResponse, _ log: IssueLog) {
        let response = answer.response
        guard case .bodyBytes(let sent)? = response.fault?.phase, let place = answer.node["fault"]?["after"] else {
            return
        }
        let node = place["bodyBytes"] ?? place
        guard !answer.interaction.request.method.isHead else {
            log.warning("a response to HEAD has no body: the fault happens after the head", at: node)
            return
        }
        // Templates and links change the length of a body when it is sent.
        guard response.template == nil, answer.links.isEmpty else { return }
        let count = response.bodyBytes?.count ?? 0
        if sent > count {
            log.warning("the body has \(count) bytes, not \(sent): the fault happens after all of them", at: node)
        } else if sent == count, answer.endsWithBody {
            log.warning(
                "the body has \(count) bytes: over HTTP/1.1 the response is complete before the fault",
                at: node,
                suggestion: "use fewer bytes, or 'transferEncoding: chunked'"
            )
        }
    }
}

extension LintedResponse {
    /// Whether the last byte of the body ends the response: it has no chunks, and the protocol may be HTTP/1.1.
    fileprivate var endsWithBody: Bool {
        !response.isChunked && response.dribble == nil && response.fault?.effect != .badChunk
            && interaction.request.version != .http2
    }
}

extension MethodPattern {
    /// Whether it matches HEAD only.
    fileprivate var isHead: Bool {
        if case .oneOf(let methods) = self { methods == [.head] } else { false }
    }
}
