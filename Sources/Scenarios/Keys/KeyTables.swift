/// The tables of all objects with known keys.
enum KeyTables {
    /// In the order of the reference page: scenario files, then the documents of WireMock.
    static let all = KeyTable.reachable(from: scenarios + mappings)

    static let scenarios: [KeyTable] = [
        ScenarioFile.codec.table, MappingFile.codec.table, Interaction.mappingCodec.table,
    ]
    static let mappings: [KeyTable] = [Interaction.mappingCodec.table, MappingImport.codec.table]
}
