import CNGHTTP2

/// The memory in which nghttp2 makes frames, for all sessions of a loop.
///
/// A session copies each frame out of it before another session makes one; of its own, each would need a page at least.
@safe final class FrameMemory {
    private let raw: UnsafeMutablePointer<hypermock_frame_memory>

    init() {
        unsafe raw = .allocate(capacity: 1)
        unsafe raw.initialize(to: hypermock_frame_memory())
    }

    deinit {
        unsafe hypermock_free_frame_memory(raw)
        unsafe raw.deallocate()
    }

    /// The part of a session, which must not outlive this memory.
    @unsafe var block: hypermock_frame_block { unsafe hypermock_frame_block(memory: raw, is_used: 0) }
}
