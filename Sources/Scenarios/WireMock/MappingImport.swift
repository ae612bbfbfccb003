/// Mappings that are to be added together, and how.
package struct MappingImport: Sendable {
    /// What happens to a mapping whose identifier is there already.
    package enum DuplicatePolicy: String, Sendable, CaseIterable {
        case overwrite = "OVERWRITE"
        case ignore = "IGNORE"
    }

    /// In the order of the document: the first goes before the others.
    package var interactions: [Interaction]
    package var duplicatePolicy = DuplicatePolicy.overwrite
    /// Whether mappings that the document does not have are removed.
    package var deletesAllOthers = false
}

extension NodeReader {
    func mappingImport(_ root: Node) -> MappingImport? {
        guard let members = members(of: root, as: ImportKey.self) else { return nil }
        var result = MappingImport(interactions: [])
        for member in members {
            switch member.key {
            case .mappings: result.interactions = (items(member.value, "'mappings'") ?? []).compactMap(mapping)
            case .importOptions: take(member.value, into: &result)
            case .meta: _ = entries(member.value, "'meta'")
            case .schema: _ = text(member.value, "'$schema'")
            }
        }
        return result
    }

    private func take(_ options: Node, into result: inout MappingImport) {
        for member in members(of: options, as: ImportOptionKey.self) ?? [] {
            let name = "'\(member.key.rawValue)'"
            switch member.key {
            case .duplicatePolicy:
                result.duplicatePolicy =
                    choice(member.value, name, of: MappingImport.DuplicatePolicy.self) ?? .overwrite
            case .deleteAllNotInImport: result.deletesAllOthers = boolean(member.value, name) ?? false
            }
        }
    }
}

/// The keys of a document that is imported.
enum ImportKey: String, KnownKey {
    case mappings, importOptions, meta
    case schema = "$schema"

    static let owner = "an import"
    static let definition = "import"
    static let required: [Self] = [.mappings]
    static let table = makeTable()

    var entry: KeyEntry {
        switch self {
        case .mappings:
            KeyEntry(
                .list(.definition(MappingKey.keyTable)),
                "The mappings; the first is tried before the others.",
                example: "mappings: [{ request: { url: / }, response: { status: 204 } }]"
            )
        case .importOptions:
            KeyEntry(
                .definition(ImportOptionKey.keyTable),
                "What happens to existing mappings.",
                example: "mappings: [], importOptions: { duplicatePolicy: IGNORE }"
            )
        case .meta:
            KeyEntry(
                .object,
                "Ignored; a listing of WireMock has it.",
                example: "mappings: [], meta: { total: 0 }"
            )
        case .schema:
            KeyEntry(
                .text,
                "The JSON Schema for editors; ignored.",
                example: "mappings: [], $schema: mappings.schema.json"
            )
        }
    }
}

/// The keys of `importOptions`.
enum ImportOptionKey: String, KnownKey {
    case duplicatePolicy, deleteAllNotInImport

    static let owner = "importOptions"
    static let definition = "importOptions"
    static let table = makeTable()

    var entry: KeyEntry {
        switch self {
        case .duplicatePolicy:
            KeyEntry(
                .choice(MappingImport.DuplicatePolicy.allCases.map(\.rawValue)),
                "What happens to a mapping with an existing identifier.",
                example: "duplicatePolicy: IGNORE"
            )
        case .deleteAllNotInImport:
            KeyEntry(
                .boolean,
                "Whether mappings that are not in the import are removed.",
                example: "deleteAllNotInImport: true"
            )
        }
    }
}
