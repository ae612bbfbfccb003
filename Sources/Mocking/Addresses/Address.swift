/// Where a set of interactions is served: the root, a scenario, one of its variants, or a sandbox of these.
package struct Address: Sendable, Hashable {
    /// The scenario; nil: the root.
    package var slug: String?
    /// The variant's values in the order of the matrix' keys.
    package var values: [String]
    /// The sandbox.
    package var token: String?

    package init(slug: String? = nil, values: [String] = [], token: String? = nil) {
        self.slug = slug
        self.values = values
        self.token = token
    }

    package static let root = Address()
}

extension Address: CustomStringConvertible {
    /// The path that the address begins with, without a slash at its end; empty for the root.
    package var prefix: String { "" }

    package var description: String { prefix + "/" }
}
