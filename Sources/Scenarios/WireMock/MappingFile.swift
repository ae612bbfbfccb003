import Documents

/// A file with several of WireMock's mappings.
enum MappingFile {
    static let codec = ObjectCodec<[Node]>(
        "mappings",
        "a list of mappings",
        [],
        KeyTable.Options(unsupported: ["importOptions"]),
        keys: [
            Key(
                "mappings",
                .nodes,
                "WireMock mappings.",
                example: "mappings: [{ request: { url: / }, response: { status: 204 } }]",
                set: { $0 = $1 }
            ),
            .meta, .schema(with: "mappings: []"),
        ]
    )
}

extension Key {
    /// The schema of a file for editors; ignored.
    static func schema(with others: String) -> Key {
        Key(
            ignored: "$schema",
            .text,
            "The JSON Schema for editors; ignored.",
            example: "$schema: mappings.schema.json, \(others)"
        )
    }

    /// The count in a listing of WireMock's; ignored.
    static var meta: Key {
        Key(
            ignored: "meta",
            .jsonObject,
            "Ignored; a part of WireMock's listings.",
            example: "mappings: [], meta: { total: 0 }"
        )
    }
}

extension Codec where Value == [Node] {
    fileprivate static let nodes = Codec(
        reading: .list(.definition(Interaction.mappingCodec.table)),
        read: { $0.items($1, $2) }
    )
}

extension ScenarioFormat {
    /// JSON files with one mapping of WireMock's, or with a list of them.
    static let wireMock = ScenarioFormat(
        endings: ["json": .json],
        outline: "WireMock mappings with 'request' and 'response', or with 'mappings'",
        tables: { [MappingFile.codec.table, Interaction.mappingCodec.table] },
        recognizes: { root in
            root["scenario"] == nil && ["request", "response", "mappings"].contains { root[$0] != nil }
        },
        read: { reader, root in reader.wireMockScenario(root) }
    )
}

extension NodeReader {
    /// Reads one mapping or a list of them as a scenario named after the file.
    ///
    /// In WireMock the later mapping wins; here the earlier interaction does, so the order is reversed.
    fileprivate func wireMockScenario(_ root: Node) -> Scenario? {
        guard let nodes = mappingNodes(root) else { return nil }
        var scenario = Scenario(slug: slug, title: slug, file: log.file.path)
        let variant = Variant(interactions: mappings(nodes).reversed())
        scenario.variants = [variant]
        check(variant, of: scenario, nodes: nodes.reversed())
        return scenario
    }

    /// The nodes of a file that has one mapping or a list of them.
    func mappingNodes(_ root: Node) -> [Node]? {
        dialect = .wireMock
        guard root["mappings"] != nil else { return [root] }
        return MappingFile.codec.read(self, root)
    }

    /// Reads mappings in the order of the file; one without an identifier gets the same one at each load.
    func mappings(_ nodes: [Node]) -> [Interaction] {
        nodes.enumerated().compactMap { mapping($1, $0) }
    }

    /// Reads mappings each by itself: the errors of one that cannot be read become warnings, and the others are served.
    ///
    /// WireMock serves nothing at all then.
    func servableMappings(_ nodes: [Node]) -> [(interaction: Interaction, node: Node)] {
        nodes.enumerated().compactMap { number, node in
            let count = log.issues.count
            let interaction = mapping(node, number)
            guard !log.lowerErrors(after: count, "this mapping is not served") else { return nil }
            return interaction.map { ($0, node) }
        }
    }

    private func mapping(_ node: Node, _ number: Int) -> Interaction? {
        guard var interaction = Interaction.mappingCodec.read(self, node) else { return nil }
        interaction.id = interaction.id ?? StableIdentifier.uuid(of: "\(slug)/\(number)")
        return interaction
    }
}
