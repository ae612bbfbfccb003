import HAL
import Scenarios

/// The schemas of the documents that the admin API accepts; those of mappings are made from the reader's keys.
enum OpenAPISchemas {
    static let base = "#/components/schemas/"

    static var all: JSONObject {
        var schemas = WireMockSchema.definitions(base: base)
        for document in documents + OpenAPIResults.all { schemas[document.name] = document.schema }
        return schemas
    }

    static func name(of body: AdminBody) -> String {
        switch body {
        case .mapping: "mapping"
        case .mappings: "import"
        case .matcher: "matcher"
        case .requestPattern: "request"
        case .recordSpec, .recordSpecOrNothing: AdminBody.recordSpec.rawValue
        case .mappingOrMappings, .loggedRequest, .settings, .extendedSettings, .state, .tlsFault, .clock, .bytes,
            .items, .pactState:
            body.rawValue
        }
    }

    private static let documents: [(name: String, schema: JSONValue)] = [
        ("mappingOrMappings", ["anyOf": [reference("mapping"), reference("import")]]),
        ("loggedRequest", loggedRequest),
        ("settings", ["anyOf": [object(settings), object(["settings": object(settings)], required: ["settings"])]]),
        ("extendedSettings", object(["extended": ["type": "object"]], required: ["extended"])),
        ("state", object(["state": text], required: ["state"])),
        ("clock", ClockAPI.bodySchema),
        ("tlsFault", object(HTTPSAPI.members, required: ["fault"])),
        ("items", object(["items": ["type": "array", "items": ["type": "object"]]], required: ["items"])),
        ("pactState", PactStateAPI.bodySchema),
        (AdminBody.recordSpec.rawValue, RecordSpecification.schema),
        ("errors", errors),
    ]

    /// A request as the journal shows it; members that the API ignores may have any value.
    private static var loggedRequest: JSONValue {
        var properties = JSONObject(RequestDraft.keys.sorted().map { .init($0, [:]) })
        for name in ["method", "url", "absoluteUrl", "clientIp", "body", "bodyAsBase64"] {
            properties[name] = textOrNull
        }
        properties["headers"] = [
            "type": ["object", "null"],
            "additionalProperties": ["anyOf": [text, ["type": "array", "items": text]]],
        ]
        properties["cookies"] = ["type": ["object", "null"]]
        return object(properties)
    }

    private static let settings: JSONObject = [
        "fixedDelay": ["type": ["integer", "null"], "minimum": 0, "maximum": 86_400_000],
        "delayDistribution": ["anyOf": [reference("delayDistribution"), ["type": "null"]]],
        "extended": ["type": ["object", "null"]],
        "proxyPassThrough": ["type": ["boolean", "null"]],
    ]

    private static let errors = object(
        [
            "errors": [
                "type": "array",
                "minItems": 1,
                "items": object(
                    [
                        "code": ["type": "integer"],
                        "source": object(["pointer": text], required: ["pointer"]),
                        "title": text,
                        "detail": text,
                    ],
                    required: ["code", "title"]
                ),
            ]
        ],
        required: ["errors"]
    )

    static let text: JSONValue = ["type": "string"]
    private static let textOrNull: JSONValue = ["type": ["string", "null"]]

    static func reference(_ name: String) -> JSONValue {
        ["$ref": .string(base + name)]
    }

    /// An object with these members only.
    static func object(_ properties: JSONObject, required: [String] = []) -> JSONValue {
        var schema: JSONObject = ["type": "object", "properties": .object(properties), "additionalProperties": false]
        if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
        return .object(schema)
    }
}
