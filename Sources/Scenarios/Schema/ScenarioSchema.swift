import Documents
package import HAL

/// The JSON Schema (2020-12) of scenario files, made from the keys that the reader reads.
package enum ScenarioSchema {
    private static let writer = SchemaWriter(base: "#/$defs/", hasPlaceholders: true)

    /// The schema, with its members in an order that reads well.
    package static var json: JSONValue {
        writer.object([
            ("$schema", "https://json-schema.org/draft/2020-12/schema"),
            ("title", "Hypermock scenario"),
            // A file without these keys is one that scenarios include.
            ("if", writer.object([("anyOf", .array(["scenario", "interactions"].map(having)))])),
            ("then", writer.schema(of: .definition(ScenarioFile.codec.table))),
            ("else", writer.schema(of: .definition(SharedParts.codec.table))),
            ("$defs", writer.object(definitions)),
        ])
    }

    private static func having(_ key: String) -> JSONValue {
        writer.object([("required", .array([.string(key)]))])
    }

    private static var definitions: [(String, JSONValue)] {
        writer.definitions(of: KeyTables.scenarios) + [("matrix", matrix)]
    }

    private static var matrix: JSONValue {
        let values = writer.schema(of: .either([.text, .list(.text)]))
        let exclusion = writer.object([
            ("type", "object"), ("additionalProperties", values), ("minProperties", 1),
        ])
        return writer.object([
            ("type", "object"),
            (
                "properties",
                writer.object([
                    (
                        "exclude",
                        writer.object([
                            ("description", "Combinations to leave out."), ("type", "array"), ("items", exclusion),
                        ])
                    )
                ])
            ),
            ("additionalProperties", writer.schema(of: .list(.text))),
        ])
    }
}

/// The JSON Schemas (2020-12) of mappings in the admin API.
package enum WireMockSchema {
    /// By name: `mapping`, `import`, `request`, `response`, `matcher`, and what these refer to below `base`.
    ///
    /// The reader also checks that expressions, paths, dates and names are valid.
    package static func definitions(base: String) -> JSONObject {
        let writer = SchemaWriter(base: base, isLenient: true, isRecursive: false)
        let definitions = writer.definitions(of: KeyTables.mappings)
        return JSONObject(definitions.map { JSONObject.Member($0.0, $0.1) })
    }
}

/// The tables of all objects with known keys.
enum KeyTables {
    /// In the order of the reference page: scenario files, then the documents of WireMock.
    static let all = KeyTable.reachable(from: scenarios + mappings)

    static let scenarios = ScenarioFormat.all.flatMap { $0.tables() }
    static let mappings: [KeyTable] = [Interaction.mappingCodec.table, MappingImport.codec.table]
}
