package import HAL

/// The JSON Schema (2020-12) of scenario files, made of the keys that the reader reads.
package enum ScenarioSchema {
    private static let writer = SchemaWriter(base: "#/$defs/", hasPlaceholders: true)

    /// The schema, with its members in an order that reads well.
    package static var json: JSONValue {
        writer.object([
            ("$schema", "https://json-schema.org/draft/2020-12/schema"),
            ("title", "Hypermock scenario"),
            ("$ref", .string(writer.base + ScenarioKey.definition)),
            ("$defs", writer.object(definitions)),
        ])
    }

    private static var definitions: [(String, JSONValue)] {
        [
            writer.definition(ScenarioKey.self), writer.definition(InteractionKey.self),
            writer.definition(CountKey.self), writer.definition(RequestKey.self), writer.definition(PartKey.self),
            writer.definition(MethodKey.self),
            writer.definition(CredentialsKey.self), writer.definition(ResponseKey.self),
            writer.definition(RetryAfterKey.self), writer.definition(DelayKey.self), writer.definition(DribbleKey.self),
            writer.definition(ThrottleKey.self), writer.definition(FaultKey.self),
            writer.definition(FaultPhaseKey.self), writer.definition(StepKey.self),
            writer.definition(StepRequestKey.self), writer.definition(FollowKey.self),
            writer.definition(AuthorizationKey.self), writer.definition(OAuthKey.self),
            writer.definition(OAuthTokenKey.self), writer.definition(ExpectKey.self),
            writer.definition(ChallengeKey.self), writer.definition(ExpectedRetryAfterKey.self),
            writer.definition(NoticeKey.self), writer.definition(MappingsKey.self), writer.definition(MappingKey.self),
        ] + writer.matcherDefinitions + [("matrix", matrix)]
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
