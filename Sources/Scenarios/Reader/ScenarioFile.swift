import Documents
import Messages

/// A scenario file before its variants are read.
struct ScenarioFile: Sendable {
    var scenario = Scenario(slug: "", title: "")
    var matrix: Matrix?
    var nodes = VariantNodes()
    var shared = SharedParts()

    static let codec = ObjectCodec(
        "scenario",
        "a scenario file",
        ScenarioFile(),
        KeyTable.Options(
            synonyms: [
                "title": "scenario", "name": "scenario", "stubs": "interactions", "mappings": "interactions",
                "routes": "interactions", "endpoints": "interactions", "requests": "interactions", "baseurl": "origin",
                "base": "origin", "server": "origin", "steps": "contract", "tests": "contract", "variables": "matrix",
            ],
            exclusive: [Basis.group]
        ),
        keys: [
            Key(
                "scenario",
                required: \.scenario.title,
                .text,
                "The title, shown in reports and lists.",
                example: "scenario: A fuel station"
            ),
            Key(
                "description",
                \.scenario.summary,
                .text,
                "A longer description.",
                example: "description: Prices change twice a day."
            ),
            Key(
                "tags",
                \.scenario.tags,
                Codec.text.list(of: "a tag"),
                default: [],
                "Labels for selecting scenarios, as in `hypermock verify --tag`.",
                example: "tags: [smoke, hal]"
            ),
            Key(
                "origin",
                \.scenario.origin,
                .origin,
                "The origin of links in this file; the server rewrites it to its own address.",
                example: "origin: https://api.example.com"
            ),
            Key(
                "otherOrigin",
                \.scenario.otherOrigin,
                .origin,
                "A second origin; its links are rewritten to the other loopback name of the server, or if it has the host of `origin`, to a second port, so that following them crosses an origin.",
                example: "otherOrigin: https://cards.example.com"
            ),
            Key(
                "root",
                \.scenario.isRoot,
                .boolean,
                default: false,
                "Whether the scenario is also served at `/`.",
                example: "root: true"
            ),
            Key(
                "tls",
                .later(TLSFault.codec.shape),
                "A TLS fault: the scenario gets its own HTTPS port, whose handshakes have the fault.",
                example: "tls: { certificate: expired }",
                set: { $0.nodes.tls = $1 }
            ),
            Key(
                "seed",
                \.scenario.seed,
                .count,
                "The seed of the draws among responses with `weight`; the same seed gives the same sequence.",
                example: "seed: 7"
            ),
            Key(
                "outage",
                .later(OutageDefinition.codec.codec.shape),
                "Windows of time in which all requests of the scenario get 503.",
                example: "outage: { after: 10, for: 30, every: 120 }",
                set: { $0.nodes.outage = $1 }
            ),
            Key(
                "rateLimit",
                .later(RateLimitDefinition.codec.codec.shape),
                "A quota that all requests of the scenario share; those beyond it get 429.",
                example: "rateLimit: { quota: 50, window: 60 }",
                set: { $0.nodes.rateLimit = $1 }
            ),
            Key(
                "fallback",
                .later(FallbackDefinition.codec.codec.shape),
                "The response to requests that nothing else in the scenario responds to.",
                example: "fallback: { proxy: 'http://127.0.0.1:9000' }",
                set: { $0.nodes.fallback = $1 }
            ),
            Key(
                matrixKey,
                \.matrix,
                .matrix,
                "Lists of values by name; the scenario has one variant for each combination, and `${name}` inserts a value.",
                example: "matrix: { status: [404, 410], exclude: [{ status: 410 }] }"
            ),
            Key(
                interactionsKey,
                .nodes(of: Interaction.codec.table),
                "The requests that the server responds to, in the order in which they are tried; required without `resources`.",
                example: "interactions: [{ request: { url: / }, response: { status: 204 } }]",
                set: { $0.nodes.interactions = $1 }
            ),
            Key(
                LiveResource.listKey,
                Codec<Node>(reading: .map(.definition(LiveResource.codec.table))) { _, node, _ in node },
                "Resources by name that keep what requests write to them; `interactions` that match come first.",
                example: "resources: { logs: { path: /purchase-logs, items: [{ id: 7, litres: 30.50 }] } }",
                set: { $0.nodes.resources = $1 }
            ),
            Key(
                "contract",
                .nodes(of: Step.codec.table),
                "The calls of a client and the outcomes that it must report, in order.",
                example: "contract: [{ step: read, request: { url: / }, expect: { outcome: success } }]",
                set: { $0.nodes.contract = $1 }
            ),
            Key(
                "allowUnmatched",
                \.scenario.allowsUnmatched,
                .boolean,
                default: false,
                "Whether the contract tolerates requests that no interaction matches.",
                example: "allowUnmatched: true"
            ),
            Key(
                "recorded",
                \.scenario.recorded,
                Recorded.codec.codec,
                "Marks a scenario whose responses are those of a real server: mistakes in them are served as they are, and not reported.",
                example: "recorded: { unserved: [/logs/*] }"
            ),
        ] + sharedKeys + Basis.keys(\.scenario.bases),
        check: { reader, members, file in
            checkFixedTexts(reader, members, file.matrix)
            reader.scenario.isRecorded = file.scenario.recorded != nil
            checkContent(reader, members)
            if let other = members["otherOrigin"], file.scenario.otherOrigin == file.scenario.origin {
                reader.log.error("'otherOrigin' must differ from 'origin'", at: other.value)
            }
            if file.scenario.isRoot, let tls = members["tls"] {
                let message = "'tls' has no effect at '/', which is not served on the port of the scenario"
                reader.log.warning(message, at: tls.key, suggestion: "remove 'root'")
            }
        }
    )

