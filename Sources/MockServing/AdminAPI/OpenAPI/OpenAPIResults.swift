import HAL

/// The schemas of the documents that the admin API returns.
enum OpenAPIResults {
    private typealias Schemas = OpenAPISchemas

    /// The schemas by name: one for each result that is JSON, and one that several of them contain.
    static var all: [(name: String, schema: JSONValue)] {
        AdminResult.allCases.compactMap { result in schema(of: result).map { (result.rawValue, $0) } }
            + [("requestShown", requestShown)]
    }

    /// Returns nil for a result that is not JSON, and for a mapping, whose schema is made from its keys.
    private static func schema(of result: AdminResult) -> JSONValue? {
        switch result {
        case .done: ["type": "object", "maxProperties": 0]
        case .mappingList: complete(["mappings": list("mapping"), "meta": total])
        case .serveEvent: serveEvent
        case .serveEventList:
            complete(["requests": list("serveEvent"), "meta": total, "requestJournalDisabled": flag])
        case .removedEvents: complete(["serveEvents": list("serveEvent")])
        case .requestList: complete(["requests": list("requestShown"), "requestJournalDisabled": flag])
        case .count: complete(["count": ["type": "integer", "minimum": -1], "requestJournalDisabled": flag])
        case .nearMisses: complete(["nearMisses": ["type": "array", "items": nearMiss]])
        case .scenarioList: complete(["scenarios": ["type": "array", "items": scenario]])
        case .settingsNow: complete(["settings": Schemas.reference("settings")])
        case .clockNow: ClockAPI.resultSchema
        case .health:
            complete([
                "status": text, "message": text, "version": text, "uptimeInSeconds": count, "timestamp": text,
            ])
        case .readiness:
            Schemas.object(
                [
                    "status": text, "reason": text,
                    "sharedState": Schemas.object(sharedState, required: sharedStateNames),
                ],
                required: ["status"]
            )
        case .tlsFaultNow: Schemas.object(HTTPSAPI.resultMembers)
        case .version: complete(["version": text])
        case .fileNames: texts
        case .base64: ["type": "string", "contentEncoding": "base64"]
        case .openapi: ["type": "object", "required": ["openapi", "info", "paths"]]
        case .explanation: explanation
        case .sentResponse: sentResponse
        case .addressList:
            complete([
                "address": text, "version": text, "meta": total, "otherPort": ["type": ["integer", "null"]],
                "sandboxes": ["type": "array", "items": complete(["address": text, "lastUsed": count])],
            ])
        case .usageList: complete(["interactions": ["type": "array", "items": use]])
        case .scenarioFileList: complete(["scenarios": ["type": "array", "items": scenarioFile]])
        case .resourceList: complete(["resources": ["type": "array", "items": complete(resource)]])
        case .resource: complete(resource.merging(["items": ["type": "array", "items": ["type": "object"]]]))
        case .quotaList: complete(["quotas": ["type": "array", "items": QuotasAPI.resultSchema]])
        case .recordedMappings:
            ["anyOf": [complete(["mappings": list("mapping")]), complete(["ids": texts])]]
        case .recordingStatus:
            complete(["status": ["type": "string", "enum": ["NeverStarted", "Recording", "Stopped"]]])
        case .lastRun: complete(["lastRun": ["type": ["object", "null"]]])
        case .mapping, .certificate, .file, .events, .metrics, .mappingListOrPage, .serveEventListOrArchive, .page,
            .nothing:
            nil
        }
    }

    private static let sharedStateNames = ["store", "name", "replica", "scenarios", "replicas", "warnings"]
    private static let sharedState: JSONObject = [
        "store": text, "name": text, "replica": text, "scenarios": text, "product": text,
        "unavailableSince": ["type": "string", "format": "date-time"],
        "replicas": ["type": "array", "items": complete(["replica": text, "scenarios": text])], "warnings": texts,
    ]

    private static let text = Schemas.text
    private static let texts: JSONValue = ["type": "array", "items": text]
    private static let flag: JSONValue = ["type": "boolean"]
    private static let count: JSONValue = ["type": "integer", "minimum": 0]
    private static let seconds: JSONValue = ["type": "number", "minimum": 0]
    private static let total = complete(["total": count])

