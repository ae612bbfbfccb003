package import HAL

/// The JSON Schema (2020-12) of scenario files, made of the keys that the reader reads.
package enum ScenarioSchema {
    /// The schema, with its members in an order that reads well.
    package static var json: JSONValue {
        object([
            ("$schema", "https://json-schema.org/draft/2020-12/schema"),
            ("title", "Hypermock scenario"),
            ("$ref", reference(to: ScenarioKey.definition)),
            ("$defs", object(definitions)),
        ])
    }

    private static var definitions: [(String, JSONValue)] {
        [
            definition(ScenarioKey.self), definition(InteractionKey.self), definition(CountKey.self),
            definition(RequestKey.self), definition(MethodKey.self), definition(CredentialsKey.self),
            definition(ResponseKey.self), definition(RetryAfterKey.self), definition(DelayKey.self),
            definition(DribbleKey.self), definition(ThrottleKey.self), definition(FaultKey.self),
            definition(FaultPhaseKey.self), definition(StepKey.self), definition(StepRequestKey.self),
            definition(FollowKey.self), definition(AuthorizationKey.self), definition(OAuthKey.self),
            definition(OAuthTokenKey.self), definition(ExpectKey.self),
            definition(ChallengeKey.self), definition(ExpectedRetryAfterKey.self), definition(NoticeKey.self),
            definition(MappingsKey.self), definition(MappingKey.self),
        ] + matcherDefinitions + [("matrix", matrix)]
    }

    /// Matchers have a shorthand, and two kinds that have more keys than others.
    private static var matcherDefinitions: [(String, JSONValue)] {
        let shorthand = schema(of: .text)
        let operators = properties(of: MatcherKey.self)
        return [
            (MatcherKey.definition, either([shorthand, closedObject(operators)])),
            (
                MultiValueKey.definition,
                either([
                    .object(JSONObject([.init("$ref", reference(to: MatcherKey.definition))])),
                    closedObject(properties(of: MultiValueKey.self)),
                ])
            ),
            (
                JSONPathKey.definition,
                closedObject(
                    properties(of: JSONPathKey.self) + operators,
                    required: JSONPathKey.required.map(\.rawValue)
                )
            ),
        ]
    }

    private static var matrix: JSONValue {
        let values = schema(of: .either([.text, .list(.text)]))
        let exclusion = object([("type", "object"), ("additionalProperties", values), ("minProperties", 1)])
        return object([
            ("type", "object"),
            (
                "properties",
                object([
                    (
                        "exclude",
                        object([
                            ("description", "Combinations to leave out."), ("type", "array"), ("items", exclusion),
                        ])
                    )
                ])
            ),
            ("additionalProperties", schema(of: .list(.text))),
        ])
    }
}

extension ScenarioSchema {
    private static func definition<Key: KnownKey>(_ type: Key.Type) -> (String, JSONValue) {
        (Key.definition, closedObject(properties(of: type), required: Key.required.map(\.rawValue)))
    }

    private static func properties<Key: KnownKey>(of type: Key.Type) -> [(String, JSONValue)] {
        Key.allCases.map { key in
            let shape = schema(of: key.shape).object?.members ?? []
            return (key.rawValue, .object(JSONObject([.init("description", .string(key.summary))] + shape)))
        }
    }

    private static func closedObject(_ properties: [(String, JSONValue)], required: [String] = []) -> JSONValue {
        let base: [(String, JSONValue)] = [("type", "object"), ("properties", object(properties))]
        let needed = required.isEmpty ? [] : [("required", JSONValue.array(required.map { .string($0) }))]
        return object(base + needed + [("additionalProperties", false)])
    }

    private static func schema(of shape: Shape) -> JSONValue {
        switch shape {
        case .text: object([("type", ["string", "number", "boolean"])])
        case .integer(let range):
            orPlaceholder([
                ("type", "integer"), ("minimum", number(range.lowerBound)), ("maximum", number(range.upperBound)),
            ])
        case .number: orPlaceholder([("type", "number")])
        case .boolean: orPlaceholder([("type", "boolean")])
        case .anything: object([])
        case .object: object([("type", "object")])
        case .choice(let words): orPlaceholder([("enum", .array(words.map { .string($0) }))])
        case .list(let item): object([("type", "array"), ("items", schema(of: item))])
        case .map(let value): object([("type", "object"), ("additionalProperties", schema(of: value))])
        case .definition(let name): object([("$ref", reference(to: name))])
        case .either(let shapes): either(shapes.map(schema))
        }
    }

    /// A value of the matrix may stand wherever a string does not.
    private static func orPlaceholder(_ schema: [(String, JSONValue)]) -> JSONValue {
        either([object(schema), object([("type", "string"), ("pattern", #"^\$\{.+\}$"#)])])
    }

    private static func either(_ schemas: [JSONValue]) -> JSONValue {
        object([("anyOf", .array(schemas))])
    }

    private static func reference(to name: String) -> JSONValue {
        .string("#/$defs/\(name)")
    }

    private static func number(_ value: Int) -> JSONValue {
        .number(JSONNumber(value))
    }

    private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(JSONObject(members.map { JSONObject.Member($0.0, $0.1) }))
    }
}
