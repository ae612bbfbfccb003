/// Responds to requests; called on the loop, once for each complete request, in the order of arrival.
///
/// A response is a value. It describes delays, pacing and faults, which the connection carries out. A response that is not
/// known yet is a ``Response/Later``: work for another thread, or a token with which the responder answers later.
package protocol Responder: AnyObject {
    func respond(to request: consuming Request) -> Response

    /// Makes a response of the result of `Response.Later.work`; called on the loop.
    func complete(_ result: any Sendable) -> Response

    /// Returns the next piece of a live body; called on the loop.
    ///
    /// - Parameter state: At first `LiveBody.start`, then what the last call has left.
    /// - Returns: The bytes, none if there is nothing new; nil at the end of the body.
    func piece(of state: inout any Sendable) -> [UInt8]?

    /// Called when the client closes the connection before it has the whole response.
    func clientHungUp(_ hangUp: HangUp)

    /// Called when a connection ends during its TLS handshake.
    func handshakeFailed(_ handshake: FailedHandshake)

    /// Called when a connection has a problem that no response reports, at most once for each.
    func connectionHasProblem(_ problem: ConnectionProblem)

    /// Returns the response to a request that the server rejects before it is complete; the connection ends after it.
    func refusal(_ refusal: Refusal) -> Response
}

extension Responder {
    /// Returns the result if it is a response, else 500.
    package func complete(_ result: any Sendable) -> Response {
        result as? Response ?? Response(status: 500)
    }

    /// Returns nil: live bodies end at once.
    package func piece(of state: inout any Sendable) -> [UInt8]? { nil }

    /// Does nothing.
    package func clientHungUp(_ hangUp: HangUp) {}

    /// Does nothing.
    package func handshakeFailed(_ handshake: FailedHandshake) {}

    /// Does nothing.
    package func connectionHasProblem(_ problem: ConnectionProblem) {}

    /// Returns the reason as plain text.
    package func refusal(_ refusal: Refusal) -> Response {
        Response(refusal)
    }
}

/// A request whose client did not wait for the whole response.
package struct HangUp: Sendable, Hashable {
    /// The client's action.
    package enum Cause: Sendable {
        case disconnected
        /// It has closed only its side, and may still read.
        case closedItsSide
        /// It has reset the stream (RST_STREAM, RFC 9113 §6.4); the connection goes on.
        case cancelled
    }

    package let method: [UInt8]
    package let target: [UInt8]
    package let cause: Cause

    package init(method: [UInt8], target: [UInt8], _ cause: Cause) {
        self.method = method
        self.target = target
        self.cause = cause
    }
}

/// The reason why a server rejects a request before it is complete.
package struct Refusal: Sendable {
    /// 4xx or 5xx.
    package let status: Int
    package let reason: String
    /// The request target, as far as it has arrived; empty if it is unknown.
    package let target: [UInt8]

    package init(status: Int, reason: String, target: [UInt8]) {
        self.status = status
        self.reason = reason
        self.target = target
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
