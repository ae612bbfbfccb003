import HTTP1Server
import Mocking

/// Answers in gzip for those who take it: each rendered response is compressed once.
///
/// Confined to its core.
final class CompressedAnswers {
    /// Past either, all is forgotten.
    private static let maximumEntries = 10_000
    private static let maximumBytes = 64 << 20

    /// Both forms of a response; the response is kept, so that no other gets its identity.
    private struct Forms {
        let rendered: RenderedResponse
        let plain: RewrittenHead?
        let compressed: RewrittenHead?
    }

    private var known: [ObjectIdentifier: Forms] = [:]
    private var bytes = 0

    /// The answer as the request takes it.
    func response(_ reply: MockReply, to request: IncomingRequest) -> Response {
        var response = Response(reply)
        let forms = forms(of: reply)
        let form = AcceptedCodings.takeGzip(request) ? forms.compressed ?? forms.plain : forms.plain
        guard let form else { return response }
        response.message = form.message
        response.headLength = form.headLength
        response.dates = form.dates
        return response
    }

    private func forms(of reply: MockReply) -> Forms {
        let identity = ObjectIdentifier(reply.response)
        if let forms = known[identity] { return forms }
        let forms = Self.forms(of: reply.response)
        guard !reply.isForOneRequest else { return forms }
        if known.count >= Self.maximumEntries || bytes > Self.maximumBytes {
            known = [:]
            bytes = 0
        }
        known[identity] = forms
        bytes += reply.response.message.count
        bytes += (forms.plain?.message.count ?? 0) + (forms.compressed?.message.count ?? 0)
        return forms
    }

    /// Neither form for what goes out as the file has it: with faults, paced, chunked, coded by hand, without a body.
    private static func forms(of rendered: RenderedResponse) -> Forms {
        let none = Forms(rendered: rendered, plain: nil, compressed: nil)
        guard !rendered.isRaw, rendered.fault == nil, rendered.pacing == .none, rendered.status != 206,
            rendered.message.count > rendered.headLength
        else { return none }
        let head = RenderedHead(rendered)
        guard head.has("content-length"), !head.has("content-encoding"), !head.has("content-range") else { return none }
        let body = Array(rendered.message[rendered.headLength...])
        let vary = head.variesByCoding ? [] : ["Vary: Accept-Encoding"]
        let plain = vary.isEmpty ? nil : head.rewritten(adding: vary, body: body)
        guard let small = Gzip.compressed(body), small.count + 40 < body.count else {
            return Forms(rendered: rendered, plain: plain, compressed: nil)
        }
        let compressed = head.rewritten(adding: vary + ["Content-Encoding: gzip"], body: small)
        return Forms(rendered: rendered, plain: plain, compressed: compressed)
    }
}