    private static let sharedKeys: [Key<ScenarioFile>] = SharedParts.keys(\.shared)
    static let matrixKey = "matrix"
    private static let interactionsKey = "interactions"

    /// Logs a file that serves nothing.
    private static func checkContent(_ reader: NodeReader, _ members: KnownMembers) {
        let keys = [interactionsKey, LiveResource.listKey]
        guard members.among(keys).isEmpty, !reader.hasMisspelling(of: keys, of: codec.table, in: members.node) else {
            return
        }
        reader.log.error("a scenario file needs the key '\(interactionsKey)'", at: members.node)
    }

    /// Logs values of the matrix in texts that all variants share.
    private static func checkFixedTexts(_ reader: NodeReader, _ members: KnownMembers, _ matrix: Matrix?) {
        for member in members.all where codec.table.keys[member.position].shape.isText {
            for node in [member.value] + member.value.items where node.hasPlaceholder {
                guard matrix?.names.contains(where: { node.text.contains("${\($0.name)}") }) == true else { continue }
                let message = "'\(member.name)' is the same for all variants: it cannot contain a value of the matrix"
                reader.log.error(message, at: node)
            }
        }
    }
}

extension Codec where Value == [Node] {
    /// A list of objects that are read later, once for each variant.
    fileprivate static func nodes(of table: @autoclosure @escaping @Sendable () -> KeyTable) -> Codec {
        Codec(reading: .list(.definition(table())), read: { $0.items($1, $2) })
    }
}

extension Codec where Value == Node {
    /// An object that is read later, once for each variant.
    fileprivate static func later(_ shape: Shape) -> Codec { Codec(reading: shape) { _, node, _ in node } }
}

extension Codec where Value == Matrix {
    fileprivate static let matrix = Codec(reading: .matrix) { reader, node, _ in reader.matrix(node) }
}

extension Codec where Value == String {
    /// An absolute URI without a path (RFC 3986 §4.3), without a final slash.
    fileprivate static let origin = Codec(reading: .text) { reader, node, name in
        guard var origin = reader.text(node, name) else { return nil }
        if origin.hasSuffix("/") { origin.removeLast() }
        guard isOrigin(origin) else {
            reader.log.error(
                "\(name) must be an absolute URI without a path",
                at: node,
                suggestion: "for example 'https://fp.example.com'"
            )
            return nil
        }
        return origin
    }

    private static func isOrigin(_ text: String) -> Bool {
        for scheme in ["http://", "https://"] where text.prefix(scheme.count).lowercased() == scheme {
            let authority = text.dropFirst(scheme.count)
            return !authority.isEmpty
                && !authority.contains { $0 == "/" || $0 == "?" || $0 == "#" || $0 == "@" || $0 == " " }
        }
        return false
    }
}

