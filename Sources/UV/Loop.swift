import CUV

/// A libuv event loop.
///
/// The loop and everything made on it belong to the thread that runs it; debug builds assert that.
@safe package final class Loop {
    let raw: UnsafeMutablePointer<uv_loop_t>
    /// The buffer that all streams of the loop read into; its content is valid during one read callback.
    ///
    /// After it, there is the time of the last turn that is late (``checkTime()``), where `lend` finds it.
    let readBuffer: UnsafeMutableBufferPointer<UInt8>
    static let readBufferSize = 64 * 1024

    /// The current activity of the loop, which other threads may read.
    package let activity = LoopActivity()

    /// The order of streams with much input.
    var bulk = BulkTurns()
    /// The bytes that were read since the time of a turn was last checked.
    private var unchecked = 0
    /// The bytes after which it is checked, because a check of each read would cost every request.
    private static let checkedBytes = 16_384

    private var thread = uv_thread_self()
    private var isClosed = false
    private var wallClockRead = (at: -1, microseconds: 0)

    /// Makes a loop for the calling thread.
    ///
    /// - Throws: `UVError` if the process has too few file descriptors left.
    package init() throws(UVError) {
        unsafe raw = .allocate(capacity: 1)
        unsafe readBuffer = .allocate(capacity: Self.readBufferSize + MemoryLayout<UInt64>.size)
        hypermock_ignore_broken_pipes()
        let pipe = hypermock_can_open_pipe()
        let status = pipe != 0 ? pipe : unsafe uv_loop_init(raw)
        guard status == 0 else {
            isClosed = true
            throw UVError(code: status, operation: "loop init")
        }
        unsafe raw.pointee.data = UnsafeMutableRawPointer(readBuffer.baseAddress)
        setLateTurn(.max)
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

    /// Counts bytes that a stream has read.
    @inline(__always)
    func countRead(_ count: Int) {
        unchecked += count
        if unchecked >= Self.checkedBytes { checkTime() }
    }

    /// Marks this turn as late if it has lasted long: the other streams then read little in it.
    private func checkTime() {
        unchecked = 0
        let now = now
        if Self.clock - now >= BulkTurns.budget { setLateTurn(UInt64(truncatingIfNeeded: now)) }
    }

    private func setLateTurn(_ time: UInt64) {
        let start = unsafe UnsafeMutableRawPointer(readBuffer.baseAddress)
        unsafe start?.storeBytes(of: time, toByteOffset: Self.readBufferSize, as: UInt64.self)
    }

    /// Microseconds since 1970 by the system's clock, read at most once a millisecond, because every request needs it.
    package var wallClock: Int {
        let now = now
        guard now != wallClockRead.at else { return wallClockRead.microseconds }
        var time = uv_timeval64_t()
        _ = unsafe uv_gettimeofday(&time)
        wallClockRead = (now, Int(time.tv_sec) * 1_000_000 + Int(time.tv_usec))
        return wallClockRead.microseconds
    }

    /// Milliseconds of the same clock at the time of the call; `now` is older if a turn takes long.
    package static var clock: Int { Int(truncatingIfNeeded: uv_hrtime() / 1_000_000) }

    /// Nanoseconds of that clock at the time of the call.
    package static var nanoseconds: Int { Int(truncatingIfNeeded: uv_hrtime()) }

    /// Runs until no active handle is left or `stop` is called; the loop now belongs to the calling thread.
    ///
    /// - Returns: Whether handles are still active.
    @discardableResult
    package func run() -> Bool {
        thread = uv_thread_self()
        return unsafe uv_run(raw, UV_RUN_DEFAULT) != 0
    }

    /// Runs one turn: waits for the next events and handles them.
    ///
    /// - Returns: Whether handles are still active.
    @discardableResult
    package func runOnce() -> Bool {
        thread = uv_thread_self()
        return unsafe uv_run(raw, UV_RUN_ONCE) != 0
    }

    /// Makes `run` return at the end of this turn.
    package func stop() {
        unsafe uv_stop(raw)
    }

    /// Closes the loop's file descriptors.
    ///
    /// - Throws: `UVError` with `EBUSY` if handles are left on the loop.
    package func close() throws(UVError) {
        guard !isClosed else { return }
        try UVError.check("loop close", unsafe uv_loop_close(raw))
        isClosed = true
    }

    /// Traps in a debug build if it is called on another thread than the loop's.
    @inline(__always)
    func assertOnLoop() {
        assert(isOnLoop, "loop-bound state was touched from another thread")
    }

    private var isOnLoop: Bool {
        var current = uv_thread_self()
        return unsafe uv_thread_equal(&current, &thread) != 0
    }
}

extension Loop {
    /// The handles on the loop that are not closing, in any order.
    package var openHandles: [Handle] {
        assertOnLoop()
        let found = Found()
        unsafe uv_walk(
            raw,
            { handle, context in unsafe Found.recover(context)?.add(handle) },
            Unmanaged.passUnretained(found).toOpaque()
        )
        return found.handles
    }

    /// Closes all open handles; the loop ends when their close callbacks have run.
    ///
    /// - Returns: The kinds of the handles that were open.
    @discardableResult
    package func closeAllHandles() -> [String] {
        let handles = openHandles
        for handle in handles { handle.close() }
        return handles.map(\.kind)
    }

    /// Collects handles for `uv_walk`.
    private final class Found {
        var handles: [Handle] = []

        static func recover(_ context: UnsafeMutableRawPointer?) -> Found? {
            guard let context = unsafe context else { return nil }
            return unsafe Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
        }

        func add(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
            guard let handle = unsafe handle, unsafe uv_is_closing(handle) == 0 else { return }
            guard let data = unsafe handle.pointee.data else { return }
            handles.append(unsafe Unmanaged<Handle>.fromOpaque(data).takeUnretainedValue())
        }
    }
}
