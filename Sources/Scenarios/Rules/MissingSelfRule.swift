import Documents

/// A resource in a successful response without a `self` link.
enum MissingSelfRule: Rule {
    static let judgesResponses = true

    static func check(_ subject: RuleSubject) {
        for answer in subject.answers where (200...299).contains(answer.response.status) {
            guard let body = answer.body, body["_links"] != nil || body["_embedded"] != nil else { continue }
            guard !answer.links.contains(where: { $0.isOfRoot && $0.relation == "self" }) else { continue }
            let key = body.pairs.first { $0.key.text == "_links" }?.key
            subject.log.warning("the resource has no 'self' link", at: key ?? body)
        }
    }
}
