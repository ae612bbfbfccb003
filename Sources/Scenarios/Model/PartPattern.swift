/// What the parts of a `multipart/form-data` body must look like; WireMock's `multipartPatterns`.
package struct PartPattern: Sendable, Hashable {
    /// How many parts must be as described.
    package enum Matching: String, Sendable, CaseIterable {
        case any = "ANY"
        /// Every part, and there is at least one.
        case all = "ALL"
    }

    /// The field's name; nil: any.
    package var name: String?
    /// Exactly; nil: any, or none.
    package var fileName: String?
    package var matching = Matching.any
    /// Names compare without case.
    package var headers: [Named<MultiValueMatcher>] = []
    package var bodyPatterns: [Matcher] = []

    package init() {}
}
