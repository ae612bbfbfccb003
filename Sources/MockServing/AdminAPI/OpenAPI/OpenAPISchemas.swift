import HAL

/// The documents that the admin API takes, as far as their outline goes: what is inside of patterns, matchers and
/// responses, the server checks and says with a pointer.
enum OpenAPISchemas {
    static var all: JSONObject {
        var schemas = JSONObject(
            AdminBody.allCases.compactMap { body in schema(body).map { .init(body.rawValue, $0) } }
        )
        schemas["errors"] = errors
        return schemas
    }

    private static func schema(_ body: AdminBody) -> JSONValue? {
        switch body {
        case .bytes: nil
        case .mapping: mapping
        case .mappings: mappings
        case .mappingOrMappings: ["anyOf": [reference("mapping"), reference("mappings")]]
        case .matcher: ["type": "object", "minProperties": 1]
        case .requestPattern: requestPattern
        case .loggedRequest: loggedRequest
        case .settings: settings
        case .extendedSettings: object(["extended": ["type": "object"]], required: ["extended"])
        case .state: object(["state": ["type": "string"]], required: ["state"])
        }
    }

    private static let mapping = object([
        "id": ["type": "string", "format": "uuid"],
        "name": text,
        "priority": ["type": "integer", "minimum": 1, "maximum": 2_147_483_647],
        "persistent": ["type": "boolean"],
        "request": reference("requestPattern"),
        "response": [
            "type": "object",
            "properties": [
                "status": ["type": "integer", "minimum": 100, "maximum": 599],
                "statusMessage": text,
                "headers": ["type": "object"],
                "body": text,
                "fixedDelayMilliseconds": ["type": "integer", "minimum": 0],
            ],
        ],
        "scenarioName": text,
        "requiredScenarioState": text,
        "newScenarioState": text,
        "metadata": ["type": "object"],
    ])

    private static let mappings = object(
        [
            "mappings": ["type": "array", "items": reference("mapping")],
            "importOptions": object([
                "duplicatePolicy": ["enum": ["OVERWRITE", "IGNORE"]],
                "deleteAllNotInImport": ["type": "boolean"],
            ]),
        ],
        required: ["mappings"]
    )

    private static let requestPattern: JSONValue = [
        "type": "object",
        "properties": [
            "method": ["type": ["string", "object"]],
            "url": text,
            "urlPath": text,
            "urlPattern": text,
            "urlPathPattern": text,
            "urlPathTemplate": text,
            "headers": ["type": "object"],
            "queryParameters": ["type": "object"],
            "cookies": ["type": "object"],
            "bodyPatterns": ["type": "array", "items": ["type": "object"]],
        ],
    ]

    private static let loggedRequest: JSONValue = [
        "type": "object",
        "properties": [
            "method": text, "url": text, "headers": ["type": "object"], "cookies": ["type": "object"], "body": text,
        ],
    ]

    private static let settings = object([
        "fixedDelay": ["type": ["integer", "null"], "minimum": 0, "maximum": 86_400_000],
        "delayDistribution": ["type": ["object", "null"]],
        "extended": ["type": ["object", "null"]],
        "proxyPassThrough": ["type": ["boolean", "null"]],
    ])

    private static let errors = object(
        [
            "errors": [
                "type": "array",
                "minItems": 1,
                "items": object(
                    [
                        "code": ["type": "integer"],
                        "source": object(["pointer": text]),
                        "title": text,
                        "detail": text,
                    ],
                    required: ["code", "title"]
                ),
            ]
        ],
        required: ["errors"]
    )

    private static let text: JSONValue = ["type": "string"]

    private static func reference(_ name: String) -> JSONValue {
        ["$ref": .string("#/components/schemas/\(name)")]
    }

    /// An object with no other members than these.
    private static func object(_ properties: JSONObject, required: [String] = []) -> JSONValue {
        var schema: JSONObject = ["type": "object", "properties": .object(properties), "additionalProperties": false]
        if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
        return .object(schema)
    }
}
