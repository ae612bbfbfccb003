/// What goes wrong on the wire, and when: an effect and a phase.
package struct WireFault: Sendable, Hashable {
    package enum Effect: Sendable, Hashable {
        case reset
        case close
        case stall
        case garbage
        case badChunk
    }

    package enum Phase: Sendable, Hashable {
        case afterRequest
        case afterHead
        case afterBodyBytes(Int)
    }

    package var effect: Effect
    package var phase: Phase

    package init(_ effect: Effect, _ phase: Phase) {
        self.effect = effect
        self.phase = phase
    }
}
