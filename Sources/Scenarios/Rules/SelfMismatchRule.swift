import Documents
internal import HTTPTypes
import Matching

/// A `self` link in a response to GET with another target than the request.
enum SelfMismatchRule: Rule {
    static let judgesResponses = true

    static func check(_ subject: RuleSubject) {
        for answer in subject.answers where (200...299).contains(answer.response.status) {
            guard answer.interaction.request.method.matches(.get), answer.header(.contentLocation) == nil else {
                continue
            }
            for link in answer.links where link.isOfRoot && link.relation == "self" && !link.looksTemplated {
                guard let target = subject.target(of: link.href) else { continue }
                guard !isAddress(target, of: answer.interaction.request.url) else { continue }
                subject.log.warning("'self' is '\(target)', but the request has another URL", at: link.hrefNode)
            }
        }
    }

    /// Queries are left aside: they may be matched by `queryParameters`, or not at all.
    private static func isAddress(_ target: String, of pattern: URLPattern) -> Bool {
        switch pattern {
        case .url(let url): URLPattern.urlPath(String(URLPattern.path(of: url))).matches(target: target)
        case .urlPattern:
            pattern.matches(target: target) || pattern.matches(target: String(URLPattern.path(of: target)))
        case .any, .urlPath, .urlPathPattern, .urlPathTemplate: pattern.matches(target: target)
        }
    }
}
