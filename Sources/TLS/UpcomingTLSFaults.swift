package import Messages
import Synchronization

/// The fault of the next handshakes of a server, whichever of its loops they reach.
package final class UpcomingTLSFaults: Sendable {
    /// The position of the fault in `TLSFault.allCases` above 32 bits, and the number of handshakes below.
    private let state = Atomic<UInt64>(0)

    package init() {}

    /// Gives the next `count` handshakes this fault, which replaces an earlier one.
    package func set(_ fault: TLSFault, count: Int) {
        let position = TLSFault.allCases.firstIndex(of: fault) ?? 0
        let count = UInt64(UInt32(clamping: count))
        state.store(UInt64(position) << 32 | count, ordering: .relaxed)
    }

    /// The fault and the number of handshakes that will have it; nil if there is none.
    package var next: (fault: TLSFault, count: Int)? {
        Self.read(state.load(ordering: .relaxed))
    }

    /// Takes the fault of one handshake.
    func take() -> TLSFault? {
        var seen = state.load(ordering: .relaxed)
        while let (fault, _) = Self.read(seen) {
            let result = state.compareExchange(expected: seen, desired: seen - 1, ordering: .relaxed)
            if result.exchanged { return fault }
            seen = result.original
        }
        return nil
    }

    private static func read(_ state: UInt64) -> (fault: TLSFault, count: Int)? {
        let count = Int(state & 0xFFFF_FFFF)
        return count > 0 ? (TLSFault.allCases[Int(state >> 32)], count) : nil
    }
}
