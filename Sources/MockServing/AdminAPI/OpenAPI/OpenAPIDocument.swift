import HAL

/// The OpenAPI 3.1 description of the admin API, made from its routes.
enum OpenAPIDocument {
    static var json: JSONValue {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "Hypermock admin API",
                "version": .string(Product.version),
                "description": "Served below each address: /__admin, /~scenario/__admin, /~scenario@sandbox/__admin, …",
            ],
            "servers": [["url": "/__admin"]],
            "paths": .object(paths),
            "components": ["schemas": .object(OpenAPISchemas.all)],
        ]
    }

    private static var paths: JSONObject {
        var paths = JSONObject()
        for route in AdminAPI.routes {
            let path = route.path.replacing("...}", with: "}")
            var operations = paths[path]?.object ?? JSONObject()
            operations[route.method.lowercased()] = operation(route)
            paths[path] = .object(operations)
        }
        return paths
    }

    private static func operation(_ route: AdminRoute) -> JSONValue {
        var operation: JSONObject = ["summary": .string(route.summary)]
        let parameters = route.segments.compactMap(parameter) + route.query.map(parameter)
        if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
        if let body = route.body { operation["requestBody"] = requestBody(body) }
        operation["responses"] = .object(
            JSONObject(route.statuses.map { .init(String($0), response($0, route.result)) })
        )
        return .object(operation)
    }

    private static func parameter(_ segment: AdminRoute.PathSegment) -> JSONValue? {
        switch segment {
        case .literal: return nil
        case .name(let name), .rest(let name):
            let schema: JSONValue = name == "id" ? ["type": "string", "format": "uuid"] : ["type": "string"]
            return ["name": .string(name), "in": "path", "required": true, "schema": schema]
        }
    }

    private static func parameter(_ parameter: AdminParameter) -> JSONValue {
        let schema: JSONValue =
            switch parameter.kind {
            case .count: ["type": "integer", "minimum": 0, "maximum": .number(JSONNumber(Int.max))]
            case .flag: ["type": "boolean"]
            case .address, .eventIdentifier: ["type": "string"]
            case .archiveFormat: ["type": "string", "enum": [.string(ArchiveAPI.har)]]
            case .dateTime: ["type": "string", "format": "date-time"]
            case .identifier: ["type": "string", "format": "uuid"]
            }
        return [
            "name": .string(parameter.name), "in": "query", "description": .string(parameter.summary),
            "schema": schema,
        ]
    }

    private static func requestBody(_ body: AdminBody) -> JSONValue {
        switch body {
        case .bytes:
            ["content": ["application/octet-stream": ["schema": ["type": "string", "format": "binary"]]]]
        case .mapping, .mappings, .mappingOrMappings, .matcher, .requestPattern, .loggedRequest, .settings,
            .extendedSettings, .state, .tlsFault, .clock, .items, .pactState, .recordSpec,
            .recordSpecOrNothing:
            [
                "required": .bool(![.state, .recordSpecOrNothing].contains(body)),
                "content": [
                    "application/json": ["schema": OpenAPISchemas.reference(OpenAPISchemas.name(of: body))]
                ],
            ]
        }
    }

    private static func response(_ status: Int, _ result: AdminResult) -> JSONValue {
        switch status {
        case 200, 201: ["description": "Success.", "content": content(result)]
        case 204: ["description": "Success, without a body."]
        case _:
            [
                "description": "Failure; the body has the reason.",
                "content": ["application/json": ["schema": OpenAPISchemas.reference("errors")]],
            ]
        }
    }

    private static func content(_ result: AdminResult) -> JSONValue {
        let json: JSONValue = ["schema": OpenAPISchemas.reference(result.rawValue)]
        switch result {
        case .file: return ["application/octet-stream": ["schema": ["type": "string", "format": "binary"]]]
        case .certificate: return ["application/x-pem-file": ["schema": ["type": "string"]]]
        case .version: return ["application/json": json, "text/plain": ["schema": ["type": "string"]]]
        case .serveEventListOrArchive:
            let list = OpenAPISchemas.reference(AdminResult.serveEventList.rawValue)
            return ["application/json": ["schema": ["anyOf": [list, ArchiveAPI.resultSchema]]]]
        case .mappingListOrPage:
            return [
                "application/json": ["schema": OpenAPISchemas.reference(AdminResult.mappingList.rawValue)],
                "text/html": ["schema": ["type": "string"]],
            ]
        case .page: return ["text/html": ["schema": ["type": "string"]]]
        case .metrics:
            let text: JSONValue = ["schema": ["type": "string"]]
            return ["text/plain": text, "application/openmetrics-text": text]
        case .events: return ["text/event-stream": ["schema": ["type": "string"]]]
        case .nothing: return [:]
        case .done, .mapping, .mappingList, .serveEvent, .serveEventList, .removedEvents, .requestList, .count,
            .nearMisses, .scenarioList, .settingsNow, .clockNow, .health, .readiness, .tlsFaultNow, .fileNames, .base64,
            .openapi, .explanation, .sentResponse, .addressList, .usageList, .scenarioFileList, .resourceList,
            .resource, .quotaList, .lastRun, .recordedMappings, .recordingStatus:
            return ["application/json": json]
        }
    }
}

extension AdminRoute {
    /// All statuses of a call: its own, those of access, and those of its path, query and body.
    var statuses: [Int] {
        let ofBody = body == nil ? [] : body == .bytes ? [413, 415] : [413, 415, 422]
        let ofQuery = query.isEmpty ? [] : [400]
        // A parameter of a path may be empty, or longer than the head of a request allows.
        let ofPath = segments.allSatisfy { if case .literal = $0 { true } else { false } } ? [] : [404, 431]
        return Set(ownStatuses + ofBody + ofQuery + ofPath + [401, 403]).sorted()
    }
}
