/// A scenario that judges nothing, because it has no contract.
package struct SilentScenario: Sendable, Hashable {
    package var slug: String
    package var file: String

    package init(slug: String, file: String) {
        self.slug = slug
        self.file = file
    }

    /// `slug (file)`.
    var text: String { "\(slug.oneLine()) (\(file.oneLine()))" }
}
