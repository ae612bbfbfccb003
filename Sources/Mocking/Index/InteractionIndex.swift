import Scenarios

/// The interactions of an address in rank order, and the tables that find those whose URL fits.
///
/// Immutable. A rank is a position in `interactions`: by priority, then in the order of the files.
final class InteractionIndex {
    /// Which of its tables finds an interaction, and by what.
    enum Key: Sendable {
        /// Path and query in normal form.
        case target([UInt8])
        /// The path in normal form.
        case path([UInt8])
        case template(PathTemplate)
        /// None: it is looked at for each request.
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

    /// All numbers -1 where there is nothing to say.
    struct StateRule {
        var machine: Int32 = -1
        var required: Int32 = -1
        var next: Int32 = -1
    }

    let interactions: [CompiledInteraction]
    let stateRules: [StateRule]
    let machines: [StateMachine]
    /// Where the responses of each rank begin when those of all ranks stand in one row.
    let firstResponses: [Int]
    let responseCount: Int
    /// Whether any interaction names HEAD, so that HEAD needs a pass of its own.
    let mentionsHead: Bool
    let hasTemplates: Bool
    let hasStates: Bool

    /// The folder of files that are served where no interaction answers.
    let filesFolder: String?

    /// The lists of all tables, one after the other.
    let ranks: [Int32]
    private let lists: [Range<Int32>]
    private let targets: LiteralTable
    private let paths: LiteralTable
    private let templates: TemplateTrie
    private let residual: Range<Int32>
    /// For explanations: made when the first one is needed, then kept.
    private(set) lazy var urls = URLTable(interactions)
    /// For the admin API: made when it is first needed; of several with the same identifier the first.
    private(set) lazy var byIdentifier = Dictionary(interactions.map { ($0.definition.identifier, $0) }) { first, _ in
        first
    }

    /// Takes interactions in the order of their files.
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

    /// Whether both serve the very same interactions and files.
    func hasSameInteractions(as other: InteractionIndex) -> Bool {
        self === other
            || filesFolder == other.filesFolder && interactions.elementsEqual(other.interactions) { $0 === $1 }
    }

    /// The ranks whose URL may fit, in order; those of regular expressions still need a look.
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
