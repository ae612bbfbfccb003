internal import Documents
internal import HAL
internal import Scenarios

extension ImportFormat {
    /// Descriptions of APIs in OpenAPI 3 (https://spec.openapis.org/oas/).
    static let openAPI = ImportFormat(
        name: "openapi",
        outline: "an OpenAPI description with 'openapi'",
        recognizes: { $0["openapi"] != nil || $0["swagger"] != nil },
        read: { document, log, settings in
            guard let root = document.root else {
                log.add(.error, "an OpenAPI description must be YAML or JSON", at: Mark(line: 1, column: 1))
                return ImportResult()
            }
            return OpenAPIReader(log: log, settings: settings).read(root)
        }
    )
}

/// Reads a description of an API: each response and each example becomes an interaction, and a step of the contract.
struct OpenAPIReader {
    private static let supported = "supported: 3.0, 3.1 and 3.2"
    /// The origin of requests while there is none.
    private static let placeholderOrigin = "http://localhost"

    let log: IssueLog
    let settings: ImportSettings

    func read(_ root: Node) -> ImportResult {
        var result = ImportResult()
        guard let isModern = isModern(root) else { return result }
        let description = APIDescription(root, isModern: isModern, log: log)
        let server = DescribedServer(description)
        let origin = settings.origin.map { Origin($0)?.description ?? $0 } ?? server.origin
        let interactions = interactions(of: description, server, origin ?? Self.placeholderOrigin)
        if !interactions.isEmpty, !log.hasErrors {
            result.scenario = scenario(interactions, description, origin)
        }
        result.skipped = description.skipped
        result.notes = description.notes
        return result
    }

    /// Whether the version is 3.1 or later; nil, with an error, if it is not supported.
    private func isModern(_ root: Node) -> Bool? {
        guard let version = root["openapi"] else {
            let place = root["swagger"] ?? root
            log.error(
                "version \(root["swagger"]?.text ?? "2.0") of OpenAPI is not supported",
                at: place,
                suggestion: "convert it to version 3 first; \(Self.supported)"
            )
            return nil
        }
        let numbers = version.text.split(separator: ".").prefix(2).map { Int($0) }
        guard numbers.count == 2, numbers[0] == 3, let minor = numbers[1], (0...2).contains(minor) else {
            log.error("version '\(version.text)' of OpenAPI is not supported", at: version, suggestion: Self.supported)
            return nil
        }
        return minor > 0
    }

    private func interactions(
        of description: APIDescription,
        _ server: DescribedServer,
        _ origin: String
    ) -> [DescribedInteraction] {
        let root = description.root
        if root["paths"] == nil, !description.isModern {
            log.error("an OpenAPI description must have an object 'paths'", at: root)
        }
        if let webhooks = root["webhooks"], !webhooks.pairs.isEmpty {
            description.skipped.add("webhooks", webhooks.pairs.count)
        }
        let glob = settings.only.map(Glob.init)
        let operations = DescribedOperation.all(of: description, basePath: server.path) { path in
            glob?.matches(path) ?? true
        }
        guard !log.hasErrors else { return [] }
        let links = settings.addsLinks ? OperationLinks(operations, description) : nil
        var plain: [String: Set<String>] = [:]
        for operation in operations where operation.path.names.isEmpty {
            plain[operation.method, default: []].insert(operation.path.concrete([:]))
        }
        var interactions: [DescribedInteraction] = []
        for operation in operations where !description.isExhausted {
            let own = OperationInteractions(
                description: description,
                operation: operation,
                origin: origin,
                links: links,
                plainPaths: plain[operation.method] ?? []
            )
            interactions += own.all()
        }
        return interactions
    }

    private func scenario(
        _ all: [DescribedInteraction],
        _ description: APIDescription,
        _ origin: String?
    ) -> GeneratedScenario? {
        let generator = settings.generator
        let interactions = all.filter { generator.existing?.requests.contains($0.pattern) != true }
        var files = BodyFiles(prefix: generator.slug)
        let contract = DescribedContract(
            interactions,
            origin: origin ?? Self.placeholderOrigin,
            followsLinks: settings.addsLinks
        )
        let drafts = interactions.enumerated().map { index, interaction -> JSONValue in
            var draft = interaction.content
            if contract.unreached.contains(index) { draft.members.insert(.init("times", 0), at: 1) }
            let response = ResponseDraft(exchange: interaction.exchange, keepsDelay: false)
            draft["response"] = .object(response.object(&files))
            return .object(draft)
        }
        let title = description.root["info"]?["title"]?.text ?? ""
        var content: JSONObject = ["scenario": .string(title.isEmpty ? generator.title : title)]
        if let summary = generator.summary { content["description"] = .string(summary) }
        if let origin { content["origin"] = .string(origin) }
        let unserved = contract.unserved(origins: [origin].compactMap(\.self))
        content["recorded"] = unserved.isEmpty ? [:] : ["unserved": .array(unserved.map { .string($0) })]
        content["interactions"] = .array(drafts)
        if !contract.steps.isEmpty { content["contract"] = .array(contract.steps) }
        let scenario = GeneratedScenario(
            content: content,
            files: files.all,
            secrets: 0,
            existing: generator.existing
        )
        return scenario
    }
}

/// The first server of a description.
private struct DescribedServer {
    /// The origin; nil for a relative address.
    let origin: String?
    /// The path before those of operations, without a slash at its end.
    let path: String

    init(_ description: APIDescription) {
        let server = description.root["servers"]?.items.first
        var text = server?["url"]?.text ?? ""
        for variable in server?["variables"]?.pairs ?? [] {
            text = text.replacing("{\(variable.key.text)}", with: variable.value["default"]?.text ?? "")
        }
        let uri = URIReference(text)
        let scheme = uri.scheme?.lowercased()
        origin = scheme == "http" || scheme == "https" ? Origin(uri)?.description : nil
        let isKnown = scheme == nil && text.hasPrefix("/") || origin != nil
        var path = isKnown ? uri.path : ""
        while path.hasSuffix("/") { path.removeLast() }
        self.path = path.hasPrefix("/") ? path : ""
    }
}
