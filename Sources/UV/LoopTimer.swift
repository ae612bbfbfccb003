import CUV

/// A timer on the loop, which can be started again.
package final class LoopTimer: Handle {
    private var handler: (() -> Void)?

    package init(on loop: Loop, _ handler: @escaping () -> Void) throws(UVError) {
        self.handler = handler
        try unsafe super.init(UV_TIMER, on: loop) { loop, memory in
            unsafe uv_timer_init(loop, memory.assumingMemoryBound(to: uv_timer_t.self))
        }
    }

    /// Calls the handler after at least `delay` milliseconds, and then every `interval` milliseconds unless that is 0.
    package func start(afterMilliseconds delay: Int, repeating interval: Int = 0) {
        guard isOpen else { return }
        loop.assertOnLoop()
        let fired: uv_timer_cb = { handle in unsafe LoopTimer.recover(handle)?.handler?() }
        // libuv counts from the start of this turn, in whole milliseconds: the timer would fire early by what has passed.
        let passed = delay > 0 ? max(0, (Loop.nanoseconds + 999_999) / 1_000_000 - loop.now) : 0
        _ = unsafe uv_timer_start(timer, fired, UInt64(max(0, delay)) + UInt64(passed), UInt64(max(0, interval)))
    }

    /// Stops the timer without closing it.
    package func stop() {
        guard isOpen else { return }
        _ = unsafe uv_timer_stop(timer)
    }

    override func forgetHandlers() {
        handler = nil
    }

    private var timer: UnsafeMutablePointer<uv_timer_t> {
        unsafe memory.assumingMemoryBound(to: uv_timer_t.self)
    }

    private static func recover(_ handle: UnsafeMutablePointer<uv_timer_t>?) -> LoopTimer? {
        guard let data = unsafe handle?.pointee.data else { return nil }
        return unsafe Unmanaged<LoopTimer>.fromOpaque(data).takeUnretainedValue()
    }
}
