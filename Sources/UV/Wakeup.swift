import CUV

/// The one handle that other threads may touch: they wake the loop with it (`uv_async_send`).
final class Wakeup: Handle {
    private var onWake: (() -> Void)?
    private var beforeClosing: (() -> Void)?

    init(
        on loop: Loop,
        onWake: @escaping () -> Void,
        beforeClosing: @escaping () -> Void
    ) throws(UVError) {
        self.onWake = onWake
        self.beforeClosing = beforeClosing
        try unsafe super.init(UV_ASYNC, on: loop) { loop, memory in
            unsafe uv_async_init(loop, memory.assumingMemoryBound(to: uv_async_t.self)) { handle in
                unsafe Wakeup.recover(handle)?.onWake?()
            }
        }
    }

    override func requestClose() {
        beforeClosing?()
        super.requestClose()
    }

    override func forgetHandlers() {
        onWake = nil
        beforeClosing = nil
    }

    /// Where the handle is, for `wake`; valid until it closes.
    var address: UInt { unsafe UInt(bitPattern: memory) }

    /// Wakes the loop of the open handle at `address`; from any thread.
    static func wake(_ address: UInt) {
        _ = unsafe uv_async_send(UnsafeMutablePointer<uv_async_t>(bitPattern: address))
    }

    private static func recover(_ handle: UnsafeMutablePointer<uv_async_t>?) -> Wakeup? {
        guard let data = unsafe handle?.pointee.data else { return nil }
        return unsafe Unmanaged<Wakeup>.fromOpaque(data).takeUnretainedValue()
    }
}
