import Documents

/// The variants of a matrix that are checked for warnings, and for errors in the contract.
///
/// Errors in interactions are always found.
package enum RuleScope: Sendable {
    /// The first variant: enough for a server, which runs no contract and should start at once.
    case firstVariant
    /// As many as show each part of an interaction or a step with all its values.
    ///
    /// Issues of two parts together may be missed.
    case eachPart
    case eachVariant
}

/// Chooses the variants of a matrix that must be read to know that all can be.
///
/// Whether a part of an interaction or a step is valid depends only on the values in it. So a variant is valid if each
/// of its parts was read before, in any variant.
struct VariantChoice {
    /// The positions of the names in a part, and the choices of their values that were seen.
    private struct Part {
        let names: [Int]
        var seen: [Bool]
    }

    private let matrix: Matrix
    private var parts: [Part]

    /// Makes a choice by the names of each part; at least one variant is chosen.
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
    /// The number of variants with errors after which reading stops: they repeat the same mistakes.
    private static let variantsWithErrors = 1_000

    /// Reads as many variants of a matrix as are needed to find every error, and keeps none of them.
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

    /// The names in each part that can be read independently of the others.
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
        for node in [nodes.tls, nodes.resources, nodes.outage, nodes.rateLimit, nodes.fallback] {
            node.map { _ = parts.insert(use(of: $0).names) }
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
