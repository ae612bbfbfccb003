import HAL
import HTTP1Server
import Messages
import Mocking
import Scenarios

/// Answers in gzip for those who take it: each rendered response is compressed once.
///
/// Confined to its handler.
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
        private var plain: RenderedResponse?
        private var compressed: RenderedResponse?

        /// Neither form for what goes out as the file has it: with faults, paced, chunked, coded by hand, without a body.
        init(_ rendered: RenderedResponse) {
            self.rendered = rendered
            guard rendered.headLength > 0, rendered.isPlain, rendered.status != 206, rendered.chunks == nil,
                rendered.message.count > rendered.headLength, !rendered.framing.isEmpty,
                rendered.values(of: "content-encoding").isEmpty, rendered.values(of: "content-range").isEmpty
            else { return }
            let vary = Self.variesByCoding(rendered) ? [] : [("Vary", "Accept-Encoding")]
            plain = vary.isEmpty ? nil : rendered.adding(vary)
            let content = rendered.content
            guard let small = Gzip.compressed(content), small.count + 40 < content.count else { return }
            compressed = rendered.adding(vary + [("Content-Encoding", "gzip")], content: small)
        }

        /// Whether caches know already that the answer differs by `Accept-Encoding`.
        private static func variesByCoding(_ rendered: RenderedResponse) -> Bool {
            rendered.values(of: "vary").contains { value in
                let text = String(decoding: value, as: UTF8.self).lowercased()
                return text.contains("accept-encoding") || text.contains("*")
            }
        }

        fileprivate var cost: Int {
            rendered.message.count + (plain?.message.count ?? 0) + (compressed?.message.count ?? 0)
        }

        /// The answer as the request takes it.
        func response(_ reply: MockReply, to request: Request) -> Response {
            var response = Response(reply)
            let form = AcceptedCodings.takeGzip(request) ? compressed ?? plain : plain
            if let form { response.rendered = form }
            return response
        }
    }
}

/// What `Accept-Encoding` of a request says of gzip (RFC 9110 §12.5.3).
enum AcceptedCodings {
    private static let name = Array("accept-encoding".utf8)

    /// Whether gzip is named, or `*`, and not with the weight 0.
    static func takeGzip(_ request: Request) -> Bool {
        var star = false
        for field in request.fields where request.head.isName(name, at: field.name) {
            for element in request.head[field.value].split(separator: UInt8(ascii: ",")) {
                let parts = String(decoding: element, as: UTF8.self).lowercased().split(separator: ";")
                let coding = parts.first?.trimmingSpaces ?? ""
                let isWelcome = !parts.dropFirst().contains { isZeroWeight($0.trimmingSpaces) }
                switch coding {
                case "gzip", "x-gzip": return isWelcome
                case "*": star = isWelcome
                case _: break
                }
            }
        }
        return star
    }

    /// `q=0`, `q=0.000`.
    private static func isZeroWeight(_ parameter: Substring) -> Bool {
        parameter.hasPrefix("q=") && Double(parameter.dropFirst(2)) == 0
    }
}
