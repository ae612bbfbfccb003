import CUV

/// Calls its handler once in each turn of the loop while it is started; the loop then does not wait for events.
package final class LoopIdler: Handle {
    private var handler: (() -> Void)?

    package init(on loop: Loop, _ handler: @escaping () -> Void) throws(UVError) {
        self.handler = handler
        try unsafe super.init(UV_IDLE, on: loop) { loop, memory in
            unsafe uv_idle_init(loop, memory.assumingMemoryBound(to: uv_idle_t.self))
        }
    }

    /// Calls the handler from the next turn on; without effect if it is started already.
    package func start() {
        guard isOpen else { return }
        loop.assertOnLoop()
        _ = unsafe uv_idle_start(idle) { handle in unsafe LoopIdler.recover(handle)?.handler?() }
    }

    /// Stops the calls without closing the handle.
    package func stop() {
        guard isOpen else { return }
        _ = unsafe uv_idle_stop(idle)
    }

    override func forgetHandlers() {
        handler = nil
    }

    private var idle: UnsafeMutablePointer<uv_idle_t> {
        unsafe memory.assumingMemoryBound(to: uv_idle_t.self)
    }

    private static func recover(_ handle: UnsafeMutablePointer<uv_idle_t>?) -> LoopIdler? {
        guard let data = unsafe handle?.pointee.data else { return nil }
        return unsafe Unmanaged<LoopIdler>.fromOpaque(data).takeUnretainedValue()
    }
}
