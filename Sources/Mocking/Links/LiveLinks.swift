import Messages
import Scenarios

/// The responses of one mount with their links under the address that the last request came to.
///
/// As long as requests name the same `Host`, a response costs one comparison of that name.
struct LiveLinks {
    private static let hostName = Array("host".utf8)

    private let prefix: [UInt8]
    private let publicBase: LinkBase?
    private var host: [UInt8] = []
    private var base: LinkBase?
    /// Counts the changes of `host`.
    private var epoch = 0
    private var responses: [(epoch: Int, response: RenderedResponse)?]

    init(prefix: [UInt8], publicURL: String?, responseCount: Int) {
        self.prefix = prefix
        responses = Array(repeating: nil, count: responseCount)
        publicBase = publicURL.map { LinkBase(publicURL: $0, prefix: prefix) }
        base = publicBase
    }

    /// Forgets what was rendered: the places are now those of other responses.
    mutating func restart(responseCount: Int) {
        responses = Array(repeating: nil, count: responseCount)
    }

    /// The response in that place, rendered from the blueprint when it is not there for this `Host` yet.
    mutating func response(
        _ place: Int,
        _ blueprint: ResponseBlueprint,
        for request: Request
    ) -> RenderedResponse {
        if publicBase == nil { settle(request) }
        if let known = responses[place], known.epoch == epoch { return known.response }
        let response = blueprint.rendered(for: base)
        responses[place] = (epoch, response)
        return response
    }

    /// What the links of an answer to this request begin with.
    mutating func base(for request: Request) -> LinkBase? {
        if publicBase == nil { settle(request) }
        return base
    }

    /// A `Host` that may not stand in a link leaves the links as the file has them.
    private mutating func settle(_ request: Request) {
        var value = 0..<0
        for field in request.fields where request.head.isName(Self.hostName, at: field.name) {
            value = field.value
            break
        }
        guard !request.head.has(host, at: value) else { return }
        host = Array(request.head[value])
        base = LinkBase.isLegal(authority: host[...]) ? LinkBase(authority: host, prefix: prefix) : nil
        epoch += 1
    }
}
