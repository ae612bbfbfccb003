import Documents
package import HAL

extension RunReport {
    /// The maximum number of failures in a digest.
    private static let mostFailures = 200

    /// The verdict, the scenarios with their statuses, and the first failures, for people who look at a server of the
    /// same scenarios.
    package var digest: JSONValue {
        let headline = Headline(self)
        let clients = clients.map { client -> JSONValue in
            ["name": .string(client.name), "version": client.version.map { .string($0) } ?? .null]
        }
        return [
            "startedAt": .string(startedAt.iso8601 + "Z"), "durationSeconds": duration.json,
            "status": .string(headline.status.rawValue), "verdict": .string(headline.verdict),
            "detail": .string(headline.detail), "clients": .array(clients),
            "command": setup?.command.map { .string($0) } ?? .null,
            "scenarios": .object(statuses), "failures": .array(failures),
        ]
    }

    /// The status of each scenario by its slug.
    private var statuses: JSONObject {
        let bySlug = Dictionary(grouping: variants, by: \.slug)
        return JSONObject(
            bySlug.sorted { $0.key < $1.key }.map { slug, variants in
                JSONObject.Member(slug, .string(RunStatus(of: variants.map(\.status)).rawValue))
            }
        )
    }

    private var failures: [JSONValue] {
        FailedCase.all(in: self).prefix(Self.mostFailures).map { failed in
            [
                "slug": .string(failed.variant.slug), "variant": .string(failed.name),
                "clients": .string(failed.clientList), "message": .string(failed.message),
                "at": .string(failed.location.description),
            ]
        }
    }
}
