import CUV

/// The current activity of a loop: its loop writes it without a lock, and any thread may read it.
@safe package final class LoopActivity: Sendable {
    /// The number of bytes of the text that are kept.
    package static let longestText = Int(HYPERMOCK_ACTIVITY_WORDS) * 8

    /// The address of the memory, as a number because pointers are not `Sendable`; freed by `deinit`.
    private let address: UInt

    init() {
        let memory = UnsafeMutablePointer<hypermock_activity>.allocate(capacity: 1)
        unsafe memory.initialize(to: hypermock_activity())
        address = UInt(bitPattern: memory)
    }

    deinit {
        unsafe memory?.deallocate()
    }

    /// Records that the loop begins an activity, in the turn that began at `now`.
    package func begin(_ text: Span<UInt8>, at now: Int) {
        unsafe text.withUnsafeBufferPointer { text in
            unsafe hypermock_begin_activity(memory, UInt64(clamping: now), text.baseAddress, text.count)
        }
    }

    /// Records that the activity has ended.
    package func end() {
        unsafe hypermock_end_activity(memory)
    }

    /// The start of the turn that is under way, in milliseconds of `Loop.clock`; nil if the loop is idle.
    package var begun: Int? {
        let begun = unsafe hypermock_activity_begun(memory)
        return begun == 0 ? nil : Int(truncatingIfNeeded: begun)
    }

    /// The text of the last activity; empty if the loop is just changing it.
    package var text: [UInt8] {
        unsafe Array(unsafeUninitializedCapacity: Self.longestText) { buffer, count in
            unsafe count = buffer.baseAddress.map { unsafe hypermock_activity_text(memory, $0) } ?? 0
        }
    }

    /// The number of open connections.
    package var connections: Int { Int(unsafe hypermock_connections(memory)) }

    /// The number of responses in progress: delayed ones, and those that are sent in steps.
    package var pendingResponses: Int { Int(unsafe hypermock_pending(memory)) }

    /// Changes the number of open connections; called on the loop's thread.
    package func countConnection(_ change: Int) {
        unsafe hypermock_count_connection(memory, Int64(change))
    }

    /// Changes the number of responses in progress; called on the loop's thread.
    package func countPendingResponse(_ change: Int) {
        unsafe hypermock_count_pending(memory, Int64(change))
    }

    private var memory: UnsafeMutablePointer<hypermock_activity>? {
        unsafe UnsafeMutablePointer(bitPattern: address)
    }
}
