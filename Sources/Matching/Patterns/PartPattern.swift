package import Documents

/// A pattern for parts of a `multipart/form-data` body, an item of WireMock's `multipartPatterns`.
package struct PartPattern: Sendable, Hashable {
    /// How many parts must match.
    package enum Matching: String, Sendable, CaseIterable {
        case any = "ANY"
        /// Every part, and there is at least one.
        case all = "ALL"
    }

    /// The name of the field; nil allows any name.
    package var name: String?
    /// The exact file name; nil allows any name, or none.
    package var fileName: String?
    package var matching = Matching.any
    /// Names compare without case.
    package var headers: [Named<MultiValueMatcher>] = []
    package var bodyPatterns: [Matcher] = []

    package init() {}
}

extension PartPattern {
    static let codec = ObjectCodec(
        "part",
        "a multipart pattern",
        PartPattern(),
        keys: [
            Key("name", \.name, .text, "The name of the form field.", example: "name: receipt"),
            Key("fileName", \.fileName, .text, "The file name, exactly.", example: "fileName: receipt.pdf"),
            Key(
                "matchingType",
                \.matching,
                .choice,
                default: .any,
                writesDefault: true,
                "Whether at least one part matches (`ANY`), or every part does (`ALL`).",
                example: "matchingType: ALL"
            ),
            Key(
                "headers",
                \.headers,
                .headerPatterns,
                default: [],
                "Matchers for header fields of the part, by name.",
                example: "headers: { Content-Type: { contains: pdf } }"
            ),
            Key(
                "bodyPatterns",
                \.bodyPatterns,
                .matchers,
                default: [],
                "Matchers for the body of the part; all must match.",
                example: "bodyPatterns: [{ contains: total }]"
            ),
        ]
    )
}
