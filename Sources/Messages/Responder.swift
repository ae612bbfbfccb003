/// What answers requests; called on the loop, once for each complete request, in their order.
///
/// The answer is a value; what takes time (delays, pacing, faults) is said in it and done by the connection.
package protocol Responder: AnyObject {
    func respond(to request: consuming Request) -> Response

    /// Makes the response of the result of a response's `work`; called on the loop.
    func complete(_ result: any Sendable) -> Response

    /// Hears that the client has closed the connection before it had the whole response.
    func clientHungUp(_ hangUp: HangUp)

    /// Words the answer to a request that the server refuses before it is complete; the connection ends after it.
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
