import CUV

/// A TCP connection, accepted or made by `connect`; accepted ones are without Nagle's delay.
package final class TCPStream: Handle {
    /// Gets what was read; the bytes are valid only during the call.
    package var onBytes: ((Span<UInt8>) -> Void)?
    /// The peer sends no more (nil), or the connection is broken; no bytes come after it.
    package var onEnd: ((UVError?) -> Void)?
    /// A `write` is done, or failed.
    package var onWritten: ((UVError?) -> Void)?

    /// `connect` is done, or failed.
    var onConnected: ((UVError?) -> Void)?

    private var isReading = false

    init(on loop: Loop) throws(UVError) {
        try unsafe super.init(UV_TCP, on: loop) { loop, memory in
            unsafe uv_tcp_init(loop, memory.assumingMemoryBound(to: uv_tcp_t.self))
        }
    }

    package func startReading() throws(UVError) {
        guard isOpen, !isReading else { return }
        loop.assertOnLoop()
        let allocate: uv_alloc_cb = { handle, _, buffer in unsafe TCPStream.lend(handle, buffer) }
        let read: uv_read_cb = { stream, count, _ in unsafe TCPStream.recover(stream)?.didRead(count) }
        try UVError.check("read", unsafe uv_read_start(raw, allocate, read))
        isReading = true
    }

    package func stopReading() {
        guard isOpen, isReading else { return }
        isReading = false
        _ = unsafe uv_read_stop(raw)
    }

    /// Sends the end of the stream after what was written; reading goes on.
    package func shutdown() {
        guard isOpen else { return }
        let request = UnsafeMutablePointer<uv_shutdown_t>.allocate(capacity: 1)
        let status = unsafe uv_shutdown(request, raw) { request, _ in unsafe request?.deallocate() }
        if status != 0 { unsafe request.deallocate() }
    }

    /// How many of the bytes that were written the peer's system has not acknowledged.
    package var undeliveredBytes: Int {
        guard isOpen else { return 0 }
        return Int(unsafe hypermock_undelivered(memory.assumingMemoryBound(to: uv_tcp_t.self)))
    }

    /// Closes with RST instead of FIN.
    package func closeReset() {
        loop.assertOnLoop()
        guard markClosing() else { return }
        let tcp = unsafe memory.assumingMemoryBound(to: uv_tcp_t.self)
        // It refuses a stream that is shutting down; that one is closed in the ordinary way.
        guard unsafe uv_tcp_close_reset(tcp, Handle.closed) != 0 else { return }
        requestClose()
    }

    override func forgetHandlers() {
        onBytes = nil
        onEnd = nil
        onWritten = nil
        onConnected = nil
    }

    var raw: UnsafeMutablePointer<uv_stream_t> {
        unsafe memory.assumingMemoryBound(to: uv_stream_t.self)
    }

    func disableDelay() {
        _ = unsafe uv_tcp_nodelay(memory.assumingMemoryBound(to: uv_tcp_t.self), 1)
    }

    static func recover(_ stream: UnsafeMutablePointer<uv_stream_t>?) -> TCPStream? {
        guard let data = unsafe stream?.pointee.data else { return nil }
        return unsafe Unmanaged<TCPStream>.fromOpaque(data).takeUnretainedValue()
    }

    private static func lend(_ handle: UnsafeMutablePointer<uv_handle_t>?, _ buffer: UnsafeMutablePointer<uv_buf_t>?) {
        guard let handle = unsafe handle, let data = unsafe handle.pointee.loop.pointee.data else { return }
        unsafe buffer?.pointee = uv_buf_init(data.assumingMemoryBound(to: CChar.self), UInt32(Loop.readBufferSize))
    }

    private func didRead(_ count: Int) {
        guard count != 0 else { return }
        guard count < 0 else {
            onBytes?(unsafe UnsafeBufferPointer(rebasing: loop.readBuffer[..<count]).span)
            return
        }
        stopReading()
        let error = UVError(code: Int32(truncatingIfNeeded: count), operation: "read")
        onEnd?(error.isEndOfFile ? nil : error)
    }
}
