import CUV

/// A libuv event loop.
///
/// It and everything made on it belong to one thread, the one that runs it; debug builds assert that.
@safe package final class Loop {
    let raw: UnsafeMutablePointer<uv_loop_t>
    /// What all streams of the loop read into; valid only inside one read callback.
    let readBuffer: UnsafeMutableBufferPointer<UInt8>
    static let readBufferSize = 64 * 1024

    /// What the loop is doing.
    package let activity = LoopActivity()

    private var thread = uv_thread_self()
    private var isClosed = false
    private var wallClockRead = (at: -1, microseconds: 0)

    /// - Throws: `UVError` if the system gives no descriptors for a loop.
    package init() throws(UVError) {
        unsafe raw = .allocate(capacity: 1)
        unsafe readBuffer = .allocate(capacity: Self.readBufferSize)
        hypermock_ignore_broken_pipes()
        let pipe = hypermock_can_open_pipe()
        let status = pipe != 0 ? pipe : unsafe uv_loop_init(raw)
        guard status == 0 else {
            isClosed = true
            throw UVError(code: status, operation: "loop init")
        }
        unsafe raw.pointee.data = UnsafeMutableRawPointer(readBuffer.baseAddress)
    }

    deinit {
        let status = isClosed ? 0 : unsafe uv_loop_close(raw)
        assert(status == 0, "a loop was dropped with handles on it")
        // A loop that still has handles is leaked rather than freed under them.
        guard status == 0 else { return }
        unsafe raw.deallocate()
        unsafe readBuffer.deallocate()
    }

    /// Milliseconds of a monotonic clock, as of the start of this turn of the loop.
    package var now: Int { Int(truncatingIfNeeded: unsafe uv_now(raw)) }

    /// Microseconds since 1970 by the system's clock, asked at most once a millisecond: every request wants it.
    package var wallClock: Int {
        let now = now
        guard now != wallClockRead.at else { return wallClockRead.microseconds }
        var time = uv_timeval64_t()
        _ = unsafe uv_gettimeofday(&time)
        wallClockRead = (now, Int(time.tv_sec) * 1_000_000 + Int(time.tv_usec))
        return wallClockRead.microseconds
    }

    /// Milliseconds of the same clock as of now, which differs from `now` where a turn takes long.
    package static var clock: Int { Int(truncatingIfNeeded: uv_hrtime() / 1_000_000) }

    /// Runs until no active handle is left, or `stop` is called; the calling thread becomes the loop's.
    ///
    /// - Returns: whether handles are still active.
    @discardableResult
    package func run() -> Bool {
        thread = uv_thread_self()
        return unsafe uv_run(raw, UV_RUN_DEFAULT) != 0
    }

    /// One turn: waits for the next event and handles it.
    @discardableResult
    package func runOnce() -> Bool {
        thread = uv_thread_self()
        return unsafe uv_run(raw, UV_RUN_ONCE) != 0
    }

    /// Lets `run` return at the end of this turn.
    package func stop() {
        unsafe uv_stop(raw)
    }

    /// Frees the loop's descriptors.
    ///
    /// - Throws: `UVError` with `EBUSY` when handles are left on it.
    package func close() throws(UVError) {
        guard !isClosed else { return }
        try UVError.check("loop close", unsafe uv_loop_close(raw))
        isClosed = true
    }

    /// Stops a debug build when it is called on another thread than the loop's.
    @inline(__always)
    func assertOnLoop() {
        assert(isOnLoop, "loop-bound state was touched from another thread")
    }

    private var isOnLoop: Bool {
        var current = uv_thread_self()
        return unsafe uv_thread_equal(&current, &thread) != 0
    }
}
