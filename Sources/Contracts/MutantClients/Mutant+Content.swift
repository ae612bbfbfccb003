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
        .reporting("retry-after-overflow", "a large Retry-After is read as zero") { outcome in
            if (outcome.retryAfter?.seconds ?? 0) > Int32.max { outcome.retryAfter = ReportedRetryAfter(seconds: 0) }
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
        .reporting("realm-case-sensitive", "the name of a realm is read in lower case only") { outcome in
            guard !outcome.fields.contains(where: { $0.value.contains("realm") }) else { return }
            for place in outcome.challenges.indices {
                outcome.challenges[place].parameters.removeAll { $0.name == "realm" }
            }
        },
        .reporting("field-lines-lost", "only the first of several lines of a field is reported") { outcome in
            var seen: Set<HTTPField.Name> = []
            outcome.fields = outcome.fields.filter { seen.insert($0.name).inserted }
        },
        .reporting("token68-lost", "the token68 of a challenge is ignored") { outcome in
            for place in outcome.challenges.indices { outcome.challenges[place].token68 = nil }
        },
        .reporting("link-array-cut", "only the first link of an array is read") { outcome in
            var seen: Set<String> = []
            outcome.relations = outcome.relations.filter { seen.insert($0.name).inserted }
        },
        .reporting("relative-link-kept", "relative links are not resolved") { $0.resolveRelations { $0 } },
        .reporting("content-location-as-base", "relative links are resolved against Content-Location") { outcome in
            guard let location = outcome.fields.first(where: { $0.name == .contentLocation })?.value else { return }
            outcome.resolveRelations(against: location)
        },
        .ending("created-location-ignored", "relative links of a 201 are resolved against the request") {
            $0.status == 201 ? [$0.resolvingRelations(against: $1)] : [$0]
        },
        .ending("redirect-ignored-by-links", "relative links are resolved against the first address") {
            $0.status == 201 ? [$0] : [$0.resolvingRelations(against: $1)]
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

extension ReportedOutcome {
    /// Replaces each target by what `resolve` returns for the link as written, but not templates.
    fileprivate mutating func resolveRelations(_ resolve: (_ href: String) -> String) {
        guard let body, let value = try? JSONValue(parsing: body), let resource = HALResource(value) else { return }
        let links = resource.links.entries.filter { $0.relation != .curies }.flatMap(\.links.elements)
        for (index, link) in links.enumerated() where relations.indices.contains(index) && !link.isTemplated {
            relations[index].target = resolve(link.href)
        }
    }

    fileprivate mutating func resolveRelations(against base: String) {
        let base = URIReference(base)
        resolveRelations { URIReference($0).resolved(against: base).description }
    }

    /// The outcome with relations that are resolved against the address of the call.
    fileprivate func resolvingRelations(against call: DriverCall) -> ReportedOutcome {
        guard case .url(let url) = call.target else { return self }
        var outcome = self
        outcome.resolveRelations(against: url)
        return outcome
    }
}
