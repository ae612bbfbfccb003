package import Scenarios

/// What became of one variant of a scenario with every client.
package struct VariantReport: Sendable, Hashable {
    package var slug: String
    /// The values of the matrix; empty without one.
    package var values: [String]
    /// The scenario's title.
    package var title: String
    package var tags: [String]
    /// The file, as it was given.
    package var file: String
    /// One for each client, and each repetition.
    package var cases: [CaseReport]
    /// The interactions that no client has reached.
    package var unreached: [UnreachedInteraction]

    package init(
        slug: String,
        values: [String] = [],
        title: String,
        tags: [String] = [],
        file: String,
        cases: [CaseReport] = [],
        unreached: [UnreachedInteraction] = []
    ) {
        self.slug = slug
        self.values = values
        self.title = title
        self.tags = tags
        self.file = file
        self.cases = cases
        self.unreached = unreached
    }

    /// `slug`, or `slug[GET,409]` with a matrix.
    package var name: String { Self.name(slug: slug, values: values) }

    package var status: RunStatus { RunStatus(of: cases.map(\.status)) }

    /// `slug`, or `slug[GET,409]` with a matrix.
    package static func name(slug: String, values: [String]) -> String {
        values.isEmpty ? slug : "\(slug)[\(values.joined(separator: ","))]"
    }
}

/// An interaction that answered no request.
package struct UnreachedInteraction: Sendable, Hashable {
    /// The interaction's name; nil when it has none.
    package var name: String?
    package var location: SourceLocation

    package init(name: String?, location: SourceLocation) {
        self.name = name
        self.location = location
    }
}
