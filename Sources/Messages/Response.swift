/// The response to a request and its delay, or where it comes from later.
package struct Response: Sendable {
    /// The source of a response that is not known yet.
    ///
    /// Further requests of the client wait for it; other clients do not.
    package enum Later: Sendable {
        /// Runs on another thread; `Responder.complete` makes the response of its result.
        case work(@Sendable () -> any Sendable)
        /// The responder gives the response to the server, on the loop, together with this token.
        case token(ResponseToken)
    }

    package var rendered: RenderedResponse
    /// The delay before the first byte, in milliseconds.
    package var delayMilliseconds: Int
    /// The responses that are canceled together while they wait; negative: none.
    package var group: Int
    /// If not nil, the rest of this value is ignored.
    package let later: Later?

    package init(_ rendered: RenderedResponse, delayMilliseconds: Int = 0, group: Int = -1) {
        self.rendered = rendered
        self.delayMilliseconds = delayMilliseconds
        self.group = group
        later = nil
    }

    package init(_ later: Later) {
        rendered = .empty
        delayMilliseconds = 0
        group = -1
        self.later = later
    }

    /// A response that `Responder.complete` makes, on the loop, of the result of `work`, which runs on another thread.
    package init(after work: @escaping @Sendable () -> any Sendable) {
        self.init(.work(work))
    }

    /// A response with these fields, `Date`, and the body.
    ///
    /// The fields do not include `Date`, `Content-Length`, `Transfer-Encoding` and `Connection`; with trailers, the body
    /// is chunked.
    package init(
        status: Int,
        reason: String? = nil,
        fields: [(name: String, value: String)] = [],
        body: [UInt8] = [],
        trailers: [(name: String, value: String)] = [],
        pacing: Pacing = .none,
        fault: Fault? = nil
    ) {
        var framing = HTTP1Framing(status: status, reason: reason, bodyLength: body.count)
        for (name, value) in fields { framing.add(field: name, value) }
        framing.addDate()
        if !HTTP1Framing.hasBody(status) {
            framing.endHead(.unframed)
        } else if trailers.isEmpty {
            framing.endHead(.bytes(body.count))
            framing.add(content: body)
        } else {
            framing.endHead(.chunked)
            framing.add(chunk: body[...])
            framing.endChunks(trailers: trailers)
        }
        self.init(framing.response(pacing: pacing, fault: fault))
    }

    /// The work that makes the response; nil if there is none.
    package var work: (@Sendable () -> any Sendable)? {
        if case .work(let work) = later { work } else { nil }
    }
}

/// Identifies a request that the responder answers later.
///
/// The responder numbers its tokens: at any time, each is used for one request only.
package struct ResponseToken: Sendable, Hashable {
    private let number: Int

    package init(_ number: Int) {
        self.number = number
    }
}
