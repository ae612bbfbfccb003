/// The tables of all objects with known keys.
enum KeyTables {
    /// In the order of the reference page: scenario files, then the documents of WireMock.
    static let all = KeyTable.reachable(from: scenarios + mappings)

    static let scenarios: [KeyTable] = [ScenarioKey.keyTable, MappingsKey.keyTable, MappingKey.keyTable]
    static let mappings: [KeyTable] = [MappingKey.keyTable, ImportKey.keyTable]
}
