package import HAL

/// The JSON Schema (2020-12) of scenario files, made of the keys that the reader reads.
package enum ScenarioSchema {
    private static let writer = SchemaWriter(base: "#/$defs/", hasPlaceholders: true)

    /// The schema, with its members in an order that reads well.
    package static var json: JSONValue {
        writer.object([
            ("$schema", "https://json-schema.org/draft/2020-12/schema"),
            ("title", "Hypermock scenario"),
            ("$ref", .string(writer.base + ScenarioFile.codec.table.definition)),
            ("$defs", writer.object(definitions)),
        ])
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
