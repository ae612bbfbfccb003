/// The response to a request and its delay, or the work that makes it.
package struct Response: Sendable {
    package var rendered: RenderedResponse
    package var delayMilliseconds: Int
    /// The responses that are cancelled together while they wait; negative: none.
    package var group: Int
    /// Runs on another thread; `Responder.complete` then makes the response to send of its result, instead of this one.
    package let work: (@Sendable () -> any Sendable)?

    package init(_ rendered: RenderedResponse, delayMilliseconds: Int = 0, group: Int = -1) {
        self.rendered = rendered
        self.delayMilliseconds = delayMilliseconds
        self.group = group
        work = nil
    }

    /// A response that `Responder.complete` makes, on the loop, of what `work` returns on another thread.
    package init(after work: @escaping @Sendable () -> any Sendable) {
        rendered = .empty
        delayMilliseconds = 0
        group = -1
        self.work = work
    }

    /// A response of these fields, `Date`, and the body.
    ///
    /// The fields are without `Date`, `Content-Length`, `Transfer-Encoding` and `Connection`; with any trailers, the
    /// body is chunked.
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
}
