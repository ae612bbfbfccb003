/// How much of a matrix is looked at for warnings, and for errors in the contract; errors in what is served are always
/// found.
package enum RuleScope: Sendable {
    /// The first variant: enough for a server, which runs no contract.
    case firstVariant
    /// So many that each part of an interaction or a step was seen with all that can stand in it.
    ///
    /// What only shows when two parts come together may be missed.
    case eachPart
    case eachVariant
}

/// Chooses the variants of a matrix that must be read to know that all can be.
///
/// Whether a part of an interaction or a step can be read depends on nothing but the values that stand in it. So a
/// variant all of whose parts were read before, in one variant or another, can be read too.
struct VariantChoice {
    /// The positions of the names that stand in a part, and which choices of their values were seen.
    private struct Part {
        let names: [Int]
        var seen: [Bool]
    }

    private let matrix: Matrix
    private var parts: [Part]

    /// The names of each part; some variant is chosen even if there is none.
    init(_ matrix: Matrix, parts: Set<[Int]>) {
        self.matrix = matrix
        self.parts = parts.union([[]]).map { names in
            Part(names: names, seen: Array(repeating: false, count: matrix.choices(of: names)))
        }
    }

    /// Whether the next variant, with the values in these places, must be read.
    mutating func takes(_ places: [Int]) -> Bool {
        var isNew = false
        for index in parts.indices {
            let choice = matrix.choice(of: parts[index].names, places)
            guard !parts[index].seen[choice] else { continue }
            parts[index].seen[choice] = true
            isNew = true
        }
        return isNew
    }
}

extension NodeReader {
    /// How many more variants are read when one has an error: each tells again what is wrong with all of them.
    private static let variantsWithErrors = 1_000

    /// Reads so many variants of a matrix that it is known whether there is an error, and keeps none.
    func variants(of nodes: VariantNodes, _ matrix: Matrix, of scenario: Scenario) -> Variants {
        self.matrix = matrix
        var looked = nodes
        if scope == .firstVariant { looked.contract = [] }
        var choice = VariantChoice(matrix, parts: parts(of: looked))
        var checked = 0
        var withErrors = 0
        for index in 0..<(matrix.count ?? 0) {
            guard choice.takes(matrix.places(at: index)) || scope == .eachVariant else { continue }
            guard withErrors < Self.variantsWithErrors else { break }
            let isFirst = checked == 0
            let variant = variant(at: index, of: isFirst ? nodes : looked)
            withErrors += log.hasErrors ? 1 : 0
            if isFirst || scope != .firstVariant && checked <= Rules.maximumInteractions {
                check(variant, of: scenario, nodes: nodes.interactions, steps: nodes.contract)
            }
            checked += nodes.interactions.count
        }
        return Variants(MatrixVariants(nodes, of: self))
    }

    /// The names in each part whose reading does not depend on the others.
    private func parts(of nodes: VariantNodes) -> Set<[Int]> {
        var parts: Set<[Int]> = []
        for interaction in nodes.interactions {
            // Any text can be a name.
            for pair in interaction.pairs where pair.key.text != Interaction.nameKey {
                parts.insert(use(of: pair.value).names)
            }
        }
        for step in nodes.contract {
            for pair in step.pairs where pair.key.text != Step.nameKey {
                parts.insert(use(of: pair.value).names)
            }
        }
        // The names of steps must differ, and a step may follow a link of another one.
        guard nodes.contract.count > 1 else { return parts }
        let names = nodes.contract.flatMap { step in
            let follow = step[Step.requestKey]?[StepRequest.followKey]
            return [step[Step.nameKey], follow].compactMap { $0.map { use(of: $0).names } }.joined()
        }
        parts.insert(Set(names).sorted())
        return parts
    }
}
