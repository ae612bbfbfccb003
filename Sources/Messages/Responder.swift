/// Answers requests; called on the loop, once for each complete request, in their order.
///
/// The response is a value. It describes delays, pacing and faults, which the connection carries out; a response with `work`
/// is made later, on the same loop.
package protocol Responder: AnyObject {
    func respond(to request: consuming Request) -> Response

    /// Makes the response of the result of a response's `work`; called on the loop.
    func complete(_ result: any Sendable) -> Response

    /// Called when the client closes the connection before it has the whole response.
    func clientHungUp(_ hangUp: HangUp)

    /// Returns the response to a request that the server rejects before it is complete; the connection ends after it.
    func refusal(_ refusal: Refusal) -> Response
}

extension Responder {
    /// Sends the result where it is a response.
    package func complete(_ result: any Sendable) -> Response {
        result as? Response ?? Response(status: 500)
    }

    /// Does nothing.
    package func clientHungUp(_ hangUp: HangUp) {}

    /// The reason as plain text.
    package func refusal(_ refusal: Refusal) -> Response {
        Response(refusal)
    }
}

extension Response {
    /// The reason of a refusal as plain text.
    package init(_ refusal: Refusal) {
        self.init(
            status: refusal.status,
            fields: [("Content-Type", "text/plain; charset=utf-8")],
            body: [UInt8]("\(refusal.reason)\n".utf8)
        )
    }
}
