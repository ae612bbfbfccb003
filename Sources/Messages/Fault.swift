/// A fault on the wire: its effect, and when it happens.
package struct Fault: Sendable, Hashable {
    /// The effects by their names in scenario files.
    ///
    /// The scenario format, its schema and its reference page list all cases.
    package enum Effect: String, Sendable, CaseIterable {
        /// HTTP/1.1: the connection is reset (RST). HTTP/2: the stream, or with its scope the connection.
        case reset
        /// The connection is closed (FIN).
        case close
        /// The connection is closed (FIN) without the end of the TLS session, or of that of HTTP/2 (RFC 8446 §6.1).
        case truncated
        /// HTTP/1.1: the connection is closed. HTTP/2: before that, GOAWAY says that the request can be sent again.
        case goAway
        /// Nothing more is sent, and the connection stays open.
        case stall
        /// Bytes that are not HTTP are sent, then the connection is closed.
        case garbage
        /// A chunk whose size is not a number is sent, then the connection is closed.
        case badChunk

        /// The bytes that are sent before the connection ends.
        package var bytes: [UInt8] {
            switch self {
            case .reset, .close, .truncated, .goAway, .stall: []
            case .garbage: [0xEF, 0xBF, 0xBD, 0x00, 0x1B, 0x7F] + [UInt8]("this is not HTTP\r\n\r\n".utf8)
            case .badChunk: [UInt8]("not-a-chunk-size\r\n".utf8)
            }
        }

        /// The end of the connection.
        package var ending: Ending {
            switch self {
            case .reset: .reset
            case .close, .truncated, .goAway, .garbage, .badChunk: .close
            case .stall: .stall
            }
        }

        /// The phase of a fault that states none: the earliest that has its effect.
        package var usualPhase: Phase {
            switch self {
            case .reset, .close, .goAway, .stall, .garbage: .request
            case .badChunk, .truncated: .head
            }
        }
    }

    /// The end of a connection after a fault: RST, FIN, or neither.
    package enum Ending: Sendable, Hashable { case reset, close, stall }

    /// The part of the exchange that is complete before the effect.
    package enum Phase: Sendable, Hashable {
        case request
        case head
        case bodyBytes(Int)
    }

    /// The part that `reset` resets over HTTP/2; over HTTP/1.1 it is always the connection.
    package enum Scope: String, Sendable, CaseIterable { case stream, connection }

    /// The connections on which a fault happens.
    package enum Connections: String, Sendable, CaseIterable {
        case anyConnection
        /// Those that have served a request before (RFC 9112 §9.3); on others the response is complete.
        case reusedConnection
    }

    package var effect: Effect
    package var phase: Phase
    /// The error code of `reset` in HTTP/2; nil: INTERNAL_ERROR.
    package var code: HTTP2Code?
    package var scope: Scope
    package var connections: Connections

    package init(
        _ effect: Effect,
        after phase: Phase,
        code: HTTP2Code? = nil,
        scope: Scope = .stream,
        on connections: Connections = .anyConnection
    ) {
        self.effect = effect
        self.phase = phase
        self.code = code
        self.scope = scope
        self.connections = connections
    }
}
