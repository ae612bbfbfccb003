package import HAL
internal import HTTPTypes

extension RequestPattern {
    /// The pattern as WireMock shows it.
    package var wireMockJSON: JSONValue {
        var object = JSONObjectBuilder()
        addURL(to: &object)
        object.add("method", method.wireMockJSON)
        object.add("scheme", scheme)
        object.add("host", host?.wireMockJSON)
        object.add("port", port)
        object.add("pathParameters", pathParameters, \.wireMockJSON)
        object.add("queryParameters", queryParameters, \.wireMockJSON)
        object.add("headers", headers, \.wireMockJSON)
        object.add("cookies", cookies, \.wireMockJSON)
        object.add("formParameters", formParameters, \.wireMockJSON)
        if let basicAuth {
            var credentials = JSONObjectBuilder()
            credentials.add("username", basicAuth.username)
            credentials.add("password", basicAuth.password)
            object.add("basicAuthCredentials", credentials.json)
        }
        if !bodyPatterns.isEmpty { object.add("bodyPatterns", .array(bodyPatterns.map(\.wireMockJSON))) }
        if !multipartPatterns.isEmpty {
            object.add("multipartPatterns", .array(multipartPatterns.map(\.wireMockJSON)))
        }
        return object.json
    }

    private func addURL(to object: inout JSONObjectBuilder) {
        switch url {
        case .any: break
        case .url(let text): object.add("url", text)
        case .urlPattern(let expression): object.add("urlPattern", expression.pattern)
        case .urlPath(let text): object.add("urlPath", text)
        case .urlPathPattern(let expression): object.add("urlPathPattern", expression.pattern)
        case .urlPathTemplate(let template): object.add("urlPathTemplate", template.text)
        }
    }
}

extension PartPattern {
    fileprivate var wireMockJSON: JSONValue {
        var object = JSONObjectBuilder()
        object.add("name", name)
        object.add("fileName", fileName)
        object.add("matchingType", matching.rawValue)
        object.add("headers", headers, \.wireMockJSON)
        if !bodyPatterns.isEmpty { object.add("bodyPatterns", .array(bodyPatterns.map(\.wireMockJSON))) }
        return object.json
    }
}

extension MethodPattern {
    fileprivate var wireMockJSON: JSONValue {
        switch self {
        case .any: "ANY"
        case .oneOf(let methods) where methods.count == 1: .string(methods[0].rawValue)
        case .oneOf(let methods): ["oneOf": .array(methods.map { .string($0.rawValue) })]
        case .noneOf(let methods): ["noneOf": .array(methods.map { .string($0.rawValue) })]
        }
    }
}
