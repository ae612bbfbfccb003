import HAL
import Scenarios
import URITemplates

/// The parts that all representations of a live resource have in common, prepared at load.
struct LiveLayout: Sendable {
    /// A link of items, and the members that its template names.
    struct Link: Sendable {
        /// As a JSON string.
        let relation: [UInt8]
        let target: URITemplate
        let members: [(name: String, path: CompactJSON.Path)]
    }

    /// The path of the collection as the content of a JSON string.
    let path: [UInt8]
    /// The name of the resource as a JSON string.
    let name: [UInt8]
    /// The media type in HAL as a JSON string.
    let mediaType: [UInt8]
    /// The place of the id in an item.
    let id: CompactJSON.Path
    let links: [Link]
    /// The target of `find` after the path of the collection: the parameters that a client may fill in.
    let parameters: String

    init(_ resource: LiveResource) {
        path = Array(JSONValue.string(resource.path).serializedBytes().dropFirst().dropLast())
        name = JSONValue.string(resource.name).serializedBytes()
        mediaType = JSONValue.string(resource.mediaType).serializedBytes()
        id = CompactJSON.Path([resource.idMember])
        links = resource.links.map { link in
            Link(
                relation: JSONValue.string(link.relation).serializedBytes(),
                target: link.target,
                members: link.target.variableNames.map { (name: $0, path: CompactJSON.Path([$0])) }
            )
        }
        parameters = "{?\(Self.parameterNames(resource).joined(separator: ","))}"
    }

    private static func parameterNames(_ resource: LiveResource) -> [String] {
        var names = [LivePage.pageKey, LivePage.sizeKey, LivePage.sortKey]
        for name in resource.references.map(\.member) + resource.unique where !names.contains(name) {
            names.append(PercentEncoding.encode(name, keepingReserved: false))
        }
        return names
    }
}
