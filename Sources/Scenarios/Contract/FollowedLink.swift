import Documents
package import HAL

/// A link that the client finds and expands itself.
package struct FollowedLink: Sendable, Hashable {
    package var relation: String
    /// The step whose resource has the link; nil: the last successful one.
    package var step: String?
    /// The `name` of the link, if the relation has several.
    package var linkName: String?
    /// The variables of a template, in the order of the file.
    package var variables: JSONObject

    package init(relation: String, step: String? = nil, linkName: String? = nil, variables: JSONObject = JSONObject()) {
        self.relation = relation
        self.step = step
        self.linkName = linkName
        self.variables = variables
    }
}

/// An address that cannot be reached.
package enum UnreachableTarget: String, Sendable, CaseIterable {
    /// Nothing listens there.
    case closedPort
    case unresolvableHost
}

extension FollowedLink {
    static let relationKey = "relation"

    fileprivate static let codec = ObjectCodec(
        "follow",
        "follow",
        FollowedLink(relation: ""),
        keys: [
            Key(relationKey, required: \.relation, .text, "The relation of the link.", example: "relation: next"),
            Key(
                "from",
                \.step,
                .text,
                "The step whose resource has the link; by default the last successful one.",
                example: "relation: next, from: first"
            ),
            Key(
                "name",
                \.linkName,
                .text,
                "The name of the link, if the relation has several.",
                example: "relation: next, name: main"
            ),
            Key(
                "variables",
                .jsonObject,
                "Values for a templated link.",
                example: "relation: next, variables: { id: 7 }",
                set: { $0.variables = $1.object ?? JSONObject() }
            ),
        ]
    )
}

extension Codec where Value == FollowedLink {
    /// A relation, or an object.
    static let followedLink = FollowedLink.codec.orText { FollowedLink(relation: $0) }
}
