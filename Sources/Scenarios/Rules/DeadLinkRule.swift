import Documents
internal import HTTPTypes
internal import URITemplates

/// A link to this server that no interaction of the scenario matches, whatever the method.
enum DeadLinkRule: Rule {
    static func check(_ subject: RuleSubject) {
        guard subject.variant.fallback == nil else { return }
        let patterns = ServedAddresses(subject.variant.interactions, resources: subject.variant.resources)
        for answer in subject.answers {
            for link in answer.links where link.relation != "curies" {
                check(link.href, isTemplate: link.looksTemplated, at: link.hrefNode, subject, patterns)
            }
            if let location = answer.header(.location) {
                check(location.value, isTemplate: false, at: location.node, subject, patterns)
            }
        }
    }

    private static func check(
        _ href: String,
        isTemplate: Bool,
        at node: Node,
        _ subject: RuleSubject,
        _ patterns: ServedAddresses
    ) {
        // An invalid template is reported elsewhere, and its target is unknown.
        guard (try? URITemplate(href)) != nil else { return }
        guard let target = subject.target(of: href), !patterns.mayInclude(target, isTemplate: isTemplate) else {
            return
        }
        guard subject.scenario.recorded?.leavesUnserved(target) != true else { return }
        subject.log.warning("dead link: no interaction of this scenario matches '\(target)'", at: node)
    }
}
