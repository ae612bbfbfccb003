import Matching
import Messages

/// The responses of one mount with links, rendered for the scheme and `Host` of the last request.
///
/// While requests have the same scheme and `Host`, a response costs one comparison of both.
struct LiveLinks {
    private static let hostName = Array("host".utf8)
    /// Of body files that are kept ready to be sent at the root; a sandbox keeps fewer.
    private static let maximumBytes = 16 << 20

    private let prefix: [UInt8]
    private let publicBase: LinkBase?
    private let portBeside: @Sendable (Int) -> Int?
    private var scheme = Request.Scheme.http
    private var host: [UInt8] = []
    private var base: LinkBase?
    /// Incremented by each change of `scheme` or `host`.
    private var epoch = 0
    private var responses: [(epoch: Int, response: RenderedResponse)?]
    /// The positions of the responses that have body files, the oldest first, and their bytes.
    private var files: [Int] = []
    private var bytesOfFiles = 0
    private let maximumBytesOfFiles: Int

    init(prefix: [UInt8], configuration: EngineConfiguration, responseCount: Int) {
        self.prefix = prefix
        portBeside = configuration.portBeside
        maximumBytesOfFiles = prefix.isEmpty ? Self.maximumBytes : Self.maximumBytes / 16
        responses = Array(repeating: nil, count: responseCount)
        publicBase = configuration.publicURL.map { LinkBase(publicURL: $0, prefix: prefix) }
        base = publicBase
    }

    /// Discards the rendered responses, for an index with other responses.
    mutating func restart(responseCount: Int) {
        responses = Array(repeating: nil, count: responseCount)
        files = []
        bytesOfFiles = 0
    }

    /// The response at a position, rendered from the blueprint unless that is done for this scheme and `Host`.
    mutating func response(
        _ place: Int,
        _ blueprint: ResponseBlueprint,
        for request: Request
    ) -> RenderedResponse {
        if publicBase == nil { settle(request) }
        if let known = responses[place], known.epoch == epoch { return known.response }
        let response = blueprint.rendered(for: base)
        if blueprint.file != nil { makeRoom(for: response, at: place) }
        responses[place] = (epoch, response)
        return response
    }

    /// Counts a response with a body file, in place of older ones if they would be too many bytes.
    private mutating func makeRoom(for response: RenderedResponse, at place: Int) {
        if let old = responses[place] {
            bytesOfFiles -= old.response.message.count
            files.removeAll { $0 == place }
        }
        files.append(place)
        bytesOfFiles += response.message.count
        var removed = 0
        while bytesOfFiles > maximumBytesOfFiles, removed < files.count - 1 {
            bytesOfFiles -= responses[files[removed]]?.response.message.count ?? 0
            responses[files[removed]] = nil
            removed += 1
        }
        files.removeFirst(removed)
    }

    /// The base of the links in a response to this request.
    mutating func base(for request: Request) -> LinkBase? {
        if publicBase == nil { settle(request) }
        return base
    }

    /// Updates the base; a `Host` that is not safe inside a link leaves the links as they are in the file.
    private mutating func settle(_ request: Request) {
        var value = 0..<0
        for field in request.fields where request.head.isName(Self.hostName, at: field.name) {
            value = field.value
            break
        }
        guard request.scheme != scheme || !request.head.has(host, at: value) else { return }
        scheme = request.scheme
        host = Array(request.head[value])
        let isLegal = LinkBase.isLegal(authority: host[...])
        base = isLegal ? LinkBase(scheme: scheme, authority: host, prefix: prefix, portBeside) : nil
        epoch += 1
    }
}
