import CUV

/// Calls a handler on the loop when the process receives a signal.
package final class SignalWatcher: Handle {
    /// SIGHUP, which asks a server to read its files again.
    package static let hangUp: Int32 = 1
    /// SIGINT, as sent by Ctrl-C.
    package static let interrupt: Int32 = 2
    /// SIGTERM, as sent by service managers.
    package static let terminate: Int32 = 15

    private var handler: (() -> Void)?

    /// Starts watching.
    ///
    /// - Throws: `UVError` if the number is not a valid signal or cannot be caught.
    package init(on loop: Loop, signal: Int32, _ handler: @escaping () -> Void) throws(UVError) {
        self.handler = handler
        try unsafe super.init(UV_SIGNAL, on: loop) { loop, memory in
            unsafe uv_signal_init(loop, memory.assumingMemoryBound(to: uv_signal_t.self))
        }
        let raw = unsafe memory.assumingMemoryBound(to: uv_signal_t.self)
        let status = unsafe uv_signal_start(
            raw,
            { handle, _ in unsafe SignalWatcher.recover(handle)?.handler?() },
            signal
        )
        guard status == 0 else {
            close()
            throw UVError(code: status, operation: "watch signal \(signal)")
        }
        hypermock_unblock(signal)
    }

    override func forgetHandlers() {
        handler = nil
    }

    private static func recover(_ handle: UnsafeMutablePointer<uv_signal_t>?) -> SignalWatcher? {
        guard let data = unsafe handle?.pointee.data else { return nil }
        return unsafe Unmanaged<SignalWatcher>.fromOpaque(data).takeUnretainedValue()
    }
}
