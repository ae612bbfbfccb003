internal import Documents
internal import HAL

/// An operation of a description with everything that it refers to.
struct DescribedOperation {
    /// The content of requests.
    struct Body {
        let isRequired: Bool
        let contents: [DescribedContent]
    }

    private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]
    /// Methods whose requests have no content.
    private static let bodiless: Set<String> = ["GET", "HEAD", "TRACE"]

    let method: String
    let path: DescribedPath
    /// The place of the operation in the document, as a JSON Pointer.
    let pointer: String
    let identifier: String?
    let parameters: [DescribedParameter]
    let body: Body?
    let responses: [DescribedResponse]

    /// The operations of a document, those with fewer parameters in their paths first: they are more specific.
    static func all(
        of description: APIDescription,
        basePath: String,
        isWanted: (String) -> Bool
    ) -> [DescribedOperation] {
        var operations: [DescribedOperation] = []
        var taken: Set<String> = []
        for pair in description.members(of: description.root["paths"], "paths") {
            let key = pair.key.text
            guard !key.hasPrefix("x-") else { continue }
            guard isPath(key) else {
                description.skipped.add("paths with '?', '#', dots or no single slash at the start")
                continue
            }
            guard !"\(basePath)\(key)/".hasPrefix("/__admin/") else {
                description.skipped.add("paths below /__admin, which the mock server has itself")
                continue
            }
            let path = DescribedPath(basePath + key)
            guard isWanted(basePath + key) else {
                description.skipped.add("paths other than --only")
                continue
            }
            description.following(pair.value) { item in
                for method in methods {
                    guard let node = item[method] else { continue }
                    guard taken.insert("\(method) \(path.shape)").inserted else {
                        description.skipped.add(
                            "operations whose path differs from another only in names of parameters"
                        )
                        continue
                    }
                    let place = JSONPointer.text(["paths", key, method])
                    if let operation = DescribedOperation(method, path, place, node, item, description) {
                        operations.append(operation)
                    }
                }
            }
        }
        let sorted = operations.enumerated()
            .sorted { ($0.element.path.names.count, $0.offset) < ($1.element.path.names.count, $1.offset) }
        return sorted.map(\.element)
    }

    /// Whether clients send the path as it is.
    private static func isPath(_ text: String) -> Bool {
        let segments = text.split(separator: "/")
        return text.hasPrefix("/") && !text.hasPrefix("//") && !text.contains { "?#".contains($0) }
            && !segments.contains(".") && !segments.contains("..")
    }

    private init?(
        _ method: String,
        _ path: DescribedPath,
        _ pointer: String,
        _ node: Node,
        _ item: Node,
        _ description: APIDescription
    ) {
        guard case .mapping = node.content else {
            description.fail("an operation must be an object, not \(node.kind)", at: node)
            return nil
        }
        self.method = method.uppercased()
        self.path = path
        self.pointer = pointer
        identifier = node["operationId"]?.text
        parameters = Self.parameters(of: node, item, path, description)
        body = Self.bodiless.contains(self.method) ? nil : Self.body(of: node["requestBody"], description)
        responses = DescribedResponse.all(
            of: node,
            description,
            challenges: SecurityChallenges.all(of: node, description)
        )
        if !(node["callbacks"]?.pairs ?? []).isEmpty { description.skipped.add("callbacks of an operation") }
        guard !responses.isEmpty else {
            description.skipped.add("operations without a response")
            return nil
        }
    }

    /// The parameters of an operation, those of its path, and the ones of the path that nothing describes.
    private static func parameters(
        of node: Node,
        _ item: Node,
        _ path: DescribedPath,
        _ description: APIDescription
    ) -> [DescribedParameter] {
        var parameters: [DescribedParameter] = []
        for list in [node["parameters"], item["parameters"]].compactMap(\.self) {
            for entry in list.items {
                guard let new = description.following(entry, { DescribedParameter($0, description) }) else { continue }
                guard !parameters.contains(where: { $0.name == new.name && $0.place == new.place }),
                    new.place != .path || path.names.contains(new.name),
                    new.place != .header || new.name.isToken
                else { continue }
                parameters.append(new)
            }
        }
        for name in path.names where !parameters.contains(where: { $0.name == name && $0.place == .path }) {
            parameters.append(DescribedParameter(undescribed: name))
        }
        return parameters
    }

    private static func body(of node: Node?, _ description: APIDescription) -> Body? {
        guard let node else { return nil }
        return description.following(node) { node in
            let contents = DescribedContent.all(of: node["content"], description, .request)
            let isRequired = node["required"]?.isTrue == true
            return contents.isEmpty ? nil : Body(isRequired: isRequired, contents: contents)
        }
    }
}

/// The values of `WWW-Authenticate` that the security schemes of an operation ask for.
enum SecurityChallenges {
    static func all(of operation: Node, _ description: APIDescription) -> [String] {
        let requirements = operation["security"] ?? description.root["security"]
        let schemes = description.root["components"]?["securitySchemes"]
        var challenges: [String] = []
        for name in (requirements?.items ?? []).flatMap(\.pairs).map(\.key.text) {
            guard let node = schemes?[name],
                let challenge = description.following(node, Self.challenge), !challenges.contains(challenge)
            else { continue }
            challenges.append(challenge)
        }
        return challenges
    }

    /// API keys have none.
    private static func challenge(_ scheme: Node) -> String? {
        switch scheme["type"]?.text {
        case "oauth2", "openIdConnect": return "Bearer"
        case "http":
            guard let name = scheme["scheme"]?.text, name.isToken else { return nil }
            switch name.lowercased() {
            case "basic": return "Basic realm=\"api\""
            case "bearer": return "Bearer"
            default: return name
            }
        default: return nil
        }
    }
}
