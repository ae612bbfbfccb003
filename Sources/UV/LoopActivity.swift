import CUV

/// What a loop is doing at the moment, for other threads to see, whose loop writes it without a lock.
@safe package final class LoopActivity: Sendable {
    /// Bytes of the text that are kept.
    package static let longestText = Int(HYPERMOCK_ACTIVITY_WORDS) * 8

    /// Where it is in memory; a number, which every thread may hold.
    private let address: UInt

    init() {
        let memory = UnsafeMutablePointer<hypermock_activity>.allocate(capacity: 1)
        unsafe memory.initialize(to: hypermock_activity())
        address = UInt(bitPattern: memory)
    }

    deinit {
        unsafe memory?.deallocate()
    }

    /// Notes that the loop begins something, in the turn that began at `now`.
    package func begin(_ text: Span<UInt8>, at now: Int) {
        unsafe text.withUnsafeBufferPointer { text in
            unsafe hypermock_begin_activity(memory, UInt64(clamping: now), text.baseAddress, text.count)
        }
    }

    /// Notes that it is done.
    package func end() {
        unsafe hypermock_end_activity(memory)
    }

    /// When the turn began that is under way, by the clock of all loops; nil: none is.
    package var begun: Int? {
        let begun = unsafe hypermock_activity_begun(memory)
        return begun == 0 ? nil : Int(truncatingIfNeeded: begun)
    }

    /// What the loop has begun last; empty when that changes just now.
    package var text: [UInt8] {
        unsafe Array(unsafeUninitializedCapacity: Self.longestText) { buffer, count in
            unsafe count = buffer.baseAddress.map { unsafe hypermock_activity_text(memory, $0) } ?? 0
        }
    }

    private var memory: UnsafeMutablePointer<hypermock_activity>? {
        unsafe UnsafeMutablePointer(bitPattern: address)
    }
}
