package import HAL

/// The JSON Schemas (2020-12) of what the admin API takes and shows of mappings.
package enum WireMockSchema {
    /// By name: `mapping`, `import`, `request`, `response`, `matcher`, and what these refer to below `base`.
    ///
    /// What no schema says, the reader checks besides: that expressions, paths, dates and names are valid.
    package static func definitions(base: String) -> JSONObject {
        let writer = SchemaWriter(base: base, takesNull: true, isRecursive: false)
        let definitions =
            [
                writer.definition(MappingKey.self), writer.definition(ImportKey.self),
                writer.definition(ImportOptionKey.self), writer.definition(RequestKey.self),
                writer.definition(PartKey.self),
                writer.definition(MethodKey.self), writer.definition(CredentialsKey.self),
                writer.definition(ResponseKey.self), writer.definition(RetryAfterKey.self),
                writer.definition(DelayKey.self), writer.definition(DribbleKey.self),
                writer.definition(ThrottleKey.self), writer.definition(FaultKey.self),
                writer.definition(FaultPhaseKey.self),
            ] + writer.matcherDefinitions
        return JSONObject(definitions.map { JSONObject.Member($0.0, $0.1) })
    }
}
