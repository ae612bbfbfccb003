package import HAL

/// The JSON Schemas (2020-12) of what the admin API takes and shows of mappings.
package enum WireMockSchema {
    /// By name: `mapping`, `import`, `request`, `response`, `matcher`, and what these refer to below `base`.
    ///
    /// What no schema says, the reader checks besides: that expressions, paths, dates and names are valid.
    package static func definitions(base: String) -> JSONObject {
        let writer = SchemaWriter(base: base, takesNull: true, isRecursive: false)
        let definitions = writer.definitions(of: KeyTables.mappings)
        return JSONObject(definitions.map { JSONObject.Member($0.0, $0.1) })
    }
}
