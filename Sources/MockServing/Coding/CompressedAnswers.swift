import HTTP1Server
import Messages
import Mocking
import Scenarios

/// Answers in gzip for those who take it: each rendered response is compressed once.
///
/// Confined to its core.
final class CompressedAnswers {
    /// Past either, all is forgotten.
    private static let maximumEntries = 10_000
    private static let maximumBytes = 64 << 20
    /// A longer message is compressed beside the loop.
    private static let longestOnLoop = 256 << 10

    private var known: [ObjectIdentifier: Forms] = [:]
    private var bytes = 0

    /// The answer as the request takes it; nil where `Forms` are yet to be made, which takes long.
    func response(_ reply: MockReply, to request: Request) -> Response? {
        if let forms = known[ObjectIdentifier(reply.response)] { return forms.response(reply, to: request) }
        guard reply.response.message.count <= Self.longestOnLoop else { return nil }
        let forms = Forms(reply.response)
        keep(forms, of: reply)
        return forms.response(reply, to: request)
    }

    /// Keeps the forms for the next request, if there can be one that gets the same response.
    func keep(_ forms: Forms, of reply: MockReply) {
        guard !reply.isForOneRequest else { return }
        if known.count >= Self.maximumEntries || bytes > Self.maximumBytes {
            known = [:]
            bytes = 0
        }
        known[ObjectIdentifier(reply.response)] = forms
        bytes += forms.cost
    }

    /// Both forms of a response; the response is kept, so that no other gets its identity.
    struct Forms: Sendable {
        private let rendered: RenderedResponse
        private var plain: RewrittenHead?
        private var compressed: RewrittenHead?

        /// Neither form for what goes out as the file has it: with faults, paced, chunked, coded by hand, without a body.
        init(_ rendered: RenderedResponse) {
            self.rendered = rendered
            guard !rendered.isRaw, rendered.fault == nil, rendered.pacing == .none, rendered.status != 206,
                rendered.message.count > rendered.headLength
            else { return }
            let head = RenderedHead(rendered)
            guard head.has("content-length"), !head.has("content-encoding"), !head.has("content-range") else { return }
            let body = Array(rendered.message[rendered.headLength...])
            let vary = head.variesByCoding ? [] : ["Vary: Accept-Encoding"]
            plain = vary.isEmpty ? nil : head.rewritten(adding: vary, body: body)
            guard let small = Gzip.compressed(body), small.count + 40 < body.count else { return }
            compressed = head.rewritten(adding: vary + ["Content-Encoding: gzip"], body: small)
        }

        fileprivate var cost: Int {
            rendered.message.count + (plain?.message.count ?? 0) + (compressed?.message.count ?? 0)
        }

        /// The answer as the request takes it.
        func response(_ reply: MockReply, to request: Request) -> Response {
            var response = Response(reply)
            let form = AcceptedCodings.takeGzip(request) ? compressed ?? plain : plain
            guard let form else { return response }
            response.message = form.message
            response.headLength = form.headLength
            response.dates = form.dates
            return response
        }
    }
}
