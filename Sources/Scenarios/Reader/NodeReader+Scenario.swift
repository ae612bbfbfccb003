extension NodeReader {
    /// A whole scenario file.
    func scenario(_ root: Node) -> Scenario? {
        guard let members = members(of: root, as: ScenarioKey.self) else { return nil }
        var scenario = Scenario(slug: slug, title: slug, file: log.file.path)
        let matrix = root[ScenarioKey.matrix.rawValue].flatMap(self.matrix)
        let matrixNames = matrix?.names.map(\.name) ?? []
        var nodes = VariantNodes()
        for member in members {
            let value = member.value
            let name = "'\(member.key.rawValue)'"
            switch member.key {
            case .scenario: scenario.title = fixedText(value, name, matrixNames) ?? slug
            case .description: scenario.summary = fixedText(value, name, matrixNames)
            case .tags: scenario.tags = (items(value, name) ?? []).compactMap { fixedText($0, "a tag", matrixNames) }
            case .origin: scenario.origin = origin(value, name, matrixNames)
            case .otherOrigin: scenario.otherOrigin = origin(value, name, matrixNames)
            case .root: scenario.isRoot = boolean(value, name) ?? false
            case .matrix: break
            case .interactions: nodes.interactions = items(value, name) ?? []
            case .contract: nodes.contract = items(value, name) ?? []
            case .allowUnmatched: scenario.allowsUnmatched = boolean(value, name) ?? false
            }
        }
        scenario.matrixKeys = matrixNames
        if let other = root[ScenarioKey.otherOrigin.rawValue], scenario.otherOrigin == scenario.origin {
            log.error("'otherOrigin' must differ from 'origin'", at: other)
        }
        guard matrix != nil || root[ScenarioKey.matrix.rawValue] == nil else { return nil }
        if let matrix {
            scenario.variants = variants(of: nodes, matrix, of: scenario)
        } else {
            let variant = variant(of: nodes, values: [])
            scenario.variants = [variant]
            check(variant, of: scenario, nodes: nodes.interactions, steps: nodes.contract)
        }
        return scenario
    }

    /// One variant of a matrix.
    func variant(at index: Int, of nodes: VariantNodes) -> Variant {
        places = matrix.places(at: index)
        return variant(of: nodes, values: zip(matrix.names, places).map { $0.values[$1].text })
    }

    private func variant(of nodes: VariantNodes, values: [String]) -> Variant {
        Variant(
            values: values,
            interactions: nodes.interactions.compactMap(interaction),
            contract: steps(nodes.contract)
        )
    }

    /// Applies all rules to a variant that was read without an error.
    func check(_ variant: Variant, of scenario: Scenario, nodes: [Node], steps: [Node] = []) {
        guard !log.hasErrors, variant.interactions.count == nodes.count else { return }
        let subject = RuleSubject(scenario: scenario, variant: variant, nodes: nodes, steps: steps, reader: self)
        Rules.check(subject)
    }

    /// Applies to interactions that others stand beside in other files the rules that need none of those.
    func checkEach(_ interactions: [Interaction], _ nodes: [Node]) {
        guard !log.hasErrors, interactions.count == nodes.count else { return }
        let scenario = Scenario(slug: slug, title: slug)
        let variant = Variant(interactions: interactions)
        Rules.checkAnswers(RuleSubject(scenario: scenario, variant: variant, nodes: nodes, reader: self))
    }

    /// A text that is the same for all variants.
    private func fixedText(_ node: Node, _ name: String, _ matrixNames: [String]) -> String? {
        if node.hasPlaceholder, matrixNames.contains(where: { node.text.contains("${\($0)}") }) {
            log.error("\(name) is the same for all variants: it cannot contain a value of the matrix", at: node)
        }
        return text(node, name)
    }

    /// An absolute URI without a path (RFC 3986 §4.3); without the slash that may end it.
    private func origin(_ node: Node, _ name: String, _ matrixNames: [String]) -> String? {
        guard var origin = fixedText(node, name, matrixNames) else { return nil }
        if origin.hasSuffix("/") { origin.removeLast() }
        guard Self.isOrigin(origin) else {
            log.error(
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
