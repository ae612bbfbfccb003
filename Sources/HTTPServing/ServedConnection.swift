package import Messages

/// A client's connection, whatever its protocol, as its server uses it.
///
/// Times are in milliseconds of the loop's clock.
package protocol ServedConnection: AnyObject {
    /// Takes bytes that have arrived, decrypted; they are valid only during the call.
    func received(_ bytes: Span<UInt8>)

    /// Called once at the end of the input; `isClean`: the client has shut down its side, and may still read.
    func ended(isClean: Bool)

    /// Called when the TLS handshake is done; the connection may have got plain bytes before.
    func handshakeSucceeded()

    /// Called when output that the system did not accept at once has been written, or has failed.
    func wrote(isDelivered: Bool)

    /// The time at which `expire` is called; `.max`: never.
    var deadline: Int { get }

    /// Decides which connections give way to new ones.
    var use: ConnectionUse { get }

    var isClosed: Bool { get }

    /// Called when the deadline has passed.
    func expire()

    /// Ends the connection after the responses in progress, or now if there is none.
    func drain()

    /// Closes the connection.
    func close()

    /// Ends the responses of a group that are pending.
    func cancelPending(group: Int)

    /// Sends the response to the request that waits for this token.
    func resume(_ token: ResponseToken, with response: Response)
}

extension ServedConnection {
    /// Does nothing.
    package func handshakeSucceeded() {}
}

/// The use of a connection, and its beginning.
package enum ConnectionUse: Hashable, Sendable {
    /// The server waits for the rest of a handshake or of a request: from its beginning, or from the last piece of a body.
    case incomplete(since: Int)
    /// The connection can be closed without losing a request or a response.
    case idle(since: Int)
    /// The client has shut down its side while its response is in progress; it may have gone, or still read.
    case abandoned(since: Int)
    case busy
}

/// The protocols of a server, each with a function that makes a connection from a client's wire.
package struct ServedProtocols {
    package typealias Connect = (Wire, Server) -> any ServedConnection

    package var http1: Connect
    /// For clients that begin with the preface of HTTP/2 (RFC 9113 §3.4) in the clear; nil: they get HTTP/1.1's refusal.
    package var http2: Connect?
    /// For clients that begin with that preface under TLS; nil: they get HTTP/1.1's refusal.
    package var http2OverTLS: Connect?

    package init(http1: @escaping Connect) {
        self.http1 = http1
    }
}
