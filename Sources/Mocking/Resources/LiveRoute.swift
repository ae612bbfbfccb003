import HAL
import HTTPTypes
import Matching
import Messages
import Scenarios
import URITemplates

/// A live resource, prepared at load; shared by all addresses.
final class LiveRoute: Sendable {
    /// The subject of a request: the collection, or the item with an id.
    enum Subject: Sendable, Hashable {
        case collection
        case item(ExactText)
    }

    let resource: LiveResource
    let layout: LiveLayout
    /// The items at the start.
    let initial: LiveCollection
    /// The outages and rate limits of its scenario.
    let rules: [TimeRule]
    /// The file in which its items survive the server; nil: none.
    let keeper: LiveKeeper?
    private let path: [UInt8]
    private let collectionSource: InteractionSource
    private let itemSource: InteractionSource

    init(_ resource: LiveResource, slug: String, sharing rules: [TimeRule] = []) {
        self.resource = resource
        layout = LiveLayout(resource)
        self.rules = rules
        initial = LiveCollection(resource)
        keeper = LiveKeeper(resource)
        path = Array(resource.path.utf8)
        let items = PathTemplate(text: resource.path + "/{id}", segments: Self.segments(of: resource.path))
        collectionSource = Self.source(resource, resource.name, .urlPath(resource.path), slug)
        itemSource = Self.source(resource, "an item of \(resource.name)", .urlPathTemplate(items), slug)
    }

    /// The subject of a request; nil if the path is not one of this resource.
    func subject(of target: RequestTarget) -> Subject? {
        let sent = target.bytes[target.path]
        guard sent.prefix(path.count) == path[...] else { return nil }
        let rest = sent.dropFirst(path.count)
        guard let slash = rest.first else { return .collection }
        let segment = rest.dropFirst()
        guard slash == UInt8(ascii: "/"), !segment.isEmpty, !segment.contains(UInt8(ascii: "/")) else { return nil }
        return .item(ExactText(String(repairing: PercentCoding.decoded(segment, plusIsSpace: false))))
    }

    /// The entry for the journal and the metrics.
    func source(of subject: Subject) -> InteractionSource {
        switch subject {
        case .collection: collectionSource
        case .item: itemSource
        }
    }

    private static func segments(of path: String) -> [PathTemplate.Segment] {
        path.split(separator: "/").map { .literal(String($0)) } + [.parameter("id")]
    }

    private static func source(
        _ resource: LiveResource,
        _ name: String,
        _ url: URLPattern,
        _ slug: String
    ) -> InteractionSource {
        let pattern = RequestPattern(method: .any, url: url)
        let responses = ResponseSequence([ResponseDefinition()])
        var interaction = Interaction(name: name, request: pattern, responses: responses)
        if let location = resource.location { interaction.location = location }
        return InteractionSource(interaction, slug: slug)
    }
}