    private static let requestMembers: JSONObject = [
        "url": text, "absoluteUrl": text, "method": text,
        "headers": ["type": "object", "additionalProperties": ["anyOf": [text, texts]]],
        "cookies": ["type": "object", "additionalProperties": text],
        "browserProxyRequest": flag,
        "loggedDate": count, "loggedDateString": ["type": "string", "format": "date-time"],
        "bodyAsBase64": text, "protocol": text, "scheme": text, "host": text, "port": count,
        "queryParams": ["type": "object", "additionalProperties": complete(["key": text, "values": texts])],
        "formParams": ["type": "object", "additionalProperties": complete(["key": text, "values": texts])],
    ]

    /// A received request; its body is text if it is valid UTF-8, and has length and hash if it is cut.
    private static let requestShown = Schemas.object(
        requestMembers.merging([
            "clientIp": text, "body": text, "bodyLength": count, "bodyHash": text,
            "tls": Schemas.object(
                [
                    "version": text, "cipher": text, "sni": text,
                    "clientCertificate": Schemas.object(["subject": text], required: ["subject"]),
                ],
                required: ["version", "cipher"]
            ),
        ]),
        required: requestMembers.names
    )

    private static let serveEvent = Schemas.object(
        [
            "id": ["type": "string", "format": "uuid"],
            "request": Schemas.reference("requestShown"),
            "responseDefinition": [
                "anyOf": [Schemas.reference("response"), complete(["status": count, "fromConfiguredStub": flag])]
            ],
            "response": Schemas.object(
                ["status": count, "headers": ["type": "object"], "body": text, "bodyAsBase64": text, "fault": [:]],
                required: ["status", "headers"]
            ),
            "wasMatched": flag,
            "timing": complete([
                "addedDelay": count, "processTime": count, "responseSendTime": count, "serveTime": count,
                "totalTime": count,
            ]),
            "stubMapping": Schemas.reference("mapping"),
            "location": text,
            "clock": ["type": "string", "format": "date-time"],
            "retry": complete(["advised": seconds, "waited": seconds, "obeyed": flag]),
        ],
        required: ["id", "request", "responseDefinition", "response", "wasMatched", "timing", "stubMapping"]
    )

    private static let scenario = complete([
        "id": text, "name": text, "state": text, "possibleStates": texts, "mappings": list("mapping"),
    ])

    private static let optionalText: JSONValue = ["type": ["string", "null"]]

    private static let use = complete([
        "name": optionalText, "location": text, "scenario": text, "served": count, "position": count,
        "responses": count,
    ])

    private static let resource: JSONObject = [
        "name": text, "path": text, "count": count, "revision": count, "bytes": count,
    ]

    private static let scenarioFile = complete([
        "slug": text, "title": text, "summary": optionalText, "file": text, "tags": texts, "matrix": texts,
        "variants": count, "addresses": texts, "isAtRoot": flag, "hasContract": flag,
    ])

    private static let explanation = Schemas.object(
        [
            "detail": text, "hint": text, "interactions": count,
            "nearest": ["type": "array", "items": ["type": "object"]],
            "stub": ["type": "object"], "yaml": text,
        ],
        required: ["detail", "interactions", "nearest"]
    )

    /// A response; the body is text if it is valid UTF-8, and cut after 1 MiB.
    private static let sentResponse = Schemas.object(
        [
            "status": count, "headers": ["type": "array", "items": texts], "bodyLength": count, "body": text,
            "bodyAsBase64": text, "delayMilliseconds": count, "fault": text,
        ],
        required: ["status", "headers", "bodyLength", "delayMilliseconds"]
    )

    /// A near miss: a request with a mapping and its checks, or with a pattern.
    private static let nearMiss = Schemas.object(
        [
            "request": ["type": "object"],
            "stubMapping": Schemas.reference("mapping"),
            "requestPattern": Schemas.reference("request"),
            "matchResult": complete(["distance": ["type": "number", "minimum": 0, "maximum": 1]]),
            "scenarioState": text,
            "checks": ["type": "array", "items": ["type": "object"]],
            "suggestion": text,
        ],
        required: ["request", "matchResult"]
    )

    /// An array of documents with that name.
    private static func list(_ name: String) -> JSONValue {
        ["type": "array", "items": Schemas.reference(name)]
    }

    /// An object with exactly these members.
    private static func complete(_ members: JSONObject) -> JSONValue {
        Schemas.object(members, required: members.names)
    }
}

extension JSONObject {
    /// The schema with the members of another one, which take precedence.
    func merging(_ other: JSONObject) -> JSONObject {
        var merged = self
        for member in other.members { merged[member.name] = member.value }
        return merged
    }
}
