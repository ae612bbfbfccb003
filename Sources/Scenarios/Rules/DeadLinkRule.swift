import Documents
internal import HTTPTypes
import Matching
internal import URITemplates

/// A link to this server that no interaction of the scenario matches, whatever the method.
enum DeadLinkRule: Rule {
    static func check(_ subject: RuleSubject) {
        let patterns = Patterns(subject.variant)
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
        _ patterns: Patterns
    ) {
        // An invalid template is reported elsewhere, and its target is unknown.
        guard (try? URITemplate(href)) != nil else { return }
        guard let target = subject.target(of: href), !patterns.mayAnswer(target, isTemplate: isTemplate) else { return }
        subject.log.warning("dead link: no interaction of this scenario matches '\(target)'", at: node)
    }

    /// The scenario's addresses, with a lookup table of plain paths.
    private struct Patterns {
        private var paths: Set<String> = []
        private var others: [URLPattern] = []
        private let all: [URLPattern]
        private let collections: [String]

        init(_ variant: Variant) {
            all = variant.interactions.map(\.request.url)
            collections = variant.resources.map(\.path)
            for pattern in all {
                if case .urlPath(let path) = pattern { paths.insert(path) } else { others.append(pattern) }
            }
        }

        func mayAnswer(_ target: String, isTemplate: Bool) -> Bool {
            let path = String(URLPattern.path(of: target))
            if collections.contains(where: { path == $0 || path.hasPrefix($0 + "/") }) { return true }
            let lenient = LenientTarget(target, isTemplate: isTemplate)
            if isTemplate { return all.contains(where: lenient.mayMatch) }
            return paths.contains(path) || others.contains(where: lenient.mayMatch)
        }
    }
}
