import HAL
import HTTPTypes
import Scenarios

extension Mutant {
    /// Faults in what an outcome carries.
    static let contentFaults: [Mutant] = [
        .reporting("retry-after-date-ignored", "Retry-After is read as seconds only") { outcome in
            let text = outcome.fields.first { $0.name == .retryAfter }?.value
            if text.flatMap({ Int($0) }) == nil { outcome.retryAfter = nil }
        },
        .reporting("retry-after-lost", "Retry-After is not read at all") { $0.retryAfter = nil },
        .reporting("second-challenge-dropped", "only the first challenge is read") {
            $0.challenges = Array($0.challenges.prefix(1))
        },
        .reporting("realm-unquoted", "single quotes are cut off a realm") { outcome in
            for (place, challenge) in outcome.challenges.enumerated() {
                for (index, parameter) in challenge.parameters.enumerated() {
                    outcome.challenges[place].parameters[index].value = parameter.value.replacing("'", with: "")
                }
            }
        },
        .reporting("notice-lost", "a permanent redirect is not told") { $0.notices = [] },
        .reporting("not-modified-lost", "304 is a redirection like any other") { $0.notModified = false },
        .reporting("permanent-lost", "308 is as temporary as 307") { $0.permanent = false },
        .reporting("link-array-cut", "of an array of links only the first is read") { outcome in
            var seen: Set<String> = []
            outcome.relations = outcome.relations.filter { seen.insert($0.name).inserted }
        },
        .reporting("relative-link-kept", "relative links are not resolved") { outcome in
            guard let body = outcome.body, let value = try? JSONValue(parsing: body), let resource = Resource(value)
            else { return }
            let hrefs = resource.links.entries.filter { $0.relation != .curies }.flatMap(\.links.elements).map(\.href)
            for (index, href) in hrefs.enumerated() where outcome.relations.indices.contains(index) {
                outcome.relations[index].target = href
            }
        },
        .reporting("embedded-lost", "embedded resources are not read") { $0.embedded = [] },
        .reporting("embedded-array-lost", "the array dialect of _embedded is not read") { outcome in
            outcome.embedded = outcome.embedded.filter { !$0.name.contains("/") }
        },
        .reporting("location-lost", "Location is not read") { $0.location = nil },
        .reporting("last-modified-lost", "Last-Modified is not read") { $0.lastModified = nil },
        .reporting("conflict-model-lost", "a conflict has no model") { outcome in
            if outcome.outcome == .conflict { outcome.model = nil }
        },
    ]
}
