import Matching
import Scenarios

/// The interactions of an address in rank order, and the tables that find them by URL.
///
/// Immutable. A rank is a position in `interactions`: by priority, then in the order of the files.
final class InteractionIndex {
    /// The table that finds an interaction, and its key.
    enum LookupKey: Sendable {
        /// Path and query in normal form.
        case target([UInt8])
        /// The path in normal form.
        case path([UInt8])
        case template(PathTemplate)
        /// No table: the interaction is a candidate for each request.
        case residual

        init(_ url: URLPattern) {
            switch url {
            case .url(let url): self = .target(PercentCoding.normalized(Array(url.utf8)[...]))
            case .urlPath(let path): self = .path(PercentCoding.normalized(Array(path.utf8)[...]))
            case .urlPathTemplate(let template) where template.segments.count <= TemplateTrie.maximumDepth:
                self = .template(template)
            case .any, .urlPattern, .urlPathPattern, .urlPathTemplate: self = .residual
            }
        }
    }

    /// The machine, the required state and the next state of an interaction by number; -1: none.
    struct StateRule {
        var machine: Int32 = -1
        var required: Int32 = -1
        var next: Int32 = -1
    }

    let interactions: [CompiledInteraction]
    let stateRules: [StateRule]
    let machines: [StateMachine]
    /// The offset of each rank's responses in the sequence of all responses.
    let firstResponses: [Int]
    let responseCount: Int
    /// Whether any interaction names HEAD, so that HEAD needs a pass of its own.
    let mentionsHead: Bool
    let hasTemplates: Bool
    let hasStates: Bool

    /// The folder of the static files for requests that no interaction matches.
    let filesFolder: String?

    /// The lists of all tables, concatenated.
    let ranks: [Int32]
    private let lists: [Range<Int32>]
    private let targets: LiteralTable
    private let paths: LiteralTable
    private let templates: TemplateTrie
    private let residual: Range<Int32>
    /// The URLs for explanations, created when they are first needed.
    private(set) lazy var urls = URLTable(interactions)
    /// The interactions by identifier, created when they are first needed; of equal identifiers the first.
    private(set) lazy var byIdentifier = Dictionary(interactions.map { ($0.definition.identifier, $0) }) { first, _ in
        first
    }

    /// The names of the interactions for a state that is kept elsewhere, by rank: their identifiers, which are the same for
    /// the variants of a file, and a number for all but the first of those.
    private(set) lazy var sharedNames: [String] = {
        var counts: [String: Int] = [:]
        return interactions.map { interaction in
            let id = interaction.definition.identifier
            counts[id, default: 0] += 1
            return counts[id] == 1 ? id : "\(id)#\(counts[id] ?? 0)"
        }
    }()
    private(set) lazy var ranksBySharedName = Dictionary(zip(sharedNames, interactions.indices)) { first, _ in first }
    /// Whether the responses of any interaction are counted.
    private(set) lazy var hasSequences = interactions.contains { !$0.sequence.isConstant }

    /// Creates an index of interactions in the order of their files.
    init(_ unordered: [CompiledInteraction], filesFolder: String? = nil) {
        // The sort is stable.
        let interactions = unordered.sorted { $0.priority < $1.priority }
        var builder = InteractionIndexBuilder()
        for interaction in interactions { builder.add(interaction) }
        let (ranks, lists) = builder.flattened()
        var offsets: [Int] = []
        var count = 0
        for interaction in interactions {
            offsets.append(count)
            count += interaction.responses.count
        }
        self.filesFolder = filesFolder
        self.interactions = interactions
        self.stateRules = builder.stateRules
        self.machines = builder.machines
        self.firstResponses = offsets
        self.responseCount = count
        self.mentionsHead = interactions.contains { $0.methods.namesHead }
        self.hasTemplates = !builder.templates.isEmpty
        self.hasStates = !builder.machines.isEmpty
        self.ranks = ranks
        self.lists = lists
        self.targets = builder.targets
        self.paths = builder.paths
        self.templates = builder.templates
        self.residual = lists[0]
    }

    /// Whether both have identical interactions and the same folder of static files.
    func hasSameInteractions(as other: InteractionIndex) -> Bool {
        self === other
            || filesFolder == other.filesFolder && interactions.elementsEqual(other.interactions) { $0 === $1 }
    }

    /// The ranks whose URLs may match, in order; those with regular expressions have yet to be tested.
    func candidates(for target: RequestTarget) -> CandidateCursor {
        var cursor = CandidateCursor()
        cursor.first.set(list(targets.find(target.wholeHash, target.bytes, target.whole)), ranks)
        cursor.second.set(list(paths.find(target.pathHash, target.bytes, target.path)), ranks)
        cursor.third.set(residual, ranks)
        guard hasTemplates else { return cursor }
        addTemplates(for: target, to: &cursor)
        return cursor
    }

    private func addTemplates(for target: RequestTarget, to cursor: inout CandidateCursor) {
        var only: Int32 = -1
        var merged: [Int32] = []
        templates.lists(for: target) { number in
            guard only >= 0 else {
                only = number
                return
            }
            if merged.isEmpty { merged += ranks[list(only).asInts] }
            merged += ranks[list(number).asInts]
        }
        guard merged.isEmpty else {
            cursor.setTemplates(merged.sorted())
            return
        }
        cursor.fourth.set(list(only), ranks)
    }

    private func list(_ number: Int32) -> Range<Int32> {
        number < 0 ? 0..<0 : lists[Int(number)]
    }
}

extension Range<Int32> {
    var asInts: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}
