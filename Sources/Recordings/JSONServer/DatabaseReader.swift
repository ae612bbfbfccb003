internal import Documents
internal import HAL
internal import Matching
internal import Scenarios

extension ImportFormat {
    /// The file `db.json` of json-server (https://github.com/typicode/json-server).
    static let jsonServer = ImportFormat(
        name: "json-server",
        outline: "a db.json of json-server with lists of objects",
        recognizes: { document in
            let pairs = document.root?.pairs ?? []
            return pairs.contains { DatabaseReader.isCollection($0.value) } && document["scenario"] == nil
        },
        read: { document, log, settings in
            guard let root = document.root, case .mapping = root.content else {
                let start = document.root?.mark ?? Mark(line: 1, column: 1)
                log.add(.error, "a db.json must be an object of lists", at: start)
                return ImportResult()
            }
            var reader = DatabaseReader(log: log, settings: settings)
            return reader.read(root)
        }
    )
}

/// Reads the data of json-server: each list becomes a live resource, each object an interaction.
struct DatabaseReader {
    private static let origin = "http://localhost"
    private static let mostResources = 500

    private let log: IssueLog
    private let settings: ImportSettings
    private var result = ImportResult()
    private let pseudonyms = Pseudonyms(after: 0)

    init(log: IssueLog, settings: ImportSettings) {
        self.log = log
        self.settings = settings
    }

    /// Whether the node is a list of objects.
    static func isCollection(_ node: Node) -> Bool {
        guard case .sequence(let items) = node.content else { return false }
        return !items.isEmpty && items.allSatisfy { if case .mapping = $0.content { true } else { false } }
    }

    mutating func read(_ root: Node) -> ImportResult {
        guard settings.generator.existing == nil else {
            log.error("a db.json cannot be added to an existing scenario", at: root, suggestion: "use --force")
            return result
        }
        var collections: [DatabaseCollection] = []
        var singletons: [(name: String, value: JSONValue)] = []
        for pair in root.pairs { add(pair, to: &collections, &singletons) }
        guard !log.hasErrors, !collections.isEmpty || !singletons.isEmpty else { return result }
        addReferences(to: &collections)
        result.scenario = scenario(collections, singletons)
        return result
    }

    private mutating func add(
        _ pair: Node.Pair,
        to collections: inout [DatabaseCollection],
        _ singletons: inout [(name: String, value: JSONValue)]
    ) {
        let name = pair.key.text
        guard DatabaseCollection.isValid(name: name) else {
            result.skipped.add("whose name cannot be a path")
            return
        }
        if let only = settings.only.map(Glob.init), !only.matches("/" + name) {
            result.skipped.add("of another path than --only")
            return
        }
        guard collections.count + singletons.count < Self.mostResources else {
            result.skipped.add("after the first \(Self.mostResources)")
            return
        }
        guard let value = value(of: pair.value) else { return }
        switch value {
        case .object: singletons.append((name, value))
        case .array(let items):
            guard items.allSatisfy({ $0.object != nil }) else {
                result.skipped.add("a list without objects")
                return
            }
            var collection = DatabaseCollection(name: name)
            for item in items.compactMap(\.object) {
                if let reason = collection.add(item) { result.skipped.add(reason) }
            }
            collections.append(collection)
        case .null, .bool, .number, .string: result.skipped.add("neither a list nor an object")
        }
    }

    /// The value of a node without secrets.
    private func value(of node: Node) -> JSONValue? {
        let value: JSONValue
        do throws(SyntaxProblem) {
            value = try YAMLText.value(of: node)
        } catch {
            log.add(error)
            return nil
        }
        guard !settings.generator.keepsSecrets else { return value }
        let exchange = Exchange(
            Exchange.Request("GET", Self.origin + "/"),
            Exchange.Response(
                200,
                fields: [FieldLine("Content-Type", MediaType.json.essence)],
                body: value.serializedBytes()
            )
        )
        let hidden = ScenarioGenerator.withoutSecrets([exchange], pseudonyms).first?.response.body
        return hidden.flatMap { try? JSONValue(parsing: $0) } ?? value
    }

    /// Adds the members `xxxId` whose values are ids of a collection `xxxs`.
    private mutating func addReferences(to collections: inout [DatabaseCollection]) {
        let targets = collections
        for index in collections.indices {
            for member in collections[index].referringMembers {
                let stem = String(member.dropLast(2))
                guard let target = targets.first(where: { $0.isPlural(of: stem) }) else { continue }
                guard collections[index].refers(by: member, to: target) else {
                    result.notes.add("member that refers to missing items")
                    continue
                }
                collections[index].references.append((member, target.name, stem))
            }
        }
    }

    private func scenario(
        _ collections: [DatabaseCollection],
        _ singletons: [(name: String, value: JSONValue)]
    ) -> GeneratedScenario {
        let generator = settings.generator
        var files = BodyFiles(prefix: generator.slug)
        var content: JSONObject = ["scenario": .string(generator.title)]
        if let summary = generator.summary { content["description"] = .string(summary) }
        // Links in the data are not links of HAL to complete.
        content["recorded"] = [:]
        if !collections.isEmpty {
            content["resources"] = .object(JSONObject(collections.map { .init($0.name, .object($0.resource)) }))
        }
        var steps = collections.flatMap(\.steps)
        var interactions: [JSONValue] = []
        for (name, value) in singletons {
            let exchange = Exchange(
                Exchange.Request("GET", Self.origin + DatabaseCollection.path(name)),
                Exchange.Response(
                    200,
                    fields: [FieldLine("Content-Type", MediaType.json.essence)],
                    body: value.serializedBytes()
                )
            )
            let response = ResponseDraft(exchange: exchange, keepsDelay: false).object(&files)
            interactions.append([
                "name": .string(name),
                "request": ["method": "GET", "urlPath": .string(DatabaseCollection.path(name))],
                "response": .object(response),
            ])
            steps.append([
                "step": .string("GET \(name)"), "request": ["url": .string(DatabaseCollection.path(name))],
                "expect": .object(ExpectationDraft(exchange, origin: Self.origin).object),
            ])
        }
        if !interactions.isEmpty { content["interactions"] = .array(interactions) }
        if !steps.isEmpty { content["contract"] = .array(steps) }
        return GeneratedScenario(
            content: content,
            files: files.all,
            secrets: pseudonyms.secrets.count,
            existing: nil
        )
    }
}
