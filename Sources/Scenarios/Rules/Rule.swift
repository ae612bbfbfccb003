import Documents

/// One thing that looks wrong in a scenario although it can be served.
protocol Rule: SendableMetatype {
    /// Whether it checks each response by itself, so that it also applies to a single mapping; false by default.
    static var checksSingleResponses: Bool { get }
    /// Whether it judges responses, and so not those that a real server sent; false by default.
    static var judgesResponses: Bool { get }
    /// Logs a warning for each place in the variant, or an error where a contract can never hold.
    static func check(_ subject: RuleSubject)
}

extension Rule {
    static var checksSingleResponses: Bool { false }
    static var judgesResponses: Bool { false }
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
        ServedAddresses.target(of: address, at: [scenario.origin, scenario.otherOrigin].compactMap(\.self))
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
        let isRecorded = subject.scenario.recorded != nil
        for rule in all where !isRecorded || !rule.judgesResponses { rule.check(subject) }
    }

    /// Runs the rules that check each response by itself.
    static func checkSingleResponses(_ subject: RuleSubject) {
        for rule in all where rule.checksSingleResponses { rule.check(subject) }
    }
}
