import HAL
import HTTPTypes
import Scenarios

extension Mutant {
    /// Faults in the content of an outcome.
    static let contentFaults: [Mutant] = [
        .reporting("retry-after-date-ignored", "Retry-After is read as seconds only") { outcome in
            let text = outcome.fields.first { $0.name == .retryAfter }?.value
            if text.flatMap({ Int($0) }) == nil { outcome.retryAfter = nil }
        },
        .reporting("retry-after-first-line", "only the first of several Retry-After lines is read") { outcome in
            let text = outcome.fields.first { $0.name == .retryAfter }?.value
            if text.flatMap({ Int($0) }) == nil, text.flatMap({ HTTPDate($0) }) == nil { outcome.retryAfter = nil }
        },
        .reporting("retry-after-lenient", "a number within an invalid Retry-After is read") { outcome in
            let text = outcome.fields.first { $0.name == .retryAfter }?.value ?? ""
            guard outcome.retryAfter == nil, let number = Int(text.filter(\.isWholeNumber)) else { return }
            outcome.retryAfter = ReportedRetryAfter(seconds: number)
        },
        .reporting("retry-after-past-lost", "a Retry-After date in the past is ignored") { outcome in
            if outcome.retryAfter?.seconds == 0, outcome.retryAfter?.date != nil { outcome.retryAfter = nil }
        },
        .reporting("second-challenge-dropped", "only the first challenge is read") {
            $0.challenges = Array($0.challenges.prefix(1))
        },
        .reporting("realm-unquoted", "single quotes are removed from a realm") { outcome in
            for (place, challenge) in outcome.challenges.enumerated() {
                for (index, parameter) in challenge.parameters.enumerated() {
                    outcome.challenges[place].parameters[index].value = parameter.value.replacing("'", with: "")
                }
            }
        },
        .reporting("challenge-parameters-lost", "challenge parameters other than the realm are ignored") { outcome in
            for place in outcome.challenges.indices {
                outcome.challenges[place].parameters.removeAll { $0.name.lowercased() != "realm" }
            }
        },
        .reporting("token68-lost", "the token68 of a challenge is ignored") { outcome in
            for place in outcome.challenges.indices { outcome.challenges[place].token68 = nil }
        },
        .reporting("link-array-cut", "only the first link of an array is read") { outcome in
            var seen: Set<String> = []
            outcome.relations = outcome.relations.filter { seen.insert($0.name).inserted }
        },
        .reporting("relative-link-kept", "relative links are not resolved") { outcome in
            guard let body = outcome.body, let value = try? JSONValue(parsing: body), let resource = HALResource(value)
            else { return }
            let hrefs = resource.links.entries.filter { $0.relation != .curies }.flatMap(\.links.elements).map(\.href)
            for (index, href) in hrefs.enumerated() where outcome.relations.indices.contains(index) {
                outcome.relations[index].target = href
            }
        },
        .reporting("embedded-cut", "only the first of several embedded resources is read") { outcome in
            for place in outcome.embedded.indices {
                outcome.embedded[place].models = Array(outcome.embedded[place].models.prefix(1))
            }
        },
        .reporting("error-body-lost", "the body of an error is discarded") { outcome in
            if (400...599).contains(outcome.status ?? 0) { outcome.body = nil }
        },
        .reporting("embedded-array-lost", "the array dialect of _embedded is ignored") { outcome in
            outcome.embedded = outcome.embedded.filter { !$0.name.contains("/") }
        },
        .reporting("conflict-model-lost", "a conflict has no model") { outcome in
            if outcome.outcome == .conflict { outcome.model = nil }
        },
    ]
}
