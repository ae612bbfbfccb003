/// A failure on the wire: its effect, and when it happens.
package struct Fault: Sendable, Hashable {
    package enum Effect: String, Sendable, CaseIterable {
        /// The connection is reset (RST).
        case reset
        /// The connection is closed (FIN).
        case close
        /// Nothing more is sent, and the connection stays open.
        case stall
        /// Bytes that are not HTTP, then close.
        case garbage
        /// A chunk whose size is not a number, then close.
        case badChunk
    }

    /// The part of the exchange that is complete before the effect.
    package enum Phase: Sendable, Hashable {
        case request
        case head
        case bodyBytes(Int)
    }

    package var effect: Effect
    package var phase: Phase

    package init(_ effect: Effect, after phase: Phase) {
        self.effect = effect
        self.phase = phase
    }
}
