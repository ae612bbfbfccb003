internal import Documents
internal import HAL
internal import HTTPTypes
package import Scenarios

extension ImportFormat {
    /// Mappings of WireMock: one, or a list as its admin API and its recorder return it.
    static let wireMock = ImportFormat(
        name: "wiremock",
        outline: "WireMock mappings with 'request' and 'response', or with 'mappings'",
        recognizes: { $0["mappings"] != nil || $0["request"] != nil && $0["response"] != nil },
        read: { _, log, settings in MappingsReader(log: log, settings: settings).read() }
    )
}

/// Reads mappings as the mock server does, and writes them as interactions.
struct MappingsReader {
    /// Keys of mappings that scenario files do not have.
    private static let otherKeys: Set<String> = ["id", "uuid", "persistent", "insertionIndex"]

    let log: IssueLog
    let settings: ImportSettings

    func read() -> ImportResult {
        var result = ImportResult()
        guard settings.generator.existing == nil else {
            let advice = "pass --force to replace the file, or --out for another one"
            log.addOfFile(.error, "mappings cannot be merged into a scenario file", suggestion: advice)
            return result
        }
        let read = ScenarioReader.read(log.file.bytes, path: log.file.path, rules: .firstVariant)
        result.issues = read.issues.filter { $0.severity == .error }
        guard let interactions = read.scenario?.variants.all.first?.interactions, !interactions.isEmpty else {
            return result
        }
        var files = BodyFiles(prefix: settings.generator.slug)
        let drafts = interactions.map { interaction -> JSONValue in
            guard var draft = interaction.wireMockJSON.object else { return [:] }
            draft.members.removeAll { Self.otherKeys.contains($0.name) }
            if let response = interaction.responses.responses.first {
                addBody(of: response, to: &draft, &files, &result)
            }
            return .object(draft)
        }
        var content: JSONObject = ["scenario": .string(settings.generator.title)]
        if let summary = settings.generator.summary { content["description"] = .string(summary) }
        let unserved = UnservedLinks.targets(
            in: interactions.flatMap(\.responses.responses).map { Exchange.Response($0) },
            origins: [],
            served: ServedAddresses(interactions)
        )
        content["recorded"] = unserved.isEmpty ? [:] : ["unserved": .array(unserved.map { .string($0) })]
        content["interactions"] = .array(drafts)
        result.scenario = GeneratedScenario(content: content, files: files.all, secrets: 0, existing: nil)
        return result
    }

    /// Copies the body file of a response, whose name changes.
    private func addBody(
        of definition: ResponseDefinition,
        to draft: inout JSONObject,
        _ files: inout BodyFiles,
        _ result: inout ImportResult
    ) {
        guard let name = definition.bodyFileName, var response = draft["response"]?.object else { return }
        guard let bytes = Self.bytes(of: definition) else {
            result.notes.add("body files that cannot be read, or are chosen by a template")
            return
        }
        let ending = name.split(separator: "/").last?.split(separator: ".").dropFirst().last.map(String.init) ?? "bin"
        response["bodyFileName"] = .string(files.name(of: bytes, extension: ending))
        draft["response"] = .object(response)
    }

    fileprivate static func bytes(of definition: ResponseDefinition) -> [UInt8]? {
        switch definition.body {
        case .bytes(let bytes): bytes
        case .file(let body): try? body.read()
        case .text(let text): Array(text.utf8)
        case .json(let value): value.serializedBytes()
        case .none: nil
        }
    }
}

extension Exchange.Response {
    /// The response that a definition without templates describes.
    package init(_ definition: ResponseDefinition) {
        var fields = definition.fields.map { FieldLine($0.name.rawName, $0.value) }
        if case .json = definition.body, fields["Content-Type"] == nil {
            fields.append(FieldLine("Content-Type", MediaType.json.essence))
        }
        self.init(definition.status, fields: fields, body: MappingsReader.bytes(of: definition) ?? [])
    }
}
