import HAL
import HTTPServing
import Matching
import Messages
import Mocking

/// Gzip-compressed responses: each rendered response is compressed once.
///
/// Confined to its handler.
final class CompressedAnswers {
    /// Past either limit the cache is emptied.
    private static let maximumEntries = 10_000
    private static let maximumBytes = 64 << 20
    /// The longest message, in bytes, that is compressed on the loop.
    private static let longestOnLoop = 256 << 10

    private var known: [ObjectIdentifier: Forms] = [:]
    private var bytes = 0

    /// Returns the response in the form that the client accepts; nil if making its forms takes long.
    func response(_ reply: MockReply, to request: Request) -> Response? {
        if let forms = known[ObjectIdentifier(reply.response)] { return forms.response(reply, to: request) }
        guard reply.response.message.count <= Self.longestOnLoop else { return nil }
        let forms = Forms(reply.response)
        keep(forms, of: reply)
        return forms.response(reply, to: request)
    }

    /// Caches the forms of a response, unless it was rendered for one request only.
    func keep(_ forms: Forms, of reply: MockReply) {
        guard !reply.isForOneRequest else { return }
        if known.count >= Self.maximumEntries || bytes > Self.maximumBytes {
            known = [:]
            bytes = 0
        }
        known[ObjectIdentifier(reply.response)] = forms
        bytes += forms.cost
    }

    /// A response with and without compression; retains the response, so that its identity stays unique.
    struct Forms: Sendable {
        private let rendered: RenderedResponse
        private var plain: RenderedResponse?
        private var compressed: RenderedResponse?

        /// Creates no forms for responses that are faulty, paced, chunked, encoded, or without a body.
        init(_ rendered: RenderedResponse) {
            self.rendered = rendered
            guard rendered.headLength > 0, rendered.isPlain, rendered.status != 206, rendered.chunks == nil,
                rendered.message.count > rendered.headLength, !rendered.framing.isEmpty,
                rendered.values(of: "content-encoding").isEmpty, rendered.values(of: "content-range").isEmpty
            else { return }
            let vary = Self.variesByCoding(rendered) ? [] : [("Vary", "Accept-Encoding")]
            plain = vary.isEmpty ? nil : rendered.adding(vary, isReused: rendered.isReused)
            let content = rendered.content
            guard let small = Gzip.compressed(content), small.count + 40 < content.count else { return }
            compressed = rendered.adding(
                vary + [("Content-Encoding", "gzip")],
                content: small,
                isReused: rendered.isReused
            )
        }

        /// Whether `Vary` already says that the response depends on `Accept-Encoding`.
        private static func variesByCoding(_ rendered: RenderedResponse) -> Bool {
            rendered.values(of: "vary").contains { value in
                let text = String(decoding: value, as: UTF8.self).lowercased()
                return text.contains("accept-encoding") || text.contains("*")
            }
        }

        fileprivate var cost: Int {
            rendered.message.count + (plain?.message.count ?? 0) + (compressed?.message.count ?? 0)
        }

        /// The response in the form that the client accepts.
        func response(_ reply: MockReply, to request: Request) -> Response {
            var response = Response(reply)
            let form = AcceptedCodings.takeGzip(request) ? compressed ?? plain : plain
            if let form { response.rendered = form }
            return response
        }
    }
}

/// Parses `Accept-Encoding` (RFC 9110 §12.5.3).
enum AcceptedCodings {
    private static let name = Array("accept-encoding".utf8)

    /// Whether gzip or `*` is listed with a weight above 0.
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

    /// Whether the parameter is a weight of 0, such as `q=0` or `q=0.000`.
    private static func isZeroWeight(_ parameter: Substring) -> Bool {
        parameter.hasPrefix("q=") && Double(parameter.dropFirst(2)) == 0
    }
}
