/// A body that the responder makes in pieces on the loop while it is sent, until it ends or the client leaves.
///
/// The connection asks for the next piece only when the client has read the last ones, so a slow client costs no memory.
package final class LiveBody: Sendable {
    /// The pause after each piece, in milliseconds.
    package let intervalMilliseconds: Int
    /// The start of the body, for `Responder.piece(of:)`.
    package let start: any Sendable

    package init(intervalMilliseconds: Int, start: any Sendable) {
        self.intervalMilliseconds = intervalMilliseconds
        self.start = start
    }
}

extension Response {
    /// Creates a response with a body that is made while it is sent; HTTP/1.1 sends it in chunks.
    package init(status: Int, fields: [(name: String, value: String)], live: LiveBody) {
        var framing = HTTP1Framing(status: status)
        for (name, value) in fields { framing.add(field: name, value) }
        framing.addDate()
        framing.endHead(.chunked)
        self.init(framing.response(live: live))
    }
}
