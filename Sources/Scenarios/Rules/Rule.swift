import Documents

/// One thing that looks wrong in a scenario although it can be served.
protocol Rule: SendableMetatype {
    /// Whether it checks each response by itself, so that it also applies to a single mapping; false by default.
    static var checksSingleResponses: Bool { get }
    /// Logs a warning for each place in the variant, or an error where a contract can never hold.
    static func check(_ subject: RuleSubject)
}

extension Rule {
    static var checksSingleResponses: Bool { false }
}

/// The subject of rules: one variant of a scenario without errors.
struct RuleSubject {
    let scenario: Scenario
    let variant: Variant
    /// One node for each interaction of the variant, in the same order.
    let nodes: [Node]
    /// Those of the contract; empty where they are not known.
    let steps: [Node]
    let reader: NodeReader
    /// Every response with the JSON of its body.
    let answers: [LintedResponse]

    init(scenario: Scenario, variant: Variant, nodes: [Node], steps: [Node] = [], reader: NodeReader) {
        self.scenario = scenario
        self.variant = variant
        self.nodes = nodes
        self.steps = steps
        self.reader = reader
        answers = zip(variant.interactions, nodes).flatMap { interaction, node in
            Self.responseNodes(of: node, count: interaction.responses.responses.count)
                .enumerated()
                .map { index, responseNode in
                    LintedResponse(
                        interaction: interaction,
                        response: interaction.responses.responses[index],
                        node: responseNode,
                        reader: reader
                    )
                }
        }
    }

    var log: IssueLog { reader.log }

    private static func responseNodes(of interaction: Node, count: Int) -> [Node] {
        let nodes = interaction["responses"]?.items ?? [interaction["response"]].compactMap(\.self)
        return nodes.count == count ? nodes : []
    }

    /// The path and query of an address on this server; nil for addresses elsewhere and for relative ones.
    func target(of address: String) -> String? {
        var target = address[...]
        if let rest = rest(of: address) {
            target = rest
        } else if !address.hasPrefix("/") || address.hasPrefix("//") {
            return nil
        }
        target = Self.withoutFragment(target)
        return target.hasPrefix("/") ? String(target) : "/" + target
    }

    /// The target without its fragment; the `#` of a template's `{#name}` does not begin one.
    private static func withoutFragment(_ target: Substring) -> Substring {
        var before: UInt8 = 0
        for (offset, byte) in target.utf8.enumerated() {
            if byte == UInt8(ascii: "#"), before != UInt8(ascii: "{") {
                return target[..<target.utf8.index(target.startIndex, offsetBy: offset)]
            }
            before = byte
        }
        return target
    }

    /// The rest of a URI after one of the scenario's origins; nil if it has none of them.
    private func rest(of address: String) -> Substring? {
        [scenario.origin, scenario.otherOrigin].compactMap(\.self).filter { address.hasPrefix($0) }
            .map { address.dropFirst($0.count) }.first { $0.first.map { "/?#".contains($0) } ?? true }
    }
}

/// All rules, in the order of their files.
enum Rules {
    /// The number of interactions after which variants are not checked: they repeat the same issues.
    static let maximumInteractions = 20_000

    private static let all: [any Rule.Type] = [
        ContentLengthRule.self, ContradictedTLSRule.self, CURIERule.self, DeadLinkRule.self, FaultyResponseRule.self,
        MalformedHALRule.self, MissingSelfRule.self, RetryAfterRule.self, SelfMismatchRule.self,
        ShadowedInteractionRule.self, TemplatedRule.self, UnrenderedTemplateRule.self, UnreachedStateRule.self,
        UnknownRelationRule.self, UnknownTemplateRule.self, UnreachedInteractionRule.self, UnsentBodyRule.self,
        UnusedTLSRule.self,
    ]

    static func check(_ subject: RuleSubject) {
        for rule in all { rule.check(subject) }
    }

    /// Runs the rules that check each response by itself.
    static func checkSingleResponses(_ subject: RuleSubject) {
        for rule in all where rule.checksSingleResponses { rule.check(subject) }
    }
}
