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
    let hasStates: Bool

    /// The folder of the static files for requests that no interaction matches.
    let filesFolder: String?
    /// The server for requests that nothing else responds to.
    let fallback: ForwardingRoute?
    /// The resources for requests that no interaction matches.
    let resources: [LiveRoute]

    let lists: RankLists
    /// The URLs for explanations, created when they are first needed.
    private(set) lazy var urls = URLTable(interactions)
    /// The interactions by identifier, created when they are first needed; of equal identifiers the first.
    private(set) lazy var byIdentifier = Dictionary(interactions.map { ($0.definition.identifier, $0) }) { first, _ in
        first
    }

    /// The names of the interactions for a state that is kept elsewhere: their identifiers, which are the same for the
    /// variants of a file, and a number for all but the first of those.
    private(set) lazy var sharedNames: [ObjectIdentifier: String] = {
        var counts: [String: Int] = [:]
        let names = interactions.map { interaction in
            let id = interaction.definition.identifier
            counts[id, default: 0] += 1
            return counts[id] == 1 ? id : "\(id)#\(counts[id] ?? 0)"
        }
        return Dictionary(zip(interactions.map { ObjectIdentifier($0) }, names)) { first, _ in first }
    }()
    private(set) lazy var bySharedName = Dictionary(
        interactions.map { (sharedNames[ObjectIdentifier($0)] ?? "", $0) }
    ) { first, _ in first }
    /// The names of the outages and rate limits for a state that is kept elsewhere: numbers, in the order of the files.
    private(set) lazy var ruleNames: [ObjectIdentifier: String] = {
        var names: [ObjectIdentifier: String] = [:]
        for rule in interactions.flatMap(\.rules) + resources.flatMap(\.rules) {
            let id = ObjectIdentifier(rule)
            if names[id] == nil { names[id] = String(names.count) }
        }
        return names
    }()
    /// Whether any interaction has an outage or a rate limit.
    private(set) lazy var hasTimeRules =
        interactions.contains { !$0.rules.isEmpty } || resources.contains { !$0.rules.isEmpty }
    /// Whether the responses of any interaction are counted.
    private(set) lazy var hasSequences = interactions.contains { !$0.sequence.isConstant }

    /// Creates an index of interactions in the order of their files.
    init(
        _ unordered: [CompiledInteraction],
        filesFolder: String? = nil,
        resources: [LiveRoute] = [],
        fallback: ForwardingRoute? = nil
    ) {
        self.resources = resources
        self.fallback = fallback
        // The sort is stable.
        let interactions = unordered.sorted { $0.priority < $1.priority }
        var builder = InteractionIndexBuilder()
        for interaction in interactions { builder.add(interaction) }
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
        self.hasStates = !builder.machines.isEmpty
        self.lists = builder.lists
    }

    /// Creates an index of the parts of an edited one, without static files.
    init(_ editor: IndexEditor) {
        filesFolder = nil
        resources = []
        fallback = nil
        interactions = editor.interactions
        stateRules = editor.stateRules
        machines = editor.machines
        firstResponses = editor.firstResponses
        responseCount = editor.responseCount
        mentionsHead = editor.mentionsHead
        hasStates = !editor.machines.isEmpty
        lists = editor.lists
    }

    /// Whether both have the same live resources.
    func hasSameResources(as other: InteractionIndex) -> Bool {
        self === other || resources.elementsEqual(other.resources) { $0 === $1 }
    }

    /// Whether both have identical interactions and the same folder of static files and fallback.
    func hasSameInteractions(as other: InteractionIndex) -> Bool {
        self === other
            || filesFolder == other.filesFolder && fallback == other.fallback
                && interactions.elementsEqual(other.interactions) { $0 === $1 }
    }
}
