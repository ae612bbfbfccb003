import Documents

/// Mappings to add together, and how.
package struct MappingImport: Sendable {
    /// The effect on an existing mapping with the same identifier.
    package enum DuplicatePolicy: String, Sendable, CaseIterable {
        case overwrite = "OVERWRITE"
        case ignore = "IGNORE"
    }

    /// In the order of the document: the first is tried before the others.
    package var interactions: [Interaction]
    package var duplicatePolicy = DuplicatePolicy.overwrite
    /// Whether mappings that are not in the document are removed.
    package var deletesAllOthers = false
}

extension MappingImport {
    static let codec = ObjectCodec(
        "import",
        "an import",
        MappingImport(interactions: []),
        keys: [
            Key(
                "mappings",
                required: \.interactions,
                Interaction.mappingCodec.codec.list(),
                "The mappings; the first is tried before the others.",
                example: "mappings: [{ request: { url: / }, response: { status: 204 } }]"
            ),
            Key(
                "importOptions",
                options.codec,
                "How existing mappings are treated.",
                example: "mappings: [], importOptions: { duplicatePolicy: IGNORE }",
                set: {
                    $0.duplicatePolicy = $1.duplicatePolicy; $0.deletesAllOthers = $1.deletesAllOthers
                }
            ),
            .meta, .schema(with: "mappings: []"),
        ]
    )

    private static let options = ObjectCodec(
        "importOptions",
        "importOptions",
        MappingImport(interactions: []),
        keys: [
            Key(
                "duplicatePolicy",
                \.duplicatePolicy,
                .choice,
                default: .overwrite,
                "Whether a mapping replaces an existing one with the same identifier, or is ignored.",
                example: "duplicatePolicy: IGNORE"
            ),
            Key(
                "deleteAllNotInImport",
                \.deletesAllOthers,
                .boolean,
                default: false,
                "Whether mappings that are not in the import are removed.",
                example: "deleteAllNotInImport: true"
            ),
        ]
    )
}
