import Documents

/// A body in a response that never has one (RFC 9110 §6.4.1).
enum UnsentBodyRule: Rule {
    static let checksSingleResponses = true
    static let judgesResponses = true

    static func check(_ subject: RuleSubject) {
        for answer in subject.answers {
            let status = answer.response.status
            guard status < 200 || status == 204 || status == 304, answer.response.bodyBytes?.isEmpty == false else {
                continue
            }
            let pair = answer.node.pairs.first { pair in ResponseDefinition.bodyKeys.contains(pair.key.text) }
            subject.log.warning(
                "a response with status \(status) has no body: the body is not sent",
                at: pair?.key ?? answer.node
            )
        }
    }
}
