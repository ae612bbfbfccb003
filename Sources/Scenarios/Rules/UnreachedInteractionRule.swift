import Documents
internal import HTTPTypes
import Matching

/// An interaction that no step of the contract leads to, by its address, by a link, by a template or by a redirect.
enum UnreachedInteractionRule: Rule {
    private struct Visit {
        var target: LenientTarget
        /// Nil: any, since redirects may change it.
        var method: HTTPRequest.Method?

        func mayReach(_ request: RequestPattern) -> Bool {
            guard target.mayMatch(request.url) else { return false }
            guard let method else { return true }
            return request.method.matches(method) || method == .head && request.method.matches(.get)
        }
    }

    static func check(_ subject: RuleSubject) {
        guard !subject.variant.contract.isEmpty else { return }
        let visits: [Visit] = subject.variant.contract.flatMap { Self.visits(of: $0, subject) } + redirects(subject)
        for (interaction, node) in zip(subject.variant.interactions, subject.nodes) {
            guard interaction.expectedCount?.atMost != 0 else { continue }
            guard !visits.contains(where: { $0.mayReach(interaction.request) }) else { continue }
            subject.log.warning("no step of the contract reaches this interaction", at: node["name"] ?? node)
        }
    }

    private static func visits(of step: Step, _ subject: RuleSubject) -> [Visit] {
        guard case .oauth(let session)? = step.request.authorization else { return callVisits(of: step, subject) }
        let endpoint = target(of: session.tokenURL, subject, isTemplate: false)
        return callVisits(of: step, subject) + [Visit(target: endpoint, method: .post)]
    }

    private static func callVisits(of step: Step, _ subject: RuleSubject) -> [Visit] {
        let method = step.request.method
        let pages = step.request.pages.map { links($0.relation, subject, .get) } ?? []
        switch step.request.address {
        case .target:
            return []
        case .url(let url):
            return [Visit(target: target(of: url, subject, isTemplate: false), method: method)] + pages
        case .follow(let link):
            return links(link.relation, subject, method) + pages
        case .submit(let form):
            // Without a template of this name, the first one is the default.
            let forms = subject.answers.flatMap(\.forms)
            let isNamed = forms.contains { $0.key == form.template }
            let addresses = forms.filter { !isNamed || $0.key == form.template }.flatMap { form in
                [form.target].compactMap(\.self) + form.options
            }
            let targets = addresses.map { target(of: $0, subject, isTemplate: false) }
            return links("self", subject, nil) + targets.map { Visit(target: $0, method: nil) }
        }
    }

    private static func links(
        _ relation: String,
        _ subject: RuleSubject,
        _ method: HTTPRequest.Method?
    ) -> [Visit] {
        subject.answers.flatMap(\.links).filter { $0.relation == relation }.map { found in
            Visit(target: target(of: found.href, subject, isTemplate: found.looksTemplated), method: method)
        }
    }

    private static func redirects(_ subject: RuleSubject) -> [Visit] {
        subject.answers.compactMap { $0.header(.location) }.map { location in
            Visit(target: target(of: location.value, subject, isTemplate: false), method: nil)
        }
    }

    /// Relative addresses are resolved against the scenario's own, which ends with a slash.
    private static func target(of address: String, _ subject: RuleSubject, isTemplate: Bool) -> LenientTarget {
        let target = subject.target(of: address) ?? (Self.isAbsolute(address) ? address : "/" + address)
        return LenientTarget(target, isTemplate: isTemplate)
    }

    /// Whether it begins with a scheme and an authority (RFC 3986 §3).
    private static func isAbsolute(_ address: String) -> Bool {
        address.drop { $0 != ":" }.hasPrefix("://")
    }
}