extension ScenarioFormat {
    /// Scenario files.
    static let scenario = ScenarioFormat(
        endings: ["yaml": .yaml, "yml": .yaml, "json": .json],
        outline: "an object with the key 'scenario'",
        tables: { [ScenarioFile.codec.table, SharedParts.codec.table] },
        recognizes: { root in root.pairs.contains { isLikeTopLevel($0.key.text) } },
        read: { reader, root in reader.scenario(root) }
    )

    private static func isLikeTopLevel(_ key: String) -> Bool {
        ScenarioFile.codec.table.has(key) || Spelling.suggestion(for: key, among: ["scenario", "interactions"]) != nil
    }
}

extension NodeReader {
    /// Reads a whole scenario file.
    fileprivate func scenario(_ root: Node) -> Scenario? {
        guard let members = members(of: root, in: ScenarioFile.codec.table) else { return nil }
        let (model, isComplete) = ScenarioFile.codec.read(self, members)
        let file = expanded(model)
        var scenario = file.scenario
        scenario.slug = slug
        scenario.file = log.file.path
        if !isComplete, scenario.title.isEmpty { scenario.title = slug }
        guard let matrix = file.matrix else {
            guard members[ScenarioFile.matrixKey] == nil else { return nil }
            let variant = variant(of: file.nodes, values: [])
            scenario.variants = [variant]
            check(variant, of: scenario, nodes: file.nodes.interactions, steps: file.nodes.contract)
            return scenario
        }
        scenario.matrixKeys = matrix.names.map(\.name)
        scenario.variants = variants(of: file.nodes, matrix, of: scenario)
        return scenario
    }

    /// Replaces the names of representations by their content, and adds the defaults.
    private func expanded(_ model: ScenarioFile) -> ScenarioFile {
        var file = model
        let library = library(of: file.shared)
        var expansion = RepresentationExpansion(library, self, origin: file.scenario.origin)
        file.nodes.interactions = file.nodes.interactions.map { node in
            let interaction = expansion.interaction(node)
            return library.defaults?.interaction(from: interaction) ?? interaction
        }
        file.nodes.contract = file.nodes.contract.map { expansion.step($0) }
        return file
    }

    /// One variant of a matrix.
    func variant(at index: Int, of nodes: VariantNodes) -> Variant {
        places = matrix.places(at: index)
        return variant(of: nodes, values: zip(matrix.names, places).map { $0.values[$1].text })
    }

    private func variant(of nodes: VariantNodes, values: [String]) -> Variant {
        var variant = Variant(
            values: values,
            interactions: nodes.interactions.compactMap { Interaction.codec.read(self, $0) },
            contract: steps(nodes.contract),
            tls: tls(of: nodes)
        )
        variant.outage = nodes.outage.flatMap { OutageDefinition.codec.read(self, $0) }
        variant.rateLimit = nodes.rateLimit.flatMap { RateLimitDefinition.codec.read(self, $0) }
        variant.fallback = nodes.fallback.flatMap { FallbackDefinition.codec.read(self, $0)?.proxy }
        if let resources = nodes.resources { variant.resources = self.resources(resources) }
        return variant
    }

    /// The fault of TLS of a variant.
    func tls(at index: Int, of nodes: VariantNodes) -> TLSFault? {
        places = matrix.places(at: index)
        return tls(of: nodes)
    }

    private func tls(of nodes: VariantNodes) -> TLSFault? {
        nodes.tls.flatMap { TLSFault.codec.read(self, $0, "'tls'") }
    }

    /// Applies all rules to a variant that was read without an error.
    func check(_ variant: Variant, of scenario: Scenario, nodes: [Node], steps: [Node] = []) {
        guard !log.hasErrors, variant.interactions.count == nodes.count else { return }
        let subject = RuleSubject(scenario: scenario, variant: variant, nodes: nodes, steps: steps, reader: self)
        Rules.check(subject)
    }

    /// Applies the rules that need no other files to the interactions of one file.
    func checkEach(_ interactions: [Interaction], _ nodes: [Node]) {
        guard !log.hasErrors, interactions.count == nodes.count else { return }
        let scenario = Scenario(slug: slug, title: slug)
        let variant = Variant(interactions: interactions)
        Rules.checkSingleResponses(RuleSubject(scenario: scenario, variant: variant, nodes: nodes, reader: self))
    }
}
