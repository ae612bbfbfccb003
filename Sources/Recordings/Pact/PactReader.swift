internal import Documents
internal import HAL
internal import Matching
internal import Scenarios

extension ImportFormat {
    /// Pacts in version 1 to 4 (https://github.com/pact-foundation/pact-specification).
    static let pact = ImportFormat.json(
        name: "pact",
        outline: "a Pact with 'consumer' and 'provider'",
        noun: "a Pact",
        recognizes: { document in
            document["consumer"] != nil && document["provider"] != nil
                && (document["interactions"] != nil || document["messages"] != nil || document["metadata"] != nil)
        },
        read: { root, log, settings in
            var reader = PactReader(log: log, settings: settings)
            return reader.read(root)
        }
    )
}

/// Reads a Pact: each interaction becomes one of a scenario, and a step of its contract.
struct PactReader {
    /// The most interactions that are imported, as in the contracts of recordings.
    private static let mostInteractions = 2000

    private let log: IssueLog
    private let settings: ImportSettings
    private var result = ImportResult()

    init(log: IssueLog, settings: ImportSettings) {
        self.log = log
        self.settings = settings
    }

    mutating func read(_ root: Node) -> ImportResult {
        guard case .mapping = root.content else {
            log.error("a Pact must be an object, not \(root.kind)", at: root)
            return result
        }
        guard let version = version(of: root) else { return result }
        for _ in root["messages"]?.items ?? [] { result.skipped.add("a message, which is not sent over HTTP") }
        var interactions: [ReadPactInteraction] = []
        for node in items(of: root) {
            guard let interaction = interaction(node, version) else { continue }
            guard interactions.count < Self.mostInteractions else {
                result.skipped.add("after the first \(Self.mostInteractions) interactions")
                continue
            }
            interactions.append(interaction)
        }
        guard !log.hasErrors, !interactions.isEmpty else { return result }
        var scenario = PactScenario(interactions, settings, result)
        let generated = scenario.generated(title: title(of: root))
        result = scenario.result
        result.scenario = generated
        return result
    }

    private func items(of root: Node) -> [Node] {
        guard let interactions = root["interactions"] else { return [] }
        guard case .sequence(let items) = interactions.content else {
            log.error("'interactions' must be a list, not \(interactions.kind)", at: interactions)
            return []
        }
        return items
    }

    private func title(of root: Node) -> String {
        let names = ["consumer", "provider"].map { root[$0]?["name"]?.text ?? "" }
        guard names.allSatisfy({ !$0.isEmpty }) else { return settings.generator.title }
        return "\(names[0]) and \(names[1])"
    }

    /// The version; 2 if the file names none; nil, with an error, for one that is not supported.
    private func version(of root: Node) -> PactVersion? {
        let metadata = root["metadata"]
        let node =
            metadata?["pactSpecification"]?["version"] ?? metadata?["pact-specification"]?["version"]
            ?? metadata?["pactSpecificationVersion"]
        guard let node else { return .two }
        let major = node.text.split(separator: ".").first.flatMap { Int($0) }
        if major == 1 { return .two }
        guard let version = major.flatMap(PactVersion.init) else {
            log.error(
                "version '\(node.text)' of the Pact specification is not supported",
                at: node,
                suggestion: "supported: 1 to 4"
            )
            return nil
        }
        return version
    }

    private mutating func interaction(_ node: Node, _ version: PactVersion) -> ReadPactInteraction? {
        guard case .mapping = node.content else {
            log.error("an interaction must be an object, not \(node.kind)", at: node)
            return nil
        }
        let type = node["type"]?.text ?? "Synchronous/HTTP"
        guard type == "Synchronous/HTTP" else {
            result.skipped.add(
                type.hasSuffix("Messages") ? "a message, which is not sent over HTTP" : "of an unknown type"
            )
            return nil
        }
        if node["pluginConfiguration"]?.pairs.isEmpty == false {
            result.skipped.add("for a plugin")
            return nil
        }
        var reader = PactInteractionReader(log: log, version: version)
        let interaction = reader.read(node)
        for skip in reader.skips { result.skipped.add(skip) }
        for note in reader.notes { result.notes.add(note) }
        return interaction
    }
}

/// An interaction of a Pact, as far as a scenario can express it.
struct ReadPactInteraction {
    var description: String
    /// The names of its states, joined; empty for none.
    var state: String
    var exchange: Exchange
    /// The parameters of the query, decoded.
    var query: [(name: String, values: [String])]
    var requestRules: PactRules
    var responseRules: PactRules
}
